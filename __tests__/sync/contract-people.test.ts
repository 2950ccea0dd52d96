import { describe, expect, test } from '@jest/globals'
import { runbook } from '../support/handbook.ts'
import type { ContractEntry, ContractOptions, ContractService } from '../support/contract-service.ts'
import {
  ALERT,
  bodyOf,
  contractWorlds,
  disk,
  DISK,
  DNS,
  DOCUMENTED,
  RETITLED,
  SERVICE,
  SPECIFIED,
  TWO
} from './contract.ts'
import { startWorlds } from './worlds.ts'

// What people do to entries, with each service that the two public pages allow.

const startContract = contractWorlds(await startWorlds())

test.each([...DOCUMENTED, ...SPECIFIED])(
  '$mode: new runbooks arrive beside 25 entries of others, a change arrives in place, and then nothing is to do',
  async (options) => {
    await using contract = await startContract(options)
    for (let at = 0; at < 25; at++) contract.service.add({ name: `Other ${at}`, text: 'By hand.' })
    const outcome = await contract.push(TWO)
    expect(outcome).toMatchObject({ isGreen: true, outcomes: { [DISK]: 'upserted', [DNS]: 'upserted' } })
    expect(await contract.push(disk('Second.'))).toMatchObject({ isGreen: true, outcomes: { [DISK]: 'upserted' } })
    const ours = ['DNS (smart): First.', 'Disk full (smart): Second.']
    expect(contract.entries.slice(0, 3)).toEqual([...ours, 'Other 0 (smart): By hand.'])
    expect(contract.service.entries).toHaveLength(27)
    await contract.expectQuiet()
  }
)

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

/** Entries by their titles, without the fields that people do not change. @param text what all of them say, if it is another one. */
function stateOf({ entries }: ContractService, text?: string): Readonly<Record<string, object>> {
  const states = entries.map((entry) => {
    const { id, name, type, trigger, trigger_config, labels, metadata } = entry
    // What a person has described stays; ours is the first paragraph.
    const isOurs = text !== undefined && KINDS[name]?.description === undefined
    const said = { text: text ?? bodyOf(entry), description: isOurs ? text : entry.description }
    return [name, { id, type, trigger, trigger_config, labels, metadata, ...said }] as const
  })
  return Object.fromEntries(states)
}

describe.each(DOCUMENTED)('people, $mode', (options) => {
  test('somebody binds, labels and describes entries, or changes the type: the next texts arrive in place', async () => {
    await using contract = await startContract(options, runbooks(Object.keys(KINDS), 'First.'))
    for (const [title, fields] of Object.entries(KINDS)) contract.service.change(title, fields)
    const expected = stateOf(contract.service, 'Second.')
    await contract.expectQuiet()
    expect(await contract.push(runbooks(Object.keys(KINDS), 'Second.'))).toMatchObject({ isGreen: true })
    expect(contract.service.entries).toHaveLength(6)
    expect(stateOf(contract.service)).toEqual(expected)
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

/** The old entry stays as it is. */
test.each<{ name: string; options: ContractOptions }>([
  { name: 'there is no update', options: { noUpdate: 404 } },
  { name: 'the name cannot be changed', options: { noRename: true } }
])('a new title makes a new entry with the same binding: $name', async ({ options }) => {
  await using contract = await startContract({ strict: true, ...options }, disk('First.'))
  const bound = { ...ALERT, labels: { team: 'sre' }, description: 'Short.' }
  contract.service.change('Disk full', bound)
  const { outcomes } = await contract.push(RETITLED)
  expect(outcomes).toEqual({ [DISK]: 'upserted', '“Disk full”': 'orphaned' })
  expect(contract.service.of('Disk is full')).toMatchObject(bound)
  expect(contract.entries).toEqual(['Disk full (alert): First.', 'Disk is full (alert): Second.'])
  await contract.expectQuiet()
})
