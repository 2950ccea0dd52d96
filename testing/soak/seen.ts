import type { GitHubRequest } from '../github/server.ts'
import type { History } from './history.ts'
import { textOf } from './oracle.ts'

const SOURCE_LINE = /Source: [^\n]+, version [0-9a-f]{12}\n\n/

interface Entry {
  readonly name: string
  readonly content: string
}

interface Question {
  readonly at: number
  readonly request: GitHubRequest
}

/** What a run asked and wrote, and when, as GitHub and the knowledge base see it. */
export class Seen {
  readonly #history: History
  readonly startedAt: number
  /** The last question about the head of the branch. */
  look: Question | undefined
  /** The last question about the records, and the deployments that GitHub had then. */
  list: (Question & { readonly existing: readonly number[] }) | undefined
  readonly records: GitHubRequest[] = []
  /** When the last upsert reached the service. */
  wroteAt = 0
  /** Texts of people that the list has shown before the run wrote: what it shows later, the run need not name. */
  readonly shown = new Set<string>()
  /** Those of them that the run has replaced. */
  readonly replaced = new Set<string>()
  /** Those that the run knew when it decided about its last round, and whether it reads the list to decide. */
  #known: Entry[] = []
  #phase: 'round begins' | 'decides' | 'has written' = 'round begins'

  constructor(history: History) {
    this.#history = history
    this.startedAt = history.moment()
  }

  /** @param existing the ids of the deployments. */
  asks(request: GitHubRequest, existing: readonly number[]): void {
    const question = { at: this.#history.moment(), request }
    if (request.route === 'tip') {
      this.look = question
      this.#phase = 'round begins'
    }
    if (request.route === 'records') this.list = { ...question, existing }
    if (request.route === 'record') this.records.push(request)
  }

  /** @param edits entries of the list that a person wrote. */
  reads(edits: readonly Entry[]): void {
    // What it reads to confirm decides nothing.
    if (this.#phase === 'has written') return
    if (this.wroteAt === 0) for (const { content } of edits) this.shown.add(content)
    if (this.#phase === 'round begins') this.#known = []
    this.#phase = 'decides'
    this.#known.push(...edits)
  }

  writes({ name, content }: Entry): void {
    this.wroteAt = this.#history.moment()
    this.#phase = 'has written'
    for (const edit of this.#known) {
      // A person may have written below the source line.
      const isHome = [textOf(edit.content), edit.content.replace(SOURCE_LINE, '')].includes(textOf(content))
      if (edit.name === name && !isHome) this.replaced.add(edit.content)
    }
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

/** Another run that writes the same knowledge base. */
interface OtherRun {
  readonly seen: Seen
  /** Whether it ended green; undefined while it is under way. */
  readonly isGreen: boolean | undefined
  /** What it converts, and how. */
  readonly given: { readonly settings: string }
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
 * - A list that fails cannot show what a service has not stored.
 */
export function whyNotCompared(
  { seen, given }: Pick<OtherRun, 'seen' | 'given'>,
  others: readonly OtherRun[],
  history: History
): string | undefined {
  const { informedAt, look, list, records } = seen
  const overlapping = others.filter((other) => other.seen.wroteAt > informedAt)
  if (overlapping.some(({ isGreen }) => isGreen === undefined)) return 'another run writes'
  if (overlapping.some(({ isGreen }) => isGreen === false)) return 'another run wrote and ended red'
  // Each wrote a part after the other one. The next run repairs it, because it finds open records with other settings.
  if (overlapping.some((other) => other.given.settings !== given.settings))
    return 'two runs with other inputs overlapped'
  // Without a run of its own, between the last look at the records and the last look at the branch.
  const wasReset = look !== undefined && history.isResetBetween(informedAt, look.at)
  if (overlapping.length > 0 && wasReset) return 'two runs overlapped, and the branch was reset'
  if (look !== undefined && !history.headsFrom(look.at).has(look.request.tip ?? ''))
    return 'the last answer about the branch was old'
  // Of a run that finds nothing to do: one that records something asks until its own record is there.
  const lacksRecord = list?.existing.some((id) => list.request.known?.includes(id) === false) === true
  if (records.length === 0 && lacksRecord) return 'the answer about records was old'
  return undefined
}
