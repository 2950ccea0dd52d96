import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import type { LinkBase } from '../../src/runbook/links.ts'
import {
  isSamePlace,
  placeOf,
  readSource,
  resealed,
  sealedEntry,
  sealOf,
  sourceLine,
  textOf,
  versionOf,
  withoutMarks,
  type Place,
  type SourceLine
} from '../../src/runbook/source-line.ts'
import { normalForm } from '../../src/normal-form.ts'
import { cpuTime } from '../support/cpu-time.ts'
import { CHARACTER, fuzz } from '../support/fuzz.ts'
import type { OPTIONS } from './read.ts'
import { convertAll, nameOf, PATH, read } from './read.ts'
import { PIECES } from './pieces.ts'

const BASE: LinkBase = { serverUrl: 'https://github.com', repository: 'acme/ops', ref: 'main' }
const NOWHERE: LinkBase = { serverUrl: '', repository: '', ref: '' }
const HOST: LinkBase = { serverUrl: 'https://git.example/_git', repository: 'acme/ops', ref: 'main', forge: 'other' }
const ROOT = 'https://github.com/acme/ops/blob/main'
const [VERSION, SEAL] = ['9f86d081884c', '1a2b3c4d5e6f']
const MARK = `Version ${VERSION}.${SEAL}`
const DIGITS = { kind: 'version', version: VERSION, seal: SEAL } as const

/** What a text says about its source, and what it has beside. */
function divided(content: string) {
  return { line: readSource(content), text: textOf(content) }
}

describe('a path', () => {
  test.each<[string, path: string, label: string, url?: string]>([
    ['as it is', 'docs/disk-full.md', 'docs/disk-full.md'],
    ['with blanks and parentheses', 'a b/c (1).md', 'a b/c (1).md', 'a%20b/c%20%281%29.md'],
    ['with blanks around it', ' a ', ' a ', '%20a%20'],
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
    ['without a letter', '§/€', '§/€', '%C2%A7/%E2%82%AC'],
    ['that looks like a mark', `${MARK} of a.md`, `${MARK} of a.md`, `Version%20${VERSION}.${SEAL}%20of%20a.md`],
    ['that looks like a link', '[a](b) of c', '\\[a\\](b) of c', '%5Ba%5D%28b%29%20of%20c'],
    ['with the parts of an address', 'blob/main/-/blob/a.md', 'blob/main/-/blob/a.md']
  ])('%s', (_, path, label, url = path) => {
    const line = sourceLine(path, DIGITS, BASE)
    expect(line).toBe(`${MARK} of [${label}](${ROOT}/${url})`)
    expect(divided(`${line}\n\nText.\n`)).toEqual({ line: { ...DIGITS, path, root: ROOT }, text: 'Text.' })

    const without = sourceLine(path, { ...DIGITS, kind: 'retired' }, NOWHERE)
    expect(without).toBe(`Retired ${VERSION}.${SEAL} of [${label}]`)
    expect(divided(without)).toEqual({ line: { ...DIGITS, kind: 'retired', path, root: '' }, text: '' })
  })

  test('without a link, if nobody knows how those of the server look', () => {
    const line = sourceLine('a*.md', DIGITS, HOST)
    expect(line).toBe(`${MARK} of [a\\*.md] in git.example/\\_git/acme/ops`)
    const read = { ...DIGITS, path: 'a*.md', root: 'git.example/_git/acme/ops' }
    expect(divided(`${line}\n\nText.\n`)).toEqual({ line: read, text: 'Text.' })
    expect(divided(`**${line}** Text.`)).toMatchObject({ line: read })
    expect(divided(`<p>${line}</p>`)).toMatchObject({ line: read })
  })

  test('is read back for any path: one line of printable characters', () => {
    const hostile = Array.from(
      'aZ09_-.~ /%[](){}<>&`*\\|!#?:;,"\'=+@$^\n\r\t\0\u0085\u00a0\u00ad\u0301\u200b\u202e\u2028\ufeff'
    )
    const character = fc.oneof(fc.constantFrom(...hostile), CHARACTER)
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
      { ...BASE, serverUrl: 'https://git.example:8443', forge: 'other' }
    )
    fc.assert(
      fc.property(path, base, fc.constantFrom('version', 'retired'), (given, where, kind) => {
        const line = sourceLine(given, { ...DIGITS, kind }, where)
        expect(line).not.toMatch(/[\p{C}\p{Zl}\p{Zp}]/u)
        const source = divided(`${line}\n\nText.\n`)
        expect(source).toMatchObject({ line: { ...DIGITS, kind, path: given }, text: 'Text.' })
        const { serverUrl, repository, ref, forge } = where
        const place = { serverUrl, repository, ...(forge !== 'other' && { ref }) }
        expect(source.line && placeOf(source.line)).toEqual(repository === '' ? undefined : place)
      }),
      fuzz(100)
    )
  })
})

