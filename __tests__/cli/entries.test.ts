import { expect, test } from '@jest/globals'
import { countEntries, entriesTable, type ListRow } from '../../src/cli/entries.ts'

/** As the sink of report/ makes texts fit for a terminal. */
function shown(text: string): string {
  return JSON.stringify(text).slice(1, -1)
}

const ROWS: readonly ListRow[] = [
  { name: 'Redis full', file: 'docs/runbooks/redis-full.md', state: 'outdated' },
  { name: 'Disk full', file: 'docs/runbooks/disk-full.md', state: 'current' },
  { name: 'On call', file: '', state: 'by-hand' },
  { name: 'Disk full', file: 'https://github.com/acme/old/blob/main/disk.md', state: 'elsewhere' },
  { name: 'Certificates', file: 'docs/runbooks/certificates.md', state: 'edited' },
  { name: 'Gone', file: 'docs/runbooks/gone.md', state: 'orphaned' }
]

interface Case {
  readonly title: string
  readonly rows: readonly ListRow[]
  readonly lines: readonly string[]
  readonly counts: string
}

const CASES: readonly Case[] = [
  {
    title: 'all entries by name',
    rows: ROWS,
    lines: [
      'edited     Certificates  docs/runbooks/certificates.md',
      'current    Disk full     docs/runbooks/disk-full.md',
      'elsewhere  Disk full     https://github.com/acme/old/blob/main/disk.md',
      'orphaned   Gone          docs/runbooks/gone.md',
      'by-hand    On call',
      'outdated   Redis full    docs/runbooks/redis-full.md'
    ],
    counts: '6 entries: 1 current, 1 outdated, 1 edited, 1 by-hand, 1 orphaned, 1 elsewhere'
  },
  { title: 'none', rows: [], lines: [], counts: '0 entries' },
  {
    title: 'a very long name does not move the others',
    rows: [
      { name: 'x'.repeat(60), file: 'a.md', state: 'current' },
      { name: 'Short', file: 'b.md', state: 'current' }
    ],
    lines: [`current    Short  b.md`, `current    ${'x'.repeat(60)}  a.md`],
    counts: '2 entries: 2 current'
  },
  {
    title: 'names and files are aligned as they are shown',
    rows: [
      { name: 'Disk\u001b[2J\nfull', file: 'a\t.md', state: 'edited' },
      { name: 'Redis full', file: 'b.md', state: 'edited' }
    ],
    lines: ['edited     Disk\\u001b[2J\\nfull  a\\t.md', 'edited     Redis full           b.md'],
    counts: '2 entries: 2 edited'
  }
]

test.each(CASES)('the table has $title', ({ rows, lines, counts }) => {
  expect(
    entriesTable(
      rows.toSorted((a, b) => (a.name + a.file < b.name + b.file ? -1 : 1)),
      shown
    )
  ).toEqual(lines)
  expect(countEntries(rows)).toBe(counts)
})
