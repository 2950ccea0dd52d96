import { expect, test } from '@jest/globals'
import type { Row } from '../../src/sync/read/rows.ts'
import { STANDINGS, standingOf, type Standing } from '../../src/sync/read/standing.ts'
import {
  BLOB,
  editedRow,
  NAME,
  OLD_BLOB,
  OTHER_BRANCH,
  OTHER_REPOSITORY,
  otherOf,
  rowOf,
  runbookOf,
  runbooksOf,
  sentRow,
  unreadableRow,
  type Situation
} from './looks.ts'

const ALONE = 'Another name'
const BROKEN = 'docs/broken.md'
/** A note that the runbook is gone, as a run has written it. */
const NOTE = { name: ALONE, path: 'docs/gone.md', kind: 'retired', text: 'It is gone.' } as const

interface Case extends Pick<Situation, 'runbooks' | 'facts'> {
  readonly standing: Standing
  readonly name: string
  readonly row: Row
}

const REFUSED = { runbooks: { others: [otherOf('refused', BROKEN)] } }

const CASES: readonly Case[] = [
  { standing: 'another repository', name: 'its name is a runbook’s', row: sentRow({ base: OTHER_REPOSITORY }) },
  { standing: 'another repository', name: 'alone', row: editedRow({ name: ALONE, base: OTHER_REPOSITORY }) },
  {
    standing: 'another step',
    name: 'of a file outside `files`, under the name of a runbook',
    row: sentRow({ path: 'ops/disk.md' }),
    facts: { unselected: new Set(['ops/disk.md']) }
  },
  { standing: 'without text', name: 'nobody knows what it has', row: rowOf(NAME, '') },
  { standing: 'current', name: 'as it was sent', row: sentRow() },
  { standing: 'current', name: 'of several runbooks of a name, the first decides', row: sentRow(), ...shared() },
  { standing: 'outdated', name: 'another text', row: sentRow({ text: 'Old.' }) },
  { standing: 'outdated', name: 'another place', row: sentRow({ path: 'docs/old.md' }) },
  { standing: 'outdated', name: 'of a file outside `files` that is gone', row: sentRow({ path: 'ops/disk.md' }) },
  {
    standing: 'outdated',
    name: 'of such a file on another branch',
    row: sentRow({ path: 'ops/disk.md', base: OTHER_BRANCH }),
    facts: { unselected: new Set(['ops/disk.md']) }
  },
  { standing: 'outdated', name: 'another branch', row: sentRow({ base: OTHER_BRANCH }) },
  { standing: 'outdated', name: 'another blob', row: sentRow({ blob: OLD_BLOB }) },
  { standing: 'outdated', name: 'other alerts', row: sentRow({ alertList: '`DiskFull`' }) },
  { standing: 'outdated', name: 'another description', row: sentRow({ described: 'abcdef' }) },
  {
    standing: 'current',
    name: 'other alerts, if nobody knows the rules',
    row: sentRow({ alertList: '`DiskFull`', described: 'abcdef' }),
    facts: { knowsRules: false }
  },
  {
    standing: 'current',
    name: 'a description of a person over it',
    row: sentRow({ described: 'abcdef', details: { description: 'Mine.' } })
  },
  {
    standing: 'edited alike',
    name: 'the text of the file now, below an old line',
    row: rowOf(NAME, (sentRow({ text: 'Old.' }).content ?? '').replace('Old.', 'Text.'))
  },
  { standing: 'by hand alike', name: 'the text of the file, without a line', row: rowOf(NAME, 'Text.') },
  { standing: 'edited', name: 'of the file as it is', row: editedRow() },
  { standing: 'edited', name: 'of the text as it is, in another blob', row: editedRow({ blob: OLD_BLOB }) },
  { standing: 'edited before', name: 'of an earlier file', row: editedRow({ blob: OLD_BLOB, text: 'Old.' }) },
  { standing: 'edited before', name: 'of a note', row: editedRow({ ...NOTE, name: NAME, blob: BLOB }) },
  { standing: 'by hand', name: 'another text, without a line', row: rowOf(NAME, 'Mine.') },
  { standing: 'by hand', name: 'no text', row: unreadableRow() },
  { standing: 'by hand', name: 'without a line, alone', row: rowOf(ALONE, 'Mine.') },
  { standing: 'orphan', name: 'its file is gone', row: sentRow({ name: ALONE, path: 'docs/gone.md' }) },
  { standing: 'orphan', name: 'its file has another name', row: sentRow({ name: ALONE }) },
  {
    standing: 'orphan',
    name: 'its author left its file out',
    row: sentRow({ name: ALONE, path: BROKEN }),
    runbooks: { others: [otherOf('skipped', BROKEN)] }
  },
  {
    standing: 'orphan',
    name: 'its branch is gone',
    row: { ...sentRow({ name: ALONE, base: OTHER_BRANCH }), origin: 'gone branch' }
  },
  { standing: 'another branch', name: 'that is there', row: sentRow({ name: ALONE, base: OTHER_BRANCH }) },
  {
    standing: 'another branch',
    name: 'that is gone, of a note',
    row: { ...sentRow({ ...NOTE, base: OTHER_BRANCH }), origin: 'gone branch' }
  },
  { standing: 'edited', name: 'of a file that is refused', row: editedRow({ name: ALONE, path: BROKEN }), ...REFUSED },
  { standing: 'edited', name: 'over a note', row: editedRow(NOTE) },
  { standing: 'retired', name: 'a note', row: sentRow(NOTE) },
  {
    standing: 'outdated',
    name: 'of a file that is refused, as it was sent',
    row: sentRow({ name: ALONE, path: BROKEN }),
    ...REFUSED
  }
]

function shared(): Pick<Situation, 'runbooks'> {
  return { runbooks: { named: [], shared: [[runbookOf(), runbookOf({ path: 'docs/copy.md' })]] } }
}

test.each(CASES)('$standing: $name', ({ standing, row, runbooks, facts }) => {
  expect(standingOf(row, runbooksOf(runbooks, facts))).toBe(standing)
})

test('each standing has a case', () => {
  const standings = new Set(CASES.map(({ standing }) => standing))
  expect([...standings].sort()).toEqual(Object.keys(STANDINGS).sort())
})