const A = 'docs/a.md'
const LINE = sourceLine(A, DIGITS, BASE)
const OTHER = sourceLine('docs/b.md', { ...DIGITS, seal: '000000000000' }, BASE)
const SPECIAL = 'docs/a & b~c_(d)_é"x.md'

describe('a line is read in a form that services make of it', () => {
  const special = sourceLine(SPECIAL, DIGITS, BASE)
  const href = special.slice(special.lastIndexOf('(') + 1, -1)
  test.each<[string, content: string, path: string, text?: string]>([
    ['with CRLF', `${LINE}\r\n\r\nText.\r\n`, A],
    ['with CR', `${LINE}\r\rText.\r`, A],
    ['trimmed', `${LINE}\n\nText.`, A],
    ['with blanks around it', `  ${LINE} \t\n\nText.`, A],
    ['with its lines joined', `${LINE} Text.`, A],
    ['in NFD', `${special}\n\nText.`.normalize('NFD'), SPECIAL],
    ['in NFC', `${sourceLine('e\u0301.md', DIGITS, BASE)}\n\nText.`.normalize('NFC'), 'e\u0301.md'],
    ['without escapes', `${MARK} of [${SPECIAL}](${href})\n\nText.`, SPECIAL],
    ['with more escapes', `${MARK} of [docs\\/a \\& b\\~c\\_\\(d\\)\\_é\\"x\\.md](${href})\n\nText.`, SPECIAL],
    ['with an escaped address', `${LINE.replace('github.com', 'github\\.com')}\n\nText.`, A],
    ['with its address in angle brackets', `${LINE.replace(/\((.*)\)/, '(<$1>)')}\n\nText.`, A],
    ['as escaped HTML', `${special.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}\n\nText.`, SPECIAL],
    ['with other dashes and quotes', `${special.replace('"', '”').replace('docs', '“docs')}\n\nText.`, SPECIAL],
    ['emphasised', `**${LINE}**\n\nText.`, A, '**\n\n**\n\nText.'],
    ['emphasised with underscores', `_${LINE}_\n\nText.`, A, '_\n\n_\n\nText.'],
    [
      'rendered as HTML',
      `<p>${MARK} of <a href="${href}" rel="nofollow">docs/a &amp; b~c_(d)_é&quot;x.md</a></p>\n<p>Text.</p>`,
      SPECIAL,
      '<p>\n\n</p>\n<p>Text.</p>'
    ]
  ])('%s', (_, content, path, text = 'Text.') => {
    expect(divided(content)).toEqual({ line: { ...DIGITS, path, root: ROOT }, text })
  })

  test.each<[string, content: string, path: string, text?: string]>([
    ['without a repository, as HTML', `<p>${MARK} of [a&amp;b]</p>\n\nText.`, 'a&b', '<p>\n\n</p>\n\nText.'],
    ['without a repository, its brackets escaped', `${MARK} of \\[${A}\\]\n\nText.`, A],
    ['with its label cut', `${MARK} of [docs/a`, '', 'of [docs/a'],
    ['with its address cut', `${MARK} of [${A}](https://github.com/ac`, '', `of [${A}](https://github.com/ac`],
    ['cut before its address', `${MARK} of [${A}](`, '', `of [${A}](`],
    ['with its link cut in HTML', `${MARK} of <a href="${ROOT}/docs`, '', `of <a href="${ROOT}/docs`],
    ['without its link', `${MARK} of docs/a.md\n\nText.`, '', 'of docs/a.md\n\nText.'],
    ['with escapes that are no UTF-8', `${MARK} of [%FF]\n\nText.`, '%FF']
  ])('%s: it names no place', (_, content, path, text = 'Text.') => {
    expect(divided(content)).toEqual({ line: { ...DIGITS, path, root: '' }, text })
    expect(placeOf({ root: '' })).toBeUndefined()
  })

  test('with another path in its address: it names a place that no branch has', () => {
    const line = readSource(`${MARK} of [docs/b.md](${ROOT}/docs/a.md)`)
    expect(line).toMatchObject({ path: 'docs/b.md', root: `${ROOT}/docs/a.md` })
  })
})

