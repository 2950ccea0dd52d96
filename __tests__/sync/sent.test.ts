import { describe, expect, test } from '@jest/globals'
import { ActionError } from '../../src/errors.ts'
import type { Retire, Send } from '../../src/sync/decide.ts'
import type { Row } from '../../src/sync/rows.ts'
import type { Runbook } from '../../src/sync/runbooks.ts'
import * as sents from '../../src/sync/sent.ts'
import { SentEntries, sentName, type Sent } from '../../src/sync/sent.ts'
import { editedRow, lookOf, NAME, OLD_BLOB, otherOf, rowOf, runbookOf, sentRow, type Situation } from './looks.ts'

const FAILED = { is: 'failed', error: new ActionError('entry-rejected', 'No.', 'Correct it.') } as const
const ALTERED = { ...FAILED, is: 'altered' } as const
const WAITING = { is: 'waiting', since: 0 } as const
const SHOWN = { is: 'shown' } as const

function sendOf(runbook: Runbook, rows: readonly Row[] = []): Send {
  return { do: 'send', why: rows.length > 0 ? 'changed' : 'new', runbook, rows, replaced: [] }
}

/** What a run has sent of a runbook. */
function sentOf(runbook: Runbook, state: Sent['state'], before: readonly Row[] = []): Sent {
  const { name, path, digest } = runbook
  return { shipment: sendOf(runbook, before), name, path, digest, size: 9, state }
}

function entriesOf(...sent: readonly Sent[]): SentEntries {
  const entries = new SentEntries()
  for (const one of sent) entries.set(one)
  return entries
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
    { name: 'the same text from another path', sent: runbookOf({ path: 'docs/o.md' }), rows: [cpu], due: [NAME] },
    { name: 'not a name in other case', sent: runbookOf({ name: 'DISK FULL' }), rows: [cpu], due: [] }
  ])('$name', ({ sent, rows = [], due }) => {
    const look = lookOf({ rows, runbooks: { named: [DISK, CPU] } })
    for (const state of [WAITING, SHOWN, FAILED, ALTERED]) {
      const entries = entriesOf(...(sent === undefined ? [] : [sentOf(sent, state)]))
      expect(sents.dueOf(look, entries).map(sentName)).toEqual(due)
    }
  })
})

describe('a note that a runbook is gone is due', () => {
  const GONE = { name: 'Gone', path: 'docs/gone.md' }
  const gone = sentOf(runbookOf(GONE), SHOWN)
  const row = sentRow(GONE) as Retire['row']
  const note: Retire = { do: 'retire', row, rows: [row], isHere: false, now: undefined }
  test.each<Situation & { name: string; sent?: Sent; isDue: boolean }>([
    { name: 'if everything else is done', isDue: true },
    { name: 'if what was sent is shown', sent: sentOf(DISK, SHOWN), isDue: true },
    { name: 'if a file is left out by its author', runbooks: { others: [otherOf('skipped')] }, isDue: true },
    { name: 'not while the list shows an older text', rows: [old], sent: sentOf(DISK, SHOWN), isDue: false },
    { name: 'not if a runbook is refused', rows: [rowOf(NAME, 'Mine.')], isDue: false },
    { name: 'not if a file cannot be read', runbooks: { others: [otherOf('refused')] }, isDue: false },
    { name: 'not if something has failed', sent: sentOf(CPU, FAILED), isDue: false },
    { name: 'if its runbook was sent, and removed then', sent: gone, isDue: true },
    { name: 'not if the note was sent', sent: { ...gone, shipment: note }, isDue: false }
  ])('$name', ({ rows = [sentRow()], runbooks = {}, sent, isDue }) => {
    const look = lookOf({ rows: [...rows, sentRow(GONE)], runbooks, facts: { removed: 'retire' } })
    const due = sents.dueOf(look, entriesOf(...(sent === undefined ? [] : [sent])))
    expect(due.some((one) => one.do === 'retire')).toBe(isDue)
  })
})

describe('what goes now:', () => {
  const named = (name: string): Runbook => runbookOf({ name, path: `docs/${name}.md` })
  test.each<{ name: string; due: string; failed?: string; sent?: Sent['state']; expected: string | RegExp }>([
    { name: 'three at once', due: 'b c d', expected: 'b c d' },
    { name: 'of four, the first one alone', due: 'b c d e', expected: 'b' },
    { name: 'of four, one that the list shows', due: 'b c d LISTED', expected: 'LISTED' },
    { name: 'nothing while the first one is waited for', sent: WAITING, due: 'b c d', expected: '' },
    { name: 'all others when it is shown', sent: SHOWN, due: 'b c d e', expected: 'b c d e' },
    { name: 'all others if it is altered, because it is stored', sent: ALTERED, due: 'b c d e', expected: 'b c d e' },
    { name: 'another one alone if it failed', failed: 'x', due: 'b c', expected: 'b' },
    { name: 'a third one alone if two failed', failed: 'x y', due: 'b c', expected: 'b' },
    { name: 'all others if the second one is shown', failed: 'x', sent: SHOWN, due: 'b c', expected: 'b c' },
    { name: 'nothing at all after three failures', failed: 'x y z', due: 'b', expected: /3 entries were sent/ },
    { name: 'nothing if nothing is due', failed: 'x y z', due: '', expected: '' }
  ])('$name', ({ due, failed = '', sent, expected }) => {
    const before = failed
      .split(' ')
      .filter(Boolean)
      .map((name) => sentOf(named(name), FAILED))
    const entries = entriesOf(...before, ...(sent === undefined ? [] : [sentOf(named('a'), sent)]))
    const shipments = due.split(' ').filter(Boolean)
    const sends = shipments.map((name) => sendOf(named(name), name === 'LISTED' ? [old] : []))
    const next = (): string => sents.nextOf(sends, entries).map(sentName).join(' ')
    if (expected instanceof RegExp) expect(next).toThrow(expected)
    else expect(next()).toBe(expected)
  })
})

