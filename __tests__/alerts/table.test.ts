import { expect, test } from '@jest/globals'
import { judgeAlerts } from '../../src/alerts/alerts.ts'
import type { Alert } from '../../src/alerts/rules.ts'
import type { Report } from '../../src/report/report.ts'
import { Sink } from '../../src/report/sink.ts'
import { Summary } from '../../src/report/summary.ts'
import { reportLines } from '../../src/report/terminal.ts'
import { reported } from '../report/results.ts'

function alert(name: string, line: number, address: string): Alert {
  return { alert: name, file: 'rules/node.yml', line, address }
}

const DISK = alert('DiskFull', 3, 'docs/disk.md')
const GONE = alert('NodeDown', 9, 'docs/node.md')
const WIKI = alert('Tape', 20, 'https://wiki.example.com/tape')
const NONE = alert('Fan', 26, '')

/** What the report of a sync says of these alerts in two files. */
async function saidOf(...alerts: Alert[]): Promise<Report> {
  const named = ['docs/disk.md', 'docs/index.md'].map((path) => ({ path, name: path, alerts: [] }))
  const table = await judgeAlerts(
    { files: 2, alerts, unread: [], jsonnet: [] },
    {
      base: { serverUrl: 'https://github.com', repository: 'acme/ops', ref: 'main' },
      named,
      at: new Map(),
      tree: () => undefined,
      selects: () => true,
      hasHeading: async () => Promise.resolve(true)
    }
  )
  return reported({ mode: 'sync', alerts: { table, broughtIn: undefined } })
}

test('a dead address is a notice, and an alert without a runbook a line', async () => {
  const report = await saidOf(DISK, GONE, WIKI, NONE)
  const message =
    'The alert NodeDown has no runbook at its address. There is no docs/node.md. Correct the address, or add the runbook.'
  expect(report.notices).toMatchObject([{ path: 'rules/node.yml', line: 9, message }])
  expect(reportLines(report, report.notices)).toMatchObject([
    { label: 'without', text: 'rules/node.yml:26  Fan' },
    { label: 'warning', text: expect.stringMatching(/^rules\/node\.yml:9 /) },
    ...report.alertCounts.map((text) => ({ label: '', text }))
  ])
})

test('the summary lists the alerts without a runbook, and names the runbooks without an alert', async () => {
  const summary = new Summary(await saidOf(DISK, GONE, GONE, WIKI, NONE), new Sink([])).text()
  expect(summary.slice(summary.indexOf('### Alerts')).trimEnd().split('\n')).toEqual([
    '### Alerts without a runbook',
    '',
    '- Fan, rules/node.yml&#58;26',
    '',
    'Give a rule a <code>runbook_url</code>, or name its alert in the front matter of a runbook: <code>alerts: &#91;NAME&#93;</code>. ' +
      '1 runbook without an alert: docs/index.md. 5 alerts: 1 with a runbook, 2 dead, 1 elsewhere, 1 without.'
  ])
})

test('no alerts are counted, too', async () => {
  expect((await saidOf()).alertCounts.at(-1)).toBe('No alerts in 2 files.')
})

test('the JSON report has every alert', async () => {
  const { alerts } = await saidOf(DISK, GONE, WIKI, NONE)
  const none = { file: 'rules/node.yml', runbook: null, reason: null, byName: false, boundTo: [] }
  expect(alerts).toEqual([
    { ...none, ...DISK, state: 'runbook', runbook: 'docs/disk.md' },
    { ...none, ...GONE, state: 'dead', reason: 'There is no docs/node.md.' },
    { ...none, ...WIKI, state: 'elsewhere' },
    { ...none, ...NONE, state: 'without', address: null }
  ])
})
