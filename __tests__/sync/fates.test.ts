import { describe, expect, test } from '@jest/globals'
import { fatesOf } from '../../src/sync/deliver/fates.ts'
import type { Ledger } from '../../src/sync/deliver/ledger.ts'
import type { SentState } from '../../src/sync/deliver/sent.ts'
import type { Row } from '../../src/sync/read/rows.ts'
import * as looks from './looks.ts'
import {
  CONFIRMED,
  editedRow,
  LATE,
  ledgerOf,
  lookOf,
  noteOf,
  otherOf,
  runbookOf,
  sentOf,
  sentRow,
  WAITING
} from './looks.ts'

// What became of each runbook and entry: of the last decision on it, and of what the run has sent.

const GONE = { name: 'Gone', path: 'docs/gone.md' }
const [now, old] = [sentRow(), sentRow({ text: 'Before.', blob: looks.OLD_BLOB })]
const [gone, note] = [sentRow(GONE), sentRow({ ...GONE, kind: 'retired' })]
const [NONE, RETIRE] = [{ named: [] }, { removed: 'retire' }] as const

const fates = (situation: looks.Situation, ledger?: Ledger): string[] => {
  return fatesOf(lookOf(situation), ledger).map((fate) => ('why' in fate ? `${fate.is}: ${fate.why}` : fate.is))
}

describe('of a runbook:', () => {
  test.each<{ name: string; rows: readonly Row[]; state?: SentState; fate: string }>([
    { name: 'what was not sent', rows: [old], fate: 'pending: not sent' },
    { name: 'what has no answer', rows: [old], state: looks.UNANSWERED, fate: 'pending: not confirmed' },
    { name: 'what is waited for', rows: [old], state: WAITING, fate: 'pending: not confirmed' },
    { name: 'what the list shows', rows: [now], state: CONFIRMED, fate: 'upserted' },
    { name: 'what a look has shown, whatever comes later', rows: [], state: CONFIRMED, fate: 'upserted' },
    { name: 'what has failed', rows: [old], state: LATE, fate: 'failed: late' },
    { name: 'what has failed, although somebody edited it', rows: [editedRow()], state: LATE, fate: 'failed: late' },
    { name: 'an edit of what was delivered', rows: [editedRow()], state: CONFIRMED, fate: 'kept' },
    { name: 'a text by hand over it', rows: [looks.rowOf(looks.NAME, 'Mine.')], state: CONFIRMED, fate: 'refused' },
    { name: 'what was decided, and not sent', rows: [editedRow()], fate: 'kept' }
  ])('$name: $fate', ({ rows, state, fate }) => {
    const ledger = ledgerOf(...(state === undefined ? [] : [sentOf(runbookOf(), state)]))
    expect(fates({ rows }, ledger)).toEqual([fate])
  })

  test.each([
    { readAt: 0, fate: 'pending: not sent' },
    { readAt: 120_000, fate: 'failed: missing' }
  ])('a name that a look has shown, and that is missing since $readAt ms: $fate', ({ readAt, fate }) => {
    const ledger = ledgerOf()
    ledger.settle(lookOf({ rows: [old] }))
    for (const at of [0, readAt]) ledger.settle({ ...lookOf({}), readAt: at })
    expect(fates({}, ledger)).toEqual([fate])
  })
})

describe('of an entry whose runbook is gone:', () => {
  test.each<{ name: string; rows?: readonly Row[]; state?: SentState; fate: string }>([
    { name: 'it has no note yet', fate: 'orphaned' },
    { name: 'its note was sent', state: WAITING, fate: 'pending: not confirmed' },
    { name: 'a look has shown the note, and later not', state: CONFIRMED, fate: 'retired' },
    { name: 'its note is shown, so that it is no orphan', rows: [note], state: CONFIRMED, fate: 'retired' },
    { name: 'its note has failed', state: LATE, fate: 'failed: late' }
  ])('$name: $fate', ({ rows = [gone], state, fate }) => {
    const ledger = ledgerOf(
      ...(state === undefined ? [] : [sentOf(runbookOf(GONE), state, [], { shipment: noteOf(gone) })])
    )
    expect(fates({ rows, runbooks: NONE, facts: RETIRE }, ledger)).toEqual([fate])
  })
})

const of = (kind: 'refused' | 'skipped') => ({ runbooks: { named: [], others: [otherOf(kind)] }, facts: RETIRE })

test.each<looks.Situation & { name: string; fates: readonly string[] }>([
  { name: 'what would be sent', rows: [old], fates: ['planned'] },
  { name: 'a note', rows: [now, gone], facts: RETIRE, fates: ['unchanged', 'planned'] },
  { name: 'no note, unless somebody asks for it', rows: [now, gone], fates: ['unchanged', 'orphaned'] },
  { name: 'no note beside what is refused', rows: [gone], ...of('refused'), fates: ['refused', 'orphaned'] },
  { name: 'what is left out', ...of('skipped'), fates: ['skipped'] }
])('a plan names $name', ({ fates: expected, ...situation }) => {
  expect(fates(situation)).toEqual(expected)
})
