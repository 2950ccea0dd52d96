import { describe, expect, test } from '@jest/globals'
import { LIST_PATH, UPSERT_PATH } from '../../src/knowledge/api-types.ts'
import type { World, WorldOptions } from './world.ts'
import { listFault, startWorlds } from './worlds.ts'

// What services make of texts and lists. Each entry proves itself, and nothing is inferred from other entries.

const worldOf = await startWorlds()

const A = 'docs/a.md'
const text = (title: string, revision: string): string =>
  `# ${title}\n\n${revision} of <name>, see [the other](https://example.com/other.md).\n\n\n* one\tstep 🔥\n* "two"\n* Restart it.\n\n__Now__ x.\n\n${'Free some space. '.repeat(60)}\n`
const THREE = { [A]: text('A', 'First'), 'docs/b.md': text('B', 'First'), 'docs/c.md': text('C', 'First') }
/** The beginning of each text. */
const cutTo =
  (length: number) =>
  (content: string): string =>
    content.slice(0, length)
const note = (content: string): string => `${content}\nCall Sam.\n`

/** What three runs send: the first sync, one by hand right after it, a push of one. */
async function threeRuns(world: World): Promise<number[]> {
  const runs = [await world.push(THREE), await world.run(), await world.push({ [A]: text('A', 'Second') })]
  for (const run of runs) expect(run).toMatchObject({ isGreen: true, ended: undefined })
  return runs.map(({ sent }) => sent.length)
}

test('a faithful service gets each change once, and an edit stays on it', async () => {
  const world = worldOf()
  expect(await threeRuns(world)).toEqual([3, 0, 1])
  const edited = await world.edit('A', (content) => content.replace('Second', 'Read this. Second'))
  const kept = await world.run()
  expect(kept).toMatchObject({ isGreen: true, outcomes: { [A]: 'kept' }, sent: [] })
  const pushed = await world.push({ [A]: text('A', 'Third') })
  expect(pushed).toMatchObject({ isGreen: false, outcomes: { [A]: 'refused' }, sent: [] })
  expect(world.contentOf('A')).toBe(edited)
  const replaced = await world.run({ inputs: { 'on-conflict': 'replace' } })
  expect(replaced).toMatchObject({ isGreen: true, saved: [edited] })
  expect((await world.run()).sent).toEqual([])
})

describe('a service that alters texts is red, with the first line that differs, and nothing is sent twice:', () => {
  const withFooter = (content: string): string => `${content}\n\n---\n\nShared by the assistant.\n`
  let readings = 0
  const altering: Record<string, WorldOptions & { readonly difference: RegExp }> = {
    'adds a footer': { stores: withFooter, difference: / Line 13 was nothing, and is .---.\.$/ },
    'removes placeholders': {
      stores: (content) => content.replaceAll('<name>', ''),
      difference: / Line 3 was .First of <name>, .*, and is .First of , /
    },
    'stores the beginning': { stores: cutTo(200), difference: / Line 5 was .\* one step \?., and is .\* one st.\.$/ },
    'shows the beginning': { shows: cutTo(200), difference: / Line 5 was .\* one step \?., and is .\* one st.\.$/ },
    'shows another text at each reading': {
      shows: (content) => `${content}\nRead ${readings++} times.\n`,
      difference: / Line 13 was nothing, and is .Read \d+ times\..\.$/
    }
  }
  test.each(Object.entries(altering))('it %s', async (_, { difference, ...kind }) => {
    const world = worldOf(kind)
    const outcome = await world.push(THREE)
    expect(outcome).toMatchObject({ isGreen: false, ended: undefined, sent: ['A', 'B', 'C'], saved: [] })
    for (const { reason } of outcome.report.runbooks) {
      expect(reason).toMatch(/somebody edited it meanwhile, or this service alters texts\./)
    }
    expect(outcome.report.runbooks[0]?.reason).toMatch(difference)
    // The digest in their lines is that of the files, which have not changed.
    expect(await world.run()).toMatchObject({ sent: [], outcomes: { [A]: 'kept' } })
    const pushed = await world.push({ [A]: text('A', 'Second') })
    expect(pushed).toMatchObject({ isGreen: false, sent: [], outcomes: { [A]: 'refused' } })
  })

  test('in a public repository without the line', async () => {
    const world = worldOf({ stores: withFooter })
    const { report } = await world.push(THREE, { job: { isPrivate: false } })
    expect(report.runbooks[0]?.reason).toMatch(/or this service alters texts\.$/)
  })
})

