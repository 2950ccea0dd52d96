import { describe, expect, test } from '@jest/globals'
import type { ContractService } from '../support/contract-service.ts'
import {
  bodyOf,
  DOCUMENTED,
  entriesOf,
  expectQuiet,
  once,
  runbook,
  SPECIFIED,
  startContract,
  writesOf
} from './contract.ts'
import { startWorlds } from './worlds.ts'

// What people do to entries, and a run beside them, against each service that the two public pages allow.

const worldOf = await startWorlds()

const [DISK, DNS] = ['docs/disk.md', 'docs/dns.md']
const FIRST = { [DISK]: runbook('Disk full', 'First.'), [DNS]: runbook('DNS', 'First.') }
const SECOND = { [DISK]: runbook('Disk full', 'Second.') }
const ALERT = { trigger: 'alert', trigger_config: { match_patterns: ['disk'] } }

describe.each([...DOCUMENTED, ...SPECIFIED])('$mode', (options) => {
  test('new runbooks arrive, and a run after them has nothing to do', async () => {
    await using contract = await startContract(worldOf, options)
    const outcome = await contract.world.push(FIRST)
    expect(outcome).toMatchObject({ isGreen: true, outcomes: { [DISK]: 'upserted', [DNS]: 'upserted' } })
    expect(entriesOf(contract.service)).toEqual(['DNS (smart): First.', 'Disk full (smart): First.'])
    await expectQuiet(contract)
  })

  test('a change arrives in place', async () => {
    await using contract = await startContract(worldOf, options, FIRST)
    expect(await contract.world.push(SECOND)).toMatchObject({ isGreen: true })
    expect(entriesOf(contract.service)).toEqual(['DNS (smart): First.', 'Disk full (smart): Second.'])
    await expectQuiet(contract)
  })

  test('all of 45 entries of others are seen, also with a runbook at the end', async () => {
    await using contract = await startContract(worldOf, options)
    for (let at = 0; at < 45; at++) contract.service.add({ name: `Other ${at}`, text: 'By hand.' })
    expect(await contract.world.push(FIRST)).toMatchObject({ isGreen: true })
    await expectQuiet(contract)
    expect(contract.service.entries).toHaveLength(47)
  })

  test('an edit stays, and with another file it is a conflict', async () => {
    await using contract = await startContract(worldOf, options, FIRST)
    const { service, world } = contract
    service.change('Disk full', { text: service.of('Disk full').text.replace('First.', 'By Sam.') })
    expect(await world.run()).toMatchObject({ isGreen: true, outcomes: { [DISK]: 'kept' } })
    expect(await world.push(SECOND)).toMatchObject({ isGreen: false, outcomes: { [DISK]: 'refused' } })
    expect(writesOf(service)).toEqual([])
    expect(bodyOf(service.of('Disk full'))).toBe('By Sam.')
  })
})

/** What a person does to the entry “Disk full”, which leaves its text as it is. */
const PEOPLE: readonly {
  readonly what: string
  readonly before?: (service: ContractService) => void
  readonly act: (service: ContractService) => void
  readonly keeps: object
}[] = [
  { what: 'binds it to an alert', act: (service) => void service.change('Disk full', ALERT), keeps: ALERT },
  {
    what: 'binds it to a service',
    act: (service) => void service.change('Disk full', { trigger: 'service', trigger_config: { service_id: 'svc-1' } }),
    keeps: { trigger: 'service', trigger_config: { service_id: 'svc-1' } }
  },
  {
    what: 'lets the assistant always use it, in one application',
    act: (service) => void service.change('Disk full', { trigger: 'always', trigger_config: { application_id: 'a' } }),
    keeps: { trigger: 'always', trigger_config: { application_id: 'a' } }
  },
  {
    what: 'takes its binding away',
    before: (service) => void service.change('Disk full', ALERT),
    act: (service) => void service.change('Disk full', { trigger: 'smart', trigger_config: {} }),
    keeps: { trigger: 'smart', trigger_config: {} }
  },
  {
    what: 'labels and describes it',
    act: (service) =>
      void service.change('Disk full', { labels: { team: 'sre' }, description: 'Short.', metadata: { a: 1 } }),
    keeps: { labels: { team: 'sre' }, description: 'Short.', metadata: { a: 1 } }
  },
  {
    what: 'gives it the other type',
    act: (service) => void service.change('Disk full', { type: 'default' }),
    keeps: { type: 'default' }
  }
]

