import eslint from '@eslint/js'
import prettier from 'eslint-config-prettier'
import tseslint from 'typescript-eslint'

export default tseslint.config(
  { ignores: ['dist/', 'node_modules/', 'coverage/'] },
  eslint.configs.recommended,
  ...tseslint.configs.strictTypeChecked,
  ...tseslint.configs.stylisticTypeChecked,
  {
    languageOptions: {
      parserOptions: {
        projectService: { allowDefaultProject: ['*.js', 'scripts/*.js'] },
        tsconfigRootDir: import.meta.dirname
      }
    },
    rules: {
      eqeqeq: 'error',
      'no-console': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      // Numbers and counts read well in a message; everything else must be made a string on purpose.
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }]
    }
  },
  {
    // The Action speaks through src/report alone; these are programs of their own that print for a person.
    files: ['service/**', 'testing/**', 'scripts/**', 'bench/**'],
    rules: { 'no-console': 'off' }
  },
  {
    // The service is the other side of the API: a mistake in a shared type would hide in both.
    files: ['service/**'],
    rules: { 'no-restricted-imports': ['error', { patterns: ['**/src/**'] }] }
  },
  {
    files: ['**/*.js'],
    extends: [tseslint.configs.disableTypeChecked],
    languageOptions: { globals: { process: 'readonly', console: 'readonly' } }
  },
  prettier
)
