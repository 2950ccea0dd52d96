import { afterAll, describe, expect, jest, test } from '@jest/globals'
import type { GitHub } from '../../src/branch/github.ts'
import type { Source } from '../../src/branch/source.ts'
import { skippingClock } from '../support/skipping-clock.ts'

jest.setTimeout(60_000)

const clock = skippingClock()
const { findHead, requireDeliverable } = await import('../../src/branch/head.ts')

afterAll(() => {
  clock[Symbol.dispose]()
})

const idOf = (letter = ''): string => letter.repeat(40)

const REPEATED = 'This run repeats an old one: its inputs are those of ccccccc, and main is at ddddddd.'

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
    const job = { trigger: { kind: 'other', name: 'release', mayWrite: true } } as const
    expect(await findHead({ github, job, ref: 'refs/tags/v1', reference: idOf('e') })).toBe(idOf('c'))
  })
})

describe('a head that is not the commit of the job', () => {
  const [own, other] = [idOf('c'), idOf('d')]
  const history = {} as Source['history']

  test.each<{ what: string; head: string; runAttempt: number; source?: Pick<Source, 'history'>; says?: string }>([
    { what: 'is delivered', head: other, runAttempt: 1 },
    { what: 'is not delivered by a repeated run, whose inputs are old', head: other, runAttempt: 2, says: REPEATED },
    { what: 'but the same one is', head: own, runAttempt: 2 },
    {
      what: 'is not what the disk has',
      head: other,
      runAttempt: 1,
      source: { history: undefined },
      says: 'The branch main is at ddddddd, and the files on the disk are those of ccccccc.'
    },
    { what: 'but the same one is, without Git', head: own, runAttempt: 1, source: { history: undefined } }
  ])('$what', ({ head, runAttempt, source = { history }, says }) => {
    const check = (): void => {
      requireDeliverable(head, 'refs/heads/main', { sha: own, runAttempt }, source)
    }
    if (says === undefined) expect(check).not.toThrow()
    else expect(check).toThrow(expect.objectContaining({ kind: 'branch-moved', message: says }))
  })
})
