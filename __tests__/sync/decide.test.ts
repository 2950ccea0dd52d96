import { describe, expect, test } from '@jest/globals'
import { isRed, type Decision, type Orphan } from '../../src/sync/decide/decision.ts'
import type { Look } from '../../src/sync/look.ts'
import type { Row } from '../../src/sync/read/rows.ts'
import * as looks from './looks.ts'
import { BLOB, editedRow, lookOf, NAME, OLD_BLOB, rowOf, runbookOf, sentRow, type Situation } from './looks.ts'

// The verdicts of `STANDINGS`, and the rules beside them.

/** `planned new`, `refused conflict, green`; `planned merged, saves 1`; with ids, `planned changed, to 1 2`. */
function summary(decision: Decision, { runbooks }: Look): string {
  if (decision.is === 'orphaned') return `${decision.isToRetire ? 'retire' : 'orphaned'} ${decision.row.name}`
  const color = decision.is === 'refused' && !isRed(decision, runbooks) ? ', green' : ''
  if ('file' in decision) return `${decision.is} ${decision.file.path}${color}`
  if (decision.is === 'refused') return `refused ${decision.cause}${color}`
  if (decision.is !== 'planned') return decision.is
  const ids = decision.targets.flatMap(({ details }) => details?.id ?? [])
  const saved = decision.replaced.length > 0 ? `, saves ${decision.replaced.length}` : ''
  return `planned ${decision.why}${saved}${ids.length > 0 ? `, to ${ids.join(' ')}` : ''}`
}

function decisionsOf(situation: Situation): string[] {
  const look = lookOf(situation)
  return look.decisions.map((decision) => summary(decision, look))
}

interface Case extends Situation {
  readonly name: string
  readonly decision: string
}

const BEFORE = { text: 'Before.', blob: OLD_BLOB }
const [THEIRS, TRUNK] = [{ base: looks.OTHER_REPOSITORY }, { base: looks.OTHER_BRANCH }]
const MERGED = editedRow(BEFORE)
const IS_MERGED = { merged: new Set([MERGED]) }
const ALIKE = { rows: [editedRow({ text: 'A.' })], runbooks: { named: [runbookOf({ text: 'A.\n\nCall Sam.' })] } }
const BY_HAND = rowOf(NAME, 'Mine.')
const NOTES = { path: 'notes/disk.md' }
const HAS_NOTES = { unselected: new Set([NOTES.path]) }

test.each<Case>([
  { name: 'nothing', rows: [], decision: 'planned new' },
  { name: 'an entry of another repository', rows: [sentRow(THEIRS)], decision: 'refused another source' },
  { name: 'one of an unselected file', rows: [sentRow(NOTES)], facts: HAS_NOTES, decision: 'refused another source' },
  { name: 'no text', rows: [rowOf(NAME, '')], decision: 'planned unseen' },
  { name: 'ours, current, in other case', rows: [sentRow({ name: 'DISK FULL' })], decision: 'unchanged' },
  { name: 'ours, with another text', rows: [sentRow(BEFORE)], decision: 'planned changed' },
  { name: 'by hand, with just the text of the runbook', rows: [rowOf(NAME, 'Text.\n')], decision: 'planned merged' },
  { name: 'edited, with just the text of the runbook', ...ALIKE, decision: 'planned merged' },
  { name: 'edited, and all is in the runbook', rows: [MERGED], facts: IS_MERGED, decision: 'planned merged, saves 1' },
  { name: 'edited, of the file as it is', rows: [editedRow()], decision: 'kept' },
  { name: 'edited, of an earlier file', rows: [MERGED], decision: 'refused conflict' },
  { name: 'by hand', rows: [BY_HAND], decision: 'refused conflict' }
])('under the name of a runbook, the list shows $name: $decision', ({ decision, ...situation }) => {
  expect(decisionsOf(situation)).toEqual([decision])
})

const BESIDE_OURS = [editedRow(BEFORE), sentRow(BEFORE), BY_HAND]

test.each<Case>([
  { name: 'an edit that stays', rows: [editedRow()], decision: 'planned replaces, saves 1' },
  { name: 'a text by hand', rows: [BY_HAND], decision: 'planned replaces, saves 1' },
  { name: 'what has no text', rows: [looks.unreadableRow()], decision: 'planned replaces, saves 1' },
  { name: 'another repository’s', rows: [sentRow({ ...BEFORE, ...THEIRS })], decision: 'planned replaces, saves 1' },
  { name: 'one with the same text, of which nothing is lost', rows: [sentRow(THEIRS)], decision: 'planned replaces' },
  { name: 'a conflict beside ours, which is not saved', rows: BESIDE_OURS, decision: 'planned replaces, saves 2' },
  { name: 'nothing that is current', rows: [sentRow()], decision: 'unchanged' }
])('`on-conflict: replace`, or the path of the runbook, replaces $name: $decision', ({ rows = [], decision }) => {
  expect(decisionsOf({ rows, facts: { onConflict: 'replace' } })).toEqual([decision])
  expect(decisionsOf({ rows, facts: { replace: new Set([looks.PATH]) } })).toEqual([decision])
})

