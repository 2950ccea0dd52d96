import { describe, expect, test } from '@jest/globals'
import { readFrontMatter, splitFrontMatter, type FrontMatter } from '../../src/runbooks/front-matter.ts'

/** Both steps, as `read.ts` takes them. */
async function read(text: string): Promise<FrontMatter & { body?: string }> {
  const split = splitFrontMatter(text)
  if (split.kind !== 'block') return split
  const frontMatter = await readFrontMatter(split.yaml)
  return frontMatter.kind === 'front matter' ? { ...frontMatter, body: text.slice(split.end) } : frontMatter
}

describe('what is front matter', () => {
  test.each([
    ['YAML between two lines', '---\ntitle: A\n---\n# B\n', { title: 'A', body: '# B\n' }],
    ['CRLF', '---\r\ntitle: A\r\n---\r\n# B\r\n', { title: 'A', body: '# B\r\n' }],
    ['blanks behind the dashes', '--- \ntitle: A\n---\t\nx', { title: 'A', body: 'x' }],
    ['nothing behind it', '---\ntitle: A\n---', { title: 'A', body: '' }],
    ['nothing in it', '---\n---\nx', { body: 'x' }],
    ['blank lines in it', '---\n\n---\nx', { body: 'x' }],
    ['a comment in it', '---\n# title: A\n---\nx', { body: 'x' }],
    ['a map after a blank line', '---\n\ntitle: A\n---\nx', { title: 'A', body: 'x' }],
    ['dashes in a value', '---\ntitle: A --- B\n---\nx', { title: 'A --- B', body: 'x' }]
  ])('%s', async (_, text, expected) => {
    expect(await read(text)).toEqual({ kind: 'front matter', ...expected })
  })

  test.each([
    ['no dashes', '# A\n'],
    ['dashes on the second line', '\n---\ntitle: A\n---\n'],
    ['a thematic break', '---\n\nText\n'],
    ['a thematic break before a heading', '---\n# A\n'],
    ['two thematic breaks around prose', '---\n\nText: of some kind: indeed\n\n---\n'],
    ['two thematic breaks around a chapter', `---\n\n${'Text\n'.repeat(10_000)}\n---\n`],
    ['four dashes', '----\ntitle: A\n----\n'],
    ['dashes that go on', '---title: A\n---\n']
  ])('%s is none', async (_, text) => {
    expect(await read(text)).toEqual({ kind: 'none' })
  })
})

describe('a title is the text as it was written', () => {
  test.each([
    ['1.10', '1.10'],
    ['yes', 'yes'],
    ['2026-01-02', '2026-01-02'],
    ['0x1F', '0x1F'],
    ['1_000', '1_000'],
    ['.inf', '.inf'],
    ['"1.10"', '1.10'],
    ["'it''s'", "it's"],
    ['"a\\tb"', 'a\tb'],
    ['Disk full # at last', 'Disk full'],
    ['>-\n  Disk\n  full', 'Disk full'],
    ['&anchor Disk', 'Disk'],
    ['!!str 1.10', '1.10'],
    ['"null"', 'null'],
    ['"{{ x }}"', '{{ x }}']
  ])('%s', async (written, title) => {
    expect(await read(`---\ntitle: ${written}\n---\n`)).toMatchObject({ title })
  })

  test.each([[''], ['~'], ['null'], ['""'], ['"  "']])('empty: `title: %s`', async (written) => {
    expect(await read(`---\ntitle: ${written}\n---\n`)).toEqual({ kind: 'front matter', body: '' })
  })
})

describe('what keeps a file out', () => {
  test.each([
    ['draft: true', 'draft: true'],
    ['draft: True', 'draft: true'],
    ['draft: "true"', 'draft: true'],
    ['draft: yes', 'draft: true'],
    ['runbook: false', 'runbook: false'],
    ['runbook: off', 'runbook: false'],
    ['draft: false', undefined],
    ['draft:', undefined],
    ['runbook: true', undefined],
    ['runbook: RB-12', undefined],
    ['runbook: [a]', undefined],
    ['Draft: true', undefined]
  ])('%s', async (line, excluded) => {
    expect(await read(`---\n${line}\n---\n`)).toEqual({
      kind: 'front matter',
      body: '',
      ...(excluded === undefined ? {} : { excluded })
    })
  })
})

