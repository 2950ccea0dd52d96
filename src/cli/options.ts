import { INPUT_OPTIONS } from '../job/inputs.ts'

/** What the help says of each command. */
export const COMMANDS = {
  plan: {
    does: 'Shows what a sync would do, and writes nothing.',
    example: "runbook-sync plan --diff --files 'docs/runbooks/**'"
  },
  sync: {
    does: 'Delivers the runbooks of HEAD.',
    example: 'runbook-sync sync --replace docs/runbooks/disk-full.md'
  },
  pull: {
    does: 'Writes edits of the assistant into the files of the work tree.',
    example: 'runbook-sync pull && git diff'
  },
  list: {
    does: 'Shows each entry of the knowledge base, and its state.',
    example: 'runbook-sync list --json'
  },
  check: {
    does: 'Checks the token, and what the list of the assistant shows.',
    example: 'runbook-sync check --base-url https://assistant.example.com/api'
  },
  alerts: {
    does: 'Says which alerts have no runbook.',
    example: 'runbook-sync alerts --rules ../monitoring/rules'
  }
} as const

export type CommandName = keyof typeof COMMANDS

interface OptionRow {
  readonly name: string
  /** Those that have it. */
  readonly commands: readonly CommandName[]
  /** Those whose help has it above *More*. */
  readonly first?: readonly CommandName[]
  /** What stands for its value in the help. A flag has none. */
  readonly value?: string
  readonly help: string
  /** The form of a value. */
  readonly validate?: RegExp
  readonly isRepeated?: true
  /** The option that must not be given beside it. */
  readonly conflicts?: string
}

/** Those that need the runbooks of a repository. */
const REPOSITORY = ['plan', 'sync', 'pull', 'list'] as const
const ANY_FOLDER = /\S/
/** A name of Git that is no option of it. */
const REF = /^[^-\p{Cc}\s][^\p{Cc}\s]*$/u
const SEVERAL = 'May be given several times.'

