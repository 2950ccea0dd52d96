import { describe, expect, test } from '@jest/globals'
import { ActionError } from '../../src/errors.ts'
import type { Orphan, Planned } from '../../src/sync/decide/decision.ts'
import { Ledger } from '../../src/sync/deliver/ledger.ts'
import { dueOf, nextRound, requireProgress } from '../../src/sync/deliver/rounds.ts'
import type { Look } from '../../src/sync/look.ts'
import { Rows, type Row } from '../../src/sync/read/rows.ts'
import type { Runbook } from '../../src/sync/read/runbooks.ts'
import { shipmentName, type Sent, type SentState } from '../../src/sync/deliver/sent.ts'
import * as looks from './looks.ts'
import { editedRow, lookOf, NAME, OLD_BLOB, otherOf, rowOf, runbookOf, sentRow, type Situation } from './looks.ts'

// What a run has sent, what each look makes of it, and what goes next.

const ERROR = new ActionError('entry-rejected', 'No.', 'Correct it.')
const WAITING: SentState = { is: 'waiting', since: 0 }
const CONFIRMED: SentState = { is: 'confirmed' }
const [REJECTED, LATE, ALTERED] = (['rejected', 'late', 'altered'] as const).map((why): SentState => {
  return { is: 'failed', why, error: ERROR }
}) as [SentState, SentState, SentState]
const UNANSWERED: SentState = { is: 'unanswered', since: 0, tries: 1, error: ERROR }

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
    ids: new Set(),
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
    for (const state of [WAITING, CONFIRMED, REJECTED, LATE, ALTERED]) {
      const ledger = ledgerOf(...(sent === undefined ? [] : [sentOf(sent, state)]))
      expect(dueOf(look, ledger).map(shipmentName)).toEqual(due)
    }
  })

  test('a text that is shown, if another entry of the name has an earlier one', () => {
    const before = sentRow({ ...EARLIER, details: { id: 1 } })
    const copy = sentRow({ ...EARLIER, details: { id: 2, trigger: 'always' } })
    const ledger = ledgerOf(sentOf(DISK, CONFIRMED, [before], { ids: new Set([1]) }))
    const dueWith = (...rows: readonly Row[]) => dueOf(lookOf({ rows }), ledger).map(shipmentName)
    expect(dueWith(sentRow({ details: { id: 1 } }), copy)).toEqual([NAME])
    // An older state of what was sent.
    expect(dueWith(before)).toEqual([])
  })

  test('what has no answer, again', () => {
    expect(dueOf(lookOf({}), ledgerOf(sentOf(DISK, UNANSWERED))).map(shipmentName)).toEqual([NAME])
  })
})

