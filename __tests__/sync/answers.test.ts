import { describe, expect, test } from '@jest/globals'
import { LIST_PATH, UPSERT_PATH } from '../../src/knowledge/api-types.ts'
import type { FaultRule } from '../../service/service.ts'
import type { Outcome } from './world.ts'
import { startWorlds } from './worlds.ts'

// What a run makes of answers. `__tests__/action/answers.test.ts` has what it prints.

const worldOf = await startWorlds()

const EIGHT = Object.fromEntries(
  Array.from({ length: 8 }, (_, at) => [`docs/r${at}.md`, `# Runbook ${at}\n\nText ${at}.\n`])
)

/** A push of eight runbooks, to which the service answers in this way. */
async function pushEight(fault: FaultRule, inputs: Readonly<Record<string, string>> = {}): Promise<Outcome> {
  const world = worldOf({ inputs: { concurrency: '2', ...inputs } })
  world.service.faults.set([fault])
  return world.push(EIGHT)
}

const countOf = ({ outcomes }: Outcome, outcome: string): number =>
  Object.values(outcomes).filter((one) => one === outcome).length

describe('the same answer to every upsert', () => {
  test('403: ends after 2 × `concurrency`', async () => {
    const outcome = await pushEight({ path: UPSERT_PATH, status: 403 })
    expect(outcome.ended).toMatch(/^forbidden: .*HTTP 403/)
    expect(outcome.sent).toHaveLength(4)
    expect(countOf(outcome, 'pending')).toBe(8)
  })

  test('502: bounded retries, and every runbook is tried', async () => {
    const outcome = await pushEight({ path: UPSERT_PATH, status: 502 })
    expect(outcome.ended).toMatch(/^$|^out-of-time/)
    expect(outcome.isGreen).toBe(false)
    expect(outcome.sent.length).toBeLessThanOrEqual(40)
  })

  test('401 in the middle: the run ends at once, and names what is missing', async () => {
    const outcome = await pushEight({ path: UPSERT_PATH, status: 401, name: 'Runbook 3' })
    expect(outcome.ended).toMatch(/^token-rejected: /)
    expect(countOf(outcome, 'pending')).toBeGreaterThan(0)
    expect(outcome.sent.length).toBeLessThan(8)
  })

  test('400 fails its entry alone, without a retry', async () => {
    const outcome = await pushEight({ path: UPSERT_PATH, status: 400, name: 'Runbook 3' })
    expect(outcome.sent.filter((name) => name === 'Runbook 3')).toHaveLength(1)
    expect({ failed: countOf(outcome, 'failed'), upserted: countOf(outcome, 'upserted') }).toEqual({
      failed: 1,
      upserted: 7
    })
  })
})

test.each([null, []])('an error with HTTP 200 to everything, with data %j, is red', async (data) => {
  const body = JSON.stringify({ code: 40_101, message: 'The token has expired', data })
  const { isGreen, sent } = await pushEight({ status: 200, body })
  expect({ isGreen, sent }).toEqual({ isGreen: false, sent: [] })
})

test('401 for the list: nothing is sent', async () => {
  const { ended, sent } = await pushEight({ path: LIST_PATH, status: 401 })
  expect({ kind: ended.split(':')[0], sent }).toEqual({ kind: 'token-rejected', sent: [] })
})
