import type { JobResult } from '../runner.ts'
import type { Handbook } from './handbook.ts'
import type { KillableService } from './killable-service.ts'

/** What happened, and how often. */
export interface Figures {
  runs: number
  green: number
  red: number
  /** Ended by SIGKILL. */
  killed: number
  cancelled: number
  dropped: number
  rerun: number
  overlapping: number
  pushes: number
  forced: number
  'service killed': number
  'tokens rotated': number
  'tokens expired': number
  /** How often the knowledge base was compared with the branch, entry by entry. */
  compared: number
  requests: number
  /** Requests that the service refused, cut or answered with 5xx because it was told to. */
  faults: number
}

export interface SoakResult {
  readonly figures: Figures
  /** Where the promise was broken; empty where it held. */
  readonly problems: readonly string[]
}

/** Counts what happens, and says where the promise is broken. */
export class Judge implements SoakResult {
  readonly figures: Figures = {
    ...{ runs: 0, green: 0, red: 0, killed: 0, cancelled: 0, dropped: 0, rerun: 0, overlapping: 0 },
    ...{ pushes: 0, forced: 0, 'service killed': 0, 'tokens rotated': 0, 'tokens expired': 0 },
    ...{ compared: 0, requests: 0, faults: 0 }
  }
  readonly problems: string[] = []
  readonly #service: KillableService
  readonly #handbook: Handbook
  readonly #narrate: (line: string) => void

  constructor(service: KillableService, handbook: Handbook, narrate: (line: string) => void) {
    this.#service = service
    this.#handbook = handbook
    this.#narrate = narrate
  }

  /** A run has ended: whatever it came to, this much is always so. */
  note(result: JobResult, what: string): void {
    const { conclusion, signal, outputs, log, summary } = result
    const { figures } = this
    figures.runs++
    if (conclusion === 'success') figures.green++
    else if (signal === 'SIGKILL') figures.killed++
    else if (conclusion === 'cancelled') figures.cancelled++
    else figures.red++
    const counts = ['upserted', 'unchanged', 'failed', 'pending', 'removed'].map(
      (name) => `${outputs[name] ?? '?'} ${name}`
    )
    this.#narrate(`${what}: ${signal ?? conclusion} (${counts.join(', ')})`)

    const undelivered = ['refused', 'failed', 'pending'].filter((name) => outputs[name] !== '0')
    if (conclusion === 'success' && undelivered.length > 0)
      this.broken(`green, with ${undelivered.join(' and ')}`, result, what)
    if (/An unexpected error|^\s+at .+:\d+:\d+\)?$/m.test(log)) this.broken('a defect in the log', result, what)
    // Of whichever token: they were rotated meanwhile.
    if (/oap_[0-9A-Za-z]{8}/.test(`${log}${summary}`)) this.broken('a token is shown', result, what)
    if (Number(outputs['refused'] ?? 0) > 0) this.broken('a runbook was refused', result, what)
  }

  /** Every runbook of the branch is in the knowledge base, with its text; what else is there was a runbook once. */
  async compare(result: JobResult, what: string): Promise<void> {
    this.figures.compared++
    const held = await this.#service.ask('entries')
    const expected = await this.#handbook.entries()
    const contents = new Map(held.map(({ name, content }) => [name, content]))
    if (contents.size !== held.length) this.broken('a name is there twice', result, what)
    for (const [name, content] of expected) {
      const found = contents.get(name)
      if (found === undefined) this.broken(`“${name}” is missing`, result, what)
      else if (found !== content) this.broken(`“${name}” has old text`, result, what)
    }
    for (const [name, content] of contents) {
      if (!expected.has(name) && !this.#handbook.wrote(name, content))
        this.broken(`“${name}” is nobody’s`, result, what)
    }
  }

  broken(problem: string, { log }: JobResult, what: string): void {
    this.problems.push(`${what}: ${problem}\n${log.replace(/^/gm, '    ')}`)
  }
}
