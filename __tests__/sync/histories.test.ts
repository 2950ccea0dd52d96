import { describe, expect, test } from '@jest/globals'
import type { AnswerOptions } from '../../service/service.ts'
import { ActionError } from '../../src/errors.ts'
import { letOthersRun } from '../support/turns.ts'
import type { Entry, RunOptions, World, WorldOptions } from './world.ts'
import { beforeConfirmation, beforeSending, once, startWorlds } from './worlds.ts'

// What a branch, a knowledge base and people do to each other. A green run means that the knowledge base has every runbook.

const worldOf = await startWorlds()

const [DISK, OTHER, THIRD] = ['docs/disk.md', 'docs/other.md', 'docs/third.md']
const disk = (text: string): string => `# Disk full\n\n${text}\n`
const other = (text: string): string => `# Other\n\n${text}\n`
const BRANCH = { [DISK]: disk('First.'), [OTHER]: other('Text.'), [THIRD]: '# Third\n\nText.\n' }
/** No run can deliver this. */
const UNREADABLE = '# Unreadable\n\n\0\n'
const REPLACE: RunOptions = { inputs: { 'on-conflict': 'replace' } }
const RETIRE: RunOptions = { inputs: { removed: 'retire' } }

/** A branch that a green run has delivered. */
async function deliveredWorld(
  options: WorldOptions = {},
  tree: Readonly<Record<string, string>> = BRANCH
): Promise<World> {
  const world = worldOf(options)
  expect(await world.push(tree)).toMatchObject({ isGreen: true, ended: undefined })
  return world
}

const note = (content: string): string => `${content}\nCall Sam.\n`

describe('what happened to an entry is healed by the next push of another file', () => {
  const damages: Record<string, (world: World) => unknown> = {
    'it was deleted': ({ service }) => {
      service.removeEntries({ name: 'Disk full' })
    },
    'everything was restored from a backup': async (world) => {
      const backup = world.service.entries()
      await world.push({ [DISK]: disk('Second.') })
      await world.push({ [DISK]: disk('First.') })
      await world.push({ [DISK]: disk('Third.') })
      await world.write(...backup)
      world.commit({ [DISK]: disk('First.') })
    },
    'a run was skipped': (world) => world.commit({ [DISK]: disk('Second.') }),
    'a run failed': async (world) => {
      const { isGreen } = await world.push(
        { [DISK]: disk('Second.') },
        { onRequest: (kind) => kind === 'upsert' && Promise.reject(new ActionError('cancelled', 'Stopped.', '')) }
      )
      expect(isGreen).toBe(false)
    },
    'another release of this Action sent it': async (world) =>
      // The version is not part of the seal.
      world.edit('Disk full', (content) => content.replace(/^Version \w{12}/, 'Version 0123456789ab')),
    'its text became empty': async (world) => world.write({ name: 'Disk full', content: ' ' })
  }
  test.each(Object.entries(damages))('%s', async (_, damage) => {
    const world = await deliveredWorld()
    await damage(world)
    const outcome = await world.push({ [OTHER]: other('More.') })
    expect(outcome).toMatchObject({ isGreen: true, saved: [] })
    expect(outcome.sent.toSorted()).toEqual(['Disk full', 'Other'])
    expect(world.entries['Disk full']).toBe(world.branch.treeAt(world.branch.head)[DISK]?.trim())
    expect(world.entries['Other']).toBe(other('More.').trim())
  })

  test('another template of names: the next push of another file uses it for all', async () => {
    const world = await deliveredWorld()
    const { sent } = await world.push({ [OTHER]: other('More.') }, { inputs: { 'entry-name': '{stem}' } })
    expect(sent.toSorted()).toEqual(['disk', 'other', 'third'])
  })

  test('another input: the next push sends all runbooks that it concerns', async () => {
    const world = await deliveredWorld({}, { ...BRANCH, [DISK]: '---\nowner: storage\n---\n# Disk full\n\nFirst.\n' })
    const { isGreen } = await world.push({ [OTHER]: other('More.') }, { inputs: { 'front-matter': 'keep' } })
    expect(isGreen).toBe(true)
    expect(world.entries['Disk full']).toBe('---\nowner: storage\n---\n\n# Disk full\n\nFirst.')
  })
})

