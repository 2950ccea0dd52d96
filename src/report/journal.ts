import type { Uncommitted } from '../branch/uncommitted.ts'
import type { AlertFindings } from '../alerts/findings.ts'
import type { ActionError, Diagnostic } from '../errors.ts'
import type { Job } from '../job/event.ts'
import { entriesOf, inventoryOf, type Inventory } from '../sync/inventory.ts'
import { fatesOf, type Fate } from '../sync/deliver/fates.ts'
import { isFirstSync } from '../sync/deliver/guards.ts'
import type { Look } from '../sync/look.ts'
import type { Pulled } from '../sync/pull.ts'
import type { SavedText } from '../saved-texts.ts'
import type { Listener } from '../sync/deliver/send.ts'
import type { Ledger } from '../sync/deliver/ledger.ts'
import type { Sent } from '../sync/deliver/sent.ts'
import { count, format, joined } from '../wording.ts'
import { earlyNotices } from './first-sync.ts'

/** Milliseconds between two lines about the progress. */
const PROGRESS_INTERVAL = 5000
/** Milliseconds between two states of a line that is written in place. */
const REWRITE_INTERVAL = 100

export interface Frame extends Pick<Job, 'repository' | 'serverUrl'> {
  readonly mode: 'sync' | 'plan' | 'pull' | 'check' | 'list' | 'alerts' | undefined
  /** Its address; empty without one, or if it is not known. */
  readonly assistant: string
  /** False in a public repository, which must not publish texts and names of the assistant. */
  readonly showsTexts: boolean
  /** False if a run of the workflow refuses to replace texts of the assistant. */
  readonly keepsTexts: boolean
  /** True if nothing that is said may have a credential of a runbook or an entry. */
  readonly hidesCredentials: boolean
  /** The files that are read in place of a commit. */
  readonly uncommitted: Uncommitted | undefined
  /** File name of the workflow that a person can start again; empty without one. */
  readonly workflow: string
  /** The address of this file at the commit of the job; empty without one. */
  readonly workflowUrl: string
  /** The id of the run in GitHub; undefined on a command line. */
  readonly runId: number | undefined
  /** The inputs that a person can give who starts the workflow by hand; undefined if nobody can, or that is not known. */
  readonly inputsByHand: readonly string[] | undefined
  /** The day on which the token stops working, at midnight UTC, as the workflow says. */
  readonly tokenExpiresOn: Date | undefined
}

/** A frame, and findings that somebody else has made. */
interface Known extends Frame {
  /** Why there is nothing to do, in a sentence; undefined if there is something. */
  readonly nothing: string | undefined
  /** Unified differences between entries and runbooks, by path. */
  readonly differences: ReadonlyMap<string, readonly string[]>
  /** Undefined if alerts were not judged. */
  readonly alerts: AlertFindings | undefined
}

/** The outcome of a run as values. report.ts says it in sentences. */
export interface Result extends Known {
  /** The last one; undefined if the run ended before it. */
  readonly look: Look | undefined
  /** True if the first look showed no entry of this repository. */
  readonly isFirstSync: boolean
  /** One for each decision of the last look, and for each note that was sent. */
  readonly fates: readonly Fate[]
  /** True if the service got a text from this run, even if it stored none. */
  readonly hasSent: boolean
  /** Bytes of each text that was delivered. */
  readonly sizes: readonly number[]
  /** The entries in the first look; undefined if the list was not read. */
  readonly inventory: Inventory | undefined
  readonly notices: readonly Diagnostic[]
  readonly pulled: readonly Pulled[]
  readonly saved: readonly ReplacedText[]
  readonly ended: ActionError | undefined
}

/** A text that was saved, and what became of its entry: *merged* if the runbook contains it, and *unknown* without an answer. */
export interface ReplacedText extends SavedText {
  readonly became: 'replaced' | 'merged' | 'not replaced' | 'unknown'
}

/** The output of a front end while it runs: the process may be killed before its report. */
interface FrontEnd {
  readonly say: (line: string) => void
  /** Writes a line in the place of the last one; only on a terminal. */
  readonly rewrite?: ((line: string) => void) | undefined
  readonly saves?: (folder: string) => void
}

