import { describe, expect, test } from '@jest/globals'
import { normalForm } from '../../src/normal-form.ts'
import type { LinkBase } from '../../src/runbook/links.ts'
import { retirementNote } from '../../src/runbook/note.ts'
import { digestOf, originOf, readText, sourceLine, textDigestOf } from '../../src/runbook/source-line.ts'
import { withoutPastedLine, writeEntry, type LineFacts, type Origin } from '../../src/runbook/source-line.ts'
import { cpuTime } from '../support/cpu-time.ts'
import { convert } from './read.ts'

const BASE: LinkBase = { serverUrl: 'https://github.com', repository: 'acme/ops', ref: 'main' }
const GITLAB: LinkBase = { serverUrl: 'https://gitlab.com', repository: 'a/b/c', ref: 'main', forge: 'gitlab' }
const OTHER: LinkBase = { serverUrl: 'https://git.example', repository: 'acme/ops', ref: 'main', forge: 'other' }
const ROOT = 'https://github.com/acme/ops/blob/main'
const DIGEST = '9f86d081884c'
const FACTS = { kind: 'version', blob: '1a2b3c4d5e6f', alerts: '', described: '3a4b5c', reviewBy: undefined } as const
const READ = { kind: 'version', digest: DIGEST, blob: '1a2b3c4d5e6f', alerts: '', described: '3a4b5c' } as const
const DIGITS = '(version 9f86d081884c of 1a2b3c4d5e6f, described 3a4b5c)'
const A = 'docs/a.md'
const LINE = sourceLine(DIGEST, { ...FACTS, path: A }, BASE)
const SECOND = sourceLine(DIGEST, { ...FACTS, path: 'docs/b.md' }, BASE)

describe('the form of the line', () => {
  test.each<[string, base: LinkBase, kind: 'version' | 'retired', line: string]>([
    ['on GitHub', BASE, 'version', `Source: [docs/a.md](${ROOT}/docs/a.md) ${DIGITS}`],
    ['on GitLab', GITLAB, 'version', `Source: [docs/a.md](https://gitlab.com/a/b/c/-/blob/main/docs/a.md) ${DIGITS}`],
    ['on another forge, without a link', OTHER, 'version', `Source: git.example/acme/ops docs/a.md ${DIGITS}`],
    ['of a runbook that is gone', BASE, 'retired', LINE.replace('version', 'retired')]
  ])('%s', (_, base, kind, line) => {
    expect(sourceLine(DIGEST, { ...FACTS, kind, path: A }, base)).toBe(line)
    const { line: read } = readText(line)
    expect(read).toMatchObject({ ...READ, kind, path: A })
    expect(read && originOf(read, base)).toBe('this branch')
  })

  test.each<[string, path: string, label: string, url?: string]>([
    ['with brackets', '[a](b)\\].md', '\\[a\\](b)\\\\\\].md', '%5Ba%5D%28b%29%5C%5D.md'],
    ['with emphasis, and an underscore in a word', '*a*_b_c_.md', '\\*a\\*\\_b_c\\_.md', '%2Aa%2A_b_c_.md'],
    ['with HTML', '<b>&amp;`~', '\\<b\\>\\&amp;\\`\\~', '%3Cb%3E%26amp;%60~'],
    ['with what looks like an escape', 'a%2Fb%25.md', 'a%252Fb%2525.md', 'a%252Fb%2525.md'],
    ['with a line feed and a command', 'a\n::error::b.md', 'a%0A::error::b.md', 'a%0A::error::b.md'],
    ['with other scripts', 'ü/中/😀.md', 'ü/中/😀.md', '%C3%BC/%E4%B8%AD/%F0%9F%98%80.md']
  ])('of a path %s', (_, path, label, url = path) => {
    const line = sourceLine(DIGEST, { ...FACTS, path }, BASE)
    expect(line).toBe(`Source: [${label}](${ROOT}/${url}) ${DIGITS}`)
    const expected = { line: { ...READ, path, address: `${ROOT}/${url}` }, text: 'Text.' }
    expect(readText(`${line}\n\nText.\n`)).toEqual(expected)
  })
})

