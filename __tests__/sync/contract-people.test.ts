import { describe, expect, test } from '@jest/globals'
import type { ContractEntry, ContractService } from '../support/contract-service.ts'
import { ALERT, bodyOf, contractWorlds, DOCUMENTED, runbook, SERVICE, SPECIFIED } from './contract.ts'
import { startWorlds } from './worlds.ts'

// What people do to entries before and during a run, with each service that the two public pages allow.

const startContract = contractWorlds(await startWorlds())

const [DISK, DNS] = ['docs/disk.md', 'docs/dns.md']
const FIRST = { [DISK]: runbook('Disk full', 'First.'), [DNS]: runbook('DNS', 'First.') }
const SECOND = { [DISK]: runbook('Disk full', 'Second.') }

describe.each([...DOCUMENTED, ...SPECIFIED])('$mode', (options) => {
  test('new runbooks arrive beside 25 entries of others, a change arrives in place, and then nothing is to do', async () => {
    await using contract = await startContract(options)
    for (let at = 0; at < 25; at++) contract.service.add({ name: `Other ${at}`, text: 'By hand.' })
    const outcome = await contract.push(FIRST)
    expect(outcome).toMatchObject({ isGreen: true, outcomes: { [DISK]: 'upserted', [DNS]: 'upserted' } })
    expect(await contract.push(SECOND)).toMatchObject({ isGreen: true, outcomes: { [DISK]: 'upserted' } })
    expect(contract.entries.slice(0, 3)).toEqual([
      'DNS (smart): First.',
      'Disk full (smart): Second.',
      'Other 0 (smart): By hand.'
    ])
    expect(contract.service.entries).toHaveLength(27)
    await contract.expectQuiet()
  })

  test('an edit stays, and with another file it is a conflict', async () => {
    await using contract = await startContract(options, FIRST)
    const { service } = contract
    service.change('Disk full', { text: service.of('Disk full').text.replace('First.', 'By Sam.') })
    expect(await contract.run()).toMatchObject({ isGreen: true, outcomes: { [DISK]: 'kept' } })
    expect(await contract.push(SECOND)).toMatchObject({ isGreen: false, outcomes: { [DISK]: 'refused' } })
    expect(contract.writes).toEqual([])
    expect(bodyOf(service.of('Disk full'))).toBe('By Sam.')
  })
})

/** What people do to an entry, which leaves its text as it is, by a title that says it. */
const KINDS: Readonly<Record<string, Partial<ContractEntry>>> = {
  'Bound to an alert': ALERT,
  'Bound to a service': SERVICE,
  'Always, in one application': { trigger: 'always', trigger_config: { application_id: 'app-1' } },
  'Labelled and described': { labels: { team: 'sre' }, description: 'Short.', metadata: { origin: 'a review' } },
  'Of the other type': { type: 'default' },
  'Left alone': {}
}

const runbooks = (titles: readonly string[], text: string): Readonly<Record<string, string>> => {
  return Object.fromEntries(titles.map((title) => [`docs/${title}.md`, runbook(title, text)]))
}

function changeAll(service: ContractService): void {
  for (const [title, fields] of Object.entries(KINDS)) service.change(title, fields)
}

/** What there is of the fields that people change. */
function stateOf({ entries }: ContractService): Readonly<Record<string, object>> {
  const states = entries.map((entry) => {
    const { id, name, type, trigger, trigger_config, labels, description, metadata } = entry
    return [name, { id, type, trigger, trigger_config, labels, description, metadata, text: bodyOf(entry) }] as const
  })
  return Object.fromEntries(states)
}

function withText(states: Readonly<Record<string, object>>, text: string): Readonly<Record<string, object>> {
  return Object.fromEntries(
    Object.entries(states).map(([title, state]) => {
      // What a person has described stays; ours is the first paragraph.
      const isOurs = KINDS[title]?.description === undefined
      return [title, { ...state, text, ...(isOurs && { description: text }) }]
    })
  )
}

describe.each(DOCUMENTED)('people, $mode', (options) => {
  test('somebody binds, labels and describes entries, or changes the type: the next texts arrive in place', async () => {
    await using contract = await startContract(options, runbooks(Object.keys(KINDS), 'First.'))
    changeAll(contract.service)
    const before = stateOf(contract.service)
    await contract.expectQuiet()
    expect(await contract.push(runbooks(Object.keys(KINDS), 'Second.'))).toMatchObject({ isGreen: true })
    expect(contract.service.entries).toHaveLength(6)
    expect(stateOf(contract.service)).toEqual(withText(before, 'Second.'))
    await contract.expectQuiet()
  })

  test('somebody unbinds, copies, renames and deletes entries: all that is ours gets the next text', async () => {
    const titles = ['Bound no more', 'Copied', 'Renamed', 'Deleted']
    await using contract = await startContract(options, runbooks(titles, 'First.'))
    const { service } = contract
    service.change('Bound no more', ALERT)
    expect(await contract.push(runbooks(['Bound no more'], 'Bound.'))).toMatchObject({ isGreen: true })
    service.change('Bound no more', { trigger: 'smart', trigger_config: {} })
    service.copy('Copied', ALERT)
    service.change('Renamed', { name: 'By Sam' })
    service.delete('Deleted')
    expect(await contract.push(runbooks(titles, 'Second.'))).toMatchObject({ isGreen: true })
    expect(contract.entries).toEqual([
      'Bound no more (smart): Second.',
      'By Sam (smart): First.',
      'Copied (alert): Second.',
      'Copied (smart): Second.',
      'Deleted (smart): Second.',
      'Renamed (smart): Second.'
    ])
    await contract.expectQuiet()
  })
})

const UPDATING = DOCUMENTED.filter(({ noUpdate }) => noUpdate === undefined)

describe.each(UPDATING)('during a run, $mode', (options) => {
  test('somebody copies an entry: nobody is accused, and the next run brings the copy up to date', async () => {
    await using contract = await startContract(options, FIRST)
    contract.once('update', () => contract.service.copy('Disk full', ALERT))
    expect(await contract.push(SECOND)).toMatchObject({ isGreen: true, ended: undefined })
    expect(await contract.run()).toMatchObject({ isGreen: true })
    expect(contract.entries).toEqual([
      'DNS (smart): First.',
      'Disk full (alert): Second.',
      'Disk full (smart): Second.'
    ])
    await contract.expectQuiet()
  })

  test('somebody renames an entry: a green run has shown the text under the name of the runbook', async () => {
    await using contract = await startContract(options, FIRST)
    contract.once('update', () => {
      contract.service.change('Disk full', { name: 'By Sam' })
    })
    const { isGreen } = await contract.push(SECOND)
    expect(isGreen).toBe(contract.entries.includes('Disk full (smart): Second.'))
    expect(await contract.run()).toMatchObject({ isGreen: true })
    expect(contract.entries).toContain('Disk full (smart): Second.')
  })
})

test.each(UPDATING.filter(({ plainUpsert }) => !plainUpsert))(
  'during a run, $mode: somebody deletes a bound entry, and it comes again with its binding',
  async (options) => {
    await using contract = await startContract(options, FIRST)
    const { service } = contract
    service.change('Disk full', { ...ALERT, labels: { team: 'sre' } })
    contract.once('update', () => {
      service.delete('Disk full')
    })
    expect(await contract.push(SECOND)).toMatchObject({ isGreen: true })
    expect(service.of('Disk full')).toMatchObject({ ...ALERT, labels: { team: 'sre' } })
    await contract.expectQuiet()
  }
)
