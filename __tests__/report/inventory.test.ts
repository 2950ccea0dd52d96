import { expect, test } from '@jest/globals'
import { listRowsOf } from '../../src/cli/entries.ts'
import { inventoryOf } from '../../src/report/inventory.ts'
import type { Row } from '../../src/sync/rows.ts'
import {
  editedRow,
  lookOf,
  NAME,
  OLD_BLOB,
  OTHER_BRANCH,
  OTHER_REPOSITORY,
  PATH,
  rowOf,
  sentRow
} from '../sync/looks.ts'
import { INVENTORY } from './results.ts'

const GONE = { path: 'docs/gone.md', name: 'Gone' }
const UNREAD = { path: 'docs/broken.md', name: 'Broken' }
const BROKEN = {
  path: UNREAD.path,
  kind: 'refused',
  name: undefined,
  reason: '',
  hint: undefined,
  line: undefined
} as const

interface Case {
  readonly title: string
  readonly row: Row
  readonly file: string
  readonly state: string
  /** Of the inventory. */
  readonly counts: keyof typeof INVENTORY
}

test.each<Case>([
  { title: 'as it was sent', row: sentRow(), file: PATH, state: 'current', counts: 'current' },
  {
    title: 'of an earlier text',
    row: sentRow({ text: 'Before.', blob: OLD_BLOB }),
    file: PATH,
    state: 'outdated',
    counts: 'differing'
  },
  { title: 'without a text', row: rowOf(NAME, ''), file: PATH, state: 'outdated', counts: 'differing' },
  { title: 'that somebody edited', row: editedRow(), file: PATH, state: 'edited', counts: 'differing' },
  {
    title: 'by hand, with the name of a runbook',
    row: rowOf(NAME, 'Mine.'),
    file: PATH,
    state: 'by-hand',
    counts: 'differing'
  },
  { title: 'by hand', row: rowOf('On call', 'Mine.'), file: '', state: 'by-hand', counts: 'byHand' },
  { title: 'whose file is gone', row: sentRow(GONE), file: 'docs/gone.md', state: 'orphaned', counts: 'orphaned' },
  {
    title: 'that is retired',
    row: sentRow({ ...GONE, kind: 'retired' }),
    file: 'docs/gone.md',
    state: 'orphaned',
    counts: 'unselected'
  },
  {
    title: 'of the same file under another name',
    row: sentRow({ name: 'Disk' }),
    file: PATH,
    state: 'orphaned',
    counts: 'orphaned'
  },
  {
    title: 'of a file that cannot be read',
    row: sentRow(UNREAD),
    file: 'docs/broken.md',
    state: 'outdated',
    counts: 'differing'
  },
  {
    title: 'of another repository, with the name of a runbook',
    row: sentRow({ base: OTHER_REPOSITORY }),
    file: 'https://github.com/acme/old/blob/main/docs/disk.md',
    state: 'elsewhere',
    counts: 'differing'
  },
  {
    title: 'of another repository',
    row: sentRow({ ...GONE, base: OTHER_REPOSITORY }),
    file: 'https://github.com/acme/old/blob/main/docs/gone.md',
    state: 'elsewhere',
    counts: 'elsewhere'
  },
  {
    title: 'of another branch',
    row: sentRow({ ...GONE, base: OTHER_BRANCH }),
    file: 'https://github.com/acme/ops/blob/staging/docs/gone.md',
    state: 'elsewhere',
    counts: 'unselected'
  },
  {
    title: 'of a file that `files` does not select',
    row: sentRow({ path: 'notes.md', name: 'Notes' }),
    file: 'https://github.com/acme/ops/blob/main/notes.md',
    state: 'elsewhere',
    counts: 'unselected'
  }
])('an entry $title is $state, and counts as $counts', ({ row, file, state, counts }) => {
  const look = lookOf({
    rows: [row],
    runbooks: { others: [BROKEN] },
    facts: { unselected: new Set(['notes.md']) }
  })
  expect(listRowsOf(look)).toEqual([{ name: row.name, file, state }])
  const names = counts === 'byHand' || counts === 'orphaned' ? [row.name] : []
  expect(inventoryOf(look, true)).toEqual({ ...INVENTORY, entries: 1, [counts]: 1, names })
  expect(inventoryOf(look, false).names).toEqual([])
})
