import { describe, expect, test } from '@jest/globals'
import type { Ledger } from '../../src/sync/deliver/ledger.ts'
import { dueOf, nextRound, requireProgress } from '../../src/sync/deliver/rounds.ts'
import { shipmentName, type Sent, type SentState } from '../../src/sync/deliver/sent.ts'
import type { Row } from '../../src/sync/read/rows.ts'
import type { Runbook } from '../../src/sync/read/runbooks.ts'
import * as looks from './looks.ts'
import {
  editedRow,
  ledgerOf,
  lookOf,
  NAME,
  planOf,
  rowOf,
  runbookOf,
  sentOf,
  sentRow,
  type Situation
} from './looks.ts'

// What a run has sent, what each look makes of it, and what goes next.

const { CONFIRMED, LATE, OVERTAKEN, REJECTED, UNANSWERED, WAITING } = looks
const DISK = runbookOf()
const CPU = runbookOf({ name: 'CPU', path: 'docs/cpu.md' })
const EARLIER = { text: 'Before.', blob: looks.OLD_BLOB }
const [FIRST, SECOND] = [{ details: { id: 1 } }, { details: { id: 2, trigger: 'always' } }]
const [now, old, altered, cpu] = [sentRow(), sentRow(EARLIER), editedRow(), sentRow({ name: 'CPU', path: CPU.path })]
const NEW_FILE = runbookOf({ name: 'Disk', path: 'docs/new.md' })
/** The entry of the runbook under its former name. */
const former = sentRow({ name: 'Disk', ...FIRST })
const retitled = (isByName = false): Sent => {
  return sentOf(DISK, WAITING, [], { shipment: { ...planOf(DISK, [former]), why: 'retitled' }, isByName })
}

const due = (situation: Situation, ledger: Ledger): string[] => dueOf(lookOf(situation), ledger).map(shipmentName)

describe('due is', () => {
  test.each<{ name: string; sent?: Runbook; state?: SentState; due: readonly string[] }>([
    { name: 'what is to be sent, and nothing else', due: [NAME] },
    { name: 'nothing that was sent', sent: DISK, due: [] },
    { name: 'what has no answer', sent: DISK, state: UNANSWERED, due: [NAME] },
    { name: 'another text of the runbook', sent: runbookOf(EARLIER), due: [NAME] },
    { name: 'the same text with other blanks', sent: runbookOf({ blob: looks.OLD_BLOB }), due: [NAME] },
    { name: 'the same text from another path', sent: runbookOf({ path: 'docs/o.md' }), due: [NAME] },
    { name: 'not a name in other case', sent: runbookOf({ name: 'DISK FULL' }), due: [] }
  ])('$name', ({ sent, state, due: expected }) => {
    const situation = { rows: [cpu], runbooks: { named: [DISK, CPU] } }
    for (const one of state === undefined ? [WAITING, REJECTED, LATE, OVERTAKEN] : [state]) {
      const ledger = ledgerOf(...(sent === undefined ? [] : [sentOf(sent, one)]))
      ledger.settle(lookOf(situation))
      expect(due(situation, ledger)).toEqual(expected)
    }
  })

  test('no entry under its former name while it is being renamed', () => {
    const renaming = { rows: [former], runbooks: { named: [DISK, NEW_FILE] } }
    expect(due(renaming, ledgerOf(retitled()))).toEqual([])
  })

  test('an entry that gets a name which another entry of its runbook has already', () => {
    const look = lookOf({ rows: [sentRow({ name: 'Disk', ...EARLIER, ...SECOND }), sentRow(FIRST)] })
    const ledger = ledgerOf()
    for (const readAt of [0, 200_000]) ledger.settle({ ...look, readAt })
    expect(dueOf(look, ledger)).toMatchObject([{ why: 'retitled', runbook: { name: NAME } }])
  })
})