describe('a mark counts', () => {
  test.each<[string, content: string, path: string, text: string]>([
    ['with a note above it', `Mine.\n\n${LINE}\n\nText.\n`, A, 'Mine.\n\nText.'],
    ['with a note below it', `${LINE}\n\nMine.\n\nText.\n`, A, 'Mine.\n\nText.'],
    ['with a note on the next line', `${LINE}\nMine.\n\nText.\n`, A, 'Mine.\n\nText.'],
    ['with a note before it in its line', `Mine: ${LINE}\n\nText.\n`, A, 'Mine:\n\nText.'],
    ['with a note behind it in its line', `${LINE} (call Kim)\n\nText.\n`, A, '(call Kim)\n\nText.'],
    ['with a note behind it, without a repository', `${MARK} of [${A}] Mine.\n\nText.\n`, A, 'Mine.\n\nText.'],
    ['with a note between its parts', LINE.replace(' of ', ' (Mine) of '), '', `(Mine) of [${A}](${ROOT}/${A})`],
    ['at the end of a text', `Text.\n\n${LINE}`, A, 'Text.'],
    ['in a quotation', `> ${LINE}\n\nText.\n`, A, '>\n\nText.'],
    ['as the first of two', `${LINE}\n\n${OTHER}\n\nText.\n`, A, `${OTHER}\n\nText.`],
    ['as the first of two, with a text between', `${OTHER}\nT\n\n${LINE}\n`, 'docs/b.md', `T\n\n${LINE}`]
  ])('%s', (_, content, path, text) => {
    expect(divided(content)).toMatchObject({ line: { path }, text })
  })

  test.each<[string, content: string]>([
    ['with fewer digits', `Version ${VERSION}.${SEAL.slice(1)} of [a]`],
    ['with more digits', `Version ${VERSION}.${SEAL}0 of [a]`],
    ['with upper-case digits', `Version ${VERSION}.${SEAL.toUpperCase()} of [a]`],
    ['without a seal', `Version ${VERSION} of [a]`],
    ['with another word', `Edition ${VERSION}.${SEAL} of [a]`],
    ['as the end of a word', `My${MARK} of [a]`],
    ['in a text alone', 'Text.\n']
  ])('not %s', (_, content) => {
    expect(readSource(content)).toBeUndefined()
    expect(textOf(content)).toBe(normalForm(content))
    expect(withoutMarks(content)).toBe(normalForm(content))
  })
})

describe('a seal', () => {
  const seal = sealOf('Disk', `${LINE}\n\n# Disk\n\nText.\n`)
  const sealed = `${LINE}\n\n# Disk\n\nText.\n`

  test.each<[string, content: string, name?: string]>([
    ['line ends', sealed.replaceAll('\n', '\r\n')],
    ['blanks at the ends of lines', sealed.replaceAll('\n', ' \t\n')],
    ['runs of blank lines', sealed.replaceAll('\n\n', '\n\n\n\n')],
    ['blanks around the text', `\n\n ${sealed}\n`],
    ['the Unicode form', sealed.normalize('NFD')],
    ['another seal', resealed(sealed, '000000000000')],
    ['another version', sealed.replace(VERSION, '000000000000')],
    ['case and blanks in the name', sealed, ' DISK ']
  ])('ignores %s', (_, content, name = 'Disk') => {
    expect(sealOf(name, content)).toBe(seal)
  })

  test.each([
    ['the only mark', `Text.\r${MARK}\nMore.\n`],
    ['a second mark', `${LINE}\n\nText.\r${MARK}\nMore.\n`]
  ])('is the same for other line ends around %s', (_, content) => {
    expect(sealOf('Disk', content.replaceAll('\r', '\n'))).toBe(sealOf('Disk', content))
  })

  test('ignores all marks', () => {
    const withTwo = (mark: string): string => sealed.replace('Text.', `Text. ${mark} Retired ${VERSION}.${SEAL}`)
    expect(sealOf('Disk', withTwo(`Version ${VERSION}.${SEAL}`))).toBe(
      sealOf('Disk', withTwo('Version 000000000000.000000000000'))
    )
  })

  test.each<[string, content: string, name?: string]>([
    ['a word', sealed.replace('Text', 'text')],
    ['a line break', sealed.replace('\n\nText', '\nText')],
    ['an indentation', sealed.replace('Text', '    Text')],
    ['a note above the line', `Mine.\n\n${sealed}`],
    ['a note in the line', sealed.replace(LINE, `${LINE} Mine.`)],
    ['a note below the line', sealed.replace(LINE, `${LINE}\nMine.`)],
    ['a line without its mark', sealed.replace(MARK, 'From')],
    ['another path in the line', sealed.replaceAll(A, 'docs/b.md')],
    ['that the line is gone', sealed.replace(`${LINE}\n\n`, '')],
    ['another name', sealed, 'Disks']
  ])('notices %s', (_, content, name = 'Disk') => {
    expect(sealOf(name, content)).not.toBe(seal)
  })
})

