import { describe, expect, test } from '@jest/globals'
import { ActionError } from '../../src/errors.ts'
import type { Send } from '../../src/sync/decide.ts'
import type { Row } from '../../src/sync/rows.ts'
import type { OtherFile, Runbook } from '../../src/sync/runbooks.ts'
import {
  alteredError,
  alteredRow,
  copiedBy,
  dueOf,
  isShown,
  lateError,
  sentName,
  nextOf,
  SentEntries,
  type Sent,
  type Shipment
} from '../../src/sync/sent.ts'
import { editedRow, lookOf, NAME, OLD_BLOB, PATH, rowOf, runbookOf, sentRow, type Situation } from './looks.ts'

const FAILED = { is: 'failed', error: new ActionError('entry-rejected', 'No.', 'Correct it.') } as const
const ALTERED = { ...FAILED, is: 'altered' } as const
const WAITING = { is: 'waiting', since: 0 } as const
const SHOWN = { is: 'shown' } as const
const STATES: readonly Sent['state'][] = [WAITING, SHOWN, FAILED, ALTERED]

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

describe('due is', () => {
  const dueNames = (situation: Situation, ...sent: Sent[]) => dueOf(lookOf(situation), entriesOf(...sent)).map(sentName)

  test('what is to be sent, and nothing else', () => {
    const runbooks = { named: [DISK, runbookOf({ name: 'CPU', path: 'docs/cpu.md' })] }
    expect(dueNames({ runbooks, rows: [sentRow()] })).toEqual(['CPU'])
  })

  test.each(STATES)('nothing that was sent, and is $is', (state) => {
    expect(dueNames({}, sentOf(DISK, state))).toEqual([])
  })

  test.each<{ name: string; sent: Runbook; due: readonly string[] }>([
    { name: 'another text of the runbook', sent: runbookOf(EARLIER), due: [NAME] },
    { name: 'the same text from another path', sent: runbookOf({ path: 'docs/old.md' }), due: [NAME] },
    { name: 'not a name in other case', sent: runbookOf({ name: 'DISK FULL' }), due: [] }
  ])('$name', ({ sent, due }) => {
    for (const state of STATES) expect(dueNames({}, sentOf(sent, state))).toEqual(due)
  })
})

describe('a note that a runbook is gone is due', () => {
  const GONE = { name: 'Gone', path: 'docs/gone.md' }
  const BROKEN = { path: 'docs/b.md', name: undefined, reason: '', hint: undefined, line: undefined } as const
  const leftOut = (kind: OtherFile['kind']) => ({ others: [{ ...BROKEN, kind }] })
  const twins = [runbookOf({ name: 'A', path: 'docs/a.md' }), runbookOf({ name: 'A', path: 'docs/b.md' })]
  const note = { ...sentOf(runbookOf(GONE), SHOWN) }
  const other = runbookOf({ name: 'Other', path: 'docs/other.md' })
  test.each<Situation & { name: string; sent?: Sent; isDue: boolean }>([
    { name: 'if everything else is done', rows: [sentRow()], isDue: true },
    { name: 'if what was sent is shown', rows: [sentRow()], sent: sentOf(DISK, SHOWN), isDue: true },
    { name: 'if a file is left out by its author', rows: [sentRow()], runbooks: leftOut('skipped'), isDue: true },
    { name: 'not while something is due', rows: [], isDue: false },
    {
      name: 'not while the list shows an older text of what was sent',
      rows: [sentRow(EARLIER)],
      sent: sentOf(DISK, SHOWN),
      isDue: false
    },
    { name: 'not if a runbook is refused', rows: [rowOf(NAME, 'Mine.')], isDue: false },
    { name: 'not if files share a name', rows: [sentRow()], runbooks: { shared: [twins] }, isDue: false },
    { name: 'not if a file cannot be read', rows: [sentRow()], runbooks: leftOut('refused'), isDue: false },
    { name: 'not if something has failed', rows: [sentRow()], sent: sentOf(other, FAILED), isDue: false },
    { name: 'not if something is altered', rows: [sentRow()], sent: sentOf(other, ALTERED), isDue: false },
    { name: 'not if something is waited for', rows: [sentRow()], sent: sentOf(other, WAITING), isDue: false },
    { name: 'not if it was sent', rows: [sentRow()], sent: note, isDue: false }
  ])('$name', ({ rows = [], runbooks, sent, isDue }) => {
    const look = lookOf({ rows: [...rows, sentRow(GONE)], runbooks: runbooks ?? {}, facts: { removed: 'retire' } })
    const due = dueOf(look, entriesOf(...(sent === undefined ? [] : [sent])))
    expect(due.some((one) => one.do === 'retire')).toBe(isDue)
  })
})

