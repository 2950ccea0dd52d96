import { describe, expect, test } from '@jest/globals'
import { globSync, readFileSync } from 'node:fs'
import { normalForm } from '../../src/normal-form.ts'
import { applyEdit, hasWordsOf } from '../../src/runbook/edit.ts'
import { convertText } from '../../src/runbook/runbook.ts'
import type { RunbookOptions } from '../../src/runbook/runbook.ts'
import { OPTIONS } from './read.ts'

const ROOT = `${OPTIONS.serverUrl}/${OPTIONS.repository}`
const half = (lines: readonly string[]): number => Math.floor(lines.length / 2)

type Edit = readonly [string, edit: (lines: readonly string[]) => readonly string[]]

/** After these, every line of the file is still there. */
const ADDITIONS: readonly Edit[] = [
  ['a note at the end', (lines) => [...lines, '', 'Call the office.']],
  ['an inserted line', (lines) => lines.toSpliced(half(lines), 0, 'An inserted line.')],
  ['a foreign link', (lines) => [...lines, '', 'See [x](https://example.com/blob/main/docs/other.md).']],
  ['a table', (lines) => [...lines, '', '| a | b |', '|---|---|', '| 1 | 2 |']],
  [
    'a link of this repository',
    (lines) => [...lines, '', `See [x](${ROOT}/blob/main/docs/other.md#a), ![y](${ROOT}/raw/main/y.png).`]
  ]
]
const CHANGES: readonly Edit[] = [
  ['a deleted line', (lines) => lines.filter((_, at) => at !== lines.findLastIndex((line) => /^[\w-]/.test(line)))],
  [
    'changed lines',
    (lines) => lines.map((line, at) => (at > 8 && at % 3 === 2 && /^[\w-]/.test(line) ? `${line} (changed)` : line))
  ]
]

const FORMS: Readonly<Record<string, readonly [options: Partial<RunbookOptions>, form: (file: string) => string]>> = {
  'as it is': [{}, (file) => file],
  'with its front matter': [{ frontMatter: 'keep' }, (file) => file],
  'with a list from its front matter': [
    { frontMatter: ['owner'] },
    (file) => `---\nowner: storage\n---\n\n${file.replace(/^---\n[^]*?\n---\n/, '')}`
  ],
  'with CRLF': [{}, (file) => file.replaceAll('\n', '\r\n')]
}

const files = globSync('examples/runbooks/**/*.md').map((path) => [path, readFileSync(path, 'utf8')] as const)

describe.each(Object.entries(FORMS))('an example runbook %s gets', (_, [more, form]) => {
  const options = { ...OPTIONS, ...more, nameTemplate: '{path}' }

  /** Every example and what becomes of it. */
  function bring(edit: Edit[1]): { readonly file: string; readonly result: string }[] {
    const brought = files.flatMap(([path, text]) => {
      const file = form(text)
      const entry = convertText(path, file, options)
      if (entry === undefined) return []
      const wanted = normalForm(edit(normalForm(entry.text).split('\n')).join('\n'))
      const result = applyEdit(path, file, wanted, options) ?? ''
      // What it gives is proved by the conversion, and what stays by the lines.
      expect(normalForm(convertText(path, result, options)?.text ?? '')).toBe(wanted)
      return [{ file, result }]
    })
    expect(brought.length).toBeGreaterThan(5)
    return brought
  }

  test('nothing', () => {
    for (const { file, result } of bring((lines) => lines)) expect(result).toBe(file)
  })

  test.each(ADDITIONS)('%s', (_, edit) => {
    for (const { file, result } of bring(edit)) {
      const lines = new Set(result.split('\n').map((line) => line.trimEnd()))
      expect(file.split('\n').filter((line) => !lines.has(line.trimEnd()))).toEqual([])
      expect(result).not.toContain(`${ROOT}/blob/main/docs/other.md`)
    }
  })

  test.each(CHANGES)('%s', (_, edit) => {
    bring(edit)
  })
})

describe('does not come home', () => {
  const file = '---\nowner: storage\n---\n\n# Disk\n\nText.\n'
  test.each<[title: string, edit: string, options: Partial<RunbookOptions>]>([
    ['a change of the list from the front matter', '- **Owner:** Kim\n\n# Disk\n\nText.', { frontMatter: ['owner'] }],
    ['a heading that gives another name', '# Other\n\nText.', { nameTemplate: '{title}' }],
    ['nothing but blanks', '', {}],
    ['more than can be compared', Array.from({ length: 5000 }, (_, at) => `Line ${at}`).join('\n'), {}],
    ['front matter', '---\ndraft: true\n---\n\n# Disk', {}]
  ])('%s', (_, edit, options) => {
    const before = file.replace(/^---\n[^]*?\n---\n\n/, options.frontMatter === undefined ? '' : '$&')
    expect(applyEdit('docs/disk.md', before, edit, { ...OPTIONS, ...options })).toBeUndefined()
  })
})

describe('whether a merge by hand has the words of an edit', () => {
  const before = '1. Look.\n2. Free some space.\n3. Tell Kim.'
  const insert = before.replace('space.', 'space. Ask Robin.')
  const replace = before.replace('some', 'all the')
  const most = before.replace('some', 'all but little')
  const append = `${before}\n4. Call Sam.`
  test.each<[title: string, edit: string, now: string, expected: boolean]>([
    ['both in one line', insert, insert.replace('some', 'much'), true],
    ['both, one after the other', append, `${before}\n4. Reboot.\n5. Call Sam.`, true],
    ['a word of the edit instead of the former one', replace, replace.replace('space.', 'space at once.'), true],
    ['other line breaks', insert, insert.replace('some', 'much').replace('space. ', 'space.\n   '), true],
    ['the change of the file alone', insert, before.replace('some', 'much'), false],
    ['a part of the edit', insert, before.replace('some', 'much').replace('space.', 'space. Robin.'), false],
    ['the edit, and the word that it took away', replace, replace.replace('all', 'some or all'), false],
    [
      'a word of the edit in another sentence',
      insert.replace('Ask ', ''),
      before.replace('some space.', 'space. See Robin. at'),
      false
    ],
    ['its words in another order', append, `${before}\n4. Reboot.\n5. Sam. Call`, false],
    ['nothing of an edit that only takes away', before.replace('some ', ''), before.replace('some', 'much'), false],
    ['more than can be compared', insert, `${insert} ${'more '.repeat(5000)}`, false],
    [
      'a former word, in as much as can be compared',
      most,
      `${most.replace('all', 'some all')} ${'x '.repeat(498)}`,
      false
    ]
  ])('%s', (_, edit, now, expected) => {
    expect(hasWordsOf(now, before, edit)).toBe(expected)
  })
})
