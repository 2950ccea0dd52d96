import { describe, expect, test } from '@jest/globals'
import { judgeAlerts, type AlertFacts } from '../../src/alerts/alerts.ts'
import { anchorsOf } from '../../src/alerts/of-branch.ts'

const RUNBOOKS: AlertFacts['runbooks'] = [
  { path: 'README.md', alerts: [], status: 'runbook' },
  { path: 'docs/runbooks/README.md', alerts: [], status: 'runbook' },
  { path: 'docs/runbooks/disk.md', alerts: [], status: 'runbook' },
  { path: 'docs/runbooks/all.md', alerts: [], status: 'runbook' },
  { path: 'docs/runbooks/Größe #1?.md', alerts: [], status: 'runbook' },
  { path: 'docs/runbooks/node.md', alerts: ['NodeDown', 'Node, full'], status: 'runbook' },
  { path: 'docs/runbooks/node-again.md', alerts: ['NodeDown'], status: 'runbook' },
  { path: 'docs/runbooks/draft.md', alerts: ['Drafted'], status: 'skipped', reason: 'draft: true' },
  { path: 'docs/runbooks/latin.md', alerts: [], status: 'refused', reason: 'The file is not UTF-8.' }
]
const FILES = [...RUNBOOKS.map(({ path }) => path), 'docs/notes.md', 'docs/runbooks/link.md', 'docs/runbooks/steps.txt']

const FACTS: AlertFacts = {
  place: { serverUrl: 'https://github.com', repository: 'acme/ops', ref: 'main' },
  runbooks: RUNBOOKS,
  tree(path) {
    if (FILES.includes(path)) return 'file'
    return FILES.some((file) => file.startsWith(`${path}/`)) ? 'folder' : undefined
  },
  selects: (path) => path.startsWith('docs/runbooks/') && path.endsWith('.md'),
  anchors: new Map([['docs/runbooks/all.md', new Set(['disk-full', 'größe'])]])
}

interface Case {
  readonly name: string
  readonly address: string
  readonly alert?: string
  readonly place?: Partial<AlertFacts['place']>
  /** `state path`, `state: reason`. */
  readonly expected: string
}

function judge({ address, alert = 'DiskFull', place }: Case): string {
  const facts = { ...FACTS, place: { ...FACTS.place, ...place } }
  const [judged] = judgeAlerts([{ alert, file: 'rules/node.yml', line: 3, address }], facts)
  const { state, path, reason } = judged ?? { state: '', path: '', reason: '' }
  return reason === '' ? `${state} ${path}`.trim() : `${state}: ${reason}`
}

const DISK = 'runbook docs/runbooks/disk.md'
const README = 'runbook docs/runbooks/README.md'
const REPOSITORY = 'https://github.com/acme/ops'
const ON_MAIN = `${REPOSITORY}/blob/main/docs/runbooks/disk.md`
const ALL = `${REPOSITORY}/blob/main/docs/runbooks/all.md`

