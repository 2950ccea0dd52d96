import { describe, expect, test } from '@jest/globals'
import type { Decision } from '../../src/sync/decide.ts'
import type { Row } from '../../src/sync/rows.ts'
import * as looks from './looks.ts'
import { BLOB, editedRow, lookOf, NAME, OLD_BLOB, rowOf, runbookOf, sentRow, type Situation } from './looks.ts'

// The table of contributing/decisions.md, and the rules beside it.

/** `send new`, `refuse edited, green`; `send in the file, saves 1`. */
function summary(decision: Decision): string {
  const saved = decision.do === 'send' && decision.replaced.length > 0 ? `, saves ${decision.replaced.length}` : ''
  const color = 'isRed' in decision && !decision.isRed ? ', green' : ''
  if ('file' in decision) return `leave out ${decision.file.path}${color}`
  if ('isHere' in decision) return `${decision.do} ${decision.row.name}`
  return `${decision.do} ${decision.why}${saved}${color}`
}

const decisionsOf = (situation: Situation): string[] => lookOf(situation).decisions.map(summary)

interface Case extends Situation {
  readonly name: string
  readonly decision: string
}

const BEFORE = { text: 'Before.', blob: OLD_BLOB }
const [THEIRS, TRUNK] = [{ base: looks.OTHER_REPOSITORY }, { base: looks.OTHER_BRANCH }]
const MERGED = editedRow(BEFORE)
const BY_HAND = rowOf(NAME, 'Mine.')
const NOTES = { path: 'notes/disk.md' }
const HAS_NOTES = { unselected: new Set([NOTES.path]) }
const WITH_EDIT = { named: [runbookOf({ text: 'Before.\n\nCall Sam.' })] }
const EDITED_ELSEWHERE = editedRow({ text: 'Before.', path: 'docs/old.md', ...TRUNK })

test.each<Case>([
  { name: 'nothing', rows: [], decision: 'send new' },
  { name: 'an entry of another repository', rows: [sentRow(THEIRS)], decision: 'refuse elsewhere' },
  { name: 'one of an unselected file', rows: [sentRow(NOTES)], facts: HAS_NOTES, decision: 'refuse elsewhere' },
  { name: 'one of an unselected file that is gone', rows: [sentRow(NOTES)], decision: 'send changed' },
  {
    name: 'one of such a file on another branch',
    rows: [sentRow({ ...NOTES, ...TRUNK })],
    facts: HAS_NOTES,
    decision: 'send changed'
  },
  { name: 'no text', rows: [rowOf(NAME, '')], decision: 'send no text' },
  { name: 'ours, and current, from an older file', rows: [sentRow({ blob: OLD_BLOB })], decision: 'leave current' },
  { name: 'the same, with its name in other case', rows: [sentRow({ name: 'DISK FULL' })], decision: 'leave current' },
  { name: 'ours, with another text', rows: [sentRow(BEFORE)], decision: 'send changed' },
  { name: 'ours, from another path', rows: [sentRow({ path: 'docs/old.md' })], decision: 'send changed' },
  { name: 'ours, from another branch', rows: [sentRow(TRUNK)], decision: 'send changed' },
  { name: 'by hand, with just the text of the runbook', rows: [rowOf(NAME, 'Text.\n')], decision: 'send in the file' },
  {
    name: 'edited, with just the text of the runbook',
    rows: [editedRow({ text: 'Before.' })],
    runbooks: WITH_EDIT,
    decision: 'send in the file'
  },
  { name: 'edited, and its blob is that of the file', rows: [EDITED_ELSEWHERE], decision: 'leave edited' },
  { name: 'edited, and its digest is still right', rows: [editedRow({ blob: OLD_BLOB })], decision: 'leave edited' },
  { name: 'edited, below a note that it is gone', rows: [editedRow({ kind: 'retired' })], decision: 'refuse edited' },
  {
    name: 'edited, and its changes are all in the runbook',
    rows: [MERGED],
    facts: { merged: new Set([MERGED]) },
    decision: 'send in the file, saves 1'
  },
  { name: 'edited', rows: [editedRow(BEFORE)], decision: 'refuse edited' },
  { name: 'by hand', rows: [BY_HAND], decision: 'refuse by hand' }
])('under the name of a runbook, the list shows $name: $decision', ({ decision, ...situation }) => {
  expect(decisionsOf(situation)).toEqual([decision])
})

