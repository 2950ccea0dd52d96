/**
 * Finds what changed between two commits in a fresh process, as a push does, and prints how long that took and how many
 * runbooks it found; the start of Node, the loading of modules and GitHub's answers are not in it.
 *
 *   FOLDER=/a/checkout BASE=… HEAD=…
 */
import { findChanges } from '../../src/changes/find.ts'
import { compilePatterns } from '../../src/changes/patterns.ts'
import type { GitHub } from '../../src/github/github.ts'
import type { Job } from '../../src/github/job.ts'
import { openSource } from '../../src/source/open.ts'

const { FOLDER = '', BASE = '', HEAD = '' } = process.env
const job: Job = {
  trigger: { kind: 'push', before: BASE, after: HEAD, deleted: false },
  repository: 'harbour/handbook',
  ref: 'refs/heads/main',
  sha: HEAD,
  defaultBranch: 'main',
  serverUrl: 'https://github.com',
  apiUrl: 'https://api.github.com',
  workflowPath: '.github/workflows/runbooks.yml',
  runNumber: 2,
  workspace: FOLDER
}
const github: GitHub = {
  lastSuccessfulPush: () => Promise.resolve({ kind: 'found', value: { number: 1, commit: BASE, since: [] } }),
  branchHead: () => Promise.resolve({ kind: 'found', value: HEAD }),
  defaultBranch: () => Promise.resolve({ kind: 'found', value: 'main' })
}
const files = ['docs/runbooks/**/*.md']

const started = performance.now()
const { source } = await openSource(job, { root: '', files, githubToken: undefined })
const inputs = { scope: 'auto', since: undefined, shard: undefined } as const
const choose = compilePatterns(files)
const { range, changed } = await findChanges({ job, inputs, mode: 'sync', source, github, choose })
const time = performance.now() - started
console.log(JSON.stringify({ time, changed: range.kind === 'changed' ? changed.length : NaN }))
await source[Symbol.asyncDispose]()