/** Collects what a run sees and does, and says at once what it waits for. */
export class Journal implements Listener {
  readonly #front: FrontEnd
  /** The defaults, such as empty addresses, hold until `knows` says otherwise. */
  #known: Known = {
    mode: undefined,
    repository: '',
    serverUrl: '',
    assistant: '',
    showsTexts: false,
    keepsTexts: true,
    hidesCredentials: true,
    uncommitted: undefined,
    workflow: '',
    workflowUrl: '',
    runId: undefined,
    inputsByHand: undefined,
    tokenExpiresOn: undefined,
    nothing: undefined,
    differences: new Map(),
    alerts: undefined
  }
  #look: Look | undefined
  #isFirstSync = false
  #ledger: Ledger | undefined
  #inventory: Inventory | undefined
  readonly #notices: Diagnostic[] = []
  readonly #pulled: Pulled[] = []
  readonly #saved: SavedText[] = []
  #progress = { total: 0, answered: 0, failed: 0 }
  #lastSaid = performance.now()

  constructor(front: FrontEnd = { say: () => undefined }) {
    this.#front = front
  }

  get look(): Look | undefined {
    return this.#look
  }

  record(known: Partial<Known>): void {
    this.#known = { ...this.#known, ...known }
  }

  readonly progress = (message: string): void => {
    this.#front.say(message)
  }

  readonly notice = (notice: Diagnostic): void => {
    this.#notices.push(notice)
  }

  looked(look: Look, ledger?: Ledger): void {
    if (this.#look === undefined) {
      this.#isFirstSync = isFirstSync(look)
      const { mode, repository } = this.#known
      this.#notices.push(...earlyNotices(look, repository, mode === 'plan'))
    }
    // What the list held is said of the beginning of the run.
    if (look.rows.areKnown) this.#inventory ??= inventoryOf(entriesOf(look.runbooks, look.rows))
    this.#look = look
    this.#ledger = ledger
  }

  sending(total: number): void {
    this.#progress = { total, answered: 0, failed: 0 }
  }

  tried({ state }: Sent): void {
    // It is sent again.
    if (state.is === 'unanswered') return
    this.#progress.answered++
    if (state.is === 'failed') this.#progress.failed++
    const { say, rewrite } = this.#front
    const interval = rewrite === undefined ? PROGRESS_INTERVAL : REWRITE_INTERVAL
    if (performance.now() - this.#lastSaid < interval) return
    this.#lastSaid = performance.now()
    const { answered, total, failed } = this.#progress
    const failures = failed > 0 && `${format(failed)} failed`
    const write = rewrite ?? say
    write(joined([`${format(answered)} of ${count(total, 'runbook')} sent so far`, failures], ', '))
  }

  textSaved(text: SavedText): void {
    if (this.#saved.length === 0) {
      this.#front.saves?.(text.folder)
      this.#front.say(`Texts of the assistant that the run replaces are saved in ${text.folder}`)
    }
    this.#saved.push(text)
  }

  readonly pulled = (pulled: Pulled): void => {
    this.#pulled.push(pulled)
  }

  result(ended?: ActionError): Result {
    return {
      ...this.#known,
      look: this.#look,
      isFirstSync: this.#isFirstSync,
      fates: this.#look === undefined ? [] : fatesOf(this.#look, this.#ledger),
      hasSent: (this.#ledger?.all ?? []).length > 0,
      sizes: (this.#ledger?.all ?? []).flatMap(({ size, state }) => (state.is === 'confirmed' ? size : [])),
      inventory: this.#inventory,
      notices: [...this.#notices, ...(this.#look?.runbooks.notices ?? [])],
      pulled: this.#pulled,
      saved: this.#saved.map((text) => ({ ...text, became: becameOf(text, this.#ledger?.of(text.name)) })),
      ended
    }
  }
}

function becameOf({ of }: SavedText, sent: Sent | undefined): ReplacedText['became'] {
  const why = sent?.state.is === 'failed' ? sent.state.why : undefined
  if (sent === undefined || why === 'rejected') return 'not replaced'
  if (sent.state.is === 'unanswered' || why === 'no answer') return 'unknown'
  const isMerged = of === 'text' && sent.shipment.is === 'planned' && sent.shipment.why === 'merged'
  return isMerged ? 'merged' : 'replaced'
}
