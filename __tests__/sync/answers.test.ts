import { describe, expect, test } from '@jest/globals'
import type { FaultRule } from '../../service/service.ts'
import { LIST_PATH } from '../../src/knowledge/api-types.ts'
import type { WorldOptions } from './world.ts'
import { beforeConfirmation, startWorlds, writesFail } from './worlds.ts'

// What a run makes of a service that fails, or does not store what it is sent.

const worldOf = await startWorlds()

const many = (count: number, text: string): Readonly<Record<string, string>> =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`docs/r${at}.md`, `# Runbook ${at}\n\n${text}\n`]))
const [TWO, FIVE] = [many(2, 'First.'), many(5, 'First.')]
const ONE = many(1, 'Second.')
const [FIRST, SECOND] = ['docs/r0.md', 'docs/r1.md']

/** Two runbooks that were delivered, before the service becomes what the test says. */
async function deliveredTwo(kind: Omit<WorldOptions, 'inputs'>, inputs: WorldOptions['inputs'] = {}) {
  const world = worldOf({ inputs })
  expect(await world.push(TWO)).toMatchObject({ isGreen: true })
  world.becomes(kind)
  return world
}

describe('a run ends', () => {
  test.each<FaultRule & { kind: string }>([
    { status: 403, body: '<html><title>Blocked</title></html>', kind: 'wrong-address' },
    { status: 422, kind: 'entry-rejected' }
  ])('with one error if all of many are rejected, each tried once: $status $body', async ({ kind, ...fault }) => {
    const outcome = await worldOf({ faults: writesFail(fault) }).push(FIVE)
    expect(outcome).toMatchObject({ isGreen: false, ended: { kind }, sent: { length: 5 } })
    expect(outcome.ended?.message).toMatch(/^The service has accepted none of 5 entries that were sent\. /)
    expect(outcome.outcomes['docs/r4.md']).toBe('failed')
  })

  test('one upsert that says for all that the token is rejected', async () => {
    const outcome = await worldOf({ faults: writesFail({ name: 'Runbook 2', status: 401 }) }).push(FIVE)
    expect(outcome).toMatchObject({ isGreen: false, ended: { kind: 'token-rejected' }, sent: { length: 3 } })
  })

  test('the list: nothing is sent', async () => {
    const outcome = await worldOf({ faults: [{ path: LIST_PATH, status: 403 }] }).push(TWO)
    expect(outcome).toMatchObject({ isGreen: false, ended: { kind: 'forbidden' }, sent: [] })
  })

  test('the list after sending: sent, not confirmed', async () => {
    const world = worldOf()
    const failing = beforeConfirmation(() => {
      world.becomes({ faults: [{ path: LIST_PATH, status: 403 }] })
    })
    expect(await world.push(TWO, failing)).toMatchObject({ isGreen: false, outcomes: { [FIRST]: 'pending' } })
  })
})

test('rejected runbooks keep no other out', async () => {
  const faults = [0, 1, 2, 3].map((at) => ({ name: `Runbook ${at}`, status: 403 }))
  const { ended, sent, outcomes } = await worldOf({ faults }).push(FIVE)
  expect({ ended, sent: sent.length }).toEqual({ ended: undefined, sent: 5 })
  expect(Object.values(outcomes)).toEqual(['failed', 'failed', 'failed', 'failed', 'upserted'])
})

