import * as glob from '@actions/glob'
import { expect, jest, test } from '@jest/globals'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { Patterns, exclusionOf } from '../../src/branch/patterns.ts'
import { temporaryFolder } from '../../testing/temporary-files.ts'
import { cpuTime } from '../support/cpu-time.ts'

test.each<{ patterns: string[]; input?: 'alerts'; selects?: string; leaves?: string }>([
  { patterns: ['docs/**/*.md'], selects: 'docs/deep/er/a.md', leaves: 'docs/a.MD' },
  { patterns: ['docs/**/*.md'], selects: 'docs/.hidden/.a.md' },
  { patterns: ['*.md'], selects: 'a.md', leaves: 'docs/a.md' },
  { patterns: ['docs/*.md'], selects: 'docs/a\nb.md' },
  { patterns: ['docs/[!ab].md'], selects: 'docs/c.md', leaves: 'docs/b.md' },
  { patterns: ['docs/{title}.md'], selects: 'docs/{title}.md' },
  // A folder, or a pattern without an ending, stands for its Markdown files.
  { patterns: ['docs'], selects: 'docs/deep/a.md', leaves: 'docs/picture.png' },
  { patterns: ['docs'], selects: 'docs/a.html.md.erb', leaves: 'docs/a.erb' },
  { patterns: ['docs'], selects: 'docs/a.mdx' },
  { patterns: ['docs/**'], selects: 'docs/a.md', leaves: 'docs/deep/picture.png' },
  { patterns: ['RUNBOOK'], selects: 'RUNBOOK' },
  { patterns: ['rules'], input: 'alerts', selects: 'rules/b/a.YAML', leaves: 'rules/README.md' },
  { patterns: ['rules/*'], input: 'alerts', selects: 'rules/a.json', leaves: 'rules/a.md' },
  { patterns: ['rules'], input: 'alerts', selects: 'rules/a.rules', leaves: 'rules/a.rules.md' },
  { patterns: ['rules'], input: 'alerts', selects: 'rules/a.yaml.j2', leaves: 'rules/a.conf.j2' },
  { patterns: ['rules'], input: 'alerts', selects: 'rules/a.yml.erb', leaves: 'rules/a.erb' },
  // The last line that matches decides.
  { patterns: ['docs/**', '!docs/x', 'docs/x/keep.md'], selects: 'docs/x/keep.md', leaves: 'docs/x/other.md' },
  { patterns: ['!docs/a.md', 'docs/**'], selects: 'docs/a.md' },
  { patterns: ['docs/**/*.*', '! docs/*'], leaves: 'docs/picture.png' }
])('$patterns', ({ patterns, input, selects, leaves }) => {
  const { matches } = new Patterns(patterns, input)
  if (selects !== undefined) expect(matches(selects)).toBe(true)
  if (leaves !== undefined) expect(matches(leaves)).toBe(false)
})

test.each<{ patterns: string[]; says: RegExp }>([
  { patterns: [], says: /no pattern/ },
  { patterns: ['!docs/drafts'], says: /only patterns that exclude/ },
  { patterns: ['**.md'], says: /beside other characters/ },
  { patterns: ['docs/**.md'], says: /beside other characters/ },
  { patterns: ['./docs/**'], says: /a part `\.` or `\.\.`/ },
  { patterns: ['docs/../../secrets/*'], says: /a part `\.` or `\.\.`/ },
  { patterns: ['/etc/**'], says: /absolute/ },
  { patterns: ['~/docs/*.md'], says: /absolute/ },
  { patterns: ['c:/docs'], says: /absolute/ },
  { patterns: ['docs\\runbooks\\**'], says: /backslash/ },
  { patterns: ['docs/*.{md,markdown}'], says: /not supported/ },
  { patterns: ['docs/@(a|b).md'], says: /not supported/ },
  { patterns: ['docs/a,b.md'], says: /comma/ },
  { patterns: ['docs', '!'], says: /is empty/ },
  { patterns: ['a'.repeat(1000)], says: /1,000 characters/ },
  { patterns: ['docs/a/*.md, docs/b/*.md'], says: /comma/ },
  { patterns: ['"docs/**"'], says: /written as YAML/ },
  { patterns: ['- docs/**'], says: /written as YAML/ },
  { patterns: ['docs/** # runbooks'], says: /written as YAML/ }
])('$patterns: refused', ({ patterns, says }) => {
  for (const input of ['files', 'alerts'] as const) {
    const error = { kind: 'input', hint: expect.stringMatching(/\S/), message: expect.stringMatching(says) }
    expect(() => new Patterns(patterns, input)).toThrow(expect.objectContaining(error))
    expect(() => new Patterns(patterns, input)).toThrow(`Input \`${input}\``)
  }
})

