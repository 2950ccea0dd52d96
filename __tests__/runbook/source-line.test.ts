import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import type { LinkBase } from '../../src/runbook/links.ts'
import {
  hasVersion,
  placeOf,
  readSource,
  sourceLine,
  versionOf,
  type SourceLine
} from '../../src/runbook/source-line.ts'
import { cpuTime } from '../support/cpu-time.ts'
import { fuzz } from '../support/fuzz.ts'
import { convertAll, nameOf, OPTIONS, PATH } from './read.ts'

const BASE: LinkBase = { serverUrl: 'https://github.com', repository: 'acme/ops', ref: 'main' }
const NOWHERE: LinkBase = { serverUrl: '', repository: '', ref: '' }
const ROOT = 'https://github.com/acme/ops/blob/main'
const DIGITS = '0123456789ab'

describe('a path', () => {
  test.each<[string, path: string, label: string, url?: string]>([
    ['as it is', 'docs/disk-full.md', 'docs/disk-full.md'],
    ['with blanks and parentheses', 'a b/c (1).md', 'a b/c (1).md', 'a%20b/c%20%281%29.md'],
    ['with brackets', '[a](b).md', '\\[a\\](b).md', '%5Ba%5D%28b%29.md'],
    ['with a closing bracket at its end', 'a]', 'a\\]', 'a%5D'],
    ['with a backslash at its end', 'a\\', 'a\\\\', 'a%5C'],
    ['with a backslash before a bracket', 'a\\].md', 'a\\\\\\].md', 'a%5C%5D.md'],
    ['with emphasis, and an underscore in a word', '*a*_b_c_.md', '\\*a\\*\\_b_c\\_.md', '%2Aa%2A_b_c_.md'],
    ['with HTML', '<b>&amp;`~', '\\<b\\>\\&amp;\\`\\~', '%3Cb%3E%26amp;%60~'],
    ['with a percent sign', '100%.md', '100%25.md', '100%25.md'],
    ['with what looks like an escape', 'a%2Fb%25.md', 'a%252Fb%2525.md', 'a%252Fb%2525.md'],
    ['with a line feed and a command', 'a\n::error::b.md', 'a%0A::error::b.md', 'a%0A::error::b.md'],
    ['with a carriage return, a tab and NUL', '\r\t\0', '%0D%09%00', '%0D%09%00'],
    ['with bidirectional control', 'a\u202ecod.md', 'a%E2%80%AEcod.md', 'a%E2%80%AEcod.md'],
    ['with zero width', 'a\u200b\ufeff', 'a%E2%80%8B%EF%BB%BF', 'a%E2%80%8B%EF%BB%BF'],
    ['with separators of lines', 'a\u2028b\u2029', 'a%E2%80%A8b%E2%80%A9', 'a%E2%80%A8b%E2%80%A9'],
    ['with a no-break space', 'a\u00a0b', 'a\u00a0b', 'a%C2%A0b'],
    ['with other scripts', 'ü/中/😀.md', 'ü/中/😀.md', '%C3%BC/%E4%B8%AD/%F0%9F%98%80.md'],
    ['in another Unicode form', 'Cafe\u0301.md', 'Cafe\u0301.md', 'Cafe%CC%81.md'],
    ['with a question mark and a number sign', 'a?b#c', 'a?b#c', 'a%3Fb%23c'],
    ['that looks like the end of a line', `a, version ${DIGITS}`, `a, version ${DIGITS}`, `a,%20version%20${DIGITS}`],
    ['that looks like a line', '[a](b), retired 0', '\\[a\\](b), retired 0', '%5Ba%5D%28b%29,%20retired%200'],
    ['with the parts of an address', 'blob/main/-/blob/a.md', 'blob/main/-/blob/a.md']
  ])('%s', (_, path, label, url = path) => {
    const line = sourceLine(path, DIGITS, BASE)
    expect(line).toBe(`Source: [${label}](${ROOT}/${url}), version ${DIGITS}`)
    const source: SourceLine = { kind: 'version', path, root: ROOT, digits: DIGITS }
    expect(readSource(`Text.\n\n${line}\n`)).toEqual({ line: source, text: 'Text.\n\n', below: '' })

    const without = sourceLine(path, DIGITS, NOWHERE, 'retired')
    expect(without).toBe(`Source: ${label}, retired ${DIGITS}`)
    expect(readSource(without)).toEqual({ line: { ...source, kind: 'retired', root: '' }, text: '', below: '' })
  })

  test('with a plus sign, behind a query', () => {
    expect(sourceLine('a+b.md', DIGITS, { ...BASE, forge: 'azure' })).toContain('?version=GBmain&path=/a%2Bb.md)')
  })

  test('is read back for any path: one line of printable characters', () => {
    const hostile = Array.from(
      'aZ09_-.~ /%[](){}<>&`*\\|!#?:;,"\'=+@$^\n\r\t\0\u0085\u00a0\u00ad\u0301\u200b\u202e\u2028\ufeff'
    )
    const character = fc.oneof(fc.constantFrom(...hostile), fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }))
    const name = fc.string({ unit: character, minLength: 1, maxLength: 12 }).map((text) => text.replaceAll('/', ''))
    const path = fc
      .array(name, { minLength: 1, maxLength: 4 })
      .map((names) => names.join('/').toWellFormed())
      .filter((text) => !/^\/|\/\/|\/$|^$/.test(text))
    const base = fc.constantFrom<LinkBase>(
      NOWHERE,
      BASE,
      { ...BASE, ref: 'release/(2) ü#%' },
      { ...BASE, serverUrl: 'https://git.example', repository: 'a/b/c', forge: 'gitlab' },
      { ...BASE, ref: 'a+b', forge: 'azure' }
    )
    fc.assert(
      fc.property(path, base, fc.constantFrom('version', 'retired'), (given, where, kind) => {
        const line = sourceLine(given, DIGITS, where, kind)
        expect(line).not.toMatch(/[\p{C}\p{Zl}\p{Zp}]/u)
        const { line: read, ...others } = readSource(`Text.\n\n${line}\n`) ?? {}
        expect([read?.path, read?.kind, read?.digits, others]).toEqual([
          given,
          kind,
          DIGITS,
          { text: 'Text.\n\n', below: '' }
        ])
        const { serverUrl, repository, ref } = where
        expect(read && placeOf(read)).toEqual(repository === '' ? undefined : { serverUrl, repository, ref })
      }),
      fuzz(300, 20_000)
    )
  })
})

