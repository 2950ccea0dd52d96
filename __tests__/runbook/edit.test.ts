import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { globSync, readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { normalForm } from '../../src/normal-form.ts'
import { applyEdit, containsEdit } from '../../src/runbook/edit.ts'
import type { RunbookOptions } from '../../src/runbook/runbook.ts'
import { textOf } from '../../src/runbook/source-line.ts'
import { git } from '../../testing/git.ts'
import { temporaryFolder } from '../../testing/temporary-files.ts'
import { cpuTime } from '../support/cpu-time.ts'
import { fuzz } from '../support/fuzz.ts'
import { PIECES } from './pieces.ts'
import { OPTIONS, read } from './read.ts'

const ROOT = `${OPTIONS.serverUrl}/${OPTIONS.repository}`
const LINE = /^Version .*$/m
const half = (lines: readonly string[]): number => Math.floor(lines.length / 2)

/** The entry of a file; undefined if it has none. */
function entryOf(path: string, file: string, options: RunbookOptions): string | undefined {
  const result = read(file, options, path)
  const converted = result.kind === 'runbook' ? result.convert() : result
  return 'kind' in converted ? undefined : converted.content
}

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
  ],
  [
    'a note at the beginning, behind front matter',
    (lines) => lines.toSpliced(endOfFrontMatter(lines), 0, '', 'Note.', '')
  ]
]

function endOfFrontMatter(lines: readonly string[]): number {
  return lines[0] === '---' ? lines.indexOf('---', 1) + 1 : 0
}

const withoutFrontMatter = (file: string): string => file.replace(/^---\n[^]*?\n---\n+/, '')

