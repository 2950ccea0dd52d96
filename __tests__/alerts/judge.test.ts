import { describe, expect, test } from '@jest/globals'
import { judgeAlerts, type AlertFacts } from '../../src/alerts/alerts.ts'
import { cpuTime } from '../support/cpu-time.ts'

const RUNBOOKS: AlertFacts['runbooks'] = [
  { path: 'README.md', alerts: [], status: 'runbook' },
  { path: 'docs/runbooks/README.md', alerts: [], status: 'runbook' },
  { path: 'docs/runbooks/disk.md', alerts: [], status: 'runbook' },
  { path: 'docs/runbooks/Größe #1?.md', alerts: [], status: 'runbook' },
  { path: 'docs/runbooks/node.md', alerts: ['NodeDown', 'Node, full'], status: 'runbook' },
  { path: 'docs/runbooks/node-again.md', alerts: ['NodeDown'], status: 'runbook' },
  { path: 'docs/runbooks/draft.md', alerts: ['Drafted'], status: 'skipped', reason: 'draft: true' },
  { path: 'docs/runbooks/latin.md', alerts: [], status: 'refused', reason: 'The file is not UTF-8.' }
]
const OTHERS = ['docs/notes.md', 'docs/runbooks/link.md', 'docs/runbooks/steps.txt']

const FACTS: AlertFacts = {
  place: { serverUrl: 'https://github.com', repository: 'acme/ops', ref: 'main' },
  runbooks: RUNBOOKS,
  hasFile: (path) => OTHERS.includes(path) || RUNBOOKS.some((runbook) => runbook.path === path),
  selects: (path) => path.startsWith('docs/runbooks/') && path.endsWith('.md')
}

interface Case {
  readonly name: string
  readonly address: string
  readonly alert?: string
  readonly file?: string
  readonly place?: Partial<AlertFacts['place']>
  /** `state path`, `state: reason`. */
  readonly expected: string
}

function judge({ address, alert = 'DiskFull', file = 'rules/node.yml', place }: Case): string {
  const facts = { ...FACTS, place: { ...FACTS.place, ...place } }
  const [judged] = judgeAlerts([{ alert, file, line: 3, address }], facts)
  expect(judged).toMatchObject({ alert, file, line: 3, address })
  const { state, path, reason } = judged ?? { state: '', path: '', reason: '' }
  return reason === '' ? `${state} ${path}`.trim() : `${state}: ${reason}`
}

const DISK = 'runbook docs/runbooks/disk.md'
const ON_MAIN = 'https://github.com/acme/ops/blob/main/docs/runbooks/disk.md'

