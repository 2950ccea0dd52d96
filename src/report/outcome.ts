/**
 * What became of a runbook, in the order in which people need to know it, each with its icon and meaning. The outputs count
 * these words, and the JSON report uses them.
 */
export const OUTCOMES = {
  failed: ['❌', 'the service did not accept it'],
  refused: ['⛔', 'not sent, see the reason'],
  pending: ['⏳', 'not sent, the run ended before'],
  upserted: ['✅', 'sent and accepted'],
  planned: ['📤', 'a sync would send it'],
  retired: ['📕', 'the entry now says that its runbook is gone'],
  orphaned: ['🍂', 'the entry has no runbook'],
  unchanged: ['', 'the entry has this text'],
  skipped: ['', 'left out, see the reason']
} as const

export type Outcome = keyof typeof OUTCOMES

/** One line of the report. */
export interface RunbookOutcome {
  readonly path: string
  /** The entry's name; undefined where it is not known. */
  readonly name?: string | undefined
  readonly outcome: Outcome
  /** Why, as a sentence; empty where the outcome says everything. */
  readonly reason: string
  /** What a person can do. */
  readonly hint?: string | undefined
  /** 1-based line in the file. */
  readonly line?: number | undefined
  /** Requests for this runbook, retries included; none where it is absent. */
  readonly attempts?: number
}

/** A text in the knowledge base that Git does not know. */
export interface EditedText {
  readonly item: { readonly path: string; readonly name: string }
  /** Whether a sync replaces the text; otherwise it refuses the runbook. */
  readonly replaced: boolean
  /** Where the text is saved; empty where this run does not replace it. */
  readonly file: string
  /** Unified difference to the text in Git, in lines; undefined where it must not be shown. */
  readonly difference: readonly string[] | undefined
}
