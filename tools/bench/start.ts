import { join } from 'node:path'
import { measure, type Row } from './harness.ts'
import { bareNode, recordUsage } from './processes.ts'
import { hostPush, run, type Hosted } from './repository.ts'
import { changedRunbooks, runbooks } from './runbooks.ts'
import { BenchService } from './service.ts'

/** How long small pushes take, and what they ask of GitHub. */
export async function start(): Promise<Row[]> {
  const node = { other: bareNode, otherName: '`node -e 0`', rounds: 15 }
  const rows: Row[] = []
  const all = runbooks(1400)
  await using service = await BenchService.start()
  for (const kind of ['full', 'depth 1'] as const) {
    await using unrelated = await hostPush([all, new Map([['README.md', '# Handbook\n']])], kind)
    await using related = await hostPush([all, changedRunbooks(1)], kind)
    if (kind === 'full') {
      const name = 'a run without the input `token`, to its end'
      rows.push(await measure({ ...node, name, action: () => fail(unrelated) }))
    }
    for (const [what, hosted] of [
      ['a push that changes none', unrelated],
      ['a push of one', related]
    ] as const) {
      const push = (): ReturnType<typeof run> => run(hosted, { 'base-url': service.url })
      const name = `${what} of 1,400 runbooks, checkout: ${kind}; ${await questionsOf(hosted, push)}`
      rows.push(await measure({ ...node, name, action: async () => (await push()).milliseconds }))
    }
    if (kind === 'full') {
      const cpu = (hosted: Hosted) => async (): Promise<number> => {
        const { env, read } = recordUsage(join(hosted.project.folder, 'usage'))
        await run(hosted, { 'base-url': service.url }, { env })
        return (await read()).cpu
      }
      const name = 'a push of one of 1,400 runbooks, CPU time'
      const otherName = 'a push that changes none'
      rows.push(await measure({ name, action: cpu(related), other: cpu(unrelated), otherName, rounds: 15 }))
    }
  }
  return rows
}

/** What a push asks of GitHub. */
async function questionsOf({ project: { github } }: Hosted, push: () => Promise<unknown>): Promise<string> {
  const [requests, fetches] = [github.requests.length, github.fetches]
  await push()
  const asked = github.requests.slice(requests).filter(({ route }) => route !== 'git')
  return `${asked.length} requests to GitHub, ${github.fetches - fetches} fetches`
}

async function fail({ project, event, workspace }: Hosted): Promise<number> {
  const { conclusion, log, milliseconds } = await project.run({ event, workspace, inputs: { token: '' } })
  if (conclusion !== 'failure') throw new Error(log)
  return milliseconds
}