describe('a line is read', () => {
  const LINE = sourceLine('docs/a.md', DIGITS, BASE)
  const other = sourceLine('docs/b.md', 'ba9876543210', BASE)
  const [A, B] = ['docs/a.md', 'docs/b.md']

  test.each<[string, content: string, path: string | undefined, text?: string, below?: string]>([
    ['with CRLF and blanks at its end', `Text.\r\n\r\n${LINE} \t\r\n`, A],
    ['with CR', `Text.\r\r${LINE}\r`, A],
    ['without a line feed at its end', `Text.\n\n${LINE}`, A],
    ['alone', LINE, A, ''],
    ['with a text below, which people append', `Text.\n\n${LINE}\n\nMine.\n`, A, 'Text.\n\n', 'Mine.'],
    ['of several the last', `Text.\n\n${LINE}\n\n${other}\n`, B, `Text.\n\n${LINE}\n\n`],
    ['of several the last, with text between and below', `${LINE}\nT\n${other}\nU`, B, `${LINE}\nT\n`, 'U'],
    [
      'where a service changes the Unicode form of the text',
      sourceLine('é.md', DIGITS, BASE).normalize('NFD'),
      'é.md',
      ''
    ],
    ['whose address leads to another path: the text counts', `Source: [b](${ROOT}/a), version ${DIGITS}`, 'b', ''],
    ['with escapes that are no UTF-8', `Source: %FF, version ${DIGITS}`, '%FF', ''],
    ['not inside a line', `Text. ${LINE}`, undefined],
    ['not with a word at its end', `${LINE} Mine.`, undefined],
    ['not in a quotation', `> ${LINE}`, undefined],
    ['not with fewer digits', LINE.slice(0, -1), undefined],
    ['not with upper-case digits', LINE.toUpperCase(), undefined],
    [
      'not with an unescaped bracket',
      `Source: [a](b](${ROOT}/a), version ${DIGITS}`,
      '[a](b](https://github.com/acme/ops/blob/main/a)',
      ''
    ],
    ['not of a text alone', 'Text.\n', undefined]
  ])('%s', (_, content, path, text = 'Text.\n\n', below = '') => {
    const found = readSource(content)
    expect(found?.line.path).toBe(path)
    if (found !== undefined) expect([found.text, found.below]).toEqual([text, below])
  })

  test.each<[string, content: string]>([
    ['in HTML', `<p>Source: <a href="${ROOT}/a">a</a>, version ${DIGITS}</p>`],
    ['on a line with others', `Text. Source: a, version ${DIGITS} More.`],
    ['as its rest', `, retired ${DIGITS}`]
  ])('%s: only as a mark', (_, content) => {
    expect(readSource(content)).toBeUndefined()
    expect(hasVersion(content)).toBe(true)
  })

  test.each<[string, content: string]>([
    ['lines by U+2028', 'Source: [\u2028'.repeat(1 << 17)],
    ['one bracket and a long line', `Source: [${'a'.repeat(1 << 24)}`],
    ['escapes', `Source: [${'\\a'.repeat(1 << 19)}`],
    ['ends of lines', `Source: ${', version '.repeat(1 << 17)}`],
    ['blanks at the end', `Source: a, version ${DIGITS}${' '.repeat(1 << 20)}.`],
    ['an address without end', `Source: [a](${'a'.repeat(1 << 20)}`],
    ['many lines', `${LINE}.\n`.repeat(1 << 13)]
  ])('in a hostile text in little time: %s', (_, content) => {
    expect(readSource(content)).toBeUndefined()
    expect(cpuTime(() => readSource(content))).toBeLessThan(1000)
  })
})

