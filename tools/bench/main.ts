// Measures the CPU of the Action and its children against the least that the same task takes, in pairs.
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { UPSERT_PATH } from '../../src/knowledge/api-types.ts'
import { filesOf, git } from '../../testing/git.ts'
import { dispatchEvent, type JobEvent } from '../../testing/github/events.ts'
import { readOptions } from '../../testing/options.ts'
import { Project } from '../../testing/project.ts'
import { isBuilt } from '../sources.ts'
import { runbooksAndPictures } from './runbooks.ts'
import { BenchService, differenceOf, type Rows } from './service.ts'

const USAGE = `npm run bench [-- SIZE… | -- --repository FOLDER]

  measures the CPU of the Action and its children, and prints a Markdown table; it fails if something exceeds its limit

  SIZE…                measures branches of so many runbooks: by default 100, 1400 and 20000
  --repository FOLDER  measures the Markdown files of this clone`

/** By the number of runbooks: how many times the CPU of the floor a push and a first load may take, and MiB that they may use. */
const LIMITS: Readonly<Record<string, { readonly push?: number; readonly load?: number; readonly memory?: number }>> = {
  100: { push: 1.45 },
  1400: { push: 1.45, load: 1.5 },
  // 64, and the files and texts that a run keeps.
  20000: { push: 1.6, memory: 64 + 16 + 112 }
}

/** What people would write instead: it sends every file, and does not look whether it has arrived. */
const SHELL = `find . -name '*.md' -print0 | xargs -0 -P 8 -n 1 sh -c '
  jq -n --arg name "$1" --rawfile content "$1" "{name: \\$name, content: \\$content}" |
  curl -sS -H "authorization: Bearer x" -H "content-type: application/json" --data-binary @- "$0" > /dev/null' "$0"`
const PYTHON = `
import http.client, json, pathlib, sys, urllib.parse
service = urllib.parse.urlsplit(sys.argv[1])
connection = http.client.HTTPConnection(service.netloc)
headers = {'authorization': 'Bearer x', 'content-type': 'application/json'}
for path in pathlib.Path('.').rglob('*.md'):
    body = json.dumps({'name': str(path), 'content': path.read_text()})
    connection.request('POST', service.path, body, headers)
    connection.getresponse().read()`

/** Prints how many MiB are in use at the most after a garbage collection. */
const WATCH = `data:text/javascript,${encodeURIComponent(`
  import { setFlagsFromString } from 'node:v8'
  import { runInNewContext } from 'node:vm'
  setFlagsFromString('--expose-gc')
  const [collect, live] = [runInNewContext('gc'), []]
  setInterval(() => live.push((collect(), process.memoryUsage().heapUsed + process.memoryUsage().external)), 200).unref()
  process.once('exit', () => console.error('MiB: %d', Math.max(...live) >> 20))`)}`

/** Milliseconds that a process takes: of CPU, with its children, and from start to end. */
interface Cost {
  readonly cpu: number
  readonly time: number
}

const NONE: Rows = new Map()
const execute = promisify(execFile)
const options = { repository: { type: 'string' } } as const
const { values, positionals } = readOptions(USAGE, { options, allowPositionals: true })
if (!isBuilt())
  throw new Error('dist/ was built from other sources, and it is what is measured. Run `npm run package`.')
show('measured', 'CPU', 'floor', 'ratio', 'limit', 'time')
show('---', '---', '---', '---', '---', '---')
if (values.repository !== undefined) {
  await measure(Object.fromEntries(await filesOf(resolve(values.repository), 'HEAD')), true)
} else {
  for (const size of positionals.length === 0 ? Object.keys(LIMITS) : positionals)
    await measure(runbooksAndPictures(Number(size)), false)
}

