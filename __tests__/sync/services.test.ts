import { describe, expect, test } from '@jest/globals'
import type { Alteration } from '../../service/alterations.ts'
import { ALTERED_TEXTS, BROKEN, HIDDEN_TEXTS, LISTS, LOST_TEXTS, NAMES, type Kind } from '../../service/kinds.ts'
import type { AnswerOptions } from '../../service/service.ts'
import type { RunOptions, World } from './world.ts'
import { beforeConfirmation, startWorlds } from './worlds.ts'

// What services make of texts and lists. design: each entry proves itself, and nothing is inferred from other entries.

const worldOf = await startWorlds()

const A = 'docs/a.md'
const text = (title: string, revision: string): string =>
  `# ${title}\n\n${revision} of <name>, see [the other](https://example.com/other.md).\n\n\n* one\tstep 🔥\n* "two"\n* Restart it.\n\n__Now__ x.\n\n${'Free some space. '.repeat(60)}\n`
const THREE = { [A]: text('A', 'First'), 'docs/b.md': text('B', 'First'), 'docs/c.md': text('C', 'First') }
const note = (content: string): string => `${content}\nCall Sam.\n`

/** What three runs send: the first sync, one by hand right after it, a push of one. */
async function threeRuns(world: World): Promise<number[]> {
  const runs = [await world.push(THREE), await world.run(), await world.push({ [A]: text('A', 'Second') })]
  for (const run of runs) expect(run).toMatchObject({ isGreen: true, ended: undefined })
  return runs.map(({ sent }) => sent.length)
}

const ONE_ALTERED: AnswerOptions = { stored: ['no_tags'], only: { name: 'B' } }
/** Kinds whose alteration is no difference for the Action; every other text is sent again, under the seal of what is shown. */
const SAME_TEXTS: readonly string[] = [
  'trims texts',
  'has LF for CRLF',
  'has texts in NFC',
  'drops blanks at the ends of lines',
  'has runs of blank lines as one'
]
/** Kinds that show less of a text than the line that the edit below changes. */
const MARK_ALONE: readonly string[] = ['cuts texts behind the mark', 'has short previews']

