import { describe, expect, jest, test } from '@jest/globals'
import { annotationsOf } from '../../src/report/annotations.ts'
import { verdictOf } from '../../src/report/verdict.ts'
import { Secret } from '../../src/secret.ts'
import { sentEntry } from '../support/source-line.ts'
import type { Outcome, RunOptions, World, WorldOptions } from './world.ts'
import { startWorlds } from './worlds.ts'

/**
 * Histories of a branch that once ended green with a wrong knowledge base. After each green run the knowledge base must
 * equal the branch. `__tests__/action/histories.test.ts` has some of them with Git, GitHub and processes.
 */

const worldOf = await startWorlds()
// After the clock: this module waits.
const { GitHubError } = await import('../../src/branch/github.ts')

const [DISK, OTHER, BAD] = ['docs/disk.md', 'docs/other.md', 'docs/bad.md']
/** No run can deliver this. */
const UNREADABLE = '# Unreadable\n\n\0\n'
const MINUTE = 60_000
const disk = (text: string): string => `# Disk full\n\n${text}\n`
const other = (text: string): string => `# Other\n\n${text}\n`
const BRANCH = { [DISK]: disk('First.'), [OTHER]: other('Text.') }
const MORE = { [OTHER]: other('More text.') }
/** A runbook whose entry differs by the input `front-matter`. */
const OWNED = '---\nowner: storage\n---\n# Disk full\n\nFirst.\n'
const REJECTED = { inputs: { token: new Secret('oap_wrong') } }
const KEEP = { inputs: { frontMatter: 'keep' } } as const

type Changes = Parameters<World['commit']>[0]

/** A branch with one commit, which a run has delivered. */
async function deliveredWorld(options: WorldOptions = {}, tree: Readonly<Record<string, string>> = BRANCH) {
  const world = worldOf(options)
  world.branch.commit(tree)
  expectEqual(world, await world.sync(false))
  return world
}

/** A commit and the run of its push. */
async function push(world: World, changes: Changes = {}, run: RunOptions = {}): Promise<Outcome> {
  world.commit(changes)
  return world.sync(true, {}, run)
}

/** A push during which something happens once, before its first upsert. */
async function pushDuring(world: World, changes: Changes, happen: () => unknown): Promise<Outcome> {
  let isFirst = true
  const onRequest = async (kind: string): Promise<void> => {
    if (kind !== 'upsert' || !isFirst) return
    isFirst = false
    await happen()
  }
  const outcome = await push(world, changes, { onRequest })
  expect(isFirst).toBe(false)
  return outcome
}

