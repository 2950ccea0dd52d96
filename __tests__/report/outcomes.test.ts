import { describe, expect, test } from '@jest/globals'
import { ActionError } from '../../src/errors.ts'
import { editsOf, outcomeOf, reportedOf, totalsOf } from '../../src/report/outcomes.ts'
import type { Item, Outcome, Result } from '../../src/report/result.ts'
import { conflict, entry, kept, LATIN, REJECTED, resultOf, runbook, STORED } from './results.ts'

interface Case {
  readonly name: string
  readonly item: Item
  readonly run?: Partial<Result>
  readonly outcome: Outcome
  readonly reason?: string
  readonly hint?: string | undefined
}

const ENDED = { ended: new ActionError('unreachable', 'Nothing listens.', 'Start it.') }
const sent = (state: Item['state']): Item => runbook('a', { kind: 'send', state, reason: 'Updates its entry.' })
const retired = (state: Item['state'], error?: ActionError): Item => entry('a', { kind: 'retire', state, error })
const DELETE = 'Delete its entry in the assistant.'

describe('an outcome follows from the decision and what was done:', () => {
  const cases: readonly Case[] = [
    { name: 'sent and stored', item: sent('stored'), outcome: 'upserted', reason: 'Updates its entry.' },
    {
      name: 'sent and failed',
      item: runbook('a', { kind: 'send', state: 'failed', error: REJECTED, reason: 'Updates its entry.' }),
      outcome: 'failed',
      reason: 'The service rejects the request (HTTP 400).',
      hint: 'Correct it.'
    },
    { name: 'to be sent', item: sent('open'), run: { mode: 'plan' }, outcome: 'planned', reason: 'Updates its entry.' },
    {
      name: 'accepted, and then the run ended',
      item: sent('accepted'),
      run: ENDED,
      outcome: 'pending',
      reason: 'Sent, not confirmed.'
    },
    {
      name: 'not sent before the run ended',
      item: sent('open'),
      run: ENDED,
      outcome: 'pending',
      reason: 'Not sent, because the run ended.'
    },
    { name: 'retired', item: retired('stored'), outcome: 'retired', reason: 'Its runbook was removed.' },
    {
      name: 'not retired',
      item: retired('failed', REJECTED),
      outcome: 'failed',
      reason: 'Not retired: The service rejects the request (HTTP 400).',
      hint: DELETE
    },
    {
      name: 'not retired yet',
      item: retired('open'),
      outcome: 'orphaned',
      reason: 'Its runbook was removed.',
      hint: DELETE
    },
    {
      name: 'to be retired',
      item: retired('open'),
      run: { mode: 'plan' },
      outcome: 'orphaned',
      reason: 'Its runbook was removed.',
      hint: DELETE
    },
    {
      name: 'a retirement that was accepted, and then the run ended',
      item: retired('accepted'),
      run: ENDED,
      outcome: 'pending',
      reason: 'Sent, not confirmed.'
    },
    { name: 'refused', item: runbook('a', LATIN), outcome: 'refused', reason: LATIN.reason, hint: LATIN.hint },
    { name: 'unchanged', item: runbook('a', { kind: 'unchanged' }), outcome: 'unchanged' },
    {
      name: 'unchanged in a plan',
      item: runbook('a', { kind: 'unchanged' }),
      run: { mode: 'plan' },
      outcome: 'unchanged'
    }
  ]
  test.each(cases)('$name', ({ item, run, outcome, reason = '', hint }) => {
    expect(outcomeOf(item, resultOf(run))).toEqual({ outcome, reason, hint })
  })
})

test('what waits is not counted, but what was not stored always is', () => {
  const items = [
    runbook('waits', { ...LATIN, isWaiting: true }),
    runbook('failed', { kind: 'send', state: 'failed', error: REJECTED, isWaiting: true }),
    runbook('not sent', { kind: 'send', isWaiting: true })
  ]
  expect(totalsOf(resultOf({ items }))).toMatchObject({ refused: 0, failed: 1, pending: 1 })
})

test('rows are in the order of their outcomes, then of their paths', () => {
  const items = [runbook('d', STORED), runbook('c', LATIN), runbook('b', STORED), runbook('a', LATIN)]
  expect(reportedOf(resultOf({ items })).map(({ name }) => name)).toEqual(['a', 'c', 'b', 'd'])
})

describe('edits are what people wrote and is not in the files:', () => {
  const pulled = { path: 'docs/a.md', file: 'docs/a.md', kind: 'changed', reason: '' } as const
  test.each<{ name: string; run: Partial<Result>; edits: number }>([
    { name: 'kept', run: { items: [kept('a')] }, edits: 1 },
    { name: 'an edit in conflict', run: { items: [conflict('a')] }, edits: 1 },
    { name: 'a text by hand in conflict', run: { items: [conflict('a', 'by hand')] }, edits: 1 },
    { name: 'an entry of another repository', run: { items: [conflict('a', 'elsewhere')] }, edits: 0 },
    { name: 'a file that cannot be read', run: { items: [runbook('a', LATIN)] }, edits: 0 },
    {
      name: 'a kept edit that waits',
      run: { items: [runbook('a', { kind: 'kept', isWaiting: true })] },
      edits: 0
    },
    { name: 'what pull has found', run: { mode: 'pull', pulled: [pulled, pulled] }, edits: 2 }
  ])('$name', ({ run, edits }) => {
    expect(editsOf(resultOf(run))).toBe(edits)
  })
})
