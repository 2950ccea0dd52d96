import { describe, expect, test } from '@jest/globals'
import { Replay, green, histories } from './replay.ts'

describe.each(histories)('a history of $name', (history) => {
  test('runs that fail, are cancelled, dropped, repeated or overlap lose nothing', async () => {
    await using replay = await Replay.open(history)
    const bad: number[] = []
    const seen = { rejected: 0, cancelled: 0, overlapped: 0, repeated: 0 }
    const last = replay.pushes.length - 1
    for (let index = 0; index <= last; index++) {
      const commit = replay.pushes[index] ?? ''
      const next = replay.pushes[index + 1]
      if (index < last && index % 7 === 6) {
        replay.environment.workflow.drop(await replay.environment.pushed(commit))
      } else if (index < last - 1 && index % 4 === 1 && next !== undefined) {
        seen.overlapped += await replay.overlap(commit, next)
        await replay.expectComplete(next)
        index++
      } else if (index < last && index % 5 === 4) {
        const job = await replay.cancelledWhileSending(commit)
        if (job.conclusion === 'cancelled') seen.cancelled += bad.push(replay.lastRun)
      } else if (index < last && index % 3 === 2) {
        const job = await replay.withExpiredToken(commit)
        if (job.outputs['token-rejected'] === 'true') seen.rejected += bad.push(replay.lastRun)
      } else {
        green(await replay.environment.push(commit))
        await replay.expectComplete(commit)
      }
      const again = index % 6 === 5 ? bad.shift() : undefined
      if (again !== undefined) {
        green(await replay.environment.workflow.rerun(again, { inputs: { token: replay.environment.token } }))
        await replay.expectComplete((await replay.environment.repository.head()) ?? '')
        seen.repeated++
      }
    }
    await replay.expectComplete(replay.pushes[last] ?? '')
    // Else this would be the test above.
    expect(Object.entries(seen).filter(([, times]) => times === 0)).toEqual([])
  }, 180_000)
})
