import { afterAll, expect, test } from '@jest/globals'
import { findHead, requireDeliverable } from '../../src/branch/head.ts'
import type { Source } from '../../src/branch/source.ts'
import { skippingClock } from '../../testing/skipping-clock.ts'

const clock = skippingClock()
afterAll(() => {
  clock[Symbol.dispose]()
})

const idOf = (letter = ''): string => letter.repeat(40)

/** How an answer relates to the reference, `c`: `d` is newer, `a` and `b` are older, `x` is beside it, `u` is not known. */
const RELATIONS: Readonly<Record<string, string>> = { a: 'behind', b: 'behind', d: 'ahead', x: 'diverged' }

test.each<{ what: string; answers: string; seconds: number; head: string | RegExp; before?: string; ref?: string }>([
  { what: 'is the commit itself', answers: 'c', seconds: 0, head: 'c' },
  { what: 'is a newer one', answers: 'd', seconds: 0, head: 'd' },
  { what: 'was reset to another one', answers: 'x', seconds: 0, head: 'x' },
  { what: 'seems to be an older one for a moment', answers: 'bac', seconds: 3, head: 'c' },
  { what: 'stays an older one', answers: 'bbbbb', seconds: 15, head: /^The branch main is at b+, .* older than c+ of/ },
  { what: 'seems to be what the push has replaced', answers: 'xd', seconds: 1, head: 'd', before: 'x' },
  { what: 'stays what the push has replaced', answers: 'ddddd', seconds: 15, head: /is at d{7}/, before: 'd' },
  { what: 'is not known at first', answers: 'uc', seconds: 1, head: 'c' },
  { what: 'has another history', answers: 'uuuuu', seconds: 15, head: 'u' },
  { what: 'of a tag stays the old one', answers: 'aaaaa', seconds: 15, head: /^The tag v1 is/, ref: 'refs/tags/v1' }
])('the head of a branch $what', async ({ answers, seconds, head, before, ref = 'refs/heads/main' }) => {
  let asked = 0
  const github = {
    headOf: () => Promise.resolve([idOf(answers[asked++])]),
    compare: (_: string, answer: string) => Promise.resolve(RELATIONS[answer[0] ?? ''])
  }
  const trigger = { kind: 'push', before: before && idOf(before), deleted: false } as const
  const skipped = (): number => Math.round((clock.now() - Date.now()) / 1000)
  const start = skipped()
  const result = findHead(github, { trigger }, ref, idOf('c'))
  if (typeof head === 'string') expect(await result).toBe(idOf(head))
  else await expect(result).rejects.toMatchObject({ kind: 'branch-moved', message: expect.stringMatching(head) })
  expect({ asked, seconds: skipped() - start }).toEqual({ asked: answers.length, seconds })
})

test('an annotated tag has the id of the tag, too, which an event may name', async () => {
  const compare = () => Promise.reject(new Error('asked'))
  const github = { headOf: () => Promise.resolve([idOf('e'), idOf('c')]), compare }
  const trigger = { kind: 'other', name: 'release', mayWrite: true } as const
  expect(await findHead(github, { trigger }, 'refs/tags/v1', idOf('e'))).toBe(idOf('c'))
})

test.each<{ what: string; head: string; runAttempt?: number; history?: object; says?: RegExp }>([
  { what: 'a newer head', head: 'd', history: {} },
  { what: 'the same one again', head: 'c', runAttempt: 2, history: {} },
  { what: 'the same one, without Git', head: 'c' },
  { what: 'a repeated run', head: 'd', runAttempt: 2, history: {}, says: /inputs are those of c{7}, .* at d{7}\.$/ },
  { what: 'a newer head, without Git', head: 'd', says: /is at d{7}, and the files on the disk are those of c{7}\.$/ }
])('may be delivered, or not: $what', ({ head, runAttempt = 1, history, says }) => {
  const [job, source] = [{ sha: idOf('c'), runAttempt }, { history } as Pick<Source, 'history'>]
  const check = (): void => {
    requireDeliverable(idOf(head), 'refs/heads/main', job, source)
  }
  if (says === undefined) expect(check).not.toThrow()
  else expect(check).toThrow(expect.objectContaining({ kind: 'branch-moved', message: expect.stringMatching(says) }))
})
