import { describe, expect, test } from '@jest/globals'
import { LIST_PATH, UPSERT_PATH } from '../../src/knowledge/api-types.ts'
import { retirementNote } from '../../src/sync/retirement-note.ts'
import type { Entry, World, WorldOptions } from './world.ts'
import { startWorlds } from './worlds.ts'

// What a run does with texts of the list. `__tests__/action/manual-edits.test.ts` has what becomes of them on the runner.

const worldOf = await startWorlds()

const [DISK, OTHER] = ['docs/disk.md', 'docs/other.md']
const EDIT = '# Disk full\n\nWritten at night.\r\nCall Sam <b>&amp;</b>.\n\n'
const UNCHANGED: Entry = { name: 'Other', content: '# Other\n\nText.\n' }
const others = (count: number): Entry[] =>
  Array.from({ length: count }, (_, at) => ({ name: `Entry ${at}`, content: 'Stays.' }))

const GONE = {
  ...({ name: 'Disk full', path: DISK, texts: [], reason: 'was removed' } as const),
  ...{ unselected: undefined, certain: true, replacement: undefined }
}
const PLACE = {
  ...{ repository: 'harbour/handbook', serverUrl: 'https://github.com', ref: 'refs/heads/main' },
  ...{ commit: '1'.repeat(40), date: '2026-11-20' }
}
const NOTE = retirementNote(GONE, PLACE)

/** As it is in Git. */
const written = (text: string): string => `# Disk full\n\n${text} See [other](other.md).\n`
/** As it is sent. */
const sent = (text: string): string =>
  written(text).replace('other.md', 'https://github.example/harbour/handbook/blob/main/docs/other.md')

/** A text that the list shows under the name of a runbook. */
type Case = readonly [title: string, shown: string]

const OURS: readonly Case[] = [
  ['the text of the base', sent('Base.')],
  ['a retirement note', NOTE],
  ['the current text', sent('Tip.')]
]
const OLDER = 'a text from before the base'
const SAVED: readonly Case[] = [
  ['an edit', EDIT],
  [OLDER, sent('Oldest.')],
  ['the text of a commit that was never delivered', sent('Between.')],
  ['the text of the base with its links as they are in Git', written('Base.')],
  ['the text of another runbook', '# Other\n\nText.\n'],
  ['a retirement note with a sentence of somebody', `${NOTE.trimEnd()} Call Sam.\n`],
  ['a retirement note with words of somebody in the middle', NOTE.replace(' as of', ', call Sam, as of')],
  ['an empty text', ''],
  ['a text that the list cuts', sent('Base.').slice(0, 20)],
  ['a text that the list encodes for HTML', sent('Base.').replaceAll('/', '&#x2F;')]
]

function tree(text: string): Record<string, string> {
  const cases = [...OURS, ...SAVED].map(([title]) => [
    `docs/${title}.md`,
    `---\ntitle: ${title}\n---\n${written(text)}`
  ])
  return Object.fromEntries([...cases, [OTHER, UNCHANGED.content]]) as Record<string, string>
}

test('a push saves the texts of the list that the range does not explain, and replaces all', async () => {
  const world = worldOf({ links: 'absolute' })
  world.branch.commit(tree('Oldest.'))
  const list = [...OURS, ...SAVED].map(([name, content]) => ({ name, content }))
  await world.deliver(tree('Base.'), [...list, UNCHANGED])
  world.branch.commit(tree('Between.'))
  world.branch.commit(tree('Tip.'))
  const { isGreen, sentBeforeSaving, findings, saved } = await world.sync(true)
  expect([isGreen, sentBeforeSaving]).toEqual([true, 0])
  expect(Object.fromEntries(findings.edits.map(({ name }, at) => [name, saved[at]]))).toEqual(Object.fromEntries(SAVED))
  for (const { name } of list) expect(world.entries().get(name)).toBe(sent('Tip.'))
})

/** A branch whose base and tip differ in one runbook, and the entries that the knowledge base has. */
async function changedWorld(entries: readonly Entry[], options: WorldOptions = {}): Promise<World> {
  const world = worldOf({ links: 'absolute', ...options })
  await world.deliver({ [DISK]: written('Base.'), [OTHER]: UNCHANGED.content }, entries)
  world.branch.commit({ [DISK]: written('Tip.'), [OTHER]: UNCHANGED.content })
  return world
}

const shown = (content: string): Entry[] => [UNCHANGED, { name: 'Disk full', content }]

test('a full sync without a base reads the complete list, and saves all that it replaces', async () => {
  const world = worldOf({ links: 'absolute' })
  world.branch.commit(tree('Oldest.'))
  world.branch.commit(tree('Tip.'))
  await world.fill([
    { name: OLDER, content: sent('Oldest.') },
    { name: 'a retirement note', content: NOTE },
    { name: 'the current text', content: sent('Tip.') },
    ...others(1200),
    { name: 'an edit', content: EDIT }
  ])
  const { outcomes, saved, findings } = await world.sync(false)
  expect(findings.edits.map(({ name }) => name).sort()).toEqual([OLDER, 'an edit'])
  expect(saved.toSorted()).toEqual([EDIT, sent('Oldest.')].sort())
  expect(outcomes).toContain('unchanged docs/the current text.md')
  expect(outcomes).toContain('upserted docs/a retirement note.md')
  expect([...world.entries().values()].filter((content) => content === 'Stays.')).toHaveLength(1200)
})

