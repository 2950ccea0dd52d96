import type { AlertsTable, JudgedAlert } from '../alerts/alerts.ts'
import type { ActionError, Diagnostic } from '../errors.ts'
import type { Job } from '../job/event.ts'
import type { Look } from '../sync/look.ts'
import type { Pulled } from '../sync/pull.ts'
import type { SavedText } from '../saved-texts.ts'
import type { Listener } from '../sync/send.ts'
import { SentEntries, type Sent } from '../sync/sent.ts'
import { inventoryOf, type Inventory } from './inventory.ts'
import { listNotices, sizeNotices } from './notices.ts'

/** Bytes of the replaced texts that a result keeps: a summary holds 1 MiB. */
const MAX_SAVED = 512 * 1024

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

/** What a run found out about alerts. */
export interface FoundAlerts {
  readonly table: AlertsTable
  /** The dead ones that a pull request brings in; undefined if the run is not about one. */
  readonly broughtIn: readonly JudgedAlert[] | undefined
}

/** What a run found and did. report.ts says it in sentences. */
export interface Result extends Frame {
  /** The last one; undefined if the run ended before it. */
  readonly look: Look | undefined
  readonly sent: SentEntries
  /** What the first look showed; undefined if the list was not read. */
  readonly inventory: Inventory | undefined
  /** Unified differences between entries and runbooks, by path. */
  readonly differences: ReadonlyMap<string, readonly string[]>
  /** What a person should know although it does not fail the run. */
  readonly notices: readonly Diagnostic[]
  readonly pulled: readonly Pulled[]
  /** The content is empty if it must not be shown, or is too much. */
  readonly saved: readonly SavedText[]
  /** Undefined if alerts were not looked at. */
  readonly alerts: FoundAlerts | undefined
  /** What ended the run early. */
  readonly ended: ActionError | undefined
}

/** What a run says while it works. `progress` is not kept. */
type Notice = Diagnostic | { readonly level: 'progress'; readonly message: string }

export type JournalEvent =
  | { readonly kind: 'notice'; readonly notice: Notice }
  /** A round begins to send so many entries. */
  | { readonly kind: 'sending'; readonly total: number }
  /** The service has accepted an entry, or it has failed. */
  | { readonly kind: 'answered'; readonly sent: Sent }
  | { readonly kind: 'saved'; readonly text: SavedText }

/** Records what a run says, sees and does, and tells a front end at once. */
export class Journal implements Listener {
  readonly #tell: (event: JournalEvent) => void
  readonly #notices = new Map<string, Diagnostic>()
  readonly #pulled: Pulled[] = []
  readonly #saved: SavedText[] = []
  #savedBytes = 0
  #frame: Frame = unreadFrame()
  #alerts: FoundAlerts | undefined
  #look: Look | undefined
  #sent = new SentEntries()
  #inventory: Inventory | undefined
  #differences: ReadonlyMap<string, readonly string[]> = new Map()

  constructor(tell: (event: JournalEvent) => void = () => undefined) {
    this.#tell = tell
  }

  /** Takes what is known of the run, in place of what was known before. */
  begins(frame: Frame): void {
    this.#frame = frame
  }

  /** The last look; undefined before the first one. */
  get look(): Look | undefined {
    return this.#look
  }

  /** Each once: a further look may find the same. */
  readonly notice = (notice: Notice): void => {
    if (notice.level !== 'progress') {
      const key = JSON.stringify(notice)
      if (this.#notices.has(key)) return
      this.#notices.set(key, notice)
    }
    this.#tell({ kind: 'notice', notice })
  }

  /** Takes what a look shows, in place of what the look before has shown. */
  looked(look: Look, sent = new SentEntries()): void {
    // What the list held is said of the beginning of the run.
    if (look.isCompared) this.#inventory ??= inventoryOf(look, this.#frame.showsTexts)
    for (const notice of listNotices(look)) this.notice(notice)
    this.#look = look
    this.#sent = sent
  }

  sending(total: number): void {
    this.#tell({ kind: 'sending', total })
  }

  answered(sent: Sent): void {
    this.#tell({ kind: 'answered', sent })
  }

  saved(text: SavedText): void {
    this.#savedBytes += Buffer.byteLength(text.content)
    const isKept = this.#frame.showsTexts && this.#savedBytes <= MAX_SAVED
    this.#saved.push(isKept ? text : { ...text, content: '' })
    this.#tell({ kind: 'saved', text })
  }

  pulled(pulled: Pulled): void {
    this.#pulled.push(pulled)
  }

  /** Takes what differs between entries and runbooks: unified differences by path. */
  differs(differences: ReadonlyMap<string, readonly string[]>): void {
    this.#differences = differences
  }

  foundAlerts(alerts: FoundAlerts): void {
    this.#alerts = alerts
  }

  /** What the run has found and done. @param ended what ended it early. */
  result(ended?: ActionError): Result {
    return {
      ...this.#frame,
      look: this.#look,
      sent: this.#sent,
      inventory: this.#inventory,
      differences: this.#differences,
      notices: [...this.#notices.values(), ...sizeNotices(this.#sent)],
      pulled: [...this.#pulled],
      saved: [...this.#saved],
      alerts: this.#alerts,
      ended
    }
  }
}
