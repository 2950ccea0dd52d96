import { describe, expect, test } from '@jest/globals'
import type { ContractOptions } from '../support/contract-service.ts'
import { ALERT, contractWorlds, many, runbook, SERVICE, type ContractWorld } from './contract.ts'
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
const ORDER = { sort: { order_by: 'created_at', order: 'asc' } }
const SORTED = { ...NESTED, ...ORDER }
const BOTH = { ...FLAT, ...SORTED }

/** What is asked for at the beginning of each reading. */
const firstPages = ({ service }: ContractWorld) =>
  service.bodiesOf('list').filter((body) => {
    const page = (body['page'] as { page_no: number } | undefined)?.page_no ?? body['page_num']
    return page === 1
  })

describe('the form of the list', () => {
  test.each<{ name: string; options: ContractOptions; asks: readonly object[] }>([
    { name: 'both are taken', options: {}, asks: [BOTH] },
    { name: 'unknown fields are refused', options: { forbid: true }, asks: [BOTH, SORTED] },
    { name: 'only the flat one is known', options: { plain: true, forbid: true }, asks: [BOTH, SORTED, NESTED, FLAT] }
  ])('$name: what was accepted stays for the run', async ({ options, asks }) => {
    await using contract = await startContract(options, TWO)
    await contract.push(SECOND)
    const asked = firstPages(contract)
    expect(asked.slice(0, asks.length)).toEqual(asks)
    expect(new Set(asked.slice(asks.length).map((body) => JSON.stringify(body)))).toEqual(
      new Set([JSON.stringify(asks.at(-1))])
    )
  })

  test('413 asks for smaller pages in the same form', async () => {
    await using contract = await startContract({ maxPage: 50 }, FIRST)
    expect(await contract.run()).toMatchObject({ isGreen: true })
    expect(firstPages(contract)).toEqual([
      BOTH,
      { page_num: 1, page_size: 20, page: { page_no: 1, page_size: 20 }, context_visible_only: false, ...ORDER }
    ])
  })
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

describe('what is sent', () => {
  const OURS = { description: 'Second.' }
  const KEPT = { labels: { team: 'sre' }, description: 'Short.', metadata: { origin: 'a review' } }

  test.each<{ name: string; options: ContractOptions; is?: object; sends: readonly object[] }>([
    {
      name: 'an entry is updated by its id',
      options: {},
      is: { ...ALERT, ...KEPT },
      sends: [{ path: 'update', body: { id: 1, type: 'document', data: { document_content: TEXT } } }]
    },
    {
      name: 'the text of the type default is in content',
      options: { strict: true },
      is: { type: 'default' },
      sends: [{ path: 'update', body: { id: 1, ...OURS, type: 'default', data: { content: TEXT } } }]
    },
    {
      name: 'without update, an upsert repeats all that people have set, and the name that the row has',
      options: { strict: true, noUpdate: 404 },
      is: { name: 'DISK full', ...SERVICE, ...KEPT, type: 'default' },
      sends: [
        { path: 'update', body: { id: 1, type: 'default', data: { content: TEXT } } },
        { path: 'upsert', body: { name: 'DISK full', ...SERVICE, ...KEPT, type: 'default', data: { content: TEXT } } }
      ]
    },
    {
      name: 'without update, keys that the list has added are left out',
      options: { nullKeys: true, noUpdate: 501, codes: true },
      is: ALERT,
      sends: [
        { path: 'update', body: { id: 1, ...OURS, type: 'document', data: { document_content: TEXT } } },
        {
          path: 'upsert',
          body: { name: 'Disk full', ...OURS, ...ALERT, type: 'document', data: { document_content: TEXT } }
        }
      ]
    },
    {
      name: 'rows without triggers have an upsert of name and content',
      options: { plain: true },
      sends: [{ path: 'upsert', body: { name: 'Disk full', content: TEXT } }]
    },
    {
      name: 'the same, to a service that finds names without regard to case',
      options: { plain: true, ignoresCase: true },
      is: { name: 'DISK full' },
      sends: [{ path: 'upsert', body: { name: 'DISK full', content: TEXT } }]
    }
  ])('$name', async ({ options, is = {}, sends }) => {
    await using contract = await startContract(options, FIRST)
    contract.service.change('Disk full', is)
    expect(await contract.push(SECOND)).toMatchObject({ isGreen: true })
    expect(contract.writes).toEqual(sends)
    expect(contract.service.entries).toMatchObject([is])
    await contract.expectQuiet()
  })

  const DOCUMENT = { type: 'document', trigger: 'smart', trigger_config: {}, data: { document_content: TEXT } }
  const UNDESCRIBED = { path: 'upsert', body: { name: 'Disk full', ...DOCUMENT } }
  const SMART = { path: 'upsert', body: { ...UNDESCRIBED.body, ...OURS } }
  const PLAIN = { path: 'upsert', body: { name: 'Disk full', content: TEXT } }

  test.each<{ name: string; options: ContractOptions; other?: true; sends: readonly object[] }>([
    { name: 'a documented list that is empty', options: { strict: true }, sends: [SMART] },
    { name: 'rows with triggers', options: { strict: true }, other: true, sends: [SMART] },
    { name: 'triggers are refused', options: { plainUpsert: true }, sends: [SMART, UNDESCRIBED, PLAIN] },
    { name: 'an empty list of another form', options: { plain: true }, sends: [PLAIN] },
    { name: 'rows without triggers', options: { plain: true }, other: true, sends: [PLAIN] }
  ])('a new entry: $name', async ({ options, other, sends }) => {
    await using contract = await startContract(options)
    if (other) contract.service.add({ name: 'Other', text: 'By hand.' })
    expect(await contract.push(SECOND)).toMatchObject({ isGreen: true })
    expect(contract.writes).toEqual(sends)
  })

  test.each<{ name: string; options: ContractOptions }>([
    { name: 'unknown fields are ignored, and content is required', options: { plainUpsert: true, noUpdate: 404 } },
    { name: 'unknown fields are refused', options: { plainUpsert: true, noUpdate: 405, forbid: true } },
    { name: 'both in codes', options: { plainUpsert: true, noUpdate: 501, codes: true } }
  ])('rows have ids, and nothing but the specification’s upsert is taken: $name', async ({ options }) => {
    await using contract = await startContract(options, TWO)
    const second = { ...SECOND, [DNS]: runbook('DNS', 'Second.') }
    expect(await contract.push(second)).toMatchObject({ isGreen: true })
    expect(contract.entries).toEqual(['DNS (smart): Second.', 'Disk full (smart): Second.'])
    // The one that goes first finds out for both.
    expect(contract.writes.filter(({ path }) => path === 'update').length).toBeLessThanOrEqual(2)
    expect(contract.writes.slice(-1)).toMatchObject([{ path: 'upsert', body: { content: TEXT } }])
    await contract.expectQuiet()
  })

  test('a name of 256 characters is refused by file, and one of 255 arrives', async () => {
    await using contract = await startContract({ strict: true })
    const [long, longer] = ['a'.repeat(255), 'b'.repeat(256)]
    const outcome = await contract.push({ [DISK]: runbook(long, 'First.'), [DNS]: runbook(longer, 'First.') })
    expect(outcome).toMatchObject({ isGreen: false, outcomes: { [DISK]: 'upserted', [DNS]: 'refused' } })
    expect(contract.writes.map(({ body }) => body['name'])).toEqual([long])
  })
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
