import { stringify } from 'yaml'

/** What the file of a workflow is made from. */
interface PipelineInput {
  /** The default branch. */
  readonly branch: string
  readonly baseUrl: string
  readonly files: readonly string[]
  /** Template of the names of entries. */
  readonly entryName: string
}

/** A file that syncs runbooks in a CI. */
export interface Pipeline {
  /** From the root of the repository. */
  readonly path: string
  readonly text: (input: PipelineInput) => string
}

/** The commit of this repository that README.md names. */
const VERSION = 'c6d6bc389eb77432dded7dcd1fbf8742421b964d'

/** The default of `entry-name`. */
const DEFAULT_NAME = '{title}'

/** That of README.md. */
export const GITHUB_WORKFLOW: Pipeline = {
  path: '.github/workflows/runbooks.yml',
  text: ({ branch, baseUrl, files, entryName }) => `on:
  push: { branches: ${stringify([branch], FLOW).trim()} }
  workflow_dispatch: { inputs: { on-conflict: { type: choice, options: [keep, replace] } } }
permissions: { contents: read }
jobs:
  runbooks:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v7
      - uses: runbook-sync/runbook-sync@${VERSION}
        with:
          token: \${{ secrets.RUNBOOK_SYNC_TOKEN }}
          base-url: ${scalar(baseUrl)}
          files: ${lines(files, 12)}
          on-conflict: \${{ inputs.on-conflict }}
${entryName === DEFAULT_NAME ? '' : `          entry-name: ${scalar(entryName)}\n`}`
}

/** The short form of examples/gitlab-ci.yml. */
export const GITLAB_PIPELINE: Pipeline = {
  path: '.gitlab-ci.yml',
  text: ({ baseUrl, files, entryName }) => `runbooks:
  image: node:24
  rules:
    - if: $CI_COMMIT_BRANCH == $CI_DEFAULT_BRANCH
  resource_group: knowledge-base # one at a time
  variables:
    RUNBOOK_SYNC_BASE_URL: ${scalar(baseUrl)}
    RUNBOOK_SYNC_FILES: ${lines(files, 6)}
${entryName === DEFAULT_NAME ? '' : `    RUNBOOK_SYNC_ENTRY_NAME: ${scalar(entryName)}\n`}  script:
    - git clone --quiet https://github.com/runbook-sync/runbook-sync /tmp/runbook-sync
    - git -C /tmp/runbook-sync checkout --quiet ${VERSION}
    - git fetch --quiet origin "$CI_DEFAULT_BRANCH" # the newest commit, also in a job that waited
    - git checkout --quiet FETCH_HEAD
    - node /tmp/runbook-sync/dist/cli.js sync
`
}

const FLOW = { collectionStyle: 'flow', flowCollectionPadding: false, lineWidth: 0 } as const

/** A text as a value of YAML, on one line. */
function scalar(text: string): string {
  return stringify(text, { lineWidth: 0, singleQuote: true }).trim()
}

/** One line as a value, several as a block. */
function lines(texts: readonly string[], indentation: number): string {
  const [only = ''] = texts
  if (texts.length === 1) return scalar(only)
  return ['|', ...texts.map((text) => `${' '.repeat(indentation)}${text}`)].join('\n')
}