test.each(['docs/#1/**', 'docs/a b/**', 'docs/-a/**'])('%s is a pattern', (line) => {
  expect(new Patterns([line]).lines).toEqual([line])
})

test('@actions/glob selects the same on a disk', async () => {
  const files = [
    ...['a.md', 'b.txt', 'README.md', '.hidden.md', 'x y.md', 'docs/a.md', 'docs/b.md', 'docs/c.txt', 'docs/d.MD'],
    ...['docs/sub/a.md', 'docs/sub/deep/z.md', 'docs/sub.md/inner.md', 'docs/drafts/a.md', 'docs/drafts/keep.md'],
    ...['docs/.dot/a.md', 'docs/[x].md', 'docs/{a}.md', 'docs/(a).md', 'docs/é.md', 'other/docs/a.md', 'docs-old/a.md']
  ]
  // It prints debug commands.
  using output = jest.spyOn(process.stdout, 'write')
  output.mockReturnValue(true)
  await using folder = await temporaryFolder()
  for (const file of files) {
    await mkdir(dirname(join(folder.path, file)), { recursive: true })
    await writeFile(join(folder.path, file), '')
  }
  for (const patterns of [
    ['*.md', '*.txt'],
    ['docs/**/*.md', '!docs/drafts/**', 'docs/drafts/keep.md'],
    ['docs/[ab].md'],
    ['docs/{a}.md', 'docs/(a).md'],
    ['docs/**/*.md', '!docs/*/a.md'],
    ['!docs/a.md', 'docs/*.md']
  ]) {
    const rooted = patterns.map((pattern) => pattern.replace(/^(!*)/, `$1${folder.path}/`)).join('\n')
    const found = (await (await glob.create(rooted, { matchDirectories: false })).glob()).sort()
    const selected = files.filter(new Patterns(patterns).matches).sort()
    expect(selected).toEqual(found.map((file) => relative(folder.path, file)))
  }
})

test.each(['docs/a b.md', 'docs/[x]*?.md', 'docs/a,b\\c.md', '!a/#b.md', ' a.md', 'docs/a.md '])(
  'the exclusion of %j excludes it, and not its neighbours',
  (path) => {
    // The input is read without the blanks around its lines.
    const { matches } = new Patterns(['**/*.*', exclusionOf(path)?.trim() ?? ''])
    expect([matches(path), matches('docs/other.md')]).toEqual([false, true])
  }
)

test.each(['a\u202eb.md', 'a\nb.md', 'a\u2028b.md'])('no line excludes %j', (path) => {
  expect(exclusionOf(path)).toBeUndefined()
})

test('patterns that are made to backtrack take little time', () => {
  const path = `docs/runbooks/${'a'.repeat(250)}/${'a'.repeat(250)}.txt`
  const patterns = [`docs/runbooks/${'a*'.repeat(300)}b`, `${'**/a*/'.repeat(140)}b.md`, `${'[a-z]*'.repeat(150)}b`]
  expect(cpuTime(() => new Patterns(patterns).matches(path))).toBeLessThan(1000)
})