describe('what a run sends', () => {
  test('a push sends what it changed, a second run nothing', async () => {
    const world = await deliveredWorld()
    expect((await world.run()).sent).toEqual([])
    expect((await world.push({ [DISK]: disk('Second.') })).sent).toEqual(['Disk full'])
    const again = await world.run()
    // A page, the one behind it, and a look behind a short page.
    expect(again).toMatchObject({ sent: [], lists: 3 })
    expect(new Set(Object.values(again.outcomes))).toEqual(new Set(['unchanged']))
  })

  test('a push reads only what it changed, and what the list does not show as it would be sent', async () => {
    const world = await deliveredWorld()
    await world.edit('Third', note)
    world.branch.read.length = 0
    await world.push({ [DISK]: disk('Second.') })
    expect(new Set(world.branch.read)).toEqual(new Set([DISK, THIRD]))
  })

  describe('a push sends under the name of the file, not under that of the list', () => {
    test('what it changed', async () => {
      const world = await deliveredWorld({ answers: { names: ['upper'] } })
      const before = world.branch.head
      await world.push({ [DISK]: disk('Second.') })
      const { sent } = await world.run({ job: { trigger: { kind: 'push', before, deleted: false } } })
      expect(sent).toEqual(['Disk full'])
    })

    test('what a service shows under another address', async () => {
      const answers: AnswerOptions = { names: ['upper'], stored: [{ no_words: ['github.'] }] }
      const world = await deliveredWorld({ answers, inputs: { 'on-conflict': 'replace' } })
      const { sent } = await world.push({ [OTHER]: other('More.') })
      expect(new Set(sent)).toEqual(new Set(['Disk full', 'Other', 'Third']))
    })

    test('what it takes back', async () => {
      const world = await deliveredWorld({ answers: { names: ['upper'] } })
      world.service.answers.set({ names: ['upper'], lag: { ms: 200_000 } })
      const commits = [{}, { [DISK]: disk('Two.') }, { [DISK]: disk('First.') }]
      world.branch.onHead = () => {
        const [changes] = commits.splice(0, 1)
        if (changes !== undefined) world.commit(changes)
      }
      const { sent } = await world.push({ [OTHER]: other('More.') })
      expect(sent.filter((name) => name !== 'Other')).toEqual(['Disk full', 'Disk full'])
    })
  })

  describe('a push reads what a later reading of the list shows in another way', () => {
    test('because somebody edits it meanwhile', async () => {
      const world = await deliveredWorld()
      let lists = 0
      const outcome = await world.push(
        { 'docs/new.md': '# New\n\nText.\n' },
        // The first reading has three pages, and the name that it lacks makes a second one.
        { onRequest: (kind) => (kind === 'list' && ++lists === 4 ? world.edit('Disk full', note) : undefined) }
      )
      expect(outcome).toMatchObject({ ended: undefined, sent: ['New'], outcomes: { [DISK]: 'kept' } })
    })

    test('because the first one lacked an entry that a service may take for it', async () => {
      const world = await deliveredWorld()
      await world.write({ name: 'DISK FULL', content: world.contentOf('Disk full') })
      await world.edit('Disk full', () => 'By hand.')
      world.skip(1000)
      await world.edit('DISK FULL', (content) => `${content} `)
      world.service.answers.set({ order: 'latest', page_size_max: 1, empty: { times: 1, page: 2 } })
      const { outcomes } = await world.push()
      expect(outcomes[DISK]).toMatch(/^refused/)
    })
  })

  describe('a push reads a file whose name the list leaves open', () => {
    test('because a service may take two entries for one', async () => {
      const world = await deliveredWorld()
      await world.write({ name: 'DISK FULL', content: world.contentOf('Disk full') })
      await world.edit('Disk full', () => 'By hand.')
      const { outcomes } = await world.push({ [OTHER]: other('More.') })
      expect(outcomes[DISK]).toBe('refused, waiting')
    })

  })

  test('a push sends what it changed although the list shows it, because the list may lag', async () => {
    const world = await deliveredWorld()
    const before = world.branch.head
    world.commit({ [DISK]: disk('Second.') })
    await world.run()
    const trigger = { kind: 'push', before, deleted: false } as const
    expect((await world.run({ job: { trigger } })).sent).toEqual(['Disk full'])
    expect((await world.run({ job: { trigger, runAttempt: 2 } })).sent).toEqual([])
  })
})

