import { describe, expect, test } from '@jest/globals'
import { LIST_PATH, UPSERT_PATH } from '../../src/knowledge/api-types.ts'
import type { AnswerOptions, FaultRule } from '../../service/service.ts'
import type { Tree } from '../support/memory-branch.ts'
import { Secret } from '../../src/secret.ts'
import { sentEntry } from '../support/source-line.ts'
import type { Entry, Outcome, World, WorldOptions } from './world.ts'
import { startWorlds } from './worlds.ts'

// The services of service/README.md, "Services that mislead".

const worldOf = await startWorlds()

const [DISK, OTHER, BAD] = ['docs/disk.md', 'docs/other.md', 'docs/bad.md']
const disk = (text: string): string => `# Disk full\n\n${text}\n`
const UNREADABLE = '# Unreadable\n\n\0\n'
const BRANCH: Tree = { [DISK]: disk('First.'), [OTHER]: '# Other\n\nText.\n' }
const DELIVERED: Entry = sentEntry(DISK, 'Disk full', disk('First.'))
const UNCHANGED: Entry = sentEntry(OTHER, 'Other', '# Other\n\nText.\n')
/** What a person made of the delivered text. */
const EDIT = DELIVERED.content.replace('First.', 'First, <b>by night</b>.')
const EDITED: Entry = { name: 'Disk full', content: EDIT }
const SIMILAR: Entry = { name: 'DISK FULL', content: 'Older.' }
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

describe('an edit is kept, else saved, and nothing else is sent, where', () => {
  const own = [EDITED, UNCHANGED]
  const at = (before: number, after = 0): Entry[] => [...others(before), ...own, ...others(after, 1000)]

  test.each<[string, AnswerOptions, Entry[]]>([
    ['`total` is that of the page', { total: 'rows' }, at(150)],
    ['a page has 50 of 100 rows, and none follows', { cap: { rows: 50, next: 'asked' }, total: 'none' }, at(60)],
    ['the second page is smaller, and the last', { cap: { rows: 50, next: 'asked', from: 2 }, total: 'none' }, at(160)],
    ['pages are counted from zero', { first_page: 0 }, at(20)],
    [
      'pages are counted from zero, and page 1 has a similar name',
      { first_page: 0, total: 'none' },
      [EDITED, ...others(120), UNCHANGED, SIMILAR]
    ],
    ['a similar name is on an earlier page', { cap: { rows: 1 } }, [SIMILAR, ...at(20)]],
    ['the name differs in case', { match: 'case' }, [{ name: 'DISK FULL', content: EDIT }, UNCHANGED]],
    ['the name differs in blanks', { match: 'blanks' }, [{ name: ' Disk  full', content: EDIT }, UNCHANGED]]
  ])('%s', async (_, answers, entries) => {
    const world = await deliveredWorld(entries, { answers })
    const refused = await push(world, { [DISK]: disk('Second.') })
    expect([refused.isGreen, refused.outcomes, refused.sent]).toEqual([false, [`refused ${DISK}`], []])
    expect(refused.reasons[DISK]).toMatch(/^Somebody edited/)

    const replaced = await push(world, { [DISK]: disk('Third.') }, { onConflict: 'replace' })
    expect([replaced.isGreen, replaced.saved, replaced.sent]).toEqual([true, [EDIT], ['Disk full']])
    const { name = '' } = entries.find(({ content }) => content === EDIT) ?? {}
    expect(world.entries().get(name)).toBe(disk('Third.'))
  })
})

describe('the name of an entry', () => {
  const CAFE = '# Caf\u00e9\n\nText.\n'

  test.each<[string, AnswerOptions, stored: string, text: string]>([
    ['is stored in NFC', { names: 'nfc' }, 'Caf\u00e9', CAFE.normalize('NFD')],
    ['is found in another Unicode form', { match: 'unicode' }, 'Cafe\u0301', CAFE]
  ])('%s: its text is saved, and a second full sync sends nothing', async (_, answers, stored, text) => {
    const entries = [UNCHANGED, { name: stored, content: 'Written at night.\n' }]
    const world = await deliveredWorld(entries, { answers, onConflict: 'replace' })
    const first = await push(world, { 'docs/cafe.md': text })
    expect([first.isGreen, first.saved]).toEqual([true, ['Written at night.\n']])
    await world.sync(false)
    const second = await world.sync(false)
    expect([second.isGreen, second.sent]).toEqual([true, []])
  })

  test('is cut at 255 characters, so that two runbooks become one entry: red', async () => {
    const long = (end: string): string => `# ${'Long '.repeat(60)}${end}\n\nText.\n`
    const world = worldOf({ answers: { names: 'cut' } })
    world.branch.commit({ [BAD]: long('one'), [DISK]: long('two'), [OTHER]: '# Other\n\nText.\n' })
    const { isGreen, reasons } = await world.sync(false)
    expect(isGreen).toBe(false)
    for (const path of [BAD, DISK]) expect(reasons[path]).toMatch(/its list does not show it/)
  })
})