describe('of a text', () => {
  test.each<[string, content: string, path: string, text: string]>([
    ['with CRLF', `${LINE}\r\n\r\nText.\r\n`, A, 'Text.'],
    ['with its lines joined', `${LINE} Text.`, A, 'Text.'],
    ['with a note above the line', `Mine.\n\n${LINE}\n\nText.\n`, A, 'Mine.\n\nText.'],
    ['with a note in the line', `Mine: ${LINE} (call Kim)\n\nText.\n`, A, 'Mine:  (call Kim)\n\nText.'],
    ['with two lines, the first one counts', `${LINE}\n\n${SECOND}\n\nText.\n`, A, `${SECOND}\n\nText.`]
  ])('%s', (_, content, path, text) => {
    expect(readText(content)).toMatchObject({ line: { ...READ, path }, text })
  })

  test.each<[string, content: string]>([
    ['fewer digits', LINE.replace('1a2b3c4d5e6f', '1a2b3c4d5e6')],
    ['another word', LINE.replace('version', 'edition')],
    ['no address', LINE.replace(/\]\(.*?\)/, ']')],
    ['a label of two lines', LINE.replace('docs/', 'docs\n')],
    ['nothing of it', 'Text.\n']
  ])('with %s there is no line', (_, content) => {
    expect(readText(content)).toEqual({ line: undefined, text: normalForm(content) })
  })
})

describe('the line with', () => {
  const line = (more: Partial<LineFacts>): string => sourceLine(DIGEST, { ...FACTS, ...more, path: A }, BASE)
  const start = `Source: [docs/a.md](${ROOT}/docs/a.md)`
  const alerts = '`DiskFull`, `Disk (slow)` and 12 more'
  test.each<[string, more: Partial<LineFacts>, end: string]>([
    ['alerts', { alerts }, `for the alerts ${alerts} ${DIGITS}`],
    ['a day of review', { reviewBy: '2026-05-02' }, DIGITS.replace('5c)', '5c, review by 2 May 2026)')],
    ['no description', { described: 'none' }, DIGITS.replace('3a4b5c', 'none')]
  ])('%s', (_, more, end) => {
    const expected = `${start} ${end}`
    expect(line(more)).toBe(expected)
    const { alerts = '', described = '3a4b5c' } = more
    expect(readText(`${expected}\n\nText.\n`)).toMatchObject({ line: { ...READ, alerts, described }, text: 'Text.' })
  })

  test('nothing of it, as before', () => {
    const read = readText(`${start} (version 9f86d081884c of 1a2b3c4d5e6f)\n\nText.\n`)
    expect(read).toMatchObject({ line: { alerts: '', described: '' }, text: 'Text.' })
  })

  test.each([
    ['words', 'DiskFull, call Kim'],
    ['a word behind a name', '`DiskFull` (broken)'],
    ['a name without its mark', '`DiskFull`, DiskSlow']
  ])('%s in its list is a part of the text', (_, edit) => {
    const edited = line({ alerts: edit })
    expect(readText(`${edited}\n\nText.\n`)).toMatchObject({ line: { path: A }, text: `${edited}\n\nText.` })
  })
})

test('the digest is that of the folded name, of the text, and of the alerts', () => {
  const of = (name: string, text: string, alerts = ''): string => digestOf(textDigestOf(name, text), alerts)
  const digest = of('Disk full', 'Text.')
  expect(of(' DISK  Full', 'Text.')).toBe(digest)
  const others = [of('Disks full', 'Text.'), of('Disk full', 'A text.'), of('Disk full', 'Text.', '`DiskFull`')]
  expect(new Set([digest, ...others]).size).toBe(4)
})

const DISK = { ...FACTS, path: A, alerts: '`DiskFull`' }
test.each<[string, above: string, below: string, expected: string]>([
  ['begins with its line', '', '\n \n\r\n# A\n\nText.\n\n', 'LINE\n\n# A\n\nText.\n'],
  ['keeps an indentation', '', '\n    code\n', 'LINE\n\n    code\n'],
  ['has its line below front matter', '---\na: b\n---\n', '# A\n', '---\na: b\n---\n\nLINE\n\n# A\n'],
  ['may have another line in its text', '', `Text.\n\n${SECOND}\n`, `LINE\n\nText.\n\n${SECOND}\n`]
])('an entry %s', (_, above, below, expected) => {
  const { content, digest } = writeEntry('Disk', { above, below }, DISK, BASE)
  expect(content).toBe(expected.replace('LINE', () => sourceLine(digest, DISK, BASE)))
})