describe('a name that a look has shown is not new:', () => {
  const [without, withIt] = [lookOf({ rows: [] }), lookOf({ rows: [old] })]
  const lacking = { due: [], isWaiting: true, error: undefined }
  const none = { due: [], isWaiting: false, error: undefined }
  const again = { ...none, due: [NAME] }
  const failed = { ...none, error: expect.stringContaining('so it was not sent') }
  const LAST = { readAt: 121_000 }

  test.each<{ name: string; looks: readonly Partial<ReturnType<typeof lookOf>>[]; sent?: Sent; is: object }>([
    { name: 'it is waited for', looks: [withIt, without], is: lacking },
    { name: 'also just before its time is over', looks: [withIt, { readAt: 1000 }, { readAt: 120_999 }], is: lacking },
    { name: 'it has failed if no look shows it in time', looks: [withIt, { readAt: 1000 }, LAST], is: failed },
    { name: 'it is due when a look shows it again', looks: [withIt, without, withIt], is: again },
    { name: 'it is due when a look shows it later', looks: [withIt, without, LAST, withIt], is: again },
    { name: 'it is an edit when a look shows one', looks: [withIt, without, lookOf({ rows: [altered] })], is: none },
    {
      name: 'it is not sent again',
      sent: sentOf(DISK, WAITING),
      looks: [lookOf({ rows: [now] }), without],
      is: lacking
    }
  ])('$name', ({ looks: shown, sent, is }) => {
    const ledger = ledgerOf(...(sent === undefined ? [] : [sent]))
    const all = shown.map((look) => ({ ...without, ...look }))
    for (const look of all) ledger.settle(look)
    const last = all.at(-1) ?? without
    const { isWaiting } = ledger
    const error = ledger.missingError(NAME)?.message
    expect({ due: dueOf(last, ledger).map(shipmentName), isWaiting, error }).toEqual(is)
  })

  test('but another runbook gets the former name of an entry that the run has renamed', () => {
    const ledger = ledgerOf(retitled())
    const runbooks = { named: [DISK, NEW_FILE] }
    for (const row of [former, sentRow(FIRST)]) ledger.settle(lookOf({ rows: [row], runbooks }))
    expect(due({ rows: [sentRow(FIRST)], runbooks }, ledger)).toEqual(['Disk'])
  })
})

describe('a note that a runbook is gone is due', () => {
  const GONE = { name: 'Gone', path: 'docs/gone.md' }
  const note = (state: SentState): Sent => sentOf(runbookOf(GONE), state, [], { shipment: looks.noteOf(sentRow(GONE)) })
  test.each<Situation & { name: string; sent?: Sent; isDue: boolean }>([
    { name: 'if everything else is done', isDue: true },
    { name: 'if what was sent is shown', sent: sentOf(DISK, CONFIRMED), isDue: true },
    { name: 'if a file is left out by its author', runbooks: { others: [looks.otherOf('skipped')] }, isDue: true },
    { name: 'not while the list shows an older text', rows: [old], sent: sentOf(DISK, CONFIRMED), isDue: false },
    { name: 'not if a runbook is refused', rows: [rowOf(NAME, 'Mine.')], isDue: false },
    { name: 'not if a file cannot be read', runbooks: { others: [looks.otherOf('refused')] }, isDue: false },
    { name: 'not if something has failed', sent: sentOf(CPU, REJECTED), isDue: false },
    { name: 'not if the note was sent', sent: note(CONFIRMED), isDue: false },
    { name: 'if the note had no answer', sent: note(UNANSWERED), isDue: true }
  ])('$name', ({ rows = [now], runbooks = {}, sent, isDue }) => {
    const situation = { rows: [...rows, sentRow(GONE)], runbooks, facts: { removed: 'retire' } as const }
    expect(due(situation, ledgerOf(...(sent === undefined ? [] : [sent]))).includes('Gone')).toBe(isDue)
  })
})

