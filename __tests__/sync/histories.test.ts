import { describe, expect, test } from '@jest/globals'
import { ActionError } from '../../src/errors.ts'
import { UPSERT_PATH } from '../../src/knowledge/api-types.ts'
import { letOthersRun } from '../support/turns.ts'
import type { RunOptions, World, WorldOptions } from './world.ts'
import { beforeConfirmation, beforeReading, beforeSending, startWorlds } from './worlds.ts'

// What a branch, a knowledge base and people do to each other. A green run means that the list has shown every runbook of the
// branch, and no text that a person wrote, and that the list has shown, is lost.

const worldOf = await startWorlds()

const [DISK, OTHER, THIRD] = ['docs/disk.md', 'docs/other.md', 'docs/third.md']
const disk = (text: string): string => `# Disk full\n\n${text}\n`
const other = (text: string): string => `# Other\n\n${text}\n`
const third = (text: string): string => `# Third\n\n${text}\n`
const BRANCH = { [DISK]: disk('First.'), [OTHER]: other('First.'), [THIRD]: third('First.') }
const CHANGED = { [DISK]: disk('Second.'), [OTHER]: other('Second.'), [THIRD]: third('Second.') }
/** No run can deliver this. */
const UNREADABLE = '# Unreadable\n\n\0\n'
const REPLACE: RunOptions = { inputs: { 'on-conflict': 'replace' } }
const RETIRE: RunOptions = { inputs: { removed: 'retire' } }
const TRUNK: RunOptions = { job: { ref: 'refs/heads/trunk', branch: 'trunk', defaultBranch: 'trunk' } }

type Changes = Readonly<Record<string, string | null>>

/** Files with the names “Runbook 0”, “Runbook 1” and so on. */
const many = (count: number, text: string, title = 'Runbook'): Readonly<Record<string, string>> =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`docs/${at}/r.md`, `# ${title} ${at}\n\n${text}\n`]))

/** A branch that a green run has delivered. */
async function deliveredWorld(tree: Changes = BRANCH, options: WorldOptions = {}): Promise<World> {
  const world = worldOf(options)
  expect(await world.push(tree)).toMatchObject({ isGreen: true, ended: undefined })
  return world
}

const note = (content: string): string => `${content}\nCall Sam.\n`

describe('what happened to an entry is healed by the next push of another file:', () => {
  test.each(
    Object.entries<(world: World) => unknown>({
      'it was deleted': ({ service }) => {
        service.removeEntries({ name: 'Disk full' })
      },
      'a run was skipped': (world) => world.commit({ [DISK]: disk('Second.') }),
      'an input concerns its text': (world) => world.commit({ [DISK]: `---\nowner: storage\n---\n\n${disk('First.')}` })
    })
  )('%s', async (_, damage) => {
    const world = await deliveredWorld()
    await damage(world)
    const outcome = await world.push({ [OTHER]: other('More.') }, { inputs: { 'front-matter': 'keep' } })
    expect(outcome).toMatchObject({ isGreen: true, saved: [] })
    expect(outcome.sent.toSorted()).toEqual(['Disk full', 'Other'])
    expect(world.entries['Disk full']).toBe(world.branch.treeAt(world.branch.head)[DISK]?.trim())
  })

  test('a run was killed after it had sent: the next one finds what arrived', async () => {
    const world = await deliveredWorld(many(5, 'First.'))
    const kill = beforeReading(
      (reading) => reading === 2 && Promise.reject(new ActionError('cancelled', 'Killed.', ''))
    )
    const killed = await world.push(many(5, 'Second.'), kill)
    expect(killed).toMatchObject({ isGreen: false, ended: { kind: 'cancelled' }, sent: { length: 5 } })
    expect(await world.run()).toMatchObject({ isGreen: true, sent: [], readings: 1 })
  })
})

describe('a run reads the list', () => {
  test.each<{ what: string; before: Changes; changes: Changes; readings: number }>([
    { what: 'once, if nothing has changed', before: BRANCH, changes: {}, readings: 1 },
    { what: 'twice for a push of three', before: BRANCH, changes: CHANGED, readings: 2 },
    { what: 'three times for a push of 40', before: many(40, 'First.'), changes: many(40, 'Second.'), readings: 3 }
  ])('$what, and sends each change once', async ({ before, changes, readings }) => {
    const world = await deliveredWorld(before)
    const outcome = await world.push(changes)
    expect(outcome).toMatchObject({ isGreen: true, readings })
    expect(outcome.sent).toHaveLength(Object.keys(changes).length)
    expect(new Set(outcome.sent).size).toBe(outcome.sent.length)
  })
})