/** With these no run can be green that must update two entries. */
const BROKEN: Readonly<Record<string, WorldOptions>> = {
  'answers maintenance to everything': { faults: [{ status: 200, body: '{"message":"maintenance"}' }] },
  'answers 403 for the list': { faults: [{ path: LIST_PATH, status: 403 }] },
  'answers 404 for the list': { faults: [{ path: LIST_PATH, status: 404 }] },
  'answers 500 for the list': { faults: [{ path: LIST_PATH, status: 500 }] },
  'answers HTML for the list': { faults: [{ path: LIST_PATH, status: 200, body: '<!doctype html>' }] },
  'answers nothing for the list': { faults: [{ path: LIST_PATH, status: 200, body: '' }] },
  'answers an error for the list': { faults: [{ path: LIST_PATH, status: 200, body: '{"code":7,"data":null}' }] },
  'answers 500 for the second page': { answers: { cap: 1 }, faults: [{ path: LIST_PATH, page: 2, status: 500 }] },
  'makes copies': { answers: { copies: true } },
  'stores nothing': { faults: [{ path: UPSERT_PATH, status: 202, body: '{}' }] },
  'stores one entry never': { faults: [{ path: UPSERT_PATH, name: 'Disk full', status: 202, body: '{}' }] },
  'never shows a change': { answers: { lag: Number.MAX_VALUE } },
  'takes the first line away': { stores: (content) => content.replace(/^[^\n]*\n\s*/, '') },
  'removes texts': { shows: () => '[removed]' }
}

describe('services that are no knowledge base are red', () => {
  test.each<{ kind: string; ended: Readonly<Record<string, unknown>> }>([
    {
      kind: 'answers maintenance to everything',
      ended: { kind: 'wrong-address', message: expect.stringContaining('no list') }
    },
    { kind: 'answers 403 for the list', ended: { kind: 'forbidden' } },
    { kind: 'answers 404 for the list', ended: { kind: 'wrong-address' } },
    { kind: 'answers HTML for the list', ended: { kind: 'wrong-address' } },
    { kind: 'answers an error for the list', ended: { message: expect.stringContaining('reports an error') } },
    { kind: 'answers 500 for the list', ended: { kind: 'service-failing' } }
  ])('one that $kind: nothing is sent', async ({ kind, ended }) => {
    const outcome = await worldOf(BROKEN[kind]).push(THREE)
    expect(outcome).toMatchObject({ isGreen: false, ended, sent: [] })
  })

  test.each(Object.entries(BROKEN))('one that %s, if two entries are updated', async (_, kind) => {
    const world = worldOf()
    await world.push({ ...THREE, [A]: text('Disk full', 'First') })
    world.becomes(kind)
    const both = { [A]: text('Disk full', 'Second'), 'docs/b.md': text('B', 'Second') }
    expect((await world.push(both)).isGreen).toBe(false)
  })

  test('a list that fails after sending: sent, not confirmed', async () => {
    const world = worldOf()
    await world.push(THREE)
    const outcome = await world.push(
      { [A]: text('A', 'Second') },
      {
        onRequest: (kind) => {
          if (kind === 'upsert') world.service.faults.set([{ path: '/personal/v1/knowledge/list', status: 403 }])
        }
      }
    )
    expect(outcome).toMatchObject({ isGreen: false, outcomes: { [A]: 'pending' } })
  })

  test.each<{ what: string; kind: WorldOptions }>([
    { what: 'accepted and never stored', kind: { faults: [{ path: UPSERT_PATH, status: 202, body: '{}' }] } },
    { what: 'never listed', kind: { answers: { lag: Number.MAX_VALUE } } }
  ])('what is $what fails until it is there', async ({ kind }) => {
    const world = worldOf()
    await world.push(THREE)
    world.becomes(kind)
    for (const changes of [{ [A]: text('A', 'Second') }, { 'README.md': 'Handbook.\n' }]) {
      const outcome = await world.push(changes)
      expect(outcome).toMatchObject({ isGreen: false, outcomes: { [A]: 'failed' } })
    }
    world.becomes({})
    expect((await world.push({ 'README.md': 'Our handbook.\n' })).isGreen).toBe(true)
    expect(world.entries['A']).toContain('Second')
  })

  test('a silent refusal fails its entry alone', async () => {
    const outcome = await worldOf({ faults: [{ name: 'A', status: 200, body: '{}' }] }).push(THREE)
    expect(outcome.outcomes).toEqual({ [A]: 'failed', 'docs/b.md': 'upserted', 'docs/c.md': 'upserted' })
  })
})

