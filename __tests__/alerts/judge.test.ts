import { describe, expect, test } from '@jest/globals'
import { deadAlerts, judgeAlerts, type AlertFacts } from '../../src/alerts/alerts.ts'
import { anchorsOf } from '../../src/runbook/anchors.ts'
import { treeWith } from '../runbook/read.ts'

const NAMED: AlertFacts['named'] = [
  { path: 'README.md', name: 'Ops', alerts: [] },
  { path: 'docs/README.md', name: 'Docs', alerts: [] },
  { path: 'docs/disk.md', name: 'Disk', alerts: [] },
  { path: 'docs/Größe #1?.md', name: 'Größe', alerts: [] },
  { path: 'docs/node.md', name: 'Node', alerts: ['NodeDown', 'Node, full'] },
  { path: 'docs/node-again.md', name: 'Node again', alerts: ['NodeDown', 'Kube*Slow', 'Renamed'] },
  { path: 'docs/KubeAPIDown.md', name: 'The API is down', alerts: [] },
  { path: 'docs/etcd.md', name: 'EtcdNoLeader', alerts: [] }
]
const AT = new Map<string, { kind: 'runbook' } | { kind: 'skipped' | 'refused'; reason: string }>([
  ...NAMED.map(({ path }) => [path, { kind: 'runbook' }] as const),
  ['docs/twin.md', { kind: 'runbook' }],
  ['docs/draft.md', { kind: 'skipped', reason: 'draft: true' }],
  ['docs/latin.md', { kind: 'refused', reason: 'The file is not UTF-8.' }]
])
const SITE = { address: 'https://runbooks.acme.dev', folder: 'docs' }
const FACTS: AlertFacts = {
  base: { serverUrl: 'https://github.com', repository: 'acme/ops', ref: 'main', site: [SITE] },
  named: NAMED,
  fileAt: AT,
  tree: treeWith(...AT.keys(), 'docs/link.md', 'docs/steps.txt', 'notes/a.txt'),
  selects: (path) => path.startsWith('docs/') && path.endsWith('.md'),
  hasHeading: async (path, anchor) => Promise.resolve(`${path}#${anchor}` === 'docs/disk.md#größe')
}

interface Case {
  readonly name: string
  readonly address: string
  readonly alert?: string
  readonly base?: Partial<AlertFacts['base']>
}

/** `state path`, `state: reason`. */
async function judge({ address, alert = 'DiskFull', base }: Case): Promise<string> {
  const rules = { fileCount: 1, unread: [], others: [], alerts: [{ alert, file: 'rules/node.yml', line: 3, address }] }
  const { alerts } = await judgeAlerts(rules, { ...FACTS, base: { ...FACTS.base, ...base } })
  const { state, path, reason } = alerts[0] ?? { state: '', path: '', reason: '' }
  return reason === '' ? `${state} ${path}`.trim() : `${state}: ${reason}`
}

const REPOSITORY = 'https://github.com/acme/ops'
const GITLAB = { serverUrl: 'https://a.example/git', repository: 'a/b/c' }
const DISK = `${REPOSITORY}/blob/main/docs/disk.md`

