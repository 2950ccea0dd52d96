import { describe, expect, test } from '@jest/globals'
import type { ContractOptions } from '../support/contract-service.ts'
import { ALERT, contractWorlds, many, runbook } from './contract.ts'
import { startWorlds } from './worlds.ts'

// What becomes of entries that share a name, are copied, emptied or get a new title.

const startContract = contractWorlds(await startWorlds())

const [DISK, DNS] = ['docs/disk.md', 'docs/dns.md']
const FIRST = { [DISK]: runbook('Disk full', 'First.') }
const SECOND = { [DISK]: runbook('Disk full', 'Second.') }
const TWO = { ...FIRST, [DNS]: runbook('DNS', 'First.') }
describe('several entries of one name', () => {
  test('a current one does not hide an old one with another trigger', async () => {
    await using contract = await startContract({}, FIRST)
    const old = contract.service.copy('Disk full', ALERT)
    expect(await contract.push(SECOND)).toMatchObject({ isGreen: true })
    contract.service.change(old.id, { text: contract.service.of(1).text })
    expect(await contract.push({ [DISK]: runbook('Disk full', 'Third.') })).toMatchObject({ isGreen: true })
    expect(contract.entries).toEqual(['Disk full (alert): Third.', 'Disk full (smart): Third.'])
  })

  test('a run is not green while one of those that it has sent shows the text before', async () => {
    await using contract = await startContract({ strict: true }, FIRST)
    const { service } = contract
    const bound = service.copy('Disk full', ALERT)
    const before = bound.text
    service.beforeRequest = (_nth, path) => {
      // Its update is accepted, and not stored.
      if (path === 'list') service.change(bound.id, { text: before })
      return undefined
    }
    expect(await contract.push(SECOND)).toMatchObject({ isGreen: false, outcomes: { [DISK]: 'failed' } })
  })
})

describe('copies', () => {
  test.each<{ name: string; options: ContractOptions }>([
    { name: 'an upsert with a trigger', options: { multiplies: true, noUpdate: 404 } },
    { name: 'an upsert of name and content', options: { multiplies: true, plain: true } }
  ])('$name makes a second entry: the run ends, and sends nothing more', async ({ options }) => {
    await using contract = await startContract(options, many(5, 'First.'))
    expect(await contract.push(many(5, 'Second.'))).toMatchObject({ isGreen: false, ended: { kind: 'copies' } })
    expect(contract.service.entries).toHaveLength(6)
  })

  test('a person gives another entry the name that an upsert sends', async () => {
    await using contract = await startContract({ strict: true, noUpdate: 404 }, FIRST)
    contract.service.add({ name: 'Other', text: 'By hand.', ...ALERT })
    contract.once('upsert', () => {
      contract.service.change('Other', { name: 'Disk full' })
    })
    const outcome = await contract.push(SECOND)
    expect(outcome.ended).toBeUndefined()
    expect(contract.entries).toEqual(['Disk full (alert): By hand.', 'Disk full (smart): Second.'])
  })

  test('an entry that gets a new name under which a person makes another one is no copy', async () => {
    await using contract = await startContract({ strict: true }, FIRST)
    contract.once('update', () =>
      contract.service.copy('Disk full', { name: 'Disk is full', text: 'By hand.', ...ALERT })
    )
    const outcome = await contract.push({ [DISK]: runbook('Disk is full', 'Second.') })
    expect(outcome.ended).toBeUndefined()
    expect(contract.entries).toContain('Disk is full (smart): Second.')
  })
})

test('labels and a binding that somebody changes during a run are theirs', async () => {
  await using contract = await startContract({}, TWO)
  contract.service.change('DNS', { labels: { team: 'sre' } })
  contract.once('update', () => {
    contract.service.change('DNS', { labels: { team: 'network' }, ...ALERT })
  })
  expect(await contract.push({ ...SECOND, [DNS]: runbook('DNS', 'Second.') })).toMatchObject({ isGreen: true })
  expect(contract.entries).toEqual(['DNS (alert): Second.', 'Disk full (smart): Second.'])
})

describe('a new title', () => {
  const RETITLED = { [DISK]: runbook('Disk is full', 'Second.') }
  const BOUND = { ...ALERT, labels: { team: 'sre' }, description: 'Short.' }

  test.each<{ name: string; options: ContractOptions }>([
    { name: 'by update', options: { strict: true } },
    { name: 'by update, with a lag', options: { lag: 2 } }
  ])('its entry keeps id and binding: $name', async ({ options }) => {
    await using contract = await startContract(options, TWO)
    contract.service.change('Disk full', BOUND)
    const { id } = contract.service.of('Disk full')
    expect(await contract.push(RETITLED)).toMatchObject({ isGreen: true, outcomes: { [DISK]: 'upserted' } })
    expect(contract.service.entries).toHaveLength(2)
    expect(contract.service.of(id)).toMatchObject({ name: 'Disk is full', ...BOUND })
    expect(contract.writes).toMatchObject([{ path: 'update', body: { id, name: 'Disk is full', data: {} } }])
    await contract.expectQuiet()
  })

  test('all untouched entries of the old name go along', async () => {
    await using contract = await startContract({ strict: true }, TWO)
    contract.service.copy('Disk full', ALERT)
    expect(await contract.push(RETITLED)).toMatchObject({ isGreen: true })
    expect(contract.entries).toEqual([
      'DNS (smart): First.',
      'Disk is full (alert): Second.',
      'Disk is full (smart): Second.'
    ])
    await contract.expectQuiet()
  })

  /** The old entry stays as it is, and there is a new one. */
  test.each<{ name: string; options: ContractOptions }>([
    { name: 'there is no update', options: { noUpdate: 404 } },
    { name: 'the name cannot be changed', options: { noRename: true } }
  ])('an orphan and a new entry: $name', async ({ options }) => {
    await using contract = await startContract({ strict: true, ...options }, FIRST)
    const outcome = await contract.push(RETITLED)
    expect(outcome.outcomes).toMatchObject({ [DISK]: 'upserted', '“Disk full”': 'orphaned' })
    expect(contract.entries).toEqual(
      expect.arrayContaining(['Disk full (smart): First.', 'Disk is full (smart): Second.'])
    )
    await contract.expectQuiet()
  })

  test('a bound entry without update: the new one has its binding', async () => {
    await using contract = await startContract({ strict: true, noUpdate: 404 }, FIRST)
    contract.service.change('Disk full', BOUND)
    expect(await contract.push(RETITLED)).toMatchObject({ isGreen: true })
    expect(contract.service.of('Disk is full')).toMatchObject(BOUND)
    expect(contract.entries).toEqual(['Disk full (alert): First.', 'Disk is full (alert): Second.'])
  })
})
