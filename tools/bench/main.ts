// Measures the CPU of the Action and its children against the least that the same task takes, in pairs.
import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { git } from '../../testing/git.ts'
import { dispatchEvent, type JobEvent } from '../../testing/github/events.ts'
import { readOptions } from '../../testing/options.ts'
import { Project } from '../../testing/project.ts'
import { runbooks } from './runbooks.ts'
import { BenchService } from './service.ts'

const USAGE = `npm run bench [-- --before FOLDER | -- REPOSITORY…]

  measures the CPU of the Action and its children, and prints a Markdown table

  --before FOLDER  compares first loads with another build of the Action
  REPOSITORY…      measures only what the conversion of these repositories costs`

/** Pairs of runs, after one that fills the caches of the disk; fewer of those that take minutes. */
const ROUNDS = 9
const FEW_ROUNDS = 3
const MANY = 20_000

/** What a process has taken, by its own count at its end. */
interface Cost {
  /** Milliseconds, of the process and its children. */
  readonly cpu: number
  /** Milliseconds from start to end. */
  readonly time: number
  /** MiB at the most: of all memory, by Linux's own count, and of what was in use after a garbage collection. */
  readonly peak: number
  readonly heap: number
}

/** Linux counts CPU of children in hundredths of a second. Garbage is collected only if `LIVE` is set, because that takes CPU. */
const PRELOAD = `data:text/javascript,${encodeURIComponent(`
  import { readFileSync, writeFileSync } from 'node:fs'
  let heap = 0
  if (process.env.LIVE) {
    (await import('node:v8')).setFlagsFromString('--expose-gc')
    const collect = (await import('node:vm')).runInNewContext('gc')
    setInterval(() => {
      collect()
      const { heapUsed, external } = process.memoryUsage()
      heap = Math.max(heap, heapUsed + external)
    }, 200).unref()
  }
  process.once('exit', () => {
    const { user, system } = process.cpuUsage()
    const [children, more] = readFileSync('/proc/self/stat', 'utf8').replace(/.*\\) /, '').split(' ').slice(13)
    const [, peak] = /VmHWM:\\s+(\\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))
    const cpu = (user + system) / 1000 + (Number(children) + Number(more)) * 10
    writeFileSync(process.env.COST, JSON.stringify({ cpu, peak: peak / 1024, heap: heap / 2 ** 20 }))
  })`)}`

/** What people would write instead: it sends every file, and does not look whether it has arrived. */
const LOOP = `find . -name '*.md' -print0 | xargs -0 -P 8 -n 1 sh -c '
  jq -n --arg name "$1" --rawfile content "$1" "{name: \\$name, content: \\$content}" |
  curl -sS -H "authorization: Bearer x" -H "content-type: application/json" --data-binary @- "$0" > /dev/null'`

const { values, positionals: repositories } = readOptions(USAGE, {
  options: { before: { type: 'string' } },
  allowPositionals: true
})
const { before } = values
console.log('| measured | CPU | floor | ratio | limit | time |\n| --- | --- | --- | --- | --- | --- |')
for (const repository of repositories) {
  const args = [join(import.meta.dirname, 'convert.ts'), repository]
  show(`the conversion of ${repository}`, (await promisify(execFile)(process.execPath, args)).stdout.trim())
}
if (repositories.length === 0) for (const count of [100, 300, 1400, MANY]) await measure(count)

