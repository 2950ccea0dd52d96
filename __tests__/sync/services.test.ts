import { describe, expect, test } from '@jest/globals'
import type { AnswerOptions } from '../../service/service.ts'
import type { RunOptions, World, WorldOptions } from './world.ts'
import { beforeConfirmation, startWorlds } from './worlds.ts'

// What services make of texts and lists. design: each entry proves itself, and nothing is inferred from other entries.

const worldOf = await startWorlds()

const A = 'docs/a.md'
const text = (title: string, revision: string): string =>
  `# ${title}\n\n${revision} of <name>, see [the other](https://example.com/other.md).\n\n\n* one\tstep 🔥\n* "two"\n\n__Now__ x.\n\n${'Free some space. '.repeat(20)}\n`
const THREE = { [A]: text('A', 'First'), 'docs/b.md': text('B', 'First'), 'docs/c.md': text('C', 'First') }
const note = (content: string): string => `${content}\nCall Sam.\n`

/** What three runs send: the first sync, one by hand right after it, a push of one. */
async function threeRuns(world: World): Promise<number[]> {
  const runs = [await world.push(THREE), await world.run(), await world.push({ [A]: text('A', 'Second') })]
  for (const run of runs) expect(run).toMatchObject({ isGreen: true, ended: undefined })
  return runs.map(({ sent }) => sent.length)
}

