import { describe, expect, test } from '@jest/globals'
import { runbook } from '../support/handbook.ts'
import type { ContractOptions, ContractService } from '../support/contract-service.ts'
import { ALERT, bodyOf, contractWorlds, disk, DISK, dns, RETITLED, TWO } from './contract.ts'
import { many, startWorlds } from './worlds.ts'

// What goes wrong in the middle of a run with the documented service.

const startContract = contractWorlds(await startWorlds())
const SECOND = { ...disk('Second.'), ...dns('Second.') }

test.each<{ name: string; options: ContractOptions }>([
  { name: 'an upsert with a trigger', options: { noUpdate: 404 } },
  { name: 'an upsert of name and content', options: { plain: true } }
])('$name makes a second entry: the run ends, and sends nothing more', async ({ options }) => {
  await using contract = await startContract({ multiplies: true, ...options }, many(5, 'First.'))
  expect(await contract.push(many(5, 'Second.'))).toMatchObject({ isGreen: false, ended: { kind: 'copies' } })
  expect(contract.service.entries).toHaveLength(6)
})

describe('an edit that only `GET` shows stays, although', () => {
  type Happens = (service: ContractService, first: number, edited: number) => ContractService['beforeRequest']
  test.each<{ name: string; happens: Happens }>([
    {
      name: 'somebody deletes the first one after the list was read',
      happens: (service, first) => (nth, path) => {
        if (path === String(first) && nth === 1) service.delete(first)
      }
    },
    {
      name: 'its text is refused, and the others are shown',
      happens: (_, __, edited) => (_nth, path) => (path === String(edited) ? 403 : undefined)
    }
  ])('$name', async ({ happens }) => {
    await using contract = await startContract({ idsOnly: 'get' }, TWO)
    const { service } = contract
    const [first = 0, edited = 0] = service.entries.map(({ id }) => id)
    service.change(edited, { text: service.of(edited).text.replace('First.', 'By Sam.') })
    service.beforeRequest = happens(service, first, edited)
    expect(await contract.push(SECOND)).toMatchObject({ isGreen: false })
    expect(bodyOf(service.of(edited))).toBe('By Sam.')
  })
})

describe('a new title', () => {
  test.each([429, 503])('of two entries, between which the service fails: both get it: %d', async (status) => {
    await using contract = await startContract({}, TWO)
    contract.service.copy('Disk full', ALERT)
    let count = 0
    contract.service.beforeRequest = (_, path) => (path === 'update' && ++count === 2 ? status : undefined)
    expect(await contract.push(RETITLED)).toMatchObject({ isGreen: true })
    const both = ['Disk is full (alert): Second.', 'Disk is full (smart): Second.']
    expect(contract.entries).toEqual(['DNS (smart): First.', ...both])
    await contract.expectQuiet()
  })

  test('without an update, whose upsert is stored and has no answer: the list says that it is there', async () => {
    await using contract = await startContract({ noUpdate: 404 }, TWO)
    const { service } = contract
    service.beforeRequest = (nth, path, { name, data }) => {
      if (path !== 'upsert' || nth > 1) return undefined
      service.add({ name: String(name), text: (data as { document_content: string }).document_content })
      return 503
    }
    expect(await contract.push(RETITLED)).toMatchObject({ isGreen: true, outcomes: { [DISK]: 'upserted' } })
  })

  test.each(['First.', 'Second.'])('that goes back while its entry gets it, with the text %s', async (text) => {
    await using contract = await startContract({}, TWO)
    const { service, world } = contract
    const commits = [{ [DISK]: runbook('Disk is full', text) }, disk(text)]
    service.beforeRequest = (_, path) => {
      if (path === 'update') world.commit(commits.shift() ?? {})
    }
    // Something has to be sent before.
    const before = text === 'First.' ? dns('Second.') : {}
    expect(await contract.push({ ...disk(text), ...before })).toMatchObject({ isGreen: true })
    expect(service.entries.map(({ name }) => name).sort()).toEqual(['DNS', 'Disk full'])
  })
})