describe('of more than three, the first is confirmed before the others', () => {
  const FOUR = { ...THREE, 'docs/d.md': text('D', 'First') }

  test('a service that makes copies gets one', async () => {
    const world = worldOf()
    await world.push(FOUR)
    world.becomes({ answers: { copies: true } })
    const all = Object.fromEntries(Object.entries(FOUR).map(([path, file]) => [path, file.replace('First', 'Second')]))
    const outcome = await world.push(all)
    expect(outcome).toMatchObject({ ended: { kind: 'copies' }, sent: ['A'] })
  })

  test('a service that takes the first line away gets three', async () => {
    const outcome = await worldOf(BROKEN['takes the first line away']).push(FOUR)
    expect(outcome).toMatchObject({ isGreen: false, ended: { kind: 'entry-rejected' }, sent: ['A', 'B', 'C'] })
  })
})

let shown = 0
/** Lists that show everything, if they are read with care. */
const LISTS: Readonly<Record<string, WorldOptions>> = {
  'caps pages': { answers: { cap: 7 } },
  'answers 404 behind the last page': { answers: { cap: 7 }, faults: [{ path: LIST_PATH, page: 3, status: 404 }] },
  'has another order for each page': { answers: { order: 'changing', cap: 7 } },
  'has the latest change first': { answers: { order: 'latest', cap: 7 } },
  'is empty once': { faults: [listFault({})] },
  'has an empty page once': { answers: { cap: 7 }, faults: [listFault({ page: 2, total: 12 })] },
  'lacks another row in each reading': { shows: (content) => (++shown % 17 === 0 ? undefined : content) },
  'is behind by 30 seconds': { answers: { lag: 30_000 } },
  'answers 429 for the second page, once': {
    answers: { cap: 7 },
    faults: [{ path: LIST_PATH, page: 2, status: 429, times: 1 }]
  },
  'answers 503 for the list, once': { faults: [{ path: LIST_PATH, status: 503, times: 1 }] }
}

describe('lists: nothing of a person is lost, and nothing is sent in every run', () => {
  test.each(Object.entries(LISTS))('one that %s', async (_, kind) => {
    const world = worldOf()
    await world.write(...Array.from({ length: 9 }, (__, at) => ({ name: `Entry ${at}`, content: 'Stays.' })))
    await world.push(THREE)
    const edited = await world.edit('B', note)
    world.becomes(kind)
    const first = await world.run()
    expect(first).toMatchObject({ isGreen: true, sent: [], outcomes: { 'docs/b.md': 'kept' } })
    const pushed = await world.push({ [A]: text('A', 'Second'), 'docs/b.md': text('B', 'Second') })
    expect(pushed).toMatchObject({ isGreen: false, sent: ['A'] })
    expect(world.contentOf('B')).toBe(edited)
  })

  test('entries of the vendor are not there, and one that has the name of a runbook fails it', async () => {
    const world = worldOf()
    await world.write({ name: 'Entry', content: 'Theirs.', is_readonly: true })
    expect(await threeRuns(world)).toEqual([3, 0, 1])
    await world.write({ name: 'D', content: 'Theirs.', is_readonly: true })
    const { isGreen, outcomes, report } = await world.push({ 'docs/d.md': text('D', 'First') })
    expect({ isGreen, outcomes }).toMatchObject({
      isGreen: false,
      outcomes: { 'docs/d.md': 'failed', [A]: 'unchanged' }
    })
    expect(report.runbooks.find(({ name }) => name === 'D')?.reason).toMatch(/code.*knowledge\.readonly/)
    expect(world.entries['D']).toBe('Theirs.')
  })

  test('one that has no texts gets everything again', async () => {
    expect(await threeRuns(worldOf({ shows: () => '' }))).toEqual([3, 3, 3])
  })

  test('without texts everything is sent, and a notice says so', async () => {
    const world = worldOf({ shows: () => '' })
    await world.push(THREE)
    const outcome = await world.run()
    expect(outcome).toMatchObject({
      isGreen: true,
      notices: [expect.stringMatching(/^notice: The list shows no texts/)]
    })
    expect(outcome.sent.toSorted()).toEqual(['A', 'B', 'C'])
  })

  test('a list that lags is waited for', async () => {
    const world = worldOf({ answers: { lag: 60_000 } })
    const { isGreen } = await world.push(THREE)
    expect(isGreen).toBe(true)
  })

  test('a list that lags too long is red', async () => {
    const world = worldOf({ answers: { lag: 300_000 } })
    const outcome = await world.push(THREE)
    expect(outcome).toMatchObject({ isGreen: false, outcomes: { [A]: 'failed' } })
  })
})