describe('`on-conflict: replace`, or the path of the runbook, turns', () => {
  test.each<Case>([
    { name: 'an edit that stays', rows: [editedRow()], decision: 'send replaces, saves 1' },
    { name: 'a text by hand', rows: [BY_HAND], decision: 'send replaces, saves 1' },
    {
      name: 'another repository’s entry',
      rows: [sentRow({ ...BEFORE, ...THEIRS })],
      decision: 'send replaces, saves 1'
    },
    { name: 'one with the same text, of which nothing is lost', rows: [sentRow(THEIRS)], decision: 'send replaces' },
    {
      name: 'a conflict beside a text that was sent, which is not saved',
      rows: [editedRow(BEFORE), sentRow(BEFORE), BY_HAND],
      decision: 'send replaces, saves 2'
    },
    { name: 'nothing that is current', rows: [sentRow()], decision: 'leave current' }
  ])('$name: $decision', ({ rows = [], decision }) => {
    expect(decisionsOf({ rows, facts: { onConflict: 'replace' } })).toEqual([decision])
    expect(decisionsOf({ rows, facts: { replace: new Set([looks.PATH]) } })).toEqual([decision])
  })

  test('nothing of another path', () => {
    const facts = { replace: new Set(['docs/other.md']) }
    expect(decisionsOf({ rows: [editedRow()], facts })).toEqual(['leave edited'])
  })
})

test.each<{ name: string; rows: readonly Row[]; decision: string }>([
  { name: 'a current one before its twin by hand', rows: [sentRow(), BY_HAND], decision: 'leave current' },
  { name: 'a current one before an edit that stays', rows: [sentRow(), editedRow()], decision: 'leave current' },
  { name: 'a conflict before an edit that stays', rows: [MERGED, editedRow()], decision: 'refuse edited' },
  { name: 'an edit that stays before an old one', rows: [editedRow(), sentRow(BEFORE)], decision: 'leave edited' }
])('of several rows of one name: $name', ({ rows, decision }) => {
  expect(decisionsOf({ rows })).toEqual([decision])
  expect(decisionsOf({ rows: rows.toReversed() })).toEqual([decision])
})

const TWINS = [runbookOf({ path: 'docs/a.md' }), runbookOf({ path: 'docs/b.md' })]

describe('what is refused makes the run red:', () => {
  const conflict: Situation = { rows: [MERGED] }
  const broken: Situation = { runbooks: { named: [], others: [looks.otherOf('refused')] } }
  const twins: Situation = { runbooks: { named: [], shared: [TWINS] } }
  const [left, shared] = ['leave out docs/broken.md', 'refuse shared name']
  test.each<Situation & { name: string; changed?: readonly string[]; decisions: readonly string[] }>([
    { name: 'a conflict of a changed file', ...conflict, changed: [looks.PATH], decisions: ['refuse edited'] },
    { name: 'not one of another file', ...conflict, changed: ['docs/a.md'], decisions: ['refuse edited, green'] },
    { name: 'a file that cannot be read, in a run about everything', ...broken, decisions: [left] },
    { name: 'not one that has not changed', ...broken, changed: [], decisions: [`${left}, green`] },
    { name: 'a shared name, in a run about everything', ...twins, decisions: [shared, shared] },
    { name: 'a shared name of a changed file', ...twins, changed: ['docs/b.md'], decisions: [shared, shared] },
    { name: 'not one of others', ...twins, changed: [], decisions: [`${shared}, green`, `${shared}, green`] }
  ])('$name', ({ changed, decisions, ...situation }) => {
    expect(decisionsOf({ ...situation, facts: { changed: changed && new Set(changed) } })).toEqual(decisions)
  })

  test('of files that share a name, those that the push has changed come first', () => {
    const { decisions } = lookOf({ ...twins, facts: { changed: new Set(['docs/b.md']) } })
    const expected = { group: TWINS.toReversed(), changed: [TWINS[1]] }
    expect(decisions).toMatchObject(TWINS.map((runbook) => ({ runbook, ...expected })))
  })
})