describe('what goes now:', () => {
  const named = (name: string): Runbook => runbookOf({ name, path: `docs/${name}.md` })
  const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((name) => sendOf(named(name))) as [Send, Send, Send, Send]
  const existing = sendOf(named('e'), [sentRow({ name: 'e' })])
  const sent = (name: string, state: Sent['state']) => sentOf(named(name), state)
  test.each<{
    name: string
    due: readonly Shipment[]
    sent?: readonly Sent[]
    expected: readonly string[] | undefined
  }>([
    { name: 'three at once', due: [a, b, c], expected: ['a', 'b', 'c'] },
    { name: 'of four, the first one alone', due: [a, b, c, d], expected: ['a'] },
    { name: 'of four, one that the list shows', due: [a, b, c, existing], expected: ['e'] },
    { name: 'nothing while the first one is waited for', due: [b, c, d], sent: [sent('a', WAITING)], expected: [] },
    {
      name: 'all others when it is shown',
      due: [b, c, d, existing],
      sent: [sent('a', SHOWN)],
      expected: ['b', 'c', 'd', 'e']
    },
    {
      name: 'all others if it is altered, because it is stored',
      due: [b, c, d],
      sent: [sent('a', ALTERED)],
      expected: ['b', 'c', 'd']
    },
    { name: 'another one alone if it failed', due: [b, c, d], sent: [sent('a', FAILED)], expected: ['b'] },
    {
      name: 'a third one alone if two failed',
      due: [c, d],
      sent: [sent('a', FAILED), sent('b', FAILED)],
      expected: ['c']
    },
    {
      name: 'all others if the second one is shown',
      due: [c, d],
      sent: [sent('a', FAILED), sent('b', SHOWN)],
      expected: ['c', 'd']
    },
    {
      name: 'nothing at all after three failures',
      due: [d],
      sent: [sent('a', FAILED), sent('b', FAILED), sent('c', FAILED)],
      expected: undefined
    },
    {
      name: 'nothing if nothing is due',
      due: [],
      sent: [sent('a', FAILED), sent('b', FAILED), sent('c', FAILED)],
      expected: []
    }
  ])('$name', ({ due, sent: before = [], expected }) => {
    expect(nextOf(due, entriesOf(...before))?.map(sentName)).toEqual(expected)
  })
})

describe('of what was sent, a look says', () => {
  const old = sentRow(EARLIER)
  const altered = editedRow({}, 'A footer.')
  test.each<{ is: 'shown' | 'altered' | 'not yet'; name: string; rows: readonly Row[]; before?: readonly Row[] }>([
    { is: 'shown', name: 'if the list shows it', rows: [sentRow()] },
    { is: 'shown', name: 'if one of two rows shows it', rows: [old, sentRow()], before: [old] },
    { is: 'shown', name: 'if the list shows no texts, but the name', rows: [rowOf(NAME, '')] },
    { is: 'not yet', name: 'if the list lacks it', rows: [] },
    { is: 'not yet', name: 'if the list shows no texts, and lacks the name', rows: [rowOf('CPU', '')] },
    { is: 'not yet', name: 'if the list shows an edit of an older text', rows: [editedRow(EARLIER)] },
    { is: 'not yet', name: 'if the list shows what it showed before', rows: [old], before: [old] },
    { is: 'not yet', name: 'if the list shows its text from another path', rows: [sentRow({ path: 'docs/old.md' })] },
    { is: 'not yet', name: 'if the list shows an older text that it did not show before', rows: [old] },
    { is: 'not yet', name: 'if the list shows a text by hand', rows: [rowOf(NAME, 'Mine.')] },
    {
      is: 'not yet',
      name: 'if the list shows its line over the text that it showed before',
      rows: [altered],
      before: [altered]
    },
    { is: 'altered', name: 'if the list shows its line over another text', rows: [altered], before: [old] }
  ])('$is $name', ({ is, rows, before }) => {
    const [sent, look] = [sentOf(DISK, WAITING, before), lookOf({ rows, runbooks: { named: [DISK, CPU] } })]
    const seen = isShown(sent, look) ? 'shown' : alteredRow(sent, look) ? 'altered' : 'not yet'
    expect(seen).toBe(is)
  })
})

