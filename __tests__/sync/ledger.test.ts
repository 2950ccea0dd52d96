import { describe, expect, test } from '@jest/globals'
import { ActionError } from '../../src/errors.ts'
import { RequestError } from '../../src/knowledge/failures.ts'
import type { Orphan, Planned } from '../../src/sync/decide/decision.ts'
import { Ledger } from '../../src/sync/deliver/ledger.ts'
import { dueOf, nextRound, requireProgress } from '../../src/sync/deliver/rounds.ts'
import type { Row } from '../../src/sync/read/rows.ts'
import type { Runbook } from '../../src/sync/read/runbooks.ts'
import { shipmentName, type Sent, type SentState } from '../../src/sync/deliver/sent.ts'
import {
  editedRow,
  lookOf,
  NAME,
  OLD_BLOB,
  otherOf,
  rowOf,
  runbookOf,
  sentRow,
  unreadableRow,
  type Situation
} from './looks.ts'

// What a run has sent, what each look makes of it, and what goes next.

const ERROR = new ActionError('entry-rejected', 'No.', 'Correct it.')
const WAITING: SentState = { is: 'waiting', since: 0 }
const CONFIRMED: SentState = { is: 'confirmed' }
const [REJECTED, LATE, OVERTAKEN] = (['rejected', 'late', 'overtaken'] as const).map((why): SentState => {
  return { is: 'failed', why, error: ERROR }
}) as [SentState, SentState, SentState]
const NO_ANSWER = new RequestError('service-failing', 'It fails.', 'Wait.')
const UNANSWERED = { is: 'unanswered', since: 0, tries: 1, error: NO_ANSWER } as const

function planOf(runbook: Runbook, rows: readonly Row[] = []): Planned {
  const why = rows.length > 0 ? 'changed' : 'new'
  return { is: 'planned', why, runbook, rows, targets: rows.slice(0, 1), replaced: [] }
}

/** What a run has sent of a runbook. */
function sentOf(runbook: Runbook, state: SentState, before: readonly Row[] = [], more: Partial<Sent> = {}): Sent {
  const { name, path, digest, blob } = runbook
  return {
    shipment: planOf(runbook, before),
    name,
    path,
    digest,
    blob,
    size: 9,
    isByName: true,
    state,
    ...more
  }
}

function caught(run: () => void): unknown {
  try {
    run()
    return undefined
  } catch (error) {
    return error
  }
}

function ledgerOf(...sent: readonly Sent[]): Ledger {
  const ledger = new Ledger(120_000)
  for (const one of sent) ledger.set(one)
  return ledger
}

const DISK = runbookOf()
const CPU = runbookOf({ name: 'CPU', path: 'docs/cpu.md' })
const EARLIER = { text: 'Before.', blob: OLD_BLOB }
const [FIRST, SECOND] = [{ details: { id: 1 } }, { details: { id: 2, trigger: 'always' } }]
const [old, altered, cpu] = [sentRow(EARLIER), editedRow({}, 'A footer.'), sentRow({ name: 'CPU', path: CPU.path })]

