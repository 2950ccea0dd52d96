import type { ActionError, Diagnostic } from '../errors.ts'
import { foldName } from '../normal-form.ts'
import type { AlertsReport } from './judged-alerts.ts'
import {
  unreadFrame,
  type Decision,
  type Frame,
  type Item,
  type Pulled,
  type Result,
  type Round,
  type SavedText
} from './result.ts'

/** What a run says while it works. `progress` is not kept. */
type Notice = Diagnostic | { readonly level: 'progress'; readonly message: string }

/** What became of a decision, of a text that is replaced, or of an edit, and what was found out about alerts. */
type OutcomeEvent =
  | { readonly kind: 'accepted'; readonly decision: Decision; readonly attempts: number }
  | { readonly kind: 'stored'; readonly decision: Decision }
  | { readonly kind: 'failed'; readonly decision: Decision; readonly error: ActionError; readonly attempts?: number }
  | ({ readonly kind: 'saved' } & SavedText)
  /** The copy turned out to be of our own text. */
  | ({ readonly kind: 'dropped' } & Pick<SavedText, 'file'>)
  | { readonly kind: 'pulled'; readonly pulled: Pulled }
  | { readonly kind: 'alerts'; readonly alerts: AlertsReport }

export type JournalEvent =
  | { readonly kind: 'notice'; readonly notice: Notice }
  | { readonly kind: 'decided'; readonly round: Round }
  | { readonly kind: 'outcome'; readonly outcome: OutcomeEvent }

/** Records what a run says, decides and does, and tells a front end at once. */
export class Journal {
  readonly #tell: (event: JournalEvent) => void
  readonly #notices = new Map<string, Diagnostic>()
  #items = new Map<string, Item>()
  readonly #pulled: Pulled[] = []
  readonly #saved = new Map<string, SavedText>()
  #alerts: AlertsReport | undefined
  #round: Round = { head: '', selected: 0, inventory: undefined, decisions: [] }
  #frame: Frame = unreadFrame()

  constructor(tell: (event: JournalEvent) => void = () => undefined) {
    this.#tell = tell
  }

  /** Takes what is known of the run, in place of what was known before. */
  begins(frame: Frame): void {
    this.#frame = frame
  }

  /** Each once: a further round may find the same. */
  notice(notice: Notice): void {
    if (notice.level !== 'progress') {
      const key = JSON.stringify(notice)
      if (this.#notices.has(key)) return
      this.#notices.set(key, notice)
    }
    this.#tell({ kind: 'notice', notice })
  }

  /** Takes the decisions about a commit, in place of those about the commit before. */
  decided({ head, selected, inventory, decisions }: Round): void {
    const former = [...this.#items.values()].filter(({ state }) => state === 'stored')
    const stored = new Map(former.map((item) => [keyOf(item.decision), item]))
    const names = new Set(decisions.map(({ name = '' }) => foldName(name)))
    const items = decisions.map((decision) => {
      // An earlier commit of this run stored it, and nothing has changed since.
      const earlier = decision.kind === 'unchanged' ? stored.get(keyOf(decision)) : undefined
      return earlier ?? openItem(decision)
    })
    // The list shows a note and not an orphan now, so no later commit decides about it again.
    const retired = former.filter(
      ({ decision: { kind, name = '' } }) => kind === 'retire' && !names.has(foldName(name))
    )
    this.#items = new Map([...items, ...retired].map((item) => [keyOf(item.decision), item]))
    // What the list held is said of the beginning of the run.
    this.#round = { head, selected, inventory: this.#round.inventory ?? inventory, decisions }
    this.#tell({ kind: 'decided', round: { head, selected, inventory, decisions } })
  }

  outcome(outcome: OutcomeEvent): void {
    switch (outcome.kind) {
      case 'accepted':
        this.#update(outcome.decision, { state: 'accepted', attempts: outcome.attempts })
        break
      case 'stored':
        this.#update(outcome.decision, { state: 'stored' })
        break
      case 'failed':
        this.#update(outcome.decision, {
          state: 'failed',
          error: outcome.error,
          ...(outcome.attempts !== undefined && { attempts: outcome.attempts })
        })
        break
      case 'saved':
        this.#saved.set(outcome.file, {
          path: outcome.path,
          name: outcome.name,
          file: outcome.file,
          folder: outcome.folder
        })
        break
      case 'dropped':
        this.#saved.delete(outcome.file)
        break
      case 'pulled':
        this.#pulled.push(outcome.pulled)
        break
      case 'alerts':
        this.#alerts = outcome.alerts
    }
    this.#tell({ kind: 'outcome', outcome })
  }

  /** True if anything has this outcome so far. */
  has(state: Item['state']): boolean {
    return this.#items.values().some((item) => item.state === state)
  }

  /** What the run has found and done. @param ended what ended it early. */
  result(ended?: ActionError): Result {
    const { head, selected, inventory } = this.#round
    return {
      ...this.#frame,
      head,
      selected,
      inventory,
      items: [...this.#items.values()],
      notices: [...this.#notices.values()],
      pulled: [...this.#pulled],
      saved: [...this.#saved.values()],
      alerts: this.#alerts,
      ended
    }
  }

  #update(decision: Decision, change: Partial<Item>): void {
    const item = this.#items.get(keyOf(decision))
    if (item !== undefined) this.#items.set(keyOf(decision), { ...item, ...change })
  }
}

function openItem(decision: Decision): Item {
  return { decision, state: 'open', attempts: 0, error: undefined }
}

function keyOf({ about, path, name = '' }: Decision): string {
  return about === 'runbook' ? `runbook ${path}` : `entry ${name}`
}
