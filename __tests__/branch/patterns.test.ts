import * as glob from '@actions/glob'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals'
import { Patterns, exclusionOf } from '../../src/branch/patterns.ts'
import { temporaryFolder, type TemporaryFolder } from '../../testing/temporary-files.ts'
import { cpuTime } from '../support/cpu-time.ts'

describe('matches', () => {
  test.each<[patterns: string[], path: string, matches: boolean]>([
    [['docs/runbooks/**/*.md'], 'docs/runbooks/a.md', true],
    [['docs/runbooks/**/*.md'], 'docs/runbooks/deep/er/a.md', true],
    [['docs/runbooks/**/*.md'], 'docs/runbooks/a.MD', false],
    [['docs/runbooks/**/*.md'], 'docs/runbooks/.hidden/.a.md', true],
    [['*.md'], 'docs/a.md', false],
    [['docs/*.md'], 'docs/a\nb.md', true],
    [['docs/[!ab].md'], 'docs/b.md', false],
    [['docs/{title}.md'], 'docs/{title}.md', true],
    // A folder, or a pattern without an ending, stands for its Markdown files.
    [['docs'], 'docs/deep/a.md', true],
    [['docs'], 'docs/picture.png', false],
    [['docs/'], 'docs/a.markdown', true],
    [['docs/**'], 'docs/deep/picture.png', false],
    [['docs/*'], 'docs/a.md', true],
    [['RUNBOOK'], 'RUNBOOK', true],
    // The last line that matches decides.
    [['docs/**', '!docs/drafts', 'docs/drafts/keep.md'], 'docs/drafts/keep.md', true],
    [['docs/**', '!docs/drafts', 'docs/drafts/keep.md'], 'docs/drafts/other.md', false],
    [['!docs/a.md', 'docs/**'], 'docs/a.md', true],
    [['docs/**/*.*', '!docs/*'], 'docs/picture.png', false]
  ])('%j, %j: %j', (patterns, path, matches) => {
    expect(new Patterns(patterns).matches(path)).toBe(matches)
  })
})

test('the patterns that decide about no path are named, also after other questions', () => {
  const patterns = new Patterns(['docs/**', 'notes/**', '!docs/drafts/**'])
  expect(patterns.matches('notes/a.md')).toBe(true)
  const { matches, unused } = patterns.watch()
  expect(['docs/a.md', 'docs/drafts/a.md', 'a.md'].map(matches)).toEqual([true, false, false])
  expect(unused()).toEqual(['notes/**'])
})

test.each<[pattern: string, path: string, matches: boolean]>([
  ['rules', 'rules/a.yml', true],
  ['rules/**', 'rules/b/a.YAML', true],
  ['rules/*', 'rules/a.json', true],
  ['rules', 'rules/README.md', false],
  ['rules/**/*.txt', 'rules/a.txt', true]
])('of alerts: %j, %j: %j', (pattern, path, matches) => {
  expect(new Patterns([pattern], 'alerts').matches(path)).toBe(matches)
})

test.each<[patterns: string[], message: RegExp]>([
  [['!rules'], /Input `alerts` has only patterns that exclude/],
  [['rules/*.{yml,yaml}'], /Input `alerts` has the pattern/],
  [Array.from({ length: 501 }, () => 'a'), /Input `alerts` has 501 patterns/]
])('patterns of alerts that are refused name their input: %j', (patterns, message) => {
  expect(() => new Patterns(patterns, 'alerts')).toThrow(message)
})