describe('the texts of a list', () => {
  test('trimmed, with LF, in NFC, without blanks at the ends of lines: a second full sync sends and refuses nothing', async () => {
    const changed = '\r\n# Disk full \r\n\r\nCafe\u0301.  \r\nEnd.\t\n\n'
    const world = worldOf({ answers: { texts: ['lf', 'trailing_blanks', 'nfc', 'trim'], ids: false, total: 'zero' } })
    world.branch.commit({ [DISK]: changed, [OTHER]: '# Other\n\nText.\n' })
    const first = await world.sync(false)
    expect([first.isGreen, first.told]).toEqual([true, ''])
    expect(world.entries().get('Disk full')).toBe('# Disk full\n\nCaf\u00e9.\nEnd.\n')
    const { isGreen, sent, saved, outcomes } = await world.sync(false)
    expect([isGreen, sent, saved]).toEqual([true, [], []])
    expect(outcomes).toEqual([`unchanged ${DISK}`, `unchanged ${OTHER}`])
  })

  const long = (title: string, end: string): string => `# ${title}\n\n${'Free some space. '.repeat(10)}${end}\n`
  const LONG: Tree = { [DISK]: long('Disk full', 'End.'), [OTHER]: long('Other', 'End.') }

  test.each<[string, AnswerOptions['content'], saved: readonly string[]]>([
    ['cut to their beginning', 'cut', [long('Disk full', '').slice(0, 100), long('Other', '').slice(0, 100)]],
    ['of summaries', 'summary', ['Disk full, in 40 words.', 'Other, in 38 words.']]
  ])('%s: said once, nothing is refused because of them, and all are saved', async (_, content, saved) => {
    const entries = [
      {
        name: 'Disk full',
        content: sentEntry(DISK, 'Disk full', LONG[DISK] ?? '').content.replace('End.', 'By hand.')
      },
      sentEntry(OTHER, 'Other', LONG[OTHER] ?? '')
    ]
    const world = worldOf({ answers: { content } })
    await world.deliver(LONG, entries)
    const outcome = await world.sync(false)
    expect(outcome.told.match(/^warning: The service changes texts/gm)).toHaveLength(1)
    expect([outcome.isGreen, outcome.outcomes]).toEqual([true, [`upserted ${DISK}`, `upserted ${OTHER}`]])
    expect(outcome.saved).toEqual(saved)
  })

  test('as HTML: nothing is refused, and they are saved as they are shown', async () => {
    const world = await deliveredWorld([EDITED, UNCHANGED], { answers: { content: 'html' } })
    const { isGreen, saved } = await push(world, { [DISK]: disk('Second.') })
    expect([isGreen, saved.length]).toEqual([true, 1])
    expect(saved[0]).toMatch(/^<h1>Disk full<\/h1>\n<p>First, &lt;b&gt;by night&lt;\/b&gt;\.<\/p>/)
  })

  test('with entities: an edit is kept, else saved as it is shown', async () => {
    const world = await deliveredWorld([EDITED, UNCHANGED], { answers: { content: 'encoded' } })
    const refused = await push(world, { [DISK]: disk('Second.') })
    expect([refused.outcomes, refused.sent]).toEqual([[`refused ${DISK}`], []])
    const { isGreen, saved } = await push(world, { [DISK]: disk('Third.') }, { onConflict: 'replace' })
    expect([isGreen, saved]).toEqual([true, [EDIT.replaceAll('<', '&lt;').replaceAll('>', '&gt;')]])
  })
})

