import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { UPSERT_PATH } from '../../service/service.ts'
import { measure, type Measurement, type Row } from './harness.ts'
import { runChild, timed } from './processes.ts'
import { hostFirstSync, run, type Hosted } from './repository.ts'
import { runbooks } from './runbooks.ts'
import { BenchService } from './service.ts'

const ENTRIES = 1000
const LATENCY = 20
const LIMIT = 50
/** Requests of the Action at a time. */
const AT_A_TIME = 8

/** How fast a first sync fills an empty knowledge base, from the first request to the last answer. */
export async function delivery(): Promise<Row[]> {
  await using hosted = await hostFirstSync(runbooks(ENTRIES))
  await using service = await BenchService.start()
  service.latency = LATENCY
  const rows: Row[] = []
  const name = `1,000 entries at ${LATENCY} ms a request, ${AT_A_TIME} at a time`
  rows.push(await measure({ name, ...(await againstPool(hosted, service, ENTRIES)) }))
  for (const retryAfter of [true, false]) rows.push(await limited(hosted, retryAfter))
  return rows
}

/** A first sync into a service that answers at once, from its start to its end: what the Action itself takes. */
export async function firstSync(entries: number): Promise<Row> {
  await using hosted = await hostFirstSync(runbooks(entries))
  await using service = await BenchService.start()
  const { action, ...against } = await againstPool(hosted, service, entries)
  const name = `a first sync of ${entries.toLocaleString('en')} runbooks at 0 ms a request, ${AT_A_TIME} at a time, confirmed by the list`
  return await measure({ name, action: () => timed(action), ...against, rounds: 1 })
}

/** The Action against a Pool that sends the same bodies. */
async function againstPool(hosted: Hosted, service: BenchService, entries: number): Promise<Omit<Measurement, 'name'>> {
  const action = async (): Promise<number> => {
    service.clear()
    await run(hosted, { 'base-url': service.url })
    return service.delivered(entries)
  }
  await action()
  const file = join(hosted.project.folder, 'bodies.json')
  await writeFile(file, JSON.stringify(service.bodies))
  const other = async (): Promise<number> => {
    service.clear()
    await runChild('pool', file, service.url + UPSERT_PATH, String(AT_A_TIME))
    return service.delivered(entries)
  }
  return { action, other, otherName: 'bare undici Pool' }
}

async function limited(hosted: Hosted, retryAfter: boolean): Promise<Row> {
  const rateLimit = { perSecond: LIMIT, burst: LIMIT }
  const action = async (): Promise<number> => {
    await using service = await BenchService.start({ rateLimit, retryAfter })
    service.latency = LATENCY
    await run(hosted, { 'base-url': service.url })
    return service.delivered(ENTRIES)
  }
  return measure({
    name: `1,000 entries, ${LIMIT} requests a second allowed, 429 with${retryAfter ? '' : 'out'} \`Retry-After\``,
    action,
    // The first second's requests may come at once.
    other: () => Promise.resolve(((ENTRIES - LIMIT) / LIMIT) * 1000),
    otherName: 'as fast as allowed',
    rounds: 1
  })
}
