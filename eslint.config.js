import eslint from '@eslint/js'
import prettier from 'eslint-config-prettier'
import tseslint from 'typescript-eslint'

/** All files and folders of src/, in the direction of imports: each imports from those before it. A test compares both. */
const LAYERS = [
  ...['field', 'wording', 'version', 'errors', 'normal-form', 'secret', 'cancellation'],
  ...['job', 'saved-texts', 'branch', 'work-tree', 'runbook', 'knowledge', 'sync', 'alerts', 'report', 'run'],
  ...['action', 'main', 'index', 'cli']
]

/** The same for src/sync/. */
const SYNC_LAYERS = ['read', 'decide', 'look', 'deliver', 'sync', 'pull', 'differences']

/** Refuses relative imports of these folders and files. */
const forbid = (modules) => ({
  regex: `^(?:\\.\\.?/)+(?:${modules.join('|')})(?:/|\\.ts$)`,
  message: 'See the import direction in contributing/architecture.md.'
})

/**
 * TypeScript (module NodeNext) refuses paths that the `exports` of a package do not name. Of the bundled packages only
 * undici has no `exports`.
 */
const PACKAGES = [
  { regex: '^undici/', message: 'Import `undici` by its name.' },
  { regex: 'node_modules', message: 'Import a package by its name.' }
]

const restrictImports = (...patterns) => ({
  'no-restricted-imports': ['error', { patterns: [...PACKAGES, ...patterns] }]
})

const OUTSIDE = forbid(['service', 'testing', 'tools'])

export default tseslint.config(
  { ignores: ['dist/', 'node_modules/', 'coverage/'] },
  eslint.configs.recommended,
  ...tseslint.configs.strictTypeChecked,
  ...tseslint.configs.stylisticTypeChecked,
  {
    languageOptions: {
      parserOptions: {
        projectService: { allowDefaultProject: ['*.js', 'tools/*.js'] },
        tsconfigRootDir: import.meta.dirname
      }
    },
    rules: {
      eqeqeq: 'error',
      'no-console': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      // A rest is what is left without the fields before it.
      '@typescript-eslint/no-unused-vars': ['error', { ignoreRestSiblings: true }],
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      // A number in a message needs no conversion.
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }]
    }
  },
  {
    // The Action writes to the log in src/report only; these programs write to a terminal.
    files: ['service/**', 'testing/**', 'tools/**'],
    rules: { 'no-console': 'off' }
  },
  { files: ['**/*.ts'], rules: restrictImports() },
  {
    // The service must not share a mistake with the Action.
    files: ['service/**'],
    rules: restrictImports(forbid(['src', 'testing', 'tools']))
  },
  {
    files: ['src/**'],
    rules: {
      ...restrictImports(OUTSIDE),
      'no-restricted-syntax': ['error', 'Literal[value=/node_modules/]', 'TemplateElement[value.raw=/node_modules/]']
    }
  },
  { files: ['src/**'], rules: { 'no-nested-ternary': 'error' } },
  ...LAYERS.slice(0, -1).map((module, at) => ({
    files: [`src/${module}.ts`, `src/${module}/**`],
    rules: restrictImports(OUTSIDE, forbid(LAYERS.slice(at + 1)))
  })),
  ...SYNC_LAYERS.slice(0, 4).map((module, at) => ({
    files: [`src/sync/${module}.ts`, `src/sync/${module}/**`],
    rules: restrictImports(OUTSIDE, forbid([...LAYERS.slice(LAYERS.indexOf('sync') + 1), ...SYNC_LAYERS.slice(at + 1)]))
  })),
  {
    files: ['**/*.js'],
    extends: [tseslint.configs.disableTypeChecked],
    languageOptions: { globals: { process: 'readonly', console: 'readonly' } }
  },
  prettier
)
