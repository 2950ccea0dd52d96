import { expect, test } from '@jest/globals'
import { largestFolder, proposeFiles, proposeTemplate, repeatedNames } from '../../src/cli/proposal.ts'

interface FilesCase {
  readonly title: string
  readonly paths: readonly string[]
  readonly patterns: readonly string[]
}

const FILES: readonly FilesCase[] = [
  {
    title: 'docs/runbooks',
    paths: ['README.md', 'docs/runbooks/disk.md', 'docs/runbooks/db/redis.md', 'docs/guide.md', 'src/main.ts'],
    patterns: ['docs/runbooks/**/*.md']
  },
  { title: 'runbooks', paths: ['README.md', 'runbooks/disk.md'], patterns: ['runbooks/**/*.md'] },
  {
    title: 'folders of other names',
    paths: ['ops/Playbooks/disk.md', 'run-book/redis.md'],
    patterns: ['run-book/**/*.md', 'ops/Playbooks/**/*.md']
  },
  {
    title: 'a folder in another one is a part of it',
    paths: ['runbooks/disk.md', 'runbooks/playbooks/redis.md'],
    patterns: ['runbooks/**/*.md']
  },
  {
    title: 'a few services',
    paths: ['b/runbooks/x.md', 'a/runbooks/x.md', 'c/d/runbooks/x.md'],
    patterns: ['a/runbooks/**/*.md', 'b/runbooks/**/*.md', 'c/d/runbooks/**/*.md']
  },
  {
    title: 'many services',
    paths: ['a/runbooks/x.md', 'b/runbooks/x.md', 'c/runbooks/x.md', 'd/runbooks/x.md'],
    patterns: ['**/runbooks/**/*.md']
  },
  {
    title: 'many services, and others that one pattern would select, too',
    paths: ['a/runbooks/x.md', 'b/runbooks/x.md', 'c/runbooks/x.md', 'd/runbooks/x.md', 'vendor/e/runbooks/x.md'],
    patterns: ['a/runbooks/**/*.md', 'b/runbooks/**/*.md', 'c/runbooks/**/*.md', 'd/runbooks/**/*.md']
  },
  {
    title: 'a template is left out',
    paths: [
      'runbooks/disk.md',
      'runbooks/TEMPLATE.md',
      'runbooks/runbook-template.md',
      'runbooks/templates/a.md',
      'runbooks/contemplate.md'
    ],
    patterns: ['runbooks/**/*.md', '!runbooks/TEMPLATE.md', '!runbooks/runbook-template.md', '!runbooks/templates/a.md']
  },
  {
    title: 'several kinds of Markdown',
    paths: ['runbooks/disk.md', 'runbooks/redis.markdown', 'runbooks/graph.png'],
    patterns: ['runbooks/**']
  },
  {
    title: 'files of others, of tests, and hidden ones are none',
    paths: [
      'node_modules/x/runbooks/a.md',
      'third_party/runbooks/a.md',
      '__tests__/runbooks/a.md',
      '.github/runbooks/a.md'
    ],
    patterns: []
  },
  { title: 'a folder without Markdown is none', paths: ['runbooks/disk.yml', 'docs/a.md'], patterns: [] },
  {
    title: 'a folder whose name would be a part of the workflow is none',
    paths: ['${{ github.token }}/runbooks/a.md', 'a\nb/runbooks/a.md', "it's, #1/runbooks/a.md", 'a*/runbooks/a.md'],
    patterns: []
  },
  {
    title: 'names of other languages',
    paths: ['équipe paiement/runbooks/disque.md'],
    patterns: ['équipe paiement/runbooks/**/*.md']
  }
]

test.each(FILES)('files: $title', ({ paths, patterns }) => {
  expect(proposeFiles(paths)).toEqual(patterns)
})

test.each([
  { paths: ['content/a.md', 'content/b.md', 'docs/a.md', 'README.md', 'x.md', 'y.md'], expected: 'content/**/*.md' },
  { paths: ['vendor/a.md', '.github/a.md', '${{ x }}/a.md', 'README.md'], expected: undefined }
])('most of the Markdown is in $expected', ({ paths, expected }) => {
  expect(largestFolder(paths)).toBe(expected)
})

interface NameCase {
  readonly title: string
  readonly byTitle: Readonly<Record<string, string>>
  readonly byFolder: Readonly<Record<string, string>>
  readonly expected: string
}

const NAMES: readonly NameCase[] = [
  {
    title: 'titles that differ',
    byTitle: { 'a/x.md': 'Disk full', 'b/x.md': 'Redis full' },
    byFolder: { 'a/x.md': 'a: Disk full', 'b/x.md': 'b: Redis full' },
    expected: '{title}'
  },
  {
    title: 'titles that differ in case only, in two folders',
    byTitle: { 'a/x.md': 'Overview', 'b/x.md': 'overview' },
    byFolder: { 'a/x.md': 'a: Overview', 'b/x.md': 'b: overview' },
    expected: '{dir}: {title}'
  },
  {
    title: 'one title twice in a folder',
    byTitle: { 'a/x.md': 'Overview', 'a/y.md': 'Overview' },
    byFolder: { 'a/x.md': 'a: Overview', 'a/y.md': 'a: Overview' },
    expected: '{path}: {title}'
  }
]

test.each(NAMES)('names: $title', ({ byTitle, byFolder, expected }) => {
  const byPath = Object.entries(byTitle).map(([path, title]) => [path, `${path}: ${title}`] as const)
  const names = new Map([
    ['{title}', new Map(Object.entries(byTitle))],
    ['{dir}: {title}', new Map(Object.entries(byFolder))],
    ['{path}: {title}', new Map(byPath)]
  ])
  expect(proposeTemplate(names)).toBe(expected)
})

test('repeated names have their files', () => {
  const names = new Map(Object.entries({ 'a.md': 'Overview', 'b.md': 'Disk full', 'c.md': 'OVERVIEW' }))
  expect(repeatedNames(names)).toEqual(new Map([['Overview', ['a.md', 'c.md']]]))
})
