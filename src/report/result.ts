import type { ActionError, Diagnostic } from '../errors.ts'
import type { Job } from '../job/event.ts'
import type { Pulled } from '../sync/pull.ts'
import type { SavedText } from '../sync/send.ts'
import type { AlertsReport } from './judged-alerts.ts'

/** What a report has of an outcome. */
interface OutcomeRow {
  readonly icon: string
  readonly meaning: string
  /** The table of the summary that has its rows. Log and summary only count those of `none`; the JSON report has all. */
  readonly table: 'person' | 'pending' | 'delivered' | 'planned' | 'orphaned' | 'left out' | 'none'
  /** True if one line stands for all files of one reason. What is, or would be, written is named one by one. */
  readonly isGrouped: boolean
}

/**
 * What became of a runbook or an entry, in the order in which people need to know it. The JSON report uses these words, and
 * docs/report.md explains them.
 */
export const OUTCOMES = {
  failed: { icon: '❌', meaning: 'not stored as it was sent', table: 'person', isGrouped: true },
  refused: { icon: '⛔', meaning: 'not sent, see the reason', table: 'person', isGrouped: true },
  pending: {
    icon: '⏳',
    meaning: 'not sent, or not confirmed, because the run ended',
    table: 'pending',
    isGrouped: true
  },
  kept: { icon: '✍️', meaning: 'edited in the assistant; the edit stays', table: 'person', isGrouped: true },
  upserted: { icon: '✅', meaning: 'sent and stored', table: 'delivered', isGrouped: false },
  planned: { icon: '📤', meaning: 'a sync would send it', table: 'planned', isGrouped: false },
  retired: { icon: '📕', meaning: 'the entry now says that its runbook is gone', table: 'delivered', isGrouped: false },
  orphaned: { icon: '🍂', meaning: 'the entry has no runbook', table: 'orphaned', isGrouped: false },
  unchanged: { icon: '', meaning: 'the entry has this text', table: 'none', isGrouped: false },
  skipped: { icon: '', meaning: 'left out, see the reason', table: 'left out', isGrouped: true }
} as const satisfies Readonly<Record<string, OutcomeRow>>

export type Outcome = keyof typeof OUTCOMES

/** A decision in sentences: what is to become of a runbook, or of an entry without a runbook. */
export interface Described {
  readonly about: 'runbook' | 'entry'
  /** The runbook's; of an entry, where its runbook was. */
  readonly path: string
  /** The entry's name; undefined if it is not known. */
  readonly name?: string | undefined
  readonly kind: 'send' | 'unchanged' | 'kept' | 'refused' | 'skipped' | 'orphaned' | 'retire'
  /** Why, as a sentence; empty if the kind says everything. */
  readonly reason: string
  /** What a person can do. */
  readonly hint?: string | undefined
  /** 1-based line in the file. */
  readonly line?: number | undefined
  /** Why a runbook is refused: its file cannot be read, other files have its name, or the assistant has a text of a person. */
  readonly cause?: 'text' | 'duplicate' | 'conflict'
  /** Where the runbook of an orphaned entry is now; undefined if it is gone. */
  readonly now?: Pick<Described, 'path' | 'name'> | undefined
  /** Texts under the name that are not ours: `send` saves and replaces them, anything else leaves them. */
  readonly texts?: readonly ForeignText[]
  /** Unified difference between the entry and the runbook, in lines; undefined if there is none, or it must not be shown. */
  readonly difference?: readonly string[] | undefined
  /**
   * True if this push or pull request did not change the file, or, if files share a name, none of them. Such a decision is
   * counted, and does not make the run red.
   */
  readonly isWaiting?: boolean
}

/** A text that the list shows, and that a run did not send. */
export interface ForeignText {
  /** `elsewhere`: it comes from another repository, or from a file that `files` does not select. */
  readonly origin: 'edited' | 'by hand' | 'elsewhere'
  readonly content: string
}

/** What the list held when the run looked: numbers of entries, deleted ones left out. */
export interface Inventory {
  readonly entries: number
  /** Entries of runbooks, with their current text. */
  readonly current: number
  /** Entries of runbooks, with another text. */
  readonly differing: number
  /** From files of this branch that are gone, left out or named otherwise. */
  readonly orphaned: number
  /** From other branches, or from files that `files` does not select, or retired. */
  readonly unselected: number
  /** Entries of other repositories. */
  readonly elsewhere: number
  /** Without a runbook, and without a source line. */
  readonly byHand: number
  /** Names of the entries without a runbook; empty if they must not be shown. */
  readonly names: readonly string[]
}

/** A decision, and what it led to. */
export interface Item {
  readonly decision: Described
  /** `open`: nothing was sent. `accepted`: the service said yes, and the list has not shown it yet. */
  readonly state: 'open' | 'accepted' | 'stored' | 'failed'
  /** Requests for it, retries included. */
  readonly attempts: number
  /** Why it failed. */
  readonly error: ActionError | undefined
}

/** What is known of a run before it begins. */
export interface Frame {
  /** What was asked for; undefined if it is not known. */
  readonly mode: 'sync' | 'plan' | 'pull' | 'check' | 'list' | 'alerts' | undefined
  /** Where the repository is, for links; the repository is empty if it is not known. */
  readonly address: Pick<Job, 'repository' | 'serverUrl'>
  /** False in a public repository, which must not publish texts and names of the assistant. */
  readonly showsTexts: boolean
  /** The day on which the token stops working, at midnight UTC, as the workflow says. */
  readonly tokenExpiresOn: Date | undefined
}

/** What a report needs although the inputs could not be read. */
export function unreadFrame(known: Partial<Pick<Frame, 'mode' | 'address'>> = {}): Frame {
  const { mode, address = { repository: '', serverUrl: '' } } = known
  return { mode, address, showsTexts: false, tokenExpiresOn: undefined }
}

/** What a run found and did. How it is shown is a matter of the others in this folder. */
export interface Result extends Frame {
  /** The last commit that was decided about; empty for files on the disk, and before anything was decided. */
  readonly head: string
  readonly selected: number
  readonly inventory: Inventory | undefined
  /** Runbooks first, then entries. */
  readonly items: readonly Item[]
  /** What a person should know although it does not fail the run. */
  readonly notices: readonly Diagnostic[]
  readonly pulled: readonly Pulled[]
  readonly saved: readonly SavedText[]
  /** Undefined if alerts were not looked at. */
  readonly alerts: AlertsReport | undefined
  /** What ended the run early. */
  readonly ended: ActionError | undefined
}
