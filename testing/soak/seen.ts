import type { GitHubRequest } from '../github/server.ts'
import type { Timeline } from './timeline.ts'

interface Question {
  readonly at: number
  readonly request: GitHubRequest
}

/** What a run asked and wrote, and when, as GitHub and the knowledge base see it. */
export class Seen {
  readonly #timeline: Timeline
  readonly startedAt: number
  /** The last question about the head of the branch. */
  look: Question | undefined
  /** The last question about the records, and the deployments that GitHub had then. */
  list: (Question & { readonly existing: readonly number[] }) | undefined
  readonly records: GitHubRequest[] = []
  /** When the last upsert reached the service. */
  wroteAt = 0

  constructor(timeline: Timeline) {
    this.#timeline = timeline
    this.startedAt = timeline.next()
  }

  /** @param existing the ids of the deployments. */
  asks(request: GitHubRequest, existing: readonly number[]): void {
    const question = { at: this.#timeline.next(), request }
    if (request.route === 'tip') this.look = question
    if (request.route === 'records') this.list = { ...question, existing }
    if (request.route === 'record') this.records.push(request)
  }

  writes(): void {
    this.wroteAt = this.#timeline.next()
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
