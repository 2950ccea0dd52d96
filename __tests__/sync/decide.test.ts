import { describe, expect, test } from '@jest/globals'
import type { Decision, Orphan } from '../../src/sync/decide.ts'
import type { Row } from '../../src/sync/rows.ts'
import type { OtherFile } from '../../src/sync/runbooks.ts'
import {
  BLOB,
  editedRow,
  lookOf,
  NAME,
  OLD_BLOB,
  OTHER_BRANCH,
  OTHER_REPOSITORY,
  PATH,
  rowOf,
  runbookOf,
  sentRow,
  type Situation
} from './looks.ts'

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
const MERGED = editedRow(BEFORE)
const UNSELECTED = { path: 'notes/disk.md' }

describe('the list shows under the name of a runbook', () => {
  test.each<Case>([
    { name: 'nothing', rows: [], decision: 'send new' },

    {
      name: 'an entry of another repository',
      rows: [sentRow({ base: OTHER_REPOSITORY })],
      decision: 'refuse elsewhere'
    },
    {
      name: 'an edited entry of another repository',
      rows: [editedRow({ base: OTHER_REPOSITORY })],
      decision: 'refuse elsewhere'
    },
    {
      name: 'an entry of a file that `files` does not select',
      rows: [sentRow(UNSELECTED)],
      facts: { unselected: new Set([UNSELECTED.path]) },
      decision: 'refuse elsewhere'
    },
    {
      name: 'an entry of such a file on another branch',
      rows: [sentRow({ ...UNSELECTED, base: OTHER_BRANCH })],
      facts: { unselected: new Set([UNSELECTED.path]) },
      decision: 'send changed'
    },

    { name: 'no text', rows: [rowOf(NAME, '')], decision: 'send no text' },
    { name: 'blanks', rows: [rowOf(NAME, ' \n')], decision: 'send no text' },

    { name: 'ours, and current', rows: [sentRow()], decision: 'leave current' },
    {
      name: 'ours, and current, from another text of the file',
      rows: [sentRow({ blob: OLD_BLOB })],
      decision: 'leave current'
    },
    { name: 'ours, with another text', rows: [sentRow(BEFORE)], decision: 'send changed' },
    { name: 'ours, from another path', rows: [sentRow({ path: 'docs/old.md' })], decision: 'send changed' },
    { name: 'ours, from another branch', rows: [sentRow({ base: OTHER_BRANCH })], decision: 'send changed' },
    { name: 'a note that it is retired', rows: [sentRow({ ...BEFORE, kind: 'retired' })], decision: 'send changed' },

    {
      name: 'by hand, with just the text of the runbook',
      rows: [rowOf(NAME, 'Text.\n')],
      decision: 'send in the file'
    },
    {
      name: 'edited, with just the text of the runbook',
      rows: [editedRow(BEFORE)],
      runbooks: { named: [runbookOf({ text: 'Before.\n\nCall Sam.' })] },
      decision: 'send in the file'
    },
    {
      name: 'edited, with just the text of the runbook, of which an input has changed and the file has not',
      rows: [editedRow({ text: 'Before.' })],
      runbooks: { named: [runbookOf({ text: 'Before.\n\nCall Sam.' })] },
      decision: 'send in the file'
    },

    {
      name: 'edited, and its blob is that of the file',
      rows: [editedRow({ text: 'Before.' })],
      decision: 'leave edited'
    },
    {
      name: 'edited, and its digest is that of the runbook',
      rows: [editedRow({ blob: OLD_BLOB })],
      decision: 'leave edited'
    },

    {
      name: 'edited, and its changes are all in the runbook',
      rows: [MERGED],
      facts: { merged: new Set([MERGED]) },
      decision: 'send in the file, saves 1'
    },

    { name: 'edited', rows: [editedRow(BEFORE)], decision: 'refuse edited' },
    { name: 'by hand', rows: [rowOf(NAME, 'Mine.')], decision: 'refuse by hand' },

    { name: 'a name in other case', rows: [sentRow({ name: 'DISK FULL' })], decision: 'leave current' }
  ])('$name: $decision', ({ decision, ...situation }) => {
    expect(decisionsOf(situation)).toEqual([decision])
  })
})

