import { measure, type Row } from './harness.ts'
import { runChild } from './processes.ts'
import { hostPush } from './repository.ts'
import { changedRunbooks, runbooks, type Files } from './runbooks.ts'

/** How long it takes to find what changed, in a full checkout. */
export async function detection(): Promise<Row[]> {
  return [await detect('200 of 20,000 runbooks changed', [runbooks(20_000), changedRunbooks(200)])]
}

/** The same for many runbooks. */
export async function manyRunbooks(): Promise<Row> {
  return detect('one of 100,000 runbooks changed', [runbooks(100_000, 512), changedRunbooks(1)])
}

async function detect(name: string, commits: Iterable<Files>): Promise<Row> {
  await using environment = await hostPush(commits, 'full')
  const { workspace, event } = environment
  const find = (what: string): Promise<number> =>
    runChild('detection', what, workspace, String(event.payload['before']), event.sha)
  return await measure({
    name,
    action: () => find('action'),
    other: () => find('git'),
    otherName: 'the same Git commands, started by Node',
    rounds: 9
  })
}
