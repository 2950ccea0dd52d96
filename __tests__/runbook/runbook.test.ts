import { describe, expect, test } from '@jest/globals'
import { MAX_BYTES } from '../../src/runbook/text.ts'
import { bytes, convert, nameOf, read } from './read.ts'

describe('the text of an entry', () => {
  test.each([
    ['is the file', '# A\n\nText  \n\ttab\u00a0\n', '# A\n\nText  \n\ttab\u00a0\n'],
    ['has no byte order mark', '\uFEFF# A\n', '# A\n'],
    ['keeps blank lines at the start', '\n\n# A\n', '\n\n# A\n'],
    ['has no front matter and no blank lines below it', '---\ntitle: A\n---\n\n \t\n    code\n', '    code\n'],
    ['keeps thematic breaks', '---\n\nText\n\n---\n', '---\n\nText\n\n---\n']
  ])('%s', (_, file, text) => {
    expect(convert(file)).toEqual({ text, targets: [], warnings: [] })
  })

  test('has its links where they were, after a second byte order mark', () => {
    const { text } = convert('\uFEFF\uFEFF[a](b.md)\n')
    expect(text).toBe('\uFEFF[a](https://github.com/acme/handbook/blob/main/docs/runbooks/disk/b.md)\n')
  })

  test('has all front matter with `front-matter: keep`', () => {
    const text = '---\r\ntitle: A\r\nlink: "[a](b.md)"\r\n---\r\n\r\n[a](b.md)\r\n'
    expect(convert(`\uFEFF${text}`, { frontMatter: 'keep' })).toEqual({
      text: text.replace('\n[a](b.md)', '\n[a](https://github.com/acme/handbook/blob/main/docs/runbooks/disk/b.md)'),
      targets: [{ path: 'docs/runbooks/disk/b.md', line: 6 }],
      warnings: []
    })
  })
})

describe('a skipped file', () => {
  const DRAFT = { reason: 'draft: true' }
  const INDEX = { reason: 'index page without text' }
  const EMPTY = { reason: 'no text', hint: 'Write some, or remove the file.' }

  test.each([
    ['empty draft', '---\ndraft: true\n---\n', 'docs/a.md', { ...DRAFT, name: 'a' }],
    ['not a runbook', '---\nrunbook: false\n---\n# B', 'docs/a.md', { ...DRAFT, reason: 'runbook: false', name: 'B' }],
    ['index page of a site', '---\ntitle: etcd\n---\n\n', 'docs/etcd/_index.md', { ...INDEX, name: 'etcd' }],
    ['front matter alone', '---\ntitle: A\n---\n\n', 'docs/a.md', { ...EMPTY, name: 'A' }],
    ['empty, without a valid name', '---\ntitle: "\\a"\n---\n', 'docs/a.md', EMPTY]
  ])('%s', (_, text, path, expected) => {
    expect(read(text, {}, path)).toEqual({ kind: 'skipped', ...expected })
    expect(read(text, { frontMatter: 'keep' }, path)).toEqual({ kind: 'skipped', ...expected })
  })
})

describe('refused', () => {
  test.each([
    ['half a character at the end', [0x61, 0xe2, 0x82], /not UTF-8/, 1],
    ['half a character on the second of three lines', [0x61, 0x0a, 0xe2, 0x0a, 0x61], /not UTF-8/, 2],
    ['a surrogate in UTF-8', [0xed, 0xa0, 0x80], /not UTF-8/, 1],
    ['UTF-16 without a byte order mark', [0x23, 0x00, 0x20, 0x00], /NUL.*UTF-16/, 1]
  ])('%s, with the line', (_, content, message, line) => {
    const reason: unknown = expect.stringMatching(message)
    expect(read(bytes(content))).toEqual({ kind: 'refused', reason, hint: 'Save it as UTF-8.', line })
  })

  test.each([
    ['a title with half a character', '---\ntitle: "a\\ud800"\n---\nx', /control character/, /title/],
    ['a title of zero-width characters', '---\ntitle: "\\u200b\\u2060"\n---\nx', /name is empty/, /title/],
    ['a title of 1,001 characters', `---\ntitle: ${'x'.repeat(1001)}\n---\nx`, /longer than 1000/, /title/]
  ])('%s', (_, text, message, hint) => {
    expect(read(text)).toEqual({
      kind: 'refused',
      reason: expect.stringMatching(message),
      hint: expect.stringMatching(hint)
    })
  })

  test('a file above the size limit, read or not', () => {
    const reason = `The file has ${MAX_BYTES + 1} bytes; ${MAX_BYTES} are allowed.`
    const problem = { kind: 'refused', reason, hint: 'Split it.' }
    expect(read('a'.repeat(MAX_BYTES)).kind).toBe('runbook')
    expect(read('a'.repeat(MAX_BYTES + 1))).toEqual(problem)
    expect(read({ kind: 'too-large', size: MAX_BYTES + 1 })).toEqual(problem)
  })
})

