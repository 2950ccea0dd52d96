import { afterAll, expect, test } from '@jest/globals'
import type { GitHub } from '../../src/branch/github.ts'
import { skippingClock } from '../support/skipping-clock.ts'

const clock = await skippingClock()
const { findTip } = await import('../../src/branch/head.ts')

afterAll(() => {
  clock[Symbol.dispose]()
})

const idOf = (letter = ''): string => letter.repeat(40)
const trigger = { kind: 'push', before: idOf('f'), deleted: false } as const

/** How the head relates to the commit of the job, `c`; and, of a forced push, the head of before, `f`, to the head. */
const RELATIONS: Readonly<Record<string, Awaited<ReturnType<GitHub['compare']>>>> = {
  ...{ 'c...d': 'ahead', 'c...b': 'behind', 'c...x': 'diverged' },
  ...{ 'c...f': 'diverged', 'c...e': 'diverged', 'c...u': 'diverged' },
  ...{ 'e...f': 'ahead', 'x...f': 'diverged' }
}

test.each<[string, heads: string, seconds: number, found: string | RegExp, forced?: boolean, ref?: string]>([
  ['the commit itself', 'c', 0, 'c'],
  ['a newer one', 'd', 0, 'd'],
  ['an older one, and then the commit', 'bbc', 3, 'c'],
  ['one that GitHub does not know yet', 'nc', 1, 'c'],
  [
    'an older one for a quarter of a minute',
    'bbbbb',
    15,
    /^The branch main is at bbbbbbb, which is older than ccccccc/
  ],
  ['another one', 'x', 0, /^The branch main was reset to xxxxxxx, which does not contain ccccccc\.$/],
  ['what a forced push replaced, for a moment', 'fc', 1, 'c', true],
  ['an ancestor of it', 'ec', 1, 'c', true],
  ['one that GitHub cannot compare with it yet', 'uc', 1, 'c', true],
  ['another one than what a forced push replaced', 'x', 0, /was reset to/, true],
  ['another commit of a tag', 'ddddd', 15, /^The tag v1 is at ddddddd/, false, 'refs/tags/v1']
])('the head is %s', async (_, heads, seconds, found, forced = false, ref = 'refs/heads/main') => {
  let asked = 0
  const github = {
    headOf: () => Promise.resolve([idOf(heads[asked++])]),
    compare: (base: string, head: string) => Promise.resolve(RELATIONS[`${base[0] ?? ''}...${head[0] ?? ''}`])
  } as unknown as GitHub
  const skipped = (): number => Math.round((clock.now() - Date.now()) / 1000)
  const before = skipped()
  const result = findTip(github, { trigger: { ...trigger, forced } }, ref, idOf('c'))
  if (typeof found === 'string') expect(await result).toBe(idOf(found))
  else await expect(result).rejects.toMatchObject({ kind: 'branch-moved', message: expect.stringMatching(found) })
  expect([asked, skipped() - before]).toEqual([heads.length, seconds])
})
