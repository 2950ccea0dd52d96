import { describe, expect, test } from '@jest/globals'
import { alertsTable, deadBecauseOf, type AlertFacts, type LocatedAlerts } from '../../src/alerts/alerts.ts'
import {
  alertNotices,
  alertsJson,
  alertsLines,
  alertsMarkdown,
  type Alert,
  type AlertsTable
} from '../../src/report/judged-alerts.ts'
import { Markup } from '../../src/report/markup.ts'
import { readRunbook, type RunbookOptions } from '../../src/runbook/runbook.ts'

const FACTS: AlertFacts = {
  place: { serverUrl: 'https://github.com', repository: 'acme/ops', ref: 'main' },
  runbooks: [
    { path: 'docs/disk.md', alerts: [], status: 'runbook' },
    { path: 'docs/index.md', alerts: ['Watchdog'], status: 'runbook' },
    { path: 'docs/draft.md', alerts: [], status: 'skipped', reason: 'draft: true' }
  ],
  hasFile: () => false,
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

function tableOf(...alerts: Alert[]): LocatedAlerts {
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

describe('the counts', () => {
  test.each<{ name: string; table: AlertsTable; counts: string }>([
    { name: 'of each state', table: TABLE, counts: '5 alerts: 1 with a runbook, 2 dead, 1 elsewhere, 1 without' },
    { name: 'of one state', table: tableOf(DISK), counts: '1 alert: 1 with a runbook' },
    { name: 'of nothing', table: tableOf(), counts: 'No alerts in 2 files' }
  ])('$name', ({ table, counts }) => {
    expect(alertsLines(table).at(-1)).toBe(counts)
  })
})

test('the lines name what needs a person, and end with the counts', () => {
  expect(alertsLines(TABLE)).toEqual([
    'dead     rules/node.yml:9  NodeDown There is no docs/node.md.',
    'dead     rules/node.yml:14  NodeSlow docs/draft.md is skipped: draft: true.',
    'without  rules/node.yml:26  Fan',
    'Give a rule a runbook_url, or name its alert in the front matter of a runbook: alerts: [NAME].',
    '1 runbook without an alert: docs/index.md',
    '5 alerts: 1 with a runbook, 2 dead, 1 elsewhere, 1 without'
  ])
})

test('at most fifty alerts have a line', () => {
  const lines = alertsLines(tableOf(...Array.from({ length: 60 }, () => NONE)))
  expect(lines.slice(49, 53)).toEqual([
    'without  rules/node.yml:26  Fan',
    'Give a rule a runbook_url, or name its alert in the front matter of a runbook: alerts: [NAME].',
    'and 10 more; the JSON report has all',
    '2 runbooks without an alert: docs/disk.md, docs/index.md'
  ])
})

test('the summary has a table of the alerts that need a person', () => {
  const markdown = (table: AlertsTable): string[] =>
    alertsMarkdown(table, ({ path, line }) => new Markup(`[${path}:${line}]`))
      .map(({ text }) => text)
      .join('\n')
      .trimEnd()
      .split('\n')
  expect(markdown(TABLE)).toEqual([
    '### Alerts',
    '',
    '5 alerts: 1 with a runbook, 2 dead, 1 elsewhere, 1 without.',
    '',
    '| alert | rule | state | reason |',
    '| --- | --- | --- | --- |',
    '| NodeDown | [rules/node.yml:9] | dead | There is no docs/node.md. |',
    '| NodeSlow | [rules/node.yml:14] | dead | docs/draft.md is skipped: draft: true. |',
    '| Fan | [rules/node.yml:26] | without |  |',
    '',
    'Give a rule a runbook_url, or name its alert in the front matter of a runbook: alerts: &#91;NAME&#93;.',
    '',
    '1 runbook without an alert: docs/index.md.'
  ])
  expect(markdown(tableOf(DISK, alert('Watchdog', 1, '')))).toEqual(['### Alerts', '', '2 alerts: 2 with a runbook.'])
  const long = markdown(tableOf(...Array.from({ length: 1201 }, () => NONE)))
  expect(long.slice(6, -2).filter((line) => line.startsWith('|'))).toHaveLength(200)
  expect(long).toContain('1,001 more are in the JSON report.')
})

test('the JSON report has every alert', () => {
  const place = { file: 'rules/node.yml' }
  expect(alertsJson(tableOf(DISK, GONE, WIKI, NONE))).toEqual({
    alerts: [
      {
        alert: 'DiskFull',
        ...place,
        line: 3,
        state: 'runbook',
        address: 'docs/disk.md',
        runbook: 'docs/disk.md',
        reason: null
      },
      {
        alert: 'NodeDown',
        ...place,
        line: 9,
        state: 'dead',
        address: 'docs/node.md',
        runbook: null,
        reason: 'There is no docs/node.md.'
      },
      {
        alert: 'Tape',
        ...place,
        line: 20,
        state: 'elsewhere',
        address: 'https://wiki.example.com/tape',
        runbook: null,
        reason: null
      },
      { alert: 'Fan', ...place, line: 26, state: 'without', address: null, runbook: null, reason: null }
    ]
  })
})

describe('a warning', () => {
  test('says at the line of the alert what is dead', () => {
    expect(alertNotices({ table: TABLE, broughtIn: undefined })).toEqual([
      {
        level: 'warning',
        message:
          'The alert NodeDown has no runbook at its address. There is no docs/node.md. Correct the address, or add the runbook.',
        path: 'rules/node.yml',
        line: 9
      },
      expect.objectContaining({ line: 14 })
    ])
  })

  test('of a pull request is about what it brings in', () => {
    const broughtIn = deadBecauseOf(new Set(['docs/node.md']), TABLE)
    expect(alertNotices({ table: TABLE, broughtIn }).map(({ line }) => line)).toEqual([9])
    expect(alertNotices({ table: TABLE, broughtIn: [] })).toEqual([])
  })
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

describe('front matter names alerts as', () => {
  test.each<{ name: string; yaml: string; alerts: string[] }>([
    { name: 'a list', yaml: 'alerts: [NodeDown, NodeSlow]', alerts: ['NodeDown', 'NodeSlow'] },
    { name: 'lines', yaml: 'alerts:\n- NodeDown\n-   NodeSlow', alerts: ['NodeDown', 'NodeSlow'] },
    { name: 'a text with commas', yaml: 'alerts: NodeDown , NodeSlow,', alerts: ['NodeDown', 'NodeSlow'] },
    { name: 'one text', yaml: 'alerts: NodeDown', alerts: ['NodeDown'] },
    { name: 'nothing', yaml: 'alerts:', alerts: [] },
    { name: 'a map, which says nothing', yaml: 'alerts: { a: b }', alerts: [] },
    { name: 'another key, which says nothing', yaml: 'alert: NodeDown', alerts: [] }
  ])('$name', ({ yaml, alerts }) => {
    const options = {
      nameTemplate: '{title}',
      frontMatter: 'strip',
      ...FACTS.place
    } satisfies RunbookOptions
    const bytes = Buffer.from(`---\n${yaml}\n---\n# Node\n`)
    expect(readRunbook({ path: 'docs/node.md', id: '' }, { kind: 'bytes', bytes }, options)).toMatchObject({ alerts })
  })
})