describe('an edit in the assistant', () => {
  test('stays, is refused if its runbook is pushed, waits, and is saved and replaced if somebody asks for it', async () => {
    const world = await deliveredWorld()
    const edited = world.edit('Disk full', note)
    for (const outcome of [await world.run(), await world.push({ [OTHER]: other('More.') })]) {
      expect(outcome).toMatchObject({ isGreen: true, outcomes: { [DISK]: 'kept' } })
    }
    const pushed = await world.push({ [DISK]: disk('Second.') })
    expect(pushed).toMatchObject({ isGreen: false, outcomes: { [DISK]: 'refused' }, sent: [] })
    const later = await world.push({ [OTHER]: other('Even more.') })
    expect(later).toMatchObject({ isGreen: true, outcomes: { [DISK]: 'refused, green' } })
    expect((await world.run()).isGreen).toBe(false)
    expect(world.contentOf('Disk full')).toBe(edited)
    expect(await world.run(REPLACE)).toMatchObject({ isGreen: true, saved: [edited], sent: ['Disk full'] })
    expect(world.entries['Disk full']).toBe(disk('Second.').trim())
  })

  test.each<{ what: string; changes: Changes; run: RunOptions; path: string }>([
    { what: 'folder', changes: { [DISK]: null, 'docs/new/d.md': disk('First.') }, run: {}, path: 'docs/new/d.md' },
    { what: 'branch', changes: {}, run: TRUNK, path: DISK }
  ])('stays, and is no conflict, after its $what was renamed', async ({ changes, run, path }) => {
    const world = await deliveredWorld()
    const edited = world.edit('Disk full', note)
    expect(await world.push(changes, run)).toMatchObject({ isGreen: true, outcomes: { [path]: 'kept' } })
    expect(world.contentOf('Disk full')).toBe(edited)
  })

  const LINKED = 'See [o](other.md).'
  test.each<{ what: string; before?: string; text: string; run?: RunOptions }>([
    { what: 'with another change', text: 'Look first.\n\nFirst.\n\nCall Sam.' },
    { what: 'with a new line right below it', text: 'First.\n\nCall Sam.\nAlso call Kim.' },
    { what: 'on a renamed branch, near a link', before: LINKED, text: `${LINKED}\n\nCall Sam.\n\nMore.`, run: TRUNK }
  ])('is replaced if the file has it $what', async ({ before = 'First.', text, run }) => {
    const world = await deliveredWorld({ ...BRANCH, [DISK]: disk(before) })
    world.edit('Disk full', note)
    expect(await world.push({ [DISK]: disk(text) }, run)).toMatchObject({ outcomes: { [DISK]: 'upserted' } })
    expect(await world.run(run)).toMatchObject({ isGreen: true, sent: [] })
  })

  test.each<{ name: string; push: Changes }>([
    { name: 'Other', push: { [OTHER]: other('More.'), [DISK]: null } },
    { name: 'New', push: { 'docs/new.md': '# New\n\nText.\n' } }
  ])('that is a copy of another entry stays, under the name of $name', async ({ name, push }) => {
    const world = await deliveredWorld()
    const content = world.contentOf('Disk full')
    world.service.writeEntry({ name, content })
    expect(await world.push(push)).toMatchObject({ isGreen: false, sent: [] })
    expect(world.contentOf(name)).toBe(content)
  })
})

