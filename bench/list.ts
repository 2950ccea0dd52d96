import { measure, type Row } from './harness.ts'
import { hostPush, run } from './repository.ts'
import { changedRunbooks, runbooks } from './runbooks.ts'
import { BenchService } from './service.ts'

/** What a push of one runbook takes longer because it reads the list, to find edits by hand before it replaces them. */
export async function list(): Promise<Row[]> {
  await using environment = await hostPush([runbooks(500), changedRunbooks(1)], 'full')
  await using service = await BenchService.start({ latency: 10 })
  const push = async (verify: string, scope = 'auto'): Promise<number> =>
    (await run(environment, { 'base-url': service.url, verify, scope })).milliseconds
  await push('false', 'all')
  service.listed = service.bodies.map((body) => JSON.parse(body) as unknown)
  return [
    await measure({
      name: 'a push of one runbook with 500 entries in the list, at 10 ms a request',
      action: () => push('auto'),
      other: () => push('false'),
      otherName: 'the same with `verify: false`',
      rounds: 15
    })
  ]
}