describe('the note in place of a runbook that is gone', () => {
  const gone = { name: 'Disk', path: A, blob: '1a2b3c4d5e6f', successor: undefined }

  test('says so, and has a digest of its own', () => {
    const { content, digest } = retirementNote(gone, BASE)
    const { line, text } = readText(content)
    expect(line).toMatchObject({ kind: 'retired', digest, blob: '1a2b3c4d5e6f', path: A })
    expect(digestOf(textDigestOf('Disk', text), '')).toBe(digest)
    expect(text).toMatch(/^\*\*This runbook is retired. .* any more\. Look in `acme\/ops` for what replaces it\.$/s)
  })

  test('says where the runbook is now, and a name with backticks is no markup', () => {
    const successor = { name: 'Use `df`', path: 'docs/b.md' }
    const { content } = retirementNote({ ...gone, successor }, BASE)
    expect(content).toContain('of `acme/ops` any more. Use `` Use `df` `` instead (`acme/ops`, `docs/b.md`).')
  })
})

describe('a line that a file begins with, because somebody has pasted an entry,', () => {
  test.each<[string, pasted: string, expected: string]>([
    ['is dropped', `${LINE}\n\n# A\n`, '# A\n'],
    ['is dropped below blank lines', `\n\n${LINE}\n# A\n`, '\n\n# A\n'],
    ['stays further below', `# A\n\n${LINE}\n`, `# A\n\n${LINE}\n`],
    ['is dropped once', `${LINE}\n\n${SECOND}\n\n# A\n`, `${SECOND}\n\n# A\n`]
  ])('%s', (_, pasted, expected) => {
    expect(withoutPastedLine(pasted)).toBe(expected)
  })

  test('is no part of the entry, and makes no difference', () => {
    const [pasted, plain] = [`${LINE}\n\n# A\n`, '# A\n'].map((text) => convert(`---\ntitle: A\n---\n${text}`))
    expect([pasted?.textDigest, pasted?.text]).toEqual([plain?.textDigest, '# A'])
  })
})

describe('where a line leads', () => {
  test.each<[string, address: string, expected: Origin]>([
    ['to the file', `${ROOT}/docs/a.md`, 'this branch'],
    ['to it, in another case, with www', 'http://www.GitHub.com/Acme/OPS/blob/main/docs/a.md', 'this branch'],
    ['to another branch', 'https://github.com/acme/ops/blob/Main/docs/a.md', 'another branch'],
    ['to a branch whose name begins so', 'https://github.com/acme/ops/blob/main/2/docs/a.md', 'another branch'],
    ['to another file than it names', `${ROOT}/docs/b.md`, 'another branch'],
    ['to a repository whose name begins so', 'https://github.com/acme/ops2/blob/main/docs/a.md', 'another repository'],
    ['to another host', 'https://github.com.example/acme/ops/blob/main/docs/a.md', 'another repository'],
    ['to a repository of another forge', 'github.com/acme/ops docs/a.md', 'another repository']
  ])('%s', (_, address, expected) => {
    expect(originOf({ ...READ, path: A, address }, BASE)).toBe(expected)
  })

  test('on another forge, by host, repository and path', () => {
    const line = { ...READ, path: A, address: 'git.example/acme/ops docs/a.md' }
    expect(originOf(line, OTHER)).toBe('this branch')
    expect(originOf(line, { ...OTHER, repository: 'acme/op' })).toBe('another repository')
  })
})

describe('a mebibyte is read in linear time:', () => {
  const of = (unit: string, before = ''): string => before + unit.repeat((1 << 20) / unit.length)
  test.each<[string, content: string]>([
    ['beginnings of lines', of('Source: [')],
    ['escapes in a label', of('\\]', 'Source: [')],
    ['lists of alerts', of('Source: [a](b) for the alerts `A`')],
    ['one list of alerts', of('`A`, ', 'Source: [a](b) for the alerts ')],
    ['escapes that are no UTF-8', `Source: [${of('%FF')}](b) ${DIGITS}`]
  ])('%s', (_, content) => {
    // The first time compiles. Quadratic time takes minutes.
    const once = (): number => cpuTime(() => [readText(content), withoutPastedLine(content)])
    expect(Math.min(once(), once())).toBeLessThan(500)
  })
})