describe('an address leads to the runbook:', () => {
  test.each<Case>([
    { name: 'blob', address: ON_MAIN, expected: DISK },
    { name: 'raw', address: 'https://github.com/acme/ops/raw/main/docs/runbooks/disk.md', expected: DISK },
    { name: 'tree', address: 'https://github.com/acme/ops/tree/main/docs/runbooks/disk.md', expected: DISK },
    { name: 'edit', address: 'https://github.com/acme/ops/edit/main/docs/runbooks/disk.md', expected: DISK },
    { name: 'blame', address: 'https://github.com/acme/ops/blame/main/docs/runbooks/disk.md', expected: DISK },
    {
      name: 'raw.githubusercontent.com',
      address: 'https://raw.githubusercontent.com/acme/ops/main/docs/runbooks/disk.md',
      expected: DISK
    },
    {
      name: 'raw with refs/heads',
      address: 'https://raw.githubusercontent.com/acme/ops/refs/heads/main/docs/runbooks/disk.md',
      expected: DISK
    },
    { name: 'an anchor', address: `${ON_MAIN}#disk-full`, expected: DISK },
    { name: '?plain=1 and a line', address: `${ON_MAIN}?plain=1#L12`, expected: DISK },
    { name: 'another branch', address: 'https://github.com/acme/ops/blob/v2/docs/runbooks/disk.md', expected: DISK },
    {
      name: 'another branch with slashes',
      address: 'https://github.com/acme/ops/blob/release/2.x/next/docs/runbooks/disk.md',
      expected: DISK
    },
    {
      name: 'a commit',
      address: 'https://github.com/acme/ops/blob/3f2a1c9d0e4b5f6a7b8c9d0e1f2a3b4c5d6e7f80/docs/runbooks/disk.md',
      expected: DISK
    },
    { name: 'HEAD', address: 'https://github.com/acme/ops/blob/HEAD/docs/runbooks/disk.md', expected: DISK },
    {
      name: 'this branch with slashes',
      address: 'https://github.com/acme/ops/blob/team/ops/docs/runbooks/disk.md',
      place: { ref: 'team/ops' },
      expected: DISK
    },
    { name: 'http', address: ON_MAIN.replace('https', 'http'), expected: DISK },
    {
      name: 'www. and the case of host, owner and name',
      address: 'https://www.GitHub.com/ACME/Ops/blob/main/docs/runbooks/disk.md',
      expected: DISK
    },
    { name: 'without a scheme', address: 'github.com/acme/ops/blob/main/docs/runbooks/disk.md', expected: DISK },
    { name: 'with // alone', address: '//github.com/acme/ops/blob/main/docs/runbooks/disk.md', expected: DISK },
    { name: 'a port that is the default', address: ON_MAIN.replace('.com', '.com:443'), expected: DISK },
    {
      name: 'doubled slashes and ..',
      address: 'https://github.com/acme/ops/blob/main//docs/x/../runbooks/disk.md',
      expected: DISK
    },
    {
      name: 'escapes',
      address: 'https://github.com/acme/ops/blob/main/docs/runbooks/Gr%C3%B6%C3%9Fe%20%231%3F.md',
      expected: 'runbook docs/runbooks/Größe #1?.md'
    },
    {
      name: 'a folder with a README',
      address: 'https://github.com/acme/ops/tree/main/docs/runbooks/',
      expected: 'runbook docs/runbooks/README.md'
    },
    { name: 'a folder without a host', address: 'docs/runbooks', expected: 'runbook docs/runbooks/README.md' },
    { name: 'the repository', address: 'https://github.com/acme/ops#alerts', expected: 'runbook README.md' },
    { name: 'the branch', address: 'https://github.com/acme/ops/tree/main', expected: 'runbook README.md' },
    { name: 'a path from the root', address: 'docs/runbooks/disk.md#disk-full', expected: DISK },
    { name: 'a path with a leading slash', address: '/docs/runbooks/disk.md', expected: DISK },
    { name: 'a path from the file', address: '../docs/runbooks/disk.md', expected: DISK },
    {
      name: 'GitHub Enterprise',
      address: 'https://git.acme.example/acme/ops/blob/main/docs/runbooks/disk.md',
      place: { serverUrl: 'https://git.acme.example' },
      expected: DISK
    },
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
      name: 'GitLab without /-/',
      address: 'https://gitlab.com/acme/ops/blob/main/docs/runbooks/disk.md',
      place: { serverUrl: 'https://gitlab.com' },
      expected: DISK
    }
  ])('$name', (each) => {
    expect(judge(each)).toBe(each.expected)
  })
})

describe('front matter names the alert:', () => {
  test.each<Case>([
    { name: 'without an address', alert: 'NodeDown', address: '', expected: 'runbook docs/runbooks/node.md' },
    {
      name: 'although its address is dead',
      alert: 'NodeDown',
      address: 'docs/gone.md',
      expected: 'runbook docs/runbooks/node.md'
    },
    {
      name: 'although its address leads elsewhere',
      alert: 'NodeDown',
      address: 'https://a.example',
      expected: 'runbook docs/runbooks/node.md'
    },
    { name: 'but its address leads to a runbook', alert: 'NodeDown', address: ON_MAIN, expected: DISK },
    { name: 'in another case, which is another alert', alert: 'nodedown', address: '', expected: 'without' },
    { name: 'in a draft, which is no runbook', alert: 'Drafted', address: '', expected: 'without' }
  ])('$name', (each) => {
    expect(judge(each)).toBe(each.expected)
  })
})

