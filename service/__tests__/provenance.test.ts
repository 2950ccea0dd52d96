import { expect, test } from '@jest/globals'
import { hash } from 'node:crypto'
import { sourceOf, type Provenance } from '../provenance.ts'

const ADDRESS = 'https://github.com/acme/ops/blob/main/docs/disk.md'
const LINK = `[docs/disk.md](${ADDRESS})`
const BELOW = '# Disk full\n\nFree some.'

/** The seal of an entry named *Disk full*, as the Action makes it: of its text without the mark. */
const sealOf = (withoutMark: string): string =>
  hash('sha256', `disk full\n${withoutMark.normalize('NFC')}`).slice(0, 12)

/** The entry as it is sent: the mark, where it comes from, and its text. */
function sent({ word = 'Version', source = LINK, above = '', below = BELOW } = {}): string {
  const seal = sealOf(`${above} of ${source}\n\n${below}`.trim())
  return `${above}${word} 9f86d081884c.${seal} of ${source}\n\n${below}\n`
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
    content: sent({ source: 'e\u0301\\_\\[b\\]%25%0A%E2%80%AE\\\\.md' }).normalize('NFD'),
    provenance: 'repository',
    path: 'e\u0301_[b]%\n\u202e\\.md'
  },
  { what: 'a retirement note', content: sent({ word: 'Retired' }), provenance: 'retired' },
  { what: 'an edited text', content: `${sent()}More.`, provenance: 'edited' },
  { what: 'an edited retirement note', content: `${sent({ word: 'Retired' })}More.`, provenance: 'edited' },
  { what: 'a note above the line', content: `Call Ann.\n\n${sent()}`, provenance: 'edited' },
  { what: 'a note in the line', content: sent().replace(`${ADDRESS})`, `${ADDRESS}), old`), provenance: 'edited' },
  { what: 'under another name', content: sent(), name: 'Disk is full', provenance: 'edited' },
  {
    what: 'two marks, of which the first counts',
    content: `${sent()}\n${sent({ source: 'docs/b.md' })}`,
    provenance: 'edited'
  },
  { what: 'a line that is cut behind the mark', content: sent().slice(0, 40), provenance: 'edited', path: null },
  {
    what: 'a damaged percent escape',
    content: sent({ source: '%E2%80' }),
    provenance: 'repository',
    path: null
  },
  { what: 'no mark', content: BELOW, provenance: 'hand' },
  { what: 'a version in a sentence', content: 'Version 3f9c2b7a1d4e of the ledger.', provenance: 'hand' },
  {
    what: 'a mark of another form',
    content: sent().replace(/\.[0-9a-f]{12}/, (seal) => `${seal}0`),
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
  ['labels', `Version 9f86d081884c.1a2b3c4d5e6f of [${'\\x'.repeat(200_000)}`],
  ['marks', `${sent()}\n`.repeat(20_000)],
  ['combining characters', 'e\u0301\u0327'.repeat(10) + '\u0301\u0327'.repeat(60_000)]
])('a long run of %s takes less than a second', (_, text) => {
  const before = performance.now()
  expect(sourceOf({ name: 'x', content: `${text}\n\n${sent()}` }).provenance).toBe('edited')
  expect(performance.now() - before).toBeLessThan(1000)
})