describe('whether an upsert was stored, the list says', () => {
  test('it was not: it is sent again', async () => {
    const outcome = await worldOf({ faults: writesFail({ name: 'Runbook 0', status: 503, times: 2 }) }).push(TWO)
    expect(outcome).toMatchObject({ isGreen: true, ended: undefined })
    expect(outcome.sent.filter((name) => name === 'Runbook 0')).toHaveLength(3)
  })

  test('stored, the connection broke, and somebody edited it before the next look: the edit stays', async () => {
    const world = await deliveredTwo({ faults: [{ name: 'Runbook 0', reset: 'after', times: 1 }] })
    const editing = beforeConfirmation(() => world.edit('Runbook 0', (content) => `${content}\nCall Sam.\n`))
    const outcome = await world.push(ONE, editing)
    expect(outcome).toMatchObject({ isGreen: false, sent: ['Runbook 0'] })
    expect(world.entries['Runbook 0']).toContain('Call Sam.')
  })

  test('one that never gets an answer fails after about a minute, and the others arrive', async () => {
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
})

test('a read-only entry of the vendor is not there, and an upsert that the service refuses fails that entry alone', async () => {
  const world = worldOf()
  world.service.writeEntry({ name: 'Runbook 0', content: 'Of the vendor.', isReadonly: true })
  const outcome = await world.push(TWO)
  expect(outcome).toMatchObject({ isGreen: false, outcomes: { [FIRST]: 'failed', [SECOND]: 'upserted' } })
  expect(outcome.report.runbooks[0]?.reason).toContain('(`code: 40301`): “knowledge.readonly”')
})

test('entries above the recommended size are sent, and counted', async () => {
  const { isGreen, notices } = await worldOf().push(many(2, 'Text. '.repeat(10_000)))
  expect(isGreen).toBe(true)
  expect(notices).toEqual([expect.stringMatching(/^notice: 2 entries of more than 50 KB were sent\./)])
})

test('of many, the first goes alone: if the service stores nothing, three are tried', async () => {
  const outcome = await worldOf({ faults: writesFail({ status: 202, body: '{}' }) }).push(FIVE)
  expect(outcome).toMatchObject({ isGreen: false, sent: ['Runbook 0', 'Runbook 1', 'Runbook 2'] })
  expect(outcome.ended?.message).toMatch(/^3 entries were sent, and the list has shown none of them\./)
})

test('what was accepted and not stored fails in each run until it is there', async () => {
  const world = await deliveredTwo({ faults: [{ name: 'Runbook 0', status: 202, body: '{}' }] })
  const failed = { isGreen: false, outcomes: { [FIRST]: 'failed', [SECOND]: 'upserted' } }
  expect(await world.push(many(2, 'Second.'))).toMatchObject(failed)
  expect(await world.push({ 'README.md': 'Text.\n' })).toMatchObject({
    isGreen: false,
    outcomes: { [FIRST]: 'failed' }
  })
  world.becomes({})
  expect(await world.push({ 'README.md': 'More.\n' })).toMatchObject({ isGreen: true, sent: ['Runbook 0'] })
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
  test.each<{ seconds: number; within: string; isGreen: boolean }>([
    { seconds: 90, within: '120', isGreen: true },
    { seconds: 90, within: '30', isGreen: false }
  ])('by $seconds s, with `confirm-within: $within`, is green: $isGreen', async ({ seconds, within, isGreen }) => {
    const world = await deliveredTwo({ answers: { lag: seconds * 1000 } }, { 'confirm-within': within })
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

test('an edited entry that later looks do not show is not taken for a new one', async () => {
  const world = await deliveredTwo({})
  const edit = world.edit('Runbook 0', (content) => `${content}\nCall Sam.\n`)
  const body = JSON.stringify({ code: 200, data: { page: { total: 0 }, items: [] } })
  const outcome = await world.push(
    { [SECOND]: '# Runbook 1\n\nSecond.\n' },
    beforeConfirmation(() => {
      world.becomes({ faults: [{ path: LIST_PATH, status: 200, body, times: 4 }] })
    })
  )
  expect(outcome).toMatchObject({ sent: ['Runbook 1'], outcomes: { [FIRST]: 'kept', [SECOND]: 'upserted' } })
  expect(world.contentOf('Runbook 0')).toBe(edit)
})

test('the first of many is waited for, more than ten minutes if `confirm-within` says so', async () => {
  const world = worldOf({ answers: { lag: 900_000 } })
  const { isGreen, sent } = await world.push(FIVE, { inputs: { 'confirm-within': '1200' } })
  expect({ isGreen, sent: sent.length }).toEqual({ isGreen: true, sent: 5 })
})

test('a text that cannot be saved is not replaced, and ends the run', async () => {
  const world = await deliveredTwo({})
  world.edit('Runbook 0', (content) => `${content}\nCall Sam.\n`)
  const run = { inputs: { 'on-conflict': 'replace' }, job: { temp: '/dev/null' } }
  expect(await world.run(run)).toMatchObject({ ended: { kind: 'files' }, sent: [] })
})

test('a service that asks for pauses, and stores nothing, is left after ten minutes', async () => {
  const world = await deliveredTwo({ faults: writesFail({ status: 429, retry_after: 60 }) })
  expect(await world.push(ONE)).toMatchObject({ isGreen: false, ended: { kind: 'out-of-time' } })
})

test('a list without texts gets each runbook once in a run', async () => {
  const world = worldOf({ answers: { texts: 'none' } })
  for (const outcome of [await world.push(FIVE), await world.run()]) {
    expect(outcome).toMatchObject({ isGreen: true, ended: undefined })
    expect(outcome.sent.toSorted()).toEqual(['Runbook 0', 'Runbook 1', 'Runbook 2', 'Runbook 3', 'Runbook 4'])
  }
})
