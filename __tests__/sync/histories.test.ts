import { describe, expect, test } from '@jest/globals'
import type { Changes, RunOptions, World, WorldOptions } from './world.ts'
import { disk, NIGHT, note, other, runbook } from '../support/handbook.ts'
import { beforeConfirmation, beforeReading, many, startWorlds, writesFail } from './worlds.ts'

// What a branch, a knowledge base and people do to each other. A green run means that the list has shown every runbook of the
// branch, and no text that a person wrote, and that the list has shown, is lost.

const worldOf = await startWorlds()

const [DISK, OTHER, THIRD] = ['docs/disk.md', 'docs/other.md', 'docs/third.md']
const third = (text: string): string => runbook('Third', text)
const branch = (text: string): Changes => ({ [DISK]: disk(text), [OTHER]: other(text), [THIRD]: third(text) })
const BRANCH = branch('First.')
const REPLACE: RunOptions = { inputs: { 'on-conflict': 'replace' } }
const RETIRE: RunOptions = { inputs: { removed: 'retire' } }
const TRUNK: RunOptions = { job: { ref: 'refs/heads/trunk', defaultBranch: 'trunk' } }

/** A branch that a green run has delivered. */
async function deliveredWorld(tree: Changes = BRANCH, options: WorldOptions = {}): Promise<World> {
  const world = worldOf(options)
  expect(await world.push(tree)).toMatchObject({ isGreen: true, ended: undefined })
  return world
}

test('an entry that was deleted, and a change whose run was skipped, are sent by the next push of another file', async () => {
  const world = await deliveredWorld()
  world.service.removeEntries({ name: 'Disk full' })
  world.commit({ [THIRD]: third('Second.') })
  const outcome = await world.push({ [OTHER]: other('Second.') })
  expect(outcome.sent.toSorted()).toEqual(['Disk full', 'Other', 'Third'])
  expect(world.entries['Third']).toBe(third('Second.').trim())
})

describe('a run reads the list', () => {
  test.each<{ what: string; changed: number; readings: number }>([
    { what: 'once, if nothing has changed', changed: 0, readings: 1 },
    { what: 'twice for a push of three', changed: 3, readings: 2 },
    { what: 'three times for a push of 40', changed: 40, readings: 3 }
  ])('$what, and sends each change once', async ({ changed, readings }) => {
    const world = await deliveredWorld(many(40, 'First.'))
    const outcome = await world.push(many(changed, 'Second.'))
    expect(outcome).toMatchObject({ isGreen: true, readings, sent: { length: changed } })
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

  const LINKED = 'See [o](other.md).'
  test.each<{ what: string; before?: string; text: string; run?: RunOptions }>([
    { what: 'with another change', text: `Look first.\n\nFirst.\n\n${NIGHT}` },
    { what: 'on a renamed branch, near a link', before: LINKED, text: `${LINKED}\n\n${NIGHT}\n\nMore.`, run: TRUNK }
  ])('is replaced if the file has it $what', async ({ before = 'First.', text, run }) => {
    const world = await deliveredWorld({ ...BRANCH, [DISK]: disk(before) })
    world.edit('Disk full', note)
    const { outcomes, notices, report } = await world.push({ [DISK]: disk(text) }, run)
    expect(outcomes[DISK]).toBe('upserted')
    expect(notices).toContainEqual(expect.stringMatching(/^notice: The edit of .* is in the file now\. /))
    expect(report.firstLine).not.toContain('replaced')
    expect(await world.run(run)).toMatchObject({ isGreen: true, sent: [] })
  })

  test('that is a copy of another entry without a step stays', async () => {
    const world = await deliveredWorld({ ...BRANCH, [DISK]: disk('First.\n\nSecond.\n\nThird.') })
    const content = world.contentOf('Disk full').replace('Second.\n', '')
    world.service.writeEntry({ name: 'New', content })
    expect(await world.push({ 'docs/new.md': '# New\n\nText.\n' })).toMatchObject({ isGreen: false, sent: [] })
    expect(world.contentOf('New')).toBe(content)
  })
})

describe('an edit that somebody makes during a run is never replaced unsaved:', () => {
  test('while files are fetched', async () => {
    const world = await deliveredWorld()
    let edited = ''
    world.branch.onFetch = async (paths) => {
      if (edited !== '' || !paths.includes(DISK)) return
      // Lets everything proceed that does not wait for this.
      for (let turn = 0; turn < 100; turn++) await new Promise((resolve) => setImmediate(resolve))
      edited = world.edit('Disk full', note)
    }
    const { outcomes } = await world.push({ [DISK]: disk('Second.') })
    expect(outcomes[DISK]).toBe('refused')
    expect(world.contentOf('Disk full')).toBe(edited)
  })

  test('in a pause that the service asks for', async () => {
    const world = await deliveredWorld()
    world.becomes({ faults: writesFail({ name: 'Other', times: 1, status: 429, retry_after: 5 }) })
    const writing = beforeConfirmation(() => {
      for (const name of ['Other', 'Third']) world.edit(name, note)
    })
    const outcome = await world.push(branch('Second.'), writing)
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
        if (kind === 'write') world.skip(9000)
        await happening.onRequest?.(kind, what)
      }
    })
    expect(isGreen).toBe(false)
    expect(readings).toBeGreaterThan(6)
    expect(new Set(sent).size).toBe(sent.length)
    for (const [name, content] of edited) expect(world.contentOf(name)).toBe(content)
  })
})