describe('what a run sends', () => {
  const DISK = { name: 'Disk', path: A, version: VERSION }

  test.each<[string, text: { above: string; below: string }, expected: string]>([
    ['a text', { above: '', below: '# A\n\nText.\n' }, 'LINE\n\n# A\n\nText.\n'],
    ['a text that begins and ends with blank lines', { above: '', below: '\n \n\r\n# A\n\n\n' }, 'LINE\n\n# A\n'],
    ['a text that begins with an indentation', { above: '', below: '\n    code\n' }, 'LINE\n\n    code\n'],
    ['front matter', { above: '---\na: b\n---\n', below: '# A\n' }, '---\na: b\n---\n\nLINE\n\n# A\n'],
    ['front matter alone', { above: '---\na: b\n---\n\n\n', below: '' }, '---\na: b\n---\n\nLINE\n'],
    [
      'front matter that has a mark: the line comes first, because the first mark counts',
      { above: `---\na: ${MARK}\n---\n`, below: '# A\n' },
      `LINE\n\n---\na: ${MARK}\n---\n\n# A\n`
    ],
    ['a text that has a mark', { above: '', below: `${OTHER}\n` }, `LINE\n\n${OTHER}\n`]
  ])('begins with its line: %s', (_, text, expected) => {
    const content = sealedEntry(DISK, text, BASE)
    const [line = ''] = /^Version .* of \[docs\/a\.md\].*$/m.exec(content) ?? []
    expect(content).toBe(expected.replace('LINE', () => line))
    const ours = { ...DIGITS, seal: sealOf('Disk', content), path: A, root: ROOT }
    expect(divided(content)).toEqual({ line: ours, text: normalForm(`${text.above}\n\n${text.below}`) })
  })

  test('of a runbook that is gone', () => {
    const content = sealedEntry({ ...DISK, kind: 'retired' }, { above: '', below: 'It is gone.' }, BASE)
    expect(content).toMatch(/^Retired [0-9a-f]{12}\.[0-9a-f]{12} of \[docs\/a\.md\]\(.*\)\n\nIt is gone\.\n$/)
    expect(readSource(content)).toMatchObject({ kind: 'retired', seal: sealOf('Disk', content) })
  })

  const piece = fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...PIECES) },
    { weight: 2, arbitrary: fc.constantFrom(MARK, LINE, OTHER, 'Version ', VERSION, `.${SEAL}`, ' of [a](b)') },
    fc.string({ unit: CHARACTER, maxLength: 5 })
  )
  const text = fc.array(piece, { maxLength: 20 }).map((pieces) => pieces.join(''))

  test('has a seal that matches, for any text, name and place', () => {
    const base = fc.constantFrom(BASE, NOWHERE, HOST)
    fc.assert(
      fc.property(text, text, fc.string({ unit: CHARACTER }), base, (above, below, name, where) => {
        const content = sealedEntry({ name, path: A, version: VERSION }, { above, below }, where)
        const { line, text: rest } = divided(content)
        expect(line).toMatchObject({ kind: 'version', version: VERSION, path: A, seal: sealOf(name, content) })
        expect(rest).toBe(normalForm(`${above.trimEnd()}\n\n${below}`))
        // What a service may change.
        expect(sealOf(name, normalForm(content).replaceAll('\n', '\r\n'))).toBe(line?.seal)
      }),
      fuzz(100)
    )
  })

  test('has another seal after it was sent again, and nothing else', () => {
    const content = sealedEntry(DISK, { above: '', below: `${OTHER}\n\nText.` }, BASE)
    const again = resealed(content, '000000000000')
    expect(readSource(again)).toMatchObject({ version: VERSION, seal: '000000000000' })
    expect(again.replace('000000000000', readSource(content)?.seal ?? '')).toBe(content)
    expect(withoutMarks(again)).toBe(withoutMarks(content))
    expect(resealed('Text.', '000000000000')).toBe('Text.')
  })
})

