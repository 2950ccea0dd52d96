import type { Changes } from '../changes/changes.ts'
import type { Mode, Task } from '../changes/task.ts'
import { ActionError, messageOf, type Diagnostic } from '../errors.ts'
import type { Job } from '../event.ts'
import { shorten } from './escape.ts'
import type { EditedText, EntryOutcome, Reported, RunbookOutcome } from './outcome.ts'

/** Gets what must be told before the end of the run. */
export interface Observer {
  /** After each outcome of a request. */
  readonly progress?: (findings: Findings) => void
  /** Before the first text is replaced: the folder in which the replaced texts are saved. */
  readonly saved?: (folder: string) => void
}

/** The commits of a run. */
interface Range extends Pick<Changes, 'base' | 'tip' | 'reason'> {
  readonly kind: Changes['kind'] | 'nothing'
}

/** What the knowledge base held when the run looked. */
export interface Inventory {
  readonly entries: number
  /** Otherwise there are more. */
  readonly isComplete: boolean
  /** Of runbooks, with another text. */
  readonly differing: number
  readonly withoutRunbook: number
  /** Of entries without a runbook; empty where they must not be shown. */
  readonly names: readonly string[]
}

/** Where the repository is, for links; the repository is empty where nothing tells it. */
export type Address = Pick<Job, 'repository' | 'serverUrl'>

/** What a run found and did, as data. How it is shown is a matter of the others in this folder. */
export class Findings {
  address: Address
  mode: Mode | undefined
  /** Of all rounds together. */
  range: Range | undefined
  /** Number of runbooks that the patterns select. */
  selected = 0
  inventory: Inventory | undefined
  /** Where the run records what it delivers; undefined where it does not. */
  environment: string | undefined
  /** The day on which the token stops working, at midnight UTC, by the workflow. */
  tokenExpiresOn: Date | undefined
  /** What ended the run early. */
  failure: ActionError | undefined
  /** Where texts are saved before they are replaced; empty without any. */
  overwritten = ''
  readonly edits: EditedText[] = []
  readonly #runbooks = new Map<string, RunbookOutcome>()
  readonly #entries = new Map<string, EntryOutcome>()
  readonly #diagnostics = new Map<string, Diagnostic>()
  readonly #observer: Observer

  constructor(address: Address, observer: Observer = {}) {
    this.address = address
    this.#observer = observer
  }

  get diagnostics(): Diagnostic[] {
    return [...this.#diagnostics.values()]
  }

  /** One for each runbook of the run, and one for each entry without a runbook. */
  get outcomes(): Reported[] {
    return [...this.#runbooks.values(), ...this.#entries.values()]
  }

  begin(task: Task, tip: string): void {
    this.mode = task.kind === 'nothing' ? 'sync' : task.kind
    if (task.kind === 'nothing') this.range = { kind: 'nothing', base: '', tip, reason: task.reason }
    if (task.kind === 'plan' && task.notice !== undefined) this.diagnose({ level: 'notice', message: task.notice })
  }

  /** A further round of one run extends the first. */
  addChanges({ kind, base, tip, reason, selected, removed }: Changes): void {
    this.range = this.range === undefined ? { kind, base, tip, reason } : { ...this.range, tip }
    this.selected = selected.files.length
    for (const { path } of removed) this.#runbooks.delete(path)
  }

  /** A further round of one run may find the same. */
  readonly diagnose = (diagnostic: Diagnostic): void => {
    this.#diagnostics.set(JSON.stringify(diagnostic), diagnostic)
  }

  /** Gets every outcome as soon as it is known; a later one for the same runbook replaces it. */
  setRunbook(outcome: RunbookOutcome): void {
    this.#runbooks.set(outcome.path, outcome)
    // Its entry was orphaned until the runbook came back.
    if (outcome.outcome === 'upserted') this.#entries.delete(outcome.name ?? '')
    this.#observer.progress?.(this)
  }

  setEntry(outcome: EntryOutcome): void {
    this.#entries.set(outcome.name, outcome)
    this.#observer.progress?.(this)
  }

  /** Its runbook is back. */
  removeEntry(name: string): void {
    this.#entries.delete(name)
  }

  /** @param folder in which the texts that the run replaces are saved; empty where it replaces none. */
  addEdits(edits: readonly EditedText[], folder: string): void {
    this.edits.push(...edits)
    if (folder === '' || folder === this.overwritten) return
    this.overwritten = folder
    this.#observer.saved?.(folder)
  }

  /** @param thrown what ended the run early. Anything but an `ActionError` is a defect of this Action. */
  fail(thrown: unknown): ActionError {
    this.failure =
      thrown instanceof ActionError
        ? thrown
        : new ActionError(
            'defect',
            `An unexpected error: ${shorten(messageOf(thrown), 500)}.`,
            'This is a defect of Runbook Sync. Run the job again with debug logging and report what it prints.',
            { cause: thrown }
          )
    return this.failure
  }
}
