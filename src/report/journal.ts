import type { ActionError, Diagnostic } from '../errors.ts'
import type { Look } from '../sync/look.ts'
import type { Pulled } from '../sync/pull.ts'
import { SentEntries, type Sent } from '../sync/sent.ts'
import type { Listener, SavedText } from '../sync/send.ts'
import { inventoryOf } from './inventory.ts'
import { itemsOf } from './items.ts'
import type { AlertsReport } from './judged-alerts.ts'
import { listNotices, sizeNotices } from './list-notices.ts'
import { unreadFrame, type Frame, type Inventory, type Result } from './result.ts'

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
  #frame: Frame = unreadFrame()
  #alerts: AlertsReport | undefined
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
    this.#saved.push(text)
    this.#tell({ kind: 'saved', text })
  }

  pulled(pulled: Pulled): void {
    this.#pulled.push(pulled)
  }

  /** Takes what would change in the entries of runbooks: unified differences by path. */
  differs(differences: ReadonlyMap<string, readonly string[]>): void {
    this.#differences = differences
  }

  foundAlerts(alerts: AlertsReport): void {
    this.#alerts = alerts
  }

  /** What the run has found and done. @param ended what ended it early. */
  result(ended?: ActionError): Result {
    const look = this.#look
    const items = look === undefined ? [] : itemsOf(look, this.#sent)
    return {
      ...this.#frame,
      head: look?.head ?? '',
      selected: look?.runbooks.nameAt.size ?? 0,
      inventory: this.#inventory,
      items: items.map((item) => {
        return { ...item, decision: { ...item.decision, difference: this.#differences.get(item.decision.path) } }
      }),
      notices: [...this.#notices.values(), ...sizeNotices(this.#sent)],
      pulled: [...this.#pulled],
      saved: [...this.#saved],
      alerts: this.#alerts,
      ended
    }
  }
}