const FORMS: Readonly<Record<string, readonly [options: Partial<RunbookOptions>, form: (file: string) => string]>> = {
  'as it is': [{}, (file) => file],
  'without front matter': [{}, withoutFrontMatter],
  'directly below its front matter': [{}, (file) => file.replace(/^(---\n[^]*?\n---\n)\n+/, '$1')],
  'with its front matter': [{ frontMatter: 'keep' }, (file) => file],
  'with its front matter, directly below it': [
    { frontMatter: 'keep' },
    (file) => file.replace(/^(---\n[^]*?\n---\n)\n+/, '$1')
  ],
  'with CRLF': [{}, (file) => file.replaceAll('\n', '\r\n')],
  'with some CRLF': [{}, (file) => file.replace(/\n(?=#)/g, '\r\n')]
}

const files = globSync('examples/runbooks/**/*.md')
  .sort()
  .map((path) => [path, readFileSync(path, 'utf8')] as const)

const forms = Object.entries(FORMS).map(([name, form], nth) => [name, form, nth] as const)

describe.each(forms)('an example runbook %s gets', (_, [more, form], nth) => {
  const options = { ...OPTIONS, ...more, nameTemplate: '{path}' }
  // The first form gets all examples, and each other form every third one, to save time.
  const given = files.filter((_, at) => nth === 0 || at % 3 === nth % 3)

  /** Every example and what becomes of it. */
  function bring(edit: Edit[1]): { readonly file: string; readonly result: string }[] {
    const brought = given.flatMap(([path, text]) => {
      const file = form(text)
      const content = entryOf(path, file, options)
      if (content === undefined) return []
      const wanted = normalForm(edit(textOf(content).split('\n')).join('\n'))
      const result = applyEdit(path, file, wanted, options) ?? ''
      // What it gives is proved by the conversion, and what stays by the lines.
      expect(textOf(entryOf(path, result, options) ?? '')).toBe(wanted)
      return [{ file, result }]
    })
    expect(brought.length).toBeGreaterThan(3)
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

const PATH = 'docs/disk.md'
const DISK = '# Disk\n\nFree some space.\n\nCall Kim.\n'
const FRONT = '---\nowner: storage\n---\n'
const above = (content: string): string => content.replace(LINE, 'Note.\n\n$&')
const inside = (content: string): string => content.replace(LINE, '$& Note.')
const below = (content: string): string => content.replace(LINE, '$&\n\nNote.')
const some = (content: string): string => content.replace('some', 'much')

interface Case {
  readonly file: string
  /** The entry with its source line, as a person changes it. */
  readonly change: (content: string) => string
  readonly expected: string | undefined
  readonly options?: Partial<RunbookOptions>
}

describe('an edit is in the file as if its author had edited the file', () => {
  test.each(
    Object.entries<Case>({
      'a note above the source line': { file: DISK, change: above, expected: `Note.\n\n${DISK}` },
      'a note in the source line': { file: DISK, change: inside, expected: `Note.\n\n${DISK}` },
      'a note below the source line': { file: DISK, change: below, expected: `Note.\n\n${DISK}` },
      'a note, where the text follows the front matter directly': {
        file: FRONT + DISK,
        change: below,
        expected: `${FRONT}Note.\n\n${DISK}`
      },
      'a note, where two blank lines follow the front matter': {
        file: `${FRONT}\n\n${DISK}`,
        change: above,
        expected: `${FRONT}\n\nNote.\n\n${DISK}`
      },
      'a note, where the file begins with a blank line': {
        file: `\n${DISK}`,
        change: below,
        expected: `\nNote.\n\n${DISK}`
      },
      'a note above the source line, with its front matter': {
        file: FRONT + DISK,
        change: above,
        expected: `${FRONT}Note.\n\n${DISK}`,
        options: { frontMatter: 'keep' }
      },
      'a note below the source line, with its front matter': {
        file: `${FRONT}\n${DISK}`,
        change: below,
        expected: `${FRONT}\nNote.\n\n${DISK}`,
        options: { frontMatter: 'keep' }
      },
      'a change of the front matter and the text': {
        file: FRONT + DISK,
        change: (content) => some(content).replace('storage', `"[Kim](${ROOT}/blob/main/docs/kim.md)"`),
        expected: `---\nowner: "[Kim](${ROOT}/blob/main/docs/kim.md)"\n---\n${some(DISK)}`,
        options: { frontMatter: 'keep' }
      },
      'front matter that ends the runbook: nowhere': {
        file: FRONT + DISK,
        change: (content) => content.replace('owner: storage', 'draft: true'),
        expected: undefined,
        options: { frontMatter: 'keep' }
      },
      'front matter that is not its own: nowhere': {
        file: DISK,
        change: (content) => content.replace(LINE, '---\ntitle: Disk\ndraft: true\n---'),
        expected: undefined
      },
      'another name: nowhere': {
        file: DISK,
        change: (content) => content.replace('# Disk', '# Disks'),
        expected: undefined
      },
      'nothing but blanks: nowhere': { file: DISK, change: () => ' \n', expected: undefined },
      'more than can be compared: nowhere': {
        file: DISK,
        change: () => Array.from({ length: 5000 }, (_, at) => `Line ${at}`).join('\n'),
        expected: undefined
      },
      'a change before blanks, blank lines and characters that stay': {
        file: '# Disk\n\nFree some space.  \n \n\n\tCafe\u0301\u00a0\n\n\n\nx\u00a0',
        change: some,
        expected: '# Disk\n\nFree much space.\n \n\n\tCafe\u0301\u00a0\n\n\n\nx\u00a0'
      },
      'a blank line more, and one less': {
        file: '# Disk\nFree [some](a.md)\n\nspace.\nx  \n',
        change: (content) => content.replace('Disk\n', 'Disk\n\n').replace('\n\nspace', '\nspace'),
        expected: '# Disk\n\nFree [some](a.md)\nspace.\nx  \n'
      },
      'a heading above code': {
        file: '    code\n\nFree some space.\n',
        change: (content) => content.replace(LINE, '$&\n\n## Code'),
        expected: '## Code\n\n    code\n\nFree some space.\n'
      },
      'the end of what stood above code': {
        file: 'Note.\n\n    code\n\nFree some space.\n',
        change: (content) => content.replace('Note.\n\n', ''),
        expected: '    code\n\nFree some space.\n'
      },
      'the end of the last line': {
        file: '# Disk\n\nFree some space.\n\nCall Kim.',
        change: (content) => content.replace('\n\nCall Kim.', ''),
        expected: '# Disk\n\nFree some space.'
      },
      'an indented last line': {
        file: '- a\n- b\n',
        change: (content) => content.replace('- b', '  - b'),
        expected: '- a\n  - b\n'
      },
      'a new link, and one that the file spells in its way': {
        file: '# Disk\n\nSee [a](./a.md).\n',
        change: (content) => content.replace('See', `First see [b](${ROOT}/blob/main/docs/b%20c.md#d) and`),
        expected: '# Disk\n\nFirst see [b](b%20c.md#d) and [a](./a.md).\n'
      },
      'a new link, if the repository is not known': {
        file: '# Disk\n\nSee [a](./a.md).\n',
        change: (content) => content.replace('See', `First see [b](${ROOT}/blob/main/docs/b.md) and`),
        expected: `# Disk\n\nFirst see [b](${ROOT}/blob/main/docs/b.md) and [a](./a.md).\n`,
        options: { repository: '' }
      },
      'an address that the file has in full': {
        file: `# Disk\n\nSee [a](${ROOT}/blob/main/docs/a.md).\n`,
        change: (content) => content.replace('See', 'First see'),
        expected: `# Disk\n\nFirst see [a](${ROOT}/blob/main/docs/a.md).\n`
      },
      'lines with CRLF': {
        file: DISK.replaceAll('\n', '\r\n'),
        change: (content) => below(content).replaceAll('\r\n', '\n'),
        expected: `Note.\n\n${DISK}`.replaceAll('\n', '\r\n')
      }
    })
  )('%s', (_, { file, change, expected, options: more }) => {
    const options = { ...OPTIONS, ...more }
    const content = entryOf(PATH, file, options) ?? ''
    const changed = change(content)
    expect(changed).not.toBe(content)
    expect(applyEdit(PATH, file, textOf(changed), options)).toBe(expected)
  })
})

describe('for any file', () => {
  const text = fc
    .array(fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...PIECES) }, fc.constantFrom('\n', '\n\n', ' ')), {
      maxLength: 30
    })
    .map((pieces) => pieces.join('').toWellFormed())
  const file = fc
    .tuple(fc.constantFrom('', FRONT, `${FRONT}\n`, '---\ntitle: A\n---\n'), text)
    // A byte order mark is no text.
    .map(([front, rest]) => (front + rest).replace(/^\uFEFF+/, ''))
  const options = fc
    .record({
      frontMatter: fc.constantFrom<RunbookOptions['frontMatter']>('strip', 'keep'),
      repository: fc.constantFrom(OPTIONS.repository, '')
    })
    .map((more) => ({ ...OPTIONS, ...more, nameTemplate: '{path}' }))

  test('its own text changes nothing', () => {
    fc.assert(
      fc.property(file, options, (given, chosen) => {
        const content = entryOf(PATH, given, chosen)
        if (content !== undefined) expect(applyEdit(PATH, given, textOf(content), chosen)).toBe(given)
      }),
      fuzz(100)
    )
  })

  test('an edit is in it whole, or not at all', () => {
    const change = fc.record({ at: fc.nat(), removed: fc.nat(3), added: text })
    fc.assert(
      fc.property(file, options, change, (given, chosen, { at, removed, added }) => {
        const content = entryOf(PATH, given, chosen)
        if (content === undefined) return
        const lines = textOf(content).split('\n')
        const edit = normalForm(lines.toSpliced(at % (lines.length + 1), removed, added).join('\n'))
        const result = applyEdit(PATH, given, edit, chosen)
        if (result !== undefined) expect(textOf(entryOf(PATH, result, chosen) ?? '')).toBe(edit)
      }),
      fuzz(100)
    )
  })
})

test.each<[string, file: string, edit: string]>([
  ['of equal lines', 'a\n'.repeat(1 << 16), 'a\nb\n'.repeat(1 << 15)],
  ['that swaps all lines', 'a\nb\n'.repeat(1 << 15), 'b\na\n'.repeat(1 << 15)],
  ['of other lines', 'a\n'.repeat(1 << 16), 'b\n'.repeat(1 << 16)],
  ['on one line', `a${' '.repeat(1 << 17)}b`, `b${' '.repeat(1 << 17)}a`]
])('an edit of 128 KiB %s takes little time', (_, file, edit) => {
  const run = (): unknown => applyEdit(PATH, file.trimEnd(), normalForm(edit), { ...OPTIONS, nameTemplate: '{path}' })
  expect(cpuTime(run)).toBeLessThan(3_000)
})

describe('whether a text has an edit by now', () => {
  const before = '# Disk\n\nFree some space.\n\nCall Kim.\n\nEnd.'
  const edit = before.replace('some', 'much')
  test.each(
    Object.entries({
      'it is the edit': { now: edit, expected: true },
      'it has another change, too': { now: edit.replace('End', 'The end'), expected: true },
      'it is what it was before': { now: before, expected: false },
      'it has the other change alone': { now: before.replace('End', 'The end'), expected: false },
      'it has another change at the same place': { now: before.replace('some', 'all'), expected: false }
    })
  )('%s', async (_, { now, expected }) => {
    await using folder = await temporaryFolder()
    const merge = async (...texts: readonly string[]): Promise<string | undefined> => {
      for (const [nth, text] of texts.entries()) await writeFile(join(folder.path, String(nth)), `${text}\n`)
      return git(folder.path, ['merge-file', '-p', '0', '1', '2']).catch(() => undefined)
    }
    expect(await containsEdit(merge, { now, before, edit })).toBe(expected)
  })
})
