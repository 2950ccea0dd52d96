import type { WorkflowRun } from '../github/github.ts'

/** Which commits the knowledge base may hold texts of, by the runs of the workflow. */
export type Base =
  | {
      readonly kind: 'base'
      /** The successful push run with the highest number. */
      readonly run: WorkflowRun
      /** Runs that may have written since the base began. */
      readonly overlapping: readonly WorkflowRun[]
    }
  /** No push run has succeeded yet. */
  | { readonly kind: 'none' }
  /** The list is older than this run. */
  | { readonly kind: 'outdated' }

/** Milliseconds within which the last request of a killed run may still take effect. */
const MARGIN = 2 * 60 * 1000

/**
 * @param runs of all events but pull requests and merge groups, this run included.
 * @param own this run: the list must show it, or a newer one.
 */
export function findBase(runs: readonly WorkflowRun[], own: { readonly id: number; readonly number: number }): Base {
  if (!runs.some(({ id, number }) => id === own.id || number > own.number)) return { kind: 'outdated' }
  const others = runs.filter(({ id }) => id !== own.id)
  const run = others
    .filter(({ event, succeeded }) => succeeded && event === 'push')
    .reduce<WorkflowRun | undefined>((last, next) => (next.number > (last?.number ?? 0) ? next : last), undefined)
  if (run === undefined) return { kind: 'none' }
  const overlaps = ({ completed, updatedAt }: WorkflowRun): boolean => !completed || updatedAt > run.createdAt - MARGIN
  return { kind: 'base', run, overlapping: others.filter((other) => other !== run && overlaps(other)) }
}
