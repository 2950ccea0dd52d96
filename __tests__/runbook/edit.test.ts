import { describe, expect, test } from '@jest/globals'
import { globSync, readFileSync } from 'node:fs'
import { normalForm } from '../../src/normal-form.ts'
import { applyEdit } from '../../src/runbook/edit.ts'
import { convertText } from '../../src/runbook/runbook.ts'
import type { RunbookOptions } from '../../src/runbook/runbook.ts'
import { OPTIONS } from './read.ts'

const ROOT = `${OPTIONS.serverUrl}/${OPTIONS.repository}`
const half = (lines: readonly string[]): number => Math.floor(lines.length / 2)

const EDITS: Readonly<Record<string, (lines: readonly string[]) => readonly string[]>> = {
  nothing: (lines) => lines,
  'a note at the end': (lines) => [...lines, '', 'Call the office.'],
  'an inserted line': (lines) => lines.toSpliced(half(lines), 0, 'An inserted line.'),
  'a deleted line': (lines) =>
    lines.toSpliced(
      lines.findLastIndex((line) => /^[\w-]/.test(line)),
      1
    ),
  'changed lines': (lines) =>
    lines.map((line, at) => (at > 8 && at % 3 === 2 && /^[\w-]/.test(line) ? `${line} (changed)` : line)),
  'a link of this repository': (lines) => [
    ...lines,
    '',
    `See [x](${ROOT}/blob/main/docs/other.md#a), ![y](${ROOT}/raw/main/y.png).`
  ],
  'a foreign link': (lines) => [...lines, '', 'See [x](https://example.com/blob/main/docs/other.md).'],
  'a table': (lines) => [...lines, '', '| a | b |', '|---|---|', '| 1 | 2 |']
}

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

  test.each(Object.entries(EDITS))('%s', (title, edit) => {
    let brought = 0
    for (const [path, text] of files) {
      const file = form(text)
      const entry = convertText(path, file, options)
      if (entry === undefined) continue
      const wanted = normalForm(edit(normalForm(entry.text).split('\n')).join('\n'))
      const result = applyEdit(path, file, wanted, options)
      brought++
      // What it gives is proved by the conversion, and what stays by the lines.
      expect(normalForm(convertText(path, result ?? '', options)?.text ?? '')).toBe(wanted)
      if (title === 'nothing') expect(result).toBe(file)
      if (title === 'a link of this repository') expect(result).not.toContain(`${ROOT}/blob/main/docs/other.md`)
      if (!title.startsWith('changed') && !title.startsWith('a deleted')) {
        const lines = new Set((result ?? '').split('\n').map((line) => line.trimEnd()))
        expect(file.split('\n').filter((line) => !lines.has(line.trimEnd()))).toEqual([])
      }
    }
    expect(brought).toBeGreaterThan(5)
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
