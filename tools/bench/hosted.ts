import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { dispatchEvent, type JobEvent } from '../../testing/github/events.ts'
import { git } from '../../testing/git.ts'
import type { Project } from '../../testing/project.ts'
import { runbooks } from './runbooks.ts'
import type { BenchService } from './service.ts'

/** What a run of the Action took. */
export interface Usage {
  /** Milliseconds from its start to its end. */
  readonly time: number
  /** MiB of memory at the most. */
  readonly memory: number
}

/** Makes `count` runbooks in a repository, and a push that changes one of them. @returns the commits before and after the push. */
export async function addRunbooks({ repository: { folder } }: Project, count: number): Promise<[string, string]> {
  await git(folder, ['fast-import', '--quiet'], { input: importOf(count, 0) + importOf(1, 1) })
  // The pack of `fast-import` is thirty times slower to read than one of a server.
  await git(folder, ['repack', '-adfq'])
  const [before = '', after = ''] = (await git(folder, ['rev-list', '--reverse', 'main'])).split('\n')
  return [before, after]
}

/** A commit of runbooks, for `git fast-import`. */
function importOf(count: number, revision: number): string {
  const lines = Array.from(
    runbooks(count, revision),
    ([path, text]) => `M 100644 inline ${path}\ndata ${Buffer.byteLength(text)}\n${text}\n`
  )
  const committer = 'Robin Moran <robin@harbour.example> 1767600000 +0000'
  return `commit refs/heads/main\ncommitter ${committer}\ndata 0\n${lines.join('')}`
}

/** Sends all runbooks of a commit. */
export function load(project: Project, commit: string, service: BenchService): Promise<Usage> {
  return run(project, dispatchEvent(project.repository.name, commit), service)
}

export async function push(project: Project, [before, after]: [string, string], service: BenchService): Promise<Usage> {
  service.upserts = 0
  const usage = await run(project, project.pushOf({ before, after }), service)
  if (service.upserts !== 1) throw new Error(`The push sent ${service.upserts} entries.`)
  return usage
}

async function run(project: Project, event: JobEvent, service: BenchService): Promise<Usage> {
  await project.repository.setHead(event.sha)
  const env = { NODE_OPTIONS: `--import=${PRELOAD}`, PEAK: join(project.folder, 'peak') }
  const inputs = { 'base-url': service.url }
  const job = await project.run({ event, checkout: 'full', inputs, env, timeout: 600_000 })
  if (job.exitCode !== 0) throw new Error(job.log)
  return { time: job.milliseconds, memory: Number(await readFile(env.PEAK, 'utf8')) / 1024 }
}

/** Writes Linux's own count of memory at the end: `maxRSS` begins with what the parent held when it forked. */
const PRELOAD = `data:text/javascript,${encodeURIComponent(`
  import { readFileSync, writeFileSync } from 'node:fs'
  process.once('exit', () => {
    writeFileSync(process.env.PEAK, /VmHWM:\\s+(\\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))[1])
  })`)}`
