import { decodeHTML } from 'entities/decode'
import { hash } from 'node:crypto'
import type { KnowledgeClient } from '../knowledge/client.ts'
import type { ListedEntry } from '../knowledge/list.ts'
import { checkList, type Ending, readList } from '../knowledge/reading.ts'
import { foldName } from '../normal-form.ts'
import type { Findings } from '../report/findings.ts'
import { hasVersion, readSource, type SourceLine, versionOf } from '../runbook/source-line.ts'

/** Entries, and characters of names and texts, that memory holds. */
const MAX_ENTRIES = 200_000
const MAX_CHARACTERS = 256 * 1024 * 1024

/** An entry as the list shows it, and what its text says of itself. */
export interface Row {
  readonly name: string
  /** The last line of its text that is a source line. */
  readonly line: SourceLine | undefined
  origin:
    /** Nobody has changed it since it was sent. */
    | 'ours'
    /** Its source line does not fit. */
    | 'edited'
    /** It has no source line. */
    | 'by hand'
    /** It has one in another form, which the service may have made. */
    | 'unclear'
    /** There is nothing to lose. */
    | 'empty'
    /** The list shows no text. */
    | 'hidden'
  /** The text, where a run may need it; else empty. */
  readonly content: string
  /** Whether it is ours only when it is decoded as HTML, as some services encode texts. */
  readonly isDecoded: boolean
}

/** What the list has shown, by name. What one reading showed, a later one does not take back. */
export class Entries {
  readonly #rows = new Map<string, Row[]>()
  /** The same by the folded form of their names. */
  readonly #folded = new Map<string, Row[]>()
  /** Keys of entries, and of rows: an entry whose text changes while the list is read has several. */
  readonly #entryKeys = new Set<string>()
  readonly #rowKeys = new Set<string>()
  readonly #needsText: (row: Row) => boolean
  readonly #hasToken: (text: string) => boolean
  #characters = 0
  /** Whether a text has a character that a list of encoded texts does not have. */
  #hasMarkup = false
  readonly #decoded: Row[] = []
  /** The number of entries, deleted ones not counted. */
  size = 0

  /**
   * @param needsText whether a run may need the text of a row.
   * @param hasToken whether a text has the token in it: a source line that has it counts as none, because its path is shown.
   */
  constructor(needsText: (row: Row) => boolean, hasToken: (text: string) => boolean = () => false) {
    this.#needsText = needsText
    this.#hasToken = hasToken
  }

  /** Whether memory holds no more. */
  get holdsNoMore(): boolean {
    return this.#characters >= MAX_CHARACTERS || this.#rowKeys.size >= MAX_ENTRIES
  }

  /** Whether the list shows texts encoded for HTML. */
  get isEncoded(): boolean {
    return this.#decoded.length > 0 && !this.#hasMarkup
  }

