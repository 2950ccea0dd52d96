import { afterAll, expect, test } from '@jest/globals'
import { pullRequestEvent, type JobEvent } from '../../testing/github/events.ts'
import { deliveredProject } from '../support/handbook.ts'
import { reportOf } from '../support/report.ts'
import { runSafely } from '../support/safe.ts'

// The input `alerts`, from a run to its report. `__tests__/alerts` has which alerts have a runbook.

const RULES = 'monitoring/disk.yml'
const DISK = 'docs/runbooks/disk.md'

/** A rule file with these alerts, each with its address. */
function rules(addresses: Readonly<Record<string, string>>): string {
  const lines = Object.entries(addresses).map(
    ([alert, address]) => `  - alert: ${alert}\n    expr: up == 0\n    annotations: { runbook_url: ${address} }\n`
  )
  return `groups:\n- name: all\n  rules:\n${lines.join('')}`
}

const ALERTS = { DiskFull: DISK, OldDisk: 'docs/runbooks/gone.md' }
const project = await deliveredProject({ [DISK]: '# Disk\n', [RULES]: rules(ALERTS) })
const { head } = project
afterAll(() => project[Symbol.asyncDispose]())

/** What one run reports of alerts. */
async function run(event: JobEvent) {
  const job = await runSafely(project, { event, inputs: { alerts: 'monitoring/**' } })
  const { success, failure, notices, alerts } = reportOf(job)
  return {
    success,
    failure,
    notices,
    states: alerts.map(({ alert, state }) => `${alert}: ${state}`),
    warnings: job.annotations.filter(({ level }) => level === 'warning').map(({ message }) => message)
  }
}

/** The run of a pull request with these files. */
async function runOfPull(files: Readonly<Record<string, string | null>>, base = head) {
  const tip = await project.commit(files, { branch: 'proposal', parents: [base] })
  const merge = await project.commit(files, { branch: null, parents: [base, tip] })
  return run(pullRequestEvent({ repository: project.repository.name, number: 7, base, head: tip, merge }))
}

test('a sync warns of each dead address, and is green', async () => {
  expect(await run(project.event)).toEqual({
    success: true,
    failure: null,
    notices: [],
    states: ['DiskFull: runbook', 'OldDisk: dead'],
    warnings: [expect.stringMatching(/^monitoring\/disk\.yml:\d+: The alert OldDisk has no runbook at its address\./)]
  })
})

test('a pull request is red for the dead address that it brings in, and warns of no other', async () => {
  const brought = await runOfPull({ 'monitoring/node.yml': rules({ OldNode: 'docs/runbooks/node.md' }) })
  expect(brought).toMatchObject({
    success: false,
    failure: { message: expect.stringMatching(/^1 alert has an address that leads to no runbook: OldNode \(/) },
    warnings: [expect.stringMatching(/^monitoring\/node\.yml:\d+: The alert OldNode/)]
  })
})

test('a pull request is red if it removes the README of a folder to which an address leads', async () => {
  const folder = 'docs/runbooks/net'
  const address = `${project.github.url}/${project.repository.name}/tree/main/${folder}`
  const files = { [`${folder}/README.md`]: '# Net\n', 'monitoring/net.yml': rules({ NetDown: address }) }
  const base = await project.commit(files, { branch: 'with-net', parents: [head] })
  const brought = await runOfPull({ [`${folder}/README.md`]: null }, base)
  expect(brought.failure).toMatchObject({ message: expect.stringMatching(/^1 alert has an address .*: NetDown \(/) })
})

test('no rule file is a warning', async () => {
  const job = await runSafely(project, { inputs: { alerts: 'monitorng/**' } })
  expect(reportOf(job).notices).toEqual([
    expect.objectContaining({ message: expect.stringMatching(/^No rule file was found.* Correct `alerts`\.$/) })
  ])
})

test('a pull request that brings in none is green', async () => {
  expect(await runOfPull({ 'docs/runbooks/new.md': '# New\n' })).toMatchObject({ success: true, warnings: [] })
})
