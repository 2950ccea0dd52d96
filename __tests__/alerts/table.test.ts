import { expect, test } from '@jest/globals'
import { judgeAlerts } from '../../src/alerts/alerts.ts'
import { alertFindings } from '../../src/alerts/findings.ts'
import type { Alert, Rules } from '../../src/alerts/rules.ts'
import type { Report } from '../../src/report/report.ts'
import { Sink } from '../../src/report/sink.ts'
import { Summary } from '../../src/report/summary.ts'
import { reportLines } from '../../src/report/report-lines.ts'
import { reported } from '../report/results.ts'

function alert(name: string, line: number, address: string): Alert {
  return { alert: name, file: 'rules/node.yml', line, address }
}

const DISK = alert('DiskFull', 3, 'docs/disk.md')
const GONE = alert('NodeDown', 9, 'docs/node.md')
const WIKI = alert('Tape', 20, 'https://wiki.example.com/tape')
const NONE = alert('Fan', 26, '')

const UNKNOWN = { id: undefined, description: null, labels: undefined, metadata: undefined, workspace: undefined }
const DETAILS = { ...UNKNOWN, type: 'document', trigger: 'alert' }

interface Given extends Partial<Pick<Rules, 'unread' | 'others'>> {
  /** Entries of the assistant, and the alerts to which people have bound them. */
  readonly bound?: Readonly<Record<string, readonly string[]>>
  readonly mode?: 'sync' | 'alerts'
  /** The alerts that front matter names. */
  readonly names?: readonly string[]
}

/** What the report of a run says of these alerts in two files. */
async function saidOf(alerts: readonly Alert[], given: Given = {}): Promise<Report> {
  const { mode = 'sync', names = [], unread = [], others = [], bound = {} } = given
  const facts = {
    base: { serverUrl: 'https://github.com', repository: 'acme/ops', ref: 'main' },
    named: ['docs/disk.md', 'docs/index.md'].map((path, at) => ({ path, name: path, alerts: at === 0 ? names : [] })),
    fileAt: new Map(),
    tree: () => undefined,
    selects: () => true,
    hasHeading: async () => Promise.resolve(true)
  }
  const judged = await judgeAlerts({ fileCount: 2, alerts, unread, others }, facts)
  const entries = Object.entries(bound).map(([name, match_patterns]) => {
    return { name, details: { ...DETAILS, triggerConfig: { match_patterns } } }
  })
  return reported({ mode, alerts: alertFindings(judged, entries, mode === 'alerts' ? 'all' : undefined) })
}

test('a dead address is a notice, an alert without a runbook a line, and JSON has every alert', async () => {
  const report = await saidOf([DISK, GONE, WIKI, NONE])
  const none = { file: 'rules/node.yml', runbook: null, reason: null, byName: false, boundTo: [] }
  expect(report.alerts).toEqual([
    { ...none, ...DISK, state: 'runbook', runbook: 'docs/disk.md' },
    { ...none, ...GONE, state: 'dead', reason: 'There is no docs/node.md.' },
    { ...none, ...WIKI, state: 'elsewhere' },
    { ...none, ...NONE, state: 'without', address: null }
  ])
  const message =
    'The alert NodeDown has no runbook at its address. There is no docs/node.md. Correct the address, or add the runbook.'
  expect(report.notices).toMatchObject([{ path: 'rules/node.yml', line: 9, message }])
  expect(reportLines(report, () => false)).toMatchObject([
    { label: 'without', text: 'rules/node.yml:26  Fan' },
    { label: 'warning', text: expect.stringMatching(/^rules\/node\.yml:9 /) },
    ...report.alertCounts.map((text) => ({ label: '', text }))
  ])
})