describe('`on-conflict: replace`, or the path of the runbook, turns', () => {
  test.each<Case>([
    { name: 'an edit that stays', rows: [editedRow()], decision: 'send replaces, saves 1' },
    { name: 'an edit that is a conflict', rows: [editedRow(BEFORE)], decision: 'send replaces, saves 1' },
    { name: 'a text by hand', rows: [rowOf(NAME, 'Mine.')], decision: 'send replaces, saves 1' },
    {
      name: 'an entry of another repository',
      rows: [sentRow({ ...BEFORE, base: OTHER_REPOSITORY })],
      decision: 'send replaces, saves 1'
    },
    {
      name: 'one of them with the same text, of which nothing is lost',
      rows: [sentRow({ base: OTHER_REPOSITORY })],
      decision: 'send replaces'
    },
    {
      name: 'an edit beside a text of ours, which is not saved',
      rows: [editedRow(BEFORE), sentRow(BEFORE), rowOf(NAME, 'Mine.')],
      decision: 'send replaces, saves 2'
    },
    { name: 'nothing that is current', rows: [sentRow()], decision: 'leave current' }
  ])('$name: $decision', ({ rows = [], decision }) => {
    expect(decisionsOf({ rows, facts: { onConflict: 'replace' } })).toEqual([decision])
    expect(decisionsOf({ rows, facts: { replace: new Set([PATH]) } })).toEqual([decision])
  })

  test('nothing of another path', () => {
    expect(decisionsOf({ rows: [editedRow()], facts: { replace: new Set(['docs/other.md']) } })).toEqual([
      'leave edited'
    ])
  })
})

describe('of several rows of one name', () => {
  const [current, old, kept, conflict] = [sentRow(), sentRow(BEFORE), editedRow(), editedRow(BEFORE)]
  test.each<{ name: string; rows: readonly Row[]; decision: string }>([
    { name: 'a current one before a conflict', rows: [current, conflict], decision: 'leave current' },
    { name: 'a current one before an old one', rows: [current, old], decision: 'leave current' },
    { name: 'a current one before an edit that stays', rows: [current, kept], decision: 'leave current' },
    { name: 'a conflict before an edit that stays', rows: [conflict, kept], decision: 'refuse edited' },
    { name: 'a conflict before an old one', rows: [conflict, old], decision: 'refuse edited' },
    { name: 'an edit that stays before an old one', rows: [kept, old], decision: 'leave edited' }
  ])('$name', ({ rows, decision }) => {
    expect(decisionsOf({ rows })).toEqual([decision])
    expect(decisionsOf({ rows: rows.toReversed() })).toEqual([decision])
  })
})

const BROKEN: OtherFile = {
  path: 'docs/broken.md',
  kind: 'refused',
  name: undefined,
  reason: 'The file is not UTF-8.',
  hint: undefined,
  line: undefined
}
const TWINS = [runbookOf({ path: 'docs/a.md' }), runbookOf({ path: 'docs/b.md' })]

describe('what is refused makes the run red', () => {
  const conflict: Situation = { rows: [editedRow(BEFORE)] }
  const broken: Situation = { runbooks: { named: [], others: [BROKEN] } }
  const twins: Situation = { runbooks: { named: [], shared: [TWINS] } }
  const shared = ['refuse shared name', 'refuse shared name']
  const green = shared.map((one) => `${one}, green`)
  test.each<Situation & { name: string; changed: readonly string[] | undefined; decisions: readonly string[] }>([
    { name: 'a conflict in a run about everything', ...conflict, changed: undefined, decisions: ['refuse edited'] },
    { name: 'a conflict of a changed file', ...conflict, changed: [PATH], decisions: ['refuse edited'] },
    {
      name: 'not a conflict of another file',
      ...conflict,
      changed: ['docs/a.md'],
      decisions: ['refuse edited, green']
    },
    {
      name: 'an unreadable file in a run about everything',
      ...broken,
      changed: undefined,
      decisions: ['leave out docs/broken.md']
    },
    {
      name: 'an unreadable file that changed',
      ...broken,
      changed: ['docs/broken.md'],
      decisions: ['leave out docs/broken.md']
    },
    {
      name: 'not an unreadable file that did not',
      ...broken,
      changed: [],
      decisions: ['leave out docs/broken.md, green']
    },
    { name: 'a shared name in a run about everything', ...twins, changed: undefined, decisions: shared },
    { name: 'a shared name if one of the files changed', ...twins, changed: ['docs/b.md'], decisions: shared },
    { name: 'not a shared name of other files', ...twins, changed: ['docs/c.md'], decisions: green }
  ])('$name', ({ changed, decisions, facts, ...situation }) => {
    const look = { ...situation, facts: { ...facts, changed: changed && new Set(changed) } }
    expect(decisionsOf(look)).toEqual(decisions)
  })

  test('of files that share a name, those that the push has changed come first', () => {
    const { decisions } = lookOf({ ...twins, facts: { changed: new Set(['docs/b.md']) } })
    expect(decisions).toMatchObject([
      { runbook: TWINS[0], group: TWINS.toReversed(), changed: [TWINS[1]] },
      { runbook: TWINS[1], group: TWINS.toReversed(), changed: [TWINS[1]] }
    ])
  })
})

