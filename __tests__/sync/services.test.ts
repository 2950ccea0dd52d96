import { describe, expect, test } from '@jest/globals'
import { LIST_PATH, UPSERT_PATH } from '../../src/knowledge/api-types.ts'
import type { AnswerOptions, FaultRule } from '../../service/service.ts'
import type { Tree } from '../support/memory-branch.ts'
import type { Entry, Outcome, World, WorldOptions } from './world.ts'
import { startWorlds } from './worlds.ts'

// The services of docs/service.md, "Services that mislead".

const worldOf = await startWorlds()

const [DISK, OTHER, BAD] = ['docs/disk.md', 'docs/other.md', 'docs/bad.md']
const EDIT = '# Disk full\n\nWritten at night.\n'
const UNREADABLE = '# Unreadable\n\n\0\n'
const UNCHANGED: Entry = { name: 'Other', content: '# Other\n\nText.\n' }
const SIMILAR: Entry = { name: 'DISK FULL', content: 'Older.' }
const disk = (text: string): string => `# Disk full\n\n${text}\n`
const BRANCH: Tree = { [DISK]: disk('First.'), [OTHER]: UNCHANGED.content }
const PART_ONLY = /notice: Edits by hand .* are seen in a part of the list only/
const NAMES = ['A', 'B', 'C']
const THREE: Tree = { 'docs/a.md': '# A\n\nText.\n', 'docs/b.md': '# B\n\nText.\n', 'docs/c.md': '# C\n\nText.\n' }

const others = (count: number, from = 0): Entry[] =>
  Array.from({ length: count }, (_, at) => ({ name: `Entry ${from + at}`, content: 'Stays.' }))

/** A branch that was delivered, and the entries that the knowledge base has since then. */
async function deliveredWorld(entries: readonly Entry[], options: WorldOptions = {}): Promise<World> {
  const world = worldOf(options)
  await world.deliver(BRANCH, entries)
  return world
}

/** A run for a push of these texts. */
async function push(world: World, changes: Parameters<World['commit']>[0], given?: WorldOptions): Promise<Outcome> {
  world.commit(changes)
  return world.sync(true, given)
}

/** The first full sync of three runbooks. */
async function firstSync(options: WorldOptions, entries: readonly Entry[] = []): Promise<Outcome> {
  const world = worldOf()
  world.branch.commit(THREE)
  await world.fill(entries)
  return world.sync(false, options)
}

describe('an edit is refused, else saved, and nothing else is sent, where', () => {
  const own = [{ name: 'Disk full', content: EDIT }, UNCHANGED]
  const at = (before: number, after = 0): Entry[] => [...others(before), ...own, ...others(after, 1000)]

  test.each<[string, AnswerOptions, Entry[]]>([
    ['`total` is that of the page', { total: 'rows' }, at(150)],
    ['a page has 50 of 100 rows, and none follows', { cap: { rows: 50, next: 'asked' }, total: 'none' }, at(60)],
    ['the second page is smaller, and the last', { cap: { rows: 50, next: 'asked', from: 2 }, total: 'none' }, at(160)],
    ['pages are counted from zero', { first_page: 0 }, at(20)],
    [
      'pages are counted from zero, and page 1 has a similar name',
      { first_page: 0, total: 'none' },
      [{ name: 'Disk full', content: EDIT }, ...others(120), UNCHANGED, SIMILAR]
    ],
    ['the name differs in case', { match: 'case' }, [{ name: 'DISK FULL', content: EDIT }, UNCHANGED]],
    ['the name differs in blanks', { match: 'blanks' }, [{ name: ' Disk  full', content: EDIT }, UNCHANGED]]
  ])('%s', async (_, answers, entries) => {
    const world = await deliveredWorld(entries, { answers, manualEdits: 'refuse' })
    const refused = await push(world, { [DISK]: disk('Second.') })
    expect([refused.isGreen, refused.outcomes, refused.sent]).toEqual([false, [`refused ${DISK}`], []])
    expect(refused.reasons[DISK]).toMatch(/^Somebody edited/)

    const saved = await push(world, { [DISK]: disk('Third.') }, { manualEdits: 'save' })
    expect([saved.isGreen, saved.saved, saved.sent]).toEqual([true, [EDIT], ['Disk full']])
    expect(saved.told).toContain('warning: Somebody edited the entry “Disk full”')
    const { name = '' } = entries.find(({ content }) => content === EDIT) ?? {}
    expect(world.entries().get(name)).toBe(disk('Third.'))
  })
})