describe('an edit in the assistant', () => {
  test('of the current text stays in every run, and is named', async () => {
    const world = await deliveredWorld()
    await world.edit('Disk full', note)
    for (const outcome of [await world.run(), await world.push({ [OTHER]: other('More.') })]) {
      expect(outcome).toMatchObject({ isGreen: true, outcomes: { [DISK]: 'kept' } })
    }
    expect(world.entries['Disk full']).toBe('# Disk full\n\nFirst.\n\nCall Sam.')
  })

  test('is refused if its runbook is pushed, and waits in later pushes', async () => {
    const world = await deliveredWorld()
    await world.edit('Disk full', note)
    const pushed = await world.push({ [DISK]: disk('Second.') })
    expect(pushed).toMatchObject({ isGreen: false, outcomes: { [DISK]: 'refused' }, sent: [] })
    const later = await world.push({ [OTHER]: other('More.') })
    expect(later).toMatchObject({ isGreen: true, outcomes: { [DISK]: 'refused, waiting' } })
    expect((await world.run()).isGreen).toBe(false)
  })

  test('is saved and replaced if somebody asks for it', async () => {
    const world = await deliveredWorld()
    const edited = await world.edit('Disk full', note)
    await world.push({ [DISK]: disk('Second.') })
    const replacing = await world.run(REPLACE)
    expect(replacing).toMatchObject({ isGreen: true, saved: [edited], sent: ['Disk full'] })
    expect(world.entries['Disk full']).toBe(disk('Second.').trim())
  })

  const merged: Record<string, string> = {
    'as it is': disk('First.\n\nCall Sam.'),
    'with another change': `# Disk full\n\nLook first.\n\nFirst.\n\nCall Sam.\n`
  }
  test.each(Object.entries(merged))('is in the file %s', async (_, text) => {
    const world = await deliveredWorld({}, { ...BRANCH, [DISK]: disk('First.') })
    await world.edit('Disk full', note)
    const pushed = await world.push({ [DISK]: text })
    expect(pushed).toMatchObject({ isGreen: true, outcomes: { [DISK]: 'upserted' } })
    expect((await world.run()).sent).toEqual([])
  })

  const strange: Record<string, (content: string) => string> = {
    'a note above the line': (content) => `Read this first.\n\n${content}`,
    'a note on the line': (content) => content.replace('\n', ' (see also Other)\n'),
    'a note below': note,
    'the line alone is gone': (content) => content.replace(/^.*\n+/, '')
  }
  test.each(Object.entries(strange))('%s: nothing is lost', async (_, change) => {
    const world = await deliveredWorld()
    const edited = await world.edit('Disk full', change)
    const { isGreen } = await world.push({ [DISK]: disk('Second.') })
    expect(isGreen).toBe(false)
    expect(world.contentOf('Disk full')).toBe(edited)
  })

  test('is saved if a person is quicker than the confirmation', async () => {
    const world = await deliveredWorld()
    let edited = ''
    const writing = beforeConfirmation(async () => (edited = await world.edit('Disk full', note)))

    const outcome = await world.push({ [DISK]: disk('Second.') }, writing)

    expect(outcome).toMatchObject({ saved: [edited], notices: [] })
    expect(world.entries['Disk full']).toBe(disk('Second.').trim())
    expect((await world.run()).sent).toEqual([])
  })

  test('of a text that was sent twice, because a person was quicker than its confirmation, is recognised', async () => {
    const world = await deliveredWorld()
    await world.push(
      { [DISK]: disk('Second.') },
      beforeConfirmation(() => world.edit('Disk full', note))
    )
    await world.edit('Disk full', note)

    const { outcomes } = await world.run()

    expect(outcomes[DISK]).toBe('kept')
  })

  const second: readonly { readonly what: string; readonly fail: (world: World) => void }[] = [
    {
      what: 'is rejected',
      fail: ({ service }) => {
        service.faults.set([{ name: 'Disk full', status: 422 }])
      }
    },
    {
      what: 'is accepted, and not stored',
      fail: ({ service }) => {
        service.answers.set({ store: 'none' })
      }
    }
  ]
  test.each(second)('is named if the second send $what, and the branch moves', async ({ fail }) => {
    const world = await deliveredWorld()
    let edited = ''
    const writing = beforeConfirmation(async () => {
      edited = await world.edit('Disk full', note)
      fail(world)
      world.commit({ 'README.md': 'Read me.\n' })
    })
    const { outcomes } = await world.push({ [DISK]: disk('Second.') }, writing)
    expect(outcomes[DISK]).toBe('kept')
    expect(world.contentOf('Disk full')).toBe(edited)
  })

  const later: Record<string, { readonly tree: Readonly<Record<string, string>>; readonly outcome: string }> = {
    'of the same file': { tree: { [DISK]: disk('Third.') }, outcome: 'refused' },
    'of another file': { tree: { [OTHER]: other('More.') }, outcome: 'kept' }
  }
  test.each(Object.entries(later))(
    'after its confirmation stays beside a later commit %s',
    async (_, { tree, outcome }) => {
      const world = await deliveredWorld()
      let edited = ''
      const writing = beforeConfirmation(async () => {
        edited = await world.edit('Disk full', note)
        world.branch.onHead = once(async () => {
          // The same text as before the confirmation, which the run has sealed.
          await world.edit('Disk full', () => edited)
          world.commit(tree)
        })
      })

      const { outcomes } = await world.push({ [DISK]: disk('Second.') }, writing)

      expect(outcomes[DISK]).toBe(outcome)
      expect(world.contentOf('Disk full')).toBe(edited)
    }
  )

  test.each<[string, before: string, after: string, run?: RunOptions]>([
    ['the label', '[docs/disk.md]', '[docs/disk.md, call Sam]'],
    ['the address', '/docs/disk.md)', '/docs/disk.md/call-sam)'],
    ['signs', '[docs/disk.md]', '[docs/disk.md → ???]'],
    ['the branch', '/blob/main/', '/blob/call-sam/'],
    ['a label without address', '[docs/disk.md]', '[docs/disk.md, call Sam]', { job: { repository: '' } }]
  ])('of %s of the line is not lost if a change concerns only the front matter', async (_, before, after, run = {}) => {
    const world = worldOf()
    await world.push(BRANCH, run)
    const edited = await world.edit('Disk full', (content) => content.replace(before, after))
    const { saved } = await world.push({ [DISK]: `---\nowner: storage\n---\n${disk('First.')}` }, run)
    expect([...saved, world.contentOf('Disk full')]).toContain(edited)
  })

  const FRONT = '---\nowner: storage\n---\n\n'
  const copies: Record<string, Entry & { readonly frontMatter: string }> = {
    'with its front matter, which a sync leaves out': {
      name: 'Disk full',
      content: FRONT + disk('First.'),
      frontMatter: 'strip'
    },
    'without its front matter, which a sync sends': { name: 'Disk full', content: disk('First.'), frontMatter: 'keep' }
  }
  test.each(Object.entries(copies))('that is a copy of the file %s is no conflict', async (_, copy) => {
    const world = worldOf({ inputs: { 'front-matter': copy.frontMatter } })
    await world.write(copy)
    const outcome = await world.push({ [DISK]: FRONT + disk('First.') })
    expect(outcome).toMatchObject({ isGreen: true, outcomes: { [DISK]: 'upserted' }, saved: [] })
  })

  test('a copy of a removed runbook over another entry is of a person', async () => {
    const world = await deliveredWorld()
    const copy = world.contentOf('Disk full')
    await world.push({ [DISK]: null })
    await world.write({ name: 'Other', content: copy })
    const { isGreen } = await world.push({ [OTHER]: other('More.') })
    expect(isGreen).toBe(false)
    expect(world.contentOf('Other')).toBe(copy)
  })

  test('a copy under another name is of a person', async () => {
    const world = await deliveredWorld()
    await world.write({ name: 'New', content: world.contentOf('Disk full') })
    const { isGreen } = await world.push({ 'docs/new.md': '# New\n\nText.\n' })
    expect(isGreen).toBe(false)
  })
})