describe('the head of the branch', () => {
  test('moves after what seems to be the last look', async () => {
    const world = await deliveredWorld()
    let asked = 0
    world.branch.onHead = () => {
      if (++asked === 3) world.commit({ [OTHER]: other('More.') })
    }
    const outcome = await world.push({ [DISK]: disk('Second.') })
    expect(outcome).toMatchObject({ isGreen: true, outcomes: { [DISK]: 'upserted', [OTHER]: 'upserted' } })
    expect(world.entries['Other']).toBe(other('More.').trim())
  })

  test.each<{ what: string; commits: Changes[]; sent: number }>([
    { what: 'changes again', commits: [{ [DISK]: disk('Third.') }], sent: 2 },
    { what: 'takes back', commits: [{ [DISK]: disk('First.') }], sent: 2 },
    { what: 'changes twice, at last to', commits: [{ [DISK]: disk('Third.') }, { [DISK]: disk('Second.') }], sent: 3 },
    { what: 'moves', commits: [{ [DISK]: null, 'docs/new.md': disk('Second.') }], sent: 2 },
    { what: 'removes', commits: [{ [DISK]: null }], sent: 1 }
  ])('$what what a run is sending, while the list is behind', async ({ commits, sent }) => {
    const world = await deliveredWorld()
    world.becomes({ answers: { lag: 60_000 } })
    const [text = disk('Second.')] = Object.values(commits.at(-1) ?? {}).filter((one) => one !== null)
    const outcome = await world.push(
      { [DISK]: disk('Second.') },
      { onRequest: (kind) => kind === 'write' && world.commit(commits.shift() ?? {}) }
    )
    expect(outcome).toMatchObject({ isGreen: true, sent: { length: sent }, saved: [] })
    expect(world.entries['Disk full']).toBe(text.trim())
  })
})

describe('before what cannot be undone', () => {
  test('a first sync with names that repeat stops, and goes on by hand', async () => {
    const world = worldOf()
    const pushed = await world.push({ ...BRANCH, 'docs/a.md': disk('Second.') })
    expect(pushed).toMatchObject({ ended: { kind: 'stopped' }, sent: [] })
    expect(await world.run()).toMatchObject({ isGreen: false, sent: ['Other', 'Third'] })
  })

  test('a run of a public repository replaces no edit, because it could not keep it; a plan says so', async () => {
    const world = await deliveredWorld()
    world.edit('Disk full', note)
    for (const mode of ['sync', 'plan']) {
      const outcome = await world.run({ inputs: { 'on-conflict': 'replace', mode }, job: { isPrivate: false } })
      expect(outcome).toMatchObject({ isGreen: false, ended: { kind: 'files' }, sent: [], saved: [] })
      expect(outcome.report.firstLine).toContain('(docs/disk.md), and cannot keep what was there: ')
    }
  })

  // The token of the next run is one of another workspace.
  test.each([
    { what: 'a push of a runbook', path: DISK, isSent: false },
    { what: 'a push that changes its workflow', path: '.github/workflows/runbooks.yml', isSent: true },
    { what: 'a push that changes another workflow', path: '.github/workflows/ci.yml', isSent: false },
    { what: 'a run by hand', path: '', isSent: true }
  ])('into a workspace without an entry of the repository, $what: it sends, $isSent', async ({ path, isSent }) => {
    const world = await deliveredWorld()
    world.service.removeEntries()
    const { isGreen, sent, report } = path === '' ? await world.run() : await world.push({ [path]: disk('Second.') })
    expect({ isGreen, sent: sent.length }).toEqual({ isGreen: isSent, sent: isSent ? 3 : 0 })
    const first = 'First sync of harbour/handbook into this workspace: 3 runbooks delivered.'
    expect(report.firstLine).toBe(
      isSent ? first : 'This workspace has no entry of harbour/handbook, so nothing was sent.'
    )
  })

  test('a list that shows nothing of the repository later in a run stops no run that has sent something', async () => {
    const world = await deliveredWorld()
    const happening = beforeConfirmation(() => {
      world.service.removeEntries()
      world.commit({ 'docs/new.md': '# New\n\nText.\n' })
    })
    expect((await world.push({ [DISK]: disk('Second.') }, happening)).sent).toContain('New')
  })

  test('new names for more than twenty entries, in a commit that comes later, stop the rest of the run', async () => {
    const renamesNone = { answers: { contract: 'plain' } } as const
    const world = await deliveredWorld({ ...many(21, 'Text.', 'Old'), [DISK]: disk('First.') }, renamesNone)
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
    const world = await deliveredWorld(BRANCH, { inputs: named, answers: { contract: 'plain' } })
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
})
