import { expect, test } from '@jest/globals'
import { createHash } from 'node:crypto'
import { sourceOf, type Provenance } from '../provenance.ts'

const ADDRESS = 'https://github.com/acme/ops/blob/main/docs/disk.md'
const TEXT = '# Disk full\n\nFree some.'
/** Of `TEXT` under the name *Disk full*. */
const digitsOf = (path: string): string =>
  createHash('sha256').update(`disk full\0${path}\0# Disk full\n\nFree some.`).digest('hex').slice(0, 12)
const LINE = `Source: [docs/disk.md](${ADDRESS}), version ${digitsOf('docs/disk.md')}`
const PLAIN = `Source: docs/disk.md, version ${digitsOf('docs/disk.md')}`
const NOTE = LINE.replace('version', 'retired')
const OTHER = PLAIN.replace('disk', 'b')
const ESCAPED = `Source: e\u0301\\_\\[b\\]%25%0A%E2%80%AE\\\\.md, version ${digitsOf('\u00e9_[b]%\n\u202e\\.md')}`

const sent = (line: string, text = TEXT): string => `${text}\n\n${line}\n`
const spaced = `\n# Disk full \t\r\n\r\n\r\n\r\nFree some.\r\r${LINE} \r\n\r\n`

test.each<[string, content: string, Provenance, path?: string, name?: string]>([
  ['as it was sent', sent(LINE), 'repository'],
  ['with other line ends, blanks and blank lines', spaced, 'repository'],
  ['under a name of another spelling', sent(LINE), 'repository', 'docs/disk.md', ' DISK  full'],
  ['a path with escapes, in another Unicode form', sent(ESCAPED), 'repository', 'e\u0301_[b]%\n\u202e\\.md'],
  ['a retirement note', sent(NOTE), 'retired'],
  ['an edited text', sent(LINE, `${TEXT} More.`), 'edited'],
  ['an edited retirement note', sent(NOTE, `${TEXT} More.`), 'edited'],
  ['a text below the line', `${sent(LINE)}Call Ann.\n`, 'edited'],
  ['under another name', sent(LINE), 'edited', 'docs/disk.md', 'Disk is full'],
  ['two lines, of which the last counts', `${sent(LINE)}${OTHER}`, 'edited', 'docs/b.md'],
  ['no line', TEXT, 'hand'],
  ['a line that begins otherwise', sent(`See ${LINE}`), 'hand'],
  ['a line with other digits', sent(`${LINE.slice(0, -1)}G`), 'hand'],
  ['a damaged percent escape', sent(PLAIN.replace('disk', '%E2%80')), 'hand'],
  ['a path that is longer than a path', sent(PLAIN.replace('disk', 'x'.repeat(40_000))), 'hand']
])('%s', (_, content, provenance, path = 'docs/disk.md', name = 'Disk full') => {
  const found = sourceOf({ name, content })
  expect([found.provenance, found.path]).toEqual([provenance, provenance === 'hand' ? null : path])
})

test.each<readonly [line: string, url: string | null]>([
  [PLAIN, null],
  [LINE, ADDRESS],
  ...['javascript:alert`1`', 'data:text/html,x', 'https://me:secret@x.example/', '//x.example', '/workspaces/1'].map(
    (address) => [LINE.replace(ADDRESS, address), null] as const
  )
])('%s has the address %s', (line, url) => {
  expect(sourceOf({ name: 'Disk full', content: sent(line) })).toMatchObject({ provenance: 'repository', url })
})

test.each([
  ['blanks', `a${' '.repeat(200_000)}b`],
  ['labels', `Source: [${'\\x'.repeat(200_000)}`],
  ['lines', `${`${PLAIN}\n`.repeat(20_000)}${' '.repeat(200_000)}`],
  ['combining characters', 'e\u0301\u0327'.repeat(10) + '\u0301\u0327'.repeat(60_000)]
])('a long run of %s takes less than a second', (_, text) => {
  const before = performance.now()
  expect(sourceOf({ name: 'x', content: sent(LINE, text) }).provenance).toBe('edited')
  expect(performance.now() - before).toBeLessThan(1000)
})