describe('an address is dead:', () => {
  const at = (path: string): string => `https://github.com/acme/ops/blob/main/${path}`
  test.each<Case>([
    { name: 'no file', address: at('docs/runbooks/gone.md'), expected: 'dead: There is no docs/runbooks/gone.md.' },
    {
      name: 'no file, at another ref',
      address: 'https://github.com/acme/ops/blob/v2/docs/gone.md',
      expected: 'dead: There is no docs/gone.md.'
    },
    {
      name: 'no file, raw',
      address: 'https://raw.githubusercontent.com/acme/ops/refs/heads/v2/docs/gone.md',
      expected: 'dead: There is no docs/gone.md.'
    },
    {
      name: 'not selected, at a ref with slashes',
      address: 'https://github.com/acme/ops/blob/release/2.x/docs/notes.md',
      expected: 'dead: No pattern of files selects docs/notes.md.'
    },
    {
      name: 'another case',
      address: at('docs/runbooks/Disk.md'),
      expected: 'dead: There is no docs/runbooks/Disk.md.'
    },
    {
      name: 'not selected',
      address: at('docs/notes.md'),
      expected: 'dead: No pattern of files selects docs/notes.md.'
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
      address: 'https://github.com/acme/ops/tree/main/docs',
      expected: 'dead: There is no docs.'
    },
    { name: 'a path', address: 'docs/gone.md', expected: 'dead: There is no docs/gone.md.' },
    {
      name: 'a path to a file of another kind',
      address: 'docs/runbooks/steps.txt',
      expected: 'dead: No pattern of files selects docs/runbooks/steps.txt.'
    },
    {
      name: 'a file below the branch, although the root has its name',
      address: at('old/README.md'),
      expected: 'dead: There is no old/README.md.'
    },
    { name: 'NUL and other characters', address: at('a%00%1b%5B.md'), expected: 'dead: There is no a\0\x1b[.md.' }
  ])('$name', (each) => {
    expect(judge(each)).toBe(each.expected)
  })

  test('the root, without a README', () => {
    const facts = { ...FACTS, runbooks: [], hasFile: () => false }
    const alert = { alert: 'A', file: 'a.yml', line: 1, address: 'https://github.com/acme/ops' }
    expect(judgeAlerts([alert], facts)).toMatchObject([{ state: 'dead', path: '', reason: 'It names no file.' }])
  })
})

describe('an address leads elsewhere:', () => {
  test.each<Case>([
    { name: 'another site', address: 'https://runbooks.example.com/disk.md', expected: 'elsewhere' },
    {
      name: 'another repository',
      address: 'https://github.com/acme/ops2/blob/main/docs/runbooks/disk.md',
      expected: 'elsewhere'
    },
    {
      name: 'a repository whose name is longer',
      address: 'https://github.com/acme/ops.git2/blob/main/x.md',
      expected: 'elsewhere'
    },
    {
      name: 'the same repository of another server',
      address: 'https://gitlab.com/acme/ops/-/blob/main/docs/runbooks/disk.md',
      expected: 'elsewhere'
    },
    {
      name: 'a host that only ends alike',
      address: 'https://evil-github.com/acme/ops/blob/main/docs/runbooks/disk.md',
      expected: 'elsewhere'
    },
    {
      name: 'raw files of another repository',
      address: 'https://raw.githubusercontent.com/acme/ops2/main/docs/runbooks/disk.md',
      expected: 'elsewhere'
    },
    {
      name: 'raw.githubusercontent.com, for a repository on another server',
      address: 'https://raw.githubusercontent.com/acme/ops/main/docs/runbooks/disk.md',
      place: { serverUrl: 'https://gitlab.com' },
      expected: 'elsewhere'
    },
    {
      name: 'the pages of this repository',
      address: 'https://acme.github.io/ops/docs/runbooks/disk',
      expected: 'elsewhere'
    },
    { name: 'its wiki', address: 'https://github.com/acme/ops/wiki/Disk', expected: 'elsewhere' },
    { name: 'its issues', address: 'https://github.com/acme/ops/issues/7', expected: 'elsewhere' },
    { name: 'another host without a scheme', address: 'wiki.example.com/disk.md', expected: 'elsewhere' },
    { name: 'another scheme', address: 'slack://channel?id=1', expected: 'elsewhere' },
    { name: 'a path out of the repository', address: '../../other/disk.md', expected: 'elsewhere' },
    { name: 'no valid URL', address: 'https://[', expected: 'elsewhere' },
    {
      name: 'the server, if nobody knows the repository',
      address: 'https://github.com',
      place: { repository: '' },
      expected: 'elsewhere'
    },
    {
      name: 'nobody knows which repository this is',
      address: ON_MAIN,
      place: { repository: '' },
      expected: 'elsewhere'
    },
    { name: 'too long an address', address: `${ON_MAIN}?${'x'.repeat(500)}`, expected: 'elsewhere' }
  ])('$name', (each) => {
    expect(judge(each)).toBe(each.expected)
  })
})