describe('an edit that somebody makes during a run is never replaced unsaved:', () => {
  test('while files are fetched', async () => {
    const world = await deliveredWorld()
    let edited = ''
    world.branch.onFetch = async (paths) => {
      if (edited !== '' || !paths.includes(DISK)) return
      await letOthersRun()
      edited = world.edit('Disk full', note)
    }
    const { outcomes } = await world.push({ [DISK]: disk('Second.') })
    expect(outcomes[DISK]).toBe('refused')
    expect(world.contentOf('Disk full')).toBe(edited)
  })

  test('while the first of many waits for the list', async () => {
    const world = await deliveredWorld(many(5, 'First.'))
    world.service.answers.set({ lag: Number.MAX_VALUE })
    let edited = ''
    const writing = beforeReading((reading) => {
      if (reading === 2) edited = world.edit('Runbook 3', note)
      if (reading === 5) world.service.answers.set({})
    })
    const outcome = await world.push(many(5, 'Second.'), writing)
    expect(outcome).toMatchObject({ isGreen: false, outcomes: { 'docs/3/r.md': 'refused' }, sent: { length: 4 } })
    expect(world.contentOf('Runbook 3')).toBe(edited)
  })

  test('before the list shows its row again, because an index was rebuilt', async () => {
    const world = await deliveredWorld(many(5, 'First.'))
    const edited = world.edit('Runbook 3', note)
    world.becomes({ shows: (content, name) => (name === 'Runbook 3' ? undefined : content) })
    const rebuilt = beforeReading(() => {
      world.becomes({})
    })
    const outcome = await world.push(many(5, 'Second.'), rebuilt)
    expect(outcome).toMatchObject({ isGreen: false, outcomes: { 'docs/3/r.md': 'refused' } })
    expect(world.contentOf('Runbook 3')).toBe(edited)
  })

  test('in a pause that the service asks for', async () => {
    const world = await deliveredWorld()
    world.becomes({ faults: [{ path: UPSERT_PATH, name: 'Other', times: 1, status: 429, retry_after: 5 }] })
    const writing = beforeConfirmation(() => {
      for (const name of ['Other', 'Third']) world.edit(name, note)
    })
    const outcome = await world.push(CHANGED, writing)
    expect(outcome).toMatchObject({
      outcomes: { [DISK]: 'upserted', [OTHER]: 'refused', [THIRD]: 'refused' },
      sent: ['Disk full', 'Other']
    })
  })

  test('between every two rounds of a run of 40', async () => {
    const world = await deliveredWorld(many(40, 'First.'))
    const edited = new Map<string, string>()
    const happening = beforeReading((reading) => {
      // One that was sent long ago, one that was just sent, and one that was not sent yet.
      for (const at of [reading - 1, reading * 4 - 1, 40 - reading]) {
        const name = `Runbook ${at}`
        if (at < 0 || at >= 40 || edited.has(name)) continue
        edited.set(name, world.edit(name, note))
      }
    })
    const { isGreen, sent, readings } = await world.push(many(40, 'Second.'), {
      onRequest: async (kind, what) => {
        // A round ends after 30 seconds.
        if (kind === 'upsert') world.skip(9000)
        await happening.onRequest?.(kind, what)
      }
    })
    expect(isGreen).toBe(false)
    expect(readings).toBeGreaterThan(6)
    expect(new Set(sent).size).toBe(sent.length)
    for (const [name, content] of edited) expect(world.contentOf(name)).toBe(content)
  })

  test('before the list shows what was sent: the entry has failed, and the next run sees an edit', async () => {
    const world = await deliveredWorld()
    let edited = ''
    const outcome = await world.push(
      { [DISK]: disk('Second.') },
      beforeConfirmation(() => (edited = world.edit('Disk full', note)))
    )
    expect(outcome).toMatchObject({ isGreen: false, outcomes: { [DISK]: 'failed' }, sent: ['Disk full'] })
    expect(await world.run()).toMatchObject({ isGreen: true, outcomes: { [DISK]: 'kept' }, sent: [] })
    expect(world.contentOf('Disk full')).toBe(edited)
  })

  test('in a list that shifts while it is read', async () => {
    const world = await deliveredWorld(many(8, 'First.'))
    for (let at = 0; at < 8; at++) {
      world.skip(1000)
      world.edit(`Runbook ${at}`, (content) => `${content} `)
    }
    world.becomes({ answers: { order: 'latest', cap: 3 } })
    let edited = ''
    const { sent, outcomes } = await world.push(many(1, 'Second.'), {
      onRequest: (kind, what) => {
        // It moves from the last page to the first one, which was read.
        if (kind !== 'list' || what !== '2' || edited !== '') return
        world.skip(1000)
        edited = world.edit('Runbook 0', note)
      }
    })
    expect({ sent, outcome: outcomes['docs/0/r.md'] }).toEqual({ sent: [], outcome: 'refused' })
    expect(world.contentOf('Runbook 0')).toBe(edited)
  })
})