describe('an edit that is made while files are fetched is not replaced', () => {
  const pushes: Record<string, readonly [path: string, text: string, run?: RunOptions]> = {
    'that the push changes': [DISK, disk('Second.')],
    'that the list shows as they were with other inputs': [
      OTHER,
      other('More.'),
      { inputs: { 'front-matter': 'keep' } }
    ]
  }
  test.each(Object.entries(pushes))('%s', async (_, [path, text, run]) => {
    const world = await deliveredWorld()
    let edited = ''
    world.branch.onFetch = async (paths) => {
      if (edited !== '' || !paths.includes(DISK)) return false
      await letOthersRun()
      edited = await world.edit('Disk full', note)
      return true
    }
    const { outcomes } = await world.push({ [path]: text }, run)
    expect(outcomes[DISK]).toMatch(/^refused/)
    expect(world.contentOf('Disk full')).toBe(edited)
  })
})

describe('an edited entry that a reading of the list lacks', () => {
  test('is looked for although another spelling of its name is there', async () => {
    const world = await deliveredWorld()
    await world.push({ [DISK]: '# DISK FULL\n\nFirst.\n' })
    const edited = await world.edit('DISK FULL', note)
    world.service.answers.set({ missing: { name: 'DISK FULL', after: 0 } })
    let lists = 0
    await world.push(
      { [DISK]: '# DISK FULL\n\nSecond.\n' },
      {
        onRequest: (kind) => {
          if (kind === 'list' && ++lists > 3) world.service.answers.set({})
        }
      }
    )
    expect(world.contentOf('DISK FULL')).toBe(edited)
  })

  test('is looked for again while the list names more entries than it shows', async () => {
    const world = await deliveredWorld()
    const edited = await world.edit('Third', note)
    world.service.answers.set({ page_size_max: 2, cap: { rows: 2 }, empty: { page: 2, times: 2 } })
    await world.push({ [THIRD]: '# Third\n\nMore.\n' })
    expect(world.contentOf('Third')).toBe(edited)
  })
})

