import { measure, type Row } from './harness.ts'
import { runChild } from './processes.ts'
import { hostPush } from './repository.ts'
import { changedRunbooks, runbooks, type Files } from './runbooks.ts'

/** How long it takes to find what changed, in a full checkout. */
export async function detection(): Promise<Row[]> {
  const all = runbooks(20_000)
  const failed = Array.from({ length: 50 }, (_, at) => changedRunbooks(4, at + 1))
  return [
    await detect('200 of 20,000 runbooks changed', [all, changedRunbooks(200)]),
    await detect('4 of 20,000 runbooks changed, 50 open records', [all, ...failed, changedRunbooks(4, 51)])
  ]
}

/** The same for many runbooks. */
export async function manyRunbooks(): Promise<Row> {
  return detect('one of 100,000 runbooks changed', [runbooks(100_000, 512), changedRunbooks(1)])
}

/** @param commits the first one was delivered, the last one is pushed, and runs for all others failed. */
async function detect(name: string, commits: readonly Files[]): Promise<Row> {
  await using hosted = await hostPush(commits, 'full')
  const find = (what: string): Promise<number> =>
    runChild('detection', what, hosted.workspace, hosted.event.sha, String(commits.length - 1))
  return await measure({
    name,
    action: () => find('action'),
    other: () => find('git'),
    otherName: 'the same Git commands, started by Node',
    rounds: 9
  })
}
