import type { CheckoutKind } from '../github/checkout.ts'
import type { WorkflowRun } from '../github/workflow.ts'
import { EXCLUDED } from './files.ts'
import { expectedAt, type Delivering } from './oracle.ts'
import type { World } from './world.ts'

/** What a run compares with earlier records. */
export interface Given {
  readonly run: WorkflowRun
  readonly checkout: CheckoutKind
  readonly delivering: Required<Delivering>
  /** Inputs, release and source of the texts, as one text. */
  readonly settings: string
}

/** A record that a run asked GitHub to make. */
export interface Recorded {
  readonly given: Given
  /** Epoch milliseconds by GitHub's clock. */
  readonly time: number
}

/** GitHub orders records by whole seconds. */
const SAME_TIME = 2000

/**
 * Whether a run that nothing disturbs must be green.
 *
 * @param recorded the oldest first.
 */
export async function mustBeGreen(
  { run, checkout, delivering, settings }: Given,
  recorded: readonly Recorded[],
  { history, hosted, base }: Pick<World, 'history' | 'hosted' | 'base'>
): Promise<boolean> {
  const { sha, payload } = run.event
  const { head } = history
  // A run that is repeated with old inputs is red.
  const newest = recorded.filter(({ time }) => time > (recorded.at(-1)?.time ?? 0) - SAME_TIME)
  if (newest.some(({ given }) => given.settings !== settings && given.run.number > run.number)) return false
  if (sha !== head) {
    // The head may be an old answer: of before a forced push.
    const before = String(payload['before'])
    const looksOld = payload['forced'] === true && (!history.has(before) || history.isAncestor(head, before))
    if (checkout === 'without Git' || looksOld || !history.isAncestor(sha, head)) return false
  }
  const { entries, refused } = await expectedAt(hosted, head, delivering)
  // An entry of a file that `files` does not select any more is not replaced.
  const isExcluded = (content: string): boolean =>
    delivering.inputs['files']?.includes('!') === true && content.includes(EXCLUDED)
  const isElsewhere = base
    .entries()
    .entries()
    .some(([name, content]) => entries.has(name) && isExcluded(content))
  // Patterns that match no file fail a full sync.
  return refused.length === 0 && entries.size > 0 && base.edited.length === 0 && !isElsewhere
}
