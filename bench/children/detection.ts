/**
 * Finds which runbooks a push changed, in a fresh process, and prints the milliseconds without its start: as the Action
 * does, or by the same Git commands alone.
 *
 *   node bench/children/detection.ts action|git workspace base tip
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { compilePatterns, findChanges, findFollowedBranch } from '../../src/changes/changes.ts'
import type { Job } from '../../src/event.ts'
import { openFiles } from '../../src/git/git.ts'
import type { GitHub, WorkflowRun } from '../../src/github/github.ts'
import { gitBytes } from '../../testing/git.ts'

const [what, workspace = '', base = '', tip = ''] = process.argv.slice(2)
const folder = await mkdtemp(join(tmpdir(), 'runbook-sync-bench-'))
const started = performance.now()
await (what === 'action' ? findByAction() : runGit())
console.log(performance.now() - started)
await rm(folder, { recursive: true })

/** GitHub's answers are there at once. */
async function findByAction(): Promise<void> {
  const run: WorkflowRun = {
    ...{ id: 1, number: 1, attempt: 1, event: 'push', commit: base, completed: true, succeeded: true },
    ...{ createdAt: 0, updatedAt: 0 }
  }
  const own = { ...run, id: 2, number: 2, commit: tip, completed: false, succeeded: false }
  const github = {
    runs: () => Promise.resolve([own, run]),
    branchHead: () => Promise.resolve(tip)
  } as unknown as GitHub
  const repository = 'harbour/handbook'
  const job: Job = {
    trigger: { kind: 'push', before: base, forced: false, deleted: false },
    ...{ repository, ref: 'refs/heads/main', branch: 'main', sha: tip, defaultBranch: 'main', isPrivate: true },
    ...{
      serverUrl: 'http://127.0.0.1:9',
      workflowFile: 'runbooks.yml',
      runId: 2,
      runNumber: 2,
      runAttempt: 1,
      workspace,
      temp: folder
    }
  }
  const diagnose = (): void => undefined
  await using files = await openFiles({ root: '', githubToken: undefined }, job, process.env, diagnose)
  const inputs = { scope: 'auto', since: undefined, shard: undefined } as const
  const followed = await findFollowedBranch({ job, inputs, mode: 'sync', github })
  const changes = await findChanges({
    ...{ job, inputs, mode: 'sync', files, github, followed },
    matches: compilePatterns(['docs/runbooks/**/*.md']),
    diagnose
  })
  if (changes.kind !== 'range' || changes.changed.length === 0) throw new Error(changes.reason)
}

/** What the Action starts, in the same order. */
async function runGit(): Promise<void> {
  const run = (args: readonly string[], input = ''): Promise<Buffer> => gitBytes(workspace, args, { input })
  await run(['rev-parse', '--git-path', 'objects'])
  await run(['init', '--quiet', '--bare', '--template=', join(folder, 'git')])
  await run(['cat-file', '--batch-command'], `info ${tip}\ninfo ${tip}\ninfo ${base}\n`)
  await run(['merge-base', '--octopus', base, tip])
  const edges = await run(['rev-list', '--topo-order', '--parents', `${base}..${tip}`])
  const diff = ['diff-tree', '-r', '-z', '--raw', '--no-renames', '--stdin', '--no-commit-id']
  await run(diff, edges.toString())
  await run(['ls-tree', '-r', '-z', '--full-tree', tip])
}