describe.each(DOCUMENTED)('people, $mode', (options) => {
  test.each(PEOPLE)('somebody $what: the next text arrives in place', async ({ before, act, keeps }) => {
    await using contract = await startContract(worldOf, options, FIRST)
    const { service, world } = contract
    before?.(service)
    act(service)
    const { id } = service.of('Disk full')
    await expectQuiet(contract)
    expect(await world.push(SECOND)).toMatchObject({ isGreen: true, outcomes: { [DISK]: 'upserted' } })
    expect(service.entries).toHaveLength(2)
    expect(service.of(id)).toMatchObject({ name: 'Disk full', ...keeps })
    expect(bodyOf(service.of(id))).toBe('Second.')
    await expectQuiet(contract)
  })

  test('somebody copies it and binds the copy: both get the next text', async () => {
    await using contract = await startContract(worldOf, options, FIRST)
    const { service, world } = contract
    service.copy('Disk full', ALERT)
    expect(await world.push(SECOND)).toMatchObject({ isGreen: true })
    expect(entriesOf(service)).toEqual([
      'DNS (smart): First.',
      'Disk full (alert): Second.',
      'Disk full (smart): Second.'
    ])
    await expectQuiet(contract)
  })

  test('somebody gives it another name: a new entry, and the renamed one stays theirs', async () => {
    await using contract = await startContract(worldOf, options, FIRST)
    const { service, world } = contract
    service.change('Disk full', { name: 'Disk is full' })
    const outcome = await world.push(SECOND)
    expect(outcome).toMatchObject({ isGreen: true, outcomes: { [DISK]: 'upserted', '“Disk is full”': 'orphaned' } })
    expect(entriesOf(service)).toEqual([
      'DNS (smart): First.',
      'Disk full (smart): Second.',
      'Disk is full (smart): First.'
    ])
    await expectQuiet(contract)
  })

  test('somebody deletes it: it comes again', async () => {
    await using contract = await startContract(worldOf, options, FIRST)
    contract.service.delete('Disk full')
    expect(await contract.world.push(SECOND)).toMatchObject({ isGreen: true })
    expect(entriesOf(contract.service)).toEqual(['DNS (smart): First.', 'Disk full (smart): Second.'])
    await expectQuiet(contract)
  })
})

describe.each(DOCUMENTED.filter(({ noUpdate }) => noUpdate === undefined))('during a run, $mode', (options) => {
  test.each(PEOPLE.filter(({ what }) => !what.includes('type')))(
    'somebody $what before the update: it arrives in place',
    async ({ before, act, keeps }) => {
      await using contract = await startContract(worldOf, options, FIRST)
      const { service, world } = contract
      before?.(service)
      const { id } = service.of('Disk full')
      once(service, 'update', () => {
        act(service)
      })
      expect(await world.push(SECOND)).toMatchObject({ isGreen: true })
      expect(service.entries).toHaveLength(2)
      expect(service.of(id)).toMatchObject(keeps)
      expect(bodyOf(service.of(id))).toBe('Second.')
      await expectQuiet(contract)
    }
  )

  test('somebody copies it: nobody is accused, and both have the text in the end', async () => {
    await using contract = await startContract(worldOf, options, FIRST)
    const { service, world } = contract
    once(service, 'update', () => service.copy('Disk full', ALERT))
    const outcome = await world.push(SECOND)
    expect(outcome).toMatchObject({ isGreen: true, ended: undefined })
    expect(entriesOf(service)).toEqual([
      'DNS (smart): First.',
      'Disk full (alert): Second.',
      'Disk full (smart): Second.'
    ])
    await expectQuiet(contract)
  })

  test('somebody deletes a bound one: it comes again, with its binding', async () => {
    await using contract = await startContract(worldOf, options, FIRST)
    const { service, world } = contract
    service.change('Disk full', { ...ALERT, labels: { team: 'sre' } })
    once(service, 'update', () => {
      service.delete('Disk full')
    })
    expect(await world.push(SECOND)).toMatchObject({ isGreen: true })
    expect(service.of('Disk full')).toMatchObject({ ...ALERT, labels: { team: 'sre' } })
    await expectQuiet(contract)
  })

  test('somebody renames it: if the run is green, the text is under the name', async () => {
    await using contract = await startContract(worldOf, options, FIRST)
    const { service, world } = contract
    once(service, 'update', () => {
      service.change('Disk full', { name: 'Disk is full' })
    })
    const { isGreen } = await world.push(SECOND)
    if (isGreen) expect(entriesOf(service)).toContain('Disk full (smart): Second.')
    expect((await world.run()).isGreen).toBe(true)
    expect(entriesOf(service)).toContain('Disk full (smart): Second.')
  })
})