describe('refuses, with the way to write it', () => {
  test('but not at the limits', () => {
    const most = Array.from({ length: 500 }, () => 'a'.repeat(1000))
    expect(() => new Patterns(most)).not.toThrow()
  })

  test.each<[patterns: string[], hint: RegExp]>([
    [[], /docs\/runbooks/],
    [['!docs/drafts'], /First say what to select/],
    [['./docs/**'], /`docs\/\*\*`/],
    [['docs/../../secrets/*'], /cannot leave it/],
    [['/etc/**'], /`etc\/\*\*`/],
    [['~/docs/*.md'], /`docs\/\*\.md`/],
    [['docs\\runbooks\\**'], /`docs\/runbooks\/\*\*`/],
    [['docs/*.{md,markdown}'], /`docs\/\*\.md`, `docs\/\*\.markdown`/],
    [['docs/a/*.md, docs/b/*.md'], /`docs\/a\/\*\.md`, `docs\/b\/\*\.md`/],
    [['docs/@(a|b).md'], /one line for each/],
    [['!'], /such as `docs/],
    [['a'.repeat(1001)], /several lines/],
    [Array.from({ length: 501 }, (_, index) => `docs/${index}`), /folders instead of files/]
  ])('%j', (patterns, hint) => {
    expect(() => new Patterns(patterns)).toThrow(
      expect.objectContaining({
        kind: 'input',
        message: expect.not.stringMatching(/which \./),
        hint: expect.stringMatching(hint)
      })
    )
  })
})

describe('against @actions/glob on the disk', () => {
  const FILES = [
    ...['a.md', 'b.txt', 'README.md', '.hidden.md', 'x y.md', 'docs/a.md', 'docs/b.md', 'docs/c.txt', 'docs/d.MD'],
    ...['docs/sub/a.md', 'docs/sub/deep/z.md', 'docs/sub.md/inner.md', 'docs/drafts/a.md', 'docs/drafts/keep.md'],
    ...['docs/.dot/a.md', 'docs/[x].md', 'docs/{a}.md', 'docs/(a).md', 'docs/é.md', 'other/docs/a.md', 'docs-old/a.md']
  ]
  let temporary: TemporaryFolder
  let folder = ''

  beforeAll(async () => {
    // @actions/glob prints debug commands.
    jest.spyOn(process.stdout, 'write').mockReturnValue(true)
    temporary = await temporaryFolder()
    folder = temporary.path
    for (const file of FILES) {
      await mkdir(dirname(join(folder, file)), { recursive: true })
      await writeFile(join(folder, file), '')
    }
  })
  afterAll(async () => {
    jest.restoreAllMocks()
    await temporary[Symbol.asyncDispose]()
  })

  test.each<string[][]>([
    [['**/*.md']],
    [['*.md', '*.txt']],
    [['docs/*.md']],
    [['docs/**/*.md', '!docs/drafts/**', 'docs/drafts/keep.md']],
    [['docs/[ab].md']],
    [['docs/{a}.md', 'docs/(a).md']],
    [['docs/**/*.md', '!docs/*/a.md']],
    [['!docs/a.md', 'docs/*.md']]
  ])('%j', async (patterns) => {
    const rooted = patterns.map((pattern) => pattern.replace(/^(!*)/, `$1${folder}/`)).join('\n')
    const found = await (await glob.create(rooted, { matchDirectories: false })).glob()
    expect(FILES.filter(new Patterns(patterns).matches).sort()).toEqual(
      found.map((file) => relative(folder, file)).sort()
    )
  })
})

test.each(['docs/a b.md', 'docs/[x]*?.md', 'docs/a,b\\c.md', '!a/#b.md', ' a.md', 'docs/a.md '])(
  'the exclusion of %j excludes it, and not its neighbours',
  (path) => {
    const exclusion = exclusionOf(path)
    // The input is read without the blanks around its lines.
    const { matches } = new Patterns(['**/*.*', exclusion?.trim() ?? ''].filter((line) => line !== ''))
    expect([matches(path), matches('docs/other.md')]).toEqual([false, true])
  }
)

test.each(['a\u202eb.md', 'a\nb.md', 'a\u2028b.md', 'a\u2029b.md'])('no line excludes %j', (path) => {
  expect(exclusionOf(path)).toBeUndefined()
})

test('patterns that are made to backtrack take little time', () => {
  const path = `docs/runbooks/${'a'.repeat(250)}/${'a'.repeat(250)}.txt`
  const patterns = [
    `docs/runbooks/${'a*'.repeat(300)}b`,
    `${'**/a*/'.repeat(140)}b.md`,
    `docs/**/${'[a-z]*'.repeat(150)}b`,
    ...Array<string>(400).fill(`docs/runbooks/${'a*'.repeat(120)}b/**/*c`)
  ]
  expect(cpuTime(() => new Patterns(patterns).matches(path))).toBeLessThan(1000)
})