describe('what is refused, with its line', () => {
  test.each([
    ['a duplicate key', 'a: 1\na: 2', 3, /twice/],
    ['an unknown tag', 'a: 1\nb: !thing x', 3, /tag/i],
    ['a tag that would run code', 'title: !!js/function "function () { throw 1 }"', 2, /tag/i],
    ['a list', '- a\n- b', 2, /not a map/],
    ['a scalar', 'just text', 2, /not a map/],
    ['10,000 brackets', `a: ${'['.repeat(10_000)}`, 2, /YAML/],
    ['10,000 dashes', '- '.repeat(5_000), 2, /YAML/],
    ['more than any front matter has', `a: 1\n# ${'x'.repeat(16_384)}`, 1, /longer/],
    ['a colon in a title', 'a: 1\ntitle: Disk: full', 3, /YAML/],
    ['a tab', 'a:\n\tb: 1', 3, /YAML/],
    ['a list for a title', 'title: [a, b]', 2, /`title` is not text/],
    ['a map for a title', 'a: 1\ntitle:\n  b: c', 4, /`title` is not text/],
    ['an alias for a title', 'a: &x b\ntitle: *x', 3, /`title` is not text/],
    ['a draft that is no answer', 'draft: perhaps', 2, /`draft`/],
    ['a directive', '%YAML 1.1\na: 1', 3, /YAML/],
    ['a second document', 'a: 1\n...\nb: 2', 4, /YAML/],
    ['a quote that is not closed', 'a: "b\nc: d', 4, /YAML/]
  ])('%s', async (_, yaml, line, message) => {
    const result = await read(`---\n${yaml}\n---\n# A\n`)
    if (result.kind !== 'refused') throw new Error('not refused')
    expect(result.problem.message).toMatch(message)
    expect(result.problem.line).toBe(line)
    expect(result.problem.message.length).toBeLessThan(200)
  })

  test.each([
    ['a colon in a title', 'title: Disk: full', 2, 'this value contains `: `', 'for example `title: "Disk: full"`'],
    ['a title that ends in a colon', 'title: Disk full:', 2, 'this value contains `: `', 'Quote a value'],
    ['a key that is indented', 'title: A\n  owner: b', 2, 'or the line below it is indented', 'in the same column'],
    ['a key left of the others', ' title: A\nowner: b', 3, 'more behind the end of a value', 'in the same column'],
    ['text behind brackets', 'title: [P1] Disk full', 2, 'more behind the end of a value', 'Quote the whole value'],
    ['text behind a quotation', 'title: "Disk" full', 2, 'more behind the end of a value', 'Quote the whole value'],
    ['an apostrophe', "title: 'Disk's full'", 2, 'more behind the end of a value', 'Quote the whole value'],
    ['a Markdown link', '[a](b)\ntitle: c', 2, 'more behind the end of a value', 'Quote the whole value'],
    [
      'no blank after the first colon',
      'title:Disk\nowner: a',
      2,
      'this line is no `key: value`',
      'a blank after the colon'
    ],
    [
      'no blank after the last colon',
      'owner: a\ntitle:Disk',
      3,
      'this line is no `key: value`',
      'a blank after the colon'
    ],
    ['a line that goes on', 'title: A\nand more\nowner: b', 3, 'this line is no `key: value`', 'indent it'],
    ['a conflict', '<<<<<<< HEAD\ntitle: A', 2, 'this line is no `key: value`', 'Write it as'],
    ['a duplicate key', 'a: 1\na: 2', 3, 'this key is there twice', 'Keep one'],
    ['a quotation without an end', 'title: "A\nowner: b', 4, 'is never closed', 'Close it with the same mark'],
    ['a tab', 'a:\n\tb: 1', 3, 'a tab indents it', 'Indent with spaces'],
    ['an at sign', 'title: @here', 2, 'a character that YAML keeps for itself', 'Quote it'],
    ['a backtick', 'title: `df` is full', 2, 'a character that YAML keeps for itself', 'Quote it'],
    ['an exclamation mark', 'title: !important', 2, 'which makes it a tag', 'Remove the tag'],
    ['an ampersand', 'title: & co', 2, 'begins with `&` or `*`', 'Quote a value'],
    ['an asterisk for a list', '* a\n* b', 2, 'begins with `&` or `*`', 'items of a list begin with `-`'],
    ['a bracket without an end', 'tags: [a, b\ntitle: A', 3, 'is not closed', 'Close it'],
    ['a brace without an end', '{ "title": "A"', 3, 'is not closed', 'Close it'],
    ['a bracket too many', 'tags: [a]]', 2, 'a bracket that was never opened', 'Remove it'],
    ['JSON without a comma', '{\n"title": "A"\n"draft": true\n}', 4, 'a comma is missing', 'Add it'],
    ['a comma too many', 'tags: [a,,b]', 2, 'a comma with nothing before it', 'Remove it'],
    ['a sign of comparison', 'title: > 90 % full', 2, 'right after a `>` or `|`', 'title: "> 90 % full"'],
    ['a block with a text on its line', 'title: |Disk\n  full', 2, 'right after a `>` or `|`', 'Quote a value'],
    ['a dash', 'title: - Disk', 2, 'a list begins on the line of its key', 'quote a value that begins with `- `'],
    ['a list out of line', 'tags:\n  - a\n - b', 4, 'not indented alike', 'one below the other'],
    ['a backslash', 'title: "C:\\Disk"', 2, 'a backslash between double quotes', 'Use single quotes'],
    ['a per cent sign', '%A\ntitle: b', 3, 'a line begins with `%`', 'remove the line'],
    ['three dots', 'a: 1\n...\nb: 2', 4, 'ends it before its end', 'Remove that line'],
    ['a hash', 'title: "A"#b', 2, 'no blank before a `#`', 'Put a blank'],
    ['what is unusual', 'tags: [a: b: c]', 2, 'Block collections are not', 'Correct it, or remove the front matter.']
  ])('in words for those who write runbooks: %s', async (_, yaml, line, words, remedy) => {
    const result = await read(`---\n${yaml}\n---\n# A\n`)
    expect(result).toEqual({
      kind: 'refused',
      problem: {
        message: expect.stringMatching(/^Its front matter is not valid YAML: .*\.$/),
        remedy: expect.stringContaining(remedy),
        line,
        column: expect.any(Number)
      }
    })
    expect(result).toMatchObject({ problem: { message: expect.stringContaining(words) } })
  })

  test.each([
    ['unclosed', '---\ntitle: A\n\n# B\n', /never closed/],
    ['JavaScript', '---js\n{ title: (() => { throw 1 })() }\n---\n# B\n', /`---js`.*not YAML/],
    ['JSON', '---json\n{}\n---\n', /`---json`.*not YAML/],
    ['TOML', '+++\ntitle = "A"\n+++\n# B\n', /`\+\+\+`.*not YAML/]
  ])('%s', async (_, text, message) => {
    expect(await read(text)).toMatchObject({
      kind: 'refused',
      problem: { line: 1, message: expect.stringMatching(message) }
    })
  })
})

