import { describe, expect, test } from '@jest/globals'
import { ActionError } from '../../src/errors.ts'
import { RequestError } from '../../src/knowledge/failures.ts'
import type { Orphan, Planned } from '../../src/sync/decide/decision.ts'
import { fatesOf, type Fate } from '../../src/sync/deliver/fates.ts'
import { Ledger } from '../../src/sync/deliver/ledger.ts'
import type { Row } from '../../src/sync/read/rows.ts'
import type { Runbook } from '../../src/sync/read/runbooks.ts'
import type { Sent, SentState, Shipment } from '../../src/sync/deliver/sent.ts'
import { editedRow, lookOf, OLD_BLOB, otherOf, rowOf, runbookOf, sentRow, NAME, type Situation } from './looks.ts'

// What became of each runbook and entry: of the last decision on it, and of what the run has sent.

const ERROR = new ActionError('entry-rejected', 'No.', 'Correct it.')
const WAITING: SentState = { is: 'waiting', since: 0 }
const CONFIRMED: SentState = { is: 'confirmed' }
const LATE: SentState = { is: 'failed', why: 'late', error: ERROR }
const MISSING: SentState = { is: 'missing', since: 0 }
const NO_ANSWER = new RequestError('service-failing', 'It fails.', 'Wait.')
const UNANSWERED = { is: 'unanswered', since: 0, tries: 1, error: NO_ANSWER } as const

const GONE = { name: 'Gone', path: 'docs/gone.md' }
const EARLIER = { text: 'Before.', blob: OLD_BLOB }
const [gone, note, old] = [sentRow(GONE), sentRow({ ...GONE, kind: 'retired' }), sentRow(EARLIER)]
const ORPHAN: Orphan = {
  is: 'orphaned',
  row: gone as Orphan['row'],
  targets: [gone],
  became: 'removed',
  isToRetire: true
}

function sentOf(shipment: Shipment, state: SentState, { name, path, digest, blob }: Runbook): Sent {
  return { shipment, name, path, digest, blob, size: 9, isByName: true, state }
}

function sentRunbook(state: SentState, runbook = runbookOf()): Sent {
  const shipment: Planned = { is: 'planned', why: 'changed', runbook, rows: [], targets: [], replaced: [] }
  return sentOf(shipment, state, runbook)
}

/** That of a retired runbook. */
const sentNote = (state: SentState): Sent => sentOf(ORPHAN, state, runbookOf(GONE))

function ledgerOf(...sent: readonly Sent[]): Ledger {
  const ledger = new Ledger(120_000)
  for (const one of sent) ledger.set(one)
  return ledger
}

const summary = (fate: Fate): string => ('why' in fate ? `${fate.is}: ${fate.why}` : fate.is)
const fates = (situation: Situation, ledger?: Ledger): string[] => fatesOf(lookOf(situation), ledger).map(summary)

describe('of a runbook:', () => {
  test.each<{ name: string; rows: readonly Row[]; sent?: Sent; fate: string }>([
    { name: 'what was not sent is pending', rows: [old], fate: 'pending: not sent' },
    {
      name: 'what has no answer is pending',
      rows: [old],
      sent: sentRunbook(UNANSWERED),
      fate: 'pending: not confirmed'
    },
    { name: 'what is waited for is pending', rows: [old], sent: sentRunbook(WAITING), fate: 'pending: not confirmed' },
    { name: 'what the list shows is upserted', rows: [sentRow()], sent: sentRunbook(CONFIRMED), fate: 'upserted' },
    {
      name: 'what a look has shown is upserted, whatever comes later',
      rows: [],
      sent: sentRunbook(CONFIRMED),
      fate: 'upserted'
    },
    { name: 'what has failed', rows: [old], sent: sentRunbook(LATE), fate: 'failed: late' },
    {
      name: 'what has failed is failed, although somebody edited it',
      rows: [editedRow()],
      sent: sentRunbook(LATE),
      fate: 'failed: late'
    },
    {
      name: 'what was not sent, because its name is missing, is pending',
      rows: [],
      sent: sentRunbook(MISSING),
      fate: 'pending: not sent'
    },
    {
      name: 'an edit of what was delivered is what people have to know',
      rows: [editedRow()],
      sent: sentRunbook(CONFIRMED),
      fate: 'kept'
    },
    { name: 'and so is a text by hand', rows: [rowOf(NAME, 'Mine.')], sent: sentRunbook(CONFIRMED), fate: 'refused' },
    {
      name: 'what was sent of another text does not count',
      rows: [sentRow()],
      sent: sentRunbook(CONFIRMED, runbookOf(EARLIER)),
      fate: 'unchanged'
    },
    { name: 'what was not sent is what was decided', rows: [editedRow()], fate: 'kept' }
  ])('$name: $fate', ({ rows, sent, fate }) => {
    expect(fates({ rows }, ledgerOf(...(sent === undefined ? [] : [sent])))).toEqual([fate])
  })
})

const NONE: Situation['runbooks'] = { named: [] }

describe('of an entry whose runbook is gone:', () => {
  test.each<{ name: string; rows: readonly Row[]; sent?: Sent; fates: readonly string[] }>([
    { name: 'it has no note yet', rows: [gone], fates: ['orphaned'] },
    { name: 'its note was sent', rows: [gone], sent: sentNote(WAITING), fates: ['pending: not confirmed'] },
    {
      name: 'the list still shows its text, and a look has shown the note',
      rows: [gone],
      sent: sentNote(CONFIRMED),
      fates: ['retired']
    },
    { name: 'its note is shown, so that it is no orphan', rows: [note], sent: sentNote(CONFIRMED), fates: ['retired'] },
    { name: 'its note has failed', rows: [gone], sent: sentNote(LATE), fates: ['failed: late'] },
    {
      name: 'its runbook was sent before it was removed',
      rows: [gone],
      sent: sentRunbook(CONFIRMED, runbookOf(GONE)),
      fates: ['orphaned']
    }
  ])('$name', ({ rows, sent, fates: expected }) => {
    const ledger = ledgerOf(...(sent === undefined ? [] : [sent]))
    expect(fates({ rows, runbooks: NONE, facts: { removed: 'retire' } }, ledger)).toEqual(expected)
  })
})

test.each<Situation & { name: string; fates: readonly string[] }>([
  { name: 'what would be sent', rows: [old], fates: ['planned'] },
  { name: 'a note', rows: [sentRow(), gone], facts: { removed: 'retire' }, fates: ['unchanged', 'planned'] },
  { name: 'no note, unless somebody asks for it', rows: [sentRow(), gone], fates: ['unchanged', 'orphaned'] },
  {
    name: 'no note beside what is refused',
    rows: [gone],
    runbooks: { named: [], others: [otherOf('refused')] },
    facts: { removed: 'retire' },
    fates: ['refused', 'orphaned']
  },
  { name: 'what is left out', runbooks: { named: [], others: [otherOf('skipped')] }, fates: ['skipped'] }
])('a plan names $name', ({ fates: expected, ...situation }) => {
  expect(fates(situation)).toEqual(expected)
})