describe('what any look of a run has shown counts for all of it:', () => {
  test('a name that a look has shown is not new, and fails if no look shows it again in time', () => {
    const ledger = ledgerOf()
    ledger.settle(lookOf({ rows: [old] }))
    const without = lookOf({ rows: [] })
    ledger.settle({ ...without, readAt: 1000 })
    expect({ due: dueOf(without, ledger), isWaiting: ledger.isWaiting }).toEqual({ due: [], isWaiting: true })
    ledger.settle({ ...without, readAt: 120_999 })
    expect(ledger.isLost(NAME)).toBe(false)
    ledger.settle({ ...without, readAt: 121_000 })
    expect({ isLost: ledger.isLost(NAME), isWaiting: ledger.isWaiting }).toEqual({ isLost: true, isWaiting: false })
    expect(dueOf(without, ledger)).toEqual([])
  })

  test('an entry gets a name that another entry of its runbook has already', () => {
    const ledger = ledgerOf()
    const former = sentRow({ name: 'Disk', ...EARLIER, details: { id: 1, trigger: 'always' } })
    const look = lookOf({ rows: [former, sentRow({ details: { id: 2 } })] })
    for (const readAt of [0, 200_000]) ledger.settle({ ...look, readAt })
    expect(dueOf(look, ledger)).toMatchObject([{ why: 'retitled', runbook: { name: NAME } }])
  })

  test('a name that is shown again is sent', () => {
    const ledger = ledgerOf()
    for (const rows of [[old], [], [old]]) ledger.settle(lookOf({ rows }))
    expect(dueOf(lookOf({ rows: [old] }), ledger).map(shipmentName)).toEqual([NAME])
  })

  test.each<Situation & { name: string }>([
    { name: 'an edit that stays', rows: [editedRow()] },
    { name: 'a conflict', rows: [editedRow(EARLIER)] },
    { name: 'a text by hand', rows: [rowOf(NAME, 'Mine.')] }
  ])('what a look has left to a person is not sent, although a later look shows it as it was: $name', (seen) => {
    const ledger = ledgerOf()
    ledger.settle(lookOf(seen))
    const later = lookOf({ rows: [old] })
    ledger.settle(later)
    expect(dueOf(later, ledger)).toEqual([])
    expect(ledger.seen.hasOtherEdit(NAME, [old])).toBe(true)
  })

  const RETIRED = { name: 'Gone', path: 'docs/gone.md', text: 'Gone.' }
  const FORMER = { name: 'Disk', text: 'Before.', blob: OLD_BLOB, details: { id: 1 } }
  test.each<{ name: string; seen: Situation; later: Situation }>([
    {
      name: 'of an entry without a runbook',
      seen: { rows: [sentRow(), editedRow(RETIRED)] },
      later: { rows: [sentRow(), sentRow(RETIRED)], facts: { removed: 'retire' } }
    },
    {
      name: 'of an entry that gets a new title',
      seen: { rows: [editedRow(FORMER)] },
      later: { rows: [sentRow(FORMER)] }
    }
  ])('an edit $name is not replaced, although a later look shows it as it was', ({ seen, later }) => {
    const ledger = ledgerOf()
    expect(dueOf(lookOf(later), ledger)).toHaveLength(1)
    ledger.settle(lookOf(seen))
    ledger.settle(lookOf(later))
    expect(dueOf(lookOf(later), ledger)).toEqual([])
  })

  test('an edit that its runbook contains by now is replaced, although an earlier look has left it', () => {
    const ledger = ledgerOf()
    const edit = editedRow(EARLIER)
    ledger.settle(lookOf({ rows: [edit] }))
    const later = lookOf({ rows: [edit], facts: { merged: new Set([edit]) } })
    ledger.settle(later)
    expect(dueOf(later, ledger)).toMatchObject([{ why: 'merged' }])
  })

  test('an edit that its runbook contains by now is replaced beside a text by hand of another trigger', () => {
    const ledger = ledgerOf()
    const edit = editedRow({ ...EARLIER, details: { id: 1 } })
    const rows = [edit, rowOf(NAME, 'Mine.', { id: 2, trigger: 'always' })]
    ledger.settle(lookOf({ rows }))
    const later = lookOf({ rows, facts: { merged: new Set([edit]) } })
    expect(dueOf(later, ledger)).toMatchObject([{ why: 'merged' }])
  })

  test('what came from elsewhere is no text of a person', () => {
    const ledger = ledgerOf()
    ledger.settle(lookOf({ rows: [sentRow({ ...EARLIER, base: looks.OTHER_REPOSITORY })] }))
    const later = lookOf({ rows: [old] })
    ledger.settle(later)
    expect(dueOf(later, ledger).map(shipmentName)).toEqual([NAME])
  })

  test('with `replace`, each text that a look has shown is saved once', () => {
    const ledger = ledgerOf()
    const replaced = [editedRow(), editedRow({}, 'Call Kim.'), rowOf(NAME, 'Mine.')]
    for (const row of [...replaced, ...replaced])
      ledger.settle(lookOf({ rows: [row], facts: { onConflict: 'replace' } }))
    ledger.settle(lookOf({ rows: [old] }))
    expect(ledger.seen.textsOf('DISK FULL').map(({ content }) => content)).toEqual(
      replaced.map(({ content }) => content)
    )
  })
})