const GONE = { name: 'Gone', path: 'docs/gone.md', text: 'Before.', blob: OLD_BLOB }

function placeOf(now: Orphan['now']): Orphan['now'] {
  return now && { path: now.path, name: now.name }
}

describe('an orphan is', () => {
  const renamed = { named: [runbookOf({ ...GONE, name: 'New', blob: BLOB })] }
  test.each<Situation & { name: string; now?: { name: string; path: string } | undefined; isHere?: boolean }>([
    { name: 'an entry whose file is gone', rows: [sentRow(GONE)] },
    { name: 'an edited one', rows: [editedRow(GONE)] },
    {
      name: 'one whose file is left out',
      rows: [sentRow(GONE)],
      runbooks: { named: [], others: [{ ...BROKEN, kind: 'skipped', path: GONE.path, name: 'Gone' }] },
      isHere: true
    },
    {
      name: 'one whose file has another title',
      rows: [sentRow(GONE)],
      runbooks: renamed,
      now: { path: GONE.path, name: 'New' },
      isHere: true
    },
    {
      name: 'one whose file was moved, with another title',
      rows: [sentRow({ ...GONE, blob: BLOB })],
      runbooks: { named: [runbookOf({ name: 'New', path: 'docs/new.md' })] },
      now: { path: 'docs/new.md', name: 'New' }
    }
  ])('$name', ({ now, isHere = false, ...situation }) => {
    const orphans = lookOf(situation).decisions.flatMap((one) => ('isHere' in one ? one : []))
    const found = orphans.map((one) => ({ name: one.row.name, isHere: one.isHere, now: placeOf(one.now) }))
    expect(found).toEqual([{ name: situation.rows?.[0]?.name, isHere, now }])
  })

  test.each<Situation & { name: string }>([
    { name: 'of a runbook', rows: [sentRow({ name: 'DISK FULL' })] },
    { name: 'of a name that files share', rows: [sentRow()], runbooks: { named: [], shared: [TWINS] } },
    { name: 'of another branch', rows: [sentRow({ ...GONE, base: OTHER_BRANCH })] },
    { name: 'of another repository', rows: [sentRow({ ...GONE, base: OTHER_REPOSITORY })] },
    { name: 'of a file that `files` would not select', rows: [sentRow({ ...GONE, path: 'notes/gone.md' })] },
    {
      name: 'of a file whose name nobody knows',
      rows: [sentRow(GONE)],
      runbooks: { others: [{ ...BROKEN, path: GONE.path }] }
    },
    { name: 'that is retired', rows: [sentRow({ ...GONE, kind: 'retired' })] },
    { name: 'by hand', rows: [rowOf('Gone', 'Mine.')] }
  ])('not an entry $name', ({ ...situation }) => {
    expect(lookOf(situation).decisions.map((one) => one.do)).not.toContain('orphan')
  })
})

describe('`removed: retire` replaces an orphan', () => {
  test.each<Situation & { name: string; expected: readonly string[] }>([
    { name: 'that is ours, and whose file is gone', rows: [sentRow(GONE)], expected: ['retire Gone'] },
    { name: 'not one that somebody edited', rows: [editedRow(GONE)], expected: ['orphan Gone'] },
    {
      name: 'not one whose file is still there',
      rows: [sentRow(GONE)],
      runbooks: { named: [], others: [{ ...BROKEN, kind: 'skipped', path: GONE.path, name: 'Gone' }] },
      expected: ['orphan Gone']
    },
    {
      name: 'not one with a note beside it',
      rows: [sentRow(GONE), sentRow({ ...GONE, kind: 'retired' })],
      expected: ['orphan Gone']
    },
    {
      name: 'not one with a text by hand under a name that a service may take for the same',
      rows: [sentRow(GONE), rowOf('GONE', 'Mine.')],
      expected: ['orphan Gone']
    },
    {
      name: 'not one with an entry of another branch under its name',
      rows: [sentRow(GONE), sentRow({ ...GONE, base: OTHER_BRANCH })],
      expected: ['orphan Gone']
    }
  ])('$name', ({ expected, runbooks, ...situation }) => {
    const look = lookOf({ ...situation, runbooks: { named: [], ...runbooks }, facts: { removed: 'retire' } })
    expect(look.decisions.filter((one) => one.do === 'orphan' || one.do === 'retire').map(summary)).toEqual(expected)
  })
})