test('a moved file renews its entry once', async () => {
  const world = await deliveredWorld()
  const moved = 'docs/storage/disk.md'
  const outcome = await world.push({ [DISK]: null, [moved]: disk('First.') })
  expect(outcome).toMatchObject({ isGreen: true, outcomes: { [moved]: 'upserted' }, sent: ['Disk full'], saved: [] })
  expect(world.contentOf('Disk full')).toContain(`/${moved}`)
  expect(await world.run()).toMatchObject({ isGreen: true, sent: [] })
})

test('a file with a pasted source line is as good as one without', async () => {
  const world = await deliveredWorld()
  const pasted = world.contentOf('Other').replace('# Other', '# Disk full')
  expect(await world.push({ [DISK]: pasted })).toMatchObject({ isGreen: true, sent: [] })
  expect(await world.push({ [DISK]: `${pasted}\nMore.\n` })).toMatchObject({ isGreen: true, sent: ['Disk full'] })
  expect(world.contentOf('Disk full').match(/^Source: .*$/gm)).toEqual([expect.stringContaining(`[${DISK}]`)])
})

describe('the head of the branch', () => {
  test.each([2, 3])('moves while a run delivers, before it is asked for the %dth time', async (nth) => {
    const world = await deliveredWorld()
    let asked = 0
    world.branch.onHead = () => {
      if (++asked === nth) world.commit({ [OTHER]: other('More.') })
    }
    const outcome = await world.push({ [DISK]: disk('Second.') })
    expect(outcome).toMatchObject({ isGreen: true, outcomes: { [DISK]: 'upserted', [OTHER]: 'upserted' } })
    expect(world.entries['Other']).toBe(other('More.').trim())
  })

  test.each<{ what: string; commit: Changes; sent: readonly string[] }>([
    { what: 'changes again', commit: { [DISK]: disk('Third.') }, sent: ['Disk full', 'Disk full'] },
    { what: 'takes back', commit: { [DISK]: disk('First.') }, sent: ['Disk full', 'Disk full'] },
    { what: 'moves', commit: { [DISK]: null, 'docs/new.md': disk('Second.') }, sent: ['Disk full', 'Disk full'] },
    { what: 'removes', commit: { [DISK]: null }, sent: ['Disk full'] }
  ])('$what what a run is sending', async ({ commit, sent }) => {
    const world = await deliveredWorld()
    const outcome = await world.push(
      { [DISK]: disk('Second.') },
      beforeSending(() => world.commit(commit))
    )
    expect(outcome).toMatchObject({ isGreen: true, sent, saved: [] })
    const [text = disk('Second.')] = Object.values(commit).filter((one) => one !== null)
    expect(world.entries['Disk full']).toBe(text.trim())
  })

  test.each([0, 60_000])('goes back to what the run has sent first; the list is %d ms behind', async (ms) => {
    const world = await deliveredWorld()
    world.becomes({ answers: { lag: ms } })
    // The run asks for the head before each look, and after the last one.
    const commits = [{}, { [DISK]: disk('Two.') }, { [DISK]: disk('One.') }]
    world.branch.onHead = () => {
      const [next] = commits.splice(0, 1)
      if (next !== undefined) world.commit(next)
    }
    expect(await world.push({ [DISK]: disk('One.') })).toMatchObject({ isGreen: true })
    expect(world.entries['Disk full']).toBe(disk('One.').trim())
  })

  test('removes what has failed, which is no failure then', async () => {
    const world = await deliveredWorld()
    world.becomes({ faults: [{ path: UPSERT_PATH, name: 'Other', status: 422, times: 1 }] })
    const removing = beforeConfirmation(() => world.commit({ [OTHER]: null }))
    const outcome = await world.push({ [OTHER]: other('Second.') }, { ...RETIRE, ...removing })
    expect(outcome).toMatchObject({ isGreen: true, outcomes: { '“Other”': 'retired' } })
  })
})

