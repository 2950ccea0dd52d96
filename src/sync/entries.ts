import { decodeHTML } from 'entities'
import { hash } from 'node:crypto'
import type { ListedEntry } from '../knowledge/list.ts'
import { foldName } from '../normal-form.ts'
import { hasVersion, readSource, versionOf, type SourceLine } from '../runbook/source-line.ts'

/** Entries, and characters of names and texts, that memory holds. */
const MAX_ENTRIES = 200_000
const MAX_CHARACTERS = 256 * 1024 * 1024

/** An entry as the list shows it, and what its text says of itself. */
export interface Row {
  readonly name: string
  /** The last line of its text that is a source line. */
  readonly source: SourceLine | undefined
  /**
   * `ours`: nobody has changed it since it was sent. `edited`: its source line does not fit. `by hand`: it has none. `unclear`:
   * it has one in another form, which the service may have made. `empty`: there is nothing to lose. `hidden`: the list shows
   * no text.
   */
  readonly origin: 'ours' | 'edited' | 'by hand' | 'unclear' | 'empty' | 'hidden'
  /** The text, where a run may need it; else empty. */
  readonly content: string
  /** Of the text, in characters. */
  readonly length: number
}

/** What the list has shown, by name. What one reading showed, a later one does not take back. */
export class Entries {
  readonly #rows = new Map<string, Row[]>()
  /** The same by the folded form of their names. */
  readonly #folded = new Map<string, Row[]>()
  /** Of rows and of entries, hashed. */
  readonly #known = new Set<string>()
  readonly #needsText: (row: Row) => boolean
  #characters = 0
  /** The number of entries, deleted ones not counted. */
  size = 0

  /** @param needsText whether a run may need the text of a row. */
  constructor(needsText: (row: Row) => boolean) {
    this.#needsText = needsText
  }

  /** Whether memory holds no more. */
  get isFull(): boolean {
    return this.#characters >= MAX_CHARACTERS || this.#known.size >= 2 * MAX_ENTRIES
  }

  get rows(): Row[] {
    return [...this.#rows.values()].flat()
  }

  get names(): Iterable<string> {
    return this.#rows.keys()
  }

  /** Whether it shows an entry of exactly this name. */
  has(name: string): boolean {
    return this.#rows.has(name)
  }

  /** The rows of exactly this name; if there are none, of a name that a service may take for the same. */
  rowsOf(name: string): readonly Row[] {
    return this.#rows.get(name) ?? this.#folded.get(foldName(name)) ?? []
  }

  /** @returns how many of the rows it has not shown before. */
  add(listed: readonly ListedEntry[]): number {
    let added = 0
    const page = new Map<string, number>()
    for (const { name, id, content, isDeleted } of listed) {
      // Without ids, equal rows of one page are entries of their own, and of two pages the same entries again.
      const nth = page.get(name) ?? 0
      page.set(name, nth + 1)
      const isNewEntry = this.#isNew([name, id ?? [content, nth]])
      if (!this.#isNew(['row', name, id ?? nth, content, isDeleted])) continue
      added++
      if (name === '' || isDeleted) continue
      if (isNewEntry) this.size++
      const row = rowOf(name, content)
      const kept = this.#needsText(row) ? row : { ...row, content: '' }
      this.#characters += name.length + kept.content.length
      append(this.#rows, name, kept)
      append(this.#folded, foldName(name), kept)
    }
    return added
  }

  #isNew(key: readonly unknown[]): boolean {
    const { size } = this.#known
    return this.#known.add(hash('sha256', JSON.stringify(key), 'base64url')).size > size
  }
}

function append(rows: Map<string, Row[]>, name: string, row: Row): void {
  const known = rows.get(name)
  if (known === undefined) rows.set(name, [row])
  else known.push(row)
}

/** What a text says of itself. */
export function rowOf(name: string, content: string | undefined): Row {
  if (content === undefined) return { name, content: '', length: 0, source: undefined, origin: 'hidden' }
  const read = readRow(name, content)
  if (read.origin === 'ours' || !content.includes('&')) return read
  // Some services encode texts for HTML.
  const decoded = readRow(name, decodeHTML(content))
  return decoded.origin === 'ours' ? { ...decoded, content, length: content.length } : read
}

function readRow(name: string, content: string): Row {
  const row = { name, content, length: content.length }
  if (content.trim() === '') return { ...row, source: undefined, origin: 'empty' }
  const found = readSource(content)
  if (found === undefined) {
    return { ...row, source: undefined, origin: hasVersion(content) ? 'unclear' : 'by hand' }
  }
  const { line, text, below } = found
  const isOurs = below === '' && versionOf(name, line.path, text) === line.digits
  return { ...row, source: line, origin: isOurs ? 'ours' : 'edited' }
}