describe('three runs, then an edit, on each kind of service', () => {
  const kinds: Record<string, { readonly answers: AnswerOptions; readonly sends: readonly number[] }> = {
    faithful: { answers: {}, sends: [3, 0, 1] },
    'texts are trimmed': { answers: { stored: ['trim'] }, sends: [3, 0, 1] },
    'texts are in NFC': { answers: { stored: ['nfc'] }, sends: [3, 0, 1] },
    'line ends are LF': { answers: { stored: ['lf'] }, sends: [3, 0, 1] },
    'blanks at line ends are dropped': { answers: { stored: ['line_ends'] }, sends: [3, 0, 1] },
    'blank lines are joined': { answers: { stored: ['blank_lines'] }, sends: [3, 0, 1] },
    'HTML is escaped': { answers: { shown: ['escape'] }, sends: [6, 0, 2] },
    'Markdown is rendered': { answers: { shown: ['html'] }, sends: [6, 0, 2] },
    'a footer stands below': { answers: { shown: ['footer'] }, sends: [6, 0, 2] },
    'a header stands above': { answers: { shown: ['header'] }, sends: [6, 0, 2] },
    'links are removed': { answers: { stored: ['no_links'] }, sends: [6, 0, 2] },
    'placeholders are removed': { answers: { stored: ['no_tags'] }, sends: [6, 0, 2] },
    'words are removed': { answers: { stored: [{ no_words: ['step'] }] }, sends: [6, 0, 2] },
    'tabs are blanks': { answers: { stored: ['tabs'] }, sends: [6, 0, 2] },
    'emoji are removed': { answers: { stored: ['no_emoji'] }, sends: [6, 0, 2] },
    'quotes are smart': { answers: { stored: ['quotes'] }, sends: [6, 0, 2] },
    'Markdown is written anew': { answers: { stored: ['rewrite'] }, sends: [6, 0, 2] },
    'the list shows the beginning': { answers: { shown: [{ cut: 200 }] }, sends: [6, 0, 2] },
    'the list shows a preview': { answers: { shown: [{ preview: 200 }] }, sends: [6, 0, 2] },
    'one text is altered': { answers: { stored: ['no_tags'], only: { name: 'B' } }, sends: [4, 0, 1] }
  }
  test.each(Object.entries(kinds))('%s', async (_, { answers, sends }) => {
    const world = worldOf({ answers })
    expect(await threeRuns(world)).toEqual(sends)
    // Above what a list may cut.
    const edited = await world.edit('A', (content) => content.replace(/\n/, '\n\nRead this first.\n'))
    const kept = await world.run()
    expect(kept).toMatchObject({ isGreen: true, outcomes: { [A]: 'kept' }, sent: [] })
    const pushed = await world.push({ [A]: text('A', 'Third') })
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
    expect(notices).toContainEqual(expect.stringMatching(/^warning: The list shows only the beginning of \d texts/))
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
  const cases: Record<string, WorldOptions & { readonly ended: Readonly<Record<string, unknown>> }> = {
    'a gateway that answers 200 to everything': {
      faults: [{ status: 200, body: '{"message":"maintenance"}' }],
      ended: { kind: 'wrong-address', message: expect.stringContaining('no list') }
    },
    'a list that is forbidden': {
      faults: [{ path: '/personal/v1/knowledge/list', status: 403 }],
      ended: { kind: 'forbidden' }
    },
    'a list that does not exist': {
      faults: [{ path: '/personal/v1/knowledge/list', status: 404 }],
      ended: { kind: 'wrong-address' }
    },
    'a list of HTML': {
      faults: [{ path: '/personal/v1/knowledge/list', answer: 'html' }],
      ended: { kind: 'wrong-address' }
    },
    'a list that reports an error': {
      faults: [{ path: '/personal/v1/knowledge/list', status: 200, body: '{"code":7,"data":null}' }],
      ended: { message: expect.stringContaining('reports an error') }
    },
    'a list that fails': {
      faults: [{ path: '/personal/v1/knowledge/list', status: 500 }],
      ended: { kind: 'service-failing' }
    }
  }
  test.each(Object.entries(cases))('%s: nothing is sent', async (_, { ended, ...options }) => {
    const outcome = await worldOf(options).push(THREE)
    expect(outcome).toMatchObject({ isGreen: false, ended, sent: [] })
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

  test('another text at each reading fails, and says which input is for it', async () => {
    const world = worldOf({ answers: { shown: ['differs'] } })
    const outcome = await world.push({ [A]: text('A', 'First') })
    expect(outcome.outcomes[A]).toBe('failed')
    const { error } = outcome.result.items[0] ?? {}
    expect(error?.hint).toContain('confirm-within')
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
  const lists: Record<string, AnswerOptions> = {
    'no total': { total: 'none' },
    'the total of the page': { total: 'rows' },
    'a total of 0': { total: 'zero' },
    'a total that is capped': { total: { most: 10 } },
    'an array': { list: 'array' },
    'inside of data': { list: 'data', no_rows: 'null' },
    'pages of four': { page_size_max: 4 },
    'pages that are cut, and skip rows': { cap: { rows: 4, next: 'asked' }, total: 'none' },
    'a page behind the last one repeats the first': { beyond: 'first' },
    'a page behind the last one is 404': { beyond: 404 },
    'a page behind the last one is 400': { beyond: 400 },
    'another order for each request': { order: 'changing', page_size_max: 4 },
    'empty once': { empty: { times: 1 } },
    'the second page is empty once': { empty: { times: 1, page: 2 }, page_size_max: 4 },
    'names without case': { match: 'case' },
    'without ids': { omit: ['id'] },
    'deleted rows stay, with `is_deleted: 1`': { deleted: 'is_deleted' },
    'deleted rows stay, with a status': { deleted: 'status' },
    'living rows have `deleted_at: 0`': { deleted: 'deleted_at_zero' },
    'living rows have Go’s zero time': { deleted: 'deleted_at_year_one' },
    'deleted rows are counted': { total: 'with_deleted' }
  }
  test.each(Object.entries(lists))('%s', async (_, answers) => {
    const world = worldOf()
    await world.write(...Array.from({ length: 9 }, (__, at) => ({ name: `Entry ${at}`, content: 'Stays.' })))
    await world.push(THREE)
    const edited = await world.edit('B', note)
    world.service.answers.set(answers)
    const first = await world.run()
    expect(first).toMatchObject({ isGreen: true, sent: [], outcomes: { 'docs/b.md': 'kept' } })
    const pushed = await world.push({ [A]: text('A', 'Second'), 'docs/b.md': text('B', 'Second') })
    expect(pushed).toMatchObject({ isGreen: false, sent: ['A'] })
    expect(world.contentOf('B')).toBe(edited)
  })

  test('a deleted entry that stays in the list is made again', async () => {
    const world = worldOf({ answers: { deleted: 'is_deleted' } })
    await world.push(THREE)
    world.service.removeEntries({ name: 'A' })
    expect(await world.run()).toMatchObject({ isGreen: true, sent: ['A'] })
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