describe('what is built to do harm does none', () => {
  test('an alias bomb is never expanded', async () => {
    const levels = Array.from({ length: 20 }, (_, level) => {
      const inner = level === 0 ? 'x' : Array.from({ length: 10 }, () => `*a${level - 1}`).join(', ')
      return `a${level}: &a${level} [${inner}]`
    })
    expect(await read(`---\n${levels.join('\n')}\ntitle: A\n---\n`)).toMatchObject({ title: 'A' })
  })

  test('an alias of nothing is not looked up', async () => {
    expect(await read('---\na: *nobody\ntitle: A\n---\n')).toMatchObject({ title: 'A' })
  })

  test('`__proto__` and `constructor` are words like any other', async () => {
    const result = await read('---\n__proto__:\n  title: B\n  polluted: 1\nconstructor: 2\n---\n')
    expect(result).toEqual({ kind: 'front matter', body: '' })
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
  })

  test.each([
    ['distinct keys', Array.from({ length: 2_500 }, (_, key) => `k${key}:`).join('\n')],
    ['anchors', Array.from({ length: 1_200 }, (_, key) => `k${key}: &k${key} 1`).join('\n')],
    ['nested brackets', `a: ${'[{'.repeat(5_000)}`],
    ['question marks', '? '.repeat(8_000)],
    ['bangs', `a: ${'!'.repeat(16_000)}`],
    ['one escape after another', `a: "${'\\n'.repeat(8_000)}`]
  ])('%s take no time', async (_, yaml) => {
    const start = process.cpuUsage()
    await read(`---\n${yaml}\n---\n`)
    expect(process.cpuUsage(start).user).toBeLessThan(3_000_000)
  })
})
