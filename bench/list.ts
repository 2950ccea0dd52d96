import { measure, type Row } from './harness.ts'
import { hostPush, run } from './repository.ts'
import { changedRunbooks, runbooks } from './runbooks.ts'
import { BenchService } from './service.ts'

const ENTRIES = 500

/** What a push of one runbook takes longer because it reads the list, to find edits by hand before it replaces them. */
export async function list(): Promise<Row[]> {
  const all = runbooks(ENTRIES)
  await using environment = await hostPush([all, changedRunbooks(1)], 'full')
  const listed = [...all]
    .filter(([path]) => path.endsWith('.md'))
    .map(([, text]) => ({ name: /^# (.*)$/m.exec(text)?.[1] ?? '', content: text }))
  await using service = await BenchService.start({ latency: 10, listed })
  const push = async (verify: string): Promise<number> =>
    (await run(environment, { 'base-url': service.url, verify })).milliseconds
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
