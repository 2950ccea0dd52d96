import { describe, expect, test } from '@jest/globals'
import type { FaultRule } from '../../service/service.ts'
import { UPSERT_PATH } from '../../src/knowledge/api-types.ts'
import { ActionError } from '../../src/errors.ts'
import { letOthersRun } from '../support/turns.ts'
import type { Outcome, RunOptions, World, WorldOptions } from './world.ts'
import { beforeConfirmation, beforeSending, listFault, once, startWorlds } from './worlds.ts'

// What a branch, a knowledge base and people do to each other. A green run means that the list has shown every runbook of the
// branch, and no text that a person wrote, and that the list has shown, is lost.

const worldOf = await startWorlds()

const [DISK, OTHER, THIRD] = ['docs/disk.md', 'docs/other.md', 'docs/third.md']
const disk = (text: string): string => `# Disk full\n\n${text}\n`
const other = (text: string): string => `# Other\n\n${text}\n`
const third = (text: string): string => `# Third\n\n${text}\n`
const BRANCH = { [DISK]: disk('First.'), [OTHER]: other('First.'), [THIRD]: third('First.') }
const CHANGED = { [DISK]: disk('Second.'), [OTHER]: other('Second.'), [THIRD]: third('Second.') }
/** A text that depends on an input. */
const OWNED = `---\nowner: storage\n---\n${disk('First.')}`
const DRAFT = '---\ndraft: true\n---\n'
/** No run can deliver this. */
const UNREADABLE = '# Unreadable\n\n\0\n'
const REPLACE: RunOptions = { inputs: { 'on-conflict': 'replace' } }
const RETIRE: RunOptions = { inputs: { removed: 'retire' } }

type Files = Readonly<Record<string, string>>

/** Files with the names “Runbook 0”, “Runbook 1” and so on. */
const many = (count: number, text: string): Files =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`docs/${at}/r.md`, `# Runbook ${at}\n\n${text}\n`]))

/** A branch that a green run has delivered. */
async function deliveredWorld(tree: Files = BRANCH, options: WorldOptions = {}): Promise<World> {
  const world = worldOf(options)
  expect(await world.push(tree)).toMatchObject({ isGreen: true, ended: undefined })
  return world
}

const note = (content: string): string => `${content}\nCall Sam.\n`

/** Something happens before one of the readings that follow the first upsert. @param reading from 1. */
function beforeReading(happen: (reading: number) => unknown): RunOptions {
  let isSent = false
  let readings = 0
  return {
    onRequest: (kind, what) => {
      isSent ||= kind === 'upsert'
      return isSent && kind === 'list' && what === '1' ? happen(++readings) : undefined
    }
  }
}

/** Why a runbook failed. */
const reasonOf = ({ report }: Outcome, path: string): string | undefined =>
  report.runbooks.find((row) => row.path === path)?.reason

