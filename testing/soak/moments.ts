import type { Route } from '../github/faults.ts'
import type { Random } from './random.ts'

/** What a run asks GitHub or the knowledge base for. */
export type Question = 'upsert' | 'list' | Route

/** Something that happens when a run asks its nth question of a kind, and before it gets the answer. */
export interface Moment {
  readonly at: Question
  readonly nth: number
  readonly act: () => Promise<unknown>
}

/** When something happens: mostly while the run writes. */
export function randomQuestion(random: Random): Pick<Moment, 'at' | 'nth'> {
  const [at, most] = random.weighted<readonly [Question, number]>([
    [5, ['upsert', 3]],
    [2, ['tip', 3]],
    [2, ['list', 3]],
    [3, ['record', 1]],
    [1, ['records', 2]],
    [1, ['mark', 1]],
    [1, ['compare', 1]],
    [1, ['git', 1]]
  ])
  return { at, nth: random.integer(1, most) }
}