describe('due is', () => {
  test.each<{ name: string; sent?: Runbook; rows?: readonly Row[]; due: readonly string[] }>([
    { name: 'what is to be sent, and nothing else', rows: [cpu], due: [NAME] },
    { name: 'nothing that was sent', sent: DISK, rows: [cpu], due: [] },
    { name: 'another text of the runbook', sent: runbookOf(EARLIER), rows: [cpu], due: [NAME] },
    { name: 'the same text with other blanks', sent: runbookOf({ blob: OLD_BLOB }), rows: [cpu], due: [NAME] },
    { name: 'the same text from another path', sent: runbookOf({ path: 'docs/o.md' }), rows: [cpu], due: [NAME] },
    { name: 'not a name in other case', sent: runbookOf({ name: 'DISK FULL' }), rows: [cpu], due: [] }
  ])('$name', ({ sent, rows = [], due }) => {
    const look = lookOf({ rows, runbooks: { named: [DISK, CPU] } })
    for (const state of [WAITING, CONFIRMED, REJECTED, LATE, OVERTAKEN]) {
      const ledger = ledgerOf(...(sent === undefined ? [] : [sentOf(sent, state)]))
      expect(dueOf(look, ledger).map(shipmentName)).toEqual(due)
    }
  })

  test.each<{ name: string; rows: readonly Row[] }>([
    {
      name: 'a copy that somebody has made of an earlier one',
      rows: [sentRow(FIRST), sentRow({ ...EARLIER, ...SECOND })]
    },
    { name: 'an earlier text, because the branch has moved back or another run has sent it', rows: [old] }
  ])('what the list has shown is due again if a look shows $name', ({ rows }) => {
    const ledger = ledgerOf(sentOf(DISK, CONFIRMED))
    const look = lookOf({ rows })
    ledger.settle(look)
    expect(dueOf(look, ledger).map(shipmentName)).toEqual([NAME])
  })

  test('what has no answer, again', () => {
    expect(dueOf(lookOf({}), ledgerOf(sentOf(DISK, UNANSWERED))).map(shipmentName)).toEqual([NAME])
  })

  test('what has failed without an answer says how often and how long it was tried', () => {
    const ledger = ledgerOf(sentOf(DISK, { ...UNANSWERED, tries: 4 }))
    ledger.settle({ ...lookOf({ rows: [old] }), readAt: 61_000 })
    const message = 'It fails. It was tried 4 times in 1 min 1 s.'
    expect(ledger.of(NAME)?.state).toMatchObject({ is: 'failed', why: 'no answer', error: { message } })
  })
})

describe('a name that a look has shown is not new', () => {
  const [without, withIt] = [lookOf({ rows: [] }), lookOf({ rows: [old] })]

  test('it is waited for, and has failed if no look shows it again in time', () => {
    const ledger = ledgerOf()
    ledger.settle(withIt)
    ledger.settle({ ...without, readAt: 1000 })
    expect({ due: dueOf(without, ledger), isWaiting: ledger.isWaiting }).toEqual({ due: [], isWaiting: true })
    ledger.settle({ ...without, readAt: 120_999 })
    expect(ledger.of(NAME)?.state.is).toBe('missing')
    ledger.settle({ ...without, readAt: 121_000 })
    expect(ledger.of(NAME)?.state).toMatchObject({ is: 'failed', why: 'missing' })
    expect({ due: dueOf(without, ledger), isWaiting: ledger.isWaiting }).toEqual({ due: [], isWaiting: false })
  })

  test.each([1000, 121_000])('it is due again when a look shows it after %d ms', (readAt) => {
    const ledger = ledgerOf()
    for (const look of [withIt, without, { ...without, readAt }, withIt]) ledger.settle(look)
    expect(dueOf(withIt, ledger).map(shipmentName)).toEqual([NAME])
  })

  test.each<{ name: string; rows: readonly Row[] }>([
    { name: 'an edit', rows: [editedRow()] },
    { name: 'just its text', rows: [sentRow()] }
  ])('it is forgotten when a look shows $name', ({ rows }) => {
    const ledger = ledgerOf()
    for (const look of [withIt, without, lookOf({ rows })]) ledger.settle(look)
    expect({ known: ledger.of(NAME), isWaiting: ledger.isWaiting }).toEqual({ known: undefined, isWaiting: false })
  })

  test('what was sent before and is not shown any more is not sent again', () => {
    const ledger = ledgerOf(sentOf(DISK, WAITING))
    ledger.settle(lookOf({ rows: [sentRow()] }))
    ledger.settle(without)
    expect(dueOf(without, ledger)).toEqual([])
  })

  test('but another runbook gets the former name of an entry that the run has renamed', () => {
    const former = sentRow({ name: 'Disk', ...FIRST })
    const shipment: Planned = { ...planOf(DISK, [former]), why: 'retitled' }
    const ledger = ledgerOf(sentOf(DISK, WAITING, [], { shipment, isByName: false }))
    const named = [DISK, runbookOf({ name: 'Disk', path: 'docs/new.md' })]
    ledger.settle(lookOf({ rows: [former], runbooks: { named } }))
    const look = lookOf({ rows: [sentRow(FIRST)], runbooks: { named } })
    ledger.settle(look)
    expect(dueOf(look, ledger).map(shipmentName)).toEqual(['Disk'])
  })
})

