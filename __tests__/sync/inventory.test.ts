import { expect, test } from '@jest/globals'
import { entriesOf } from '../../src/sync/inventory.ts'
import type { Row } from '../../src/sync/read/rows.ts'
import * as looks from './looks.ts'
import { editedRow, lookOf, NAME, otherOf, PATH, rowOf, sentRow } from './looks.ts'

const GONE = { path: 'docs/gone.md', name: 'Gone' }
const UNREAD = { path: 'docs/broken.md', name: 'Broken' }
const NOTES = { path: 'notes.md', name: 'Notes' }
const NOTE = { ...GONE, kind: 'retired' } as const
const FORMER = { name: 'Disk', details: { id: 7 } }
const THEIRS = sentRow({ base: looks.OTHER_REPOSITORY })
const TRUNK = sentRow({ ...UNREAD, kind: 'retired', base: looks.OTHER_BRANCH })

const entries = (situation: looks.Situation): ReturnType<typeof entriesOf> => {
  const look = lookOf(situation)
  return entriesOf(look.runbooks, look.rows)
}

test.each<{ title: string; row: Row; file?: string; state: string }>([
  { title: 'as it was sent', row: sentRow(), file: PATH, state: 'current' },
  { title: 'of an earlier text', row: sentRow({ text: 'Before.' }), file: PATH, state: 'outdated' },
  { title: 'without a text', row: rowOf(NAME, ''), file: PATH, state: 'outdated' },
  { title: 'that somebody edited', row: editedRow(), file: PATH, state: 'edited' },
  { title: 'by hand, with the name of a runbook', row: rowOf(NAME, 'Mine.'), file: PATH, state: 'by-hand' },
  { title: 'by hand', row: rowOf('On call', 'Mine.'), file: '', state: 'by-hand' },
  { title: 'whose file is gone', row: sentRow(GONE), file: GONE.path, state: 'orphaned' },
  { title: 'with the note that its file is gone', row: sentRow(NOTE), file: GONE.path, state: 'retired' },
  { title: 'with such a note, edited', row: editedRow(NOTE), file: GONE.path, state: 'edited' },
  { title: 'of a file that cannot be read', row: sentRow(UNREAD), file: UNREAD.path, state: 'outdated' },
  { title: 'of another repository, with the name of a runbook', row: THEIRS, state: 'elsewhere' },
  { title: 'of another branch', row: TRUNK, state: 'elsewhere' },
  { title: 'of a file that `files` does not select', row: sentRow(NOTES), state: 'elsewhere' }
])('an entry $title is $state', ({ row, file = row.line?.address, state }) => {
  const [others, unselected] = [[otherOf('refused', UNREAD.path)], new Set([NOTES.path])]
  const expected = { name: row.name, file, state, trigger: null, labels: [], description: null }
  expect(entries({ rows: [row], runbooks: { others }, facts: { unselected } })).toEqual([expected])
})

test.each<{ title: string; row: Row; others?: readonly Row[]; state: string }>([
  { title: 'the next sync renames', row: sentRow(FORMER), state: 'outdated' },
  { title: 'it cannot rename without an id', row: sentRow({ name: 'Disk' }), state: 'orphaned' },
  { title: 'somebody edited', row: editedRow(FORMER), state: 'orphaned' },
  { title: 'stays beside the new one', row: sentRow(FORMER), others: [sentRow({ text: 'Before.' })], state: 'orphaned' }
])('an entry whose runbook has a new title, and that $title, is $state', ({ row, others = [], state }) => {
  const expected = { name: 'Disk', file: PATH, state }
  expect(entries({ rows: [row, ...others] })).toContainEqual(expect.objectContaining(expected))
})

const [NAMED, BY_KEY] = [{ match_patterns: ['DiskFull', 'DiskSlow'] }, { conditions: [{ key: 'host' }] }]
test.each<{ details: Parameters<typeof rowOf>[2]; trigger: string; labels?: readonly string[] }>([
  { details: {}, trigger: 'smart' },
  { details: { trigger: 'alert', triggerConfig: NAMED }, trigger: 'alert: DiskFull, DiskSlow' },
  { details: { trigger: 'alert', triggerConfig: BY_KEY }, trigger: 'alert: {"key":"host"}' },
  { details: { labels: { team: 'a' } }, trigger: 'smart', labels: ['team=a'] }
])('an entry is shown with what people have given it: $trigger', ({ details, trigger, labels = [] }) => {
  expect(entries({ rows: [rowOf(NAME, 'Text.', details)] })).toMatchObject([{ trigger, labels }])
})