  /** Where other texts prove that the list encodes none, a text that is ours only when it is decoded was edited. */
  settle(): void {
    if (this.#hasMarkup) for (const row of this.#decoded.splice(0)) row.origin = 'edited'
  }

  get rows(): Row[] {
    return [...this.#rows.values()].flat()
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
    for (const { key, name, content, isDeleted } of listed) {
      const isNewEntry = addKey(this.#entryKeys, key)
      if (!addKey(this.#rowKeys, hash('sha256', JSON.stringify([key, content, isDeleted]), 'base64url'))) continue
      added++
      if (name === '' || isDeleted) continue
      if (isNewEntry) this.size++
      const found = rowOf(name, content)
      const { root = '', path = '' } = found.line ?? {}
      const row = this.#hasToken(`${root}/${path}`) ? { ...found, line: undefined, origin: 'by hand' as const } : found
      this.#hasMarkup ||= /[<>]|&(?!#?\w+;)/.test(content ?? '')
      const kept = row.isDecoded || this.#needsText(row) ? row : { ...row, content: '' }
      if (row.isDecoded) this.#decoded.push(kept)
      this.#characters += name.length + kept.content.length
      append(this.#rows, name, kept)
      append(this.#folded, foldName(name), kept)
    }
    return added
  }
}

/** Adds a key, and says whether it was missing. */
export function addKey(keys: Set<string>, key: string): boolean {
  const { size } = keys
  return keys.add(key).size > size
}

function append(rows: Map<string, Row[]>, name: string, row: Row): void {
  const known = rows.get(name)
  if (known === undefined) rows.set(name, [row])
  else known.push(row)
}

/** What a text says of itself. */
export function rowOf(name: string, content: string | undefined): Row {
  if (content === undefined) {
    return { name, content: '', line: undefined, origin: 'hidden', isDecoded: false }
  }
  const read = readRow(name, content)
  if (read.origin === 'ours' || !content.includes('&')) return read
  // Some services encode texts for HTML.
  const decoded = readRow(name, decodeHTML(content))
  return decoded.origin === 'ours' ? { ...decoded, content, isDecoded: true } : read
}

function readRow(name: string, content: string): Row {
  const row = { name, content, isDecoded: false }
  if (content.trim() === '') return { ...row, line: undefined, origin: 'empty' }
  const found = readSource(content)
  if (found === undefined) {
    return { ...row, line: undefined, origin: hasVersion(content) ? 'unclear' : 'by hand' }
  }
  const { line, text, below } = found
  const isOurs = below === '' && versionOf(name, line.path, text) === line.digits
  return { ...row, line, origin: isOurs ? 'ours' : 'edited' }
}

/** Readings in which an entry is looked for. */
const MAX_READINGS = 3

/** What a run knows of the knowledge base. */
export interface Knowledge {
  readonly entries: Entries
  /** What it means if the list lacks a name. */
  readonly absence:
    /** There is no such entry. */
    | 'no entry'
    /** Nobody can tell. */
    | 'not seen'
    /** There may be one, because the service has no list that shows it. */
    | 'no list'
  /** Why an entry may be there that was not seen, as a clause; empty where `absence` is `no entry`. */
  readonly why: string
  /** How the last reading ended. */
  readonly ending: Ending
}

/**
 * Reads the list until it shows all that is wanted. An entry that one reading lacks may be there all the same: pages may
 * change their order, or be empty for a moment. So it is looked for again, until a whole reading shows nothing new.
 *
 * @param names the reading ends when all of them were seen.
 * @param all whether it goes on to the end all the same.
 * @param delivered names of runbooks that were delivered: a list that lacks one is not all there is.
 * @param needsText whether a run may need the text of a row.
 * @throws {ActionError} only where the run has ended.
 */
export async function readKnowledge(
  client: KnowledgeClient,
  {
    names,
    all,
    delivered,
    needsText
  }: { names: ReadonlySet<string>; all: boolean; delivered: ReadonlySet<string>; needsText: (row: Row) => boolean }
): Promise<Knowledge> {
  const entries = new Entries(needsText, (text) => client.hasToken(text))
  const hasRow = (name: string): boolean => entries.rowsOf(name).length > 0
  for (let nth = 1; ; nth++) {
    let added = 0
    const ending = await readList(client, {
      add: (rows) => (added += entries.add(rows)),
      hasEnough: () => !all && names.values().every((name) => entries.has(name)),
      holdsNoMore: () => entries.holdsNoMore
    })
    entries.settle()
    const known = { entries, ending }
    if (ending.kind === 'unusable') return { ...known, absence: 'no list', why: ending.why }
    if (ending.kind === 'enough') return { ...known, absence: 'not seen', why: 'the list was not read to its end' }
    if (ending.kind === 'failed') {
      if (nth > 1) return { ...known, absence: 'not seen', why: ending.why }
      continue
    }
    // What was delivered is there, unless somebody has deleted it.
    const showsDelivered = delivered.values().every(hasRow)
    const isWhole = nth === 1 ? ending.pages === 1 && showsDelivered : added === 0 && (nth > 2 || showsDelivered)
    if (isWhole || names.values().every(hasRow)) return { ...known, absence: 'no entry', why: '' }
    if (nth === MAX_READINGS)
      return { ...known, absence: 'not seen', why: 'each reading of the list shows other entries' }
  }
}

/**
 * Checks that the token works and that the address is that of the API, then counts the entries.
 *
 * @throws {ActionError} where the first page cannot be read.
 */
export async function countEntries(client: KnowledgeClient): Promise<Findings['inventory']> {
  await checkList(client)
  const entries = new Entries(() => false)
  const { kind } = await readList(client, { add: (rows) => entries.add(rows), holdsNoMore: () => entries.holdsNoMore })
  return { entries: entries.size, isComplete: kind === 'complete', differing: 0, withoutRunbook: 0, names: [] }
}