describe('the head of the branch', () => {
  test('moves while a run delivers: it delivers that, too, and names everything', async () => {
    const world = await deliveredWorld()
    const outcome = await world.push(
      { [DISK]: disk('Second.') },
      beforeSending(() => world.commit({ [OTHER]: other('More.') }))
    )
    expect(outcome).toMatchObject({
      isGreen: true,
      sent: ['Disk full', 'Other'],
      outcomes: { [DISK]: 'upserted', [OTHER]: 'upserted' }
    })
    expect(world.entries['Other']).toBe(other('More.').trim())
  })

  test('takes back what a run is sending', async () => {
    const world = await deliveredWorld()
    const { isGreen } = await world.push(
      { [DISK]: disk('Second.') },
      beforeSending(() => world.commit({ [DISK]: disk('First.') }))
    )
    expect(isGreen).toBe(true)
    expect(world.entries['Disk full']).toBe(disk('First.').trim())
  })

  test.each<{ what: string; answers: AnswerOptions }>([
    { what: 'at once', answers: {} },
    { what: 'within the time of a confirmation', answers: { lag: { ms: 60_000 } } },
    // Then the list shows the first text when the run decides about the last one, which is the same.
    { what: 'only after the time of a confirmation', answers: { lag: { ms: 200_000 } } }
  ])('goes back to what the run has sent first: it is sent again. The list shows it $what', async ({ answers }) => {
    const world = await deliveredWorld()
    world.service.answers.set(answers)
    // The run asks for the head before its first text and after each one.
    const commits = [{}, { [DISK]: disk('Two.') }, { [DISK]: disk('One.') }]
    world.branch.onHead = () => {
      const [changes] = commits.splice(0, 1)
      if (changes !== undefined) world.commit(changes)
    }

    const outcome = await world.push({ [DISK]: disk('One.') })

    expect(outcome).toMatchObject({ isGreen: true, sent: ['Disk full', 'Disk full', 'Disk full'] })
    expect(world.entries['Disk full']).toBe(disk('One.').trim())
  })

  test.each([
    ['', '# Disk full'],
    [', with its title in other case', '# DISK full']
  ])('goes back%s, during a run by hand, to what an old list still shows: it is sent again', async (_, title) => {
    const world = await deliveredWorld({ answers: { match: 'case' } }, { ...BRANCH, [DISK]: disk('One.') })
    world.service.answers.set({ match: 'case', lag: { ms: 200_000 } })
    world.commit({ [DISK]: `${title}\n\nTwo.\n` })
    let asked = 0
    world.branch.onHead = () => {
      if (++asked === 2) world.commit({ [DISK]: disk('One.') })
    }

    const outcome = await world.run()

    expect(outcome.sent.map((name) => name.toLowerCase())).toEqual(['disk full', 'disk full'])
    expect(Object.values(world.entries)).toContain(disk('One.').trim())
  })

  test('was reset by force: the run delivers it', async () => {
    const world = await deliveredWorld()
    const first = world.branch.head
    await world.push({ [DISK]: disk('Second.') })
    const second = world.branch.head
    world.branch.reset(first)
    const trigger = { kind: 'push', before: second, deleted: false } as const
    const { isGreen } = await world.run({ job: { trigger } })
    expect(isGreen).toBe(true)
    expect(world.entries['Disk full']).toBe(disk('First.').trim())
  })

  test('an old answer is asked for again', async () => {
    const world = await deliveredWorld()
    world.branch.olderHeads.push(world.branch.head, world.branch.head)
    const outcome = await world.push({ [DISK]: disk('Second.') })
    expect(outcome).toMatchObject({ isGreen: true, sent: ['Disk full'] })
  })

  test('an answer that stays old is red, and nothing is sent', async () => {
    const world = await deliveredWorld()
    world.branch.olderHeads.push(...Array.from({ length: 9 }, () => world.branch.head))
    const outcome = await world.push({ [DISK]: disk('Second.') })
    expect(outcome).toMatchObject({ ended: { kind: 'branch-moved' }, sent: [] })
  })

  test('never stands still: after twenty rounds the run ends', async () => {
    const world = await deliveredWorld()
    let texts = 0
    world.branch.onHead = () => {
      world.commit({ [DISK]: disk(`Text ${texts++}.`) })
    }
    const { ended, sent } = await world.push({ [DISK]: disk('Second.') })
    expect(ended).toEqual({
      kind: 'branch-moved',
      message: 'The branch main moved 20 times while this run delivered.'
    })
    expect(sent).toHaveLength(20)
  })
})