describe('a note that a runbook is gone is due', () => {
  const GONE = { name: 'Gone', path: 'docs/gone.md' }
  const gone = sentOf(runbookOf(GONE), CONFIRMED)
  const row = sentRow(GONE) as Orphan['row']
  const note: Orphan = { is: 'orphaned', row, rows: [row], targets: [row], became: 'removed', isToRetire: true }
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
  const bound = sentRow({ ...EARLIER, details: { id: 5, trigger: 'alert', triggerConfig: { match_patterns: ['x'] } } })
  const [labelled, described] = [{ labels: { team: 'a' } }, { description: 'Text.' }].map((details) => {
    return [sentRow({ ...EARLIER, details })]
  }) as [Row[], Row[]]
  const rowsOf: Readonly<Record<string, readonly Row[]>> = {
    LISTED: [old],
    BOUND: [bound],
    LABELLED: labelled,
    DESCRIBED: described,
    NEITHER: [sentRow({ ...EARLIER, details: { labels: {}, description: '' } })]
  }
  test.each<{ name: string; due: string; before?: Readonly<Record<string, SentState>>; expected: string | RegExp }>([
    { name: 'three at once', due: 'b c d', expected: 'b c d' },
    { name: 'of four, one after the other until one is accepted', due: 'b c d e', expected: 'alone: b c d e' },
    { name: 'of four, first one that the list shows', due: 'b c d LISTED', expected: 'alone: LISTED b c d' },
    { name: 'of two, first one that somebody has bound', due: 'b BOUND', expected: 'alone: BOUND b' },
    { name: 'of two, first one that somebody has labelled', due: 'b LABELLED', expected: 'alone: LABELLED b' },
    { name: 'of two, first one that somebody has described', due: 'b DESCRIBED', expected: 'alone: DESCRIBED b' },
    { name: 'both, if there is nothing to lose', due: 'b NEITHER', expected: 'b NEITHER' },
    {
      name: 'what has no answer before one that somebody has bound',
      before: { c: UNANSWERED },
      due: 'BOUND c',
      expected: 'alone: c BOUND'
    },
    { name: 'nothing while the first one is waited for', before: { a: WAITING }, due: 'b c d', expected: '' },
    { name: 'all others when it is shown', before: { a: CONFIRMED }, due: 'b c d e', expected: 'b c d e' },
    {
      name: 'all others if it is altered, because it is stored',
      before: { a: ALTERED },
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
      name: 'one that somebody has bound, although three were late and another one was shown',
      before: { x: LATE, y: LATE, z: LATE, a: CONFIRMED },
      due: 'b BOUND',
      expected: 'alone: BOUND b'
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
    ledger.settle({ ...lookOf({ runbooks: { named: all } }), decisions: [] })
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

const NAMELESS = new Rows([rowOf(NAME, '')], { areWithoutTexts: true })
const [FIRST, SECOND] = [{ details: { id: 1 } }, { details: { id: 2, trigger: 'always' } }]

describe('a look makes of what was sent', () => {
  interface Made {
    readonly name: string
    readonly rows: readonly Row[] | Rows
    readonly before?: readonly Row[]
    readonly state?: SentState
    readonly at?: number
    readonly becomes: string
    readonly isByName?: boolean
    readonly named?: readonly Runbook[]
  }
  const both = [sentRow({ ...EARLIER, ...FIRST }), sentRow({ ...EARLIER, ...SECOND })]
  const bothBefore = [FIRST, SECOND].map((entry) => sentRow({ ...entry, blob: OLD_BLOB }))
  test.each<Made>([
    { becomes: 'confirmed', name: 'if one of two rows shows it', rows: [old, sentRow()], before: [old] },
    { becomes: 'confirmed', name: 'if the list shows no texts, but the name', rows: NAMELESS },
    { becomes: 'waiting', name: 'if the list lacks the name', rows: [cpu] },
    {
      becomes: 'waiting',
      name: 'if the list shows no text of it, but of others',
      rows: [rowOf(NAME, ''), cpu],
      named: [DISK, CPU]
    },
    { becomes: 'waiting', name: 'if the list shows an edit of an older text', rows: [editedRow(EARLIER)] },
    { becomes: 'waiting', name: 'if the list shows it with other blanks', rows: [sentRow({ blob: OLD_BLOB })] },
    {
      becomes: 'waiting',
      name: 'if the list shows its text from another path',
      rows: [sentRow({ path: 'docs/o.md' })]
    },
    { becomes: 'waiting', name: 'if the list shows its line over the text before', rows: [altered], before: [altered] },
    { becomes: 'failed altered', name: 'if the list shows its line over another text', rows: [altered], before: [old] },
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
    {
      becomes: 'waiting',
      name: 'if it is waited for, although no runbook has the name any more',
      rows: [old],
      named: [CPU]
    },
    { becomes: 'confirmed', name: 'if it was shown, whatever comes later', rows: [old], state: CONFIRMED },
    {
      becomes: 'confirmed',
      name: 'if it was shown, and somebody edits it then',
      rows: [altered],
      before: [old],
      state: CONFIRMED
    },
    {
      becomes: 'confirmed',
      name: 'if it was shown, and its runbook is removed then',
      rows: [old],
      state: CONFIRMED,
      named: [CPU]
    }
  ])('$becomes: $name', ({ rows, before, state = WAITING, at = 0, becomes, named = [DISK] }) => {
    const sent = sentOf(DISK, state, before, { isByName: before?.[0]?.details === undefined })
    const shipment = { ...planOf(DISK, before), targets: before ?? [] }
    const ledger = ledgerOf({ ...sent, shipment })
    const look = lookOf({ rows: rows instanceof Rows ? [] : rows, runbooks: { named } })
    ledger.settle({ ...look, ...(rows instanceof Rows && { rows }), readAt: at })
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

describe('two looks in a row that show a copy end the run', () => {
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
    const ledger = ledgerOf(sentOf(runbook, CONFIRMED, before, { isByName }))
    const look = lookOf({ rows, runbooks: { named: [runbook, CPU] } })
    ledger.settle(look)
    expect({ isWaiting: ledger.isWaiting, next: nextRound(dueOf(look, ledger), ledger).shipments.length }).toEqual({
      isWaiting: isCopied,
      next: isCopied ? 0 : 1
    })
    const second = caught(() => {
      ledger.settle(look)
    })
    const error = { message: expect.stringContaining(`a second entry “${runbook.name}”`) }
    expect(second).toEqual(isCopied ? expect.objectContaining(error) : undefined)
  })

  test('but not one look', () => {
    const ledger = ledgerOf(sentOf(DISK, CONFIRMED, [old]))
    for (const rows of [[old, one], [one], [old, one]]) ledger.settle(lookOf({ rows }))
    expect(ledger.isWaiting).toBe(true)
  })
})

describe('two looks in a row that show something emptied by an update end the run:', () => {
  const filled = {
    labels: { team: 'a' },
    description: 'Text.',
    trigger: 'alert',
    triggerConfig: { match_patterns: ['x'] }
  }
  const rowWith = (details: object): Row => sentRow({ details: { id: 1, ...filled, ...details } })
  test.each<{ name: string; had?: object; after: object; lost?: string }>([
    { name: 'labels', after: { labels: null }, lost: 'labels' },
    { name: 'labels that are an empty object', after: { labels: {} }, lost: 'labels' },
    { name: 'a description', after: { description: '' }, lost: 'description' },
    { name: 'a trigger', after: { trigger: 'smart', triggerConfig: {} }, lost: 'trigger, trigger_config' },
    { name: 'what it is bound to', after: { triggerConfig: {} }, lost: 'trigger_config' },
    { name: 'not if people changed them', after: { labels: { team: 'b' }, trigger: 'service' } },
    { name: 'not if the entry is gone', after: { id: 2, labels: null } },
    {
      name: 'not if the entry had nothing of it',
      had: { labels: null, description: '' },
      after: { labels: null, description: null }
    }
  ])('$name', ({ had, after, lost }) => {
    const before = looks.sentRow({ ...EARLIER, details: { id: 1, ...filled, ...had } })
    const ledger = ledgerOf(sentOf(DISK, WAITING, [before], { isByName: false }))
    const look: Look = lookOf({ rows: [rowWith(after)] })
    ledger.settle(look)
    expect(ledger.isWaiting).toBe(lost !== undefined)
    const second = caught(() => {
      ledger.settle(look)
    })
    const error = { kind: 'emptied', message: expect.stringContaining(`: ${lost}.`) }
    expect(second).toEqual(lost === undefined ? undefined : expect.objectContaining(error))
  })

  test.each<{ name: string; first: Row; isAccused: boolean }>([
    { name: 'not after a look has shown that it leaves all of it', first: rowWith({}), isAccused: false },
    {
      name: 'but a look that shows the entry as it was before says nothing',
      first: looks.sentRow({ ...EARLIER, details: { id: 1, ...filled } }),
      isAccused: true
    }
  ])('$name', ({ first, isAccused }) => {
    const before = looks.sentRow({ ...EARLIER, details: { id: 1, ...filled } })
    const ledger = ledgerOf(sentOf(DISK, WAITING, [before], { isByName: false }))
    ledger.settle(lookOf({ rows: [first] }))
    const emptied = lookOf({ rows: [rowWith({ labels: null })] })
    ledger.settle(emptied)
    const last = caught(() => {
      ledger.settle(emptied)
    })
    expect(last).toEqual(isAccused ? expect.objectContaining({ kind: 'emptied' }) : undefined)
  })
})

test.each<{ rows: readonly Row[]; before?: readonly Row[]; says: string }>([
  { rows: [], says: 'after 120 s its list has no such entry.' },
  { rows: [rowOf(NAME, ''), cpu], says: 'after 120 s its list shows no text of it.' },
  { rows: [old], before: [old], says: 'after 120 s its list still shows the text before.' },
  { rows: [old], says: 'after 120 s its list shows another text that a run has sent.' },
  { rows: [rowOf(NAME, 'Mine.')], says: 'after 120 s its list shows a text that somebody wrote.' }
])('what was not shown in time says what the list shows instead: $says', ({ rows, before, says }) => {
  const ledger = ledgerOf(sentOf(DISK, WAITING, before))
  ledger.settle({ ...lookOf({ rows, runbooks: { named: [DISK, CPU] } }), readAt: 120_000 })
  const state = ledger.of(NAME)?.state
  expect(state?.is === 'failed' && state.error).toMatchObject({
    message: expect.stringContaining(says),
    hint: expect.stringMatching(/raise `confirm-within`\.$/)
  })
})
