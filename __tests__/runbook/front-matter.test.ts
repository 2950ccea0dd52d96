import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { readFrontMatter } from '../../src/runbook/front-matter.ts'
import { fuzz } from '../support/fuzz.ts'
import { convert, nameOf, read } from './read.ts'

describe('front matter is', () => {
  test.each([
    ['YAML between two lines', '---\ntitle: A\n---\n# B\n', 'A', '# B\n'],
    ['YAML between dashes with blanks', '--- \ntitle: A\n---\t\nx', 'A', 'x'],
    ['an empty block', '---\n---\nx', 'full', 'x'],
    ['a comment', '---\n# title: A\n---\nx', 'full', 'x'],
    ['a map after a blank line', '---\n\ntitle: A\n---\nx', 'A', 'x'],
    ['a value with dashes', '---\ntitle: A --- B\n---\nx', 'A --- B', 'x']
  ])('%s', (_, file, name, text) => {
    expect(nameOf(file)).toBe(name)
    expect(convert(file).text).toBe(text)
  })

  test.each([
    ['dashes on the second line', '\n---\ntitle: A\n---\n'],
    ['one thematic break', '---\n\nText\n'],
    ['prose between two thematic breaks', '---\n\nText: of some kind: indeed\n\n---\n'],
    ['a chapter between two thematic breaks', `---\n\n${'Text\n'.repeat(10_000)}\n---\n`],
    ['four dashes', '----\ntitle: A\n----\n'],
    ['one line of plus signs', '+++\nText\n']
  ])('not %s', (_, text) => {
    expect(convert(text).text).toBe(text)
  })
})

describe('a title is the text as written', () => {
  test.each([
    ['"`a` *b* &amp;"', '`a` *b* &amp;'],
    ['2026-01-02', '2026-01-02'],
    ['Disk full # at last', 'Disk full'],
    ['&anchor Disk', 'Disk'],
    ['!!str 1.10', '1.10'],
    ['"null"', 'null'],
    ['', 'full'],
    ['~', 'full'],
    ['"  "', 'full']
  ])('title: %s', (written, name) => {
    expect(nameOf(`---\ntitle: ${written}\n---\nx`)).toBe(name)
  })
})

describe('exclusion', () => {
  test.each([
    ['draft: True', 'skipped'],
    ['draft: "true"', 'skipped'],
    ['runbook: off', 'skipped'],
    ['draft: false', 'runbook'],
    ['runbook: RB-12', 'runbook'],
    ['Draft: true', 'runbook'],
    ['<<: [{draft: false}, {draft: true}]', 'runbook'],
    ['<<: {draft: true}\ndraft: false', 'runbook'],
    ['x: &x {draft: true}\ny: &y {<<: *x}\n<<: *y', 'skipped'],
    ['x: &x yes\ndraft: *x', 'skipped']
  ])('%s', (line, kind) => {
    expect(read(`---\n${line}\n---\nx`).kind).toBe(kind)
  })
})