test('the summary lists the alerts without a runbook, and names the runbooks without an alert', async () => {
  const summary = new Summary(await saidOf([DISK, GONE, GONE, WIKI, NONE]), new Sink([])).text()
  expect(summary.slice(summary.indexOf('### Alerts')).trimEnd().split('\n')).toEqual([
    '### Alerts without a runbook',
    '',
    '- Fan, rules/node.yml&#58;26',
    '',
    'Give a rule a <code>runbook_url</code>, or name its alert in the front matter of a runbook: <code>alerts: &#91;NAME&#93;</code>. ' +
      '1 runbook without an alert: docs/index.md. 5 alerts: 1 with a runbook, 2 dead, 1 elsewhere, 1 without.',
    '',
    expect.stringContaining('Runbook Sync ')
  ])
})

test('an entry is bound to an alert that one of its patterns equals, case aside', async () => {
  const alerts = [DISK, { ...DISK, alert: 'docs/index.md' }, { ...NONE, alert: 'DOCS/index.md' }, NONE]
  const bound = { Disk: ['diskfull', 'DiskFull', 'Other'], Part: ['Fa', ''] }
  const report = await saidOf(alerts, { bound })
  expect(report.alerts.map(({ boundTo }) => boundTo)).toEqual([['Disk'], [], [], []])
  expect(report.alertCounts.at(-1)).toBe(
    '4 alerts: 3 with a runbook, 1 of them by name, 1 of them bound in the assistant, 1 without.'
  )
})

const UNREAD = { level: 'warning', path: 'rules/a.yml', line: 7, message: 'Why.' } as const

test('dead addresses and files that cannot be read are both in the first line', async () => {
  expect(await saidOf([GONE], { unread: [UNREAD], mode: 'alerts' })).toMatchObject({
    success: false,
    nextStep: 'Correct the address, or add the runbook. A warning above says why a file is not read.',
    firstLine:
      '1 alert has an address that leads to no runbook: NodeDown (rules/node.yml:9). Not read: 1 file with alerts (rules/a.yml:7).',
    notices: [UNREAD, { path: 'rules/node.yml' }]
  })
})

test('nothing is said to be missing, if it may be in a file that is not read', async () => {
  const { alertCounts, notices } = await saidOf([], { unread: [UNREAD], names: ['Renamed'] })
  expect({ alertCounts, notices }).toEqual({ alertCounts: [], notices: [UNREAD] })
})

test('no alert is no address that is good', async () => {
  const alertCounts = expect.arrayContaining(['No alerts in 2 files.'])
  const said = { success: true, firstLine: 'There are no alerts.', alertCounts }
  expect(await saidOf([], { mode: 'alerts' })).toMatchObject(said)
})

test('rules of another form are one line, and no alert is a sign that all is well', async () => {
  const others = ['a.libsonnet', 'b.yml.erb']
  const message = '2 files have rules that are not read (Jsonnet, ERB, Pyrra, Datadog): a.libsonnet, b.yml.erb.'
  expect(await saidOf([], { others, mode: 'alerts' })).toMatchObject({
    success: true,
    firstLine: 'No alerts were read.',
    rulesNotRead: others,
    notices: [{ level: 'notice', message: expect.stringContaining(message) }]
  })
})

test('what front matter names in vain is one line', async () => {
  const line = 'No rule has the name `Renamed` (docs/disk.md), `Kept*` (docs/disk.md), which front matter gives.'
  expect((await saidOf([DISK], { names: ['Renamed', 'Kept*'] })).alertCounts).toContain(line)
})

test.each([
  ['another trigger', { ...DETAILS, trigger: 'smart', triggerConfig: { match_patterns: ['Fan'] } }],
  ['no patterns', { ...DETAILS, triggerConfig: {} }],
  ['a number as pattern', { ...DETAILS, triggerConfig: { match_patterns: [1] } }],
  ['details that the list does not show', undefined]
])('an entry with %s is bound to no alert', (_, details) => {
  const judged = { ...NONE, state: 'without', path: '', reason: '', candidates: [], byName: false } as const
  const table = { fileCount: 1, alerts: [judged], unread: [], others: [], unnamed: [], unknown: [] }
  expect(alertFindings(table, [{ name: 'Fan', details }], undefined).rows).toMatchObject([{ boundTo: [] }])
})