test('an entry that is being renamed is not sent to under its former name', () => {
  const former = sentRow({ name: 'Disk', ...EARLIER, ...FIRST })
  const shipment: Planned = { ...planOf(DISK, [former]), why: 'retitled' }
  const ledger = ledgerOf(sentOf(DISK, WAITING, [], { shipment, isByName: false }))
  const look = lookOf({ rows: [former], runbooks: { named: [DISK, runbookOf({ name: 'Disk', path: 'docs/new.md' })] } })
  expect(dueOf(look, ledger)).toEqual([])
})

test('an entry gets a name that another entry of its runbook has already', () => {
  const former = sentRow({ name: 'Disk', ...EARLIER, ...SECOND })
  const look = lookOf({ rows: [former, sentRow(FIRST)] })
  const ledger = ledgerOf()
  for (const readAt of [0, 200_000]) ledger.settle({ ...look, readAt })
  expect(dueOf(look, ledger)).toMatchObject([{ why: 'retitled', runbook: { name: NAME } }])
})

describe('a note that a runbook is gone is due', () => {
  const GONE = { name: 'Gone', path: 'docs/gone.md' }
  const gone = sentOf(runbookOf(GONE), CONFIRMED)
  const row = sentRow(GONE) as Orphan['row']
  const note: Orphan = { is: 'orphaned', row, targets: [row], became: 'removed', isToRetire: true }
  test.each<Situation & { name: string; sent?: Sent; isDue: boolean }>([
    { name: 'if everything else is done', isDue: true },
    { name: 'if what was sent is shown', sent: sentOf(DISK, CONFIRMED), isDue: true },
    { name: 'if a file is left out by its author', runbooks: { others: [otherOf('skipped')] }, isDue: true },
    { name: 'not while the list shows an older text', rows: [old], sent: sentOf(DISK, CONFIRMED), isDue: false },
    { name: 'not if a runbook is refused', rows: [rowOf(NAME, 'Mine.')], isDue: false },
    { name: 'not if a file cannot be read', runbooks: { others: [otherOf('refused')] }, isDue: false },
    { name: 'not if something has failed', sent: sentOf(CPU, REJECTED), isDue: false },
    { name: 'if its runbook was sent, and removed then', sent: gone, isDue: true },
    { name: 'not if the note was sent', sent: { ...gone, shipment: note }, isDue: false },
    { name: 'if the note had no answer', sent: { ...gone, shipment: note, state: UNANSWERED }, isDue: true }
  ])('$name', ({ rows = [sentRow()], runbooks = {}, sent, isDue }) => {
    const look = lookOf({ rows: [...rows, sentRow(GONE)], runbooks, facts: { removed: 'retire' } })
    const due = dueOf(look, ledgerOf(...(sent === undefined ? [] : [sent])))
    expect(due.some(({ is }) => is === 'orphaned')).toBe(isDue)
  })
})

