/** What became of a runbook. The outputs count these words, and the JSON report uses them. */
export type Outcome =
  /** This run sent it, and the service accepted it. */
  | 'upserted'
  /** The list shows the same text under its name. */
  | 'unchanged'
  /** Not sent, because it cannot be read, would overwrite another one, or was edited by hand. */
  | 'refused'
  /** Sent and not accepted, or missing afterwards. */
  | 'failed'
  /** Not sent, because the run ended early. */
  | 'pending'
  /** A plan would send it. */
  | 'planned'
  /** The file says that it is no runbook, or it is empty. */
  | 'skipped'
  /** Its runbook is gone; the entry is still there. */
  | 'orphaned'
  /** Its runbook is gone; the entry now says so. */
  | 'retired'

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