describe('an address leads to the runbook:', () => {
  test.each<Case>([
    { name: 'blob', address: `${REPOSITORY}/blob/main/docs/runbooks/disk.md`, expected: DISK },
    { name: 'raw', address: `${REPOSITORY}/raw/main/docs/runbooks/disk.md`, expected: DISK },
    { name: 'tree', address: `${REPOSITORY}/tree/main/docs/runbooks/disk.md`, expected: DISK },
    { name: 'edit', address: `${REPOSITORY}/edit/main/docs/runbooks/disk.md`, expected: DISK },
    { name: 'blame', address: `${REPOSITORY}/blame/main/docs/runbooks/disk.md`, expected: DISK },
    {
      name: 'raw.githubusercontent.com',
      address: 'https://raw.githubusercontent.com/acme/ops/refs/heads/main/docs/runbooks/disk.md',
      expected: DISK
    },
    { name: 'a line', address: `${ON_MAIN}?plain=1#L12`, expected: DISK },
    {
      name: 'another branch with slashes',
      address: `${REPOSITORY}/blob/release/2.x/docs/runbooks/disk.md`,
      expected: DISK
    },
    {
      name: 'this branch with slashes',
      address: `${REPOSITORY}/blob/team/ops/docs/runbooks/disk.md`,
      place: { ref: 'team/ops' },
      expected: DISK
    },
    {
      name: 'http, www. and the case of host, owner and name',
      address: 'http://www.GitHub.com/ACME/Ops/blob/main/docs/runbooks/disk.md',
      expected: DISK
    },
    { name: 'without a scheme', address: 'github.com/acme/ops/blob/main/docs/runbooks/disk.md', expected: DISK },
    { name: 'with // alone', address: '//github.com/acme/ops/blob/main/docs/runbooks/disk.md', expected: DISK },
    {
      name: 'escapes',
      address: `${REPOSITORY}/blob/main/docs/runbooks/Gr%C3%B6%C3%9Fe%20%231%3F.md`,
      expected: 'runbook docs/runbooks/Größe #1?.md'
    },
    { name: 'a folder with a README', address: `${REPOSITORY}/tree/main/docs/runbooks/`, expected: README },
    { name: 'a folder without a host', address: 'docs/runbooks', expected: README },
    { name: 'the repository', address: `${REPOSITORY}#readme`, expected: 'runbook README.md' },
    { name: 'the branch', address: `${REPOSITORY}/tree/main`, expected: 'runbook README.md' },
    { name: 'a path from the root', address: 'docs/runbooks/disk.md#disk-full', expected: DISK },
    { name: 'a path with a leading slash', address: '/docs/runbooks/disk.md', expected: DISK },
    { name: 'a path from the file', address: '../docs/runbooks/disk.md', expected: DISK },
    {
      name: 'a server in a folder',
      address: 'https://acme.example/git/acme/ops/blob/main/docs/runbooks/disk.md',
      place: { serverUrl: 'https://acme.example/git' },
      expected: DISK
    },
    {
      name: 'GitLab, in a group in a group',
      address: 'https://gitlab.com/acme/sre/ops/-/blob/main/docs/runbooks/disk.md?ref_type=heads',
      place: { serverUrl: 'https://gitlab.com', repository: 'acme/sre/ops' },
      expected: DISK
    },
    {
      name: 'the name of the alert',
      address: `${REPOSITORY}/blob/main/docs/runbooks/{{ $labels.alertname }}.md`,
      alert: 'disk',
      expected: DISK
    },
    { name: 'a template in its anchor', address: `${ALL}#{{ $labels.x }}`, expected: 'runbook docs/runbooks/all.md' },
    {
      name: 'a template of the ref',
      address: `${REPOSITORY}/blob/{{ $labels.ref }}/docs/runbooks/disk.md`,
      expected: DISK
    }
  ])('$name', (each) => {
    expect(judge(each)).toBe(each.expected)
  })
})

describe('the anchor of an address', () => {
  test.each<Case>([
    { name: 'is that of a heading', address: `${ALL}#disk-full`, expected: 'runbook docs/runbooks/all.md' },
    {
      name: 'may be in upper case, and encoded',
      address: `${ALL}#Gr%C3%B6%C3%9Fe`,
      expected: 'runbook docs/runbooks/all.md'
    },
    { name: 'may be empty', address: `${ALL}#`, expected: 'runbook docs/runbooks/all.md' },
    { name: 'may be lines', address: `${ALL}#L3-L9`, expected: 'runbook docs/runbooks/all.md' },
    {
      name: 'is that of no heading',
      address: `${ALL}#nope`,
      expected: 'dead: docs/runbooks/all.md has no heading `#nope`.'
    },
    {
      name: 'is that of no heading, but front matter names the alert',
      address: `${ALL}#nope`,
      alert: 'NodeDown',
      expected: 'runbook docs/runbooks/node.md'
    }
  ])('$name', (each) => {
    expect(judge(each)).toBe(each.expected)
  })

  test.each([
    ['a heading with code and marks', '# Disk `sda1`: full? *Now!*\n', ['disk-sda1-full-now']],
    ['two headings that are equal', 'A b\n===\n\n- ## A b\n', ['a-b', 'a-b-1']],
    ['HTML', '# <a name="Old"></a>New\n', ['new', 'old']]
  ])('may be one of %s', async (_, text, anchors) => {
    expect([...(await anchorsOf(text))]).toEqual(anchors)
  })
})

