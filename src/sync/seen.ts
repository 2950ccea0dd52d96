import { foldName } from '../normal-form.ts'
import type { Look } from './look.ts'
import type { HeldRow } from './rows.ts'
import { hasName } from './runbooks.ts'

/** What any look of a run has shown counts for the whole run: a later one may show an older state of the list. */
export class Seen {
  readonly #names = new Set<string>()
  /** Names whose entry a look has left to a person. */
  readonly #left = new Set<string>()
  readonly #texts = new Map<string, HeldRow[]>()

  remember({ rows, runbooks, decisions }: Look): void {
    for (const { name } of rows.all) if (hasName(runbooks, name)) this.#names.add(foldName(name))
    for (const decision of decisions) {
      if (decision.is === 'planned') this.#keep(decision.runbook.name, decision.replaced)
      const isLeft = decision.is === 'kept' || (decision.is === 'refused' && decision.cause === 'conflict')
      if (isLeft) this.#left.add(foldName(decision.runbook.name))
    }
  }

  /** True for a name that a look has shown: it is not new, although a later look lacks it. */
  has(name: string): boolean {
    return this.#names.has(foldName(name))
  }

  /** The run itself has given the entry another name. */
  forget(name: string): void {
    this.#names.delete(foldName(name))
  }

  /** True if a look has left the entry to a person: then this run does not send it. */
  isLeft(name: string): boolean {
    return this.#left.has(foldName(name))
  }

  /** The texts of others that a send under this name replaces, or that it would have replaced at an earlier look. */
  textsOf(name: string): readonly HeldRow[] {
    return this.#texts.get(foldName(name)) ?? []
  }

  #keep(name: string, rows: readonly HeldRow[]): void {
    if (rows.length === 0) return
    const known = this.textsOf(name)
    const added = rows.filter(({ content }) => known.every((one) => one.content !== content))
    this.#texts.set(foldName(name), [...known, ...added])
  }
}
