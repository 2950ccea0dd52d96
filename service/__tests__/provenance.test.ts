import { expect, test } from '@jest/globals'
import { hash } from 'node:crypto'
import { sourceOf, type Source } from '../provenance.ts'

const ADDRESS = 'https://github.com/acme/ops/blob/main/docs/disk.md'
const LINK = `[docs/disk.md](${ADDRESS})`
const BELOW = '# Disk full\n\nFree some.'

/** The entry as it is sent, with the digest of its name and of its text without the line. */
function sent({ word = 'version', source = LINK, above = '' } = {}): string {
  const digest = hash('sha256', `disk full\n${above}${BELOW}`).slice(0, 12)
  return `${above}Source: ${source} (${word} ${digest} of 1a2b3c4d5e6f)\n\n${BELOW}\n`
}

interface Case {
  readonly what: string
  readonly content: string
  readonly name?: string
  readonly provenance: Source['provenance']
  readonly path?: string | null
}

test.each<Case>([
  { what: 'as it was sent', content: sent(), provenance: 'repository' },
  {
    what: 'with other line ends, blanks and blank lines',
    content: `\r\n${sent().replaceAll('\n', ' \t\r\n').replace('Free', '\r\n\r\nFree')}\r`,
    provenance: 'repository'
  },
  { what: 'under a name of another spelling', content: sent(), name: ' DISK  full', provenance: 'repository' },
  { what: 'below front matter', content: sent({ above: '---\nowner: Ann\n---\n\n' }), provenance: 'repository' },
  {
    what: 'a path with escapes',
    content: sent({ source: `[e_\\[b\\]%25%0A\\\\.md](${ADDRESS})` }),
    provenance: 'repository',
    path: 'e_[b]%\n\\.md'
  },
  {
    what: 'a path without a link',
    content: sent({ source: 'git.example:8443/acme/ops docs/a%20b.md' }),
    provenance: 'repository',
    path: 'docs/a b.md'
  },
  { what: 'a damaged escape', content: sent({ source: `[%E2%80](${ADDRESS})` }), provenance: 'repository', path: null },
  { what: 'a retirement note', content: sent({ word: 'retired' }), provenance: 'retired' },
  { what: 'an edited text', content: `${sent()}More.`, provenance: 'edited' },
  { what: 'a note above the line', content: `Call Ann.\n\n${sent()}`, provenance: 'edited' },
  { what: 'under another name', content: sent(), name: 'Disk is full', provenance: 'edited' },
  {
    what: 'two lines, of which the first counts',
    content: `${sent()}\n${sent({ source: 'git.example/acme/ops docs/b.md' })}`,
    provenance: 'edited'
  },
  { what: 'no line', content: BELOW, provenance: 'hand', path: null },
  { what: 'a line that is cut', content: sent().slice(0, 90), provenance: 'hand', path: null }
])('$what: $provenance', ({ content, name = 'Disk full', provenance, path = 'docs/disk.md' }) => {
  expect(sourceOf({ name, content })).toMatchObject({ provenance, path })
})

test.each([
  { address: 'https://x.example/?a&b', url: 'https://x.example/?a&b' },
  ...['javascript:alert`1`', 'https://me:secret@x.example/', '/workspaces/1'].map((address) => ({ address, url: null }))
])('a line with $address links to $url', ({ address, url }) => {
  expect(sourceOf({ name: 'Disk full', content: sent({ source: `[docs/disk.md](${address})` }) }).url).toBe(url)
})