test('the path of another runbook replaces nothing', () => {
  expect(decisionsOf({ rows: [editedRow()], facts: { replace: new Set(['docs/other.md']) } })).toEqual(['kept'])
})

test.each<{ name: string; rows: readonly Row[]; decision: string }>([
  { name: 'a current one before its twin by hand', rows: [sentRow(), BY_HAND], decision: 'unchanged' },
  { name: 'a current one before an edit that stays', rows: [sentRow(), editedRow()], decision: 'unchanged' },
  { name: 'a conflict before an edit that stays', rows: [MERGED, editedRow()], decision: 'refused conflict' },
  { name: 'an edit that stays before an old one', rows: [editedRow(), sentRow(BEFORE)], decision: 'kept' }
])('of several rows of one entry: $name', ({ rows, decision }) => {
  expect(decisionsOf({ rows })).toEqual([decision])
  expect(decisionsOf({ rows: rows.toReversed() })).toEqual([decision])
})

const ONE = { details: { id: 1 } }
const ALERT = { details: { id: 2, trigger: 'alert', triggerConfig: { match_patterns: ['DiskFull'] } } }
const HOST = { details: { id: 3, trigger: 'service', triggerConfig: { service_id: 'disk' } } }

const [OLD, OLD_ALERT] = [sentRow({ ...BEFORE, ...ONE }), sentRow({ ...BEFORE, ...ALERT })]

test.each<{ name: string; rows: readonly Row[]; decision: string }>([
  { name: 'all current', rows: [sentRow(ONE), sentRow(ALERT)], decision: 'unchanged' },
  { name: 'one current, one old', rows: [sentRow(ONE), OLD_ALERT], decision: 'planned changed, to 2' },
  { name: 'all old', rows: [OLD, OLD_ALERT], decision: 'planned changed, to 1 2' },
  { name: 'a conflict', rows: [sentRow(ONE), editedRow({ ...BEFORE, ...ALERT })], decision: 'refused conflict' },
  { name: 'one old, one with an edit that stays', rows: [OLD, editedRow(ALERT)], decision: 'kept' },
  { name: 'one by hand beside ours', rows: [sentRow(ONE), rowOf(NAME, 'Mine.', ALERT.details)], decision: 'unchanged' },
  { name: 'one without text', rows: [sentRow(ONE), rowOf(NAME, '', ALERT.details)], decision: 'planned unseen, to 2' },
  { name: 'one by hand alone', rows: [rowOf(NAME, 'Mine.', ALERT.details)], decision: 'refused conflict' },
  { name: 'copies of one', rows: [sentRow(ONE), sentRow({ ...BEFORE, details: { id: 4 } })], decision: 'unchanged' }
])('each trigger with its configuration is an entry of its own: $name', ({ rows, decision }) => {
  expect(decisionsOf({ rows })).toEqual([decision])
  expect(decisionsOf({ rows: rows.toReversed() }).map((one) => one.replace('2 1', '1 2'))).toEqual([decision])
})

test('of several entries, or copies of one, the replaced texts are those of the entries that are updated', () => {
  const rows = [sentRow(ONE), editedRow({ ...BEFORE, ...ALERT }), editedRow({ ...BEFORE, ...HOST })]
  const facts = { onConflict: 'replace' } as const
  expect(decisionsOf({ rows, facts })).toEqual(['planned replaces, saves 2, to 2 3'])
  expect(decisionsOf({ rows: [OLD, ...rows.slice(1, 2)], facts })).toEqual(['planned replaces, saves 1, to 1 2'])
  const copies = [editedRow({ ...BEFORE, ...ONE }), rowOf(NAME, 'Mine.', { id: 4 })]
  expect(decisionsOf({ rows: copies, facts })).toEqual(['planned replaces, saves 1, to 1'])
})

const TWINS = [runbookOf({ path: 'docs/a.md' }), runbookOf({ path: 'docs/b.md' })]
const OLD_TITLE = { name: 'Disk', details: { id: 7 } }