test.each<Case & { readonly runbook?: string }>([
  { name: 'of this branch', address: DISK },
  { name: 'of a branch with slashes', address: `${REPOSITORY}/edit/a/b/docs/disk.md`, base: { ref: 'a/b' } },
  { name: 'of another branch with slashes', address: `${REPOSITORY}/blame/release/2.x/docs/disk.md` },
  { name: 'raw', address: 'https://raw.githubusercontent.com/acme/ops/refs/heads/main/docs/disk.md' },
  { name: 'a line', address: `${DISK}?plain=1#L12-L14` },
  { name: 'http, www. and another case', address: 'http://www.GitHub.com/ACME/Ops/blob/main/docs/disk.md' },
  { name: 'without a scheme', address: 'github.com/acme/ops/blob/main/docs/disk.md' },
  { name: 'with // alone', address: '//github.com/acme/ops/blob/main/docs/disk.md' },
  { name: 'escapes', address: 'docs/Gr%C3%B6%C3%9Fe%20%231%3F.md', runbook: 'docs/Größe #1?.md' },
  { name: 'a folder with a README', address: `${REPOSITORY}/tree/main/docs/`, runbook: 'docs/README.md' },
  { name: 'a folder without a host', address: 'docs', runbook: 'docs/README.md' },
  { name: 'the repository', address: `${REPOSITORY}#readme`, runbook: 'README.md' },
  { name: 'the branch', address: `${REPOSITORY}/tree/main`, runbook: 'README.md' },
  { name: 'a path from the root', address: '/docs/disk.md' },
  { name: 'a path from the file', address: '../docs/disk.md' },
  { name: 'GitLab', address: 'https://a.example/git/a/b/c/-/blob/main/docs/disk.md?ref_type=heads', base: GITLAB },
  { name: 'the name of the alert', address: 'docs/{{ $labels.alertname }}.md', alert: 'disk' },
  { name: 'a template of the ref', address: `${REPOSITORY}/blob/{{ $labels.ref }}/docs/disk.md` },
  { name: 'a page of the site', address: 'https://runbooks.acme.dev/disk/' },
  { name: 'a page of the site, in HTML', address: 'http://Runbooks.acme.dev/disk.html#any' },
  { name: 'a page in lower case', address: 'runbooks.acme.dev/kubeapidown', runbook: 'docs/KubeAPIDown.md' },
  { name: 'the site', address: 'https://runbooks.acme.dev', runbook: 'docs/README.md' },
  { name: 'words around it', address: `See ${DISK}, please.` },
  { name: 'a link', address: `[Runbook](${DISK})` },
  { name: 'a link to a path', address: '[Disk, full](docs/disk.md)' },
  { name: 'a heading, encoded', address: `${DISK}#gr%C3%B6%C3%9Fe` },
  { name: 'a template of the heading', address: `${DISK}#{{ $labels.x }}` }
])('an address leads to the runbook: $name', async ({ runbook = 'docs/disk.md', ...each }) => {
  expect(await judge(each)).toBe(`runbook ${runbook}`)
})

const DEAD = 'dead: There is no a.md.'
test.each<Case & { readonly expected: string }>([
  { name: 'by front matter, without an address', address: '', alert: 'NodeDown', expected: 'runbook docs/node.md' },
  {
    name: 'by front matter, if its address is dead',
    address: 'a.md',
    alert: 'NodeDown',
    expected: 'runbook docs/node.md'
  },
  { name: 'first by its address', address: DISK, alert: 'NodeDown', expected: 'runbook docs/disk.md' },
  { name: 'by a star', address: '', alert: 'KubeAPISlow', expected: 'runbook docs/node-again.md' },
  { name: 'not by a star, which needs all of the name', address: '', alert: 'KubeAPISlower', expected: 'without' },
  { name: 'not in another case, which is another alert', address: '', alert: 'nodedown', expected: 'without' },
  { name: 'by its file, in any case', address: '', alert: 'KubeApiDown', expected: 'runbook docs/KubeAPIDown.md' },
  { name: 'by its title', address: '', alert: 'EtcdNoLeader', expected: 'runbook docs/etcd.md' },
  { name: 'not by its title, if the address is dead', address: 'a.md', alert: 'EtcdNoLeader', expected: DEAD },
  ...['', 'Ask Kim', 'TODO'].map((address) => ({ name: `none at “${address}”`, address, expected: 'without' }))
])('a runbook is that of the alert: $name', async ({ expected, ...each }) => {
  expect(await judge(each)).toBe(expected)
})

