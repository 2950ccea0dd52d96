import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Changes } from '../../src/changes/changes.ts'
import { dispatchEvent, pullRequestEvent, pushEvent, scheduleEvent, type JobEvent } from '../../testing/events.ts'
import { git } from '../../testing/git.ts'
import { Secret } from '../../src/secret.ts'
import { World, WORKFLOW, type JobOptions } from '../support/world.ts'

/** Every case of which commits a run is about, each with a real repository, a real checkout and a real API. */

let world: World
/** Four commits: two runbooks, one edited, a third one added, the second one removed. */
let first: string
let second: string
let third: string
let fourth: string

async function setUp(): Promise<void> {
  world = await World.create()
  first = await world.push({ 'docs/a.md': 'a', 'docs/b.md': 'b', 'src/x.ts': 'x', [WORKFLOW]: 'on: push' })
  second = await world.push({ 'docs/a.md': 'a, edited' })
  third = await world.push({ 'docs/c.md': 'c', 'src/x.ts': 'y' })
  fourth = await world.push({ 'docs/b.md': null })
}

async function tearDown(): Promise<void> {
  await world[Symbol.asyncDispose]()
}

/** For tests that push, each its own world; the others of a group share one. */
function ownWorld(): void {
  beforeEach(setUp)
  afterEach(tearDown)
}

function sharedWorld(): void {
  beforeAll(setUp)
  afterEach(() => {
    world.api.runs.length = 0
    world.api.forbid(false)
  })
  afterAll(tearDown)
}

function pushed(before: string | undefined, after: string, ref = 'refs/heads/main'): JobEvent {
  return pushEvent({ repository: world.hosted.name, ref, before, after })
}

async function find(options: JobOptions): Promise<Changes> {
  await using found = await world.find(options)
  return found.changes
}

/** What a test is about: the range, and the paths. */
function told({ range, changed, gone, notices }: Changes): unknown {
  return {
    kind: range.kind,
    base: range.base,
    sinceSuccess: range.sinceSuccess,
    head: range.head,
    changed: changed.map(({ path }) => path),
    gone: gone.map(({ path }) => path),
    notices: notices.map(({ level, message }) => `${level}: ${message}`)
  }
}