describe('problems of files', () => {
  test('fail the push that brings them in, and no other push', async () => {
    const world = await deliveredWorld()
    const pushed = await world.push({ 'docs/bad.md': UNREADABLE })
    expect(pushed).toMatchObject({ isGreen: false, outcomes: { 'docs/bad.md': 'refused' } })
    const later = await world.push({ [DISK]: disk('Second.') })
    expect(later).toMatchObject({ isGreen: true, outcomes: { 'docs/bad.md': 'refused, waiting' } })
    expect(world.entries['Disk full']).toBe(disk('Second.').trim())
    expect((await world.run()).isGreen).toBe(false)
  })

  test('a pattern whose only file a push removes is named', async () => {
    const tree = { ...BRANCH, 'notes/a.md': '# Note\n\nText.\n' }
    const world = await deliveredWorld({ inputs: { files: 'docs/**\nnotes/**' } }, tree)
    const { notices } = await world.push({ 'notes/a.md': null })
    expect(notices).toContainEqual(expect.stringContaining('The pattern `notes/**` of ⟦input files⟧ has no effect'))
  })

  test('a push that changes the workflow is about all files', async () => {
    const path = '.github/workflows/runbooks.yml'
    const world = await deliveredWorld({}, { ...BRANCH, [path]: 'on: push' })
    await world.push({ 'docs/bad.md': UNREADABLE })
    const pushed = await world.push({ [path]: 'on: [push]' }, { job: { workflow: path } })
    expect(pushed).toMatchObject({ isGreen: false, outcomes: { 'docs/bad.md': 'refused' } })
    expect((await world.push({ [path]: 'on: push' })).isGreen).toBe(true)
  })

  test('a second title fails the push that brings it in, for both files', async () => {
    const world = await deliveredWorld()
    const pushed = await world.push({ 'docs/new.md': disk('Another.') })
    expect(pushed).toMatchObject({ isGreen: false, outcomes: { [DISK]: 'refused', 'docs/new.md': 'refused' } })
    expect(world.entries['Disk full']).toBe(disk('First.').trim())
    const later = await world.push({ [OTHER]: other('More.') })
    expect(later).toMatchObject({ isGreen: true, outcomes: { [DISK]: 'refused, waiting' } })
  })
})