describe('what happened to an entry is healed by the next push of another file:', () => {
  const damages: Record<string, (world: World) => unknown> = {
    'it was deleted': ({ service }) => {
      service.removeEntries({ name: 'Disk full' })
    },
    'everything was restored from a backup': async (world) => {
      const backup = world.service.entries()
      await world.push({ [DISK]: disk('Second.') })
      await world.push({ [DISK]: disk('Third.') })
      await world.write(...backup)
    },
    'a run was skipped': (world) => world.commit({ [DISK]: disk('Second.') }),
    'a run was stopped before it sent': async (world) => {
      const stop = beforeSending(() => Promise.reject(new ActionError('cancelled', 'Stopped.', '')))
      expect((await world.push({ [DISK]: disk('Second.') }, stop)).isGreen).toBe(false)
    },
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

  const inputs: Record<string, { readonly inputs: Readonly<Record<string, string>>; readonly sent: string[] }> = {
    'another template of names': {
      inputs: { 'entry-name': '{stem} runbook' },
      sent: ['disk runbook', 'other runbook', 'third runbook']
    },
    'an input that concerns a text': { inputs: { 'front-matter': 'keep' }, sent: ['Disk full', 'Other'] }
  }
  test.each(Object.entries(inputs))('%s', async (_, { inputs, sent }) => {
    const world = await deliveredWorld({ ...BRANCH, [DISK]: OWNED })
    const outcome = await world.push({ [OTHER]: other('More.') }, { inputs })
    expect(outcome).toMatchObject({ isGreen: true, saved: [] })
    expect(outcome.sent.toSorted()).toEqual(sent)
  })

  test('a run was killed after it had sent: the next one finds what arrived', async () => {
    const world = await deliveredWorld(many(5, 'First.'))
    const kill = beforeReading(
      (reading) => reading === 2 && Promise.reject(new ActionError('cancelled', 'Killed.', ''))
    )
    const killed = await world.push(many(5, 'Second.'), kill)
    expect(killed).toMatchObject({ isGreen: false, ended: { kind: 'cancelled' } })
    expect(killed.sent).toHaveLength(5)
    expect(await world.run()).toMatchObject({ isGreen: true, sent: [], readings: 1 })
  })
})

describe('a run reads the list', () => {
  test.each<{ what: string; before: Files; changes: Files; readings: number }>([
    { what: 'once, if nothing has changed', before: BRANCH, changes: {}, readings: 1 },
    { what: 'twice for a push of one', before: BRANCH, changes: { [DISK]: disk('Second.') }, readings: 2 },
    { what: 'twice for a push of three', before: BRANCH, changes: CHANGED, readings: 2 },
    { what: 'three times for a push of 40', before: many(40, 'First.'), changes: many(40, 'Second.'), readings: 3 }
  ])('$what, and sends each change once', async ({ before, changes, readings }) => {
    const world = await deliveredWorld(before)
    const outcome = await world.push(changes)
    expect(outcome).toMatchObject({ isGreen: true, readings })
    expect(outcome.sent).toHaveLength(Object.keys(changes).length)
    expect(new Set(outcome.sent).size).toBe(outcome.sent.length)
    expect(await world.run()).toMatchObject({ isGreen: true, sent: [], readings: 1 })
  })
})

describe('a repeated run', () => {
  const REPEATED = { runAttempt: 2 }

  test('of the head delivers what is missing, and nothing else', async () => {
    const world = await deliveredWorld()
    const job = { ...REPEATED, trigger: { kind: 'push', before: world.branch.head, deleted: false } } as const
    world.commit({ [DISK]: disk('Second.') })
    expect(await world.run({ job })).toMatchObject({ isGreen: true, sent: ['Disk full'] })
    expect(await world.run({ job })).toMatchObject({ isGreen: true, sent: [] })
  })

  test('is about everything that is refused', async () => {
    const world = await deliveredWorld()
    await world.push({ 'docs/bad.md': UNREADABLE })
    expect((await world.push({ [DISK]: disk('Second.') })).isGreen).toBe(true)
    expect((await world.push({}, { job: REPEATED })).isGreen).toBe(false)
  })

  test('of another commit than the head sends nothing', async () => {
    const world = await deliveredWorld()
    const sha = world.branch.head
    world.commit({ [DISK]: disk('Second.') })
    const outcome = await world.run({ job: { ...REPEATED, sha } })
    expect(outcome).toMatchObject({ isGreen: false, ended: { kind: 'branch-moved' }, sent: [] })
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

  const moves: Record<
    string,
    { readonly changes?: Readonly<Record<string, string | null>>; readonly run?: RunOptions }
  > = {
    'its file was moved': { changes: { [DISK]: null, 'docs/storage/disk.md': OWNED } },
    'its branch was renamed': { run: { job: { ref: 'refs/heads/trunk', branch: 'trunk', defaultBranch: 'trunk' } } },
    'front matter is kept from now on': { run: { inputs: { 'front-matter': 'keep' } } }
  }
  test.each(Object.entries(moves))('stays, and is no conflict, after %s', async (_, { changes = {}, run = {} }) => {
    const world = await deliveredWorld({ ...BRANCH, [DISK]: OWNED })
    const edited = await world.edit('Disk full', note)
    const [path = DISK] = Object.keys(changes).filter((one) => changes[one] !== null)
    for (const outcome of [await world.push(changes, run), await world.run(run)]) {
      expect(outcome).toMatchObject({ isGreen: true, outcomes: { [path]: 'kept' } })
    }
    expect(world.contentOf('Disk full')).toBe(edited)
  })

  const merged: Record<string, string> = {
    'as it is': disk('First.\n\nCall Sam.'),
    'with another change': '# Disk full\n\nLook first.\n\nFirst.\n\nCall Sam.\n',
    'with a new line right below it': disk('First.\n\nCall Sam.\nAlso call Kim.')
  }
  test.each(Object.entries(merged))('is replaced if the file has it %s', async (_, text) => {
    const world = await deliveredWorld()
    await world.edit('Disk full', note)
    const pushed = await world.push({ [DISK]: text })
    expect(pushed).toMatchObject({ isGreen: true, outcomes: { [DISK]: 'upserted' } })
    expect(await world.run()).toMatchObject({ isGreen: true, sent: [] })
  })

  const strange: Record<string, (content: string) => string> = {
    'a note above the line': (content) => `Read this first.\n\n${content}`,
    'a note on the line': (content) => content.replace('\n', ' (see also Other)\n'),
    'a note below': note,
    'the line alone is gone': (content) => content.replace(/^.*\n+/, ''),
    'everything is new': () => 'Call Sam.\n'
  }
  test.each(Object.entries(strange))('%s: nothing is lost', async (_, change) => {
    const world = await deliveredWorld()
    const edited = await world.edit('Disk full', change)
    const { isGreen } = await world.push({ [DISK]: disk('Second.') })
    expect(isGreen).toBe(false)
    expect(world.contentOf('Disk full')).toBe(edited)
  })

  test('that is a copy of the file is no conflict', async () => {
    const world = worldOf()
    await world.write({ name: 'Disk full', content: disk('First.') })
    expect(await world.push(BRANCH)).toMatchObject({ isGreen: true, outcomes: { [DISK]: 'upserted' }, saved: [] })
  })

  const copies: Record<string, { readonly name: string; readonly push: Readonly<Record<string, string | null>> }> = {
    'over another entry': { name: 'Other', push: { [OTHER]: other('More.') } },
    'of a removed runbook over another entry': { name: 'Other', push: { [OTHER]: other('More.'), [DISK]: null } },
    'under the name of a new runbook': { name: 'New', push: { 'docs/new.md': '# New\n\nText.\n' } }
  }
  test.each(Object.entries(copies))('that is a copy of another entry %s stays', async (_, { name, push }) => {
    const world = await deliveredWorld()
    const content = world.contentOf('Disk full')
    await world.write({ name, content })
    expect(await world.push(push)).toMatchObject({ isGreen: false, sent: [] })
    expect(world.contentOf(name)).toBe(content)
  })

  test('under a twin of a current entry, which nobody can remove but people, stays', async () => {
    const world = await deliveredWorld()
    const twin = { ...world.service.entries()[0], id: 99, name: 'Disk full', content: 'By hand.' }
    const entries = [twin, ...world.service.entries()] as Parameters<typeof listFault>[0]['entries'] & {}
    world.becomes({ faults: [listFault({ entries, times: 9 })] })
    const outcome = await world.push({ [OTHER]: other('More.') })
    expect(outcome).toMatchObject({ outcomes: { [DISK]: 'unchanged' }, sent: ['Other'] })
  })
})

describe('an edit that somebody makes during a run is never replaced unsaved:', () => {
  test('while files are fetched', async () => {
    const world = await deliveredWorld()
    let edited = ''
    world.branch.onFetch = async (paths) => {
      if (edited !== '' || !paths.includes(DISK)) return false
      await letOthersRun()
      edited = await world.edit('Disk full', note)
      return true
    }
    const { outcomes } = await world.push({ [DISK]: disk('Second.') })
    expect(outcomes[DISK]).toBe('refused')
    expect(world.contentOf('Disk full')).toBe(edited)
  })

  test('while the first of many waits for the list', async () => {
    const world = await deliveredWorld(many(5, 'First.'))
    world.service.answers.set({ lag: Number.MAX_VALUE })
    let edited = ''
    const writing = beforeReading(async (reading) => {
      if (reading === 2) edited = await world.edit('Runbook 3', note)
      if (reading === 5) world.service.answers.set({})
    })
    const outcome = await world.push(many(5, 'Second.'), writing)
    expect(outcome).toMatchObject({ isGreen: false, outcomes: { 'docs/3/r.md': 'refused' }, saved: [] })
    expect(outcome.sent).toHaveLength(4)
    expect(world.contentOf('Runbook 3')).toBe(edited)
  })

  test('before the list shows its row again, because an index was rebuilt', async () => {
    const world = await deliveredWorld(many(5, 'First.'))
    const edited = await world.edit('Runbook 3', note)
    world.becomes({ shows: (content, name) => (name === 'Runbook 3' ? undefined : content) })
    const rebuilt = beforeReading(() => {
      world.becomes({})
    })
    const outcome = await world.push(many(5, 'Second.'), rebuilt)
    expect(outcome).toMatchObject({ isGreen: false, outcomes: { 'docs/3/r.md': 'refused' }, saved: [] })
    expect(world.contentOf('Runbook 3')).toBe(edited)
  })

  const pauses: readonly Pick<FaultRule, 'status' | 'retry_after'>[] = [
    { status: 429, retry_after: 5 },
    { status: 429 },
    { status: 503, retry_after: 5 }
  ]
  test.each(pauses)('in a pause that the service asks for by %j', async (pause) => {
    const world = await deliveredWorld()
    world.becomes({ faults: [{ path: UPSERT_PATH, name: 'Other', times: 1, ...pause }] })
    const edited: string[] = []
    const writing = beforeReading(async (reading) => {
      if (reading > 1) return
      for (const name of ['Other', 'Third']) edited.push(await world.edit(name, note))
    })
    const outcome = await world.push(CHANGED, writing)
    expect(outcome).toMatchObject({
      isGreen: false,
      outcomes: { [DISK]: 'upserted', [OTHER]: 'refused', [THIRD]: 'refused' },
      sent: ['Disk full', 'Other'],
      saved: []
    })
    expect([world.contentOf('Other'), world.contentOf('Third')]).toEqual(edited)
  })

  test('between every two rounds of a run of 40', async () => {
    const world = await deliveredWorld(many(40, 'First.'))
    const edited = new Map<string, string>()
    const happening = beforeReading(async (reading) => {
      // One that was sent long ago, one that was just sent, and one that was not sent yet.
      for (const at of [reading - 1, reading * 4 - 1, 40 - reading]) {
        const name = `Runbook ${at}`
        if (at < 0 || at >= 40 || edited.has(name)) continue
        edited.set(name, await world.edit(name, note))
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
    expect(Object.fromEntries([...edited.keys()].map((name) => [name, world.contentOf(name)]))).toEqual(
      Object.fromEntries(edited)
    )
    expect((await world.run()).isGreen).toBe(false)
  })

  test('before the list shows what was sent: the entry has failed, and the next run sees an edit', async () => {
    const world = await deliveredWorld()
    let edited = ''
    const outcome = await world.push(
      { [DISK]: disk('Second.') },
      beforeConfirmation(async () => (edited = await world.edit('Disk full', note)))
    )
    expect(outcome).toMatchObject({ isGreen: false, outcomes: { [DISK]: 'failed' }, sent: ['Disk full'], saved: [] })
    expect(reasonOf(outcome, DISK)).toMatch(/somebody edited it meanwhile.* Line 5 was nothing, and is .Call Sam\..\.$/)
    expect(await world.run()).toMatchObject({ isGreen: true, outcomes: { [DISK]: 'kept' }, sent: [] })
    expect(world.contentOf('Disk full')).toBe(edited)
  })

  const later: Record<string, { readonly tree: Files; readonly outcome: string }> = {
    'of the same file': { tree: { [DISK]: disk('Third.') }, outcome: 'refused' },
    'of another file': { tree: { [OTHER]: other('More.') }, outcome: 'kept' }
  }
  test.each(Object.entries(later))('before a later commit %s', async (_, { tree, outcome }) => {
    const world = await deliveredWorld()
    let edited = ''
    // The list has shown what was sent.
    const writing = beforeReading((reading) => {
      if (reading > 1) return
      world.branch.onHead = once(async () => {
        edited = await world.edit('Disk full', note)
        world.commit(tree)
      })
    })
    const { outcomes } = await world.push({ [DISK]: disk('Second.') }, writing)
    expect(outcomes[DISK]).toBe(outcome)
    expect(world.contentOf('Disk full')).toBe(edited)
  })
})

describe('of more than three, the first one goes alone:', () => {
  const FIVE = many(5, 'First.')

  const failing: Record<string, FaultRule> = {
    'is stored, and never shown': { path: UPSERT_PATH, status: 202, body: '{}' },
    'is accepted': { path: UPSERT_PATH, status: 422 }
  }
  test.each(Object.entries(failing))('if none %s, three are tried, and nothing else is sent', async (_, fault) => {
    const world = await deliveredWorld(FIVE)
    world.becomes({ faults: [fault] })
    const outcome = await world.push(many(5, 'Second.'))
    expect(outcome).toMatchObject({ isGreen: false, sent: ['Runbook 0', 'Runbook 1', 'Runbook 2'] })
    expect(outcome.ended?.message).toMatch(/^3 entries were sent, and the list has shown none of them\./)
  })

  const overwritten: Record<string, (content: string) => string> = {
    'below its line': note,
    'with a text of their own': () => 'By hand.\n'
  }
  test.each(Object.entries(overwritten))('if somebody overwrites it %s, the others follow', async (_, change) => {
    const world = await deliveredWorld(FIVE)
    let edited = ''
    const writing = beforeConfirmation(async () => (edited = await world.edit('Runbook 0', change)))
    const outcome = await world.push(many(5, 'Second.'), writing)
    expect(outcome).toMatchObject({ isGreen: false, ended: undefined, saved: [] })
    expect(Object.values(outcome.outcomes)).toEqual(['failed', 'upserted', 'upserted', 'upserted', 'upserted'])
    expect(outcome.sent.toSorted()).toEqual(['Runbook 0', 'Runbook 1', 'Runbook 2', 'Runbook 3', 'Runbook 4'])
    expect(world.contentOf('Runbook 0')).toBe(edited)
  })

  test('if the list has an entry of one, that one', async () => {
    const world = await deliveredWorld({ 'docs/3/r.md': many(5, 'First.')['docs/3/r.md'] ?? '' })
    const { isGreen, sent } = await world.push(many(5, 'Second.'))
    expect(isGreen).toBe(true)
    expect(sent[0]).toBe('Runbook 3')
  })
})

describe('what was sent', () => {
  const failing: Record<string, FaultRule> = {
    'whose answers are lost': { name: 'Other', reset: 'after' },
    'of which only the first attempt was stored': { name: 'Other', reset: 'after', times: 1 }
  }
  test.each(Object.entries(failing))('is delivered if the list shows it: a failed send %s', async (_, fault) => {
    const world = await deliveredWorld()
    world.becomes({ faults: [fault, { name: 'Other', status: 500 }] })
    const outcome = await world.push(CHANGED)
    expect(outcome).toMatchObject({ isGreen: true, outcomes: { [OTHER]: 'upserted' } })
    expect(world.entries['Other']).toBe(other('Second.').trim())
    expect(world.service.requests().filter(({ body }) => (body as { name?: string }).name === 'Other')).toHaveLength(9)
  })

  test('fails if the list shows no text of it, although it shows others', async () => {
    const world = await deliveredWorld()
    world.becomes({ shows: (content, name) => (name === 'Disk full' ? '' : content) })
    const outcome = await world.push({ [DISK]: disk('Second.'), [OTHER]: other('Second.') })
    expect(outcome).toMatchObject({ isGreen: false, outcomes: { [DISK]: 'failed', [OTHER]: 'upserted' } })
    expect(reasonOf(outcome, DISK)).toMatch(/its list shows no text of it/)
    expect(outcome.sent).toHaveLength(2)
  })

  test('ends the run if the service makes copies of it, also in a push of two', async () => {
    const world = await deliveredWorld()
    world.becomes({ answers: { copies: true } })
    const outcome = await world.push(
      { [DISK]: disk('Second.'), [OTHER]: other('Second.') },
      beforeConfirmation(() => world.commit({ [THIRD]: third('Second.') }))
    )
    expect(outcome).toMatchObject({ isGreen: false, ended: { kind: 'copies' }, sent: ['Disk full', 'Other'] })
  })
})

describe('a list', () => {
  const EIGHT = many(8, 'First.')

  test('that shifts while it is read hides no edit', async () => {
    const world = await deliveredWorld(EIGHT)
    for (let at = 0; at < 8; at++) {
      world.skip(1000)
      await world.edit(`Runbook ${at}`, (content) => `${content} `)
    }
    world.becomes({ answers: { order: 'latest', cap: 3 } })
    let edited = ''
    const { sent, outcomes } = await world.push(
      { 'docs/0/r.md': '# Runbook 0\n\nSecond.\n' },
      {
        onRequest: async (kind, what) => {
          // It moves from the last page to the first one, which was read.
          if (kind !== 'list' || what !== '2' || edited !== '') return
          world.skip(1000)
          edited = await world.edit('Runbook 0', note)
        }
      }
    )
    expect({ sent, outcome: outcomes['docs/0/r.md'] }).toEqual({ sent: [], outcome: 'refused' })
    expect(world.contentOf('Runbook 0')).toBe(edited)
  })

  test('that leaves a row out of one reading hides no edit', async () => {
    const world = await deliveredWorld()
    const edited = await world.edit('Disk full', note)
    let readings = 0
    world.becomes({ shows: (content, name) => (name === 'Disk full' && readings === 1 ? undefined : content) })
    const { sent, outcomes } = await world.push(
      { [DISK]: disk('Second.') },
      { onRequest: (_, what) => void (readings += what === '1' ? 1 : 0) }
    )
    expect({ sent, outcome: outcomes[DISK] }).toEqual({ sent: [], outcome: 'refused' })
    expect(world.contentOf('Disk full')).toBe(edited)
  })

  test('that always leaves a row out has a notice, and what it never shows fails', async () => {
    const world = await deliveredWorld()
    world.becomes({ shows: (content, name) => (name === 'Disk full' ? undefined : content) })
    const outcome = await world.run()
    expect(outcome).toMatchObject({ isGreen: false, outcomes: { [DISK]: 'failed' }, sent: ['Disk full'] })
    expect(outcome.notices).toContainEqual(expect.stringMatching(/The list names more entries than it shows\./))
  })

  test('without texts gets each runbook once in a run', async () => {
    const world = worldOf({ shows: () => '' })
    const names = Object.keys(EIGHT).map((_, at) => `Runbook ${at}`)
    for (const outcome of [await world.push(EIGHT), await world.run()]) {
      expect(outcome).toMatchObject({ isGreen: true, ended: undefined })
      expect(outcome.sent.toSorted()).toEqual(names)
    }
  })
})

describe('a file', () => {
  test('that was moved renews its entry once', async () => {
    const world = await deliveredWorld()
    const moved = 'docs/storage/disk.md'
    const outcome = await world.push({ [DISK]: null, [moved]: disk('First.') })
    expect(outcome).toMatchObject({ isGreen: true, outcomes: { [moved]: 'upserted' }, sent: ['Disk full'], saved: [] })
    expect(world.contentOf('Disk full')).toContain(`/${moved}`)
    expect(await world.run()).toMatchObject({ isGreen: true, sent: [] })
  })

  test('with a pasted source line is as good as one without', async () => {
    const world = await deliveredWorld()
    const pasted = world.contentOf('Other').replace('# Other', '# Disk full')
    expect(pasted).toMatch(/^Source: /)
    expect(await world.push({ [DISK]: pasted })).toMatchObject({ isGreen: true, sent: [], saved: [] })
    expect(await world.push({ [DISK]: `${pasted}\nMore.\n` })).toMatchObject({ isGreen: true, sent: ['Disk full'] })
    expect(world.contentOf('Disk full').match(/^Source: .*$/gm)).toEqual([expect.stringContaining(`[${DISK}]`)])
    await world.edit('Disk full', note)
    expect(await world.run()).toMatchObject({ isGreen: true, outcomes: { [DISK]: 'kept' } })
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

  const changes: Record<string, { readonly commit: Readonly<Record<string, string | null>>; readonly sent: string[] }> =
    {
      'changes again': { commit: { [DISK]: disk('Third.') }, sent: ['Disk full', 'Disk full'] },
      'takes back': { commit: { [DISK]: disk('First.') }, sent: ['Disk full', 'Disk full'] },
      moves: { commit: { [DISK]: null, 'docs/new.md': disk('Second.') }, sent: ['Disk full', 'Disk full'] },
      removes: { commit: { [DISK]: null }, sent: ['Disk full'] }
    }
  test.each(Object.entries(changes))('%s what a run is sending', async (_, { commit, sent }) => {
    const world = await deliveredWorld()
    const outcome = await world.push(
      { [DISK]: disk('Second.') },
      beforeSending(() => world.commit(commit))
    )
    expect(outcome).toMatchObject({ isGreen: true, sent, saved: [] })
    const [text = disk('Second.')] = Object.values(commit).filter((one) => one !== null)
    expect(world.entries['Disk full']).toBe(text.trim())
    expect(await world.run()).toMatchObject({ isGreen: true, sent: [] })
  })

  test.each([0, 1, 60_000])('goes back to what the run has sent first; the list is %d ms behind', async (ms) => {
    const world = await deliveredWorld()
    world.becomes({ answers: { lag: ms } })
    // The run asks for the head before each look, and after the last one.
    const commits = [{}, { [DISK]: disk('Two.') }, { [DISK]: disk('One.') }]
    world.branch.onHead = () => {
      const [next] = commits.splice(0, 1)
      if (next !== undefined) world.commit(next)
    }
    const outcome = await world.push({ [DISK]: disk('One.') })
    expect(outcome).toMatchObject({ isGreen: true })
    expect(world.entries['Disk full']).toBe(disk('One.').trim())
  })

  test('was reset by force: the run delivers it', async () => {
    const world = await deliveredWorld()
    const first = world.branch.head
    await world.push({ [DISK]: disk('Second.') })
    const second = world.branch.head
    world.branch.reset(first)
    const trigger = { kind: 'push', before: second, deleted: false } as const
    expect((await world.run({ job: { trigger } })).isGreen).toBe(true)
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
    const world = await deliveredWorld(tree, { inputs: { files: 'docs/**\nnotes/**' } })
    const { notices } = await world.push({ 'notes/a.md': null })
    expect(notices).toContainEqual(expect.stringMatching(/^warning: The pattern .notes\/\*\*. of .* has no effect/))
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

describe('before what cannot be undone', () => {
  const manyNamed = (title: string): Files =>
    Object.fromEntries(Object.entries(many(21, 'Text.')).map(([path, text]) => [path, text.replace('Runbook', title)]))

  test('a first sync with names that repeat stops, and goes on by hand', async () => {
    const world = worldOf()
    const pushed = await world.push({ ...BRANCH, 'docs/a.md': disk('Second.') })
    const message = 'Nothing was sent: this is the first sync, and several files have one name: “Disk full” (2 files).'
    expect(pushed).toMatchObject({ ended: { kind: 'stopped', message }, sent: [] })
    const bot = await world.run({ job: { isStartedByBot: true } })
    expect(bot).toMatchObject({ sent: [], isGreen: false })
    const byHand = await world.run()
    expect(byHand).toMatchObject({ sent: ['Other', 'Third'], isGreen: false })
  })

  test('new names for more than twenty entries stop, and go on by hand', async () => {
    const world = await deliveredWorld(manyNamed('Old'))
    const pushed = await world.push(manyNamed('New'))
    const message = expect.stringMatching(
      /^Nothing was sent: 21 entries would be created, and 21 left without a runbook/
    )
    expect(pushed).toMatchObject({ ended: { kind: 'stopped', message }, sent: [] })
    const planned = await world.run({ inputs: { mode: 'plan' } })
    expect(planned.ended?.message).toMatch(/^A sync would send nothing: 21 entries would be created/)
    expect((await world.run()).sent).toHaveLength(21)
  })

  test('new names for more than twenty entries, in a commit that comes later, stop the rest of the run', async () => {
    const world = await deliveredWorld({ ...manyNamed('Old'), [DISK]: disk('First.') })
    const pushed = await world.push(
      { [DISK]: disk('Second.') },
      beforeConfirmation(() => world.commit(manyNamed('New')))
    )
    const message = expect.stringMatching(/^Nothing more was sent: 21 entries would be created/)
    expect(pushed).toMatchObject({ ended: { kind: 'stopped', message }, sent: ['Disk full'] })
  })

  test('new names for twenty entries do not', async () => {
    const world = await deliveredWorld(manyNamed('Old'))
    const tree = { ...manyNamed('New'), 'docs/0/r.md': '# Old 0\n\nText.\n' }
    expect((await world.push(tree)).sent).toHaveLength(20)
  })
})

describe('entries of other places', () => {
  const ELSEWHERE: RunOptions = { job: { repository: 'other/handbook' } }

  test('two repositories with one name do not send each other’s entry', async () => {
    const world = await deliveredWorld()
    world.commit({ [DISK]: disk('Second.') })
    const keeping = await world.run(ELSEWHERE)
    expect(keeping).toMatchObject({ isGreen: false, sent: [], outcomes: { [DISK]: 'refused', [OTHER]: 'refused' } })
    const content = world.contentOf('Disk full')
    const replacing = await world.run({ ...ELSEWHERE, ...REPLACE })
    // The others have the same text.
    expect(replacing).toMatchObject({ isGreen: true, sent: ['Disk full', 'Other', 'Third'], saved: [content] })
    expect(await world.run(ELSEWHERE)).toMatchObject({ isGreen: true, sent: [] })
  })

  test('two steps over one title do not send each other’s entry', async () => {
    const world = await deliveredWorld({ 'docs/a.md': disk('First.'), 'notes/a.md': disk('Another.') })
    const content = world.contentOf('Disk full')
    const outcome = await world.push({}, { inputs: { files: 'notes/**' } })
    expect(outcome).toMatchObject({ sent: [], outcomes: { 'notes/a.md': 'refused, waiting' } })
    expect(world.contentOf('Disk full')).toBe(content)
  })

  test('the case of owner and repository does not count', async () => {
    const world = await deliveredWorld()
    expect((await world.run({ job: { repository: 'Harbour/Handbook' } })).isGreen).toBe(true)
  })

  test('entries of people that no runbook has stay', async () => {
    const world = worldOf()
    await world.write({ name: 'On call', content: 'Sam.\n' })
    expect((await world.push(BRANCH)).isGreen).toBe(true)
    expect(world.contentOf('On call')).toBe('Sam.\n')
  })
})

describe('a removed runbook', () => {
  test('leaves an entry that is named, and retired if somebody asks for it', async () => {
    const world = await deliveredWorld()
    const removed = await world.push({ [DISK]: null })
    expect(removed).toMatchObject({ isGreen: true, outcomes: { '“Disk full”': 'orphaned' }, sent: [] })
    const retired = await world.run(RETIRE)
    expect(retired).toMatchObject({ isGreen: true, outcomes: { '“Disk full”': 'retired' }, sent: ['Disk full'] })
    expect(world.entries['Disk full']).toMatch(/^\*\*This runbook is retired/)
    const again = await world.run(RETIRE)
    expect(again.outcomes).not.toHaveProperty('“Disk full”')
    expect(again.sent).toEqual([])
  })

  test('is retired by a plan as by a sync: not while a file is refused', async () => {
    const world = await deliveredWorld()
    world.commit({ [DISK]: null })
    const plan: RunOptions = { inputs: { removed: 'retire', mode: 'plan' } }
    const planned = await world.run(plan)
    expect(planned.report.firstLine).toBe('A sync would retire 1 entry.')
    expect(planned).toMatchObject({ outcomes: { '“Disk full”': 'planned' }, sent: [] })
    world.commit({ 'docs/bad.md': UNREADABLE })
    for (const run of [plan, RETIRE]) {
      const { report, outcomes, sent } = await world.run(run)
      expect({ outcomes, sent }).toMatchObject({ outcomes: { '“Disk full”': 'orphaned' }, sent: [] })
      expect(report.runbooks.find(({ about }) => about === 'entry')?.hint).toMatch(
        /^It is retired by a run in which nothing is refused/
      )
    }
  })

  test('is retired by a note that says where its text is now', async () => {
    const named = { 'entry-name': '{dir}: {title}' }
    const world = await deliveredWorld(BRANCH, { inputs: named })
    const [name = ''] = Object.keys(world.entries).filter((one) => one.endsWith('Disk full'))
    await world.push(
      { [DISK]: null, 'docs/storage/disk.md': disk('First.') },
      { inputs: { ...named, removed: 'retire' } }
    )
    expect(world.entries[name]).toMatch(
      /^\*\*This runbook is retired.*Use `.*Disk full` instead \(.*`docs\/storage\/disk\.md`/s
    )
  })

  test('comes back', async () => {
    const world = await deliveredWorld()
    await world.push({ [DISK]: null }, RETIRE)
    const outcome = await world.push({ [DISK]: disk('Again.') })
    expect(outcome).toMatchObject({ isGreen: true, outcomes: { [DISK]: 'upserted' } })
    expect(world.entries['Disk full']).toBe(disk('Again.').trim())
  })

  test('is retired in a round of its own, after a look that shows everything else', async () => {
    const world = await deliveredWorld()
    const requests: string[] = []
    const { isGreen } = await world.push(
      { [DISK]: null, [OTHER]: other('Second.') },
      {
        ...RETIRE,
        onRequest: (kind, what) => {
          if (kind === 'upsert' || what === '1') requests.push(kind === 'list' ? 'look' : what)
        }
      }
    )
    expect(isGreen).toBe(true)
    expect(requests).toEqual(['look', 'Other', 'look', 'Disk full', 'look'])
  })

  interface Kept {
    /** The push that removes the runbook, or something of it. */
    readonly push?: Readonly<Record<string, string | null>>
    readonly before?: (world: World) => unknown
    readonly run?: RunOptions
    readonly outcome?: string
  }
  const kept: Record<string, Kept> = {
    'somebody edited its entry': { before: (world) => world.edit('Disk full', note) },
    'an entry with another spelling of its name is by hand': {
      before: (world) => world.write({ name: 'DISK FULL', content: 'By hand.' })
    },
    'another runbook is refused': {
      before: (world) => world.edit('Third', note),
      push: { [DISK]: null, [THIRD]: third('Second.') }
    },
    'a file cannot be read': { push: { [DISK]: null, 'docs/bad.md': UNREADABLE } },
    'two files have one name': { push: { [DISK]: null, 'docs/new.md': other('Another.') } },
    'another runbook has failed': {
      before: (world) => {
        world.becomes({ faults: [{ path: UPSERT_PATH, name: 'Other', status: 422 }] })
      },
      push: { [DISK]: null, [OTHER]: other('Second.') }
    },
    'its file is a draft now': { push: { [DISK]: `${DRAFT}${disk('First.')}` } },
    'its file has another title now': { push: { [DISK]: '# Disk is full\n\nFirst.\n' } },
    'its entry is of another branch': {
      run: { job: { ref: 'refs/heads/trunk', branch: 'trunk', defaultBranch: 'trunk' } },
      outcome: 'none'
    },
    'another step has selected it': { run: { inputs: { files: `docs/**\n!${DISK}` } }, outcome: 'none' },
    'nobody asks for it': { run: { inputs: { removed: 'report' } } }
  }
  test.each(Object.entries(kept))('is not retired if %s', async (_, one) => {
    const { push = { [DISK]: null }, before = () => undefined, run = {}, outcome = 'orphaned' } = one
    const world = await deliveredWorld()
    await before(world)
    const content = world.contentOf('Disk full')
    const { outcomes } = await world.push(push, { ...run, inputs: { removed: 'retire', ...run.inputs } })
    expect(outcomes['“Disk full”'] ?? 'none').toBe(outcome)
    expect(world.contentOf('Disk full')).toBe(content)
  })

  test('is not retired if somebody overwrites what this run has sent', async () => {
    const world = await deliveredWorld()
    const content = world.contentOf('Disk full')
    const writing = beforeConfirmation(() => world.edit('Other', note))
    const { outcomes } = await world.push({ [DISK]: null, [OTHER]: other('Second.') }, { ...RETIRE, ...writing })
    expect(outcomes).toMatchObject({ [OTHER]: 'failed', '“Disk full”': 'orphaned' })
    expect(world.contentOf('Disk full')).toBe(content)
  })

  test('is not retired if somebody edits its entry while another one is sent', async () => {
    const world = await deliveredWorld()
    let edited = ''
    const { outcomes } = await world.push(
      { [DISK]: null, [OTHER]: other('Second.') },
      { ...RETIRE, ...beforeConfirmation(async () => (edited = await world.edit('Disk full', note))) }
    )
    expect(outcomes['“Disk full”']).toBe('orphaned')
    expect(world.contentOf('Disk full')).toBe(edited)
  })
})

test('the entry of a file that cannot be read any more is outdated, and is not of a file that nobody selects', async () => {
  const world = await deliveredWorld()
  const { report } = await world.push({ [DISK]: '---\ntitle: [a\n---\n# Disk full\n' })
  expect(report.inventory).toMatchObject({ outdated: 1, orphaned: 0, elsewhere: 0 })
})

test('the plan of a merge group is about what the group brings in', async () => {
  const world = await deliveredWorld()
  const base = world.commit({ 'docs/broken.md': '---\ntitle: [a\n---\n# Broken\n' })
  world.commit({ [DISK]: disk('Second.') })
  const planned = await world.run({
    job: { trigger: { kind: 'proposal', what: 'a merge group', parent: base, into: 'main' } }
  })
  expect(planned).toMatchObject({
    isGreen: true,
    sent: [],
    outcomes: { [DISK]: 'planned', 'docs/broken.md': 'refused, waiting' }
  })
})
