import { describe, expect, test } from '@jest/globals'
import { nameOf, read, textOf } from './read.ts'

describe('front matter is', () => {
  test.each([
    ['YAML between two lines', '---\ntitle: A\n---\n# B\n', 'A', '# B\n'],
    ['a comment', '---\n# title: A\n---\nx', 'full', 'x'],
    ['a map after a blank line', '---\n\ntitle: A\n---\nx', 'A', 'x'],
    ['a value with dashes', '---\ntitle: A --- B\n---\nx', 'A --- B', 'x'],
    ['YAML with CRLF', '---\r\ntitle: A\r\n---\r\n\r\nx', 'A', 'x']
  ])('%s', (_, file, name, text) => {
    expect(nameOf(file)).toBe(name)
    expect(textOf(file)).toBe(text)
  })

  test.each([
    ['dashes on the second line', '\n---\ntitle: A\n---\n'],
    ['one thematic break', '---\n\nText\n'],
    ['prose between two thematic breaks', '---\n\nText: of some kind: indeed\n\n---\n'],
    ['four dashes', '----\ntitle: A\n----\n'],
    ['one line of plus signs', '+++\nText\n']
  ])('not %s', (_, text) => {
    expect(textOf(text)).toBe(text)
  })
})

test.each([
  ['"`a` *b* &amp;"', '`a` *b* &amp;'],
  ['1.10', '1.10'],
  ['yes', 'yes'],
  ['', 'full'],
  ['~', 'full'],
  ['"  "', 'full']
])('a title is the text as written: %s', (written, name) => {
  expect(nameOf(`---\ntitle: ${written}\n---\nx`)).toBe(name)
})

test.each([
  ['draft: True', 'skipped'],
  ['runbook: off', 'skipped'],
  ['draft: "true"', 'skipped'],
  ['published: false', 'skipped'],
  ['publish: no', 'skipped'],
  ['isDraft: "true"', 'skipped'],
  ['draft: false', 'runbook'],
  ['published: 2026-03-01', 'runbook'],
  ['publish: true', 'runbook'],
  ['isDraft: false', 'runbook'],
  ['published: {on: false}', 'runbook'],
  ['runbook: RB-12', 'runbook'],
  ['Draft: true', 'runbook'],
  ['<<: {draft: true}\ndraft: false', 'runbook'],
  ['x: &x {draft: true}\n<<: *x', 'skipped']
])('exclusion: %s', (line, kind) => {
  expect(read(`---\n${line}\n---\nx`).kind).toBe(kind)
})

test.each<[string, yaml: string, alerts: readonly string[]]>([
  ['text', 'alerts: Full', ['Full']],
  ['text with commas', 'alerts: Full , Slow,', ['Full', 'Slow']],
  ['a list', 'alerts:\n- Full\n-   "Slow"', ['Full', 'Slow']],
  ['several lines, with blanks', 'alerts: |\n  Full\n  disk\n', ['Full disk']]
])('the alerts of a runbook are %s', (_, yaml, alerts) => {
  expect(read(`---\n${yaml}\n---\n# A\n`)).toMatchObject({ kind: 'runbook', alerts, mistakes: [] })
})

test.each([
  ['a map of alerts', 'a: b\nalerts: {a: b}', 3, '`alerts` is no list of names.'],
  ['alerts of which one is a map', 'alerts: [a, {b: c}]', 2, '`alerts` is no list of names.'],
  ['a list as description', 'description: [a]', 2, '`description` is not text.']
])('%s has no effect, which is a warning', (_, yaml, line, message) => {
  const mistakes = [{ line, message: expect.stringContaining(message) }]
  expect(read(`---\n${yaml}\n---\n# A\n`)).toMatchObject({ alerts: [], isDescribed: false, mistakes })
})

/** Each key stands for nine of the key before it. */
const BOMB = `a: &a [x,x,x,x,x,x,x,x,x]\n${Array.from('bcdefghij', (key, at) => {
  return `${key}: &${key} [${`*${'abcdefghi'[at] ?? ''}, `.repeat(9)}]`
}).join('\n')}`

describe('refused, with line and problem', () => {
  test.each([
    ['an unknown tag', 'a: 1\nb: !!js/function x', 3, 'Unresolved tag'],
    ['a list', '- a\n- b', 2, 'not a map'],
    ['10,000 brackets', `a: ${'['.repeat(10_000)}`, 2, 'nested'],
    ['16 KiB and more', `a: 1\n# ${'x'.repeat(16_384)}`, 1, 'longer than 16384'],
    ['a map as a title', 'a: 1\ntitle:\n  b: c', 3, '`title` is not text'],
    ['an unknown alias', 'a: 1\npath: *.md', 3, 'stands for nothing'],
    ['an alias bomb', BOMB, 3, 'too often'],
    ['another draft', 'draft: perhaps', 2, '`draft` is neither'],
    ['a colon in a title', 'a: 1\ntitle: Disk: full', 3, 'contains `: `'],
    ['an indented key', 'title: A\n  owner: b', 2, 'indentation'],
    ['text after brackets', 'title: [P1] Disk full', 2, 'unexpected text'],
    ['no space after a colon', 'owner: a\ntitle:Disk', 3, 'space after a colon'],
    ['a continued line', 'title: A\nand more\nowner: b', 3, 'not `key: value`'],
    ['a duplicate key', 'a: 1\na: 2', 3, 'keys must be unique'],
    ['a tab', 'a:\n\tb: 1', 3, 'a tab']
  ])('%s', (_, yaml, line, problem) => {
    const result = read(`---\n${yaml}\n---\n# A\n`)
    expect(result).toMatchObject({ kind: 'refused', reason: expect.stringContaining(problem), line })
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

test('`__proto__` and `constructor` are harmless', () => {
  const yaml = '__proto__:\n  title: B\n  draft: true\nconstructor: {prototype: {draft: true}}'
  expect(nameOf(`---\n${yaml}\ntitle: A\n---\nx`)).toBe('A')
  expect(({} as Record<string, unknown>)['draft']).toBeUndefined()
})

test.each([
  ['a quoted text', 'title: "Disk\nfull"\nalerts: [A]\n'],
  ['a quoted text in a list', 'alerts: [ # ]\n"A", \'[\n\']\ntitle: Disk full\n'],
  ['a list', "alerts: [\nA\n]\ntitle: Disk full\nx: ']'\n"]
])('%s may go on at the margin of its key', (_, yaml) => {
  expect(read(`---\n${yaml}---\n\nText.\n`)).toMatchObject({ name: 'Disk full', alerts: expect.arrayContaining(['A']) })
})