describe('three runs, and an edit, on each kind of service', () => {
  const kinds = Object.entries<readonly Alteration[]>(ALTERED_TEXTS)

  test.each<{ name: string; answers: AnswerOptions; sends: readonly number[] }>([
    { name: 'is faithful', answers: {}, sends: [3, 0, 1] },
    { name: 'alters one text', answers: ONE_ALTERED, sends: [4, 0, 1] },
    ...kinds.map(([name, alterations]) => ({
      name,
      answers: { shown: [...alterations] },
      sends: SAME_TEXTS.includes(name) ? [3, 0, 1] : [6, 0, 2]
    })),
    ...Object.entries(NAMES).map(([name, { answers = {} }]) => ({ name, answers, sends: [3, 0, 1] }))
  ])('one that $name gets $sends', async ({ answers, sends }) => {
    expect(await threeRuns(worldOf({ answers }))).toEqual(sends)
  })

  test.each<{ name: string; answers: AnswerOptions }>([
    { name: 'is faithful', answers: {} },
    { name: 'alters one text', answers: ONE_ALTERED },
    ...kinds.flatMap(([name, alterations]) =>
      MARK_ALONE.includes(name) ? [] : [{ name, answers: { stored: [...alterations] } }]
    )
  ])('an edit stays on one that $name', async ({ answers }) => {
    const world = worldOf({ answers })
    await world.push(THREE)
    const edited = await world.edit('A', (content) => content.replace('First', 'Read this. First'))
    const kept = await world.run()
    expect(kept).toMatchObject({ isGreen: true, outcomes: { [A]: 'kept' }, sent: [] })
    const pushed = await world.push({ [A]: text('A', 'Second') })
    expect(pushed).toMatchObject({ isGreen: false, outcomes: { [A]: 'refused' }, sent: [] })
    expect(world.contentOf('A')).toBe(edited)
    const replaced = await world.run({ inputs: { 'on-conflict': 'replace' } })
    // What the list shows of an edit is a matter of the service.
    expect(replaced).toMatchObject({ isGreen: true, saved: [expect.any(String)] })
    expect((await world.run()).sent).toEqual([])
  })

  const PAIR = { [A]: text('A', 'First'), 'docs/b.md': text('B', 'First') }
  const titles = (count: number): string[] => Array.from({ length: count }, (_, at) => `Runbook ${at}`)
  const edits: Record<string, EditCase> = {
    'in a pilot of two, both of them altered and edited': {
      answers: { stored: ['no_tags'] },
      edited: ['A', 'B']
    },
    'beside 15 copies that somebody pasted': {
      edited: ['A'],
      happen: async (world) => {
        const content = world.contentOf('B')
        await world.write(...titles(15).map((name) => ({ name, content })))
      }
    },
    'that are seven recent ones on a page of ten': {
      answers: { order: 'latest', page_size_max: 10 },
      files: Object.fromEntries(titles(20).map((title, at) => [`docs/${at}.md`, text(title, 'First')])),
      edited: ['A', ...titles(6)]
    }
  }
  interface EditCase {
    readonly answers?: AnswerOptions
    readonly files?: Readonly<Record<string, string>>
    /** Names of entries with an edit. */
    readonly edited: readonly string[]
    readonly happen?: (world: World) => unknown
  }
  test.each(Object.entries(edits))('edits stay %s', async (_, { answers = {}, files = {}, edited, happen }) => {
    const world = worldOf({ answers })
    expect((await world.push({ ...PAIR, ...files })).isGreen).toBe(true)
    for (const name of edited) await world.edit(name, note)
    const contents = edited.map((name) => world.contentOf(name))
    await happen?.(world)
    const outcome = await world.push({ [A]: text('A', 'Second') })
    expect(outcome).toMatchObject({ isGreen: false, sent: [], outcomes: { [A]: 'refused' } })
    expect(edited.map((name) => world.contentOf(name))).toEqual(contents)
  })

  test('a notice counts the altered entries, and the copies of our own texts are dropped', async () => {
    const world = worldOf({ answers: { stored: ['no_tags'] } })
    const { notices, saved } = await world.push(THREE)
    expect(notices).toEqual([
      expect.stringMatching(
        /^notice: The list shows another text than was sent for 3 entries\. The run sent them again/
      )
    ])
    expect(saved).toEqual([])
  })

  test('a warning counts the texts of which only the beginning is shown', async () => {
    const world = worldOf({ answers: { shown: [{ preview: 200 }] } })
    const { notices } = await world.push(THREE)
    expect(notices).toContainEqual(
      expect.stringMatching(/^warning: The service stores or shows only the beginning of \d texts/)
    )
  })

  test('on a service that alters texts, an edit that is quicker than the confirmation is saved, and the run is green', async () => {
    const world = worldOf({ answers: { stored: ['no_tags'] } })
    await world.push(THREE)
    let edited = ''
    const writing = beforeConfirmation(async () => (edited = await world.edit('A', note)))

    const outcome = await world.push({ [A]: '# A\n\nSecond <name>.\n' }, writing)

    expect(outcome).toMatchObject({ isGreen: true, saved: [edited] })
    expect((await world.run()).sent).toEqual([])
  })

  test('a service that stops altering sends nothing again', async () => {
    const world = worldOf({ answers: { stored: ['no_tags'] } })
    await world.push(THREE)
    world.service.answers.set({})
    await world.run({ inputs: { 'on-conflict': 'replace' } })
    expect((await world.run()).sent).toEqual([])
  })
})

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

  const losing = Object.entries<readonly Alteration[]>(LOST_TEXTS).map(([name, shown]): [string, Kind] => [
    name,
    { answers: { shown: [...shown] } }
  ])
  test.each([...Object.entries(BROKEN), ...losing])(
    'one that %s, if two entries are updated',
    async (_, { answers = {}, faults = [] }) => {
      const world = worldOf()
      await world.push({ ...THREE, [A]: text('Disk full', 'First') })
      world.service.answers.set(answers)
      world.service.faults.set(faults)
      const both = { [A]: text('Disk full', 'Second'), 'docs/b.md': text('B', 'Second') }
      expect((await world.push(both)).isGreen).toBe(false)
    }
  )

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

  test.each<{ what: string; answers: AnswerOptions }>([
    { what: 'accepted and never stored', answers: { store: 'none', upsert: 'accepted' } },
    { what: 'never listed', answers: { lag: 'never' } }
  ])('what is $what fails until it is there', async ({ answers }) => {
    const world = worldOf()
    await world.push(THREE)
    world.service.answers.set(answers)
    for (const changes of [{ [A]: text('A', 'Second') }, { 'README.md': 'Handbook.\n' }]) {
      const outcome = await world.push(changes)
      expect(outcome).toMatchObject({ isGreen: false, outcomes: { [A]: 'failed' } })
    }
    world.service.answers.set({})
    expect((await world.push({ 'README.md': 'Our handbook.\n' })).isGreen).toBe(true)
    expect(world.entries['A']).toContain('Second')
  })

  test('a silent limit of length fails its entry alone', async () => {
    const world = worldOf({ answers: { store: { most: 2000 } } })
    const outcome = await world.push({ ...THREE, [A]: `# A\n\n${'Long. '.repeat(1000)}\n` })
    expect(outcome.outcomes).toEqual({ [A]: 'failed', 'docs/b.md': 'upserted', 'docs/c.md': 'upserted' })
  })

  test('another text at each reading fails, and says why', async () => {
    const world = worldOf({ answers: { shown: ['differs'] } })
    const outcome = await world.push({ [A]: text('A', 'First') })
    expect(outcome.outcomes[A]).toBe('failed')
    const { error } = outcome.result.items[0] ?? {}
    expect(error?.hint).toContain('Edits cannot be told apart')
  })
})

