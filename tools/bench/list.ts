import { measure, type Row } from './harness.ts'
import { hostFullSync, hostPush, run } from './repository.ts'
import { changedRunbooks, runbooks } from './runbooks.ts'
import { BenchService } from './service.ts'

/** What a push of one runbook takes longer because it reads the list: for edits before it sends, for the entry afterwards. */
export async function list(): Promise<Row[]> {
  const rows: Row[] = []
  for (const entries of [100, 1000, 10_000]) rows.push(await pushInto(entries))
  return rows
}

async function pushInto(entries: number): Promise<Row> {
  await using service = await BenchService.start({ latency: 10, stores: true })
  await using whole = await hostFullSync(runbooks(entries))
  await run(whole, { 'base-url': service.url, concurrency: '64' })
  await using hosted = await hostPush([runbooks(entries), changedRunbooks(1)], 'full')
  // Source lines have the address of GitHub.
  const moved = JSON.stringify([...(service.listed ?? [])]).replaceAll(
    whole.project.github.url,
    hosted.project.github.url
  )
  const changed = 'Service 0: it stalls'
  // The worst place: on the last page.
  const listed = (JSON.parse(moved) as [string, unknown][]).sort(
    ([a], [b]) => Number(a === changed) - Number(b === changed)
  )
  let requests = 0
  const push = async (): Promise<number> => {
    service.lists = 0
    const { milliseconds } = await run(hosted, { 'base-url': service.url })
    requests = Math.max(requests, service.lists)
    return milliseconds
  }
  const row = await measure({
    name: '',
    action: () => {
      service.listed = new Map(listed)
      return push()
    },
    other: () => {
      service.listed = undefined
      return push()
    },
    otherName: 'the same without a list',
    rounds: 7
  })
  const total = entries.toLocaleString('en')
  return { ...row, name: `a push of one of ${total} runbooks at 10 ms a request, ${requests} requests to the list` }
}
