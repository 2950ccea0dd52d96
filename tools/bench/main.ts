/**
 * Measures the Action against the least that the same task takes, in pairs, and prints a Markdown table.
 *
 *   npm run bench
 *   npm run bench -- REPOSITORY…     # only what the conversion of these repositories costs
 */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Project } from '../../testing/project.ts'
import { addRunbooks, load, push, type Usage } from './hosted.ts'
import { BenchService } from './service.ts'

/** Pairs of runs, after one that fills the caches of the disk. */
const ROUNDS = 5

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
  const commits = await addRunbooks(project, count)
  const first = await load(project, commits[0], service)
  if (service.upserts !== count) throw new Error(`The first load sent ${service.upserts} entries.`)
  const { rows } = service
  const usages: Usage[] = []
  const pushOne = async (): Promise<number> => {
    service.rows = new Map(rows)
    const usage = await push(project, commits, service)
    usages.push(usage)
    return usage.time
  }
  const size = count.toLocaleString('en')
  if (count === 100) {
    await compare(`a push of one of ${size}, against \`node -e 0\``, 13, pushOne, ['-e', '0'])
    return
  }
  const floor = [join(import.meta.dirname, 'floor.ts'), project.repository.folder, commits[1], service.url]
  for (const latency of [0, 50]) {
    service.latency = latency
    await compare(`a push of one of ${size}, ${latency} ms a request`, 1.8, pushOne, floor)
  }
  if (count < 20_000) return
  show(`a first load of ${size}`, `${(first.time / 1000).toFixed(1)} s`)
  const peak = Math.max(first.memory, ...usages.map(({ memory }) => memory))
  show(`memory for ${size}`, `${peak.toFixed(0)} MiB`, '', '', '400 MiB')
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