describe('a push to the default branch', () => {
  ownWorld()

  test('takes everything since the last successful run', async () => {
    world.ran(1, first, 'success')
    world.ran(2, second, 'success')
    world.ran(3, third, 'failure')
    const changes = await find({ event: pushed(third, fourth), runNumber: 4 })
    expect(told(changes)).toEqual({
      kind: 'changed',
      base: second,
      sinceSuccess: true,
      head: fourth,
      changed: ['docs/c.md'],
      gone: ['docs/b.md'],
      notices: []
    })
    expect(changes.range.reason).toBe(
      'Everything since run 2, the last successful one, and whatever one other run may have left half done ' +
        `(${second.slice(0, 7)} → ${fourth.slice(0, 7)}).`
    )
    expect(changes.selected.map(({ path }) => path)).toEqual(['docs/a.md', 'docs/c.md'])
    expect(changes.looked).toBe(4)
  })

  test('knows what a changed runbook was before, and of a removed one what it said', async () => {
    world.ran(1, first, 'success')
    const changes = await find({ event: pushed(first, fourth), runNumber: 4 })
    const idOf = (spec: string) => world.clone.git(['rev-parse', spec])
    expect(changes.changed).toEqual([
      { path: 'docs/a.md', id: await idOf(`${second}:docs/a.md`), before: await idOf(`${first}:docs/a.md`) },
      { path: 'docs/c.md', id: await idOf(`${third}:docs/c.md`) }
    ])
    expect(changes.gone).toEqual([{ path: 'docs/b.md', id: await idOf(`${first}:docs/b.md`) }])
    expect(changes.comparedWith).toBe(first)
  })

  test('takes everything where no run has succeeded', async () => {
    world.ran(1, first, 'failure')
    const changes = await find({ event: pushed(third, fourth), runNumber: 4 })
    expect(told(changes)).toEqual({
      kind: 'whole',
      base: undefined,
      head: fourth,
      changed: ['docs/a.md', 'docs/c.md'],
      gone: [],
      notices: []
    })
    expect(changes.range.reason).toBe('Everything: no earlier run of this workflow has succeeded on main.')
    expect(changes.comparedWith).toBeUndefined()
  })

  test('does not count later runs, its own, or runs of other branches and events', async () => {
    world.ran(1, first, 'success')
    world.ran(4, fourth, 'success')
    world.ran(9, fourth, 'success')
    world.ran(2, third, 'success', 'feature')
    world.api.runs.push({
      workflow: 'runbooks.yml',
      number: 3,
      event: 'schedule',
      branch: 'main',
      sha: third,
      conclusion: 'success'
    })
    expect(told(await find({ event: pushed(third, fourth), runNumber: 4 }))).toMatchObject({ base: first })
  })

  test.each<[name: string, conclusion: 'failure' | 'cancelled' | null]>([
    ['failed', 'failure'],
    ['was cancelled', 'cancelled'],
    ['is still under way', null]
  ])(
    'delivers again what a run put in place that %s, when the branch is back at the old text',
    async (_, conclusion) => {
      world.ran(4, fourth, 'success')
      const edited = await world.push({ 'docs/a.md': 'wrong', 'docs/d.md': 'wrong' })
      world.ran(5, edited, conclusion)
      const reverted = await world.push({ 'docs/a.md': 'a, edited', 'docs/d.md': null })
      const changes = await find({ event: pushed(edited, reverted), runNumber: 6 })
      expect(told(changes)).toMatchObject({ base: fourth, changed: ['docs/a.md'], gone: ['docs/d.md'] })
      // Nobody knows whether it came to that.
      expect([...changes.changed, ...changes.gone].map(({ unproven }) => unproven)).toEqual([true, true])
      // The same after a force push, whose history does not even show the wrong text.
      await world.clone.git(['reset', '--hard', '--quiet', fourth])
      await world.clone.push({ force: true })
      expect(told(await find({ event: pushed(edited, fourth), runNumber: 6 }))).toMatchObject({
        base: fourth,
        head: fourth,
        changed: ['docs/a.md'],
        gone: ['docs/d.md']
      })
    }
  )

  test('delivers again what a push without a run of its own may have put in place', async () => {
    world.ran(4, fourth, 'success')
    const skipped = await world.push({ 'docs/a.md': 'by [skip ci]' })
    const reverted = await world.push({ 'docs/a.md': 'a, edited' })
    expect(told(await find({ event: pushed(skipped, reverted), runNumber: 5 }))).toMatchObject({
      changed: ['docs/a.md']
    })
  })

  test('has nothing to do where nothing is new', async () => {
    world.ran(4, fourth, 'success')
    const changes = await find({ event: pushed(fourth, fourth), runNumber: 5 })
    expect(told(changes)).toMatchObject({ kind: 'changed', base: fourth, head: fourth, changed: [], gone: [] })
    expect(changes.range.reason).toBe(`Nothing since run 4, the last successful one (${fourth.slice(0, 7)}).`)
  })

  test('delivers the head of the branch, not the commit of an old run that is repeated', async () => {
    world.ran(1, first, 'success')
    world.ran(2, second, 'failure')
    const changes = await find({ event: pushed(first, second), runNumber: 2 })
    expect(told(changes)).toMatchObject({ base: first, head: fourth, changed: ['docs/a.md', 'docs/c.md'] })
  })

  test('takes everything where the workflow file has changed, and still knows what is gone', async () => {
    world.ran(2, second, 'success')
    const edited = await world.push({ [WORKFLOW]: 'on: [push]' })
    const changes = await find({ event: pushed(fourth, edited), runNumber: 5 })
    expect(told(changes)).toEqual({
      kind: 'whole',
      base: undefined,
      head: edited,
      changed: ['docs/a.md', 'docs/c.md'],
      gone: ['docs/b.md'],
      notices: []
    })
    expect(changes.range.reason).toContain(WORKFLOW)
    expect(changes.comparedWith).toBe(second)
    // `scope: changed` overrides it.
    expect(
      told(await find({ event: pushed(fourth, edited), runNumber: 5, inputs: { scope: 'changed' } }))
    ).toMatchObject({ kind: 'changed', base: second, changed: ['docs/c.md'], gone: ['docs/b.md'] })
  })

  test('takes everything where the last successful commit is out of reach, and warns', async () => {
    world.ran(1, 'f'.repeat(40), 'success')
    const changes = await find({ event: pushed(third, fourth), runNumber: 4 })
    expect(told(changes)).toMatchObject({ kind: 'whole', changed: ['docs/a.md', 'docs/c.md'] })
    expect(changes.notices).toEqual([expect.objectContaining({ level: 'warning' })])
    expect(changes.range.reason).toContain('run 1, the last successful one, fffffff, cannot be read')
  })

  test('compares with a commit that a force push has left behind', async () => {
    world.ran(3, third, 'success')
    await world.clone.git(['reset', '--hard', '--quiet', first])
    const forced = await world.push({ 'docs/d.md': 'd' }, { force: true })
    expect(told(await find({ event: pushed(fourth, forced), runNumber: 5 }))).toMatchObject({
      base: third,
      head: forced,
      // The pushed-over commit had removed docs/b.md.
      changed: ['docs/a.md', 'docs/b.md', 'docs/d.md'],
      gone: ['docs/c.md']
    })
  })
})