describe('what goes now:', () => {
  const named = (name: string): Runbook => runbookOf({ name, path: `docs/${name}.md` })
  const three = { x: LATE, y: LATE, z: LATE }
  const four = { w: REJECTED, x: REJECTED, y: REJECTED, z: REJECTED }
  test.each<{ name: string; due: string; before?: Readonly<Record<string, SentState>>; expected: string | RegExp }>([
    { name: 'three at once', due: 'b c d', expected: 'b c d' },
    { name: 'of four, one after the other until one is accepted', due: 'b c d e', expected: 'alone: b c d e' },
    { name: 'of four, first one that the list shows', due: 'b c d LISTED', expected: 'alone: LISTED b c d' },
    { name: 'nothing while the first one is waited for', before: { a: WAITING }, due: 'b c d', expected: '' },
    { name: 'all others when it is shown', before: { a: CONFIRMED }, due: 'b c d e', expected: 'b c d e' },
    { name: 'all others if it is overtaken, so stored', before: { a: OVERTAKEN }, due: 'b c d e', expected: 'b c d e' },
    { name: 'others alone if it was rejected', before: { a: REJECTED }, due: 'b c d e', expected: 'alone: b c d e' },
    { name: 'others alone if it is late', before: { a: LATE }, due: 'b c d', expected: 'alone: b c d' },
    { name: 'all again if few have no answer', before: { b: UNANSWERED, c: UNANSWERED }, due: 'b c', expected: 'b c' },
    { name: 'others if the second one is shown', before: { x: LATE, a: CONFIRMED }, due: 'b c d', expected: 'b c d' },
    { name: 'nothing at all if three are late', before: three, due: 'b', expected: /3 entries were sent/ },
    { name: 'nothing if nothing is due', before: three, due: '', expected: '' },
    { name: 'what is due, although many were rejected', before: four, due: 'b', expected: 'b' },
    { name: 'one error if all of many were rejected', before: four, due: '', expected: /none of 4 entries .* No\./ },
    { name: 'no such error if they are few', before: { x: REJECTED, y: REJECTED }, due: '', expected: '' }
  ])('$name', ({ due: names, before = {}, expected }) => {
    const ledger = ledgerOf(...Object.entries(before).map(([name, state]) => sentOf(named(name), state)))
    const wanted = names.split(' ').filter(Boolean)
    const shown = Object.keys(before).filter((name) => before[name] === CONFIRMED)
    const rows = shown.map((name) => sentRow({ name, path: `docs/${name}.md` }))
    ledger.settle(lookOf({ rows, runbooks: { named: [...wanted, ...Object.keys(before)].map(named) } }))
    const next = (): string => {
      const shipments = wanted.map((name) => planOf(named(name), name === 'LISTED' ? [old] : []))
      requireProgress(shipments, ledger)
      const round = nextRound(shipments, ledger)
      return `${round.isOneByOne ? 'alone: ' : ''}${round.shipments.map(shipmentName).join(' ')}`.trim()
    }
    if (expected instanceof RegExp) expect(next).toThrow(expected)
    else expect(next()).toBe(expected)
  })
})

