import { beforeEach, expect, test } from '@jest/globals'
import { startWorlds } from '../sync/worlds.ts'
import type { Outcome, World } from '../sync/world.ts'

// The input `alerts`, from a run to its report. The other files of this folder have which alerts have a runbook.

const worldOf = await startWorlds()
const DISK = 'docs/disk.md'

/** A rule file with these alerts, each with its address. */
function rules(addresses: Readonly<Record<string, string>>): string {
  const lines = Object.entries(addresses).map(
    ([alert, address]) => `  - alert: ${alert}\n    expr: up == 0\n    annotations: { runbook_url: ${address} }\n`
  )
  return `groups:\n- name: all\n  rules:\n${lines.join('')}`
}

let world: World
beforeEach(async () => {
  world = worldOf({ inputs: { alerts: 'monitoring/**' } })
  const net = { 'docs/net/README.md': '# Net\n', 'monitoring/net.yml': rules({ NetDown: 'docs/net/README.md' }) }
  const addresses = { DiskFull: `${DISK}#Free-Space`, DiskSlow: `${DISK}#slow`, OldDisk: 'docs/gone.md' }
  await world.push({ ...net, [DISK]: '# Disk\n\n## Free space\n', 'monitoring/disk.yml': rules(addresses) })
})

/** A pull request with these files. */
async function propose(changes: Readonly<Record<string, string | null>>): Promise<Outcome> {
  const parent = world.branch.head
  world.commit(changes)
  return world.run({ job: { trigger: { kind: 'proposal', what: 'a merge group', parent, into: 'main' } } })
}

test('a sync names each dead address, also of a heading, and is green', async () => {
  const { isGreen, report } = await world.run()
  const states = ['DiskFull: runbook', 'DiskSlow: dead', 'OldDisk: dead', 'NetDown: runbook']
  expect(report.alerts.map(({ alert, state }) => `${alert}: ${state}`)).toEqual(states)
  expect(isGreen).toBe(true)
})

test('no rule file is a warning', async () => {
  const { notices } = await world.run({ inputs: { alerts: 'monitorng/**' } })
  const says = /^warning: No rule file was found.* Correct `alerts`: no file of the commit matches `monitorng\/\*\*`\.$/
  expect(notices).toEqual([expect.stringMatching(says)])
})

test.each<[string, changes: Readonly<Record<string, string | null>>, dead: string]>([
  ['brings in a dead address', { 'monitoring/node.yml': rules({ OldNode: 'docs/node.md' }) }, 'OldNode'],
  ['removes what an address leads to', { 'docs/net/README.md': null }, 'NetDown']
])('a pull request that %s is red for it, and for no other', async (_, changes, dead) => {
  const { report, notices } = await propose(changes)
  expect(report).toMatchObject({
    success: false,
    firstLine: expect.stringContaining(`1 alert has an address that leads to no runbook: ${dead} (monitoring/`),
    nextStep: expect.stringContaining('Correct the address, or add the runbook.')
  })
  expect(notices.filter((notice) => notice.includes('at its address'))).toEqual([expect.stringContaining(dead)])
})

test('a pull request that brings in no dead address is green', async () => {
  expect(await propose({ 'docs/new.md': '# New\n' })).toMatchObject({ isGreen: true })
})

test('a rule file that cannot be fetched is a warning, because the runbooks have arrived', async () => {
  const source = world.branch.asSource()
  const contents = source.contents.bind(source)
  source.contents = (files, limit) => {
    if (files.some(({ path }) => path.startsWith('monitoring/'))) throw new Error('gone')
    return contents(files, limit)
  }
  world.branch.asSource = () => source
  const notices = expect.arrayContaining([expect.stringMatching(/^warning: Alerts were not looked at\. .*gone/)])
  expect(await world.run()).toMatchObject({ isGreen: true, notices })
})

test('a symbolic link among the rules is no problem, because the file behind it is read', async () => {
  const source = world.branch.asSource()
  const list = source.list.bind(source)
  source.list = async (...args) => {
    return { ...(await list(...args)), skipped: [{ path: 'monitoring/link.yml', reason: 'it is a symbolic link' }] }
  }
  world.branch.asSource = () => source
  const { notices, report } = await world.run()
  expect(report.alerts).toHaveLength(4)
  expect(notices.join()).not.toContain('Alerts of this file are not read')
})

test('patterns of alerts are checked before anything is sent', async () => {
  world.commit({ 'docs/new.md': '# New\n' })
  const { isGreen, report } = await world.run({ inputs: { alerts: 'monitoring/{a,b}/**' } })
  expect(isGreen).toBe(false)
  expect(report.firstLine).toContain('Input `alerts`')
  expect(world.entries).not.toHaveProperty('New')
})