describe('where GitHub does not answer', () => {
  sharedWorld()

  beforeEach(() => {
    world.ran(1, first, 'success')
    world.api.forbid(true)
  })

  test('takes this push alone, from the pushed commit, and says what is at stake', async () => {
    const changes = await find({ event: pushed(second, third), runNumber: 3 })
    expect(told(changes)).toMatchObject({
      kind: 'changed',
      base: second,
      sinceSuccess: false,
      head: third,
      changed: ['docs/c.md'],
      gone: []
    })
    const [head, base] = changes.notices.map(({ message }) => message)
    expect(head).toContain('`contents: read`')
    expect(base).toContain('`actions: read`')
    expect(base).toContain('stays behind')
  })

  test.each<[name: string, before: string | undefined, level: string[]]>([
    ['there is no commit before the push', undefined, ['notice']],
    ['the commit before the push is out of reach', 'e'.repeat(40), ['notice', 'warning']]
  ])('takes everything where %s', async (_, before, levels) => {
    const changes = await find({ event: pushed(before, third), runNumber: 3 })
    expect(told(changes)).toMatchObject({
      kind: 'whole',
      head: third,
      changed: ['docs/a.md', 'docs/b.md', 'docs/c.md']
    })
    expect(changes.notices.map(({ level }) => level)).toEqual(levels)
  })

  test('no answer of GitHub and no failure of Git shows the token', async () => {
    world.api.forbid(true)
    const changes = await find({ event: pushed(third, fourth), inputs: { githubToken: new Secret('ghs_very_secret') } })
    expect(JSON.stringify(changes)).not.toContain('ghs_very_secret')
  })

  test('is not asked at all without a token', async () => {
    const asked = world.api.requests.length
    const changes = await find({ event: pushed(second, third), runNumber: 3, inputs: { githubToken: undefined } })
    expect(told(changes)).toMatchObject({ base: second, head: third })
    expect(world.api.requests).toHaveLength(asked)
    expect(changes.notices.map(({ message }) => message).join()).toContain('`github-token` is empty')
  })
})

