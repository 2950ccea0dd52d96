import { describe, expect, test } from '@jest/globals'
import type { ContractOptions } from '../support/contract-service.ts'
import { ALERT, contractWorlds, many, runbook, type ContractWorld } from './contract.ts'
import { startWorlds } from './worlds.ts'

// What is sent to the documented service, to that of the specification, and what becomes of their answers.

const startContract = contractWorlds(await startWorlds())

const [DISK, DNS] = ['docs/disk.md', 'docs/dns.md']
const FIRST = { [DISK]: runbook('Disk full', 'First.') }
const SECOND = { [DISK]: runbook('Disk full', 'Second.') }
const TWO = { ...FIRST, [DNS]: runbook('DNS', 'First.') }
const TEXT = expect.stringContaining('Second.')

const NESTED = { page: { page_no: 1, page_size: 100 }, context_visible_only: false }
const FLAT = { page_num: 1, page_size: 100 }
const SORTED = { ...NESTED, sort: { order_by: 'created_at', order: 'asc' } }
const BOTH = { ...FLAT, ...SORTED }

test.each<{ name: string; options: ContractOptions; asks: readonly object[] }>([
  { name: 'both are taken', options: {}, asks: [BOTH] },
  { name: 'unknown fields are refused', options: { forbid: true }, asks: [BOTH, SORTED] },
  { name: 'only the flat one is known', options: { plain: true, forbid: true }, asks: [BOTH, SORTED, NESTED, FLAT] }
])('the form of the list: $name; what was accepted stays for the run', async ({ options, asks }) => {
  await using contract = await startContract(options, TWO)
  await contract.push(SECOND)
  const asked = contract.service.bodiesOf('list').filter((body) => {
    return ((body['page'] as { page_no: number } | undefined)?.page_no ?? body['page_num']) === 1
  })
  expect(asked.slice(0, asks.length)).toEqual(asks)
  for (const later of asked.slice(asks.length)) expect(later).toEqual(asks.at(-1))
})

describe('workspaces', () => {
  test.each<{ name: string; other: string | null; of: string; isGreen: boolean }>([
    { name: 'a runbook has entries in two: the run stops', of: 'Disk full', other: 'wks-2', isGreen: false },
    { name: 'null is none', of: 'Disk full', other: null, isGreen: true },
    { name: 'an entry that is nothing of ours does not count', of: 'Other', other: 'wks-2', isGreen: true }
  ])('$name', async ({ other, of, isGreen }) => {
    await using contract = await startContract({ strict: true }, FIRST)
    contract.service.add({ name: of, text: 'By hand.', ...ALERT, workspace_id: other })
    const outcome = await contract.push(SECOND)
    expect(outcome.isGreen).toBe(isGreen)
    if (isGreen) return
    expect(outcome.report.firstLine).toMatch(/workspaces/)
    expect(contract.writes).toEqual([])
  })

  test('an orphan with our line in the other one counts', async () => {
    await using contract = await startContract({}, TWO)
    contract.service.copy('DNS', { name: 'DNS of old', workspace_id: 'wks-2' })
    expect(await contract.push(SECOND)).toMatchObject({ isGreen: false, ended: { kind: 'stopped' } })
    expect(contract.writes).toEqual([])
  })
})

test('rows have ids, and nothing but the specification’s upsert is taken', async () => {
  await using contract = await startContract({ plainUpsert: true, noUpdate: 405, forbid: true }, TWO)
  const second = { ...SECOND, [DNS]: runbook('DNS', 'Second.') }
  expect(await contract.push(second)).toMatchObject({ isGreen: true })
  expect(contract.entries).toEqual(['DNS (smart): Second.', 'Disk full (smart): Second.'])
  // The one that goes first finds out for both.
  expect(contract.writes.filter(({ path }) => path === 'update').length).toBeLessThanOrEqual(2)
  expect(contract.writes.slice(-1)).toMatchObject([{ path: 'upsert', body: { content: TEXT } }])
  await contract.expectQuiet()
})

describe('a list without texts', () => {
  const asked = ({ service }: ContractWorld) => service.requests.filter(({ path }) => /^\d+$/.test(path))

  test('GET shows them, of runbooks alone: an edit stays, and nothing else is written', async () => {
    await using contract = await startContract({ strict: true, idsOnly: 'get' }, many(5, 'First.'))
    const { service } = contract
    service.add({ name: 'Other', text: 'By hand.' })
    service.change('Runbook 3', { text: `${service.of('Runbook 3').text}\nBy Sam.\n` })
    expect(await contract.run()).toMatchObject({ isGreen: true, outcomes: { 'docs/r3.md': 'kept' } })
    expect(contract.writes).toEqual([])
    expect(
      asked(contract)
        .map(({ path }) => path)
        .sort()
    ).toEqual(['1', '2', '3', '4', '5'])
  })

  test('GET shows them, of all entries while a runbook has none: a new title keeps its entry', async () => {
    await using contract = await startContract({ strict: true, idsOnly: 'get' }, FIRST)
    const { service } = contract
    service.add({ name: 'By hand', text: 'By hand.' })
    service.add({ name: 'Empty', text: '' })
    service.change('Disk full', ALERT)
    expect(await contract.push({ [DISK]: runbook('Disk is full', 'Second.') })).toMatchObject({ isGreen: true })
    expect(contract.entries.filter((entry) => entry.startsWith('Disk'))).toEqual(['Disk is full (alert): Second.'])
    const others = service.entries.filter(({ name }) => name === 'By hand' || name === 'Empty').map(({ id }) => id)
    const count = asked(contract).filter(({ path }) => others.includes(Number(path))).length
    expect(count).toBe(2)
  })
})

describe('an entry whose text cannot be read', () => {
  test('is a person’s: nothing is sent, and with `replace` all that the list shows is saved, and it becomes a document', async () => {
    await using contract = await startContract({ strict: true }, TWO)
    contract.service.change('Disk full', { type: 'topology' })
    expect(await contract.push(SECOND)).toMatchObject({ isGreen: false, outcomes: { [DISK]: 'refused' } })
    const { report } = await contract.run()
    expect(report.runbooks[0]?.reason).toBe(
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
    const outcome = await contract.push(SECOND)
    expect(outcome).toMatchObject({ isGreen: true, outcomes: { [DISK]: 'upserted', [DNS]: 'upserted' } })
    expect(outcome.notices.join()).not.toContain('The list shows no texts')
    expect(outcome.notices).toContainEqual(expect.stringContaining('Edits in the assistant are not seen in 2 entries'))
  })
})