describe('what goes now:', () => {
  const named = (name: string): Runbook => runbookOf({ name, path: `docs/${name}.md` })
  const rowsOf: Readonly<Record<string, readonly Row[]>> = { LISTED: [old] }
  test.each<{ name: string; due: string; before?: Readonly<Record<string, SentState>>; expected: string | RegExp }>([
    { name: 'three at once', due: 'b c d', expected: 'b c d' },
    { name: 'of four, one after the other until one is accepted', due: 'b c d e', expected: 'alone: b c d e' },
    { name: 'of four, first one that the list shows', due: 'b c d LISTED', expected: 'alone: LISTED b c d' },
    { name: 'nothing while the first one is waited for', before: { a: WAITING }, due: 'b c d', expected: '' },
    { name: 'all others when it is shown', before: { a: CONFIRMED }, due: 'b c d e', expected: 'b c d e' },
    {
      name: 'all others if it is overtaken, because it is stored',
      before: { a: OVERTAKEN },
      due: 'b c d e',
      expected: 'b c d e'
    },
    { name: 'others alone if it was rejected', before: { a: REJECTED }, due: 'b c d e', expected: 'alone: b c d e' },
    { name: 'others alone if it is late', before: { a: LATE }, due: 'b c d', expected: 'alone: b c d' },
    { name: 'what has no answer before others', before: { c: UNANSWERED }, due: 'b c d e', expected: 'alone: c b d e' },
    { name: 'all again if few have no answer', before: { b: UNANSWERED, c: UNANSWERED }, due: 'b c', expected: 'b c' },
    { name: 'others if the second one is shown', before: { x: LATE, a: CONFIRMED }, due: 'b c d', expected: 'b c d' },
    {
      name: 'nothing at all if three are late',
      before: { x: LATE, y: LATE, z: LATE },
      due: 'b',
      expected: /3 entries were sent/
    },
    { name: 'nothing if nothing is due', before: { x: LATE, y: LATE, z: LATE }, due: '', expected: '' },
    {
      name: 'what is due, although many were rejected',
      before: { w: REJECTED, x: REJECTED, y: REJECTED, z: REJECTED },
      due: 'b',
      expected: 'b'
    },
    {
      name: 'one error if all of many were rejected',
      before: { w: REJECTED, x: REJECTED, y: REJECTED, z: REJECTED },
      due: '',
      expected: /accepted none of 4 entries that were sent\. No\./
    },
    { name: 'no such error if they are few', before: { x: REJECTED, y: REJECTED }, due: '', expected: '' }
  ])('$name', ({ due, before = {}, expected }) => {
    const ledger = ledgerOf(...Object.entries(before).map(([name, state]) => sentOf(named(name), state)))
    const all = [...due.split(' ').filter(Boolean), ...Object.keys(before)].map(named)
    const rows = Object.entries(before).flatMap(([name, { is }]) => {
      return is === 'confirmed' ? sentRow({ name, path: `docs/${name}.md` }) : []
    })
    ledger.settle(lookOf({ rows, runbooks: { named: all } }))
    const shipments = due.split(' ').filter(Boolean)
    const next = (): string => {
      const sendable = shipments.map((name) => planOf(named(name), rowsOf[name] ?? []))
      requireProgress(sendable, ledger)
      const round = nextRound(sendable, ledger)
      return `${round.isOneByOne ? 'alone: ' : ''}${round.shipments.map(shipmentName).join(' ')}`.trim()
    }
    if (expected instanceof RegExp) expect(next).toThrow(expected)
    else expect(next()).toBe(expected)
  })
})