describe('front matter names the alert:', () => {
  test.each<Case>([
    { name: 'without an address', address: '', alert: 'NodeDown', expected: 'runbook docs/runbooks/node.md' },
    {
      name: 'although its address is dead',
      address: 'docs/gone.md',
      alert: 'NodeDown',
      expected: 'runbook docs/runbooks/node.md'
    },
    {
      name: 'although its address leads elsewhere',
      address: 'https://a.example',
      alert: 'NodeDown',
      expected: 'runbook docs/runbooks/node.md'
    },
    { name: 'but its address leads to a runbook', address: ON_MAIN, alert: 'NodeDown', expected: DISK },
    { name: 'in another case, which is another alert', address: '', alert: 'nodedown', expected: 'without' },
    { name: 'in a draft, which is no runbook', address: '', alert: 'Drafted', expected: 'without' }
  ])('$name', (each) => {
    expect(judge(each)).toBe(each.expected)
  })
})

describe('an address is dead:', () => {
  const at = (path: string): string => `${REPOSITORY}/blob/main/${path}`
  test.each<Case>([
    { name: 'no file', address: at('docs/runbooks/gone.md'), expected: 'dead: There is no docs/runbooks/gone.md.' },
    {
      name: 'no file, at another ref',
      address: `${REPOSITORY}/blob/v2/docs/gone.md`,
      expected: 'dead: There is no docs/gone.md.'
    },
    {
      name: 'not selected, at a ref with slashes',
      address: `${REPOSITORY}/blob/release/2.x/docs/notes.md`,
      expected: 'dead: No pattern of files selects docs/notes.md.'
    },
    {
      name: 'another case',
      address: at('docs/runbooks/Disk.md'),
      expected: 'dead: There is no docs/runbooks/Disk.md.'
    },
    {
      name: 'a draft',
      address: at('docs/runbooks/draft.md'),
      expected: 'dead: docs/runbooks/draft.md is skipped: draft: true.'
    },
    {
      name: 'refused',
      address: at('docs/runbooks/latin.md'),
      expected: 'dead: docs/runbooks/latin.md is refused: The file is not UTF-8.'
    },
    {
      name: 'a symbolic link',
      address: at('docs/runbooks/link.md'),
      expected: 'dead: docs/runbooks/link.md is not a regular file.'
    },
    {
      name: 'a folder without README',
      address: `${REPOSITORY}/tree/main/docs`,
      expected: 'dead: The folder docs has no README.md.'
    },
    { name: 'a path', address: 'docs/gone.md', expected: 'dead: There is no docs/gone.md.' },
    {
      name: 'a path to a file of another kind',
      address: 'docs/runbooks/steps.txt',
      expected: 'dead: No pattern of files selects docs/runbooks/steps.txt.'
    },
    { name: 'NUL and other characters', address: at('a%00%1b%5B.md'), expected: 'dead: There is no a\0\x1b[.md.' }
  ])('$name', (each) => {
    expect(judge(each)).toBe(each.expected)
  })
})

describe('an address leads elsewhere:', () => {
  test.each([
    ['another site', 'https://runbooks.example.com/disk.md'],
    ['a repository whose name is longer', 'https://github.com/acme/ops2/blob/main/docs/runbooks/disk.md'],
    ['the same repository of another server', 'https://gitlab.com/acme/ops/-/blob/main/docs/runbooks/disk.md'],
    ['a host that only ends alike', 'https://evil-github.com/acme/ops/blob/main/docs/runbooks/disk.md'],
    ['raw files of another repository', 'https://raw.githubusercontent.com/acme/ops2/main/docs/runbooks/disk.md'],
    ['the pages of this repository', 'https://acme.github.io/ops/docs/runbooks/disk'],
    ['its wiki', 'https://github.com/acme/ops/wiki/Disk'],
    ['another host without a scheme', 'wiki.example.com/disk.md'],
    ['another scheme', 'slack://channel?id=1'],
    ['a path out of the repository', '../../other/disk.md'],
    ['a template', '{{ $labels.runbook_url }}'],
    ['a template in the path', 'https://github.com/acme/ops/blob/main/{{ $labels.x }}.md'],
    ['a template in the host', 'https://{{ $labels.host }}/acme/ops/blob/main/docs/runbooks/disk.md']
  ])('%s', (name, address) => {
    expect(judge({ name, address, expected: '' })).toBe('elsewhere')
  })
})

test.each([
  ['nothing', ''],
  ['prose', 'Ask Kim'],
  ['a word', 'TODO']
])('%s is no address', (name, address) => {
  expect(judge({ name, address, expected: '' })).toBe('without')
})
