import { measure, type Row } from './harness.ts'
import { hostPush, run } from './repository.ts'
import { changedRunbooks, runbooks } from './runbooks.ts'
import { BenchService } from './service.ts'

/** What a push of one runbook takes longer because it reads the list, to find edits by hand before it replaces them. */
export async function list(): Promise<Row[]> {
  await using environment = await hostPush([runbooks(500), changedRunbooks(1)], 'full')
  await using service = await BenchService.start({ latency: 10 })
  const push = async (): Promise<number> => (await run(environment, { 'base-url': service.url })).milliseconds
  const listed = Array.from({ length: 500 }, (_, at) => ({
    id: at,
    name: `Service ${at}: it stalls`,
    content: 'Text.'
  }))
  return [
    await measure({
      name: 'a push of one runbook with 500 entries in the list, at 10 ms a request',
      action: () => {
        service.listed = listed
        return push()
      },
      other: () => {
        service.listed = undefined
        return push()
      },
      otherName: 'the same without a list',
      rounds: 15
    })
  ]
}
