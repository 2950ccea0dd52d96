import { describe, expect, test } from '@jest/globals'
import { LIST_PATH, UPSERT_PATH } from '../../src/knowledge/api-types.ts'
import type { FaultRule } from '../../service/service.ts'
import type { Outcome } from './world.ts'
import { startWorlds } from './worlds.ts'

// What a run makes of answers. `__tests__/action/hostile.test.ts` has what it prints.

const worldOf = await startWorlds()

const EIGHT = Object.fromEntries(
  Array.from({ length: 8 }, (_, at) => [`docs/r${at}.md`, `# Runbook ${at}\n\nText ${at}.\n`])
)

/** A push of eight runbooks, to which the service answers in this way. */
async function pushEight(fault: FaultRule): Promise<Outcome> {
  const world = worldOf({ concurrency: 2 })
  world.service.faults.set([fault])
  return world.push(EIGHT)
}

const countOf = ({ outcomes }: Outcome, outcome: string): number =>
  Object.values(outcomes).filter((one) => one === outcome).length

describe('the same answer to every upsert', () => {
  test('403: ends after three that went alone', async () => {
    const outcome = await pushEight({ path: UPSERT_PATH, status: 403 })
    expect(outcome.ended).toEqual({ kind: 'forbidden', message: expect.stringContaining('HTTP 403') })
    expect(outcome.sent).toHaveLength(3)
    expect([countOf(outcome, 'failed'), countOf(outcome, 'pending')]).toEqual([3, 5])
  })

  test('502: bounded retries, and then the run ends', async () => {
    const outcome = await pushEight({ path: UPSERT_PATH, status: 502 })
    expect(outcome.ended).toEqual({ kind: 'service-failing', message: expect.stringMatching(/^3 entries .*HTTP 502/) })
    expect(outcome.sent).toHaveLength(3 * 8)
  })

  test('503 seven times for one of them: delivered', async () => {
    const outcome = await pushEight({ path: UPSERT_PATH, status: 503, name: 'Runbook 3', times: 7 })
    expect(outcome.isGreen).toBe(true)
    expect(outcome.sent.filter((name) => name === 'Runbook 3')).toHaveLength(8)
  })

  test('401 at once: no entry counts as sent', async () => {
    const { report, sent } = await pushEight({ path: UPSERT_PATH, status: 401 })
    expect(sent).toHaveLength(1)
    expect(new Set(report.runbooks.map(({ reason }) => reason))).toEqual(new Set(['Not sent, because the run ended.']))
  })

  test('401 in the middle: the run ends at once, and names what is missing', async () => {
    const outcome = await pushEight({ path: UPSERT_PATH, status: 401, name: 'Runbook 3' })
    expect(outcome.ended?.kind).toBe('token-rejected')
    expect(countOf(outcome, 'pending')).toBeGreaterThan(0)
    expect(outcome.sent.length).toBeLessThan(8)
  })

  test('400 fails its entry alone, without a retry', async () => {
    const outcome = await pushEight({ path: UPSERT_PATH, status: 400, name: 'Runbook 3' })
    expect(outcome.sent.filter((name) => name === 'Runbook 3')).toHaveLength(1)
    expect(countOf(outcome, 'failed')).toBe(1)
    expect(countOf(outcome, 'upserted')).toBe(7)
  })
})

test.each([null, []])('an error with HTTP 200 to everything, with data %j, is red', async (data) => {
  const body = JSON.stringify({ code: 40_101, message: 'The token has expired', data })
  expect(await pushEight({ status: 200, body })).toMatchObject({ isGreen: false, sent: [] })
})

test('401 for the list: nothing is sent', async () => {
  const outcome = await pushEight({ path: LIST_PATH, status: 401 })
  expect(outcome).toMatchObject({ ended: { kind: 'token-rejected' }, sent: [] })
})

test('a list that is behind for longer than `confirm-within`: red, and the hint names the input', async () => {
  const world = worldOf({ inputs: { 'confirm-within': '10' } })
  await world.push(EIGHT)
  world.service.answers.set({ lag: Number.MAX_VALUE })
  const { isGreen, report } = await world.push({ 'docs/r1.md': '# Runbook 1\n\nChanged.\n' })
  expect(isGreen).toBe(false)
  expect(report.runbooks.find(({ path }) => path === 'docs/r1.md')).toMatchObject({
    reason: 'The service accepted “Runbook 1”, but after 10 s its list still shows the text before.',
    hint: expect.stringMatching(/raise `confirm-within`\.$/)
  })
})