describe('an upsert has made a copy', () => {
  const [one, other, third] = [sentRow(), sentRow(EARLIER), editedRow()]
  const lookalike = sentRow({ name: 'DISK FULL' })
  test.each<{ name: string; before: readonly Row[]; rows: readonly Row[]; isCopied: boolean }>([
    { name: 'if there are two rows instead of one', before: [other], rows: [other, one], isCopied: true },
    { name: 'if there are three instead of two', before: [other, third], rows: [other, third, one], isCopied: true },
    { name: 'if there are two instead of none', before: [], rows: [one, one], isCopied: true },
    { name: 'not if there is one instead of none', before: [], rows: [one], isCopied: false },
    { name: 'not if there were two before', before: [other, third], rows: [one, third], isCopied: false },
    {
      name: 'not if another row has the name in other case',
      before: [lookalike],
      rows: [lookalike, one],
      isCopied: false
    }
  ])('$name', ({ before, rows, isCopied }) => {
    const sent = entriesOf(sentOf(DISK, SHOWN, before))
    expect(copiedBy(sent, lookOf({ rows })).map(({ name }) => name)).toEqual(isCopied ? [NAME] : [])
  })
})

test.each<{ name: string; rows: readonly Row[]; before?: readonly Row[]; expected: RegExp }>([
  { name: 'no row', rows: [], expected: /after 120 s its list has no such entry\.$/ },
  { name: 'no text', rows: [rowOf(NAME, '')], expected: /its list shows no text of it\.$/ },
  {
    name: 'the text before',
    rows: [sentRow(EARLIER)],
    before: [sentRow(EARLIER)],
    expected: /still shows the text before\.$/
  },
  {
    name: 'another text that was sent',
    rows: [sentRow(EARLIER)],
    expected: /shows another text that a run has sent\.$/
  },
  { name: 'a text by hand', rows: [rowOf(NAME, 'Mine.')], expected: /shows a text that somebody wrote\.$/ }
])('what was not shown in time says what the list shows instead: $name', ({ rows, before, expected }) => {
  expect(lateError(sentOf(DISK, WAITING, before), lookOf({ rows }), 120_000).message).toMatch(expected)
})

test.each<{ name: string; text: string | undefined; expected: RegExp }>([
  {
    name: 'another line',
    text: 'Text.\n\nCall Kim.',
    expected: /alters texts\. Line 3 was .*Call Kim\..*, and is .*Call Sam\./
  },
  { name: 'a line more', text: 'Text.', expected: /Line 3 was nothing, and is / },
  {
    name: 'a long line to its end, so that a token in it is found',
    text: `Text.\n\n${'word '.repeat(100)}oap_end`,
    expected: /Line 3 was `word .* oap_end`/
  },
  { name: 'nothing, if texts must not be shown', text: undefined, expected: /alters texts\.$/ }
])('an altered text is described by its first line that differs: $name', ({ text, expected }) => {
  expect(alteredError(sentOf(DISK, WAITING), editedRow(), text).message).toMatch(expected)
})

test('what is sent of one name replaces what was sent before, and can be forgotten', () => {
  const entries = entriesOf(sentOf(DISK, FAILED), sentOf(runbookOf({ name: 'DISK FULL' }), WAITING))
  expect(entries.all.map(({ name, path }) => [name, path])).toEqual([['DISK FULL', PATH]])
  expect(entries.isWaiting).toBe(true)
  entries.forget(NAME)
  expect(entries.all).toEqual([])
})
