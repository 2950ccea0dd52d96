import { describe, expect, test } from '@jest/globals'
import { Secret } from '../../src/secret.ts'
import { parsePage, type ListedEntry } from '../../src/knowledge/list.ts'
import { Entries, rowOf, type Row } from '../../src/sync/knowledge.ts'
import { sourceLine, versionOf } from '../../src/runbook/source-line.ts'

type Listed = Pick<ListedEntry, 'name'> & Record<string, unknown>

function entriesOf(...pages: readonly (readonly Listed[])[]): Entries {
  const entries = new Entries(() => true)
  for (const page of pages) entries.add(parsePage(page)?.rows ?? [])
  return entries
}

const a = (more: object): Listed => ({ name: 'a', ...more })
const [x, y] = [a({ content: 'x' }), a({ content: 'y' })]

test.each<[string, Listed[][], size: number, rows: number]>([
  ['by their ids', [[a({ id: 1 }), a({ id: 2 })]], 2, 2],
  ['once where two pages show one', [[a({ id: 1 })], [a({ id: 1 })]], 1, 1],
  ['once where two readings show two texts of one', [[a({ id: 1, content: 'x' })], [a({ id: 1, content: 'y' })]], 1, 2],
  ['by their rows without ids', [[x, x, y]], 3, 3],
  ['once where two pages show one without an id', [[x], [x]], 1, 1],
  [
    'once where two readings show them in another order, without ids',
    [
      [x, y],
      [y, x]
    ],
    2,
    2
  ],
  ['not where they have no name', [[a({ id: 1 }), { name: '', id: 2 }]], 1, 1],
  ['not where they are deleted', [[a({ id: 1 }), a({ id: 2, deleted: true })]], 1, 1]
])('entries are counted %s', (_, pages, size, rows) => {
  const entries = entriesOf(...pages)
  expect([entries.size, entries.rowsOf('a').length]).toEqual([size, rows])
})

test('a source line with the token in it, escaped, counts as none: its path is shown', () => {
  const secret = new Secret('oap_Secret123')
  const entries = new Entries(
    () => true,
    (text) => secret.redact(text) !== text
  )
  const line = 'Source: [docs/%6Fap_Secret123.md](https://git.example/a/b/blob/main/docs/x.md), version 0123456789ab'
  entries.add([{ key: 'a', name: 'a', content: `Text.\n\n${line}\n`, isDeleted: false }])
  expect(entries.rows).toMatchObject([{ origin: 'by hand', line: undefined }])
})

test.each<[string, shown: string[], wanted: string, found: string[]]>([
  ['the exact name before a similar one', ['disk', 'Disk'], 'Disk', ['Disk']],
  ['each similar name', ['disk', 'DISK'], 'Disk', ['disk', 'DISK']],
  ['blanks', [' Disk  full '], 'Disk full', [' Disk  full ']],
  ['Unicode form', ['Cafe\u0301'], 'Caf\u00e9', ['Cafe\u0301']],
  ['another name', ['Disk'], 'Disks', []]
])('entries are found by name: %s', (_, shown, wanted, found) => {
  const entries = entriesOf(shown.map((name) => ({ name })))
  expect(entries.rowsOf(wanted).map(({ name }) => name)).toEqual(found)
})

describe('what a text says of itself', () => {
  const BASE = { serverUrl: 'https://github.com', repository: 'acme/ops', ref: 'main' }
  const text = 'Restart "it" & wait.'
  const line = sourceLine('docs/disk.md', versionOf('Disk', 'docs/disk.md', text), BASE)
  const sent = `${text}\n\n${line}\n`

  test.each<[string, content: string | undefined, Row['origin']]>([
    ['as it was sent', sent, 'ours'],
    ['with other line ends and blanks', `  ${sent.replaceAll('\n', ' \r\n')}\n\n`, 'ours'],
    ['as HTML would have it', sent.replaceAll('&', '&amp;').replaceAll('"', '&quot;'), 'ours'],
    ['with another word', sent.replace('wait', 'go'), 'edited'],
    ['with a note below', `${sent}\nMine.\n`, 'edited'],
    ['with a copy of its end below', `${sent}${sent.replace('wait', 'go')}`, 'edited'],
    ['without its line', `${text}\n`, 'by hand'],
    ['whose line is written in HTML', `<p>${line.replace(', ', '</p><p>')}</p>`, 'unclear'],
    ['without letters', ' \n', 'empty'],
    ['that the list does not show', undefined, 'hidden']
  ])('%s', (_, content, origin) => {
    expect(rowOf('Disk', content).origin).toBe(origin)
  })

  test('under another name than that of its version', () => {
    expect(rowOf('DISK ', sent).origin).toBe('ours')
    expect(rowOf('Disks', sent).origin).toBe('edited')
  })
})
