// What a run could know: when it asked for what, and which edits were there to be seen.
import type { Route } from '../github/faults.ts'
import type { History } from './history.ts'
import { fold, type Edit, type KnowledgeBase } from './knowledge-base.ts'

/** What a run asks GitHub or the knowledge base for. */
export type Question = 'upsert' | 'list' | Route

/** More of what is asked, and of the answer as soon as it is known. */
export interface Asked {
  /** Of an upsert. */
  readonly name?: string
  /** The commit that an answer gave as the branch's. */
  readonly tip?: string
  /** The ids of the deployments that there are, and that an answer shows. */
  readonly existing?: readonly number[]
  readonly known?: readonly number[]
}

/** All times are moments of the history, but for `recordedAt`. */
export class Seen {
  readonly #history: History
  readonly #base: KnowledgeBase
  readonly #workspace: string
  readonly startedAt: number
  /** The last question about the head of the branch, and the last one about the records. */
  look: { readonly at: number; readonly asked: Asked } | undefined
  records: { readonly at: number; readonly asked: Asked } | undefined
  /** When it last asked for a record, by GitHub's clock; 0 for never. */
  recordedAt = 0
  /** When the last upsert reached the service, and the names of all. */
  wroteAt = 0
  readonly sent = new Set<string>()
  /** When it first asked for the list; Infinity for never. It need not know of later edits. */
  readAt = Infinity
  /** Edits that were there when it asked for the list to decide, and still when it sent something under their name. */
  readonly atStake = new Set<Edit>()
  /** When it asked for the list to decide about its last round, and whether the next request for the list begins one. */
  #decidedAt = Infinity
  #isNewRound = true

  constructor(history: History, base: KnowledgeBase) {
    this.#history = history
    this.#base = base
    this.#workspace = base.workspace
    this.startedAt = history.moment()
  }

  /** @param now by GitHub's clock. */
  asks(question: Question, asked: Asked, now: number): void {
    const at = this.#history.moment()
    if (question === 'records') this.records = { at, asked }
    if (question === 'record') this.recordedAt = now
    if (question === 'tip') {
      this.look = { at, asked }
      this.#isNewRound = true
    }
    if (question === 'list') {
      this.readAt = Math.min(this.readAt, at)
      if (this.#isNewRound) this.#decidedAt = at
      this.#isNewRound = false
    }
    if (question === 'upsert') this.#sends(asked.name ?? '', at)
  }

  #sends(name: string, at: number): void {
    this.wroteAt = at
    this.sent.add(name)
    // What is read afterwards confirms, and decides nothing.
    this.#isNewRound = false
    // A run that asks for no list does not know less.
    const known = Math.min(this.readAt === Infinity ? at : this.#decidedAt, this.#base.lagsSince)
    for (const edit of this.#base.edited(this.#workspace))
      if (edit.at < known && fold(edit.name) === fold(name)) this.atStake.add(edit)
  }

  /** When the run could last learn what other runs do. */
  get informedAt(): number {
    return this.records?.at ?? this.startedAt
  }

  /** When the run last learned where the branch is, or wrote. The knowledge base must equal a head since then. */
  get comparedFrom(): number {
    return Math.max(this.look?.at ?? this.startedAt, this.wroteAt)
  }
}
