/**
 * Finds which runbooks a push changed, in a fresh process, and prints the milliseconds without its start: as the Action
 * does, or by the same Git commands alone.
 *
 *   node tools/bench/children/detection.ts action|git workspace tip commits
 *
 * Of the commits before the tip, the first one was delivered, and runs for all others failed.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findBase } from '../../../src/changes/base.ts'
import { changesSince } from '../../../src/changes/changes.ts'
import { Patterns } from '../../../src/branch/patterns.ts'
import type { Job } from '../../../src/job/event.ts'
import { openSource } from '../../../src/branch/checkout.ts'
import { git, gitBytes } from '../../../testing/git.ts'

const [what, workspace = '', tip = '', commits = ''] = process.argv.slice(2)
const earlier = (await git(workspace, ['rev-list', `--max-count=${commits}`, `${tip}^`])).split('\n')
const folder = await mkdtemp(join(tmpdir(), 'runbook-sync-bench-'))
const started = performance.now()
await (what === 'action' ? findByAction() : runGit())
console.log(performance.now() - started)
await rm(folder, { recursive: true })

/** With the records of GitHub, the newest one first. */
async function findByAction(): Promise<void> {
  const repository = 'harbour/handbook'
  const job = { repository, sha: tip, serverUrl: 'http://127.0.0.1:9', workspace, temp: folder } as Job
  await using files = await openSource({ root: '', githubToken: undefined }, job, process.env, () => undefined)
  const settings = { settings: {}, access: '', workflow: '' }
  const result = { refused: 0, listShows: undefined }
  const records = earlier.map((sha, at) => {
    const payload = { ...settings, full: false, run: 1, attempt: 1, number: 1, key: String(at) }
    return { commit: sha, createdAt: 0, endedAt: 0, ...result, succeeded: at === earlier.length - 1, payload }
  })
  const { matches } = new Patterns(['docs/runbooks/**/*.md'])
  const changes = await changesSince(files, matches, tip, findBase({ kind: 'records', records }, settings))
  if (changes.isFull || changes.earlier.size === 0) throw new Error(changes.reason)
}

/** What the Action starts, in the same order. */
async function runGit(): Promise<void> {
  const run = (args: readonly string[], input = ''): Promise<Buffer> => gitBytes(workspace, args, { input })
  await run(['rev-parse', '--git-path', 'objects'])
  await run(['init', '--quiet', '--bare', '--template=', join(folder, 'git')])
  await run(['cat-file', '--batch-command'], [tip, ...earlier].map((commit) => `info ${commit}\n`).join(''))
  for (const commits of [earlier.slice(-1), earlier.slice(0, -1)]) {
    if (commits.length === 0) continue
    const input = commits.map((commit) => `${tip} ${commit}\n`).join('')
    await run(['diff-tree', '-r', '-z', '--raw', '--no-renames', '--stdin', '--no-commit-id'], input)
  }
  await run(['ls-tree', '-r', '-z', '--full-tree', tip])
}
