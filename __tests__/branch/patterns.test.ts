import * as glob from '@actions/glob'
import { expect, jest, test } from '@jest/globals'
import { relative } from 'node:path'
import { Patterns, exclusionOf } from '../../src/branch/patterns.ts'
import { temporaryFolder } from '../../testing/temporary-files.ts'
import { cpuTime } from '../support/cpu-time.ts'
import { writeFiles } from '../support/write-files.ts'

test.each<{ patterns: string[]; input?: 'alerts'; selects?: string[]; leaves?: string[] }>([
  { patterns: ['docs/**/*.md'], selects: ['docs/deep/er/a.md', 'docs/.hidden/.a.md'], leaves: ['docs/a.MD'] },
  { patterns: ['*.md'], selects: ['a.md'], leaves: ['docs/a.md'] },
  { patterns: ['docs/*.md'], selects: ['docs/a\nb.md'] },
  { patterns: ['docs/[!ab].md'], selects: ['docs/c.md'], leaves: ['docs/b.md'] },
  { patterns: ['docs/{title}.md'], selects: ['docs/{title}.md'] },
  // A folder, or a pattern without an ending, stands for its Markdown files.
  {
    patterns: ['docs'],
    selects: ['docs/b/a.md', 'docs/a.html.md.erb', 'docs/a.mdx'],
    leaves: ['docs/a.png', 'docs/a.erb']
  },
  { patterns: ['docs/**'], selects: ['docs/a.md'], leaves: ['docs/deep/picture.png'] },
  { patterns: ['RUNBOOK'], selects: ['RUNBOOK'] },
  {
    patterns: ['rules'],
    input: 'alerts',
    selects: ['rules/b/a.YAML', 'rules/a.rules', 'rules/a.yaml.j2', 'rules/a.yml.erb'],
    leaves: ['rules/README.md', 'rules/a.rules.md', 'rules/a.conf.j2', 'rules/a.erb']
  },
  { patterns: ['rules/*'], input: 'alerts', selects: ['rules/a.json'], leaves: ['rules/a.md'] },
  // The last line that matches decides.
  { patterns: ['docs/**', '!docs/x', 'docs/x/keep.md'], selects: ['docs/x/keep.md'], leaves: ['docs/x/other.md'] },
  { patterns: ['!docs/a.md', 'docs/**'], selects: ['docs/a.md'] },
  { patterns: ['docs/**/*.*', '! docs/*'], leaves: ['docs/picture.png'] }
])('$patterns', ({ patterns, input, selects = [], leaves = [] }) => {
  expect([...selects, ...leaves].filter(new Patterns(patterns, input).matches)).toEqual(selects)
})

test.each<{ says: RegExp; wrong: string[][] }>([
  { says: /no pattern/, wrong: [[]] },
  { says: /only patterns that exclude/, wrong: [['!docs/drafts']] },
  { says: /beside other characters/, wrong: [['**.md'], ['docs/**.md']] },
  { says: /a part `\.` or `\.\.`/, wrong: [['./docs/**'], ['docs/../../secrets/*']] },
  { says: /absolute/, wrong: [['/etc/**'], ['~/docs/*.md'], ['c:/docs']] },
  { says: /backslash/, wrong: [['docs\\runbooks\\**']] },
  { says: /not supported/, wrong: [['docs/*.{md,markdown}'], ['docs/@(a|b).md']] },
  { says: /comma/, wrong: [['docs/a,b.md'], ['docs/a/*.md, docs/b/*.md']] },
  { says: /is empty/, wrong: [['docs', '!']] },
  { says: /1,000 characters/, wrong: [['a'.repeat(1000)]] },
  { says: /written as YAML/, wrong: [['"docs/**"'], ['- docs/**'], ['docs/** # runbooks']] }
])('refused: $says', ({ says, wrong }) => {
  const error = { kind: 'input', hint: expect.stringMatching(/\S/), message: expect.stringMatching(says) }
  for (const input of ['files', 'alerts'] as const) {
    for (const patterns of wrong) {
      expect(() => new Patterns(patterns, input)).toThrow(expect.objectContaining(error))
      expect(() => new Patterns(patterns, input)).toThrow(`Input \`${input}\``)
    }
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
  await writeFiles(folder.path, Object.fromEntries(files.map((file) => [file, ''])))
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