/** The first load of `count` runbooks, and pushes of one of them, whose list shows all others as they are. */
async function measure(count: number): Promise<void> {
  await using service = await BenchService.start()
  await using project = await Project.create()
  const { folder, name } = project.repository
  await git(folder, ['fast-import', '--quiet'], { input: importOf(count, 0) + importOf(1, 1) })
  // The pack of `fast-import` is thirty times slower to read than one of a server.
  await git(folder, ['repack', '-adfq'])
  const [first = '', second = ''] = (await git(folder, ['rev-list', '--reverse', 'main'])).split('\n')
  const cost = join(project.folder, 'cost')
  const size = count.toLocaleString('en')

  const run = async (
    event: JobEvent,
    rows: ReadonlyMap<string, string>,
    { inputs, ...more }: { readonly action?: string; readonly inputs?: Readonly<Record<string, string>> },
    env = {}
  ): Promise<Cost> => {
    service.rows = new Map(rows)
    service.upserts = 0
    await project.repository.setHead(event.sha)
    const variables = { NODE_OPTIONS: `--import=${PRELOAD}`, COST: cost, ...env }
    const given = { 'base-url': service.url, ...inputs }
    const job = await project.run({ event, checkout: 'full', inputs: given, env: variables, timeout: 600_000, ...more })
    if (job.exitCode !== 0) throw new Error(job.log)
    return { ...(JSON.parse(await readFile(cost, 'utf8')) as Cost), time: job.milliseconds }
  }
  const load = async (more: Parameters<typeof run>[2] = {}): Promise<Cost> => {
    const taken = await run(dispatchEvent(name, first), new Map(), more)
    if (service.upserts !== count) throw new Error(`The first load sent ${service.upserts} entries.`)
    return taken
  }
  const node = async (...args: readonly string[]): Promise<Cost> => {
    const started = performance.now()
    const env = { ...process.env, NODE_OPTIONS: `--import=${PRELOAD}`, COST: cost }
    await promisify(execFile)(process.execPath, args, { env, cwd: workspace })
    return { ...(JSON.parse(await readFile(cost, 'utf8')) as Cost), time: performance.now() - started }
  }
  const workspace = await project.repository.checkout(dispatchEvent(name, first), 'full')

  await load()
  const { rows } = service
  const pushOne = async (shown = rows, env = {}): Promise<Cost> => {
    const taken = await run(project.pushOf({ before: first, after: second }), shown, {}, env)
    if (service.upserts !== 1) throw new Error(`The push sent ${service.upserts} entries.`)
    return taken
  }
  const rounds = count < MANY ? ROUNDS : FEW_ROUNDS
  if (count === 300) {
    service.latency = 20
    const loop = `require('child_process').execFileSync('sh', ['-c', process.argv[1] + ' ' + process.argv[2]])`
    const shell = () => node('-e', loop, LOOP, `${service.url}/personal/v1/knowledge/upsert`)
    await compare('first load, 300, 20 ms, against a shell loop', '', rounds, load, shell)
    return
  }
  const floor = (...options: readonly string[]): Promise<Cost> => {
    service.rows = new Map(rows)
    const script = join(import.meta.dirname, 'floor.ts')
    return count === 100 ? node('-e', '0') : node(script, folder, second, service.url, ...options)
  }
  const limits = { 100: '20 ×, of `node -e 0`', 1400: '1.3 ×', [MANY]: '1.35 ×' } as Record<number, string>
  let middle: Cost | undefined
  for (const latency of [0, 50]) {
    service.latency = latency
    middle = await compare(`push, 1 of ${size}, ${latency} ms`, limits[count] ?? '', rounds, pushOne, floor)
  }
  service.latency = 0
  if (count === 100 || middle === undefined) return
  await compare(`push, 1 of ${size}, 0 ms, the floor with our rule`, '', rounds, pushOne, () => floor('jump'))
  const other = before === undefined ? undefined : () => load({ action: before })
  const loads = other === undefined || count < MANY ? rounds : 1
  await compare(`first load, ${size}`, '', loads, load)
  // That build did not look for credentials.
  const same = (): Promise<Cost> => load({ inputs: { secrets: 'send' } })
  if (other !== undefined)
    await compare(`first load, ${size}, \`secrets: send\``, '0.6 ×, of the build before', loads, same, other)
  if (count < MANY) return
  const live = await run(dispatchEvent(name, first), new Map(), {}, { LIVE: '1' })
  show(`memory in use, first load, ${size}`, `${live.heap.toFixed(0)} MiB`, '', '', '64 MiB + kept texts')
  show(`memory at the most, first load, ${size}`, `${live.peak.toFixed(0)} MiB`)
  const row = (nth: number) =>
    JSON.stringify({ id: `${nth}`, name: `By hand ${nth}`, data: { content: 'x '.repeat(2048) } })
  const others = Array.from({ length: 4 * MANY }, (_, nth) => [`By hand ${nth}`, row(nth)] as const)
  const listed = await pushOne(new Map([...rows, ...others]))
  const [value, ratio] = [`${listed.cpu.toFixed(0)} ms`, (listed.cpu / middle.cpu).toFixed(2)]
  show(`push, 1 of ${size}, of 100,000 listed`, value, `${middle.cpu.toFixed(0)} ms`, ratio, '5.5 ×, of 20,000 listed')
}

/** A commit of runbooks, for `git fast-import`. */
function importOf(count: number, revision: number): string {
  const lines = runbooks(count, revision).map(
    ([path, text]) => `M 100644 inline ${path}\ndata ${Buffer.byteLength(text)}\n${text}\n`
  )
  const committer = 'Robin Moran <robin@harbour.example> 1767600000 +0000'
  return `commit refs/heads/main\ncommitter ${committer}\ndata 0\n${lines.join('')}`
}

/** Runs both in turn. A ratio is taken within each pair, so that a machine that becomes slower slows both. @returns the median. */
async function compare(
  name: string,
  limit: string,
  rounds: number,
  action: () => Promise<Cost>,
  floor?: () => Promise<Cost>
): Promise<Cost> {
  const pairs: { readonly action: Cost; readonly floor: Cost | undefined }[] = []
  for (let round = 0; round <= rounds; round++) {
    const pair = { floor: await floor?.(), action: await action() }
    if (round > 0 || rounds === 1) pairs.push(pair)
  }
  const of = (value: (pair: (typeof pairs)[number]) => number): number =>
    pairs.map(value).toSorted((one, other) => one - other)[pairs.length >> 1] ?? NaN
  const [cpu, least] = [of((pair) => pair.action.cpu), of((pair) => pair.floor?.cpu ?? NaN)]
  const [time, ratio] = [of((pair) => pair.action.time), of((pair) => pair.action.cpu / (pair.floor?.cpu ?? NaN))]
  const against = floor === undefined ? ['', ''] : [`${least.toFixed(0)} ms`, ratio.toFixed(2)]
  show(name, `${cpu.toFixed(0)} ms`, against[0], against[1], limit, `${time.toFixed(0)} ms`)
  return { cpu, time, peak: 0, heap: 0 }
}

function show(name: string, cpu: string, floor = '', ratio = '', limit = '', time = ''): void {
  console.log(`| ${[name, cpu, floor, ratio, limit, time].join(' | ')} |`)
}
