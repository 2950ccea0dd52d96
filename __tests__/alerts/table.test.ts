import { describe, expect, test } from '@jest/globals'
import { alertsTable, deadBecauseOf, type AlertFacts, type AlertsTable } from '../../src/alerts/alerts.ts'
import type { Alert } from '../../src/alerts/rules.ts'
import { reportOf } from '../../src/report/report.ts'
import { Sink } from '../../src/report/sink.ts'
import { Summary } from '../../src/report/summary.ts'
import { reportLines } from '../../src/report/terminal.ts'
import { resultOf } from '../report/results.ts'

const FACTS: AlertFacts = {
  place: { serverUrl: 'https://github.com', repository: 'acme/ops', ref: 'main' },
  runbooks: [
    { path: 'docs/disk.md', alerts: [], status: 'runbook' },
    { path: 'docs/index.md', alerts: ['Watchdog'], status: 'runbook' },
    { path: 'docs/draft.md', alerts: [], status: 'skipped', reason: 'draft: true' }
  ],
  tree: () => undefined,
  anchors: new Map(),
  selects: () => true
}

function alert(name: string, line: number, address: string): Alert {
  return { alert: name, file: 'rules/node.yml', line, address }
}

const DISK = alert('DiskFull', 3, 'docs/disk.md')
const GONE = alert('NodeDown', 9, 'docs/node.md')
const DRAFT = alert('NodeSlow', 14, 'docs/draft.md')
const WIKI = alert('Tape', 20, 'https://wiki.example.com/tape')
const NONE = alert('Fan', 26, '')

function tableOf(...alerts: Alert[]): AlertsTable {
  return alertsTable({ files: 2, alerts, problems: [] }, FACTS)
}

const TABLE = tableOf(DISK, NONE, GONE, WIKI, DRAFT)

test('the table has the totals, and the runbooks without an alert', () => {
  expect(TABLE).toMatchObject({
    files: 2,
    totals: { runbook: 1, dead: 2, elsewhere: 1, without: 1 },
    unnamed: ['docs/index.md']
  })
})

/** What a report says of a table. */
function said(table: AlertsTable, broughtIn?: AlertsTable['alerts']) {
  return reportOf(
    resultOf({ mode: broughtIn === undefined ? 'sync' : 'plan', alerts: { table, broughtIn } }),
    new Date()
  )
}

describe('the counts', () => {
  test.each<{ name: string; table: AlertsTable; counts: string }>([
    { name: 'of each state', table: TABLE, counts: '5 alerts: 1 with a runbook, 2 dead, 1 elsewhere, 1 without.' },
    { name: 'of one state', table: tableOf(DISK), counts: '1 alert: 1 with a runbook.' },
    { name: 'of nothing', table: tableOf(), counts: 'No alerts in 2 files.' }
  ])('$name', ({ table, counts }) => {
    expect(said(table).alertCounts.at(-1)).toBe(counts)
  })
})

test('the lines name what needs a person', () => {
  const report = said(TABLE)
  expect(reportLines(report, report.notices)).toMatchObject([
    { label: 'without', text: 'rules/node.yml:26  Fan' },
    { label: 'warning', text: expect.stringMatching(/^rules\/node\.yml:9 /) },
    { label: 'warning', text: expect.stringMatching(/^rules\/node\.yml:14 /) },
    ...report.alertCounts.map((text) => ({ label: '', text }))
  ])
})

test('the summary has a list of the alerts that need a person', () => {
  const summary = new Summary(said(TABLE), new Sink([])).text()
  expect(summary.slice(summary.indexOf('### Alerts')).trimEnd().split('\n')).toEqual([
    '### Alerts without a runbook',
    '',
    '- Fan, rules/node.yml&#58;26',
    '',
    'Give a rule a <code>runbook_url</code>, or name its alert in the front matter of a runbook: <code>alerts: &#91;NAME&#93;</code>. ' +
      '1 runbook without an alert: docs/index.md. 5 alerts: 1 with a runbook, 2 dead, 1 elsewhere, 1 without.'
  ])
})

test('the JSON report has every alert', () => {
  const place = { file: 'rules/node.yml' }
  const none = { runbook: null, reason: null }
  expect(said(tableOf(DISK, GONE, WIKI, NONE)).alerts).toEqual([
    {
      ...none,
      alert: 'DiskFull',
      ...place,
      line: 3,
      state: 'runbook',
      address: 'docs/disk.md',
      runbook: 'docs/disk.md'
    },
    {
      ...{ alert: 'NodeDown', ...place, line: 9, state: 'dead', address: 'docs/node.md', runbook: null },
      reason: 'There is no docs/node.md.'
    },
    { ...none, alert: 'Tape', ...place, line: 20, state: 'elsewhere', address: 'https://wiki.example.com/tape' },
    { ...none, alert: 'Fan', ...place, line: 26, state: 'without', address: null }
  ])
})

test('a pull request is red for the dead addresses that it brings in, and warns of no other', () => {
  const broughtIn = deadBecauseOf(new Set(['docs/node.md']), TABLE)
  const report = said(TABLE, broughtIn)
  expect(report.notices).toMatchObject([
    {
      path: 'rules/node.yml',
      line: 9,
      message:
        'The alert NodeDown has no runbook at its address. There is no docs/node.md. Correct the address, or add the runbook.'
    }
  ])
  expect(report).toMatchObject({
    success: false,
    firstLine: expect.stringContaining('1 alert has an address that leads to no runbook: NodeDown (rules/node.yml:9).'),
    nextStep: 'Correct the address, or add the runbook.'
  })
  expect(said(TABLE, []).success).toBe(true)
})

describe('a change brings in a dead address if it changes', () => {
  test.each<{ name: string; changed: string[]; dead: string[] }>([
    { name: 'the rule', changed: ['rules/node.yml'], dead: ['NodeDown', 'NodeSlow'] },
    { name: 'the file that the address names', changed: ['docs/node.md'], dead: ['NodeDown'] },
    { name: 'the README of a folder that the address names', changed: ['docs/node.md/README.md'], dead: ['NodeDown'] },
    { name: 'something else, which brings in none', changed: ['docs/disk.md'], dead: [] }
  ])('$name', ({ changed, dead }) => {
    expect(deadBecauseOf(new Set(changed), TABLE).map(({ alert: name }) => name)).toEqual(dead)
  })
})