test('a list that names more entries than it shows is named if a runbook looks new', async () => {
  const world = await deliveredWorld({ answers: { total: 'with_deleted' } })
  world.service.removeEntries({ name: 'Third' })
  const warning = expect.stringMatching(/^warning: The list names more entries than it shows\./)
  expect((await world.run()).notices).toContainEqual(warning)
  expect((await world.run()).notices).not.toContainEqual(warning)
})

describe('before what cannot be undone', () => {
  const many = (title: (at: number) => string): Record<string, string> =>
    Object.fromEntries(Array.from({ length: 21 }, (_, at) => [`docs/${at}/r.md`, `# ${title(at)}\n\nText.\n`]))

  test('a first sync with colliding names stops, and goes on by hand', async () => {
    const world = worldOf()
    const tree = { [DISK]: disk('First.'), 'docs/a.md': disk('Second.'), [OTHER]: other('Text.') }
    const pushed = await world.push(tree)
    const message =
      'Nothing was sent: this is the first sync, and 1 name is shared: “Disk full”: 2 files (docs/disk.md, docs/a.md).'
    expect(pushed).toMatchObject({ ended: { kind: 'stopped', message }, sent: [] })
    const bot = await world.run({ job: { isStartedByBot: true } })
    expect(bot).toMatchObject({ sent: [], isGreen: false })
    const byHand = await world.run()
    expect(byHand).toMatchObject({ sent: ['Other'], isGreen: false })
  })

  test('new names for more than twenty entries stop, and go on by hand', async () => {
    const world = await deliveredWorld(
      {},
      many((at) => `Old ${at}`)
    )
    const pushed = await world.push(many((at) => `New ${at}`))
    const message = expect.stringMatching(
      /^Nothing was sent: 21 entries would be created, and 21 left without a runbook/
    )
    expect(pushed).toMatchObject({ ended: { kind: 'stopped', message }, sent: [] })
    const planned = await world.run({ inputs: { mode: 'plan' } })
    expect(planned.ended?.message).toMatch(/^A sync would send nothing: 21 entries would be created/)
    expect((await world.run()).sent).toHaveLength(21)
  })

  test('new names for more than twenty entries, in a commit that comes later, stop the rest of the run', async () => {
    const world = await deliveredWorld(
      {},
      many((at) => `Old ${at}`)
    )
    const pushed = await world.push(
      { [DISK]: disk('Second.') },
      beforeConfirmation(() => world.commit(many((at) => `New ${at}`)))
    )
    const message = expect.stringMatching(/^Nothing more was sent: 21 entries would be created/)
    expect(pushed).toMatchObject({ ended: { kind: 'stopped', message }, sent: ['Disk full'] })
  })

  test('new names for twenty entries do not', async () => {
    const world = await deliveredWorld(
      {},
      many((at) => `Old ${at}`)
    )
    const tree = { ...many((at) => `New ${at}`), 'docs/0/r.md': '# Old 0\n\nText.\n' }
    expect((await world.push(tree)).sent).toHaveLength(20)
  })
})

