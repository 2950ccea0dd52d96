import { hash } from 'node:crypto'
import type { ListedEntry } from '../knowledge/list.ts'
import type { ListPage } from '../knowledge/reading.ts'
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

/** Tells the texts apart that one entry has had. The mark of a text that nobody has changed says it. */
function fingerprintOf({ state, line, content }: Row): string {
  return state === 'ours' && line !== undefined ? markOf(line) : hash('sha1', content, 'base64url')
}

/** A row as it is held: its text may be dropped later. */
interface HeldRow extends Row {
  content: string
}

/** What the list has shown, by name. What one reading showed, a later one does not take back. */
export class Entries {
  /** True if a name is missing, although every reading named more entries than it showed. */
  mayLack = false
  readonly #exact = new Map<string, HeldRow[]>()
  /** All rows, and the same by the folded form of their names, as soon as one asks; undefined when a row was added since. */
  #rows: readonly HeldRow[] | undefined
  #folded: ReadonlyMap<string, readonly Row[]> | undefined
  /** The fingerprints of the rows by their key: an entry whose text changes while the list is read has several. */
  readonly #fingerprints = new Map<string, string>()
  readonly #needsText: (row: Row) => boolean
  /** Folded names whose texts are held; undefined as long as they are not known. */
  #names: ReadonlySet<string> | undefined
  #characters = 0
  #size = 0

  constructor(needsText: (row: Row) => boolean) {
    this.#needsText = needsText
  }

  /** Number of entries. */
  get size(): number {
    return this.#size
  }

  /** Characters of all texts that are held. */
  get characters(): number {
    return this.#characters
  }

  /** By name, in the order in which the names were shown. The same array as long as no row is added; none is ever removed. */
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

  /** @returns how many of the rows are new. */
  add(listed: readonly ListedEntry[], page?: ListPage): number {
    let added = 0
    for (const { key, name, content } of listed) {
      const row = rowOf(name, content)
      const fingerprint = fingerprintOf(row)
      const before = this.#fingerprints.get(key)
      if (before?.split(' ').includes(fingerprint) === true) continue
      this.#fingerprints.set(key, before === undefined ? fingerprint : `${before} ${fingerprint}`)
      added++
      if (name === '') continue
      if (before === undefined) this.#size++
      const isNeeded = this.#needsText(row) && this.#holdsTextOf(name)
      // Each field by its name: a copy of an object takes more memory, and a list has thousands of rows.
      const held = { name, state: row.state, line: row.line, content: isNeeded ? content : '', page }
      this.#characters += held.content.length
      const known = this.#exact.get(name)
      if (known === undefined) this.#exact.set(name, [held])
      else known.push(held)
      this.#rows = undefined
      this.#folded = undefined
    }
    return added
  }

  get #heldRows(): readonly HeldRow[] {
    return (this.#rows ??= [...this.#exact.values()].flat())
  }

  #holdsTextOf(name: string): boolean {
    return this.#names?.has(foldName(name)) ?? true
  }
}