describe('an address is dead:', () => {
  const at = (path: string): string => `${REPOSITORY}/blob/main/${path}`
  test.each<Case & { readonly reason: string }>([
    { name: 'no file', address: at('docs/Disk.md'), reason: 'There is no docs/Disk.md.' },
    { name: 'no file, at another ref', address: `${REPOSITORY}/blob/v2/gone.md`, reason: 'There is no gone.md.' },
    { name: 'no file, below the branch', address: at('old/docs/disk.md'), reason: 'There is no old/docs/disk.md.' },
    { name: 'a path', address: 'docs/gone.md', reason: 'There is no docs/gone.md.' },
    ...[
      'https://github.com/.../a.md',
      'https://github.com/<org>/<repo>/blob/main/a.md',
      'https://<host>.example/a',
      'See github.com/<your org>/ops'
    ].map((address) => ({ name: address, address, reason: 'A part of the address is not filled in.' })),
    { name: 'NUL and other characters', address: at('a%00%1b%5B.md'), reason: 'There is no a\0\x1b[.md.' },
    { name: 'not selected', address: 'docs/steps.txt', reason: 'No pattern of files selects docs/steps.txt.' },
    { name: 'a draft', address: at('docs/draft.md'), reason: 'docs/draft.md is skipped: draft: true.' },
    { name: 'refused', address: at('docs/latin.md'), reason: 'docs/latin.md is refused: The file is not UTF-8.' },
    { name: 'a twin', address: 'docs/twin.md', reason: 'docs/twin.md is refused: other files have its name.' },
    { name: 'a symbolic link', address: at('docs/link.md'), reason: 'docs/link.md is not a regular file.' },
    { name: 'a folder', address: `${REPOSITORY}/tree/main/notes`, reason: 'The folder notes has no README.md.' },
    { name: 'not on the site', address: 'https://runbooks.acme.dev/gone/', reason: 'There is no docs/gone.md.' },
    { name: 'no such heading', address: `${DISK}#nope`, reason: 'docs/disk.md has no heading `#nope`.' }
  ])('$name', async ({ reason, ...each }) => {
    expect(await judge(each)).toBe(`dead: ${reason}`)
  })
})

test.each<Case>([
  { name: 'to another site', address: 'https://runbooks.example.com/disk.md' },
  { name: 'to a repository whose name is longer', address: 'https://github.com/acme/ops2/blob/main/docs/disk.md' },
  { name: 'to a host that only ends alike', address: 'https://evil-github.com/acme/ops/blob/main/docs/disk.md' },
  { name: 'to raw files of others', address: 'https://raw.githubusercontent.com/acme/ops2/main/docs/disk.md' },
  { name: 'to the wiki', address: `${REPOSITORY}/wiki/Disk` },
  { name: 'to another host, without a scheme', address: 'wiki.example.com/disk.md' },
  { name: 'to another scheme', address: 'slack://channel?id=1' },
  { name: 'out of the repository', address: '../../other/disk.md' },
  { name: 'with HTML around it', address: '<p>See <b>https://wiki.example.com/a</b> ...</p>' },
  { name: 'with dots in a name', address: 'https://wiki.example.com/a.../b?x=<y>' },
  { name: 'with a template of the query', address: 'https://wiki.example.com/a?x={{ $labels.x }}' }
])('an address leads elsewhere: $name', async (each) => {
  expect(await judge(each)).toBe('elsewhere')
})

test.each<Case>([
  { name: 'by a template', address: '{{ $labels.runbook_url }}' },
  { name: 'by a template of the path', address: `${REPOSITORY}/blob/main/{{ $labels.x }}.md` },
  { name: 'by a template of the path, without a host', address: 'docs/{{ $labels.x }}.md' },
  { name: 'by a template of the host', address: 'https://{{ $labels.host }}/acme/ops/blob/main/docs/disk.md' },
  { name: 'by a template of Helm', address: '{{ .Values.url }}/disk' },
  { name: 'of a page of the site', address: 'https://runbooks.acme.dev/{{ .x }}' },
  { name: 'and what the alert is called', alert: '{{ .name }}', address: 'docs/gone.md' }
])('a template says where an address leads: $name', async (each) => {
  expect(await judge(each)).toBe('templated')
})