/** The run is green, and each runbook of the branch has its text in the knowledge base. */
function expectEqual(world: World, { isGreen, failure, reasons }: Outcome): void {
  const { branch } = world
  expect({ isGreen, failure, reasons: isGreen ? {} : reasons }).toEqual({ isGreen: true, failure: '', reasons: {} })
  const wanted = Object.values(branch.treeAt(branch.head)).map((text) => text.replace(/^---\n[^]*?---\n/, ''))
  const names = wanted.map((text) => /^# (.*)/.exec(text)?.[1] ?? '')
  const held = [...world.entries()].filter(([name]) => names.includes(name))
  expect(held.map(([, content]) => content).sort()).toEqual(wanted.sort())
}

function expectRed({ isGreen, failure }: Outcome, kind = ''): void {
  expect({ isGreen, kind: kind && failure.split(':')[0] }).toEqual({ isGreen: false, kind })
}

/** GitHub does not answer such requests about records. */
function refuse({ branch }: World, refused: string): void {
  branch.onRecords = (request) => {
    if (request === refused) throw new GitHubError(`GitHub does not ${request}.`, 'Run the job again.')
    return undefined
  }
}

/** The run that asks now is killed after what it wrote, with an open record. */
function kill(world: World): void {
  refuse(world, 'mark')
  world.branch.onHead = () => {
    throw new Error('killed')
  }
}

/** GitHub works again. */
function recover({ branch }: World): void {
  branch.onHead = undefined
  branch.onRecords = undefined
}

test('after a full sync that was killed, of a restored knowledge base: a full sync', async () => {
  const world = await deliveredWorld()
  await world.fill([sentEntry(DISK, 'Disk full', disk('Of a backup.'))])
  const onRequest = (): void => {
    throw new Error('killed')
  }
  expectRed(await world.sync(false, {}, { onRequest }))
  const outcome = await push(world, MORE)
  expectEqual(world, outcome)
  expect(outcome.reason).toBe('Full sync: the last full sync did not succeed.')
})

describe('what the inputs say is what the knowledge base has', () => {
  test('the secret belongs to another workspace now', async () => {
    const world = await deliveredWorld()
    world.service.workspaces.create('Elsewhere')
    const given = { name: 'Other', expiration: '30 days', workspace: 'Elsewhere' } as const
    const token = new Secret(world.service.tokens.create(given).value)
    const { outcomes, reason } = await push(world, {}, { inputs: { token } })
    expect(outcomes).toEqual([`upserted ${DISK}`, `upserted ${OTHER}`])
    expect(reason).toBe('Full sync: the token or `base-url` changed.')
  })

  test('two steps of a run with other inputs in one environment: the second is red, and sends nothing', async () => {
    const world = await deliveredWorld()
    const job = { runId: 77 }
    expectEqual(world, await push(world, MORE, { job }))
    const second = await world.sync(true, {}, { job, ...KEEP })
    expect(second.failure).toMatch(/^input: .*`environment` is the same in another step/)
    expect(second.sent).toEqual([])
  })

  test('a run with old inputs that is repeated twice: red, and it sends nothing', async () => {
    const world = await deliveredWorld({}, { ...BRANCH, [DISK]: OWNED })
    const job = { runId: 77, runNumber: 1, sha: world.commit(MORE) }
    expectEqual(world, await world.sync(true, {}, { job }))
    expect((await push(world, { [OTHER]: other('Even more.') }, KEEP)).isGreen).toBe(true)
    for (const runAttempt of [2, 3]) {
      const { failure, sent } = await world.sync(true, {}, { job: { ...job, runAttempt } })
      expect(failure).toMatch(/^event: A newer run of this workflow has delivered with other inputs/)
      expect(sent).toEqual([])
    }
    expect(world.entries().get('Disk full')).toBe(OWNED)
  })

  test('a commit changes an input, and is taken back by force: new runs have the former inputs, and are green', async () => {
    const world = await deliveredWorld({}, { ...BRANCH, [DISK]: OWNED })
    const before = world.commit(MORE)
    expectEqual(world, await world.sync(true))
    expect((await push(world, { [OTHER]: other('Even more.') }, KEEP)).isGreen).toBe(true)
    world.branch.reset(before)
    for (const isPush of [true, false]) expectEqual(world, await world.sync(isPush))
  })
})

describe('records', () => {
  test('that never show the own one: a full sync', async () => {
    const world = await deliveredWorld()
    const { branch } = world
    const before = [...branch.records]
    branch.onRecords = (request) => (request === 'list' ? before : undefined)
    const outcome = await push(world, MORE)
    expectEqual(world, outcome)
    expect(outcome.reason).toBe('Full sync: earlier deliveries are not known.')
  })

  test('that cannot be marked: a warning, and the next push compares with one more commit', async () => {
    const world = await deliveredWorld()
    refuse(world, 'mark')
    const first = await push(world, { [DISK]: disk('Second.') })
    expectEqual(world, first)
    expect(first.told).toBe('warning: GitHub does not mark. The next run checks again what this one delivered.')
    recover(world)
    const next = await push(world, MORE)
    expectEqual(world, next)
    expect(next.outcomes).toEqual([`upserted ${DISK}`, `upserted ${OTHER}`])
  })
})

test('a text of a commit without a run, to which a run followed the branch, is replaced when it is taken back', async () => {
  const world = await deliveredWorld()
  const happen = (): void => void world.commit({ [DISK]: disk('Without a run.') })
  expectEqual(world, await pushDuring(world, MORE, happen))
  expect(world.entries().get('Disk full')).toBe(disk('Without a run.'))
  world.commit({ [DISK]: disk('First.') })
  expectEqual(world, await push(world, { [OTHER]: other('Even more text.') }))
})

describe('what a red run has delivered is replaced', () => {
  test('when its commit is reverted', async () => {
    const world = await deliveredWorld()
    expectRed(await push(world, { [DISK]: disk('Of a red run.'), [BAD]: UNREADABLE }))
    expect(world.entries().get('Disk full')).toBe(disk('Of a red run.'))
    expectEqual(world, await push(world, { [DISK]: disk('First.'), [BAD]: null }))
  })

  test('when it came of inputs that are taken back', async () => {
    const world = await deliveredWorld({}, { ...BRANCH, [DISK]: OWNED })
    expectRed(await push(world, { [BAD]: UNREADABLE }, KEEP))
    expect(world.entries().get('Disk full')).toBe(OWNED)
    expectEqual(world, await push(world, { [BAD]: null }))
  })
})

describe('runs that overlap', () => {
  test('one is overtaken, and killed after it wrote: the next push replaces its text', async () => {
    const world = await deliveredWorld()
    const happen = async (): Promise<void> => {
      expectEqual(world, await push(world, { [DISK]: disk('New.') }))
      kill(world)
    }
    expectRed(await pushDuring(world, { [DISK]: disk('Old.') }, happen))
    recover(world)
    expect(world.entries().get('Disk full')).toBe(disk('Old.'))
    expectEqual(world, await push(world, MORE))
  })

  test('one begins while another has just made its record: the second look shows it', async () => {
    const world = await deliveredWorld()
    const { branch } = world
    const before = [...branch.records]
    let inner: Outcome | undefined
    const happen = async (): Promise<void> => {
      let isMade = false
      branch.onRecords = (request) => {
        isMade ||= request === 'make'
        return isMade || request !== 'list' ? undefined : before
      }
      inner = await push(world, { [DISK]: disk('First.'), ...MORE })
      kill(world)
    }
    await pushDuring(world, { [DISK]: disk('Old.') }, happen)
    expect(inner?.outcomes).toEqual([`upserted ${DISK}`, `upserted ${OTHER}`])
  })

  test('the branch is reset while one delivers: it is compared with the commit that it delivered last', async () => {
    const world = await deliveredWorld()
    const { branch } = world
    const happen = (): void => {
      const own = branch.head
      // The run follows the branch, and then the branch is back at the run's own commit.
      world.commit({ [DISK]: disk('Followed.') })
      let asked = 0
      branch.onHead = () => {
        if (++asked === 3) branch.reset(own)
      }
    }
    expectRed(await pushDuring(world, MORE, happen), 'branch-moved')
    recover(world)
    expect(world.entries().get('Disk full')).toBe(disk('Followed.'))
    expectEqual(world, await push(world, { [OTHER]: other('Even more text.') }))
  })

  test('one renews its record, and a shorter one wrote meanwhile, which is taken back before it ends', async () => {
    const world = await deliveredWorld()
    const every = jest.spyOn(globalThis, 'setInterval')
    const happen = async (): Promise<void> => {
      const [renew] = every.mock.calls.find(([, time]) => time === 50 * MINUTE) ?? []
      every.mockRestore()
      expectRed(await push(world, { [DISK]: disk('Of a red run.'), [BAD]: UNREADABLE }))
      world.skip(55 * MINUTE)
      const { length } = world.branch.records
      renew?.()
      await new Promise(setImmediate)
      expect(world.branch.records).toHaveLength(length + 1)
      world.commit({ [DISK]: disk('First.'), [BAD]: null })
    }
    expectEqual(world, await pushDuring(world, MORE, happen))
    // Of an open record it is assumed that it ends after an hour.
    const isOpen = world.branch.records.map(({ createdAt, endedAt }) => endedAt - createdAt === 60 * MINUTE)
    expect(isOpen).not.toContain(true)
  })
})

describe('a run that is repeated', () => {
  test('counts newer failed runs', async () => {
    const world = await deliveredWorld()
    const sha = world.commit(MORE)
    expectRed(await push(world, { [DISK]: disk('Of a red run.'), [BAD]: UNREADABLE }))
    world.commit({ [DISK]: disk('First.'), [BAD]: null })
    expectEqual(world, await world.sync(true, {}, { job: { sha, runAttempt: 2 } }))
  })

  test('does not bring back old text while the head of the branch is not known', async () => {
    const world = await deliveredWorld()
    const sha = world.commit({ [DISK]: disk('Old.') })
    expectEqual(world, await push(world, { [DISK]: disk('New.') }))
    world.branch.onHead = () => {
      throw new GitHubError('GitHub does not show the head of main.', 'Run the job again.')
    }
    expectRed(await world.sync(true, {}, { job: { sha, runAttempt: 2 } }), 'github')
    expect(world.entries().get('Disk full')).toBe(disk('New.'))
  })
})

describe('GitHub shows for a moment an older commit of the branch', () => {
  test('at the end of a run', async () => {
    const world = await deliveredWorld()
    const first = world.branch.head
    const happen = (): void => void world.branch.olderHeads.push(first, first)
    expectEqual(world, await pushDuring(world, { [DISK]: disk('Second.') }, happen))
  })

  test('after a forced push', async () => {
    const world = await deliveredWorld()
    const { branch } = world
    const first = branch.head
    expectEqual(world, await push(world, { [DISK]: disk('Second.') }))
    const before = branch.head
    branch.reset(first)
    branch.olderHeads.push(before, before)
    const job = { trigger: { kind: 'push', before, forced: true, deleted: false } } as const
    expectEqual(world, await push(world, MORE, { job }))
  })

  test('to a repeated run, although a record is newer', async () => {
    const world = await deliveredWorld()
    expectEqual(world, await push(world, { [DISK]: disk('Old.') }))
    const sha = world.branch.head
    expectEqual(world, await push(world, { [DISK]: disk('New.') }))
    world.branch.olderHeads.push(sha, sha)
    expectEqual(world, await world.sync(true, {}, { job: { sha, runAttempt: 2 } }))
  })
})

describe('a head that is not the commit of the run or newer: red, and a later push delivers', () => {
  test.each<[string, says: RegExp, move: (branch: World['branch'], first: string) => RunOptions['job']]>([
    [
      'GitHub shows an older commit all the time',
      /^branch-moved: .* is older than/,
      ({ olderHeads }, first) => void olderHeads.push(...Array<string>(5).fill(first))
    ],
    [
      'the branch was forced to another commit',
      /^branch-moved: .* was reset to/,
      (branch, first) => {
        const sha = branch.head
        branch.reset(first)
        branch.commit({ ...BRANCH, [DISK]: disk('Another.') })
        return { sha }
      }
    ],
    [
      'a tag with `mode: sync` was moved',
      /^branch-moved: The tag v1 is at/,
      (_, sha) => ({ sha, ref: 'refs/tags/v1', branch: undefined })
    ]
  ])('%s', async (_, says, move) => {
    const world = await deliveredWorld()
    const first = world.branch.head
    world.commit({ [DISK]: disk('Second.') })
    const { isGreen, failure, sent } = await world.sync(true, {}, { job: move(world.branch, first) ?? {} })
    expect([isGreen, sent]).toEqual([false, []])
    expect(failure).toMatch(says)
    expectEqual(world, await push(world, MORE))
  })
})

describe('a runbook that comes back', () => {
  const BACK = { [DISK]: disk('Back again.') }

  test.each(['list', 'upsert'] as const)('before the first request (%s) is delivered again', async (moment) => {
    const world = await deliveredWorld({ removed: 'retire' })
    let asked = 0
    const onRequest = (kind: string): void => {
      if (kind === moment && ++asked === 1) world.commit(BACK)
    }
    expectEqual(world, await push(world, { [DISK]: null }, { onRequest }))
    expect(asked).toBeGreaterThan(0)
  })

  test('damaged: nobody is told to delete its entry', async () => {
    const world = await deliveredWorld()
    const happen = (): void => void world.commit({ [DISK]: UNREADABLE })
    const outcome = await pushDuring(world, { [DISK]: null, ...MORE }, happen)
    expectRed(outcome)
    expect(outcome.outcomes).not.toContain(`orphaned ${DISK}`)
    expect(JSON.stringify(outcome.findings.outcomes)).not.toMatch(/Delete its entry/)
  })

  test('and one that is removed while the run delivers is orphaned, and nothing else', async () => {
    const world = await deliveredWorld()
    const outcome = await pushDuring(world, BACK, () => void world.commit({ [DISK]: null }))
    expect(outcome.outcomes).toEqual([`orphaned ${DISK}`])
  })
})

test('duplicates and a rejected token: the last line has both, and each duplicate an annotation', async () => {
  const world = await deliveredWorld()
  const { findings, failure } = await push(world, { 'docs/copy.md': disk('Short.'), ...MORE }, REJECTED)
  expect(failure).toMatch(/^token-rejected/)
  expect(verdictOf(findings)?.message).toMatch(/Several runbooks have one name: “Disk full” \(.*copy\.md.*\)/)
  expect(verdictOf(findings)?.hint).toMatch(/Settings → Access Tokens.*Give each a `title` of its own/)
  expect(annotationsOf(findings).filter(({ message }) => message.includes('“Disk full”'))).toHaveLength(2)
})

describe('the inventory', () => {
  test('of a service that counts pages from zero', async () => {
    const world = await deliveredWorld()
    for (let at = 0; at < 110; at++) await world.edit(`Entry ${at}`, 'Stays.')
    expectEqual(world, await push(world, { 'docs/z.md': '# Z\n\nText.\n', [DISK]: null, [OTHER]: null }))
    const { findings } = await world.sync(false, { answers: { first_page: 0, total: 'none' } })
    expect(findings.inventory).toMatchObject({ entries: 113, differing: 0, withoutRunbook: 112 })
  })

  test('is left out while a runbook is damaged, whose name is not known', async () => {
    const world = await deliveredWorld()
    expectRed(await push(world, { [DISK]: UNREADABLE }))
    expect((await world.sync(false)).findings.inventory).toBeUndefined()
  })
})

describe('without records, the branch moves while a run delivers', () => {
  const first = { [DISK]: disk('Second.'), [BAD]: UNREADABLE }

  test.each<[string, Changes, outcomes: readonly string[]]>([
    ['a refused runbook is removed', { [BAD]: null }, [`unchanged ${DISK}`, `unchanged ${OTHER}`]],
    ['what was sent is removed, too', { [BAD]: null, [DISK]: null }, [`orphaned ${DISK}`, `unchanged ${OTHER}`]],
    ['what was sent changes', { [BAD]: null, [DISK]: disk('Third.') }, [`upserted ${DISK}`, `unchanged ${OTHER}`]]
  ])('%s', async (_, then, outcomes) => {
    const world = await deliveredWorld({ environment: undefined })
    const outcome = await pushDuring(world, first, () => void world.commit(then))
    expectEqual(world, outcome)
    // Neither the text of the push before is taken for an edit, nor that of the same run.
    expect([outcome.outcomes, outcome.saved]).toEqual([outcomes, []])
  })
})