test('a file that cannot be read fails the push that brings it in, and no other push', async () => {
  const world = await deliveredWorld()
  const pushed = await world.push({ 'docs/bad.md': UNREADABLE })
  expect(pushed).toMatchObject({ isGreen: false, outcomes: { 'docs/bad.md': 'refused' } })
  const later = await world.push({ [DISK]: disk('Second.') })
  expect(later).toMatchObject({ isGreen: true, sent: ['Disk full'], outcomes: { 'docs/bad.md': 'refused, green' } })
  expect((await world.push({}, { job: { runAttempt: 2 } })).isGreen).toBe(false)
})

describe('before what cannot be undone', () => {
  test('a first sync with names that repeat stops, and goes on by hand', async () => {
    const world = worldOf()
    const pushed = await world.push({ ...BRANCH, 'docs/a.md': disk('Second.') })
    expect(pushed).toMatchObject({ ended: { kind: 'stopped' }, sent: [] })
    expect(await world.run({ job: { isStartedByBot: true } })).toMatchObject({ isGreen: false, sent: [] })
    expect(await world.run()).toMatchObject({ isGreen: false, sent: ['Other', 'Third'] })
  })

  test('new names for more than twenty entries, in a commit that comes later, stop the rest of the run', async () => {
    const world = await deliveredWorld({ ...many(21, 'Text.', 'Old'), [DISK]: disk('First.') })
    const pushed = await world.push(
      { [DISK]: disk('Second.') },
      beforeConfirmation(() => world.commit(many(21, 'Text.', 'New')))
    )
    const message = expect.stringMatching(/^Nothing more was sent: 21 entries would be created/)
    expect(pushed).toMatchObject({ ended: { kind: 'stopped', message }, sent: ['Disk full'] })
  })
})

describe('a removed runbook', () => {
  test('leaves an entry that is named, is retired if somebody asks for it, and comes back', async () => {
    const named = { 'entry-name': '{dir}: {title}' }
    const world = await deliveredWorld(BRANCH, { inputs: named })
    const [name = ''] = Object.keys(world.entries)
    const removed = await world.push({ [DISK]: null, 'docs/storage/disk.md': disk('First.') })
    expect(removed).toMatchObject({ isGreen: true, outcomes: { [`“${name}”`]: 'orphaned' } })
    const retired = await world.run(RETIRE)
    expect(retired).toMatchObject({ isGreen: true, outcomes: { [`“${name}”`]: 'retired' }, sent: [name] })
    expect(world.entries[name]).toMatch(
      /^\*\*This runbook is retired.*Use `.*Disk full` instead \(.*`docs\/storage\/disk\.md`/s
    )
    expect(await world.run(RETIRE)).toMatchObject({ isGreen: true, sent: [] })
    expect(await world.push({ [DISK]: disk('Again.') })).toMatchObject({ outcomes: { [DISK]: 'upserted' } })
    expect(world.entries[name]).toBe(disk('Again.').trim())
  })

  test('is retired in a round of its own, after a look that shows everything else', async () => {
    const world = await deliveredWorld()
    const requests: string[] = []
    const onRequest: RunOptions['onRequest'] = (kind, what) => {
      if (kind === 'upsert' || what === '1') requests.push(kind === 'list' ? 'look' : what)
    }
    await world.push({ [DISK]: null, [OTHER]: other('Second.') }, { ...RETIRE, onRequest })
    expect(requests).toEqual(['look', 'Other', 'look', 'Disk full', 'look'])
  })

  test('is tried once if its note is refused', async () => {
    const world = await deliveredWorld()
    world.becomes({ faults: [{ name: 'Disk full', status: 422 }] })
    expect(await world.push({ [DISK]: null }, RETIRE)).toMatchObject({ isGreen: false })
    const tries = world.service.requests().filter(({ path, status }) => path === UPSERT_PATH && status === 422)
    expect(tries).toHaveLength(1)
  })

  test('is retired by a plan as by a sync: not while a file is refused', async () => {
    const world = await deliveredWorld()
    const plan: RunOptions = { inputs: { removed: 'retire', mode: 'plan' } }
    world.commit({ [DISK]: null })
    expect(await world.run(plan)).toMatchObject({ outcomes: { '“Disk full”': 'planned' }, sent: [] })
    world.commit({ 'docs/bad.md': UNREADABLE })
    for (const run of [plan, RETIRE]) {
      expect(await world.run(run)).toMatchObject({ outcomes: { '“Disk full”': 'orphaned' }, sent: [] })
    }
  })
})