describe('of more than three, the first is confirmed before the others', () => {
  const FOUR = { ...THREE, 'docs/d.md': text('D', 'First') }

  test('a service that makes copies gets one', async () => {
    const world = worldOf()
    await world.push(FOUR)
    world.service.answers.set({ match: 'copy' })
    const all = Object.fromEntries(Object.entries(FOUR).map(([path, file]) => [path, file.replace('First', 'Second')]))
    const outcome = await world.push(all)
    expect(outcome).toMatchObject({ ended: { kind: 'copies' }, sent: ['A'] })
  })

  test('a service that made a copy gets one more for a later commit', async () => {
    const world = worldOf()
    await world.push(FOUR)
    world.service.answers.set({ match: 'copy' })
    const [first, ...rest] = Object.entries(FOUR).map(
      ([path, file]) => [path, file.replace('First', 'Second')] as const
    )
    const outcome = await world.push(Object.fromEntries([first].filter((one) => one !== undefined)), {
      onRequest: (kind) => {
        if (kind === 'upsert') world.commit(Object.fromEntries(rest))
      }
    })
    expect(outcome).toMatchObject({ ended: { kind: 'copies' }, sent: ['A', 'B'] })
  })

  test('a service that made a copy gets one more for a later commit that goes back to the text of an older page', async () => {
    const world = worldOf()
    await world.push(FOUR)
    world.service.answers.set({ match: 'copy', cap: { rows: 2 } })
    const outcome = await world.push(
      { [A]: text('A', 'Second') },
      {
        onRequest: (kind) => {
          if (kind === 'upsert') world.commit({ ...FOUR, 'docs/b.md': text('B', 'Second') })
        }
      }
    )
    expect(outcome).toMatchObject({ ended: { kind: 'copies' }, sent: ['A', 'A'] })
  })

  test('a service that takes the first line away gets one', async () => {
    const outcome = await worldOf({ answers: { stored: ['no_first_line'] } }).push(FOUR)
    expect(outcome).toMatchObject({ ended: { kind: 'copies' }, sent: ['A'] })
  })
})

test.each([
  { requests: 1, files: 1 },
  { requests: 5, files: 1 },
  { requests: 1, files: 4 }
])(
  'a list without ids that is behind by $requests requests shows no copy of $files entries',
  async ({ requests, files }) => {
    const tree = { ...THREE, 'docs/d.md': text('D', 'First') }
    const world = worldOf({ answers: { omit: ['id'] } })
    await world.push(tree)
    world.service.answers.set({ omit: ['id'], lag: { requests } })
    const changed = Object.entries(tree).map(([path, file]) => [path, file.replace('First', 'Second')] as const)
    const outcome = await world.push(Object.fromEntries(changed.slice(0, files)))
    expect(outcome).toMatchObject({ isGreen: true, ended: undefined })
  }
)

describe('lists: nothing of a person is lost, and nothing is sent in every run', () => {
  test.each(Object.entries(LISTS))('one that %s', async (_, { answers = {}, faults = [] }) => {
    const world = worldOf()
    await world.write(...Array.from({ length: 9 }, (__, at) => ({ name: `Entry ${at}`, content: 'Stays.' })))
    await world.push(THREE)
    const edited = await world.edit('B', note)
    world.service.answers.set(answers)
    world.service.faults.set(faults)
    const first = await world.run()
    expect(first).toMatchObject({ isGreen: true, sent: [], outcomes: { 'docs/b.md': 'kept' } })
    const pushed = await world.push({ [A]: text('A', 'Second'), 'docs/b.md': text('B', 'Second') })
    expect(pushed).toMatchObject({ isGreen: false, sent: ['A'] })
    expect(world.contentOf('B')).toBe(edited)
  })

  test.each(Object.entries(HIDDEN_TEXTS))('one that %s gets everything again', async (name, kind) => {
    // The second run updates the entries.
    const last = name.startsWith('stores new entries') ? 1 : 3
    expect(await threeRuns(worldOf(kind))).toEqual([3, 3, last])
  })

  test('without texts everything is sent, and a notice says so', async () => {
    const world = worldOf({ answers: { omit: ['content'] } })
    await world.push(THREE)
    const outcome = await world.run()
    expect(outcome).toMatchObject({
      isGreen: true,
      notices: [expect.stringMatching(/^notice: The list shows no texts/)]
    })
    expect(outcome.sent.toSorted()).toEqual(['A', 'B', 'C'])
  })

  test('each reading shows other entries: red, and nothing is sent', async () => {
    const world = worldOf()
    await world.push(THREE)
    let entries = 0
    const run: RunOptions = {
      onRequest: async (kind, page) => {
        if (kind === 'list' && page === '1') await world.write({ name: `Entry ${entries++}`, content: 'New.' })
      }
    }
    const outcome = await world.push({ 'docs/d.md': text('D', 'First') }, run)
    expect(outcome).toMatchObject({ ended: { message: expect.stringContaining('8 readings') }, sent: [] })
  })

  test('a list that lags is waited for', async () => {
    const world = worldOf({ answers: { lag: { ms: 60_000 } } })
    const { isGreen } = await world.push(THREE)
    expect(isGreen).toBe(true)
  })

  test('a list that lags too long is red', async () => {
    const world = worldOf({ answers: { lag: { ms: 300_000 } } })
    const outcome = await world.push(THREE)
    expect(outcome).toMatchObject({ isGreen: false, outcomes: { [A]: 'failed' } })
  })
})
