import { describe, expect, test } from '@jest/globals'
import type { ContractService } from '../support/contract-service.ts'
import { ALERT, bodyOf, contractWorlds, runbook } from './contract.ts'
import { startWorlds } from './worlds.ts'

// What goes wrong in the middle of a run with the documented service.

const worldOf = await startWorlds()
const startContract = contractWorlds(worldOf)

const [DISK, DNS] = ['docs/disk.md', 'docs/dns.md']
const FIRST = { [DISK]: runbook('Disk full', 'First.'), [DNS]: runbook('DNS', 'First.') }
const SECOND = { [DISK]: runbook('Disk full', 'Second.'), [DNS]: runbook('DNS', 'Second.') }
const RETITLED = { [DISK]: runbook('Disk is full', 'Second.') }

const many = (count: number, title: string): Readonly<Record<string, string>> =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`docs/${at}.md`, runbook(`${title} ${at}`, 'Text.')]))

/** The nth request to this path is answered with an error. */
function failAt(service: ContractService, path: string, nth: number, status: number): void {
  let count = 0
  service.beforeRequest = (_, asked) => (asked === path && ++count === nth ? status : undefined)
}

test('a new entry that is refused after another one was accepted fails alone', async () => {
  await using contract = await startContract({ strict: true })
  contract.service.beforeRequest = (_, path, body) => {
    return path === 'upsert' && body['name'] === 'Runbook 1' ? 422 : undefined
  }
  const outcome = await contract.push(many(5, 'Runbook'))
  expect(outcome).toMatchObject({ ended: undefined, isGreen: false })
  expect(outcome.outcomes).toMatchObject({ 'docs/1.md': 'failed', 'docs/4.md': 'upserted' })
})

test.each([
  { path: 'list', status: 503 },
  { path: 'update', status: 429 }
])('the code $status in an HTTP 200 is that status: $path is asked again', async ({ path, status }) => {
  await using contract = await startContract({ strict: true, codes: true }, FIRST)
  failAt(contract.service, path, 1, status)
  expect(await contract.push(SECOND)).toMatchObject({ isGreen: true })
  expect(contract.service.entries.map(bodyOf)).toEqual(['Second.', 'Second.'])
})

describe('an edit that only `GET` shows stays, although', () => {
  test.each<{ name: string; happens: (service: ContractService, first: number, edited: number) => void }>([
    {
      name: 'somebody deletes the first one after the list was read',
      happens: (service, first) => {
        service.beforeRequest = (nth, path) => {
          if (path === String(first) && nth === 1) service.delete(first)
          return undefined
        }
      }
    },
    {
      name: 'its text is refused, and the others are shown',
      happens: (service, _, edited) => {
        service.beforeRequest = (_nth, path) => (path === String(edited) ? 403 : undefined)
      }
    }
  ])('$name', async ({ happens }) => {
    await using contract = await startContract({ idsOnly: 'get' }, FIRST)
    const { service } = contract
    const [first = 0, edited = 0] = service.entries.map(({ id }) => id)
    service.change(edited, { text: service.of(edited).text.replace('First.', 'By Sam.') })
    happens(service, first, edited)
    expect(await contract.push(SECOND)).toMatchObject({ isGreen: false })
    expect(bodyOf(service.of(edited))).toBe('By Sam.')
  })
})

describe('a new title', () => {
  test.each([429, 503])('of two entries, between which the service fails: both get it: %d', async (status) => {
    await using contract = await startContract({}, FIRST)
    contract.service.copy('Disk full', ALERT)
    failAt(contract.service, 'update', 2, status)
    expect(await contract.push(RETITLED)).toMatchObject({ isGreen: true })
    expect(contract.entries).toEqual([
      'DNS (smart): First.',
      'Disk is full (alert): Second.',
      'Disk is full (smart): Second.'
    ])
    await contract.expectQuiet()
  })

  test('without an update, whose upsert is stored and has no answer: the list says that it is there', async () => {
    await using contract = await startContract({ noUpdate: 404 }, FIRST)
    const { service } = contract
    contract.service.beforeRequest = (nth, path, body) => {
      if (path !== 'upsert' || nth > 1) return undefined
      service.add({ name: String(body['name']), text: (body['data'] as { document_content: string }).document_content })
      return 503
    }
    expect(await contract.push(RETITLED)).toMatchObject({ isGreen: true, outcomes: { [DISK]: 'upserted' } })
  })
})

describe('while a run gives an entry a new title,', () => {
  /** A commit at each of these updates. */
  async function delivered(commits: readonly Readonly<Record<string, string>>[], lag = 0) {
    const { service } = await startContract({ lag })
    const world = worldOf({ elsewhere: service })
    expect(await world.push(FIRST)).toMatchObject({ isGreen: true })
    service.settle()
    const left = [...commits]
    service.beforeRequest = (_, path) => {
      if (path === 'update') world.commit(left.shift() ?? {})
      return undefined
    }
    const textOf = (name: string): string => bodyOf(service.of(name))
    return { service, world, textOf, [Symbol.asyncDispose]: async () => service[Symbol.asyncDispose]() }
  }

  test.each(['First.', 'Second.'])('its title goes back: it has it then, with the text %s', async (text) => {
    const [former, next] = [{ [DISK]: runbook('Disk full', text) }, { [DISK]: runbook('Disk is full', text) }]
    await using started = await delivered([next, former])
    // Something has to be sent before.
    const dns = text === 'First.' ? { [DNS]: runbook('DNS', 'Second.') } : {}
    const outcome = await started.world.push({ ...former, ...dns })
    expect(outcome).toMatchObject({ isGreen: true })
    expect(started.service.entries.map(({ name }) => name).sort()).toEqual(['DNS', 'Disk full'])
  })

  test('another file takes the former one: it gets an entry', async () => {
    await using started = await delivered([RETITLED, { 'docs/new.md': runbook('Disk full', 'Third.') }])
    expect(await started.world.push({ [DNS]: runbook('DNS', 'Second.') })).toMatchObject({ isGreen: true })
    expect([started.textOf('Disk is full'), started.textOf('Disk full')]).toEqual(['Second.', 'Third.'])
  })

  test('and the list lags, another file takes the former one: the entry keeps its own text', async () => {
    await using started = await delivered([{ [DNS]: runbook('Disk full', 'Third.') }], 2)
    expect(await started.world.push(RETITLED)).toMatchObject({ isGreen: true })
    expect([started.textOf('Disk is full'), started.textOf('Disk full')]).toEqual(['Second.', 'Third.'])
  })
})

describe('a note that a runbook is gone arrives, although the service fails at', () => {
  test.each([
    { nth: 1, status: 503 },
    { nth: 2, status: 429 },
    { nth: 2, status: 503 }
  ])('update $nth of two: $status', async ({ nth, status }) => {
    await using contract = await startContract({}, FIRST, { removed: 'retire' })
    const { service } = contract
    service.copy('Disk full', ALERT)
    failAt(service, 'update', nth, status)
    expect(await contract.push({ [DISK]: null })).toMatchObject({ isGreen: true })
    expect(service.entries.filter(({ text }) => text.includes('First.')).map(({ name }) => name)).toEqual(['DNS'])
  })
})