describe('the place of a line', () => {
  const place = { serverUrl: 'https://git.example', repository: 'acme/ops', ref: 'main' }
  test.each<[string, root: string, place: ReturnType<typeof placeOf>]>([
    ['GitHub', 'https://git.example/acme/ops/blob/main', place],
    ['GitLab, with a group', 'https://git.example/a/b/c/-/blob/main', { ...place, repository: 'a/b/c' }],
    ['a repository named blob', 'https://git.example/acme/blob/blob/main', { ...place, repository: 'acme/blob' }],
    ['a group named blob', 'https://git.example/a/blob/c/-/blob/main', { ...place, repository: 'a/blob/c' }],
    ['a branch with a slash', 'https://git.example/acme/ops/blob/release/2%20x', { ...place, ref: 'release/2 x' }],
    ['none', '', undefined],
    ['another page', 'https://git.example/acme/ops/tree/main', undefined],
    ['another scheme', 'ssh://git.example/acme/ops/blob/main', undefined]
  ])('%s', (_, root, expected) => {
    expect(placeOf({ kind: 'version', path: 'a.md', digits: DIGITS, root })).toEqual(expected)
  })
})

describe('a version', () => {
  const version = versionOf('Disk', 'a.md', 'Text.\n')
  test.each<[string, [name: string, path: string, text: string], isSame: boolean]>([
    ['as it was', ['Disk', 'a.md', 'Text.\n'], true],
    ['another spelling of the name', [' DISK', 'a.md', 'Text.\n'], true],
    ['blanks', ['Disk', 'a.md', '\nText. \r\n\r\n\r\n'], true],
    ['another name', ['Disks', 'a.md', 'Text.\n'], false],
    ['another path', ['Disk', 'A.md', 'Text.\n'], false],
    ['another text', ['Disk', 'a.md', 'text.\n'], false],
    ['what another part ends with', ['Dis', 'ka.md', 'Text.\n'], false]
  ])('%s', (_, parts, isSame) => {
    expect(versionOf(...parts) === version).toBe(isSame)
  })
})

test.each<[string, text: string, options: Partial<typeof OPTIONS>]>([
  ['a title from front matter', '---\ntitle: Disk\n---\nText.\n\n\n', {}],
  ['links, and no line feed at the end', '# A\n\n[a](b.md)', {}],
  ['front matter as a list', '---\nowner: payments\n---\n# A\n', { frontMatter: ['owner'] }],
  ['front matter', '---\nowner: payments\n---\n# A\r\n', { frontMatter: 'keep' }],
  ['a former line', `# A\n\n${sourceLine('docs/a.md', DIGITS, BASE)}\n`, {}],
  ['no repository', '# A\n', { repository: '' }]
])('each entry ends with its source line: %s', (_, file, options) => {
  const { content, text, version } = convertAll(file, options)
  const line = sourceLine(PATH, version, { ...OPTIONS, ...options })
  expect(content).toBe(`${text.trimEnd()}\n\n${line}\n`)
  const read = readSource(content)
  expect(read).toMatchObject({ line: { kind: 'version', path: PATH, digits: version }, below: '' })
  expect(versionOf(nameOf(file), PATH, read?.text ?? '')).toBe(version)
})