/** Measures first loads of all runbooks, and pushes of one of them, whose list shows all others as they are. */
async function measure(files: Readonly<Record<string, string | Buffer>>, isPublic: boolean): Promise<void> {
  await using service = await BenchService.start()
  // In a public repository titles repeat, and some texts look like credentials.
  const inputs = { 'base-url': service.url, files: '**/*.md', 'entry-name': '{title} ({path})', secrets: 'warn' }
  await using project = await Project.create({ step: { inputs } })
  const { repository, github } = project
  const paths = Object.keys(files).filter((path) => path.endsWith('.md'))
  const [path = '', count] = [paths[0], paths.length]
  const before = await repository.commit(files)
  const after = await repository.change({ [path]: `${files[path]?.toString()}\nMore.\n` })
  // The pack of `fast-import` is thirty times slower to read than one of a server.
  await git(repository.folder, ['repack', '-adfq'])
  const jobOf = async (event: JobEvent) => ({ event, workspace: await repository.checkout(event, 'full') })
  const [load, push] = [dispatchEvent(repository.name, before), project.pushOf({ before, after })]
  const [loadJob, pushJob] = [await jobOf(load), await jobOf(push)]

  const act = async (event: JobEvent, listed: Rows, env = {}): Promise<Cost & { readonly stderr: string }> => {
    service.reset(listed)
    await repository.setHead(event.sha)
    const job = { ...(event === load ? loadJob : pushJob), env, timeout: 600_000 }
    const { result, ...cost } = await costOf(async () => project.run(job))
    if (result.exitCode !== 0) throw new Error(result.log)
    return { ...cost, stderr: result.stderr }
  }
  const start = async (listed: Rows, program: string, ...args: readonly string[]): Promise<Cost> => {
    service.reset(listed)
    return costOf(async () => execute(program, args, { cwd: loadJob.workspace }))
  }
  const floor = async (event: JobEvent, listed: Rows): Promise<Cost> => {
    const args = [repository.folder, event.sha, service.url, `${github.url}/${repository.name}`]
    return start(listed, process.execPath, join(import.meta.dirname, 'floor.ts'), ...args)
  }
  /** The floor sends nothing where it finds the entries of the Action equal. Those of a public repository may need what it does not know. */
  const expectEqual = async (event: JobEvent, listed: Rows, sends: number) => {
    await act(event, listed)
    const { rows, upserts } = service
    await floor(event, rows)
    const { rows: rowsOfFloor, upserts: unequal } = service
    const [other] = Array.from(rowsOfFloor).filter(([name, row]) => rows.get(name) !== row)
    if (other !== undefined && !isPublic) throw new Error(differenceOf(other[1], rows.get(other[0])))
    if (upserts !== sends && !isPublic) throw new Error(`The Action sends ${upserts} entries, not ${sends}.`)
    return { rows, rowsOfFloor, unequal }
  }
  const { rows, rowsOfFloor, unequal } = await expectEqual(load, NONE, count)
  await expectEqual(push, rows, 1)

  const limits = (isPublic ? undefined : LIMITS[count]) ?? {}
  // Many runbooks take minutes.
  const [size, rounds] = [count.toLocaleString('en'), limits.memory === undefined ? 9 : 3]
  const pushOne = async (): Promise<Cost> => act(push, rows)
  for (service.latency of [0, 50]) {
    const name = `push, 1 of ${size}, ${service.latency} ms`
    await compare(name, rounds, pushOne, async () => floor(push, rowsOfFloor), limits.push)
  }
  service.latency = 0
  const loadAll = async (): Promise<Cost> => act(load, NONE)
  await compare(`first load, ${size}`, rounds, loadAll, async () => floor(load, NONE), limits.load)
  if (isPublic) show(`entries that the floor makes otherwise, of ${size}`, String(unequal))
  if (count === 100) {
    service.latency = 20
    // A shim in front of it would take CPU, too.
    const { stdout: python } = await execute('python3', ['-c', 'import sys; print(sys.executable, end="")'])
    const scripts = { 'a shell loop': ['sh', SHELL], 'ten lines of Python': [python, PYTHON] } as const
    for (const [name, [program, text]] of Object.entries(scripts)) {
      const send = async (): Promise<Cost> => start(NONE, program, '-c', text, service.url + UPSERT_PATH)
      await compare(`first load, ${size}, 20 ms, against ${name}`, rounds, loadAll, send)
    }
  }
  if (limits.memory === undefined) return
  const { stderr } = await act(load, NONE, { NODE_OPTIONS: `--import=${WATCH}` })
  const used = Number(/^MiB: (\d+)$/m.exec(stderr)?.[1])
  show(`memory in use, first load, ${size}`, `${used} MiB`, '', '', guard(used, limits.memory, 'MiB'))
  const others = Array.from({ length: 80_000 }, (_, nth): [string, string] => {
    return [`By hand ${nth}`, JSON.stringify({ name: `By hand ${nth}`, data: { content: 'x '.repeat(2048) } })]
  })
  const pushAmongOthers = async (): Promise<Cost> => act(push, new Map([...rows, ...others]))
  await compare(`push, 1 of ${size}, of 100,000 listed, against ${size}`, 1, pushAmongOthers, pushOne, 5.5)
}

async function costOf<T>(work: () => Promise<T>): Promise<Cost & { readonly result: T }> {
  const [cpu, time] = [childrenCpu(), performance.now()]
  const result = await work()
  return { result, cpu: childrenCpu() - cpu, time: performance.now() - time }
}

/** Milliseconds of all processes that have ended, which Linux counts in hundredths of a second. */
function childrenCpu(): number {
  const [user, system] = readFileSync('/proc/self/stat', 'utf8').replace(/.*\) /, '').split(' ').slice(13)
  return (Number(user) + Number(system)) * 10
}

/** Runs both in turn. A ratio is taken within each pair, so that a machine that becomes slower slows both. */
async function compare(
  name: string,
  rounds: number,
  action: () => Promise<Cost>,
  floor: () => Promise<Cost>,
  limit?: number
): Promise<void> {
  const pairs: (readonly [floor: Cost, action: Cost])[] = []
  while (pairs.length < rounds) pairs.push([await floor(), await action()])
  const median = (value: (...pair: readonly [floor: Cost, action: Cost]) => number): number =>
    pairs.map((pair) => value(...pair)).toSorted((one, other) => one - other)[rounds >> 1] ?? NaN
  const costs = [median((_, { cpu }) => cpu), median(({ cpu }) => cpu), median((_, { time }) => time)]
  const [cpu, least, time] = costs.map((cost) => `${cost.toFixed(0)} ms`)
  const ratio = median((least, { cpu }) => cpu / least.cpu)
  show(name, cpu, least, ratio.toFixed(2), guard(ratio, limit, '×'), time)
}

/** A limit as a cell. */
function guard(value: number, limit: number | undefined, unit: string): string {
  if (limit === undefined) return ''
  if (value <= limit) return `${limit} ${unit}`
  process.exitCode = 1
  return `${limit} ${unit} (exceeded)`
}

function show(name: string, cpu = '', floor = '', ratio = '', limit = '', time = ''): void {
  console.log(`| ${[name, cpu, floor, ratio, limit, time].join(' | ')} |`)
}
