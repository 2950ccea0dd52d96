import { describe, expect, test } from '@jest/globals'
import { LIST_PATH } from '../../src/knowledge/api-types.ts'
import { note } from '../support/handbook.ts'
import type { WorldOptions } from './world.ts'
import { beforeConfirmation, many, startWorlds, writesFail } from './worlds.ts'

// What a run makes of a service that fails, or does not store what it is sent.

const worldOf = await startWorlds()

const [ONE, TWO, FIVE] = [many(1, 'Second.'), many(2, 'First.'), many(5, 'First.')]
const [FIRST, SECOND] = ['docs/r0.md', 'docs/r1.md']

/** Two runbooks that were delivered, before the service becomes what the test says. */
async function deliveredTwo(kind: Omit<WorldOptions, 'inputs'>, inputs: WorldOptions['inputs'] = {}) {
  const world = worldOf({ inputs })
  expect(await world.push(TWO)).toMatchObject({ isGreen: true })
  world.becomes(kind)
  return world
}

test('one upsert that says for all that the token is rejected ends a run', async () => {
  const outcome = await worldOf({ faults: writesFail({ name: 'Runbook 2', status: 401 }) }).push(FIVE)
  expect(outcome).toMatchObject({ isGreen: false, ended: { kind: 'token-rejected' }, sent: { length: 3 } })
})

test('the list after sending is refused: sent, not confirmed', async () => {
  const world = worldOf()
  const failing = beforeConfirmation(() => {
    world.becomes({ faults: [{ path: LIST_PATH, status: 403 }] })
  })
  expect(await world.push(TWO, failing)).toMatchObject({ isGreen: false, outcomes: { [FIRST]: 'pending' } })
})

test('rejected runbooks keep no other out', async () => {
  const faults = [0, 1, 2, 3].map((at) => ({ name: `Runbook ${at}`, status: 403 }))
  const { ended, sent, outcomes, readings } = await worldOf({ faults }).push(FIVE)
  expect({ ended, sent: sent.length, readings }).toEqual({ ended: undefined, sent: 5, readings: 4 })
  expect(Object.values(outcomes)).toEqual(['failed', 'failed', 'failed', 'failed', 'upserted'])
})

test('an upsert that never gets an answer fails after about a minute, and the others arrive', async () => {
  const world = worldOf({ faults: [{ name: 'Runbook 0', status: 500 }] })
  const outcome = await world.push(FIVE)
  expect(outcome).toMatchObject({ isGreen: false, outcomes: { [FIRST]: 'failed', [SECOND]: 'upserted' } })
  const tries = outcome.sent.filter((name) => name === 'Runbook 0').length
  expect(tries).toBeGreaterThan(4)
  expect(tries).toBeLessThan(20)
})

test('a round ends after eight without an answer', async () => {
  const world = worldOf()
  const failing = beforeConfirmation(() => {
    world.becomes({ faults: writesFail({ status: 500, times: 20 }) })
  })
  const steps: string[] = []
  await world.push(many(20, 'First.'), {
    onRequest: async (kind, what) => {
      if (kind !== 'list' || what === '1') steps.push(kind)
      await failing.onRequest?.(kind, what)
    }
  })
  expect(steps.join(' ')).toMatch(/^list list write list (list )?(write ){8}list/)
})

test('entries above the recommended size are sent, and counted', async () => {
  const { isGreen, notices } = await worldOf().push(many(2, 'Text. '.repeat(10_000)))
  expect(isGreen).toBe(true)
  expect(notices).toEqual([expect.stringMatching(/^notice: 2 entries of more than 50 KB were sent\./)])
})

test('a service that alters texts fails each entry once', async () => {
  const world = worldOf({ stores: (content) => `${content}\n\n---\n\nShared by the assistant.\n` })
  const { isGreen, ended, sent, report } = await world.push(TWO)
  expect({ isGreen, ended, sent }).toEqual({ isGreen: false, ended: undefined, sent: ['Runbook 0', 'Runbook 1'] })
  expect(report.runbooks[0]?.reason).toMatch(/or this service changes texts\. The first line that differs: `---`\.$/)
  // The digest in its line is that of the file, which has not changed.
  expect(await world.run()).toMatchObject({ sent: [], outcomes: { [FIRST]: 'kept' } })
})

describe('a list that is behind', () => {
  test.each([
    { within: '120', isGreen: true },
    { within: '30', isGreen: false }
  ])('by 90 s, with `confirm-within: $within`, is green: $isGreen', async ({ within, isGreen }) => {
    const world = await deliveredTwo({ answers: { lag: 90_000 } }, { 'confirm-within': within })
    const outcome = await world.push(ONE)
    expect(outcome).toMatchObject({ isGreen, outcomes: { [FIRST]: isGreen ? 'upserted' : 'failed' } })
    expect(outcome.readings).toBeLessThan(40)
  })

  test('and slow: what a look that began in time does not show yet is waited for', async () => {
    const world = await deliveredTwo({ answers: { lag: 20_000 } }, { 'confirm-within': '30' })
    let steps: readonly string[] = ['Runbook 0', '1', '2']
    const outcome = await world.push(ONE, {
      onRequest: (_, what) => {
        if (what !== steps[0]) return
        steps = steps.slice(1)
        // Between the pages of the first look behind the upsert.
        if (steps.length === 0) world.skip(40_000)
      }
    })
    expect(outcome).toMatchObject({ isGreen: true, outcomes: { [FIRST]: 'upserted' } })
  })
})

test('the first of many is waited for, more than ten minutes if `confirm-within` says so', async () => {
  const world = worldOf({ answers: { lag: 900_000 } })
  const { isGreen, sent } = await world.push(FIVE, { inputs: { 'confirm-within': '1200' } })
  expect({ isGreen, sent: sent.length }).toEqual({ isGreen: true, sent: 5 })
})

test('a text that cannot be saved is not replaced, and ends the run', async () => {
  const world = await deliveredTwo({})
  world.edit('Runbook 0', note)
  const run = { inputs: { 'on-conflict': 'replace' }, job: { temp: '/dev/null' } }
  expect(await world.run(run)).toMatchObject({ ended: { kind: 'files' }, sent: [] })
})

test('a service that asks for pauses, and stores nothing, is left after ten minutes', async () => {
  const world = await deliveredTwo({ faults: writesFail({ status: 429, retry_after: 60 }) })
  const { isGreen, ended, sent } = await world.push(ONE)
  expect({ isGreen, ended }).toMatchObject({ isGreen: false, ended: { kind: 'out-of-time' } })
  expect(sent.length).toBeLessThan(20)
})

test('a list without texts gets each runbook once in a run', async () => {
  const world = worldOf({ answers: { texts: 'none' } })
  for (const outcome of [await world.push(FIVE), await world.run()]) {
    expect(outcome).toMatchObject({ isGreen: true, ended: undefined })
    expect(outcome.sent.toSorted()).toEqual(['Runbook 0', 'Runbook 1', 'Runbook 2', 'Runbook 3', 'Runbook 4'])
  }
})