describe('an alert is without a runbook:', () => {
  test.each<Case>([
    { name: 'no address', address: '', expected: 'without' },
    { name: 'a word', address: 'TODO', expected: 'without' },
    { name: 'N/A', address: 'N/A', expected: 'without' },
    {
      name: 'steps instead of an address',
      address: 'Restart the pod, then see docs/runbooks/disk.md',
      expected: 'without'
    },
    { name: 'a path that is no file', address: 'docs/runbooks/disk', expected: 'without' }
  ])('$name', (each) => {
    expect(judge(each)).toBe(each.expected)
  })
})

describe('a template in an address', () => {
  test.each<Case>([
    {
      name: 'of this repository leads elsewhere, because nobody knows the file',
      address: 'https://github.com/acme/ops/blob/main/docs/runbooks/{{ $labels.kind }}.md',
      expected: 'elsewhere'
    },
    {
      name: 'of another ref leads elsewhere, too',
      address: 'https://github.com/acme/ops/blob/v2/docs/runbooks/{{ $labels.kind }}.md',
      expected: 'elsewhere'
    },
    { name: 'of a path leads elsewhere, too', address: 'docs/{{ $labels.a }}/disk.md', expected: 'elsewhere' },
    {
      name: 'is the name of the alert',
      alert: 'disk',
      address: 'docs/runbooks/{{ $labels.alertname }}.md',
      expected: DISK
    },
    {
      name: 'is the name of an alert without a file',
      alert: 'tape',
      address: 'docs/runbooks/{{$labels.alertname}}.md',
      expected: 'dead: There is no docs/runbooks/tape.md.'
    },
    { name: 'of an anchor means nothing', address: `${ON_MAIN}#{{ $labels.x }}`, expected: DISK },
    {
      name: 'of the ref means any',
      address: 'https://github.com/acme/ops/blob/{{ $labels.ref }}/docs/runbooks/disk.md',
      expected: DISK
    },
    { name: 'as the whole address leads elsewhere', address: '{{ $labels.runbook_url }}', expected: 'elsewhere' },
    {
      name: 'at the start leads elsewhere',
      address: '{{ $labels.base }}/docs/runbooks/disk.md',
      expected: 'elsewhere'
    },
    {
      name: 'in the host leads elsewhere',
      address: 'https://{{ $labels.host }}/acme/ops/blob/main/docs/runbooks/disk.md',
      expected: 'elsewhere'
    },
    {
      name: 'at another site leads elsewhere',
      address: 'https://runbooks.example.com/{{ $labels.alertname }}',
      expected: 'elsewhere'
    }
  ])('$name', (each) => {
    expect(judge(each)).toBe(each.expected)
  })
})

test('judging 20,000 alerts against 5,000 runbooks does not compare each with each', () => {
  const runbooks = Array.from({ length: 5000 }, (_, n) => ({
    path: `docs/${n}.md`,
    alerts: [`A${n}`],
    status: 'runbook' as const
  }))
  const alerts = Array.from({ length: 20_000 }, (_, n) => ({
    alert: `B${n}`,
    file: 'a.yml',
    line: n,
    address: `https://github.com/acme/ops/blob/${'a/'.repeat(200)}docs/${n}.md`
  }))
  // Far above what a busy machine takes.
  expect(cpuTime(() => judgeAlerts(alerts, { ...FACTS, runbooks }))).toBeLessThan(6000)
})