describe('other events', () => {
  sharedWorld()

  test.each<[name: string, event: () => JobEvent, inputs: JobOptions['inputs'], expected: object]>([
    [
      'a deleted branch',
      () => pushEvent({ repository: 'harbour/handbook', ref: 'refs/heads/old', before: fourth }),
      {},
      { kind: 'nothing', changed: [], gone: [] }
    ],
    [
      'a run by hand',
      () => dispatchEvent({ repository: 'harbour/handbook', ref: 'refs/heads/main', sha: third }),
      {},
      { kind: 'whole', head: () => fourth, changed: ['docs/a.md', 'docs/c.md'] }
    ],
    [
      'a schedule',
      () => scheduleEvent({ repository: 'harbour/handbook', sha: third }),
      {},
      { kind: 'whole', head: () => fourth, changed: ['docs/a.md', 'docs/c.md'] }
    ],
    [
      'a run by hand with `scope: changed`',
      () => dispatchEvent({ repository: 'harbour/handbook', ref: 'refs/heads/main', sha: third }),
      { scope: 'changed' },
      { kind: 'changed', base: () => second, head: () => fourth, changed: ['docs/c.md'], gone: ['docs/b.md'] }
    ],
    [
      'a push with `scope: all`',
      () => pushed(third, fourth),
      { scope: 'all' },
      { kind: 'whole', head: () => fourth, changed: ['docs/a.md', 'docs/c.md'] }
    ],
    ['a shard', () => pushed(third, fourth), { shard: { index: 1, count: 2 } }, { kind: 'whole', head: () => fourth }],
    [
      'the first push of a tag, which is a plan of everything',
      () => pushed(undefined, third, 'refs/tags/v1'),
      {},
      { kind: 'whole', head: () => third, changed: ['docs/a.md', 'docs/b.md', 'docs/c.md'] }
    ],
    [
      'a push to another branch, which is a plan of that push',
      () => pushed(second, third, 'refs/heads/feature'),
      {},
      { kind: 'changed', base: () => second, head: () => third, changed: ['docs/c.md'], gone: [] }
    ],
    [
      'a push to another branch with `mode: sync`',
      () => pushed(second, third, 'refs/heads/feature'),
      { mode: 'sync' },
      { kind: 'changed', base: () => first, head: () => third, changed: ['docs/a.md', 'docs/c.md'] }
    ],
    [
      'a merge group',
      () => ({
        name: 'merge_group',
        ref: 'refs/heads/gh-readonly-queue/main/pr-7',
        sha: third,
        payload: { merge_group: { base_sha: first, head_sha: third } }
      }),
      {},
      { kind: 'changed', base: () => first, head: () => third, changed: ['docs/a.md', 'docs/c.md'] }
    ],
    [
      'a workflow_run',
      () => ({ name: 'workflow_run', ref: 'refs/heads/main', sha: third, payload: {} }),
      {},
      { kind: 'whole', head: () => third }
    ]
  ])('%s', async (_, event, inputs, expected) => {
    world.ran(2, second, 'success')
    world.ran(3, third, 'failure')
    await world.clone.git(['push', '--quiet', 'origin', `${third}:refs/heads/feature`])
    world.ran(1, first, 'success', 'feature')
    const changes = await find({ event: event(), inputs })
    const wanted = Object.fromEntries(
      Object.entries(expected).map(([key, value]) => [
        key,
        typeof value === 'function' ? (value as () => string)() : value
      ])
    )
    expect(told(changes)).toMatchObject(wanted)
  })

  test('an annotated tag is taken for its commit', async () => {
    await world.clone.git(['tag', '--annotate', '-m', 'One', 'v1', second])
    await world.clone.git(['tag', '--annotate', '-m', 'Two', 'v2', third])
    await world.clone.git(['push', '--quiet', 'origin', 'v1', 'v2'])
    const [one, two] = [await world.clone.git(['rev-parse', 'v1']), await world.clone.git(['rev-parse', 'v2'])]
    const event = { ...pushed(one, two, 'refs/tags/v2'), sha: two }
    const changes = await find({ event, depth: 0 })
    expect(told(changes)).toMatchObject({ kind: 'changed', head: third, changed: ['docs/c.md'], gone: [] })
  })
})

describe('since', () => {
  sharedWorld()

  test.each<[name: string, since: () => string, depth: number]>([
    ['a full id, fetched where the clone is shallow', () => first, 1],
    ['an abbreviated id in a full clone', () => first.slice(0, 10), 0],
    ['an expression in a full clone', () => 'HEAD~3', 0]
  ])('%s', async (_, since, depth) => {
    world.ran(3, third, 'success')
    const changes = await find({ event: pushed(third, fourth), depth, inputs: { since: since() } })
    expect(told(changes)).toMatchObject({
      kind: 'changed',
      base: first,
      sinceSuccess: false,
      changed: ['docs/a.md', 'docs/c.md'],
      gone: ['docs/b.md']
    })
  })

  test.each(['d'.repeat(40), 'no-such-tag', 'HEAD~99'])('%s is refused', async (since) => {
    await expect(find({ event: pushed(third, fourth), inputs: { since } })).rejects.toMatchObject({
      kind: 'input',
      message: expect.stringContaining('Input `since`')
    })
  })
})