describe('entries of other places', () => {
  const ELSEWHERE: RunOptions = { job: { repository: 'other/handbook' } }

  test('two repositories with one name do not send each other’s entry', async () => {
    const world = await deliveredWorld()
    const keeping = await world.run(ELSEWHERE)
    expect(keeping).toMatchObject({ isGreen: false, sent: [], outcomes: { [DISK]: 'refused' } })
    const contents = ['Disk full', 'Other', 'Third'].map((name) => world.contentOf(name))
    const replacing = await world.run({ ...ELSEWHERE, ...REPLACE })
    expect(replacing.isGreen).toBe(true)
    expect(replacing.saved.toSorted()).toEqual(contents.toSorted())
  })

  test('a renamed repository takes over its entries, and saves edits, if a person asks for it', async () => {
    const world = await deliveredWorld()
    const edited = await world.edit('Disk full', note)
    const renamed = { job: { repository: 'harbour/runbooks' } }
    expect(await world.run(renamed)).toMatchObject({ isGreen: false, sent: [] })
    const outcome = await world.run({ ...renamed, ...REPLACE })
    expect(outcome.isGreen).toBe(true)
    expect(outcome.saved).toContain(edited)
    expect(outcome.sent.toSorted()).toEqual(['Disk full', 'Other', 'Third'])
    expect((await world.run(renamed)).sent).toEqual([])
  })

  test('the case of owner and repository does not count', async () => {
    const world = await deliveredWorld()
    const { isGreen } = await world.run({ job: { repository: 'Harbour/Handbook' } })
    expect(isGreen).toBe(true)
  })
})

describe('a removed runbook', () => {
  test('leaves an entry that is named, and retired if somebody asks for it', async () => {
    const world = await deliveredWorld()
    const removed = await world.push({ [DISK]: null })
    expect(removed).toMatchObject({ isGreen: true, outcomes: { '“Disk full”': 'orphaned' } })
    const retired = await world.run(RETIRE)
    expect(retired).toMatchObject({ isGreen: true, outcomes: { '“Disk full”': 'retired' } })
    expect(world.entries['Disk full']).toMatch(/^\*\*This runbook is retired/)
    const again = await world.run(RETIRE)
    expect(again.outcomes).not.toHaveProperty('“Disk full”')
    expect(again.sent).toEqual([])
  })

  test('comes back', async () => {
    const world = await deliveredWorld()
    await world.push({ [DISK]: null }, RETIRE)
    const outcome = await world.push({ [DISK]: disk('Again.') })
    expect(outcome).toMatchObject({ isGreen: true, outcomes: { [DISK]: 'upserted' } })
    expect(world.entries['Disk full']).toBe(disk('Again.').trim())
  })

  test('that somebody edits just before is not retired', async () => {
    const world = await deliveredWorld()
    world.commit({ [DISK]: null })
    let lists = 0
    const { outcomes } = await world.run({
      ...RETIRE,
      onRequest: async (kind) => {
        if (kind === 'list' && ++lists === 2) await world.edit('Disk full', note)
      }
    })
    expect(outcomes['“Disk full”']).toBe('orphaned')
    expect(world.entries['Disk full']).toBe('# Disk full\n\nFirst.\n\nCall Sam.')
  })

  test('that is a draft now', async () => {
    const world = await deliveredWorld()
    const { outcomes } = await world.push({ [DISK]: `---\ndraft: true\n---\n${disk('First.')}` })
    expect(outcomes).toMatchObject({ [DISK]: 'skipped', '“Disk full”': 'orphaned' })
  })
})

test('entries of people that no runbook has stay', async () => {
  const world = worldOf()
  const written: Entry = { name: 'On call', content: 'Sam.\n' }
  await world.write(written)
  const { isGreen } = await world.push(BRANCH)
  expect(isGreen).toBe(true)
  expect(world.contentOf('On call')).toBe(written.content)
})

test('the entry of a file that cannot be read any more differs, and is not of a file that nobody selects', async () => {
  const world = await deliveredWorld()
  const { result } = await world.push({ [DISK]: '---\ntitle: [a\n---\n# Disk full\n' })
  expect(result.inventory).toMatchObject({ differing: 1, orphaned: 0, unselected: 0 })
})

test('the plan of a merge group is about what the group brings in', async () => {
  const world = await deliveredWorld()
  const base = world.commit({ 'docs/broken.md': '---\ntitle: [a\n---\n# Broken\n' })
  world.commit({ [DISK]: disk('Second.') })
  const planned = await world.run({ job: { trigger: { kind: 'merge-group', base, into: 'main' } } })
  expect(planned).toMatchObject({
    isGreen: true,
    sent: [],
    outcomes: { [DISK]: 'planned', 'docs/broken.md': 'refused, waiting' }
  })
})
