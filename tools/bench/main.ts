/**
 * Measures the Action against the least that the same task takes, in pairs, and prints a Markdown table.
 *
 *   npm run bench
 *   npm run bench -- REPOSITORY…     # only what the conversion of these repositories costs
 */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Hosted, type Usage } from './hosted.ts'
import { BenchService } from './service.ts'

/** Pairs of runs, after one that fills the caches of the disk. */
const ROUNDS = 5

interface Row {
  readonly name: string
  readonly value: string
  readonly floor?: string
  /** Of both, the median of all pairs. */
  readonly ratio?: number
  readonly limit?: string
}

async function runNode(...args: readonly string[]): Promise<string> {
  return (await promisify(execFile)(process.execPath, args)).stdout
}

async function timed(run: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await run()
  return performance.now() - started
}

/** Runs both in turn. A ratio is taken within each pair, so that a machine that becomes slower slows both. */
async function compare(name: string, limit: number, action: () => Promise<number>, floor: () => Promise<unknown>) {
  const pairs: { readonly action: number; readonly floor: number }[] = []
  for (let round = 0; round <= ROUNDS; round++) {
    const least = await timed(floor)
    const taken = await action()
    if (round > 0) pairs.push({ action: taken, floor: least })
  }
  const ratio = median(pairs.map((pair) => pair.action / pair.floor))
  const [value, least] = [median(pairs.map((pair) => pair.action)), median(pairs.map((pair) => pair.floor))]
  show({ name, value: `${value.toFixed(0)} ms`, floor: `${least.toFixed(0)} ms`, ratio, limit: `${limit} ×` })
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[values.length >> 1] ?? NaN
}

function show({ name, value, floor = '', ratio, limit = '' }: Row): void {
  console.log(`| ${[name, value, floor, ratio?.toFixed(2) ?? '', limit].join(' | ')} |`)
}

/** A push of one runbook whose list shows all others as they are. */
async function pushes(): Promise<void> {
  await using service = await BenchService.start()
  for (const count of [100, 1400, 20_000]) {
    await using hosted = await Hosted.create(count)
    const load = await hosted.load(service)
    if (service.upserts !== count) throw new Error(`The first load sent ${service.upserts} entries.`)
    const { rows } = service
    const usages: Usage[] = []
    const push = async (): Promise<number> => {
      service.restore(rows)
      const usage = await hosted.push(service)
      usages.push(usage)
      return usage.time
    }
    const size = count.toLocaleString('en')
    if (count === 100) {
      await compare(`a push of one of ${size}, against \`node -e 0\``, 13, push, () => runNode('-e', '0'))
      continue
    }
    for (const latency of [0, 50]) {
      service.latency = latency
      const floor = () => runNode(join(import.meta.dirname, 'floor.ts'), hosted.repository, hosted.after, service.url)
      await compare(`a push of one of ${size}, ${latency} ms a request`, 1.8, push, floor)
    }
    service.latency = 0
    if (count < 20_000) continue
    show({ name: `a first load of ${size}`, value: `${(load.time / 1000).toFixed(1)} s` })
    const peak = Math.max(load.memory, ...usages.map(({ memory }) => memory))
    show({ name: `memory for ${size}`, value: `${peak.toFixed(0)} MiB`, limit: '400 MiB' })
  }
}

async function convert(repository: string): Promise<void> {
  const output = await runNode(join(import.meta.dirname, 'convert.ts'), repository, 'HEAD')
  const { milliseconds, files } = JSON.parse(output) as { readonly milliseconds: number; readonly files: number }
  show({ name: `the conversion of ${repository}, ${files} files`, value: `${milliseconds.toFixed(0)} ms` })
}

console.log('| measured | Action | floor | ratio | limit |\n| --- | --- | --- | --- | --- |')
const repositories = process.argv.slice(2)
if (repositories.length === 0) await pushes()
for (const repository of repositories) await convert(repository)