describe('a push says of its list, once', () => {
  const NEW = { [DISK]: disk('Second.'), 'docs/new.md': '# New\n\nText.\n' }
  const LACKS = 'The list has no entry of 1 runbook that did not change: docs/other.md. Start the workflow'

  test.each<[string, AnswerOptions, Entry[], told: RegExp]>([
    [
      'that it shows no text',
      { content: 'none' },
      [DELIVERED, UNCHANGED],
      /^notice: .* the list shows no texts\.\n?.*$/
    ],
    [
      'that it shows no text of one entry',
      { content: 'none', only: { name: 'Disk full' } },
      [DELIVERED, UNCHANGED],
      /^warning: Edits in the assistant are not seen in 1 entry whose text the list does not show\./
    ],
    ['that it lacks a runbook that did not change', {}, [DELIVERED], new RegExp(`^warning: ${LACKS}.*$`)],
    ['nothing', {}, [DELIVERED, UNCHANGED], /^$/]
  ])('%s', async (_, answers, entries, told) => {
    const world = await deliveredWorld(entries, { answers })
    expect((await push(world, NEW)).told).toMatch(told)
  })

  test('nothing of what is on a page that it need not read', async () => {
    const world = await deliveredWorld([DELIVERED, ...others(150), UNCHANGED])
    expect((await push(world, { [DISK]: disk('Second.') })).told).toBe('')
  })
})

describe('a list that is not read to its end', () => {
  const failing: FaultRule = { path: UPSERT_PATH, status: 503, times: 1 }
  const limited: FaultRule = { path: LIST_PATH, status: 429, retry_after: 3600 }
  const silent: FaultRule = { path: LIST_PATH, answer: 'endless' }

  // The limits leave room for repeated requests; all pages, twice, would be 126.
  test.each<[string, WorldOptions, pages: number]>([
    ['pages take 29 s, for ten minutes, twice', { answers: { cap: { rows: 1 } }, pageTime: 29_000 }, 60],
    ['429 with an hour of Retry-After', { faults: [limited, failing] }, 2],
    ['no answer for a minute', { faults: [silent, failing], timeout: 100, pageTime: 29_900 }, 6]
  ])('%s: what it may have is pending, or replaced with a warning', async (_, options, pages) => {
    const world = await deliveredWorld([...others(60), EDITED, UNCHANGED])
    const changes = { [DISK]: disk('Second.') }
    const kept = await push(world, changes, options)
    expect([kept.isGreen, kept.outcomes, kept.sent]).toEqual([false, [`pending ${DISK}`], []])
    expect(kept.reasons[DISK]).toMatch(/^The run cannot see edits in the assistant: /)
    expect(kept.lists).toBeLessThanOrEqual(pages)

    const replaced = await world.sync(true, { onConflict: 'replace' })
    expect([replaced.isGreen, world.entries().get('Disk full')]).toEqual([true, disk('Second.')])
    expect(replaced.told).toMatch(/warning: A sync replaces 1 entry although the list does not show whether/)
  })
})

describe('a service that makes a copy instead of updating: red', () => {
  const message = /^copies: .* made a second entry “B” instead of updating the first/
  const old = (name: string): Entry => sentEntry(`docs/${name.toLowerCase()}.md`, name, `# ${name}\n\nOld.\n`)
  const copies: WorldOptions = { answers: { match: 'copy' } }

  test.each<[string, WorldOptions]>([
    ['with ids', copies],
    ['without ids', { answers: { match: 'copy', ids: false } }]
  ])('%s', async (_, options) => {
    const { failure, isGreen, sent } = await firstSync(options, [old('B')])
    expect([isGreen, sent]).toEqual([false, NAMES])
    expect(failure).toMatch(message)
  })

  test('the first of more than 20 updates that is accepted is looked up, and nothing else is sent', async () => {
    const world = worldOf()
    const many = Array.from({ length: 22 }, (_, at) => `B${at === 1 ? '' : at}`)
    world.branch.commit(
      Object.fromEntries(many.map((name) => [`docs/${name.toLowerCase()}.md`, `# ${name}\n\nNew.\n`]))
    )
    await world.fill(many.map(old))
    const faults = [{ path: UPSERT_PATH, name: 'B0', status: 400 }] as const
    const { failure, sent } = await world.sync(false, { ...copies, faults, confirmWithin: 0 })
    expect(failure).toMatch(message)
    expect(sent).toEqual(['B0', 'B'])
  })

  test('the time in which the list shows what was sent begins after sending, also where an update was looked up', async () => {
    const world = worldOf()
    const many = Array.from({ length: 22 }, (_, at) => `B${at}`)
    const tree = (text: string): Tree =>
      Object.fromEntries(many.map((name) => [`docs/${name}.md`, `# ${name}\n\n${text}\n`]))
    world.branch.commit(tree('Old.'))
    await world.sync(false)
    world.branch.commit(tree('New.'))
    const onRequest = (kind: string): void => {
      if (kind === 'upsert') world.skip(5000)
    }
    const { isGreen } = await world.sync(
      true,
      { answers: { lag: { ms: 20_000 } }, confirmWithin: 60_000 },
      { onRequest }
    )
    expect(isGreen).toBe(true)
  })

  test('no entry exists: nothing is sent twice', async () => {
    const { isGreen, sent } = await firstSync(copies)
    expect([isGreen, sent]).toEqual([true, NAMES])
  })
})