describe('a push sends the runbooks that changed alone, and names those that the list lacks, where', () => {
  const MANY: Tree = Object.fromEntries(
    Array.from({ length: 250 }, (_, at) => [`docs/${at}.md`, `# Runbook ${at}\n\nText.\n`])
  )

  test.each<[string, AnswerOptions]>([
    ['each page has another order', { order: 'changing', total: 'none' }],
    ['it is empty once', { empty: 1, total: 'none' }]
  ])('%s', async (_, answers) => {
    const edits = Array.from({ length: 15 }, (_, at) => ({ name: `Runbook ${at * 16}`, content: EDIT }))
    const world = worldOf({ manualEdits: 'refuse' })
    await world.deliver(
      MANY,
      Object.entries(MANY).map(([path, content]) => ({ name: `Runbook ${path.slice(5, -3)}`, content }))
    )
    await world.fill(edits)
    const { sent, told } = await push(world, { 'docs/1.md': '# Runbook 1\n\nMore.\n' }, { answers })
    expect(sent).toEqual(['Runbook 1'])
    for (const { name } of edits) expect(world.entries().get(name)).toBe(EDIT)
    expect(told).toMatch(/warning: The list has no entry of \d+ runbooks that did not change: docs\//)
  })
})

describe('the name of an entry', () => {
  const CAFE = '# Caf\u00e9\n\nText.\n'

  test('that is equal is beyond the pages that are read, where a similar one is: a notice', async () => {
    const entries = [SIMILAR, ...others(20), { name: 'Disk full', content: EDIT }]
    const world = await deliveredWorld(entries, { answers: { cap: { rows: 1 } } })
    const { sent, told } = await push(world, { [DISK]: disk('Second.') })
    expect([sent, world.entries().get('DISK FULL')]).toEqual([['Disk full'], 'Older.'])
    expect(told).toMatch(/notice: .* edits of their entries are not seen/)
  })

  test('is only similar to that of a removed runbook: it is not retired', async () => {
    const entry = { name: 'DISK FULL', content: disk('First.') }
    const world = await deliveredWorld([entry, UNCHANGED], { removed: 'retire' })
    const { outcomes } = await push(world, { [DISK]: null })
    expect([outcomes, [...world.entries().keys()]]).toEqual([[`orphaned ${DISK}`], ['DISK FULL', 'Other']])
  })

  test.each<[string, AnswerOptions, stored: string, text: string]>([
    ['is stored in NFC', { names: 'nfc' }, 'Caf\u00e9', CAFE.normalize('NFD')],
    ['is found in another Unicode form', { match: 'unicode' }, 'Cafe\u0301', CAFE]
  ])('%s: the edit is saved, and a second full sync sends nothing', async (_, answers, stored, text) => {
    const world = await deliveredWorld([{ name: stored, content: 'Written at night.\n' }], { answers })
    const first = await push(world, { 'docs/cafe.md': text })
    expect([first.isGreen, first.saved]).toEqual([true, ['Written at night.\n']])
    await world.sync(false)
    const second = await world.sync(false)
    expect([second.isGreen, second.sent]).toEqual([true, []])
  })

  test('is cut at 255 characters, so that two runbooks become one entry: red', async () => {
    const long = (end: string): string => `# ${'Long '.repeat(60)}${end}\n\nText.\n`
    const world = worldOf({ answers: { names: 'cut' } })
    world.branch.commit({ [BAD]: long('one'), [DISK]: long('two'), [OTHER]: UNCHANGED.content })
    const { isGreen, reasons } = await world.sync(false)
    expect(isGreen).toBe(false)
    for (const path of [BAD, DISK]) expect(reasons[path]).toMatch(/its list does not show it/)
  })
})

describe('the texts of a list', () => {
  test('trimmed, with LF, in NFC, without blanks at the ends of lines: a second full sync sends and refuses nothing', async () => {
    const changed = '\r\n# Disk full \r\n\r\nCafe\u0301.  \r\nEnd.\t\n\n'
    const world = worldOf({ answers: { texts: ['lf', 'trailing_blanks', 'nfc', 'trim'], ids: false, total: 'zero' } })
    world.branch.commit({ [DISK]: changed, [OTHER]: UNCHANGED.content })
    expect((await world.sync(false)).isGreen).toBe(true)
    expect(world.entries().get('Disk full')).toBe('# Disk full\n\nCaf\u00e9.\nEnd.')
    const { isGreen, sent, saved, outcomes } = await world.sync(false, { manualEdits: 'refuse' })
    expect([isGreen, sent, saved]).toEqual([true, [], []])
    expect(outcomes).toEqual([`unchanged ${DISK}`, `unchanged ${OTHER}`])
  })

  test('cut to their beginning: said once, nothing is skipped, called an edit or verified by them', async () => {
    const long = (title: string, end: string): string => `# ${title}\n\n${'Free some space. '.repeat(10)}${end}\n`
    const [edited, longOther] = [long('Disk full', 'By hand.'), long('Other', 'End.')]
    const world = worldOf({ answers: { content: 'cut' } })
    await world.deliver({ [DISK]: long('Disk full', 'End.'), [OTHER]: longOther }, [
      { name: 'Disk full', content: edited },
      { name: 'Other', content: longOther }
    ])
    const refused = await world.sync(false, { manualEdits: 'refuse' })
    expect(refused.outcomes).toEqual([`refused ${DISK}`, `refused ${OTHER}`])
    expect(world.entries().get('Disk full')).toBe(edited)

    const { told, saved, isGreen, outcomes } = await world.sync(false, { manualEdits: 'save' })
    expect(told.match(/The list cuts texts to 100 characters/g)).toHaveLength(1)
    expect(told).not.toContain('Somebody edited')
    expect(saved).toEqual([edited.slice(0, 100), longOther.slice(0, 100)])
    expect([isGreen, outcomes]).toEqual([true, [`upserted ${DISK}`, `upserted ${OTHER}`]])
  })

  test.each<[AnswerOptions['content'], saved: string]>([
    ['html', '<h1>Disk full</h1>\n<p>Written &lt;at&gt; night.</p>'],
    ['encoded', '# Disk full\n\nWritten &lt;at&gt; night.\n'],
    ['summary', 'Disk full, in 7 words.']
  ])('as %s: saved as they are shown before they are replaced', async (content, saved) => {
    const edit = EDIT.replace('at', '<at>')
    const world = await deliveredWorld([UNCHANGED, { name: 'Disk full', content: edit }], { answers: { content } })
    const refused = await push(world, { [DISK]: disk('Second.') }, { manualEdits: 'refuse' })
    expect([refused.outcomes, world.entries().get('Disk full')]).toEqual([[`refused ${DISK}`], edit])
    const replaced = await push(world, { [DISK]: disk('Third.') }, { manualEdits: 'save' })
    expect([replaced.isGreen, replaced.saved]).toEqual([true, [saved]])
  })
})

describe('the reading of a list', () => {
  test('decides by its last pages: an entry that vanishes meanwhile is sent', async () => {
    const world = worldOf({ answers: { cap: { rows: 1 }, vanish: { name: 'Disk full', requests: 2 } } })
    world.branch.commit(BRANCH)
    await world.fill([{ name: 'Disk full', content: disk('First.') }, UNCHANGED])
    const { outcomes, reasons } = await world.sync(false)
    expect(outcomes).toEqual([`failed ${DISK}`, `unchanged ${OTHER}`])
    expect(reasons[DISK]).toMatch(/does not show it/)
  })

  test.each<[string, isPush: boolean, environment: string | undefined, pages: number]>([
    ['push: two minutes, and not ten pages', true, 'knowledge-base', 9],
    ['full sync: ten minutes, and not all pages', false, undefined, 30]
  ])('with pages that take 29 s, on a %s', async (_, isPush, environment, pages) => {
    const world = await deliveredWorld(others(40), { answers: { cap: { rows: 1 } } })
    world.commit({ [DISK]: disk('Second.') })
    const { isGreen, told, lists } = await world.sync(isPush, { pageTime: 29_000, environment })
    expect([isGreen, world.entries().get('Disk full')]).toEqual([true, disk('Second.')])
    expect(told).toMatch(PART_ONLY)
    expect(lists).toBeLessThanOrEqual(pages)
  })

  const failing: FaultRule = { path: UPSERT_PATH, status: 503, times: 1 }

  const limited: FaultRule = { path: LIST_PATH, status: 429, retry_after: 3600 }
  const silent: FaultRule = { path: LIST_PATH, answer: 'endless' }

  test.each<[string, WorldOptions]>([
    ['429 with an hour of Retry-After, then 503 to an upsert', { faults: [limited, failing] }],
    ['no answer for two minutes, then 503', { faults: [silent, failing], timeout: 100, pageTime: 29_900 }]
  ])('that ends with %s: a notice, and everything is delivered', async (_, options) => {
    const world = await deliveredWorld([{ name: 'Disk full', content: EDIT }])
    const { isGreen, told } = await push(world, { [DISK]: disk('Second.') }, options)
    expect([isGreen, world.entries().get('Disk full')]).toEqual([true, disk('Second.')])
    expect(told).toMatch(/^notice: Edits by hand in the assistant are not seen, and nothing is verified: page 1 /)
  })
})

describe('a service that makes a copy instead of updating: red', () => {
  const message = /^copies: .* made a second entry “B” instead of updating the first/
  const old = (name: string): Entry => ({ name, content: 'Old.\n' })

  test('the first entry that exists is looked up, and nothing else is sent', async () => {
    const { failure, sent, outcomes } = await firstSync({ answers: { match: 'copy' } }, [old('B')])
    expect(failure).toMatch(message)
    expect([sent, outcomes]).toEqual([['B'], ['pending docs/a.md', 'upserted docs/b.md', 'pending docs/c.md']])
  })

  test('the first one that is accepted, where another is rejected', async () => {
    const faults = [{ path: UPSERT_PATH, name: 'A', status: 400 }] as const
    const answers = { match: 'copy', ids: false } as const
    const { failure, sent } = await firstSync({ answers, faults }, [old('A'), old('B')])
    expect(failure).toMatch(message)
    expect(sent).toEqual(['A', 'B'])
  })

  test('no entry exists: nothing is sent twice', async () => {
    const { isGreen, sent } = await firstSync({ answers: { match: 'copy' } })
    expect([isGreen, sent]).toEqual([true, NAMES])
  })
})

describe('after a full sync the list', () => {
  const accepted = (name: string): FaultRule => ({ path: UPSERT_PATH, name, status: 200 })
  const UNCONFIRMED = /^notice: .*cannot confirm that everything arrived: it does not show 1 of 3 entries/

  test.each<[string, WorldOptions, told?: RegExp]>([
    ['shows everything', {}],
    ['shows everything, and every answer has `code: 1`', { answers: { code: 1, upsert: 'echo' } }],
    ['shows it 30 s later', { answers: { lag: { ms: 30_000 } } }],
    ['does not show the last entry: a notice', { faults: [accepted('C')] }, UNCONFIRMED]
  ])('%s', async (_, options, says = /^$/) => {
    const { isGreen, outcomes, told } = await firstSync(options)
    expect([isGreen, outcomes]).toEqual([true, Object.keys(THREE).map((path) => `upserted ${path}`)])
    expect(told).toMatch(says)
  })

  const MISSING = /its list does not show it/

  test.each<[string, WorldOptions, failed: string[], reason: RegExp]>([
    ['shows nothing of what was sent', { answers: { lag: 'never' } }, NAMES, MISSING],
    ['shows that nothing was stored', { answers: { store: 'none' } }, NAMES, MISSING],
    ['lacks an entry, and shows a later one', { faults: [accepted('B')] }, ['B'], MISSING],
    [
      'still shows the text of before',
      { answers: { store: 'new', ids: false } },
      ['B'],
      /still shows the text of before/
    ]
  ])('%s: it has failed', async (title, options, failed, reason) => {
    const entries = title.includes('before') ? [{ name: 'B', content: 'Old.\n' }] : []
    const { outcomes, reasons } = await firstSync(options, entries)
    const pathOf = (name: string): string => `docs/${name.toLowerCase()}.md`
    expect(outcomes).toEqual(NAMES.map((name) => `${failed.includes(name) ? 'failed' : 'upserted'} ${pathOf(name)}`))
    for (const name of failed) expect(reasons[pathOf(name)]).toMatch(reason)
  })

  test('shows several entries of one name: a warning', async () => {
    const world = worldOf()
    world.branch.commit(THREE)
    await world.sync(false, { answers: { match: 'copy' } })
    world.branch.commit({ ...THREE, 'docs/b.md': '# B\n\nOther text.\n' })
    await world.sync(true)
    const { told } = await world.sync(false, { answers: {} })
    expect(told).toContain('several entries named “B”. Remove the outdated ones')
  })
})

describe('an entry stays as it is', () => {
  const entries = [{ name: 'Disk full', content: disk('First.') }, UNCHANGED]

  test.each<[string, Readonly<Record<string, string | null>>]>([
    ['its runbook cannot be read', { [DISK]: UNREADABLE }],
    ['another runbook is refused, although its own is gone', { [DISK]: null, [BAD]: UNREADABLE }]
  ])('while %s, and nobody is told to delete it', async (_, changes) => {
    const world = await deliveredWorld(entries, { removed: 'retire' })
    const { isGreen, reasons } = await push(world, changes)
    expect([isGreen, world.entries().get('Disk full')]).toEqual([false, disk('First.')])
    expect(Object.values(reasons).join()).not.toMatch(/[Dd]elete its entry/)
  })

  test('where there are two of its name, although its runbook is gone', async () => {
    const world = await deliveredWorld(entries, { removed: 'retire' })
    await world.sync(false, { answers: { match: 'copy' } })
    await push(world, { [DISK]: disk('Second.') })
    const { outcomes } = await push(world, { [DISK]: null }, { answers: {} })
    expect(outcomes).toEqual([`orphaned ${DISK}`])
  })
})

test('a branch that moves without an end: the run is red after 20 rounds', async () => {
  const world = await deliveredWorld([{ name: 'Disk full', content: disk('First.') }, UNCHANGED])
  let text = 0
  world.branch.onHead = () => {
    world.branch.commit({ ...BRANCH, [DISK]: disk(`Text ${++text}.`) })
  }
  const { failure } = await push(world, { [DISK]: disk('Second.') })
  expect(failure).toBe('branch-moved: The branch main moved 20 times while this run delivered.')
})
