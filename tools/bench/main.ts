/**
 * Measures the Action against the least that the same task takes, in pairs, and prints a Markdown table.
 *
 *   npm run bench
 *   npm run bench -- REPOSITORY…     # only what the conversion of these repositories costs
 */
import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { git } from '../../testing/git.ts'
import { dispatchEvent, type JobEvent } from '../../testing/github/events.ts'
import { Project } from '../../testing/project.ts'
import { runbooks } from './runbooks.ts'
import { BenchService } from './service.ts'

/** Pairs of runs, after one that fills the caches of the disk. */
const ROUNDS = 5

/** Writes Linux's own count of memory at the end: `maxRSS` begins with what the parent held when it forked. */
const PRELOAD = `data:text/javascript,${encodeURIComponent(`
  import { readFileSync, writeFileSync } from 'node:fs'
  process.once('exit', () => {
    writeFileSync(process.env.PEAK, /VmHWM:\\s+(\\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))[1])
  })`)}`

const repositories = process.argv.slice(2)
console.log('| measured | Action | floor | ratio | limit |\n| --- | --- | --- | --- | --- |')
for (const repository of repositories) {
  const output = await runNode(join(import.meta.dirname, 'convert.ts'), repository)
  show(`the conversion of ${repository}`, output.trim())
}
if (repositories.length === 0) for (const count of [100, 1400, 20_000]) await measure(count)

/** The first load of `count` runbooks, and pushes of one of them, whose list shows all others as they are. */
async function measure(count: number): Promise<void> {
  await using service = await BenchService.start()
  await using project = await Project.create()
  const { folder, name } = project.repository
  await git(folder, ['fast-import', '--quiet'], { input: importOf(count, 0) + importOf(1, 1) })
  // The pack of `fast-import` is thirty times slower to read than one of a server.
  await git(folder, ['repack', '-adfq'])
  const [before = '', after = ''] = (await git(folder, ['rev-list', '--reverse', 'main'])).split('\n')
  const first = await run(project, dispatchEvent(name, before), service)
  if (service.upserts !== count) throw new Error(`The first load sent ${service.upserts} entries.`)
  const { rows } = service
  let peak = first.memory
  const pushOne = async (): Promise<number> => {
    service.rows = new Map(rows)
    service.upserts = 0
    const { time, memory } = await run(project, project.pushOf({ before, after }), service)
    if (service.upserts !== 1) throw new Error(`The push sent ${service.upserts} entries.`)
    peak = Math.max(peak, memory)
    return time
  }
  const size = count.toLocaleString('en')
  if (count === 100) {
    await compare(`a push of one of ${size}, against \`node -e 0\``, 13, pushOne, ['-e', '0'])
    return
  }
  const floor = [join(import.meta.dirname, 'floor.ts'), folder, after, service.url]
  for (const latency of [0, 50]) {
    service.latency = latency
    await compare(`a push of one of ${size}, ${latency} ms a request`, 1.8, pushOne, floor)
  }
  if (count < 20_000) return
  show(`a first load of ${size}`, `${(first.time / 1000).toFixed(1)} s`)
  show(`memory for ${size}`, `${peak.toFixed(0)} MiB`, '', '', '400 MiB')
}

/** A commit of runbooks, for `git fast-import`. */
function importOf(count: number, revision: number): string {
  const lines = runbooks(count, revision).map(
    ([path, text]) => `M 100644 inline ${path}\ndata ${Buffer.byteLength(text)}\n${text}\n`
  )
  const committer = 'Robin Moran <robin@harbour.example> 1767600000 +0000'
  return `commit refs/heads/main\ncommitter ${committer}\ndata 0\n${lines.join('')}`
}

/** Milliseconds from the start to the end of a run of the Action, and MiB of memory at the most. */
async function run(project: Project, event: JobEvent, { url }: BenchService) {
  await project.repository.setHead(event.sha)
  const env = { NODE_OPTIONS: `--import=${PRELOAD}`, PEAK: join(project.folder, 'peak') }
  const job = await project.run({ event, checkout: 'full', inputs: { 'base-url': url }, env, timeout: 600_000 })
  if (job.exitCode !== 0) throw new Error(job.log)
  return { time: job.milliseconds, memory: Number(await readFile(env.PEAK, 'utf8')) / 1024 }
}

/** Runs both in turn. A ratio is taken within each pair, so that a machine that becomes slower slows both. */
async function compare(name: string, limit: number, action: () => Promise<number>, floor: readonly string[]) {
  const pairs: { readonly action: number; readonly floor: number }[] = []
  for (let round = 0; round <= ROUNDS; round++) {
    const started = performance.now()
    await runNode(...floor)
    const pair = { floor: performance.now() - started, action: await action() }
    if (round > 0) pairs.push(pair)
  }
  const ratio = median(pairs.map((pair) => pair.action / pair.floor))
  const [value, least] = [median(pairs.map((pair) => pair.action)), median(pairs.map((pair) => pair.floor))]
  show(name, `${value.toFixed(0)} ms`, `${least.toFixed(0)} ms`, ratio.toFixed(2), `${limit} ×`)
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[values.length >> 1] ?? NaN
}

function show(name: string, action: string, floor = '', ratio = '', limit = ''): void {
  console.log(`| ${[name, action, floor, ratio, limit].join(' | ')} |`)
}

async function runNode(...args: readonly string[]): Promise<string> {
  return (await promisify(execFile)(process.execPath, args)).stdout
}
