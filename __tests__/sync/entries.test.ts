import { expect, test } from '@jest/globals'
import { entriesOf } from '../../src/sync/entries.ts'
import type { Row } from '../../src/sync/rows.ts'
import {
  editedRow,
  lookOf,
  NAME,
  OLD_BLOB,
  OTHER_BRANCH,
  OTHER_REPOSITORY,
  otherOf,
  PATH,
  rowOf,
  sentRow
} from './looks.ts'

const GONE = { path: 'docs/gone.md', name: 'Gone' }
const UNREAD = { path: 'docs/broken.md', name: 'Broken' }
interface Case {
  readonly title: string
  readonly row: Row
  readonly file: string
  readonly state: string
}

test.each<Case>([
  { title: 'as it was sent', row: sentRow(), file: PATH, state: 'current' },
  {
    title: 'of an earlier text',
    row: sentRow({ text: 'Before.', blob: OLD_BLOB }),
    file: PATH,
    state: 'outdated'
  },
  { title: 'without a text', row: rowOf(NAME, ''), file: PATH, state: 'outdated' },
  { title: 'that somebody edited', row: editedRow(), file: PATH, state: 'edited' },
  {
    title: 'by hand, with the name of a runbook',
    row: rowOf(NAME, 'Mine.'),
    file: PATH,
    state: 'by-hand'
  },
  { title: 'by hand', row: rowOf('On call', 'Mine.'), file: '', state: 'by-hand' },
  { title: 'whose file is gone', row: sentRow(GONE), file: 'docs/gone.md', state: 'orphaned' },
  {
    title: 'that is retired',
    row: sentRow({ ...GONE, kind: 'retired' }),
    file: 'docs/gone.md',
    state: 'orphaned'
  },
  {
    title: 'of the same file under another name',
    row: sentRow({ name: 'Disk' }),
    file: PATH,
    state: 'orphaned'
  },
  {
    title: 'of a file that cannot be read',
    row: sentRow(UNREAD),
    file: 'docs/broken.md',
    state: 'outdated'
  },
  {
    title: 'of another repository, with the name of a runbook',
    row: sentRow({ base: OTHER_REPOSITORY }),
    file: 'https://github.com/acme/old/blob/main/docs/disk.md',
    state: 'elsewhere'
  },
  {
    title: 'of another repository',
    row: sentRow({ ...GONE, base: OTHER_REPOSITORY }),
    file: 'https://github.com/acme/old/blob/main/docs/gone.md',
    state: 'elsewhere'
  },
  {
    title: 'of another branch',
    row: sentRow({ ...GONE, base: OTHER_BRANCH }),
    file: 'https://github.com/acme/ops/blob/staging/docs/gone.md',
    state: 'elsewhere'
  },
  {
    title: 'of a file that `files` does not select',
    row: sentRow({ path: 'notes.md', name: 'Notes' }),
    file: 'https://github.com/acme/ops/blob/main/notes.md',
    state: 'elsewhere'
  }
])('an entry $title is $state', ({ row, file, state }) => {
  const look = lookOf({
    rows: [row],
    runbooks: { others: [otherOf('refused', UNREAD.path)] },
    facts: { unselected: new Set(['notes.md']) }
  })
  expect(entriesOf(look)).toEqual([{ name: row.name, file, state }])
})