const MOVED = { ...OLD_TITLE, path: 'docs/old.md' }
const OTHER_ENTRY = { name: 'Disk', ...ALERT }
const COPY = { name: 'Copy', path: 'docs/copy.md' }
const TAKEN = { name: 'Disk', path: 'docs/new.md', text: 'New.' }
const BOTH = [sentRow(OLD_TITLE), sentRow(BEFORE)]
const ONE_EDITED = [sentRow(OLD_TITLE), editedRow(OTHER_ENTRY)]
const FULL = sentRow({ name: 'Full', details: { id: 8 } })
const NEW_ENTRY = 'planned new, orphaned Disk'
/** The runbook, and another one. */
const and = (text: Parameters<typeof runbookOf>[0]) => ({ runbooks: { named: [runbookOf(), runbookOf(text)] } })
const ofGoneBranch = (entry: Parameters<typeof sentRow>[0]): Row => {
  return { ...sentRow({ ...entry, ...TRUNK }), origin: 'gone branch' }
}
/** One file was moved with its content, and another one is in its place. */
const IN_PLACE = runbookOf({ name: 'Other', path: 'docs/x.md', text: 'Other.', blob: 'cccccccccccc' })
const REPLACED: Situation = {
  rows: [sentRow({ ...OLD_TITLE, path: 'docs/x.md' })],
  runbooks: { named: [runbookOf({ path: 'docs/y.md' }), IN_PLACE] }
}

test.each<Case>([
  { name: 'the entry of the file', decision: 'planned retitled, to 7' },
  { name: 'that of a file that was moved', rows: [sentRow(MOVED)], decision: 'planned retitled, to 7' },
  { name: 'all its entries', rows: [sentRow(OLD_TITLE), sentRow(OTHER_ENTRY)], decision: 'planned retitled, to 7 2' },
  { name: 'those that lack it', rows: [sentRow(ONE), sentRow(OTHER_ENTRY)], decision: 'planned retitled, to 2' },
  { name: 'that of a moved file whose place is taken', ...REPLACED, decision: 'planned retitled, to 7, planned new' },
  { name: 'none without an id', rows: [sentRow({ name: 'Disk' })], decision: NEW_ENTRY },
  { name: 'none that somebody edited', rows: [editedRow(OLD_TITLE)], decision: NEW_ENTRY },
  { name: 'none if somebody edited one of them', rows: ONE_EDITED, decision: `${NEW_ENTRY}, orphaned Disk` },
  { name: 'none of several names', rows: [sentRow(OLD_TITLE), FULL], decision: `${NEW_ENTRY}, orphaned Full` },
  { name: 'none of a branch that is gone', rows: [ofGoneBranch(OLD_TITLE)], decision: NEW_ENTRY },
  { name: 'none if the list has it already', rows: BOTH, decision: 'planned changed, orphaned Disk' },
  { name: 'none whose name another file has now', ...and(TAKEN), decision: 'planned new, planned changed, to 7' },
  {
    name: 'none if two files have it',
    rows: [sentRow({ ...OLD_TITLE, path: 'docs/a.md' })],
    runbooks: { named: [], shared: [TWINS] },
    decision: 'refused duplicate, refused duplicate, orphaned Disk'
  },
  {
    name: 'none of a name that entries of two files have',
    ...and({ ...COPY, text: 'Copy.', blob: OLD_BLOB }),
    rows: [sentRow(OLD_TITLE), sentRow({ ...OTHER_ENTRY, ...BEFORE, path: COPY.path })],
    decision: 'planned new, planned new, orphaned Disk, orphaned Disk'
  },
  {
    name: 'none if two files have the content of the moved one',
    ...and(COPY),
    rows: [sentRow(MOVED)],
    decision: 'planned new, planned new, orphaned Disk'
  }
])('a new title goes to $name', ({ decision, rows = [sentRow(OLD_TITLE)], ...situation }) => {
  expect(decisionsOf({ rows, ...situation }).join(', ')).toBe(decision)
})

describe('what is refused makes the run red:', () => {
  const conflict: Situation = { rows: [MERGED] }
  const broken: Situation = { runbooks: { named: [], others: [looks.otherOf('refused')] } }
  const twins: Situation = { runbooks: { named: [], shared: [TWINS] } }
  const [text, twin] = ['refused docs/broken.md', 'refused duplicate']
  test.each<Situation & { name: string; changed?: readonly string[]; decisions: readonly string[] }>([
    { name: 'a conflict of a changed file', ...conflict, changed: [looks.PATH], decisions: ['refused conflict'] },
    { name: 'not one of another file', ...conflict, changed: ['docs/a.md'], decisions: ['refused conflict, green'] },
    { name: 'a file that cannot be read, in a run about everything', ...broken, decisions: [text] },
    { name: 'not one that has not changed', ...broken, changed: [], decisions: [`${text}, green`] },
    { name: 'a name of two files, in a run about everything', ...twins, decisions: [twin, twin] },
    { name: 'one of two files, of which one has changed', ...twins, changed: ['docs/b.md'], decisions: [twin, twin] },
    { name: 'not one of others', ...twins, changed: [], decisions: [`${twin}, green`, `${twin}, green`] }
  ])('$name', ({ changed, decisions, ...situation }) => {
    expect(decisionsOf({ ...situation, facts: { changed: changed && new Set(changed) } })).toEqual(decisions)
  })

  test('of files with one name, those that the push has changed come first', () => {
    const { decisions } = lookOf({ ...twins, facts: { changed: new Set(['docs/b.md']) } })
    const expected = { group: TWINS.toReversed(), changed: [TWINS[1]] }
    expect(decisions).toMatchObject(TWINS.map((runbook) => ({ runbook, ...expected })))
  })
})

