import type { Changes } from '../changes/changes.ts'
import type { Task } from '../job/task.ts'
import { ActionError, messageOf, type Diagnostic } from '../errors.ts'
import type { Job } from '../job/event.ts'
import { joined, shorten, words } from '../wording.ts'
import { reportedOf, type Decision, type Item, type Reported } from './outcome.ts'

/** Gets what must be told before the end of the run. */
export interface Observer {
  /** After each answer of the service. */
  readonly progress?: (findings: Findings) => void
  /** Before the first text is replaced: the folder in which the replaced texts are saved. */
  readonly saved?: (folder: string) => void
  /** Before a record says that a round is over: what it refused must be told, even if the run ends there. */
  readonly settled?: (findings: Findings) => void
  /** What the run waits for. */
  readonly waiting?: (message: string) => void
}

/** What became of an edit of the assistant in the work tree. */
export interface Pulled {
  /** Of the runbook; empty where there is none. */
  readonly path: string
  /** The file that was written, from the root of the repository; empty where none was. */
  readonly file: string
  /** `beside`: the edit stands in a file beside the runbook. */
  readonly kind: 'changed' | 'beside' | 'new' | 'left out'
  /** A sentence; empty where there is nothing to say. */
  readonly reason: string
}

/** What a run found and did, as data. How it is shown is a matter of the others in this folder. */
export class Findings {
  /** Where the repository is, for links; the repository is empty where nothing tells it. */
  address: Pick<Job, 'repository' | 'serverUrl'>
  /** Whether texts and names of the assistant may be shown: a public repository must not publish them. */
  isPrivate = false
  mode: Exclude<Task['kind'], 'nothing'> | undefined
  /** Whether a workflow started the run to deliver, so that an early end leaves something undelivered. */
  isDelivery = false
  /** The commits of all rounds together. */
  range:
    | ({ readonly kind: 'full' | 'range' | 'nothing'; readonly base: string } & Pick<Changes, 'tip' | 'reason'>)
    | undefined
  /** Number of runbooks that the patterns select. */
  selected = 0
  /** What the knowledge base held when the run looked. */
  inventory:
    | {
        readonly entries: number
        /** Whether these are all; otherwise there are more. */
        readonly isComplete: boolean
        /** Of runbooks, with another text. */
        readonly differing: number
        readonly withoutRunbook: number
        /** Of entries without a runbook; empty where they must not be shown. */
        readonly names: readonly string[]
      }
    | undefined
  /** Where the run records what it delivers; undefined where it does not. */
  environment: string | undefined
  /** The day on which the token stops working, at midnight UTC, by the workflow. */
  tokenExpiresOn: Date | undefined
  /** What ended the run early. */
  failure: ActionError | undefined
  /** Where texts are saved before they are replaced; empty without any. */
  overwritten = ''
  readonly pulled: Pulled[] = []
  readonly observer: Observer
  /** Paths of refused runbooks that the log has named before the end of the run. */
  readonly told = new Set<string>()
  readonly #runbooks = new Map<string, Item>()
  readonly #entries = new Map<string, Item>()
  readonly #diagnostics = new Map<string, Diagnostic>()

  constructor(address: Findings['address'], observer: Observer = {}) {
    this.address = address
    this.observer = observer
  }

  get diagnostics(): Diagnostic[] {
    return [...this.#diagnostics.values()]
  }

  /** What was decided about each runbook and each entry without a runbook, and what became of it. */
  get items(): Item[] {
    return [...this.#runbooks.values(), ...this.#entries.values()]
  }

  get outcomes(): Reported[] {
    const plan = this.failure === undefined ? 'done' : 'failed'
    return this.items.map((item) => {
      const reported = reportedOf(item, this.mode === 'plan' ? plan : undefined)
      return this.isPrivate || reported.about === 'runbook' ? reported : { ...reported, name: undefined }
    })
  }

  begin(task: Task, tip: string): void {
    this.mode = task.kind === 'nothing' ? 'sync' : task.kind
    this.isDelivery = task.kind === 'sync'
    if (task.kind === 'nothing') this.range = { kind: 'nothing', base: '', tip, reason: task.reason }
    if (task.kind === 'plan' && task.notice !== undefined) this.diagnose({ level: 'notice', message: task.notice })
  }

  /** A further round of one run extends the first. What it is not about stays, as far as the tip has it. */
  addChanges({ isFull, baseCommit: base, tip, reason, selected: { files } }: Changes): void {
    const kind = isFull ? 'full' : 'range'
    this.range = this.range === undefined ? { kind, base, tip, reason } : { ...this.range, tip }
    this.selected = files.length
    const paths = new Set(files.map(({ path }) => path))
    for (const [path, { decision }] of this.#runbooks) {
      // Each round refuses again what still shares its name.
      if (!paths.has(path) || decision.cause === 'duplicate') this.#runbooks.delete(path)
    }
  }

  /**
   * Takes what a round decided, in place of what was decided before about the same.
   *
   * @param mayBeOfRunbook whether an entry may be that of a runbook, so that it is no orphan any more.
   */
  setDecisions(decisions: readonly Decision[], mayBeOfRunbook: (name: string) => boolean): readonly Item[] {
    for (const name of this.#entries.keys()) if (mayBeOfRunbook(name)) this.#entries.delete(name)
    return decisions.map((decision) => {
      const item: Item = { decision, files: [] }
      if (decision.about === 'runbook') this.#runbooks.set(decision.path, item)
      else this.#entries.set(decision.name ?? '', item)
      return item
    })
  }

  /** A further round of one run may find the same. */
  readonly diagnose = (diagnostic: Diagnostic): void => {
    this.#diagnostics.set(JSON.stringify(diagnostic), diagnostic)
  }

  addPulled(pulled: Pulled): void {
    const { path, file, kind, reason } = pulled
    this.pulled.push(pulled)
    const done = {
      changed: 'An edit from the assistant is in the file now.',
      new: 'A new file for an entry of the assistant.'
    }
    const ending = file.slice(path.length)
    const where =
      kind === 'beside' && `An edit from the assistant is beside the file, with \`${ending}\` after its name.`
    const next = kind === 'beside' && 'Copy what is right, and delete that file.'
    const message = joined([where, kind in done && done[kind as keyof typeof done], reason, next])
    const level = kind === 'changed' || kind === 'new' ? 'notice' : 'warning'
    this.diagnose({ level, message, ...(path !== '' && { path }) })
  }

  /** @param folder in which texts are saved that the run replaces. */
  noteSavedFolder(folder: string): void {
    if (folder === this.overwritten) return
    this.overwritten = folder
    this.observer.saved?.(folder)
  }

  /** @param thrown what ended the run early. Anything but an `ActionError` is a defect of this Action. */
  fail(thrown: unknown): ActionError {
    this.failure =
      thrown instanceof ActionError
        ? thrown
        : new ActionError(
            'defect',
            `An unexpected error: ${shorten(messageOf(thrown), 500)}.`,
            `This is a defect of Runbook Sync. Run ${words.job} again ${words.debug} and report what it prints.`,
            { cause: thrown }
          )
    return this.failure
  }
}