describe('a look makes of what was sent', () => {
  interface Made {
    readonly becomes: string
    readonly name: string
    /** What the list shows now, and what it showed before the send. */
    readonly rows: readonly Row[]
    readonly before?: readonly Row[]
    readonly state?: SentState
    readonly at?: number
    readonly named?: readonly Runbook[]
    readonly more?: Partial<Sent>
  }
  const both = [sentRow({ ...EARLIER, ...FIRST }), sentRow({ ...EARLIER, ...SECOND })] as const
  const blanks = [FIRST, SECOND].map((entry) => sentRow({ ...entry, blob: looks.OLD_BLOB }))
  const [first, again] = [sentRow(FIRST), { ...UNANSWERED, tries: 2 }]
  const hidden = { rows: [looks.unreadableRow(), cpu], named: [DISK, CPU] }
  const [earlier, later] = [[runbookOf(EARLIER)], [runbookOf({ text: 'Later.' })]]
  const twoNames = [former, sentRow(SECOND)]
  test.each<Made>([
    { becomes: 'confirmed', name: 'one of two rows shows it', rows: [old, now] },
    { becomes: 'confirmed', name: 'the list shows no texts, but the name', rows: [rowOf(NAME, '')] },
    { becomes: 'failed rejected', name: 'the same, if it was rejected', rows: [rowOf(NAME, '')], state: REJECTED },
    { becomes: 'waiting', name: 'the list lacks the name', rows: [cpu] },
    { becomes: 'waiting', name: 'the list shows no text of it, but of others', ...hidden },
    { becomes: 'failed late', name: 'the same, when its time is over', ...hidden, at: 120_000 },
    { becomes: 'failed overtaken', name: 'the list shows an edit', rows: [altered], before: [old] },
    { becomes: 'failed overtaken', name: 'an edit, and it had no answer', rows: [altered], state: UNANSWERED },
    { becomes: 'waiting', name: 'the list shows it with other blanks', rows: [sentRow({ blob: looks.OLD_BLOB })] },
    { becomes: 'waiting', name: 'the list shows its text from another path', rows: [sentRow({ path: 'docs/o.md' })] },
    { becomes: 'waiting', name: 'one of two entries has the text before', rows: [first, both[1]], before: both },
    { becomes: 'nothing', name: 'somebody has copied the text before', rows: [first, both[1]], before: [old] },
    { becomes: 'confirmed', name: 'one of two entries is gone', rows: [first], before: both },
    { becomes: 'confirmed', name: 'somebody has edited one of two', rows: [first, editedRow(SECOND)], before: both },
    { becomes: 'waiting', name: 'one of two has other blanks', rows: [first, ...blanks.slice(1)], before: blanks },
    { becomes: 'waiting', name: 'just before its time is over', rows: [old], before: [old], at: 119_999 },
    { becomes: 'failed late', name: 'when its time is over', rows: [old], before: [old], at: 120_000 },
    { becomes: 'unanswered', name: 'it had no answer once', rows: [old], state: UNANSWERED, at: 90_000 },
    { becomes: 'confirmed', name: 'it had no answer, and was stored', rows: [now], state: UNANSWERED },
    { becomes: 'failed no answer', name: 'no answer twice in a minute', rows: [old], state: again, at: 60_000 },
    { becomes: 'confirmed', name: 'it had failed, and is there', rows: [now], state: REJECTED },
    { becomes: 'failed rejected', name: 'it had failed', rows: [old], state: REJECTED },
    { becomes: 'failed late', name: 'it was late, and somebody edits it then', rows: [altered], state: LATE },
    { becomes: 'nothing', name: 'no runbook has the name any more', rows: [old], named: [CPU], state: REJECTED },
    { becomes: 'nothing', name: 'its runbook has another text by now', rows: [old], named: later },
    { becomes: 'waiting', name: 'the branch has moved back', rows: [old], named: earlier },
    { becomes: 'nothing', name: 'moved back, and it was rejected', rows: [old], named: earlier, state: LATE },
    { becomes: 'nothing', name: 'it was shown, and an earlier text is then', rows: [old], state: CONFIRMED },
    { becomes: 'confirmed', name: 'it was shown, and somebody edits it then', rows: [altered], state: CONFIRMED },
    { becomes: 'waiting', name: 'the list shows both names of a renamed entry', rows: twoNames, more: retitled() },
    { becomes: 'confirmed', name: 'the list shows the new name of it', rows: [first], more: retitled() },
    { becomes: 'confirmed', name: 'a new title made another entry', rows: twoNames, more: retitled(true) }
  ])('$becomes: $name', ({ becomes, rows, before, state = WAITING, at = 0, named = [DISK], more }) => {
    const ledger = ledgerOf(sentOf(DISK, state, before, more))
    ledger.settle({ ...lookOf({ rows, runbooks: { named } }), readAt: at })
    const after = ledger.of(NAME)?.state
    expect(after?.is === 'failed' ? `failed ${after.why}` : (after?.is ?? 'nothing')).toBe(becomes)
  })

  test.each<{ says: string; state: SentState }>([
    { says: 'The service accepted “Disk full”, but after 120 s its list does not show it.', state: WAITING },
    { says: 'It fails. It was tried 4 times in 2 min 1 s.', state: { ...UNANSWERED, tries: 4 } }
  ])('and says: $says', ({ says, state }) => {
    const ledger = ledgerOf(sentOf(DISK, state))
    ledger.settle({ ...lookOf({ rows: [old] }), readAt: 121_000 })
    expect(ledger.of(NAME)?.state).toMatchObject({ error: { message: says } })
  })
})

describe('a look that shows a copy ends the run', () => {
  const [third, lookalike] = [editedRow(), sentRow({ name: 'DISK FULL' })]
  const escaped = rowOf('R&amp;D', 'Before.')
  const [mine, theirs] = [sentRow(FIRST), rowOf(NAME, 'By hand.', SECOND.details)]
  test.each<{ name: string; before: readonly Row[]; rows: readonly Row[]; isByName?: boolean; isCopied: boolean }>([
    { name: 'if there are two rows instead of one', before: [old], rows: [old, now], isCopied: true },
    { name: 'if the list escapes names', before: [escaped], rows: [escaped, escaped], isCopied: true },
    { name: 'not after an update by id', before: [old], rows: [old, now], isByName: false, isCopied: false },
    { name: 'not if the name was new', before: [], rows: [now, now], isCopied: false },
    { name: 'not if there were two before', before: [old, third], rows: [now, third], isCopied: false },
    { name: 'not if somebody gives the name to another entry', before: [mine], rows: [mine, theirs], isCopied: false },
    { name: 'not if one has the name in other case', before: [lookalike], rows: [lookalike, now], isCopied: false }
  ])('$name', ({ before, rows, isByName = true, isCopied }) => {
    const runbook = runbookOf({ name: before[0] === escaped ? 'R&D' : NAME })
    const ledger = ledgerOf(sentOf(runbook, WAITING, before, { isByName }))
    const settle = (): void => {
      ledger.settle(lookOf({ rows, runbooks: { named: [runbook, CPU] } }))
    }
    if (isCopied) expect(settle).toThrow(`a second entry “${runbook.name}”`)
    else expect(settle).not.toThrow()
  })
})
