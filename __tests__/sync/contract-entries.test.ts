import { describe, expect, test } from '@jest/globals'
import type { ContractOptions } from '../support/contract-service.ts'
import { ALERT, contractWorlds, many, runbook, type ContractWorld } from './contract.ts'
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

  test('a copy of an older text is brought up to date although the other one is current', async () => {
    await using contract = await startContract({}, FIRST)
    const { text } = contract.service.of(1)
    await contract.push(SECOND)
    contract.service.copy('Disk full', { ...ALERT, text })
    expect(await contract.run()).toMatchObject({ isGreen: true })
    expect(contract.entries).toEqual(['Disk full (alert): Second.', 'Disk full (smart): Second.'])
  })

  test.each<{ name: string; onto: 'push' | 'run'; outcome: string; isGreen: boolean }>([
    { name: 'an edited one is kept, and nothing is sent', onto: 'run', outcome: 'kept', isGreen: true },
    {
      name: 'with another file it is a conflict, and nothing is sent',
      onto: 'push',
      outcome: 'refused',
      isGreen: false
    }
  ])('$name', async ({ onto, outcome, isGreen }) => {
    await using contract = await startContract({ strict: true }, FIRST)
    const text = `${contract.service.of(1).text}\nBy Sam.\n`
    contract.service.copy('Disk full', { ...ALERT, text })
    const result = onto === 'push' ? await contract.push(SECOND) : await contract.run()
    expect(result).toMatchObject({ isGreen, outcomes: { [DISK]: outcome } })
    expect(contract.writes).toEqual([])
  })

  test('one by hand with another trigger does not count beside ours', async () => {
    await using contract = await startContract({ strict: true }, FIRST)
    contract.service.add({ name: 'Disk full', text: 'By hand.', ...ALERT })
    expect(await contract.push(SECOND)).toMatchObject({ isGreen: true, outcomes: { [DISK]: 'upserted' } })
    expect(contract.entries).toEqual(['Disk full (alert): By hand.', 'Disk full (smart): Second.'])
  })

  test('one by hand with another trigger counts if none is ours', async () => {
    await using contract = await startContract({ strict: true })
    contract.service.add({ name: 'Disk full', text: 'By hand.', ...ALERT })
    expect(await contract.push(SECOND)).toMatchObject({ isGreen: false, outcomes: { [DISK]: 'refused' } })
    expect(contract.entries).toEqual(['Disk full (alert): By hand.'])
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

  test.each(['exact', 'with another trigger'])('a person copies an entry while it is updated: %s', async (how) => {
    await using contract = await startContract({ strict: true }, FIRST)
    contract.once('update', () => contract.service.copy('Disk full', how === 'exact' ? {} : ALERT))
    const outcome = await contract.push(SECOND)
    expect(outcome.ended).toBeUndefined()
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
    { name: 'by update, if unknown fields are refused', options: { forbid: true } },
    { name: 'by update, if the list adds keys', options: { nullKeys: true } },
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

  test('a file that moved with its content takes its entry along', async () => {
    await using contract = await startContract({ strict: true }, FIRST, { 'entry-name': '{path}' })
    contract.service.change(DISK, BOUND)
    expect(await contract.push({ [DISK]: null, 'docs/moved.md': runbook('Disk full', 'First.') })).toMatchObject({
      isGreen: true
    })
    expect(contract.service.entries).toMatchObject([{ name: 'docs/moved.md', ...BOUND }])
    await contract.expectQuiet()
  })

  /** The old entry stays as it is, and there is a new one. */
  test.each<{ name: string; options?: ContractOptions; prepare?: (contract: ContractWorld) => void; leaves: string }>([
    {
      name: 'the entry is edited',
      prepare: ({ service }) => {
        service.change('Disk full', { text: `${service.of('Disk full').text}\nBy Sam.\n` })
      },
      leaves: 'Disk full (smart): First.\n\nBy Sam.'
    },
    {
      name: 'a copy of it is edited',
      prepare: ({ service }) => {
        service.copy('Disk full', { ...ALERT, text: `${service.of('Disk full').text}\nBy Sam.\n` })
      },
      leaves: 'Disk full (smart): First.'
    },
    { name: 'there is no update', options: { noUpdate: 404 }, leaves: 'Disk full (smart): First.' },
    {
      name: 'there is no update, in codes',
      options: { noUpdate: 405, codes: true },
      leaves: 'Disk full (smart): First.'
    },
    { name: 'the name cannot be changed', options: { noRename: true }, leaves: 'Disk full (smart): First.' }
  ])('an orphan and a new entry: $name', async ({ options = {}, prepare, leaves }) => {
    await using contract = await startContract({ strict: true, ...options }, FIRST)
    prepare?.(contract)
    const outcome = await contract.push(RETITLED)
    expect(outcome.outcomes).toMatchObject({ [DISK]: 'upserted', '“Disk full”': 'orphaned' })
    expect(contract.entries).toEqual(expect.arrayContaining([leaves, 'Disk is full (smart): Second.']))
    await contract.expectQuiet()
  })

  test('an orphan each and a new entry: two entries lead to it', async () => {
    await using contract = await startContract({ strict: true, noUpdate: 404 }, FIRST)
    await contract.push({ [DISK]: runbook('Disk nearly full', 'First.') })
    contract.service.options = { strict: true }
    expect(await contract.push(RETITLED)).toMatchObject({
      isGreen: true,
      outcomes: { [DISK]: 'upserted', '“Disk full”': 'orphaned', '“Disk nearly full”': 'orphaned' }
    })
    expect(contract.entries).toEqual([
      'Disk full (smart): First.',
      'Disk is full (smart): Second.',
      'Disk nearly full (smart): First.'
    ])
    await contract.expectQuiet()
  })

  test('a bound entry without update: the new one has its binding', async () => {
    await using contract = await startContract({ strict: true, noUpdate: 404 }, FIRST)
    contract.service.change('Disk full', BOUND)
    expect(await contract.push(RETITLED)).toMatchObject({ isGreen: true })
    expect(contract.service.of('Disk is full')).toMatchObject(BOUND)
    expect(contract.entries).toEqual(['Disk full (alert): First.', 'Disk is full (alert): Second.'])
  })

  test('the list has something under the new name: that one decides', async () => {
    await using contract = await startContract({ strict: true }, FIRST)
    contract.service.add({ name: 'Disk is full', text: 'By hand.' })
    expect(await contract.push(RETITLED)).toMatchObject({ isGreen: false, outcomes: { [DISK]: 'refused' } })
    expect(contract.entries).toEqual(['Disk full (smart): First.', 'Disk is full (smart): By hand.'])
  })

  test('another runbook has the old name now: it keeps the entry', async () => {
    await using contract = await startContract({ strict: true }, FIRST)
    const swapped = { [DISK]: runbook('Disk is full', 'Second.'), [DNS]: runbook('Disk full', 'Other.') }
    expect(await contract.push(swapped)).toMatchObject({ isGreen: true })
    expect(contract.entries).toEqual(['Disk full (smart): Other.', 'Disk is full (smart): Second.'])
  })
})
