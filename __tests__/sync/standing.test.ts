import { describe, expect, test } from '@jest/globals'
import type { Row } from '../../src/sync/read/rows.ts'
import { standingOf, type Standing } from '../../src/sync/read/standing.ts'
import * as looks from './looks.ts'
import { BLOB, editedRow, NAME, OLD_BLOB, otherOf, rowOf, runbookOf, runbooksOf, sentRow } from './looks.ts'

interface Case extends Pick<looks.Situation, 'runbooks' | 'facts'> {
  readonly name: string
  readonly row: Row
}

const [ALONE, BROKEN] = [{ name: 'Another name' }, { name: 'Another name', path: 'docs/broken.md' }]
const [THEIRS, TRUNK] = [{ base: looks.OTHER_REPOSITORY }, { base: looks.OTHER_BRANCH }]
/** A note that the runbook is gone, as a run has written it. */
const NOTE = { ...ALONE, path: 'docs/gone.md', kind: 'retired', text: 'It is gone.' } as const
const OLD = { text: 'Old.' }
const OUTSIDE = { path: 'ops/disk.md' }
const HAS_OUTSIDE = { facts: { unselected: new Set([OUTSIDE.path]) } }
const IS_REFUSED = { runbooks: { others: [otherOf('refused', BROKEN.path)] } }
const IS_SKIPPED = { runbooks: { others: [otherOf('skipped', BROKEN.path)] } }
const ARE_TWO = { runbooks: { named: [], shared: [[runbookOf(), runbookOf({ path: 'docs/copy.md' })]] } }
const ALERTS = { alertList: '`DiskFull`' }
const DESCRIBED = { described: 'abcdef' }
const onGoneBranch = (row: Row): Row => ({ ...row, origin: 'gone branch' })
const TEXT_UNDER_OLD_LINE = rowOf(NAME, (sentRow(OLD).content ?? '').replace('Old.', 'Text.'))

const CASES: Readonly<Record<Standing, readonly [Case, ...Case[]]>> = {
  'another repository': [
    { name: 'its name is a runbook’s', row: sentRow(THEIRS) },
    { name: 'alone', row: editedRow({ ...ALONE, ...THEIRS }) }
  ],
  'another step': [{ name: 'outside `files`, named as a runbook', row: sentRow(OUTSIDE), ...HAS_OUTSIDE }],
  'without text': [{ name: 'nobody knows what it has', row: rowOf(NAME, '') }],
  current: [
    { name: 'as it was sent', row: sentRow() },
    { name: 'of several runbooks of a name, the first decides', row: sentRow(), ...ARE_TWO },
    { name: 'if nobody knows the rules', row: sentRow({ ...ALERTS, ...DESCRIBED }), facts: { knowsRules: false } },
    { name: 'a person’s description over it', row: sentRow({ ...DESCRIBED, details: { description: 'Mine.' } }) }
  ],
  outdated: [
    { name: 'another text', row: sentRow(OLD) },
    { name: 'another place', row: sentRow({ path: 'docs/old.md' }) },
    { name: 'of a file outside `files` that is gone', row: sentRow(OUTSIDE) },
    { name: 'of such a file on another branch', row: sentRow({ ...OUTSIDE, ...TRUNK }), ...HAS_OUTSIDE },
    { name: 'another branch', row: sentRow(TRUNK) },
    { name: 'another blob', row: sentRow({ blob: OLD_BLOB }) },
    { name: 'other alerts', row: sentRow(ALERTS) },
    { name: 'another description', row: sentRow(DESCRIBED) },
    { name: 'of a file that is refused, as it was sent', row: sentRow(BROKEN), ...IS_REFUSED }
  ],
  'edited alike': [{ name: 'the text of the file now, below an old line', row: TEXT_UNDER_OLD_LINE }],
  'by hand alike': [{ name: 'the text of the file, without a line', row: rowOf(NAME, 'Text.') }],
  edited: [
    { name: 'of the file as it is', row: editedRow() },
    { name: 'of the text as it is, in another blob', row: editedRow({ blob: OLD_BLOB }) },
    { name: 'of a file that is refused', row: editedRow(BROKEN), ...IS_REFUSED },
    { name: 'over a note', row: editedRow(NOTE) }
  ],
  'edited before': [
    { name: 'of an earlier file', row: editedRow({ blob: OLD_BLOB, ...OLD }) },
    { name: 'of a note', row: editedRow({ ...NOTE, name: NAME, blob: BLOB }) }
  ],
  'by hand': [
    { name: 'another text, without a line', row: rowOf(NAME, 'Mine.') },
    { name: 'no text', row: looks.unreadableRow() },
    { name: 'without a line, alone', row: rowOf(ALONE.name, 'Mine.') }
  ],
  orphan: [
    { name: 'its file is gone', row: sentRow({ ...ALONE, path: 'docs/gone.md' }) },
    { name: 'its file has another name', row: sentRow(ALONE) },
    { name: 'its author left its file out', row: sentRow(BROKEN), ...IS_SKIPPED },
    { name: 'its branch is gone', row: onGoneBranch(sentRow({ ...ALONE, ...TRUNK })) }
  ],
  'another branch': [
    { name: 'that is there', row: sentRow({ ...ALONE, ...TRUNK }) },
    { name: 'that is gone, of a note', row: onGoneBranch(sentRow({ ...NOTE, ...TRUNK })) }
  ],
  retired: [{ name: 'a note', row: sentRow(NOTE) }]
}

describe.each(Object.entries(CASES))('%s:', (standing, cases) => {
  test.each(cases)('$name', ({ row, runbooks, facts }) => {
    expect(standingOf(row, runbooksOf(runbooks, facts))).toBe(standing)
  })
})
