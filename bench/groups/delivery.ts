import { join } from 'node:path'
import { timeActionAndUsage } from '../action.ts'
import { startFarSide, type FarSide } from '../far-side.ts'
import type { Programs } from '../javascript.ts'
import type { Case, Contestant, Figure, Group, Sample } from '../measure.ts'
import { timeAndUsage } from '../process.ts'
import { UPSERT_PATH } from '../../src/wire.ts'
import { stockedWorkspace, type StockedWorkspace } from '../workspace.ts'

interface Load {
  readonly entries: number
  /** Milliseconds that the service takes for each. */
  readonly latency: number
  readonly concurrency: number
}

const SIZES = [200, 1000, 5000]
const QUICK: readonly Load[] = [
  { entries: 200, latency: 20, concurrency: 8 },
  { entries: 1000, latency: 0, concurrency: 8 },
  { entries: 1000, latency: 20, concurrency: 8 },
  { entries: 1000, latency: 20, concurrency: 16 },
  { entries: 1000, latency: 20, concurrency: 64 },
  { entries: 1000, latency: 100, concurrency: 64 },
  { entries: 5000, latency: 0, concurrency: 64 },
  { entries: 5000, latency: 20, concurrency: 64 }
]
const FULL: readonly Load[] = [
  ...QUICK.filter(({ entries }) => entries < 1000),
  ...[1000, 5000].flatMap((entries) =>
    [0, 20, 100].flatMap((latency) => [8, 16, 64].map((concurrency) => ({ entries, latency, concurrency })))
  )
]

/** A whole sync into an empty knowledge base, against the fastest way there is to send the same bodies. */
export const delivery: Group = {
  name: 'delivery',
  async prepare({ folder, full, programs }) {
    const servers = new AsyncDisposableStack()
    const farSide = servers.use(await startFarSide())
    const workspaces = new Map<number, StockedWorkspace>()
    for (const size of SIZES) {
      workspaces.set(size, servers.use(await stockedWorkspace(folder, size, { bytes: 4096, links: 5 })))
    }
    const cases: Case[] = []
    for (const load of full ? FULL : QUICK) {
      const workspace = workspaces.get(load.entries)
      if (workspace !== undefined) cases.push(...(await delivering(load, { workspace, farSide, folder, programs })))
    }
    return { cases, [Symbol.asyncDispose]: () => servers.disposeAsync() }
  }
}

interface Place {
  readonly workspace: StockedWorkspace
  readonly farSide: FarSide
  readonly folder: string
  readonly programs: Programs
}

async function delivering(load: Load, { workspace, farSide, folder, programs }: Place): Promise<Case[]> {
  const { entries, latency, concurrency } = load
  const inputs = { token: 'bench', 'base-url': farSide.url, concurrency: String(concurrency), verify: 'false' }
  const action: Contestant = {
    name: 'whole sync',
    run: () => received(farSide, load, () => timeActionAndUsage({ ...workspace, inputs }, programs))
  }
  // The floor sends what the Action sent, canary included.
  const bodies = join(folder, `bodies-${entries}-${latency}-${concurrency}.json`)
  await action.run()
  await farSide.save(bodies)
  const ready = (name: string, program: string, url: string): Contestant => ({
    name,
    run: () => {
      const env = { ...process.env, BODIES: bodies, URL: url, CONCURRENCY: String(concurrency) }
      const child = { command: process.execPath, args: [programs.path(program)], env }
      return received(farSide, load, () => timeAndUsage(child, programs))
    }
  })
  const name = `${entries.toLocaleString('en')} entries, ${latency} ms a request, ${concurrency} at a time`
  const floor = ready('undici Pool', 'pool', farSide.url + UPSERT_PATH)
  const rounds = entries * latency > 50_000 ? 3 : 5
  const delivered = { name, floor, subject: action, figures: figures(load), rounds }
  if (concurrency < 64 || latency > 20) return [delivered]
  // How much of the goal is left for reading and conversion.
  const client = ready('our client', 'client', farSide.url)
  const speed: Figure = { name: 'speed', key: 'window', unit: 'ms', as: 'speed' }
  return [delivered, { name: `limit: ${name}, made before`, floor, subject: client, figures: [speed], rounds }]
}

function figures({ entries, latency, concurrency }: Load): Figure[] {
  const speed = { atLeast: latency === 0 ? 0.9 : entries < 1000 ? 0.85 : 0.95 }
  const always: Figure[] = [
    { name: 'speed', key: 'window', unit: 'ms', as: 'speed', ...(latency <= 20 && { goal: speed }) },
    { name: 'CPU', key: 'cpu', unit: 's', as: 'times' }
  ]
  // The rest hardly depends on the latency, and in a small load the start of the process is all of it.
  if (latency !== 20 || entries < 1000) return always
  return [
    ...always,
    { name: 'CPU for 1,000 entries', key: 'cpuPer1000', unit: 's', as: 'alone', goal: { atMost: 0.6 } },
    { name: 'peak memory', key: 'peak', unit: 'MiB', as: 'alone', goal: { atMost: 130 } },
    // One more than there are entries is the canary.
    { name: 'requests', key: 'requests', unit: '', as: 'alone', goal: { atLeast: entries, atMost: entries + 1 } },
    {
      name: 'connections',
      key: 'connections',
      unit: '',
      as: 'alone',
      goal: { atLeast: concurrency, atMost: concurrency }
    }
  ]
}

/** What the service saw: `window` is the time from the first request to the last answer. */
async function received(
  farSide: FarSide,
  { entries, latency }: Load,
  run: () => Promise<{ readonly usage: Sample }>
): Promise<Sample> {
  await farSide.setLatency(latency)
  await farSide.reset()
  const { usage } = await run()
  const { first, last, upserts, lists, connections } = await farSide.arrivals()
  if (upserts < entries) throw new Error(`Only ${upserts} of ${entries} entries arrived`)
  const cpuPer1000 = ((usage['cpu'] ?? NaN) / entries) * 1000
  return { ...usage, cpuPer1000, window: last - first, requests: upserts + lists, connections }
}
