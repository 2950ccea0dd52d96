import { join } from 'node:path'
import { LIST_PATH } from '../../service/service.ts'
import { absolute, measure, type Row, type Run } from './harness.ts'
import { bareNode, recordUsage, runChild, timed, type Usage } from './processes.ts'
import { hostListed, run, type Hosted } from './repository.ts'
import { BenchService } from './service.ts'

/** What a push of one runbook takes whose list shows all others as they are. */
export async function push(): Promise<Row[]> {
  return [...(await pushOfFew()), ...(await pushOfMany())]
}

async function pushOfFew(): Promise<Row[]> {
  await using service = await BenchService.start()
  await using hosted = await hostListed(service, 1400, ['full', 'depth 1'])
  const node = { other: bareNode, otherName: '`node -e 0`', rounds: 7 }
  const rows: Row[] = []
  const name = 'a run without the input `token`, to its end'
  rows.push(await measure({ ...node, name, action: () => fail(hosted) }))
  for (const [kind, latency, limit] of [
    ['full', 0, 14],
    ['full', 50, 18],
    ['depth 1', 0, undefined]
  ] as const) {
    const name = `a push of one of 1,400 listed runbooks at ${latency} ms a request, checkout: ${kind}`
    const action = at(service, latency, pushOf(hosted, service, kind))
    rows.push(await measure({ ...node, name, limit, action }))
    if (latency > 0) continue
    const { processes } = await usageOf(hosted, service, kind)
    rows.push(
      absolute(
        `processes of a push of one of 1,400 listed runbooks, checkout: ${kind} (${processes.join(', ')})`,
        processes.length,
        kind === 'full' ? 4 : 5
      )
    )
  }
  return rows
}

async function pushOfMany(): Promise<Row[]> {
  await using service = await BenchService.start()
  const rows: Row[] = []
  const usages: Usage[][] = []
  for (const entries of [10_000, 20_000]) {
    await using hosted = await hostListed(service, entries, ['full'])
    const used: Usage[] = []
    for (let round = 0; round < 3; round++) used.push(await usageOf(hosted, service, 'full'))
    usages.push(used)
    if (entries !== 20_000) continue
    for (const latency of [0, 50]) {
      const least = (): Promise<number> => timed(() => read(hosted, service, 'all'))
      rows.push(
        await measure({
          name: `a push of one of 20,000 listed runbooks at ${latency} ms a request`,
          action: at(service, latency, pushOf(hosted, service, 'full')),
          other: at(service, latency, least),
          otherName: 'Git and Pool alone, which read, parse and hash all of it',
          limit: 2,
          rounds: 3
        })
      )
    }
    rows.push(
      await measure({
        name: 'the list of 20,000 at 50 ms a request, 8 at a time',
        action: at(service, 50, () => read(hosted, service, 'action')),
        other: at(service, 50, () => read(hosted, service, 'pool')),
        otherName: 'bare undici Pool',
        limit: 1.3,
        rounds: 3
      })
    )
  }
  const [half = [], whole = []] = usages
  const cpu = (used: readonly Usage[]): Run => {
    const values = used.map((usage) => usage.cpu).values()
    return () => Promise.resolve(values.next().value ?? NaN)
  }
  rows.push(
    await measure({
      name: 'a push of one of 20,000 listed runbooks, CPU time',
      action: cpu(whole),
      other: cpu(half),
      otherName: 'a push of one of 10,000',
      limit: 2.1,
      rounds: 2
    }),
    absolute(
      'peak memory of a push of one of 20,000 listed runbooks, MiB',
      Math.min(...whole.map(({ memory }) => memory)),
      360
    )
  )
  return rows
}

/** The same at some milliseconds a request. */
function at(service: BenchService, latency: number, what: Run): Run {
  return async () => {
    service.latency = latency
    try {
      return await what()
    } finally {
      service.latency = 0
    }
  }
}

function pushOf(hosted: Listed, service: BenchService, kind: 'full' | 'depth 1'): Run {
  return async () => {
    hosted.restore()
    const workspace = hosted.workspaces.get(kind) ?? ''
    const { milliseconds } = await run({ ...hosted, workspace }, { 'base-url': service.url })
    if (service.bodies.length !== 1) throw new Error(`The push sent ${service.bodies.length} entries`)
    return milliseconds
  }
}

type Listed = Awaited<ReturnType<typeof hostListed>>

async function usageOf(hosted: Listed, service: BenchService, kind: 'full' | 'depth 1'): Promise<Usage> {
  hosted.restore()
  const { env, read } = recordUsage(join(hosted.project.folder, 'usage'))
  const workspace = hosted.workspaces.get(kind) ?? ''
  await run({ ...hosted, workspace }, { 'base-url': service.url }, { env })
  return read()
}

function read({ project, event }: Hosted, service: BenchService, how: 'action' | 'pool' | 'all'): Promise<number> {
  return runChild('read', how, `${service.url}${LIST_PATH}`, project.repository.folder, event.sha)
}

async function fail({ project, event, workspace }: Hosted): Promise<number> {
  const { conclusion, log, milliseconds } = await project.run({ event, workspace, inputs: { token: '' } })
  if (conclusion !== 'failure') throw new Error(log)
  return milliseconds
}