describe('`manual-edits: refuse`', () => {
  const list = (body: string): WorldOptions => ({ faults: [{ path: LIST_PATH, status: 200, body }] })

  test.each<[string, WorldOptions, says: RegExp]>([
    ['is no list', list('"no list"'), /: page 1 of the list cannot be read \(.* is no list of entries/],
    ['shows no texts', { answers: { content: 'none' } }, /./],
    ['is no JSON', list(`Entry: ${EDIT}`), /cannot be read/]
  ])('a list that %s: nothing is sent, and no text of it is told', async (_, options, says) => {
    const world = await changedWorld(shown(EDIT), { manualEdits: 'refuse' })
    const { isGreen, outcomes, reasons, told, sent } = await world.sync(true, options)
    expect([isGreen, outcomes, sent]).toEqual([false, [`refused ${DISK}`], []])
    expect(reasons[DISK]).toMatch(/does not show whether somebody edited/)
    expect(reasons[DISK]).toMatch(says)
    expect(`${told}${reasons[DISK] ?? ''}`).not.toContain('Call Sam')
  })

  test.each(['save', 'refuse'] as const)('an edit beyond the ten pages of a push, with `%s`', async (manualEdits) => {
    const world = await changedWorld([...others(1500), ...shown(EDIT)], { manualEdits })
    const { outcomes, reasons, saved, lists, told } = await world.sync(true)
    expect(saved).toEqual([])
    if (manualEdits === 'refuse') {
      expect(outcomes).toEqual([`refused ${DISK}`])
      expect(reasons[DISK]).toMatch(/^Somebody edited/)
    } else {
      expect([outcomes, lists]).toEqual([[`upserted ${DISK}`], 11])
      expect(told).toMatch(/notice: Of 1 runbook to be sent, 1 are not on the 10 pages/)
    }
  })
})

test('edits of two entries of one name are saved both', async () => {
  const world = await changedWorld(shown(EDIT))
  const edits = [EDIT, 'Another.']
  const body = JSON.stringify(edits.map((content, id) => ({ id, name: 'Disk full', content })))
  const outcome = await world.sync(true, { faults: [{ path: LIST_PATH, status: 200, body }] })
  expect([outcome.isGreen, outcome.saved, outcome.sentBeforeSaving]).toEqual([true, edits, 0])
})

test('a list without contents: one notice that edits by hand are not seen', async () => {
  const world = await changedWorld(shown(EDIT), { answers: { content: 'none' } })
  const { isGreen, told } = await world.sync(true)
  expect([isGreen, told]).toEqual([
    true,
    'notice: Edits by hand in the assistant are not seen: the list shows no texts.'
  ])
})

describe('an entry whose runbook is gone is retired only if Git knows its text:', () => {
  const own = (name: string): string => `# ${name}\n\nText.\n`
  const entries = ['known', 'edited', 'retired', 'rejected'].map((name): Entry => {
    return { name, content: name === 'retired' ? NOTE : own(name) + (name === 'edited' ? 'And more.\n' : '') }
  })

  async function retired(options: WorldOptions) {
    const world = worldOf({ removed: 'retire' })
    const gone = Object.fromEntries(entries.map(({ name }) => [`docs/${name}.md`, own(name)]))
    await world.deliver({ [OTHER]: UNCHANGED.content, ...gone }, [UNCHANGED, ...entries])
    world.branch.commit({ [OTHER]: UNCHANGED.content })
    return { ...(await world.sync(true, options)), after: world.entries() }
  }

  test('the others say why not, and stay as they are', async () => {
    const fault = { path: UPSERT_PATH, name: 'rejected', status: 422, body: '{"detail":"No notes."}' } as const
    const { findings, after } = await retired({ faults: [fault] })
    expect(findings.outcomes.map(({ name, outcome, reason }) => `${name ?? ''} ${outcome}: ${reason}`)).toEqual([
      'known retired: ',
      expect.stringMatching(/^edited orphaned: .*Not retired: its text .* Git knows/),
      expect.stringMatching(/^retired orphaned: .*its entry already says so/),
      expect.stringMatching(/^rejected failed: Not retired: .*No notes/)
    ])
    expect(findings.outcomes.map(({ hint }) => hint?.split(' ')[0])).toEqual([
      undefined,
      undefined,
      undefined,
      'Delete'
    ])
    for (const { name, content } of entries) {
      if (name === 'known') expect(after.get(name)).toMatch(/^\*\*This runbook is retired/)
      else expect(after.get(name)).toBe(content)
    }
  })

  test('none while the list is not complete: an entry of the same name may follow', async () => {
    const body = JSON.stringify({ items: entries })
    const { outcomes, reasons } = await retired({ faults: [{ path: LIST_PATH, status: 200, body }] })
    expect(outcomes.filter((outcome) => outcome.startsWith('retired'))).toEqual([])
    expect(reasons['docs/known.md']).toMatch(/Not retired: .*repeats a page/)
  })
})
