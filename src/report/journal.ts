import type { ActionError, Diagnostic } from '../errors.ts'
import { foldName } from '../normal-form.ts'
import type { AlertsReport } from './judged-alerts.ts'
import type { Decision, Frame, Item, Pulled, Result, Round, SavedText } from './result.ts'

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
  readonly #items = new Map<string, Item>()
  readonly #pulled: Pulled[] = []
  readonly #saved = new Map<string, SavedText>()
  #alerts: AlertsReport | undefined
  #round: Round = { head: '', selected: 0, inventory: undefined, decisions: [] }

  constructor(tell: (event: JournalEvent) => void = () => undefined) {
    this.#tell = tell
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

  /**
   * Takes what was decided about a commit, in place of what was decided about the one before. What an earlier commit of this run
   * has stored stays so if nothing about it has changed.
   */
  decided(round: Round): void {
    const former = new Map(this.#items)
    this.#items.clear()
    for (const decision of round.decisions) {
      const known = former.get(keyOf(decision))
      const isStored = known?.state === 'stored' && decision.kind === 'unchanged'
      this.#items.set(keyOf(decision), isStored ? known : { decision, state: 'open', attempts: 0, error: undefined })
    }
    for (const [key, item] of former) {
      const isRetired = item.decision.kind === 'retire' && item.state === 'stored'
      const returns = round.decisions.some(({ name }) => foldName(name ?? '') === foldName(item.decision.name ?? ''))
      if (isRetired && !returns) this.#items.set(key, item)
    }
    // What the list held is said of the beginning of the run.
    this.#round = { ...round, inventory: this.#round.inventory ?? round.inventory }
    this.#tell({ kind: 'decided', round })
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

  /** Whether something ended so, as far as the run has come. */
  has(state: Item['state']): boolean {
    return this.#items.values().some((item) => item.state === state)
  }

  /** What the run has found and done so far. */
  result(frame: Frame, ended: ActionError | undefined): Result {
    const { head, selected, inventory } = this.#round
    return {
      ...frame,
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

function keyOf({ about, path, name = '' }: Decision): string {
  return about === 'runbook' ? `runbook ${path}` : `entry ${name}`
}
