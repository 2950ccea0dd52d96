import { afterAll, describe, expect, jest, test } from '@jest/globals'
import type { GitHub } from '../../src/branch/github.ts'
import type { Job } from '../../src/job/event.ts'
import { skippingClock } from '../support/skipping-clock.ts'

jest.setTimeout(60_000)

const clock = await skippingClock()
const { findHead, requireSameWorkflow } = await import('../../src/branch/head.ts')
const { Hosting } = await import('./hosting.ts')

afterAll(() => {
  clock[Symbol.dispose]()
})

const idOf = (letter = ''): string => letter.repeat(40)

/** How an answer relates to the reference, `c`: `d` is newer, `a` and `b` are older, `x` is beside it, `u` is not known. */
const RELATIONS: Readonly<Record<string, Awaited<ReturnType<GitHub['compare']>>>> = {
  a: 'behind',
  b: 'behind',
  d: 'ahead',
  x: 'diverged'
}

describe('the head of a branch', () => {
  test.each<{ what: string; answers: string; seconds: number; head: string | RegExp; before?: string; ref?: string }>([
    { what: 'is the commit itself', answers: 'c', seconds: 0, head: 'c' },
    { what: 'is a newer one', answers: 'd', seconds: 0, head: 'd' },
    { what: 'was reset to another one', answers: 'x', seconds: 0, head: 'x' },
    { what: 'seems to be an older one for a moment', answers: 'bac', seconds: 3, head: 'c' },
    {
      what: 'stays an older one',
      answers: 'bbbbb',
      seconds: 15,
      head: /^The branch main is at bbbbbbb, which is older than ccccccc of this run\.$/
    },
    { what: 'seems to be what the push has replaced', answers: 'xd', seconds: 1, head: 'd', before: 'x' },
    { what: 'stays what the push has replaced', answers: 'ddddd', seconds: 15, head: /is at ddddddd/, before: 'd' },
    { what: 'is not known at first', answers: 'uc', seconds: 1, head: 'c' },
    { what: 'has another history', answers: 'uuuuu', seconds: 15, head: 'u' },
    { what: 'becomes unknown, and then old', answers: 'uuuub', seconds: 15, head: /is at bbbbbbb/ },
    { what: 'is that of a tag', answers: 'c', seconds: 0, head: 'c', ref: 'refs/tags/v1' },
    { what: 'is the new commit of a moved tag', answers: 'd', seconds: 0, head: 'd', ref: 'refs/tags/v1' },
    {
      what: 'stays the old commit of a tag',
      answers: 'aaaaa',
      seconds: 15,
      head: /^The tag v1 is at/,
      ref: 'refs/tags/v1'
    }
  ])('$what', async ({ answers, seconds, head, before, ref = 'refs/heads/main' }) => {
    let asked = 0
    const github = {
      headOf: () => Promise.resolve([idOf(answers[asked++])]),
      compare: (_: string, answer: string) => Promise.resolve(RELATIONS[answer[0] ?? ''])
    }
    const trigger = { kind: 'push', before: before && idOf(before), deleted: false } as const
    const skipped = (): number => Math.round((clock.now() - Date.now()) / 1000)
    const start = skipped()
    const result = findHead({ github, job: { trigger }, ref, reference: idOf('c') })
    if (typeof head === 'string') expect(await result).toBe(idOf(head))
    else await expect(result).rejects.toMatchObject({ kind: 'branch-moved', message: expect.stringMatching(head) })
    expect({ asked, seconds: skipped() - start }).toEqual({ asked: answers.length, seconds })
  })

  test('an annotated tag has the id of the tag, too, which an event may name', async () => {
    const compare = (): never => {
      throw new Error('asked')
    }
    const github = { headOf: () => Promise.resolve([idOf('e'), idOf('c')]), compare }
    const job = { trigger: { kind: 'other', name: 'release', writesIn: ['sync'] } } as const
    expect(await findHead({ github, job, ref: 'refs/tags/v1', reference: idOf('e') })).toBe(idOf('c'))
  })
})

describe('the file of the workflow', () => {
  const WORKFLOW = '.github/workflows/sync.yml'

  test.each<{
    what: string
    own: string | null
    head: string | null
    workflow?: Partial<Job['workflow']> | null
    says?: RegExp
  }>([
    { what: 'is the same', own: 'on: push\n', head: 'on: push\n' },
    {
      what: 'has changed',
      own: 'on: push\n',
      head: 'on: release\n',
      says: /^The inputs of this run are old: .*sync\.yml has/
    },
    { what: 'is gone', own: 'on: push\n', head: null, says: /inputs of this run are old/ },
    { what: 'is not in its own commit', own: null, head: null, says: /inputs of this run are old/ },
    { what: 'is in another repository', own: 'on: push\n', head: null, workflow: { repository: 'harbour/shared' } },
    {
      what: 'is in this one, spelt otherwise',
      own: 'x',
      head: 'y',
      workflow: { repository: 'Harbour/Handbook' },
      says: /old/
    },
    { what: 'is not known', own: 'on: push\n', head: null, workflow: null }
  ])('$what', async ({ own, head, workflow, says }) => {
    for (const kind of ['full', 'depth 1', 'sparse', 'treeless'] as const) {
      await using hosting = await Hosting.start()
      const { repository: hosted } = hosting
      const tree = (text: string | null) => (text === null ? { 'a.md': '1\n' } : { [WORKFLOW]: text, 'a.md': '1\n' })
      const sha = await hosted.commit(tree(own))
      const tip = await hosted.commit({ ...tree(head), 'b.md': '2\n' })
      const source = await hosting.open(sha, kind)
      await source.ensureCommits(tip)
      const file = { repository: 'harbour/handbook', path: WORKFLOW, commit: sha }
      const job = {
        sha,
        repository: 'harbour/handbook',
        workflow: workflow === null ? undefined : { ...file, ...workflow }
      }
      const check = (commit: string): Promise<void> =>
        requireSameWorkflow({ source, job, ref: 'refs/heads/main', head: commit })
      await expect(check(sha)).resolves.toBeUndefined()
      if (says === undefined) await expect(check(tip)).resolves.toBeUndefined()
      else {
        await expect(check(tip)).rejects.toMatchObject({
          kind: 'branch-moved',
          message: expect.stringMatching(says),
          hint: expect.stringContaining('Start a new run')
        })
      }
    }
  })

  test('without Git, the head must be the commit of the job', async () => {
    const job = { sha: idOf('c'), repository: 'a/b', workflow: undefined }
    const check = (head: string): Promise<void> =>
      requireSameWorkflow({ source: { history: undefined }, job, ref: 'refs/heads/main', head })
    await expect(check(idOf('c'))).resolves.toBeUndefined()
    await expect(check(idOf('d'))).rejects.toThrow(
      'The branch main is at ddddddd, and the files on the disk are those of ccccccc.'
    )
  })
})
