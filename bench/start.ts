import type { TestEnvironment } from '../testing/test-environment.ts'
import { measure, type Row } from './harness.ts'
import { bareNode } from './processes.ts'
import { hostPush, run } from './repository.ts'
import { changedRunbooks, runbooks } from './runbooks.ts'
import { BenchService } from './service.ts'

/** How long a run takes until it does what it is for. */
export async function start(): Promise<Row[]> {
  const node = { other: bareNode, otherName: '`node -e 0`', rounds: 15 }
  const rows: Row[] = []
  const all = runbooks(50)
  await using service = await BenchService.start()
  const inputs = { 'base-url': service.url }
  for (const kind of ['full', 'depth 1'] as const) {
    await using unrelated = await hostPush([all, new Map([['README.md', '# Handbook\n']])], kind)
    await using related = await hostPush([all, changedRunbooks(1)], kind)
    const fails = { name: 'a run without the input `token`, to its end', action: () => fail(unrelated) }
    if (kind === 'full') rows.push(await measure({ ...node, ...fails }))
    const push = {
      name: `a push that changes no runbook, to its end (checkout: ${kind})`,
      action: async () => (await run(unrelated, inputs)).milliseconds
    }
    const first = {
      name: `a push of one runbook, to its first request (checkout: ${kind})`,
      action: async () => {
        service.reset()
        const { startedAt } = await run(related, inputs)
        return service.first - startedAt
      }
    }
    rows.push(await measure({ ...node, ...push }), await measure({ ...node, ...first }))
  }
  return rows
}

async function fail(environment: TestEnvironment): Promise<number> {
  const { conclusion, log, milliseconds } = await environment.run({ token: '' })
  if (conclusion !== 'failure') throw new Error(log)
  return milliseconds
}