describe('a look makes of what was sent', () => {
  interface Made {
    readonly name: string
    readonly rows: readonly Row[]
    readonly before?: readonly Row[]
    readonly state?: SentState
    readonly at?: number
    readonly becomes: string
    readonly named?: readonly Runbook[]
    readonly replaces?: boolean
  }
  const both = [sentRow({ ...EARLIER, ...FIRST }), sentRow({ ...EARLIER, ...SECOND })]
  const bothBefore = [FIRST, SECOND].map((entry) => sentRow({ ...entry, blob: OLD_BLOB }))
  test.each<Made>([
    { becomes: 'confirmed', name: 'if one of two rows shows it', rows: [old, sentRow()], before: [old] },
    { becomes: 'confirmed', name: 'if the list shows no texts, but the name', rows: [rowOf(NAME, '')] },
    { becomes: 'waiting', name: 'if the list lacks the name', rows: [cpu] },
    {
      becomes: 'waiting',
      name: 'if the list shows no text of it, but of others',
      rows: [unreadableRow(), cpu],
      named: [DISK, CPU]
    },
    {
      becomes: 'failed late',
      name: 'if the list shows no text of it, but of others, when its time is over',
      rows: [unreadableRow(), cpu],
      named: [DISK, CPU],
      at: 120_000
    },
    {
      becomes: 'failed overtaken',
      name: 'if the list shows an edit of an older text',
      rows: [editedRow(EARLIER)],
      before: [old]
    },
    {
      becomes: 'failed overtaken',
      name: 'if it had no answer, and the list shows an edit',
      rows: [altered],
      before: [old],
      state: UNANSWERED
    },
    { becomes: 'waiting', name: 'if the list shows it with other blanks', rows: [sentRow({ blob: OLD_BLOB })] },
    {
      becomes: 'waiting',
      name: 'if the list shows its text from another path',
      rows: [sentRow({ path: 'docs/o.md' })]
    },
    {
      becomes: 'waiting',
      name: 'if the list shows the edit that it replaces',
      rows: [altered],
      before: [altered],
      replaces: true
    },
    {
      becomes: 'failed overtaken',
      name: 'if the list shows its line over another text',
      rows: [altered],
      before: [old]
    },
    {
      becomes: 'waiting',
      name: 'if one of two entries has the text before',
      rows: [sentRow(FIRST), both[1] ?? old],
      before: both
    },
    { becomes: 'confirmed', name: 'if one of two entries is gone', rows: [sentRow(FIRST)], before: both },
    {
      becomes: 'confirmed',
      name: 'if somebody has edited one of two since',
      rows: [sentRow(FIRST), editedRow(SECOND)],
      before: both
    },
    {
      becomes: 'confirmed',
      name: 'if nothing but blanks of the file has changed',
      rows: [sentRow(FIRST)],
      before: [sentRow({ ...FIRST, blob: OLD_BLOB })]
    },
    {
      becomes: 'waiting',
      name: 'if nothing but blanks has changed, and one of two entries does not have it',
      rows: [sentRow(FIRST), sentRow({ ...SECOND, blob: OLD_BLOB })],
      before: bothBefore
    },
    { becomes: 'waiting', name: 'just before its time is over', rows: [old], before: [old], at: 119_999 },
    { becomes: 'failed late', name: 'when its time is over', rows: [old], before: [old], at: 120_000 },
    {
      becomes: 'unanswered',
      name: 'if it had no answer once',
      rows: [old],
      before: [old],
      state: UNANSWERED,
      at: 90_000
    },
    { becomes: 'confirmed', name: 'if it had no answer, and was stored', rows: [sentRow()], state: UNANSWERED },
    {
      becomes: 'failed no answer',
      name: 'if it had no answer twice, and a minute is over',
      rows: [old],
      before: [old],
      state: { ...UNANSWERED, tries: 2 },
      at: 60_000
    },
    { becomes: 'confirmed', name: 'if it had failed, and is there', rows: [sentRow()], state: REJECTED },
    { becomes: 'failed rejected', name: 'if it had failed', rows: [old], state: REJECTED },
    { becomes: 'failed late', name: 'if it was late, and somebody edits it then', rows: [altered], state: LATE },
    {
      becomes: 'nothing',
      name: 'if it had failed, and no runbook has the name any more',
      rows: [old],
      state: REJECTED,
      named: [CPU]
    },
    { becomes: 'nothing', name: 'if no runbook has the name any more', rows: [old], named: [CPU] },
    {
      becomes: 'nothing',
      name: 'if its runbook has another text by now',
      rows: [old],
      named: [runbookOf({ text: 'Later.' })]
    },
    {
      becomes: 'nothing',
      name: 'if it was shown, and the list shows an earlier text then',
      rows: [old],
      state: CONFIRMED
    },
    {
      becomes: 'confirmed',
      name: 'if it was shown, and somebody edits it then',
      rows: [altered],
      before: [old],
      state: CONFIRMED
    }
  ])('$becomes: $name', ({ rows, before, state = WAITING, at = 0, becomes, named = [DISK], replaces = false }) => {
    const sent = sentOf(DISK, state, before, { isByName: false })
    const shipment = { ...planOf(DISK, before), targets: before ?? [] }
    const ledger = ledgerOf({ ...sent, shipment })
    const facts = replaces ? ({ onConflict: 'replace' } as const) : {}
    ledger.settle({ ...lookOf({ rows, runbooks: { named }, facts }), readAt: at })
    const now = ledger.of(NAME)?.state
    expect(now?.is === 'failed' ? `failed ${now.why}` : (now?.is ?? 'nothing')).toBe(becomes)
  })

  test('a renamed entry is waited for under both names', () => {
    const former = sentRow({ name: 'Disk', ...FIRST })
    const shipment: Planned = { ...planOf(DISK, [former]), why: 'retitled' }
    const ledger = ledgerOf(sentOf(DISK, WAITING, [], { shipment, isByName: false }))
    ledger.settle(lookOf({ rows: [former, sentRow(SECOND)] }))
    expect(ledger.of(NAME)?.state.is).toBe('waiting')
    ledger.settle(lookOf({ rows: [sentRow(FIRST)] }))
    expect(ledger.of(NAME)?.state.is).toBe('confirmed')
  })

  test('without an update, the former entry of a new title stays', () => {
    const former = sentRow({ name: 'Disk', ...FIRST })
    const shipment: Planned = { ...planOf(DISK, [former]), why: 'retitled' }
    const ledger = ledgerOf(sentOf(DISK, WAITING, [], { shipment, isByName: true }))
    ledger.settle(lookOf({ rows: [former, sentRow(SECOND)] }))
    expect(ledger.of(NAME)?.state.is).toBe('confirmed')
  })
})

