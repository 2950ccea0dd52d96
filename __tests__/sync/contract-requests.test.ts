import { describe, expect, test } from '@jest/globals'
import { ALERT, contractWorlds, DISK, disk, DNS, TWO } from './contract.ts'
import { startWorlds } from './worlds.ts'

// What only the rows of the documented list show: workspaces, and types without a text.

const startContract = contractWorlds(await startWorlds())
const TEXT = expect.stringContaining('Second.')

test.each<{ name: string; other: string | null; of: string; isGreen: boolean }>([
  { name: 'a runbook has entries in two', of: 'Disk full', other: 'wks-2', isGreen: false },
  { name: 'an orphan with our line is in the other one', of: 'DNS of old', other: 'wks-2', isGreen: false },
  { name: 'null is none', of: 'Disk full', other: null, isGreen: true },
  { name: 'an entry that is nothing of ours does not count', of: 'Other', other: 'wks-2', isGreen: true }
])('entries of two workspaces stop a run: $name', async ({ other, of, isGreen }) => {
  await using contract = await startContract({ strict: true }, TWO)
  const entry = { name: of, ...ALERT, workspace_id: other }
  if (of === 'DNS of old') contract.service.copy('DNS', entry)
  else contract.service.add({ ...entry, text: 'By hand.' })
  const outcome = await contract.push(disk('Second.'))
  const says = expect.stringMatching(isGreen ? /^1 runbook/ : /workspaces/)
  expect(outcome).toMatchObject({ isGreen, report: { firstLine: says } })
  expect(contract.writes).toHaveLength(isGreen ? 1 : 0)
})

describe('an entry whose text cannot be read', () => {
  test('is a person’s: nothing is sent, and with `replace` all that the list shows is saved, and it becomes a document', async () => {
    await using contract = await startContract({ strict: true }, TWO)
    contract.service.change('Disk full', { type: 'topology' })
    const outcome = await contract.push(disk('Second.'))
    expect(outcome).toMatchObject({ isGreen: false, outcomes: { [DISK]: 'refused' } })
    expect(outcome.report.runbooks[0]?.reason).toBe(
      'The list shows no text of its entry, which has the type `topology`, so a person may have written it.'
    )
    expect(contract.writes).toEqual([])
    const replaced = await contract.run({ inputs: { 'on-conflict': 'replace' } })
    expect(replaced).toMatchObject({ isGreen: true, outcomes: { [DISK]: 'upserted' } })
    expect(JSON.parse(`{${replaced.saved[0] ?? ''}`)).toMatchObject({ data: { nodes: [{ id: 'a' }] } })
    expect(contract.service.of('Disk full')).toMatchObject({ type: 'document', text: TEXT })
    await contract.expectQuiet()
  })

  test('is sent if none of its type has one, although others have', async () => {
    await using contract = await startContract({ strict: true, idsOnly: 'never' }, TWO)
    contract.service.add({ name: 'By hand', type: 'default', text: 'By hand.' })
    const { outcomes, notices } = await contract.push(disk('Second.'))
    expect(outcomes).toEqual({ [DISK]: 'upserted', [DNS]: 'upserted' })
    expect(notices.join()).not.toContain('The list shows no texts')
    expect(notices).toContainEqual(expect.stringContaining('Edits in the assistant are not seen in 2 entries'))
  })
})