describe('a pull request', () => {
  sharedWorld()

  let merge: string
  let head: string

  beforeAll(async () => {
    // It left the branch at the second commit; what others did since is not in its plan.
    await world.clone.git(['checkout', '--quiet', '-b', 'clarify', second])
    head = await world.push({ 'docs/b.md': 'b, clarified', 'docs/e.md': 'e' }, { branch: 'clarify' })
    await world.clone.git(['checkout', '--quiet', '-b', 'merged', third])
    await world.clone.git(['merge', '--quiet', '--no-ff', '--no-edit', head])
    merge = await world.clone.git(['rev-parse', 'HEAD'])
    await world.clone.git(['push', '--quiet', 'origin', 'HEAD:refs/pull/7/merge'])
  })

  const event = (): JobEvent => pullRequestEvent({ repository: world.hosted.name, number: 7, base: third, head, merge })

  test('is what its merge would change, at depth 1', async () => {
    const changes = await find({ event: event() })
    expect(told(changes)).toEqual({
      kind: 'changed',
      base: third,
      sinceSuccess: false,
      head: merge,
      changed: ['docs/b.md', 'docs/e.md'],
      gone: [],
      notices: []
    })
    expect(changes.range.reason).toMatch(/^Everything that this pull request would change/)
  })

  test('is compared with where it left the branch, where the merge commit cannot be had', async () => {
    const changes = await find({ event: { ...event(), sha: 'a'.repeat(40) }, workspace: world.clone.folder })
    expect(told(changes)).toMatchObject({ kind: 'changed', base: second, head, changed: ['docs/b.md', 'docs/e.md'] })
  })

  test('is compared with nothing where not even that is known', async () => {
    const workspace = await world.hosted.checkout(event())
    const changes = await find({ event: { ...event(), sha: 'a'.repeat(40) }, workspace })
    expect(told(changes)).toMatchObject({ kind: 'whole', head })
  })

  test('pull_request_target is about the branch', async () => {
    const { hosted } = world
    const target = pullRequestEvent({
      repository: hosted.name,
      number: 7,
      base: third,
      head,
      merge,
      name: 'pull_request_target'
    })
    expect(told(await find({ event: target }))).toMatchObject({ kind: 'whole', head: third })
  })
})

describe('the branch moves while a run delivers', () => {
  ownWorld()

  test('what moved is another range, with what it was before and what is gone', async () => {
    world.ran(2, second, 'success')
    await using found = await world.find({ event: pushed(second, third), runNumber: 3 })
    const fifth = await world.push({ 'docs/c.md': 'c, edited', 'docs/a.md': null, [WORKFLOW]: 'on: {}' })
    const changes = await found.moved(fourth, fifth)
    expect(told(changes)).toEqual({
      kind: 'changed',
      base: fourth,
      sinceSuccess: false,
      head: fifth,
      changed: ['docs/c.md'],
      gone: ['docs/a.md'],
      notices: []
    })
    expect(changes.selected.map(({ path }) => path)).toEqual(['docs/c.md'])
  })

  test('a new head that cannot be fetched is left to its own run', async () => {
    world.ran(2, second, 'success')
    await using found = await world.find({ event: pushed(second, third), runNumber: 3 })
    const changes = await found.moved(fourth, 'b'.repeat(40))
    expect(changes.range.kind).toBe('nothing')
    expect(changes.notices).toEqual([expect.objectContaining({ level: 'warning' })])
  })
})

describe('without Git', () => {
  sharedWorld()

  test('everything on the disk is taken, and no other range can be asked for', async () => {
    const workspace = join(world.folder, 'generated')
    await mkdir(join(workspace, 'docs'), { recursive: true })
    await writeFile(join(workspace, 'docs/made.md'), 'made')
    const event = pushed(third, fourth)
    expect(told(await find({ event, workspace }))).toMatchObject({ kind: 'whole', head: '', changed: ['docs/made.md'] })
    for (const inputs of [{ since: first }, { scope: 'changed' as const }]) {
      await expect(find({ event, workspace, inputs })).rejects.toMatchObject({ kind: 'input' })
    }
  })

  test('a checkout of another repository is told apart from a missing commit', async () => {
    const workspace = join(world.folder, 'other')
    await git(world.folder, ['init', '--quiet', workspace])
    await expect(
      find({ event: pushed(third, fourth), workspace, inputs: { githubToken: undefined } })
    ).rejects.toMatchObject({
      kind: 'source',
      remedy: expect.stringContaining('harbour/handbook')
    })
  })
})