describe('the place of a line', () => {
  const place = { serverUrl: 'https://git.example', repository: 'acme/ops', ref: 'main' }
  test.each<[string, root: string, place: ReturnType<typeof placeOf>]>([
    ['GitHub', 'https://git.example/acme/ops/blob/main', place],
    ['GitLab, with a group', 'https://git.example/a/b/c/-/blob/main', { ...place, repository: 'a/b/c' }],
    ['another server', 'git.example/acme/ops', { serverUrl: 'https://git.example', repository: 'acme/ops' }],
    ['a repository named blob', 'https://git.example/acme/blob/blob/main', { ...place, repository: 'acme/blob' }],
    ['a group named blob', 'https://git.example/a/blob/c/-/blob/main', { ...place, repository: 'a/blob/c' }],
    ['a branch with a slash', 'https://git.example/acme/ops/blob/release/2%20x', { ...place, ref: 'release/2 x' }],
    ['none', '', undefined],
    ['another page', 'https://git.example/acme/ops/tree/main', undefined],
    ['a page of another server', 'https://git.example/acme/ops/src/branch/main', undefined],
    ['another scheme', 'ssh://git.example/acme/ops/blob/main', undefined]
  ])('%s', (_, root, expected) => {
    expect(placeOf({ root })).toEqual(expected)
  })

  test.each<[string, other: Partial<Place>, expected: boolean]>([
    ['as it is', {}, true],
    ['in another case', { serverUrl: 'https://GIT.example', repository: 'Acme/OPS' }, true],
    ['with www', { serverUrl: 'https://www.git.example' }, true],
    ['over http', { serverUrl: 'http://git.example' }, true],
    ['on another host', { serverUrl: 'https://git.example.org' }, false],
    ['of another owner', { repository: 'acm/ops' }, false],
    ['whose parts are others', { serverUrl: 'https://git.example/acme', repository: 'ops' }, true]
  ])('is compared %s', (_, other, expected) => {
    expect(isSamePlace(place, { ...place, ...other })).toBe(expected)
  })
})

describe('a version', () => {
  const file = { blob: 'a'.repeat(40), name: 'Disk', path: A }
  const inputs = { ...BASE, nameTemplate: '{title}', frontMatter: 'strip' }
  const version = versionOf(file, inputs)

  test.each<[string, file: Partial<typeof file>, inputs?: Partial<Parameters<typeof versionOf>[1]>]>([
    ['another case, or other blanks, in the name', { name: ' DISK' }],
    ['another case of the repository', {}, { repository: 'Acme/Ops', serverUrl: 'https://GitHub.com' }],
    ['the forge that is meant without one', {}, { forge: 'github' }]
  ])('stays with %s', (_, other, others = {}) => {
    expect(versionOf({ ...file, ...other }, { ...inputs, ...others })).toBe(version)
  })

  test.each<[string, file: Partial<typeof file>, inputs?: Partial<Parameters<typeof versionOf>[1]>]>([
    ['another text', { blob: 'b'.repeat(40) }],
    ['another name', { name: 'Disks' }],
    ['another path', { path: 'docs/A.md' }],
    ['a name that begins with what the path ends with', { name: 'Diskd', path: 'ocs/a.md' }],
    ['another server', {}, { serverUrl: 'https://git.example' }],
    ['another repository', {}, { repository: 'acme/handbook' }],
    ['another branch', {}, { ref: 'Main' }],
    ['another forge', {}, { forge: 'gitlab' }],
    ['another template of names', {}, { nameTemplate: '{stem}' }],
    ['other front matter', {}, { frontMatter: 'keep' }]
  ])('changes with %s', (_, other, others = {}) => {
    expect(versionOf({ ...file, ...other }, { ...inputs, ...others })).not.toBe(version)
  })
})

