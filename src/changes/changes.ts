import type { Notice } from '../notices.ts'
import type { Skipped, SourceFile } from '../source/source.ts'

/** The commits this run answers for. */
export interface Range {
  /** `nothing`: the event leaves nothing to do (a deleted branch). */
  readonly kind: 'changed' | 'whole' | 'nothing'
  /** The commit compared with; absent in a whole sync. */
  readonly base?: string
  /** Whether the base is what the last successful run delivered: unless this run succeeds, the next begins there again. */
  readonly sinceSuccess?: boolean
  /** The commit whose runbooks are delivered; empty where there is no Git. */
  readonly head: string
  /** One sentence for people: which range, and why this one. */
  readonly reason: string
}

/** A selected runbook that this run must deliver. */
export interface Changed extends SourceFile {
  /** The object id it had at the base, or at a later run that failed, where it was a selected file there. */
  readonly before?: string
  /** Whether `before` is not from the base, so that it may never have been delivered. */
  readonly unproven?: boolean
}

/** A runbook that was selected at the base, or at a later run that failed, and is not at the head; `id` is from there. */
export interface Gone extends SourceFile {
  /** Whether `id` is not from the base, so that it may never have been delivered. */
  readonly unproven?: boolean
}

/** Which runbooks this run concerns. */
export interface Changes {
  readonly range: Range
  /** Every runbook of the head, changed or not: names are compared over all of them. */
  readonly selected: readonly SourceFile[]
  /** Those of them that are in the range; in a whole sync, all. */
  readonly changed: readonly Changed[]
  readonly gone: readonly Gone[]
  /**
   * The commit by which `before` and `gone` were judged; absent in a whole sync that has none, and so cannot know what
   * was removed.
   */
  readonly comparedWith?: string
  readonly skipped: readonly Skipped[]
  /** How many files of the head the patterns chose from. */
  readonly looked: number
  readonly notices: readonly Notice[]
}