/** All options. The help of a command has them in this order. */
const TABLE = [
  {
    name: 'base-url',
    commands: [...REPOSITORY, 'check'],
    first: ['pull', 'list', 'check'],
    value: 'URL',
    help: "Address of the assistant's API, without `/personal/v1/…`."
  },
  {
    name: 'diff',
    commands: ['plan'],
    first: ['plan'],
    help: 'Shows what would change in each entry. Without it, only a terminal shows edits.'
  },
  {
    name: 'staged',
    commands: ['plan'],
    first: ['plan'],
    help: 'Reads what is staged instead of HEAD, as a pre-commit hook needs it.',
    conflicts: 'worktree'
  },
  {
    name: 'replace',
    commands: ['plan', 'sync'],
    first: ['sync'],
    value: 'PATH',
    help: `Takes this file instead of the text that a person wrote, which is saved. ${SEVERAL}`,
    isRepeated: true
  },
  {
    name: 'saved',
    commands: ['sync'],
    first: ['sync'],
    value: 'DIR',
    help: 'Folder for the texts of people that are replaced. Default: a new one for temporary files.',
    validate: ANY_FOLDER
  },
  {
    name: 'rules',
    commands: ['alerts'],
    first: ['alerts'],
    value: 'PATH',
    help: `File or folder with alerting rules, also outside of the repository. ${SEVERAL}`,
    validate: ANY_FOLDER,
    isRepeated: true
  },
  {
    name: 'files',
    commands: [...REPOSITORY, 'alerts'],
    first: [...REPOSITORY, 'alerts'],
    value: 'PATTERN',
    help: `Which files are runbooks; \`!\` in front leaves files out. ${SEVERAL} Default: docs/runbooks/**/*.md.`,
    isRepeated: true
  },
  {
    name: 'json',
    commands: [...REPOSITORY, 'check', 'alerts'],
    first: ['pull', 'list', 'check', 'alerts'],
    help: 'Prints the report as JSON, and everything else on standard error.'
  },
  {
    name: 'verbose',
    commands: [...REPOSITORY, 'check'],
    first: ['check'],
    help: 'Prints each request on standard error.'
  },
  {
    name: 'worktree',
    commands: ['plan'],
    help: 'Reads the files on the disk instead of HEAD.'
  },
  {
    name: 'since',
    commands: ['plan'],
    value: 'COMMIT',
    help: 'Fails only for files that changed since this commit, for example the base of a merge request.',
    validate: REF
  },
  {
    name: 'exit-code',
    commands: ['plan'],
    help: 'Ends with 3 if a sync would send something.'
  },
  {
    name: 'entry-name',
    commands: REPOSITORY,
    value: 'TEMPLATE',
    help: 'Names of the entries, from `{title}`, `{path}`, `{dir}`, `{stem}` and `{repository}`. Default: {title}.'
  },
  {
    name: 'front-matter',
    commands: REPOSITORY,
    value: 'WORD',
    help: '`strip` leaves it out, `keep` leaves it in. Default: strip.'
  },
  {
    name: 'on-conflict',
    commands: ['plan', 'sync'],
    value: 'WORD',
    help: '`keep` leaves a text that a person wrote, and fails; `replace` saves and replaces it. Default: keep.'
  },
  {
    name: 'removed',
    commands: ['plan', 'sync'],
    value: 'WORD',
    help: '`report` names an entry whose runbook is gone, `retire` also replaces its text with a note. Default: report.'
  },
  {
    name: 'confirm-within',
    commands: ['sync'],
    value: 'SECONDS',
    help: 'How long the list may take to show what was sent, 10 to 3600. Default: 120.'
  },
  {
    name: 'alerts',
    commands: ['alerts'],
    value: 'PATTERN',
    help: `Files of the repository with alerting rules. ${SEVERAL}`,
    isRepeated: true
  },
  {
    name: 'allow-stale',
    commands: ['sync'],
    help: 'Sends HEAD although the branch of the remote has another commit.'
  },
  {
    name: 'yes',
    commands: ['sync'],
    help: 'Goes on where a sync would stop, because no API can undo what it does.'
  },
  {
    name: 'workflow',
    commands: [...REPOSITORY, 'alerts'],
    value: 'FILE',
    help: 'Workflow that has the options, or `none`. Default: the only one that uses the Action.'
  },
  {
    name: 'repository',
    commands: [...REPOSITORY, 'alerts'],
    value: 'OWNER/NAME',
    help: 'Where the files are for a browser. Default: where the remote is.',
    validate: /^[\w.%-]+(?:\/[\w.%-]+)+$/
  },
  {
    name: 'server-url',
    commands: [...REPOSITORY, 'alerts'],
    value: 'URL',
    help: 'The server of the repository. Default: that of the remote.',
    validate: /^https?:\/\/[^\s/@?#][^\s@?#]*$/
  },
  {
    name: 'forge',
    commands: [...REPOSITORY, 'alerts'],
    value: 'NAME',
    help: 'What the server runs, which decides how links look: github, gitlab or other. Default: by its name.',
    validate: /^(?:github|gitlab|other)$/
  },
  {
    name: 'branch',
    commands: [...REPOSITORY, 'alerts'],
    value: 'NAME',
    help: 'The branch whose runbooks the assistant has. Default: that of the remote.',
    validate: REF
  }
] as const satisfies readonly OptionRow[]

export type OptionName = (typeof TABLE)[number]['name']

export const OPTIONS: readonly (OptionRow & { readonly name: OptionName })[] = TABLE

/** The options that are inputs of the Action, too. */
export const INPUT_NAMES: readonly OptionName[] = [
  ...new Set(OPTIONS.map(({ name }) => name).filter((name) => INPUT_OPTIONS.includes(name)))
]

/** The variable that stands for an option with a value. */
export function variableOf(option: OptionName | 'token'): string {
  return `RUNBOOK_SYNC_${option.toUpperCase().replaceAll('-', '_')}`
}
