import type { History } from './history.ts'
import type { Edit } from './people.ts'
import type { Asked, Question, Run } from './run.ts'

/** What a run asked and wrote, and when, as GitHub and the knowledge base see it. */
export class Seen {
  readonly #history: History
  readonly startedAt: number
  /** The last question about the head of the branch, and the last one about the records. */
  look: { readonly at: number; readonly asked: Asked } | undefined
  list: { readonly at: number; readonly asked: Asked } | undefined
  /** When it last asked for a record, by GitHub's clock; 0 for never. */
  recordedAt = 0
  /** When the last upsert reached the service. */
  wroteAt = 0
  /** Edits that the list has shown before the first upsert: what it shows later, the run need not name. */
  readonly shown = new Set<Edit>()
  /** Edits that the run has replaced although it knew them. */
  readonly replaced = new Set<Edit>()
  /** Those that it knew when it decided about its last round, and whether it reads the list to decide. */
  #known: Edit[] = []
  #phase: 'round begins' | 'decides' | 'has written' = 'round begins'

  constructor(history: History) {
    this.#history = history
    this.startedAt = history.moment()
  }

  /** @param now by GitHub's clock. */
  asks(question: Question, asked: Asked, now: number): void {
    const at = this.#history.moment()
    if (question === 'tip') {
      this.look = { at, asked }
      this.#phase = 'round begins'
    }
    if (question === 'records') this.list = { at, asked }
    if (question === 'record') this.recordedAt = now
    if (question !== 'upsert') return
    this.wroteAt = at
    this.#phase = 'has written'
    for (const edit of this.#known) if (edit.name === asked.name) this.replaced.add(edit)
  }

  /** @param edits that the list shows. */
  reads(edits: readonly Edit[]): void {
    // What it reads to confirm decides nothing.
    if (this.#phase === 'has written') return
    if (this.wroteAt === 0) for (const edit of edits) this.shown.add(edit)
    if (this.#phase === 'round begins') this.#known = []
    this.#phase = 'decides'
    this.#known.push(...edits)
  }

  /** When the run could last learn what other runs do. */
  get informedAt(): number {
    return this.list?.at ?? this.startedAt
  }

  /** When the run last learned where the branch is, or wrote. The knowledge base must equal a head since then. */
  get comparedFrom(): number {
    return Math.max(this.look?.at ?? this.startedAt, this.wroteAt)
  }
}

/**
 * Why a green run promises nothing, in words that follow "not compared:"; undefined where the knowledge base must equal the
 * branch. The first two are no limits: nothing is promised for a run while another one writes, or where it failed.
 * All others are limits of docs/decisions.md. These never happen here:
 *
 * - A person deletes a record: no step of the simulation does.
 * - A run with another environment, or with `none`, writes between two recorded ones: a repository has one environment.
 * - A job is suspended for an hour and then writes: no run is held so long.
 * - A list lags where nothing is recorded.
 */
export function whyNotCompared(
  { seen, settings }: Pick<Run, 'seen' | 'settings'>,
  others: readonly Pick<Run, 'seen' | 'settings' | 'result'>[],
  history: History
): string | undefined {
  const { informedAt, look, list, recordedAt } = seen
  const overlapping = others.filter((other) => other.seen.wroteAt > informedAt)
  if (overlapping.some(({ result }) => result === undefined)) return 'another run writes'
  if (overlapping.some(({ result }) => result?.end !== 'green')) return 'another run wrote and ended red'
  // Each wrote a part after the other one. The next run repairs it, because it finds open records with other settings.
  if (overlapping.some((other) => other.settings !== settings)) return 'two runs with other inputs overlapped'
  // Without a run of its own, between the last look at the records and the last look at the branch.
  const wasReset = look !== undefined && history.isResetBetween(informedAt, look.at)
  if (overlapping.length > 0 && wasReset) return 'two runs overlapped, and the branch was reset'
  if (look !== undefined && !history.headsFrom(look.at).has(look.asked.tip ?? ''))
    return 'the last answer about the branch was old'
  // Of a run that finds nothing to do: one that records something asks until its own record is there.
  const { existing = [], known = existing } = list?.asked ?? {}
  if (recordedAt === 0 && existing.some((id) => !known.includes(id))) return 'the answer about records was old'
  return undefined
}
