import { expect, test } from '@jest/globals'
import { hash } from 'node:crypto'
import { sourceOf, type Provenance } from '../provenance.ts'

const ADDRESS = 'https://github.com/acme/ops/blob/main/docs/disk.md'
const LINK = `[docs/disk.md](${ADDRESS})`
const BELOW = '# Disk full\n\nFree some.'

/** The digest of an entry named *Disk full*, as the Action makes it: of its text without the line. */
const digestOf = (withoutLine: string): string =>
  hash('sha256', `disk full\n${withoutLine.normalize('NFC')}`).slice(0, 12)

/** The entry as it is sent: the line that says where it comes from, and its text. */
function sent({ word = 'version', source = LINK, above = '', below = BELOW } = {}): string {
  const digest = digestOf(above + below)
  return `${above}Source: ${source} (${word} ${digest} of 1a2b3c4d5e6f)\n\n${below}\n`
}

interface Case {
  readonly what: string
  readonly content: string
  readonly name?: string
  readonly provenance: Provenance
  readonly path?: string | null
}

const CASES: readonly Case[] = [
  { what: 'as it was sent', content: sent(), provenance: 'repository' },
  {
    what: 'with other line ends, blanks and blank lines',
    content: `\r\n${sent().replaceAll('\n', ' \t\r\n').replace('Free', '\r\n\r\nFree')}\r`,
    provenance: 'repository'
  },
  { what: 'under a name of another spelling', content: sent(), name: ' DISK  full', provenance: 'repository' },
  {
    what: 'below front matter',
    content: sent({ above: '---\nowner: Ann\n---\n\n' }),
    provenance: 'repository'
  },
  {
    what: 'a path with escapes',
    content: sent({ source: `[e\u0301\\_\\[b\\]%25%0A%E2%80%AE\\\\.md](${ADDRESS})` }).normalize('NFD'),
    provenance: 'repository',
    path: 'e\u0301_[b]%\n\u202e\\.md'
  },
  {
    what: 'a path without a link',
    content: sent({ source: 'git.example:8443/acme/ops docs/a%20b.md' }),
    provenance: 'repository',
    path: 'docs/a b.md'
  },
  { what: 'a retirement note', content: sent({ word: 'retired' }), provenance: 'retired' },
  { what: 'an edited text', content: `${sent()}More.`, provenance: 'edited' },
  { what: 'an edited retirement note', content: `${sent({ word: 'retired' })}More.`, provenance: 'edited' },
  { what: 'a note above the line', content: `Call Ann.\n\n${sent()}`, provenance: 'edited' },
  { what: 'a note behind the line', content: sent().replace('5e6f)', '5e6f), old'), provenance: 'edited' },
  { what: 'under another name', content: sent(), name: 'Disk is full', provenance: 'edited' },
  {
    what: 'two lines, of which the first counts',
    content: `${sent()}\n${sent({ source: 'git.example/acme/ops docs/b.md' })}`,
    provenance: 'edited'
  },
  {
    what: 'a damaged percent escape',
    content: sent({ source: `[%E2%80](${ADDRESS})` }),
    provenance: 'repository',
    path: null
  },
  { what: 'no line', content: BELOW, provenance: 'hand' },
  { what: 'a source in a sentence', content: 'Source: the ledger (version 3f9c2b7a1d4e).', provenance: 'hand' },
  { what: 'a note in the line', content: sent().replace(`${ADDRESS})`, `${ADDRESS}), old`), provenance: 'hand' },
  { what: 'a line that is cut', content: sent().slice(0, 90), provenance: 'hand' },
  {
    what: 'a line with a longer digest',
    content: sent().replace(/[0-9a-f]{12}/, (digest) => `${digest}0`),
    provenance: 'hand'
  }
]

test.each(CASES)('$what: $provenance', ({ content, name = 'Disk full', provenance, path = 'docs/disk.md' }) => {
  const found = sourceOf({ name, content })
  expect({ provenance: found.provenance, path: found.path }).toEqual({
    provenance,
    path: provenance === 'hand' ? null : path
  })
})

test('a path that is longer than any of Git is not shown', () => {
  const content = sent({ source: `[${'x'.repeat(40_000)}](${ADDRESS})` })
  expect(sourceOf({ name: 'Disk full', content })).toEqual({ provenance: 'repository', path: null, url: null })
})

test.each([
  { address: ADDRESS, url: ADDRESS },
  { address: 'https://x.example/?a&b', url: 'https://x.example/?a&b' },
  ...['javascript:alert`1`', 'data:text/html,x', 'https://me:secret@x.example/', '//x.example', '/workspaces/1'].map(
    (address) => ({ address, url: null })
  )
])('a line with $address links to $url', ({ address, url }) => {
  const content = sent({ source: `[docs/disk.md](${address})` })
  expect(sourceOf({ name: 'Disk full', content })).toMatchObject({ provenance: 'repository', url })
})

test.each([
  ['blanks', `a${' '.repeat(200_000)}b`],
  ['labels', `Source: [${'\\x'.repeat(200_000)}`],
  ['brackets', 'Source: ['.repeat(100_000)],
  ['words', 'Source: '.repeat(100_000)],
  ['lines', `${sent()}\n`.repeat(20_000)],
  ['combining characters', 'e\u0301\u0327'.repeat(10) + '\u0301\u0327'.repeat(60_000)]
])('a long run of %s takes less than a second', (_, text) => {
  const before = performance.now()
  expect(sourceOf({ name: 'x', content: `${text}\n\n${sent()}` }).provenance).toBe('edited')
  expect(performance.now() - before).toBeLessThan(1000)
})