const GONE = { name: 'Gone', path: 'docs/gone.md', ...BEFORE }
const DRAFT: Situation['runbooks'] = { named: [], others: [looks.otherOf('skipped', GONE.path, GONE.name)] }

describe('an orphan is an entry', () => {
  const [renamed, moved] = [runbookOf({ ...GONE, name: 'New', blob: BLOB }), runbookOf({ name: 'New' })]
  test.each<Situation & { name: string; isHere: boolean; now?: typeof renamed }>([
    { name: 'whose file is gone', rows: [sentRow(GONE)], isHere: false },
    { name: 'whose file is left out', rows: [sentRow(GONE)], runbooks: DRAFT, isHere: true },
    { name: 'whose file has another title', rows: [sentRow(GONE)], isHere: true, now: renamed },
    { name: 'whose file was moved', rows: [sentRow({ ...GONE, blob: BLOB })], isHere: false, now: moved }
  ])('$name', ({ now, isHere, ...situation }) => {
    const { decisions } = lookOf({ ...(now && { runbooks: { named: [now] } }), ...situation })
    expect(decisions.filter((one) => one.do === 'orphan')).toEqual([
      expect.objectContaining({ row: situation.rows?.[0], isHere, now })
    ])
  })

  test.each<Situation & { name: string }>([
    { name: 'of a runbook', rows: [sentRow({ name: 'DISK FULL' })] },
    { name: 'of another branch', rows: [sentRow({ ...GONE, ...TRUNK })] },
    { name: 'of a file that `files` would not select', rows: [sentRow({ ...GONE, path: 'notes/gone.md' })] },
    {
      name: 'of a file whose name nobody knows',
      rows: [sentRow(GONE)],
      runbooks: { others: [looks.otherOf('refused', GONE.path)] }
    },
    { name: 'that is retired', rows: [sentRow({ ...GONE, kind: 'retired' })] }
  ])('not one $name', (situation) => {
    expect(lookOf(situation).decisions.map((one) => one.do)).not.toContain('orphan')
  })
})

test.each<Situation & { name: string; expected?: string }>([
  { name: 'that is ours, and whose file is gone', rows: [sentRow(GONE)], expected: 'retire Gone' },
  { name: 'not if nobody asks for it', rows: [sentRow(GONE)], facts: { removed: 'report' } },
  { name: 'not one that somebody edited', rows: [editedRow(GONE)] },
  { name: 'not one whose file is still there', rows: [sentRow(GONE)], runbooks: DRAFT },
  { name: 'not one with a note beside it', rows: [sentRow(GONE), sentRow({ ...GONE, kind: 'retired' })] },
  { name: 'not one with a text by hand under its name in other case', rows: [sentRow(GONE), rowOf('GONE', 'Mine.')] },
  { name: 'not one beside an entry of another branch', rows: [sentRow(GONE), sentRow({ ...GONE, ...TRUNK })] }
])('`removed: retire` replaces an orphan $name', ({ expected = 'orphan Gone', ...situation }) => {
  const look = lookOf({ runbooks: { named: [] }, ...situation, facts: { removed: 'retire', ...situation.facts } })
  expect(look.decisions.flatMap((one) => ('isHere' in one ? summary(one) : []))).toEqual([expected])
})