test.each<[string, text: string, options: Partial<typeof OPTIONS>]>([
  ['a title from front matter', '---\ntitle: Disk\n---\nText.\n\n\n', {}],
  ['links, and no line feed at the end', '# A\n\n[a](b.md)', {}],
  ['front matter, with its text directly below', '---\nowner: payments\n---\n# A\r\n', { frontMatter: 'keep' }],
  ['a former line', `# A\n\n${LINE}\n`, {}],
  ['a megabyte of blank lines', `${'\n'.repeat((1 << 20) - 8)}# A\n`, {}],
  ['no repository', '# A\n', { repository: '' }]
])('each entry has its source line, and the text without it: %s', (_, file, options) => {
  const { content, text, above, below } = convertAll(file, options)
  const { version } = read(file, options) as { version: string }
  expect(divided(content)).toMatchObject({
    line: { kind: 'version', path: PATH, version, seal: sealOf(nameOf(file, options), content) },
    text
  })
  expect(text === normalForm(`${above.trimEnd()}\n\n${below}`)).toBe(true)
})

describe('a hostile text takes little time', () => {
  const size = 1 << 18
  const of = (unit: string, length = size): string => unit.repeat(length / unit.length)
  test.each<[string, content: string]>([
    ['lines by U+2028', of(`${MARK} of [\u2028`)],
    ['one bracket and a long line', `${MARK} of [${of('a')}`],
    ['escapes', `${MARK} of [${of('\\a')}`],
    ['escaped brackets', `${MARK} of [${of('\\]')}`],
    ['escaped ends of labels', `${MARK} of [${of('\\](a')}`],
    ['ends of labels', `${MARK} of [${of('](')}`],
    ['a long label and a long address', `${MARK} of [${of('\\](', 1 << 16)}](${of('a')}`],
    ['slashes', `${MARK} of [${of('/', 1 << 16)}](${of('/')})`],
    ['escapes that are no UTF-8', `${MARK} of [${of('/%', 1 << 16)}](${of('/%')})`],
    ['entities', `${MARK} of [${of('&amp;', 1 << 15)}](${of('&amp;')})`],
    ['ampersands', `${MARK} of [${of('&a', 1 << 16)}](${of('&')})`],
    ['an address without end', `${MARK} of [a](${of('a')}`],
    ['attributes', `${MARK} of <a ${of('href="')}`],
    ['an attribute without end', `${MARK} of <a href="${of('a')}`],
    ['a link without end', `${MARK} of <a href="a">${of('a')}`],
    ['marks', of(`${MARK} `)],
    ['beginnings of marks', of('Version ')],
    ['marks without a seal', of(`Version ${VERSION}.`)],
    ['blanks', `${MARK}${of(' ')}.`],
    ['blank lines', `${of('\n')}.${MARK}${of('\n')}.`],
    ['carriage returns', `${of('\r')}.${MARK}`],
    ['combining characters', `${MARK}a${of('\u0301\u0327')}`],
    ['as many combining characters as a language has', `${MARK}${of(`a${'\u0301\u0327'.repeat(15)}`)}`],
    ['lines', of(`${LINE}.\n`)]
  ])('%s', (_, content) => {
    expect(leastTime(() => [readSource(content), sealOf('Disk', content), resealed(content, SEAL)])).toBeLessThan(200)
    const disk = { name: 'Disk', path: A, version: VERSION }
    expect(leastTime(() => sealedEntry(disk, { above: '', below: content }, BASE))).toBeLessThan(200)
  })

  test.each<[string, root: string]>([
    ['versions', `https://x/${of('?version=GB')}`],
    ['parts', `https://x/${of('/blob/')}`],
    ['groups', `https://x/${of('/-/blob')}`],
    ['paths', `https://x/a?version=GB${of('&path=')}.`]
  ])('an address of %s', (_, root) => {
    const line: SourceLine = { ...DIGITS, path: '', root }
    expect(leastTime(() => placeOf(line))).toBeLessThan(200)
  })

  test.each<[string, path: string]>([
    ['underscores', of('_')],
    ['blanks', `a${of(' ')}b`],
    ['control characters', of('\u0001', 1 << 16)]
  ])('a path of %s', (_, path) => {
    expect(leastTime(() => sourceLine(path, DIGITS, BASE))).toBeLessThan(500)
  })
})

/** Of three times: the first one compiles, and other processes slow down this one. */
function leastTime(run: () => unknown): number {
  return Math.min(cpuTime(run), cpuTime(run), cpuTime(run))
}
