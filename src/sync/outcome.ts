/** What became of a runbook. The outputs of the Action count these words, and its JSON report uses them. */
export type Outcome =
  /** The service has it: this run sent it. */
  | 'upserted'
  /** The service had it already: the list shows the same content under its name. */
  | 'unchanged'
  /** Not sent, because it would do harm or cannot be read. */
  | 'refused'
  /** Sent, and not accepted, or found missing afterwards. */
  | 'failed'
  /** Gone from the branch; its entry is left behind. */
  | 'removed'
  /** Gone from the branch; its entry now says so. */
  | 'retired'
  /** Meant to be sent, and not sent because the run ended early. */
  | 'pending'
  /** In `mode: plan`: would be sent. */
  | 'planned'
  /** The file says itself that it is no runbook. */
  | 'excluded'

/** One line of the report. */
export interface RunbookOutcome {
  readonly path: string
  /** The entry's name; absent where it could not be read. */
  readonly name?: string
  readonly outcome: Outcome
  /** Why, in a sentence; empty where the outcome says it all. */
  readonly reason: string
  /** What a person can do about it, where there is something to do. */
  readonly remedy?: string
  /** 1-based line in the file that is at fault. */
  readonly line?: number
  /** Requests made for this runbook. */
  readonly attempts: number
}
