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
  const disk = { [DISK]: '# Disk\n', 'monitoring/disk.yml': rules({ DiskFull: DISK, OldDisk: 'docs/gone.md' }) }
  await world.push({ ...net, ...disk })
})

/** A pull request with these files. */
async function propose(changes: Readonly<Record<string, string | null>>): Promise<Outcome> {
  const parent = world.branch.head
  world.commit(changes)
  return world.run({ job: { trigger: { kind: 'proposal', what: 'a merge group', parent, into: 'main' } } })
}

test('a sync names each dead address, and is green', async () => {
  const { isGreen, report } = await world.run()
  expect(report.alerts.map(({ alert, state }) => `${alert}: ${state}`)).toEqual([
    'DiskFull: runbook',
    'OldDisk: dead',
    'NetDown: runbook'
  ])
  expect(isGreen).toBe(true)
})

test('no rule file is a warning', async () => {
  const { notices } = await world.run({ inputs: { alerts: 'monitorng/**' } })
  expect(notices).toEqual([expect.stringMatching(/^warning: No rule file was found.* Correct `alerts`\.$/)])
})

test.each<{ what: string; changes: Readonly<Record<string, string | null>>; dead: RegExp | undefined }>([
  {
    what: 'brings in a dead address: red for it, and for no other',
    changes: { 'monitoring/node.yml': rules({ OldNode: 'docs/node.md' }) },
    dead: /^1 alert has an address that leads to no runbook: OldNode \(/
  },
  {
    what: 'removes what an address leads to: red',
    changes: { 'docs/net/README.md': null },
    dead: /^1 alert .*: NetDown \(/
  },
  { what: 'brings in none: green', changes: { 'docs/new.md': '# New\n' }, dead: undefined }
])('a pull request that $what', async ({ changes, dead }) => {
  const { report } = await propose(changes)
  const firstLine = expect.stringMatching(dead ?? /^A sync would send 1 runbook\.$/)
  expect(report).toMatchObject({ success: dead === undefined, firstLine })
})