describe('after a full sync the list', () => {
  const accepted = (name: string): FaultRule => ({ path: UPSERT_PATH, name, status: 200 })

  test.each<[string, WorldOptions, entries?: readonly Entry[]]>([
    ['shows everything', {}],
    ['shows everything, and every answer has `code: 1`', { answers: { code: 1, upsert: 'echo' } }, others(1)],
    ['shows it 30 s later', { answers: { lag: { ms: 30_000 } } }]
  ])('%s', async (_, options, entries = []) => {
    const { isGreen, outcomes, told } = await firstSync(options, entries)
    expect([isGreen, outcomes]).toEqual([true, Object.keys(THREE).map((path) => `upserted ${path}`)])
    expect(told).toBe('')
  })

  const MISSING = /its list does not show it/
  const OLD = [sentEntry('docs/b.md', 'B', '# B\n\nOld.\n')]

  test.each<[string, WorldOptions, failed: string[], reason: RegExp, entries?: readonly Entry[]]>([
    ['shows nothing of what was sent', { answers: { lag: 'never' } }, NAMES, MISSING],
    ['shows that nothing was stored', { answers: { store: 'none' } }, NAMES, MISSING],
    ['lacks an entry, and shows a later one', { faults: [accepted('B')] }, ['B'], MISSING],
    ['lacks the last entry', { faults: [accepted('C')] }, ['C'], MISSING],
    ['still shows the text of before', { answers: { store: 'new', ids: false } }, ['B'], /shows another version/, OLD],
    [
      'still shows the text of a person',
      { answers: { store: 'new' }, onConflict: 'replace' },
      ['B'],
      /still shows the text of before/,
      [{ name: 'B', content: 'Written at night. '.repeat(50) }]
    ]
  ])('%s: it has failed', async (_, options, failed, reason, entries = []) => {
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
  test.each<[string, Readonly<Record<string, string | null>>, WorldOptions?]>([
    ['its runbook cannot be read', { [DISK]: UNREADABLE }],
    ['another runbook is refused, although its own is gone', { [DISK]: null, [BAD]: UNREADABLE }],
    [
      'another runbook is rejected, although its own is gone',
      { [DISK]: null, [OTHER]: '# Other\n\nMore text.\n' },
      { faults: [{ path: UPSERT_PATH, name: 'Other', status: 400 }] }
    ]
  ])('while %s, and nobody is told to delete it', async (_, changes, options = {}) => {
    const world = await deliveredWorld([DELIVERED, UNCHANGED], { removed: 'retire' })
    const { isGreen, reasons } = await push(world, changes, options)
    expect([isGreen, world.entries().get('Disk full')]).toEqual([false, disk('First.')])
    expect(Object.values(reasons).join()).not.toMatch(/[Dd]elete its entry/)
  })
})

describe('a record says how many runbooks were refused that only a commit of theirs corrects', () => {
  const SHARED = { [BAD]: '# Other\n\nThe same name.\n' }
  const refusedOnce = async (): Promise<World> => {
    const world = await deliveredWorld([DELIVERED, UNCHANGED])
    await push(world, { [BAD]: UNREADABLE })
    expect(world.branch.records[0]).toMatchObject({ succeeded: true, refused: 1 })
    return world
  }

  test('the next push says so, and counts it again', async () => {
    const world = await refusedOnce()
    const { isGreen, told } = await push(world, { [DISK]: disk('Second.') })
    expect([isGreen, told]).toEqual([
      true,
      expect.stringMatching(/^warning: 1 runbook of earlier deliveries may still/)
    ])
    expect(world.branch.records[0]).toMatchObject({ succeeded: true, refused: 1 })
  })

  test('a full sync counts anew, and says nothing of earlier ones', async () => {
    const world = await refusedOnce()
    expect((await world.sync(false)).told).not.toContain('earlier deliveries')
    expect(world.branch.records[0]).toMatchObject({ succeeded: true, refused: 1 })
    world.commit({ [BAD]: '# Readable\n' })
    await world.sync(false)
    expect(world.branch.records[0]).toMatchObject({ succeeded: true, refused: 0 })
  })

  test('not of those that share a name, which another commit may correct: its record stays open', async () => {
    const world = await deliveredWorld([DELIVERED, UNCHANGED])
    await push(world, SHARED)
    expect(world.branch.records[0]).toMatchObject({ succeeded: false, refused: 0 })
  })

  test('a run that ends early keeps the number', async () => {
    const world = await refusedOnce()
    await push(world, { [DISK]: disk('Second.') }, { faults: [{ path: LIST_PATH, status: 401 }] })
    expect(world.branch.records[0]).toMatchObject({ succeeded: false, refused: 1 })
  })
})

test.each<[string, WorldOptions]>([
  ['fails once', { faults: [{ path: LIST_PATH, status: 503, times: 1 }], retries: 0 }],
  ['is empty for two readings, although runbooks were delivered', { answers: { empty: 2 } }]
])('a list that %s is read again before anything is sent', async (_, options) => {
  const world = await deliveredWorld([EDITED, UNCHANGED])
  const { outcomes } = await push(world, { [DISK]: disk('Second.') }, options)
  expect(outcomes).toEqual([`refused ${DISK}`])
})

test('the entry of a file that `files` does not select, under the name of another one: its text is saved', async () => {
  const elsewhere = sentEntry('notes/disk.md', 'Disk full', disk('Of another step.'))
  const world = await deliveredWorld([elsewhere, UNCHANGED])
  const changes = { 'notes/disk.md': disk('Of another step.'), [DISK]: disk('Second.') }
  const refused = await push(world, changes)
  expect(refused.outcomes).toEqual([`refused ${DISK}`])
  const { isGreen, saved } = await world.sync(false, { onConflict: 'replace' })
  expect([isGreen, saved]).toEqual([true, [elsewhere.content]])
})

test('a branch that moves without an end: the run is red after 20 rounds', async () => {
  const world = await deliveredWorld([DELIVERED, UNCHANGED])
  let text = 0
  world.branch.onHead = () => {
    world.branch.commit({ ...BRANCH, [DISK]: disk(`Text ${++text}.`) })
  }
  const { failure } = await push(world, { [DISK]: disk('Second.') })
  expect(failure).toBe('branch-moved: The branch main moved 20 times while this run delivered.')
})

test('a list that has shown texts as they were sent: edits of two of three entries are kept', async () => {
  const world = worldOf()
  world.branch.commit(THREE)
  await world.sync(false)
  for (const { name, content } of world.service.entries().slice(0, 2)) {
    await world.edit(name, content.replace('Text.', 'Call Sam.'))
  }
  const { isGreen, outcomes, sent } = await world.sync(false)
  expect([isGreen, outcomes.map((outcome) => outcome.split(' ')[0]), sent]).toEqual([
    true,
    ['kept', 'kept', 'unchanged'],
    []
  ])
})

describe('what the list shows of texts is remembered only as far as it was seen', () => {
  const tree = (text: string): Tree => ({ ...THREE, 'docs/a.md': `# A\n\n${text}\n` })

  test('summaries of new entries: nothing is taken for an edit, also with one runbook', async () => {
    const world = worldOf({ answers: { content: 'summary' } })
    world.branch.commit({ 'docs/a.md': '# A\n\nFirst.\n' })
    expect((await world.sync(false)).isGreen).toBe(true)
    const { isGreen, sent } = await push(world, { 'docs/a.md': '# A\n\nSecond.\n' })
    expect([isGreen, sent]).toEqual([true, ['A']])
  })

  test('cut texts, which `on-conflict: replace` replaces, are no texts of before', async () => {
    const world = worldOf({ answers: { content: 'cut' }, onConflict: 'replace', environment: undefined })
    const long = (text: string): string => `# A\n\n${'Free some space. '.repeat(10)}${text}\n`
    for (const text of ['First.', 'Second.', 'Third.']) {
      world.branch.commit({ ...THREE, 'docs/a.md': long(text) })
      expect((await world.sync(false)).outcomes).toEqual(Object.keys(THREE).map((path) => `upserted ${path}`))
    }
  })

  test('a service that begins to change most texts: nothing is taken for an edit', async () => {
    const world = worldOf()
    const html = Object.fromEntries(['D', 'E', 'F'].map((name) => [`docs/${name}.md`, `# ${name}\n\n<kbd>x</kbd>\n`]))
    world.branch.commit({ ...html, 'docs/a.md': '# A\n\nText.\n' })
    await world.sync(false)
    const { isGreen, sent } = await world.sync(false, { answers: { content: 'sanitised' } })
    expect([isGreen, sent.toSorted()]).toEqual([true, ['A', 'D', 'E', 'F']])
  })

  test.each<[string, WorldOptions, told: string]>([
    ['looks for nothing', { confirmWithin: 0 }, ''],
    ['sees no text', { answers: { content: 'none' } }, 'it shows no text that could be compared of 1 entry']
  ])('not after a run that %s', async (_, given, told) => {
    const world = worldOf()
    world.branch.commit(tree('First.'))
    await world.sync(false)
    expect(world.branch.records[0]?.listShows).toBe('as sent')
    expect((await push(world, { 'docs/a.md': '# A\n\nSecond.\n' }, given)).told).toContain(told)
    expect(world.branch.records[0]?.listShows).toBeUndefined()
  })

  test('changed texts are forgotten by a full sync that sees them as sent, and not by a push', async () => {
    const world = worldOf({ answers: { content: 'summary' } })
    const shown = () => world.branch.records[0]?.listShows
    world.branch.commit(tree('First.'))
    await world.sync(false)
    expect(shown()).toBe('changed')
    await push(world, { 'docs/a.md': '# A\n\nSecond.\n' }, { answers: {} })
    expect(shown()).toBe('changed')
    world.commit({ 'docs/a.md': '# A\n\nThird.\n' })
    await world.sync(false)
    expect(shown()).toBe('as sent')
  })

  test('not with another token', async () => {
    const world = worldOf()
    world.branch.commit(THREE)
    await world.sync(false)
    for (const { name, content } of world.service.entries().slice(0, 2)) {
      await world.edit(name, content.replace('Text.', 'Call Sam.'))
    }
    const token = new Secret(world.service.tokens.create({ name: 'Another', expiration: 'never' }).value)
    expect((await world.sync(false, { token })).told).toContain('The service changes texts')
  })
})

describe('a text by hand that equals a text of its file', () => {
  const [OLD, NOW] = ['# A\n\nOne.\n', '# A\n\nTwo is wrong.\n']
  async function worldWith(text: string): Promise<World> {
    const world = worldOf()
    for (const content of [OLD, NOW]) {
      world.branch.commit({ ...THREE, 'docs/a.md': content })
      await world.sync(false)
    }
    await world.edit('A', text)
    return world
  }

  test.each([
    ['the present one: it is replaced, because Git has it', NOW, []],
    ['a former one: it is saved before it is replaced', OLD, [OLD]]
  ])('%s', async (_, text, saved) => {
    const outcome = await (await worldWith(text)).sync(false)
    expect([outcome.isGreen, outcome.saved.map((each) => each.trim())]).toEqual([
      true,
      saved.map((each) => each.trim())
    ])
  })

  test('and that stays although the service accepts the entry: it has failed', async () => {
    const { outcomes, reasons } = await (await worldWith(NOW)).sync(false, { answers: { store: 'none' } })
    expect(outcomes[0]).toBe('failed docs/a.md')
    expect(reasons['docs/a.md']).toMatch(/still shows the text of before/)
  })
})

test('texts that the service swaps are no edits: each full sync sends them again, and is red', async () => {
  const tree = Object.fromEntries(['A', 'B', 'C', 'D', 'E'].map((name) => [`docs/${name}.md`, `# ${name}\n\nText.\n`]))
  const world = worldOf({ answers: { swap: ['A', 'B'] } })
  world.branch.commit(tree)
  for (const nth of ['first', 'second']) {
    const { outcomes } = await world.sync(false)
    expect([nth, ...outcomes]).toEqual([nth, 'failed docs/A.md', 'failed docs/B.md', ...outcomes.slice(2)])
  }
})

test('the inventory counts each entry once, also where runbooks share its name', async () => {
  const world = worldOf()
  world.branch.commit({ 'docs/a.md': '# A\n\nText.\n', 'docs/b.md': '# A\n\nText.\n', 'docs/c.md': '# C\n\nText.\n' })
  await world.fill([
    { name: 'A', content: 'By hand.' },
    { name: 'D', content: 'By hand.' }
  ])
  const { findings } = await world.sync(false)
  expect(findings.inventory).toMatchObject({ entries: 2, differing: 1, withoutRunbook: 1, names: ['D'] })
})