describe('a look that shows a copy ends the run', () => {
  const [one, third, lookalike] = [sentRow(), editedRow(), sentRow({ name: 'DISK FULL' })]
  const escaped = rowOf('R&amp;D', 'Before.')
  test.each<{ name: string; before: readonly Row[]; rows: readonly Row[]; isByName?: boolean; isCopied: boolean }>([
    { name: 'if there are two rows instead of one', before: [old], rows: [old, one], isCopied: true },
    { name: 'if the list escapes names', before: [escaped], rows: [escaped, escaped], isCopied: true },
    { name: 'not after an update by id', before: [old], rows: [old, one], isByName: false, isCopied: false },
    { name: 'not if the name was new', before: [], rows: [one, one], isCopied: false },
    { name: 'not if there is one instead of none', before: [], rows: [one], isCopied: false },
    { name: 'not if there were two before', before: [old, third], rows: [one, third], isCopied: false },
    { name: 'not if one has the name in other case', before: [lookalike], rows: [lookalike, one], isCopied: false }
  ])('$name', ({ before, rows, isByName = true, isCopied }) => {
    const runbook = runbookOf({ name: before[0] === escaped ? 'R&D' : NAME })
    const ledger = ledgerOf(sentOf(runbook, WAITING, before, { isByName }))
    const error = caught(() => {
      ledger.settle(lookOf({ rows, runbooks: { named: [runbook, CPU] } }))
    })
    const expected = { kind: 'copies', message: expect.stringContaining(`a second entry “${runbook.name}”`) }
    expect(error).toEqual(isCopied ? expect.objectContaining(expected) : undefined)
  })
})

test.each<{ rows: readonly Row[]; before?: readonly Row[]; says: string }>([
  { rows: [], says: 'after 120 s its list has no such entry.' },
  { rows: [unreadableRow(), cpu], says: 'after 120 s its list shows no text of it.' },
  { rows: [old], before: [old], says: 'after 120 s its list still shows the text before.' },
  { rows: [old], says: 'after 120 s its list shows another text that a run has sent.' }
])('what was not shown in time says what the list shows instead: $says', ({ rows, before, says }) => {
  const ledger = ledgerOf(sentOf(DISK, WAITING, before))
  ledger.settle({ ...lookOf({ rows, runbooks: { named: [DISK, CPU] } }), readAt: 120_000 })
  const state = ledger.of(NAME)?.state
  expect(state?.is === 'failed' && state.error).toMatchObject({
    message: expect.stringContaining(says),
    hint: expect.stringMatching(/raise `confirm-within`\.$/)
  })
})