describe('of what was sent, a look says', () => {
  test.each<{ is: 'shown' | 'altered' | 'not yet'; name: string; rows: readonly Row[]; before?: readonly Row[] }>([
    { is: 'shown', name: 'if one of two rows shows it', rows: [old, sentRow()], before: [old] },
    { is: 'shown', name: 'if the list shows no texts, but the name', rows: [rowOf(NAME, '')] },
    { is: 'not yet', name: 'if the list shows no texts, and lacks the name', rows: [rowOf('CPU', '')] },
    { is: 'not yet', name: 'if the list shows no text of it, but of others', rows: [rowOf(NAME, ''), cpu] },
    { is: 'not yet', name: 'if the list shows an edit of an older text', rows: [editedRow(EARLIER)] },
    { is: 'not yet', name: 'if the list shows its text from another path', rows: [sentRow({ path: 'docs/old.md' })] },
    { is: 'not yet', name: 'if the list shows its line over the text before', rows: [altered], before: [altered] },
    { is: 'altered', name: 'if the list shows its line over another text', rows: [altered], before: [old] }
  ])('$is $name', ({ is, rows, before }) => {
    const [sent, look] = [sentOf(DISK, WAITING, before), lookOf({ rows })]
    const unshown = sents.alteredRow(sent, look) ? 'altered' : 'not yet'
    expect(sents.isShown(sent, look) ? 'shown' : unshown).toBe(is)
  })
})

describe('an upsert has made a copy', () => {
  const [one, third, lookalike] = [sentRow(), editedRow(), sentRow({ name: 'DISK FULL' })]
  test.each<{ name: string; before: readonly Row[]; rows: readonly Row[]; isCopied: boolean }>([
    { name: 'if there are two rows instead of one', before: [old], rows: [old, one], isCopied: true },
    { name: 'if there are two instead of none', before: [], rows: [one, one], isCopied: true },
    { name: 'not if there is one instead of none', before: [], rows: [one], isCopied: false },
    { name: 'not if there were two before', before: [old, third], rows: [one, third], isCopied: false },
    { name: 'not if one has the name in other case', before: [lookalike], rows: [lookalike, one], isCopied: false }
  ])('$name', ({ before, rows, isCopied }) => {
    const check = (): void => {
      sents.requireNoCopies(entriesOf(sentOf(DISK, SHOWN, before)), lookOf({ rows }))
    }
    if (isCopied) expect(check).toThrow(`a second entry “${NAME}”`)
    else expect(check).not.toThrow()
  })
})

test.each<{ rows: readonly Row[]; before?: readonly Row[]; says: string }>([
  { rows: [], says: 'after 120 s its list has no such entry.' },
  { rows: [rowOf(NAME, '')], says: 'after 120 s its list shows no text of it.' },
  { rows: [old], before: [old], says: 'after 120 s its list still shows the text before.' },
  { rows: [old], says: 'after 120 s its list shows another text that a run has sent.' },
  { rows: [rowOf(NAME, 'Mine.')], says: 'after 120 s its list shows a text that somebody wrote.' }
])('what was not shown in time says what the list shows instead: $says', ({ rows, before, says }) => {
  const { message, hint } = sents.lateError(sentOf(DISK, WAITING, before), lookOf({ rows }), 120_000)
  expect(message).toContain(says)
  expect(hint).toMatch(/raise `confirm-within`\.$/)
})

test.each<{ name: string; text: string | undefined; says: RegExp }>([
  { name: 'another line', text: 'Text.\n\nCall Kim.', says: /alters texts\. Line 3 was .*Kim\..*, and is .*Sam\./ },
  { name: 'a line more', text: 'Text.', says: /Line 3 was nothing, and is / },
  {
    name: 'a long line to its end, so that a token in it is found',
    text: `Text.\n\n${'word '.repeat(100)}oap_end`,
    says: /Line 3 was `word .* oap_end`/
  },
  { name: 'nothing, if texts must not be shown', text: undefined, says: /alters texts\.$/ }
])('an altered text is described by its first line that differs: $name', ({ text, says }) => {
  expect(sents.alteredError(sentOf(DISK, WAITING), editedRow(), text).message).toMatch(says)
})