describe('refused, with line, problem and hint', () => {
  test.each([
    // Hostile or unusual values.
    ['an unknown tag', 'a: 1\nb: !thing x', 3, 'unknown tag', 'Remove the tag'],
    ['a list', '- a\n- b', 2, 'not a map', '`key: value`'],
    ['10,000 brackets', `a: ${'['.repeat(10_000)}`, 2, 'too many nested levels', 'Use fewer levels'],
    ['5,000 dashes', '- '.repeat(5_000), 2, 'too many nested levels', 'Use fewer levels'],
    ['16 KiB and more', `a: 1\n# ${'x'.repeat(16_384)}`, 1, 'longer than 16384', 'Move text below'],
    ['a map as a title', 'a: 1\ntitle:\n  b: c', 3, '`title` is not text', 'Quote it'],
    ['a template as a title', 'title: {{ name }}', 2, '`title` is not text', 'Quote it'],
    ['an unknown alias', 'a: 1\npath: *.md', 3, 'stands for nothing', 'quotes'],
    ['a merge of itself', 'x: &x {title: B, <<: *x}\n<<: *x', 2, 'stands for nothing', 'quotes'],
    ['a merge of text', 'a: 1\n<<: b', 3, 'stands for nothing', 'quotes'],
    ['4,000 merges', `x: &x {title: B}\n<<: [${'*x, '.repeat(4000)}]`, 3, 'too often', 'quotes'],
    ['another draft', 'draft: perhaps', 2, '`draft` is neither', '`draft: true`'],
    // Usual mistakes: together they cause each error code that has a message.
    ['a colon in a title', 'a: 1\ntitle: Disk: full', 3, 'contains `: `', 'quotes'],
    ['an indented key', 'title: A\n  owner: b', 2, 'indentation', 'same column'],
    ['text after brackets', 'title: [P1] Disk full', 2, 'unexpected text', 'quotes'],
    ['no space after a colon', 'owner: a\ntitle:Disk', 3, 'space after a colon', '`key: value`'],
    ['a continued line', 'title: A\nand more\nowner: b', 3, 'not `key: value`', 'indent'],
    ['a duplicate key', 'a: 1\na: 2', 3, 'duplicate key', 'Keep one'],
    ['a tab', 'a:\n\tb: 1', 3, 'a tab', 'Indent with spaces'],
    ['an at sign', 'title: @here', 2, 'reserved character', 'quotes'],
    ['an ampersand', 'title: & co', 2, '`&` or `*`', 'quotes'],
    ['an unclosed bracket', 'tags: [a, b\ntitle: A', 3, 'closing bracket', 'close each bracket'],
    ['a backslash', 'title: "C:\\Disk"', 2, 'escape sequence', 'single quotes'],
    ['three dots', 'a: 1\n...\nb: 2', 4, '`...`', 'Remove that line'],
    ['an unusual mistake', 'tags: [a: b: c]', 2, 'BLOCK_IN_FLOW', 'remove the front matter']
  ])('%s', (_, yaml, line, message, hint) => {
    const result = read(`---\n${yaml}\n---\n# A\n`)
    expect(result).toMatchObject({
      kind: 'refused',
      reason: expect.stringContaining(message),
      hint: expect.stringContaining(hint),
      line
    })
    expect(JSON.stringify(result).length).toBeLessThan(400)
  })

  test.each([
    ['unclosed', '---\ntitle: A\n\n# B\n', /never closed/],
    ['JSON', '---json\n{}\n---\n', /`---json`.*not YAML/],
    ['TOML', '+++\ntitle = "A"\n+++\n# B\n', /`\+\+\+`.*not YAML/]
  ])('%s', (_, text, message) => {
    expect(read(text)).toMatchObject({ kind: 'refused', line: 1, reason: expect.stringMatching(message) })
  })
})

describe('harmless', () => {
  test.each([
    ['800 anchors', Array.from({ length: 800 }, (_, at) => `k${at}: &a${at} 1`).join('\n')],
    ['`__proto__` and `constructor`', '__proto__:\n  title: B\n  draft: true\nconstructor: {prototype: {draft: true}}']
  ])('%s', (_, yaml) => {
    expect(nameOf(`---\n${yaml}\ntitle: A\n---\nx`)).toBe('A')
    expect(({} as Record<string, unknown>)['draft']).toBeUndefined()
  })
})

test('lines of a key and some words mean what the YAML parser makes of them', () => {
  const KEYS = ['title', 'draft', 'runbook', 'alerts', 'a-b']
  const word = fc.oneof(
    fc.constantFrom(
      'null',
      'Null',
      'true',
      'no',
      '1.10',
      '2026-01-02',
      'a: b',
      'a #b',
      "a'b",
      '"a"',
      '*a',
      '- a',
      '~',
      ''
    ),
    fc.string({ unit: fc.constantFrom(...Array.from('aZ09_ .,/()@+-:#&*!%[]{}|>?\u00fc')), maxLength: 6 })
  )
  const line = fc.tuple(fc.constantFrom(...KEYS), fc.constantFrom(': ', ':  ', ':'), word, fc.constantFrom('', ' '))
  const summary = (yaml: string): unknown => {
    const result = readFrontMatter(`---\n${yaml}---\n`)
    if ('kind' in result) return result.reason
    return [result.title, result.exclusion, result.alerts]
  }
  fc.assert(
    fc.property(fc.array(line, { maxLength: 3 }), fc.constantFrom('\n', '\r\n'), (lines, lineEnding) => {
      const yaml = lines.map((parts) => `${parts.join('')}${lineEnding}`).join('')
      // Front matter with a comment is left to the parser.
      expect(summary(yaml)).toEqual(summary(`# A comment\n${yaml}`))
    }),
    fuzz(300)
  )
})
