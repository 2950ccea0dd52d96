import { expect, test } from '@jest/globals'
import { entriesOf } from '../../src/sync/entries.ts'
import type { Row } from '../../src/sync/rows.ts'
import * as looks from './looks.ts'
import { editedRow, lookOf, NAME, OLD_BLOB, otherOf, PATH, rowOf, sentRow } from './looks.ts'

const GONE = { path: 'docs/gone.md', name: 'Gone' }
const UNREAD = { path: 'docs/broken.md', name: 'Broken' }
const [THEIRS, TRUNK] = [{ base: looks.OTHER_REPOSITORY }, { base: looks.OTHER_BRANCH }]
const earlier = sentRow({ text: 'Before.', blob: OLD_BLOB })
const retired = sentRow({ ...GONE, kind: 'retired' })
const [ROOT, OLD_ROOT] = ['https://github.com/acme/ops/blob', 'https://github.com/acme/old/blob']

test.each<{ title: string; row: Row; file: string; state: string }>([
  { title: 'as it was sent', row: sentRow(), file: PATH, state: 'current' },
  { title: 'of an earlier text', row: earlier, file: PATH, state: 'outdated' },
  { title: 'without a text', row: rowOf(NAME, ''), file: PATH, state: 'outdated' },
  { title: 'that somebody edited', row: editedRow(), file: PATH, state: 'edited' },
  { title: 'by hand, with the name of a runbook', row: rowOf(NAME, 'Mine.'), file: PATH, state: 'by-hand' },
  { title: 'by hand', row: rowOf('On call', 'Mine.'), file: '', state: 'by-hand' },
  { title: 'whose file is gone', row: sentRow(GONE), file: GONE.path, state: 'orphaned' },
  { title: 'that is retired', row: retired, file: GONE.path, state: 'orphaned' },
  { title: 'of the same file under another name', row: sentRow({ name: 'Disk' }), file: PATH, state: 'orphaned' },
  { title: 'of a file that cannot be read', row: sentRow(UNREAD), file: UNREAD.path, state: 'outdated' },
  {
    title: 'of another repository, with the name of a runbook',
    row: sentRow(THEIRS),
    file: `${OLD_ROOT}/main/${PATH}`,
    state: 'elsewhere'
  },
  {
    title: 'of another repository',
    row: sentRow({ ...GONE, ...THEIRS }),
    file: `${OLD_ROOT}/main/${GONE.path}`,
    state: 'elsewhere'
  },
  {
    title: 'of another branch',
    row: sentRow({ ...GONE, ...TRUNK }),
    file: `${ROOT}/staging/${GONE.path}`,
    state: 'elsewhere'
  },
  {
    title: 'of a file that `files` does not select',
    row: sentRow({ path: 'notes.md', name: 'Notes' }),
    file: `${ROOT}/main/notes.md`,
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
