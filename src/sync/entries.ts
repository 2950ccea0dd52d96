import type { ListPage, ReadPage } from '../knowledge/reading.ts'
import { foldName } from '../normal-form.ts'
import { readSource, sealOf, textOf, type SourceLine } from '../runbook/source-line.ts'

/** An entry as the list shows it, and what its text says of itself. */
export interface Row {
  readonly name: string
  readonly state:
    /** The list shows no text. */
    | 'hidden'
    /** There is nothing to lose. */
    | 'empty'
    /** It has a text without a mark. */
    | 'by hand'
    /** Nobody has changed it since it was sent. */
    | 'ours'
    /** Its seal does not match its text. */
    | 'edited'
  /** Undefined if the text has no mark. */
  readonly line: SourceLine | undefined
  /** The text if a run may need it, else empty. */
  readonly content: string
  /** Where the list has shown it. */
  readonly page?: ListPage | undefined
}

/** What one text says of itself. Nothing is inferred from other entries. */
export function rowOf(name: string, content = ''): Row {
  const line = readSource(content)
  return { name, state: stateOf(name, content, line), line, content }
}

function stateOf(name: string, content: string, line: SourceLine | undefined): Row['state'] {
  if (content === '') return 'hidden'
  if (content.trim() === '') return 'empty'
  if (line === undefined) return 'by hand'
  // A list that shows one line of each text is not empty: its seals are of that line.
  if (sealOf(name, content) === line.seal) return 'ours'
  return textOf(content) === '' ? 'empty' : 'edited'
}

/** The mark of a row, as text. No two texts that were sent have the same one. */
export function markOf({ version, seal }: Pick<SourceLine, 'version' | 'seal'>): string {
  return `${version}.${seal}`
}

/** A row as it is held: its text may be dropped later. */
interface HeldRow extends Row {
  content: string
}

/** What the list has shown, by name. What a later reading shows of a name counts; what it lacks stays. */
export class Entries {
  /** True if a name is missing, and the list names more entries than two readings have shown. */
  mayLack = false
  /** Read-only rows, which are not among the others. */
  readOnly = 0
  readonly #exact = new Map<string, HeldRow[]>()
  /** The names that this reading has shown. */
  readonly #shown = new Set<string>()
  /** All rows, and the same by the folded form of their names, as soon as one asks; undefined when a row was added since. */
  #rows: readonly HeldRow[] | undefined
  #folded: ReadonlyMap<string, readonly Row[]> | undefined
  readonly #needsText: (row: Row) => boolean
  /** Folded names whose texts are held; undefined as long as they are not known. */
  #names: ReadonlySet<string> | undefined
  #characters = 0
  #total = 0

  constructor(needsText: (row: Row) => boolean) {
    this.#needsText = needsText
  }

  /** True if the list names more entries than it has shown. */
  get isFiltered(): boolean {
    return this.rows.length + this.readOnly < this.#total
  }

  /** Characters of all texts that are held. */
  get characters(): number {
    return this.#characters
  }

  /** By name, in the order in which the names were shown. The same array as long as none is added. */
  get rows(): readonly Row[] {
    return this.#heldRows
  }

  /** The rows of exactly this name; if there are none, of a name that a service may take for the same. */
  rowsOf(name: string): readonly Row[] {
    return this.#exact.get(name) ?? this.rowsLike(name)
  }

  /** The rows whose names a service may take for this one. */
  rowsLike(name: string): readonly Row[] {
    this.#folded ??= Map.groupBy(this.rows, (row) => foldName(row.name))
    return this.#folded.get(foldName(name)) ?? []
  }

  /** True if no row has exactly this name, even if one has a name that a service may take for it. */
  lacks(name: string): boolean {
    return !this.#exact.has(name)
  }

  /** Drops the texts under all other names, and holds none of those that come later. */
  limitTextsTo(names: Iterable<string>): void {
    this.#names = new Set(Array.from(names, foldName))
    for (const row of this.#heldRows) {
      if (row.content === '' || this.#holdsTextOf(row.name)) continue
      this.#characters -= row.content.length
      row.content = ''
    }
  }

  /** What comes now replaces what was shown before under the same names. */
  beginReading(): void {
    this.#shown.clear()
  }

  add({ rows, page, readOnly, total }: Omit<ReadPage, 'page'> & Partial<Pick<ReadPage, 'page'>>): void {
    this.readOnly = readOnly
    this.#total = total
    for (const { name, content } of rows) {
      if (name === '') continue
      const row = rowOf(name, content)
      const isNeeded = this.#needsText(row) && this.#holdsTextOf(name)
      // Each field by its name: a copy of an object takes more memory, and a list has thousands of rows.
      const held = { name, state: row.state, line: row.line, content: isNeeded ? content : '', page }
      this.#characters += held.content.length
      const known = this.#exact.get(name) ?? []
      if (this.#shown.has(name)) known.push(held)
      else {
        for (const before of known) this.#characters -= before.content.length
        this.#exact.set(name, [held])
        this.#shown.add(name)
      }
      this.#rows = undefined
      this.#folded = undefined
    }
  }

  get #heldRows(): readonly HeldRow[] {
    return (this.#rows ??= [...this.#exact.values()].flat())
  }

  #holdsTextOf(name: string): boolean {
    return this.#names?.has(foldName(name)) ?? true
  }
}
