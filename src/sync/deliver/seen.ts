import { foldName } from '../../normal-form.ts'
import type { Look } from '../look.ts'
import type { HeldRow, Row } from '../read/rows.ts'
import { hasName } from '../read/runbooks.ts'

/** What any look of a run has shown counts for the whole run: a later one may show an older state of the list. */
export class Seen {
  readonly #names = new Set<string>()
  /** Names that a look has shown, and the last one does not, with the time of the first look that did not. */
  #missing: ReadonlyMap<string, number> = new Map()
  /** The edits that a look has shown, and the run does not replace: their digests, by the name of their entry. */
  readonly #edits = new Map<string, Set<string>>()
  readonly #texts = new Map<string, HeldRow[]>()

  remember({ rows, runbooks, decisions, readAt }: Look): void {
    const before = this.#missing
    const missing = new Map<string, number>()
    for (const decision of decisions) {
      const { is } = decision
      if (is === 'planned') {
        const { name } = decision.runbook
        this.#hold(name, decision.replaced)
        const isMissing = this.#names.has(foldName(name)) && rows.of(name).length === 0
        if (isMissing) missing.set(foldName(name), before.get(foldName(name)) ?? readAt)
      }
      const isEdited = is === 'kept' || is === 'orphaned' || (is === 'refused' && decision.cause === 'conflict')
      if (isEdited) for (const row of decision.rows) if (row.by === 'person') this.#noteEdit(row)
    }
    this.#missing = missing
    for (const { name } of rows.all) if (hasName(runbooks, name)) this.#names.add(foldName(name))
  }

  /** By folded name. */
  get missing(): ReadonlyMap<string, number> {
    return this.#missing
  }

  /** The run itself has given the entry another name. */
  forget(name: string): void {
    this.#names.delete(foldName(name))
  }

  /** True if a look has shown an edit under this name that these entries do not show: then the run replaces none of them. */
  hasOtherEdit(name: string, rows: readonly Row[]): boolean {
    const edits = this.#edits.get(foldName(name)) ?? new Set()
    return !edits.isSubsetOf(new Set(rows.map(({ digest }) => digest)))
  }

  /** The texts of others under this name that any look has shown, and a send replaces: they are saved before it. */
  textsOf(name: string): readonly HeldRow[] {
    return this.#texts.get(foldName(name)) ?? []
  }

  #noteEdit({ name, digest }: Row): void {
    const edits = this.#edits.get(foldName(name)) ?? new Set()
    this.#edits.set(foldName(name), edits.add(digest))
  }

  #hold(name: string, rows: readonly HeldRow[]): void {
    if (rows.length === 0) return
    const known = this.textsOf(name)
    const added = rows.filter(({ content }) => known.every((one) => one.content !== content))
    this.#texts.set(foldName(name), [...known, ...added])
  }
}
