import { describe, expect, test } from '@jest/globals'
import { globSync, readFileSync } from 'node:fs'
import { blobIdOf } from '../../src/branch/source.ts'
import { normalForm } from '../../src/normal-form.ts'
import { editedFile, withLineEndsOf, textOfEdit } from '../../src/runbook/edit.ts'
import { convertText, type ConvertedRunbook, type RunbookOptions } from '../../src/runbook/runbook.ts'
import { readText, writeEntry } from '../../src/runbook/source-line.ts'
import { cpuTime } from '../support/cpu-time.ts'
import { contentOf, OPTIONS } from './read.ts'

const ROOT = `${OPTIONS.serverUrl}/${OPTIONS.repository}`
const LINE = /^Source: .*$/m
const KEEP: Partial<RunbookOptions> = { frontMatter: 'keep' }

/** The entry of a file; undefined if it has none. */
function entryOf(path: string, file: string, options: RunbookOptions): ConvertedRunbook | undefined {
  const result = convertText({ path, id: blobIdOf(Buffer.from(file)) }, file, options, () => 'file')
  return result.kind === 'runbook' ? result : undefined
}

const files = globSync('examples/runbooks/**/*.md')
  .sort()
  .map((path) => [path, readFileSync(path, 'utf8')] as const)

describe.each<{ form: string; options?: Partial<RunbookOptions>; write?: (file: string) => string }>([
  { form: 'as it is' },
  { form: 'without front matter', write: (file) => file.replace(/^---\n[^]*?\n---\n+/, '') },
  { form: 'below its front matter', options: KEEP, write: (file) => file.replace(/^(---\n[^]*?\n---\n)\n+/, '$1') },
  { form: 'with some CRLF', write: (file) => file.replace(/\n(?=#)/g, '\r\n') }
])('an example runbook $form gets', ({ options = {}, write = (file: string) => file }) => {
  /** Every example and what becomes of it. */
  function bring(edit: (lines: readonly string[]) => readonly string[]): { file: string; result: string }[] {
    const all = { ...OPTIONS, ...options, nameTemplate: '{path}' }
    const brought = files.flatMap(([path, text]) => {
      const file = write(text)
      const entry = entryOf(path, file, all)
      if (entry === undefined) return []
      const wanted = normalForm(edit(entry.text.split('\n')).join('\n'))
      const result = editedFile(file, entry, wanted) ?? ''
      // What it gives is proved by the conversion.
      expect(entryOf(path, result, all)?.text).toBe(wanted)
      return [{ file, result }]
    })
    expect(brought.length).toBeGreaterThan(3)
    return brought
  }

  test('nothing', () => {
    for (const { file, result } of bring((lines) => lines)) expect(result).toBe(file)
  })

  test('new lines, and loses none', () => {
    const links = `See [x](${ROOT}/blob/main/docs/other.md#a) and [y](https://example.com/blob/main/docs/other.md).`
    const brought = bring((lines) => [...lines.toSpliced(lines.length / 2, 0, 'Inserted.'), '', links])
    for (const { file, result } of brought) {
      const lines = new Set(result.split('\n').map((line) => line.trimEnd()))
      expect(file.split('\n').filter((line) => !lines.has(line.trimEnd()))).toEqual([])
    }
  })

  test('changed lines, a line less, and a note behind its front matter', () => {
    bring((lines) => {
      const changed = lines.map((line, at) => (at > 8 && at % 3 === 2 && /^[\w-]/.test(line) ? `${line} (new)` : line))
      const last = changed.findLastIndex((line) => /^[\w-]/.test(line))
      const front = lines[0] === '---' ? lines.indexOf('---', 1) + 1 : 0
      return changed.toSpliced(last, 1).toSpliced(front, 0, '', 'Note.', '')
    })
  })
})

const PATH = 'docs/disk.md'
const DISK = '# Disk\n\nFree some space.\n\nCall Kim.\n'
const FRONT = '---\nowner: storage\n---\n'
const PASTED = 'Source: [a](https://a.example/a) (version 000000000000 of 000000000000)\n\n'
type Change = (content: string) => string
const replace =
  (from: string | RegExp, to: string): Change =>
  (content) =>
    content.replace(from, to)
const above = replace(LINE, 'Note.\n\n$&')
const below = replace(LINE, '$&\n\nNote.')
const some = replace('some', 'much')
const addressOf = (name: string): string => `${ROOT}/blob/main/docs/${name}`
const KIM = `"[Kim](${addressOf('kim.md')})"`
/** Blanks, blank lines and characters that stay. */
const ODD = '# Disk\n\n\nFree some space.  \n \n\n\tCafe\u0301\u00a0\n\n\n\nx\u00a0\n'

test.each<[string, file: string, change: Change, expected: string, options?: Partial<RunbookOptions>]>([
  ['a note above the source line', DISK, above, `Note.\n\n${DISK}`],
  ['a note below front matter', FRONT + DISK, below, `${FRONT}Note.\n\n${DISK}`],
  ['a note below two blank lines', `${FRONT}\n\n${DISK}`, above, `${FRONT}\n\nNote.\n\n${DISK}`],
  ['a note below a pasted source line', PASTED + DISK, below, `${PASTED}Note.\n\n${DISK}`],
  [
    'a word, where a pasted source line follows the front matter that is kept',
    `${FRONT}\n${PASTED}${DISK}`,
    some,
    `${FRONT}\n${PASTED}${some(DISK)}`,
    KEEP
  ],
  [
    'a change of the front matter and the text',
    FRONT + DISK,
    (content) => some(content).replace('storage', KIM),
    `${FRONT.replace('storage', KIM)}${some(DISK)}`,
    KEEP
  ],
  ['a change before what stays', ODD, some, ODD.replace('some space.  ', 'much space.')],
  [
    'a blank line more, and one less',
    '# Disk\nFree [some](a.md)\n\nspace.\nx  \n',
    (content) => content.replace('Disk\n', 'Disk\n\n').replace('\n\nspace', '\nspace'),
    '# Disk\n\nFree [some](a.md)\nspace.\nx  \n'
  ],
  ['a heading above code', '    code\n\nA\n', replace(LINE, '$&\n\n## Code'), '## Code\n\n    code\n\nA\n'],
  ['the end of what stood above code', 'Note.\n\n    code\n\nA\n', replace('Note.\n\n', ''), '    code\n\nA\n'],
  ['the end of the last line', `${DISK}\n\n`, replace('\n\nCall Kim.', ''), '# Disk\n\nFree some space.\n\n\n'],
  [
    'an address that is no link stays one',
    '# Disk\n\nSee [a](a.md).\n',
    replace('See', `See <${addressOf('a.md')}>,`),
    `# Disk\n\nSee <${addressOf('a.md')}>, [a](a.md).\n`
  ],
  [
    'a link that the file does not have stays as it was written',
    '# Disk\n\nSee [a](./a.md).\n',
    replace('See', `See [b](${addressOf('b.md')}) and`),
    `# Disk\n\nSee [b](${addressOf('b.md')}) and [a](./a.md).\n`
  ]
])('an edit is in the file as if its author had edited the file: %s', (_, file, change, expected, options = {}) => {
  const entry = entryOf(PATH, file, { ...OPTIONS, ...options })
  const content = entry ? contentOf(entry) : ''
  const changed = change(content)
  expect(changed).not.toBe(content)
  expect(entry && editedFile(file, entry, readText(changed).text)).toBe(expected)
})

test('an edit with more lines than can be compared in time gives no file', () => {
  const entry = entryOf(PATH, DISK, OPTIONS)
  const edit = Array.from({ length: 5000 }, (_, at) => `Line ${at}`).join('\n')
  expect(entry && editedFile(DISK, entry, edit)).toBeUndefined()
})

test.each<[string, file: string, edit: string]>([
  ['that swaps all lines', 'a\nb\n'.repeat(1 << 15), 'b\na\n'.repeat(1 << 15)],
  ['on one line', `a${' '.repeat(1 << 17)}b\n`, `b${' '.repeat(1 << 17)}a\n`]
])('an edit of 128 KiB %s takes little time', (_, file, edit) => {
  const entry = entryOf(PATH, file, { ...OPTIONS, nameTemplate: '{path}' })
  const run = (): unknown => entry && editedFile(file, entry, normalForm(edit))
  expect(cpuTime(run)).toBeLessThan(3_000)
})

test.each([
  ['line feeds', 'a\nb', 'x\r\ny', 'x\ny\n'],
  ['CRLF', 'a\r\nb', 'x\ny', 'x\r\ny\r\n'],
  ['both: none is changed', 'a\r\nb\n', 'x\ny\r\nz', 'x\ny\r\nz\r\n']
])('line ends as another text has them: %s', (_, model, text, expected) => {
  expect(withLineEndsOf(model, text)).toBe(expected)
})

test('addresses of a branch that has another name now are its own, also of a repository called blob', () => {
  const base = { repository: 'acme/blob', serverUrl: 'https://github.com' }
  const address = (page: string, ref: string): string => `https://github.com/acme/blob/${page}/${ref}/docs/`
  const textAt = (ref: string): string => `See [a](${address('blob', ref)}a.md) and ![b](${address('raw', ref)}b.png).`
  const { content } = writeEntry(
    'Disk',
    { above: '', below: textAt('master') },
    { kind: 'version', path: 'docs/disk.md', blob: '1a2b3c4d5e6f', alerts: '', described: 'none', reviewBy: undefined },
    { ...base, ref: 'master' }
  )
  expect(textOfEdit(content, { ...base, ref: 'main' })).toBe(textAt('main'))
})