const GONE = { name: 'Gone', path: 'docs/gone.md', ...BEFORE }
const DRAFT: Situation['runbooks'] = { named: [], others: [looks.otherOf('skipped', GONE.path, GONE.name)] }

describe('an orphan is an entry', () => {
  const [renamed, moved] = [runbookOf({ ...GONE, name: 'New', blob: BLOB }), runbookOf({ name: 'New' })]
  test.each<Situation & { name: string; became: Orphan['became'] }>([
    { name: 'whose file is gone', became: 'removed' },
    { name: 'whose file is left out', runbooks: DRAFT, became: 'skipped' },
    { name: 'whose file has another title', runbooks: { named: [renamed] }, became: renamed },
    {
      name: 'whose file was moved',
      rows: [sentRow({ ...GONE, blob: BLOB })],
      runbooks: { named: [moved] },
      became: moved
    },
    { name: 'of no selected file', rows: [sentRow({ ...GONE, path: 'notes/gone.md' })], became: 'removed' },
    { name: 'of a branch that is gone', rows: [ofGoneBranch(GONE)], became: 'gone branch' }
  ])('$name', ({ became, rows = [sentRow(GONE)], runbooks = {} }) => {
    const [orphan] = lookOf({ rows, runbooks }).decisions.filter((one) => one.is === 'orphaned')
    expect(orphan).toMatchObject({ row: rows[0], became, isToRetire: false })
  })
})

test.each<Situation & { name: string; expected?: string }>([
  { name: 'that is ours, and whose file is gone', expected: 'retire Gone' },
  {
    name: 'beside one of its name that has a note already',
    rows: [sentRow({ ...GONE, ...ONE }), sentRow({ ...GONE, ...ALERT, kind: 'retired' })],
    expected: 'retire Gone'
  },
  { name: 'not one beside another step’s', rows: [sentRow(GONE), sentRow({ ...GONE, ...NOTES })], facts: HAS_NOTES },
  {
    name: 'not one beside an entry whose file is here',
    rows: [sentRow(GONE), sentRow({ ...GONE, path: looks.PATH })],
    runbooks: { named: [runbookOf({ name: 'New' })] },
    expected: 'orphaned Gone, orphaned Gone'
  },
  { name: 'not if nobody asks for it', facts: { removed: 'report' } },
  { name: 'not one that somebody edited', rows: [editedRow(GONE)] },
  { name: 'not one whose file is still there', runbooks: DRAFT },
  { name: 'not one that `files` does not select now', rows: [sentRow({ ...GONE, path: 'notes/gone.md' })] },
  { name: 'not one with a note beside it', rows: [sentRow(GONE), sentRow({ ...GONE, kind: 'retired' })] },
  { name: 'not one with a text by hand under its name in other case', rows: [sentRow(GONE), rowOf('GONE', 'Mine.')] },
  { name: 'not one beside an entry of another branch', rows: [sentRow(GONE), sentRow({ ...GONE, ...TRUNK })] }
])('`removed: retire` replaces an orphan $name', ({ expected = 'orphaned Gone', ...given }) => {
  const situation = { rows: [sentRow(GONE)], runbooks: { named: [] }, ...given }
  const look = lookOf({ ...situation, facts: { removed: 'retire', ...given.facts } })
  const orphans = look.decisions.flatMap((one) => (one.is === 'orphaned' ? summary(one, look) : []))
  expect(orphans.join(', ')).toBe(expected)
})

test('one note goes to all entries of a name', () => {
  const rows = [sentRow({ ...GONE, ...ONE }), sentRow({ ...GONE, ...ALERT })]
  const { decisions } = lookOf({ runbooks: { named: [] }, rows, facts: { removed: 'retire' } })
  expect(decisions).toMatchObject([{ isToRetire: true, targets: rows }, { isToRetire: false }])
})
