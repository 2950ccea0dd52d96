import { foldName } from '../normal-form.ts'
import type { Look } from './look.ts'
import type { HeldRow } from './rows.ts'
import { hasName } from './runbooks.ts'

/** What any look of a run has shown counts for the whole run: a later one may show an older state of the list. */
export class Seen {
  readonly #names = new Set<string>()
  /** Names that a look has shown, and the last one does not, with the time of the first look that did not. */
  #missing: ReadonlyMap<string, number> = new Map()
  /** Names under which a look has shown an edit that the run does not replace. */
  readonly #edited = new Set<string>()
  readonly #texts = new Map<string, HeldRow[]>()

  remember({ rows, runbooks, decisions, readAt }: Look): void {
    const before = this.#missing
    const missing = new Map<string, number>()
    for (const decision of decisions) {
      const { is } = decision
      if (is === 'planned') {
        const { name } = decision.runbook
        this.#keep(name, decision.replaced)
        const isMissing = this.#names.has(foldName(name)) && rows.of(name).length === 0
        if (isMissing) missing.set(foldName(name), before.get(foldName(name)) ?? readAt)
      }
      const isEdited = is === 'kept' || (is === 'refused' && decision.cause === 'conflict')
      if (isEdited) this.#edited.add(foldName(decision.runbook.name))
    }
    this.#missing = missing
    for (const { name } of rows.all) if (hasName(runbooks, name)) this.#names.add(foldName(name))
  }

  /** The names that are not new, although the last look lacks them, folded, with the time of the first look that did. */
  get missing(): ReadonlyMap<string, number> {
    return this.#missing
  }

  /** The run itself has given the entry another name. */
  forget(name: string): void {
    this.#names.delete(foldName(name))
  }

  /** True if a look has shown an edit that the run does not replace: then this run does not send the runbook. */
  isEdited(name: string): boolean {
    return this.#edited.has(foldName(name))
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