describe('sent with its links as they are, and a warning', () => {
  const LINK = '\n\n[a](b.md)\n'
  const warnings: unknown = [expect.stringMatching(/too long or too deeply nested.*Split the file/)]

  test.each([
    ['64 KiB of `[a](`', '[a]('.repeat(16_384)],
    ['64 KiB of `>`', '>'.repeat(65_536)],
    ['64 KiB of nested lists', '1) '.repeat(21_846)],
    ['a list in 24 others', Array.from({ length: 25 }, (_, at) => `${'  '.repeat(at)}- a\n`).join('')],
    ['emphasis in a long paragraph', '*a*\r'.repeat(100_000)],
    ['an empty quotation of many lines', '\n> '.repeat(250_000)],
    ['a paragraph of many lines in a quotation', '> a\n'.repeat(30_000)],
    ['a definition whose title never ends', `[a]: b "${'c\n'.repeat(30_000)}`],
    ['many paragraphs', 'a\n\n'.repeat(250_000)],
    ['many definitions', '[a]: b\n'.repeat(60_000)],
    ['blanks where a table may begin', `a\nb|c\n${' '.repeat(100_000)}d\n`]
  ])('%s', (_, text) => {
    const given = `# A\n\n${text}${LINK}`
    const { text: sent, ...others } = convert(given)
    expect(others).toEqual({ targets: [], warnings })
    // A message with two long texts would take minutes.
    expect(sent === given).toBe(true)
  })

  test('absolute links of more than 16 MiB', () => {
    const text = '[](a)[](a)[](a)\n\n'.repeat(200)
    expect(convert(text, {}, `${'a'.repeat(40_000)}/b.md`)).toEqual({ text, targets: [], warnings })
    expect(convert(text).warnings).toEqual([])
  })

  test('a text whose title is below what is too deeply nested: it has the name of the file', () => {
    const text = `${'>'.repeat(200)}\n\n# A\n`
    expect(nameOf(text)).toBe('full')
    expect(nameOf(`# [P1] A\n\n[b]: c\n\n${text}`)).toBe('[P1] A')
    expect(nameOf(`# ${'*a* '.repeat(100_000)}\n`)).toBe('full')
    expect(convert(text)).toEqual({ text, targets: [], warnings })
  })

  test.each([
    ['a large table', `a | b\n--- | ---\n${'`metric_name` | [link](a.md) to *it*\n'.repeat(800)}`, 800],
    ['a long list', '- Check [this](a.md), then `that`.\n  - If it is so, wait.\n\n'.repeat(800), 800],
    ['256 KiB of a list', `${'- a\n'.repeat(65_000)}- [a](a.md)`, 1],
    ['256 KiB of headings', `${'# a\n'.repeat(65_000)}[a](a.md)`, 1],
    ['1 MiB of a table', `a|b\n-|-\n${'a|b\n'.repeat(260_000)}a|[b](a.md)`, 1],
    ['many quotations', `${'> a\n\n'.repeat(10_000)}[a](a.md)`, 1],
    ['lists in lists in lists', `${'- a\n  - b\n    - c\n'.repeat(3_000)}\n[a](a.md)`, 1]
  ])('not: %s', (_, text, links) => {
    expect(convert(text)).toMatchObject({ warnings: [], targets: { length: links } })
  })
})

describe('refused, because the stack of this machine is too small', () => {
  const NESTED = `${'!['.repeat(1_000)}${'](a.md)'.repeat(1_000)}\n`

  /** Calls the function where the stack is nearly full. */
  function deep(run: () => unknown): unknown {
    try {
      return deep(run)
    } catch {
      return run()
    }
  }

  test.each([
    ['a title', `# ${NESTED}`],
    ['a text', NESTED]
  ])('%s with a thousand images in images', (_, text) => {
    expect(read(text)).toMatchObject({ targets: { length: 1_000 } })
    expect(deep(() => read(text))).toEqual({
      kind: 'refused',
      reason: expect.stringMatching(/nested too deeply for the memory of this machine/),
      hint: 'Split the file.'
    })
  })
})

describe('the alerts in the front matter of a runbook', () => {
  test.each<[string, yaml: string, alerts: readonly string[]]>([
    ['text', 'alerts: Full', ['Full']],
    ['text with commas', 'alerts: Full, Slow', ['Full', 'Slow']],
    ['a list', 'alerts: [Full, "Slow"]', ['Full', 'Slow']],
    ['several lines, with blanks', 'alerts: |\n  Full\n  disk\n', ['Full disk']],
    ['an alias in a list', 'x: &a Full\nalerts: [*a]', ['Full']],
    ['merged maps', 'd: &d {alerts: Full}\n<<: *d', ['Full']],
    ['another key', 'Alerts: Full', []],
    ['an empty list', 'alerts: []', []],
    ['a map', 'alerts: {a: b}', []],
    ['a list in a list', 'alerts: [[a]]', []],
    ['a map in a list', 'alerts: [a, {b: c}]', []]
  ])('%s', (_, yaml, alerts) => {
    expect(read(`---\n${yaml}\n---\n# A\n`)).toMatchObject({ kind: 'runbook', alerts })
  })
})
