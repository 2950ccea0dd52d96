import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { plainFields } from '../../src/runbooks/plain-fields.ts'
import { yamlFields } from '../../src/runbooks/yaml-fields.ts'
import { fuzz } from '../support/fuzz.ts'

describe('read without a YAML parser, as the parser reads it', () => {
  test.each([
    ['words', 'title: Disk full\nowner: storage\n'],
    ['CRLF', 'title: Disk full\r\nowner: storage\r\n'],
    ['no line end', 'title: A'],
    ['numbers, dates, versions', 'weight: 20\ndate: 2026-01-02\nversion: 1.10\n'],
    ['an address', 'dashboard: https://grafana.example/d/1?a=b&c=d\n'],
    ['quotes', 'title: "Disk: full # now"\nowner: \'the "storage" team\'\n'],
    ['letters of all kinds', 'title: Überlauf – 磁盘已满 🔥\n'],
    ['blanks', 'title:   Disk   full  \n'],
    ['what is empty', 'title:\nowner: ""\ndraft: null\nrunbook: \n'],
    ['comments and blank lines', '# who\n\nowner: storage\n# what\ntitle: A\n\n'],
    ['a list', 'tags: [disk, on-call, p1]\ntitle: A\n'],
    ['a list on lines', 'tags:\n  - disk full\n  - on-call\ntitle: A\n'],
    ['a list without an indent', 'tags:\n- disk\n- 7\ntitle: A\n'],
    ['a list for a title', 'owner: a\ntitle:\n  - b\n']
  ])('%s', (_, yaml) => {
    const fields = plainFields(yaml)
    expect(fields).toBeDefined()
    expect(yamlFields(yaml)).toEqual({ kind: 'map', fields })
  })

  test.each([
    ['nothing', ''],
    ['a comment alone', '# a\n'],
    ['a key twice', 'a: 1\na: 2\n'],
    ['a key that is no string', 'null: 1\n'],
    ['a colon in a value', 'title: Disk: full\n'],
    ['a colon at the end', 'title: Disk:\n'],
    ['a comment behind a value', 'title: Disk # full\n'],
    ['a value on two lines', 'title: Disk\n  full\n'],
    ['an escape', 'title: "a\\tb"\n'],
    ['a quote in quotes', "title: 'it''s'\n"],
    ['a quote that goes on', 'title: "a\n  b"\n'],
    ['an anchor', 'title: &a b\n'],
    ['an alias', 'title: *a\n'],
    ['a tag', 'title: !!str 1\n'],
    ['a block', 'title: |\n  a\n'],
    ['a map', 'title:\n  a: b\n'],
    ['a map in a list', 'title:\n  - a: b\n'],
    ['a list in a list', 'title:\n  - - a\n'],
    ['items at two depths', 'title:\n  - a\n - b\n'],
    ['items below a value', 'title: a\n  - b\n'],
    ['a map on one line', 'title: {a: b}\n'],
    ['a directive', '%YAML 1.1\na: 1\n'],
    ['the end of a document', 'a: 1\n...\n'],
    ['a tab', 'a:\tb\n'],
    ['a key in quotes', '"a": b\n'],
    ['no blank behind the colon', 'a:b\n']
  ])('%s is the parser’s', (_, yaml) => {
    expect(plainFields(yaml)).toBeUndefined()
  })

  test('whatever it reads', () => {
    let read = 0
    fc.assert(
      fc.property(frontMatter, (yaml) => {
        const fields = plainFields(yaml)
        if (fields === undefined) return
        read++
        expect(yamlFields(yaml)).toEqual({ kind: 'map', fields })
      }),
      RUNS
    )
    expect(read).toBeGreaterThan(RUNS.numRuns / 15)
  })
})

const RUNS = fuzz(5_000)

const word = fc.oneof(
  fc.constantFrom('a', 'Disk', '1', '1.10', '-1', '0x1F', 'null', 'Null', '~', 'true', 'yes', 'ä', '🔥', '<<', 'it’s'),
  fc.constantFrom('2026-01-02', '12:30:45', '.5', '.inf', '1e3', 'a:b', 'a#b', '::', '-', '--', '?', '...', '---'),
  fc.string({
    unit: fc.constantFrom(...Array.from('ab1-?:,[]{}#&*!|>\'"%@`~=./\\ \t\u00a0\u0085\u2028\ufeff')),
    maxLength: 5
  })
)
const words = fc.array(word, { minLength: 1, maxLength: 3 }).map((some) => some.join(' '))
const value = fc.oneof(
  { weight: 4, arbitrary: words },
  words.map((text) => `"${text}"`),
  words.map((text) => `'${text}'`),
  fc.array(words, { maxLength: 3 }).map((items) => `[${items.join(', ')}]`),
  fc.constant('')
)
const gap = fc.oneof({ weight: 6, arbitrary: fc.constant(' ') }, fc.constantFrom('', '  ', '\t'))
const key = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom('title', 'draft', 'owner', 'a-b', '_c', 'constructor', '__proto__', 'B9') },
  { weight: 1, arbitrary: word }
)
const end = fc.oneof({ weight: 8, arbitrary: fc.constantFrom('', ' ') }, fc.constantFrom(' # b', '\t', ':', ' :', '\r'))
const line = fc.oneof(
  { weight: 6, arbitrary: fc.tuple(key, fc.constant(':'), gap, value, end).map((parts) => parts.join('')) },
  {
    weight: 2,
    arbitrary: fc.tuple(fc.constantFrom('', '  ', ' '), fc.constantFrom('- ', '-'), value).map((p) => p.join(''))
  },
  { weight: 1, arbitrary: key.map((text) => `${text}:`) },
  { weight: 1, arbitrary: fc.constantFrom('', ' ', '# a', '#', '  # a', '\t') }
)
const frontMatter = fc
  .tuple(fc.array(line, { minLength: 1, maxLength: 4 }), fc.constantFrom('\n', '\n', '\r\n', '\r'), fc.boolean())
  .map(([lines, lineEnd, ended]) => lines.join(lineEnd) + (ended ? lineEnd : ''))
