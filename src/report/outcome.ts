/**
 * What became of a runbook or an entry, in the order in which people need to know it, each with its icon and meaning. The
 * outputs count these words, and the JSON report uses them.
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

/** What became of a runbook: one line of the report. */
export interface RunbookOutcome {
  readonly path: string
  /** The entry's name; undefined where it is not known. */
  readonly name?: string | undefined
  readonly outcome: Exclude<Outcome, 'orphaned' | 'retired'>
  /** Why, as a sentence; empty where the outcome says everything. */
  readonly reason: string
  /** What a person can do. */
  readonly hint?: string | undefined
  /** 1-based line in the file. */
  readonly line?: number | undefined
  /** Requests for this runbook, retries included; none where it is absent. */
  readonly attempts?: number
  /** Whether it was refused for a name that others have: one error tells of all of these. */
  readonly isDuplicate?: boolean
}

/** What became of an entry whose runbook is gone. `failed` is a note that the service did not accept. */
export interface EntryOutcome extends Omit<RunbookOutcome, 'name' | 'outcome'> {
  readonly name: string
  readonly outcome: 'orphaned' | 'retired' | 'failed' | 'pending'
}

export type Reported = RunbookOutcome | EntryOutcome

/** Whether a runbook of the branch is not in the knowledge base as it should be. */
export function isMissing({ outcome }: Reported): boolean {
  return outcome === 'failed' || outcome === 'refused' || outcome === 'pending'
}

/** Whether it is about an entry whose runbook is gone from the branch. */
export function isGone({ outcome }: Reported): boolean {
  return outcome === 'orphaned' || outcome === 'retired'
}

/** A text in the knowledge base that differs from those that Git knows. */
export interface EditedText {
  readonly path: string
  readonly name: string
  /** Whether somebody wrote it in the assistant; otherwise nobody can tell who did. */
  readonly isAttributed: boolean
  /** Whether a sync replaces the text; otherwise it refuses the runbook. */
  readonly replaced: boolean
  /** Where the text is saved; empty where this run does not replace it. */
  readonly file: string
  /** Unified difference to the text in Git, in lines; undefined where it must not be shown. */
  readonly difference: readonly string[] | undefined
}