/** What front matter names in vain, if the rules have alerts of these names. */
async function unknownOf(named: AlertFacts['named'], ...names: readonly string[]): Promise<readonly string[]> {
  const alerts = names.map((alert) => ({ alert, file: 'a.yml', line: 1, address: '' }))
  return (await judgeAlerts({ fileCount: 1, unread: [], others: [], alerts }, { ...FACTS, named })).unknown
}

test('front matter names what no rule is called', async () => {
  expect(await unknownOf(NAMED, 'NodeDown', 'Node, full', 'Kube.Slow')).toEqual(['`Renamed` (docs/node-again.md)'])
})

test('a name with many stars is compared in linear time', async () => {
  const named = [{ path: 'a.md', name: 'A', alerts: ['*a'.repeat(90) + '*b'] }]
  const before = process.cpuUsage().user
  expect(await unknownOf(named, 'a'.repeat(200))).toHaveLength(1)
  expect((process.cpuUsage().user - before) / 1000).toBeLessThan(500)
})

describe('the headings of a text have the anchors of', () => {
  test.each([
    ['a heading with code and marks', '# Disk `sda1`: full? *Now!*\n', ['disk-sda1-full-now']],
    ['two headings that are equal', 'A b\n===\n\n- ## A b\n', ['a-b', 'a-b-1']],
    ['a line break', 'A  \nb\n===\n', ['a-b']],
    ['HTML', '# <a name="Old"></a>New\n', ['new', 'old']],
    ['HTML alone', '<h2 class="x" id="slow">A</h2>\n', ['slow']],
    ['an id', '## A {#Fast-burn}\n', ['a-fast-burn', 'fast-burn']],
    ['an id among attributes', 'A {: .x #slow y="z" }\n===\n', ['a--x-slow-yz-', 'slow']],
    ['an id in the next line', '## A\n{: #slow .x }\n\n## B\n\n{: #no}\n', ['a', 'b', 'slow']],
    ['an id before closing marks', '## A {#slow} ##\n', ['a-slow', 'slow']],
    ['no id', '## A {.x} `{#no}`\n\nB {#no}\n\n```\n## C {#no}\n```\n\n## {#no} D\n', ['a-x-no', 'no-d']]
  ])('%s', async (_, text, anchors) => {
    expect([...(await anchorsOf(text, 'a.md'))]).toEqual(anchors)
  })

  test('a mebibyte of tags that do not end, in linear time', async () => {
    const before = process.cpuUsage().user
    expect((await anchorsOf('<a '.repeat(350_000), 'a.md')).size).toBe(0)
    expect((process.cpuUsage().user - before) / 1000).toBeLessThan(1500)
  })
})

describe('a change brings in a dead address if it changes', () => {
  const alert = (name: string, address: string) => ({ alert: name, file: 'rules/node.yml', line: 3, address })
  const alerts = [alert('DiskFull', 'docs/disk.md'), alert('Gone', 'docs/gone.md'), alert('Slow', 'docs/draft.md')]

  test.each<[string, changed: string, ...dead: string[]]>([
    ['the rule', 'rules/node.yml', 'Gone', 'Slow'],
    ['the file that the address names', 'docs/gone.md', 'Gone'],
    ['the README of a folder that it names', 'docs/gone.md/README.md', 'Gone'],
    ['something else, which brings in none', 'docs/disk.md']
  ])('%s', async (_, changed, ...dead) => {
    const table = await judgeAlerts({ fileCount: 1, unread: [], others: [], alerts }, FACTS)
    expect(deadAlerts(table, new Set([changed])).map((one) => one.alert)).toEqual(dead)
  })
})
