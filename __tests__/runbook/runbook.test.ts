import { describe, expect, test } from '@jest/globals'
import { MAX_BYTES } from '../../src/runbook/text.ts'
import { cpuTime } from '../support/cpu-time.ts'
import { bytes, convert, read, textOf } from './read.ts'

describe('the text of an entry', () => {
  test.each([
    ['is the file', '# A\n\nText  \n\ttab\u00a0\n', '# A\n\nText  \n\ttab\u00a0\n'],
    ['keeps blank lines at the start', '\n\n# A\n', '\n\n# A\n'],
    ['has no front matter and no blank lines below it', '---\ntitle: A\n---\n\n \t\n    code\n', '    code\n'],
    ['keeps commands', '${{ secrets.X }} $(id)\n::error::x\n', '${{ secrets.X }} $(id)\n::error::x\n']
  ])('%s', (_, file, text) => {
    expect(textOf(file)).toBe(text)
  })

  test('has all front matter with `front-matter: keep`', () => {
    const textWith = (link: string) => `---\r\ntitle: A\r\nlink: "[a](b.md)"\r\n---\r\n\r\n[a](${link})\r\n`
    const url = 'https://github.com/acme/handbook/blob/main/docs/runbooks/disk/b.md'
    expect(textOf(`\uFEFF${textWith('b.md')}`, { frontMatter: 'keep' })).toBe(textWith(url))
  })
})

test('AsciiDoc and reStructuredText are refused for one reason, whatever they have', () => {
  const tooLarge = { kind: 'too-large' } as const
  const files = [read('= A\n', {}, 'a.adoc'), read('+++\n', {}, 'b/c.ASCIIDOC'), read(tooLarge, {}, 'd.rst')]
  const reason = 'The file is AsciiDoc or reStructuredText, not Markdown.'
  const hint = expect.stringContaining('`docs/**/*.md`')
  expect(files).toEqual(files.map(() => ({ kind: 'refused', reason, hint, line: undefined })))
  expect(convert('= A\n', {}, 'adoc.md').name).toBe('adoc')
})

describe('a skipped file', () => {
  const DRAFT = { reason: 'draft: true' }
  const INDEX = { reason: 'index page without text' }
  const EMPTY = { reason: 'without text', hint: 'Write some, or remove the file.' }

  test.each([
    ['empty draft', '---\ndraft: true\n---\n', 'docs/a.md', { ...DRAFT, name: 'a' }],
    ['not a runbook', '---\nrunbook: false\n---\n# B', 'docs/a.md', { ...DRAFT, reason: 'runbook: false', name: 'B' }],
    ['index page of a site', '---\ntitle: etcd\n---\n\n', 'docs/etcd/_index.md', { ...INDEX, name: 'etcd' }],
    ['front matter alone', '---\ntitle: A\n---\n\n', 'docs/a.md', { ...EMPTY, name: 'A' }],
    ['long blank lines', `${' '.repeat(400)}\n`, 'docs/a.md', { ...EMPTY, name: 'a' }],
    ['comments alone', '<!-- a\n\n- b -->\n\n<!-- # c --> <!-- d -->\n', 'docs/a.md', { ...EMPTY, name: 'a' }],
    ['comments and definitions', '<!-- a -->\n\n[b]: c\n[d]: e "f"\n', 'docs/a.md', { ...EMPTY, name: 'a' }],
    ['index page with a comment', '<!-- a -->\n', 'docs/etcd/_index.md', { ...INDEX, name: 'etcd' }],
    ['empty, without a valid name', '---\ntitle: "\\a"\n---\n', 'docs/a.md', EMPTY]
  ])('%s', (_, text, path, expected) => {
    expect(read(text, {}, path)).toEqual({ kind: 'skipped', ...expected })
    expect(read(text, { frontMatter: 'keep' }, path)).toEqual({ kind: 'skipped', ...expected })
  })
})

test.each([
  ['text behind a comment', '<!-- a --> b\n'],
  ['a comment in code', '```\n<!-- a -->\n```\n'],
  ['a comment that never ends', '<!-- a\n'],
  ['a picture', '<!-- a -->\n![b](c.png)\n'],
  ['a footnote', '[^a]: b\n']
])('is sent: %s', (_, text) => {
  expect(read(text).kind).toBe('runbook')
})

describe('refused', () => {
  test.each([
    ['half a character on the second of three lines', [0x61, 0x0a, 0xe2, 0x0a, 0x61], /not UTF-8/, 2],
    ['UTF-16 without a byte order mark', [0x23, 0x00, 0x20, 0x00], /NUL.*UTF-16/, 1]
  ])('%s, with the line', (_, content, message, line) => {
    const reason: unknown = expect.stringMatching(message)
    expect(read(bytes(content))).toMatchObject({ kind: 'refused', reason, line })
  })

  test.each([
    ['a Git LFS pointer', 'version https://git-lfs.github.com/spec/v1\n', /LFS pointer/, /lfs: true/],
    ['a title with half a character', '---\ntitle: "a\\ud800"\n---\nx', /control character/, /title/],
    ['a title of zero-width characters', '---\ntitle: "\\u200b\\u2060"\n---\nx', /name is empty/, /title/],
    ['a title of 256 characters', `---\ntitle: ${'😀'.repeat(256)}\n---\nx`, /longer than 255/, /title/]
  ])('%s', (_, text, message, hint) => {
    const said = { reason: expect.stringMatching(message), hint: expect.stringMatching(hint) }
    expect(read(text)).toEqual({ kind: 'refused', ...said })
  })

  test('a file above the size limit, read or not', () => {
    const problem = { kind: 'refused', reason: 'The file has more than 1,048,576 bytes.', hint: 'Split it.' }
    expect(read('a'.repeat(MAX_BYTES)).kind).toBe('runbook')
    expect(read('a'.repeat(MAX_BYTES + 1))).toEqual(problem)
    expect(read({ kind: 'too-large' })).toEqual(problem)
  })
})

test.each<[string, text: string, isTooComplex: boolean]>([
  ['64 KiB of `>`', '>'.repeat(65_536), true],
  ['64 KiB of nested lists', '1) '.repeat(21_846), true],
  ['1 MiB of links that do not end', '[a](b '.repeat(170_000), true],
  ['200,000 links on one line', '[](a)'.repeat(200_000), true],
  ['a thousand images in images in images', `${'!['.repeat(9_000)}${'](a.md)'.repeat(9_000)}`, true],
  ['512 KiB of strikethrough that does not end', '~~a'.repeat(170_000), true],
  ['20,001 links of a site', Array.from({ length: 20_001 }, (_, at) => `[](/${at})\n\n`).join(''), true],
  ['blanks where a table may begin', `a\nb|c\n${' '.repeat(100_000)}d`, true],
  ['512 KiB of blanks in a line', `x${' '.repeat(524_288)}y\n\n[a](b.md)`, false],
  ['a large table', `a | b\n--- | ---\n${'`metric_name` | [link](a.md) to *it*\n'.repeat(800)}`, false]
])('sent in time, with its links as they are if it is too complex: %s', (_, text, isTooComplex) => {
  const given = `# A\n\n${text}\n\n[a](b.md)\n`
  const found: ReturnType<typeof convert>[] = []
  expect(cpuTime(() => found.push(convert(given)))).toBeLessThan(1500)
  expect(found[0]).toMatchObject({ isTooComplex, name: isTooComplex ? 'full' : 'A' })
  // A message with two long texts would take minutes.
  expect(found[0]?.below === given).toBe(isTooComplex)
})
