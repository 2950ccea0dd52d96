import type { Given } from './expectation.ts'
import { differences, expectedAt } from './oracle.ts'
import { whyNotCompared, type Seen } from './seen.ts'
import type { World } from './world.ts'

/** What the oracle reads of the JSON report. */
export interface Report {
  readonly range: { readonly kind: string; readonly head: string }
  readonly runbooks: readonly { readonly path: string; readonly outcome: string }[]
}

/** A run, and what it says of itself. */
export interface WritingRun {
  readonly given: Given
  readonly seen: Seen
  /** Where its token writes. */
  readonly workspace: string
  /** Whether it ended green; undefined while it is under way. */
  isGreen: boolean | undefined
  report: Report | undefined
}

/** Compares the knowledge base with the branch. */
export class Comparison {
  readonly #world: World
  readonly #count: (what: string) => void
  /** By path, the file that the last run refused that was about it. */
  readonly #refused = new Map<string, string | undefined>()

  constructor(world: World, count: (what: string) => void) {
    this.#world = world
    this.#count = count
  }

  /** What a run refuses keeps no record open: later pushes are not about it. */
  remember(report: Report | undefined): void {
    const files = this.#world.history.filesOf(report?.range.head ?? '')
    for (const [path, outcome] of outcomesOf(report)) {
      if (outcome === 'refused') this.#refused.set(path, files.get(path))
      else if (['upserted', 'unchanged', 'kept', 'skipped'].includes(outcome)) this.#refused.delete(path)
    }
  }

  /** Where the knowledge base differs from what a green run promises. */
  async differences(run: WritingRun, all: readonly WritingRun[]): Promise<string[]> {
    const { hosted, history, base } = this.#world
    const { workspace, seen } = run
    const held = base.entries(workspace)
    const others = all.filter((other) => other !== run && other.workspace === workspace)
    const why = whyNotCompared(run, others, history)
    if (why !== undefined) {
      this.#count(`not compared: ${why}`)
      return []
    }
    // A run that began to write after the last look of this one, and was green, may have had other inputs.
    const later = others.filter((other) => other.isGreen === true && other.seen.wroteAt > seen.comparedFrom)
    const found: string[][] = []
    for (const last of [...later, run]) {
      for (const commit of history.headsFrom(last.seen.comparedFrom)) {
        if (!history.has(commit)) {
          this.#count('not compared: a commit that the run may have delivered was force-pushed away, and is gone')
          return []
        }
        const expected = await expectedAt(hosted, commit, last.given.delivering)
        found.push(differences(held, expected, this.#allowance(last, commit)))
      }
    }
    this.#count('compared')
    return found.some(({ length }) => length === 0) ? [] : (found[0] ?? [])
  }

  /** What a green run does not promise: an edit that it names or has not seen, and on a push what it is not about. */
  #allowance({ seen, report }: WritingRun, commit: string) {
    const { history, base } = this.#world
    const outcomes = outcomesOf(report)
    const why = (path: string, text: string, found: string | undefined): string | undefined => {
      const edit = base.editOf(found)
      if (edit !== undefined && !seen.shown.has(edit.content)) return 'an edit that it has not seen'
      if (edit !== undefined && edit.at > seen.startedAt) return 'an edit that was made during the run'
      const isOfThisText = edit?.before === text
      if (isOfThisText && outcomes.get(path) === 'kept') return 'an edit that it names'
      if (report?.range.kind === 'full' || outcomes.has(path)) return undefined
      if (isOfThisText) return 'an edit of what did not change'
      const refused = this.#refused.get(path)
      const isRefused = refused !== undefined && refused === history.filesOf(commit).get(path)
      return isRefused ? 'what an earlier run has refused' : undefined
    }
    return (...of: Parameters<typeof why>): boolean => {
      const reason = why(...of)
      if (reason !== undefined) this.#count(`allowed: ${reason}`)
      return reason !== undefined
    }
  }
}

/** What became of runbooks, by path. Entries without a runbook may name the path of another one. */
function outcomesOf(report: Report | undefined): Map<string, string> {
  const runbooks = report?.runbooks.filter(({ outcome }) => outcome !== 'orphaned' && outcome !== 'retired') ?? []
  return new Map(runbooks.toReversed().map(({ path, outcome }) => [path, outcome]))
}
