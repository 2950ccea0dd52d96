import { ActionError } from '../errors.ts'
import type { KnowledgeClient } from '../knowledge/client.ts'
import type { ListedEntry } from '../knowledge/list.ts'
import { readList, readPageAgain } from '../knowledge/reading.ts'
import { foldName } from '../normal-form.ts'
import { input } from '../wording.ts'
import { markOf, rowOf, type Row } from './entries.ts'

/** Milliseconds between the first readings, and between all others. */
const PAUSES = [500, 1000, 2000, 4000, 8000, 16_000]
const LONGEST_PAUSE = 30_000

/** An entry that the service accepted. */
interface Accepted {
  readonly name: string
  /** The mark that was sent last. */
  readonly mark: string
  /** What the list showed under the name before. */
  readonly rows: readonly Row[]
}

/** What one reading of the list shows of an entry that was sent. */
export type Sighting =
  /** A row has the mark that was sent, or every row of the name is hidden. */
  | { readonly kind: 'stored'; readonly content: string }
  /** A row has the mark that was sent, but the seal does not match the text that is shown. */
  | { readonly kind: 'altered'; readonly content: string }
  /** There are more rows of the name than before. */
  | { readonly kind: 'copied' }
  /** What the list shows instead. */
  | { readonly kind: 'other version' | 'no mark' | 'no row' }

export type Unconfirmed = Exclude<Sighting, { readonly kind: 'stored' }>

function hasMark({ line }: Row, mark: string): boolean {
  return line !== undefined && markOf(line) === mark
}

/** What one reading of the list shows of some entries. */
class Reading {
  readonly #waiting: ReadonlyMap<string, Accepted>
  /** By name, then by entry: a list may repeat a page. */
  readonly #rows = new Map<string, Map<string, Row>>()
  readonly #seen = new Set<string>()
  readonly #hadMark: boolean
  /** True if any text of the list has a mark. */
  hasMarks = false

  constructor(waiting: readonly Accepted[]) {
    this.#waiting = new Map(waiting.map((accepted) => [foldName(accepted.name), accepted]))
    this.#hadMark = waiting.some(({ mark, rows }) => rows.some((row) => hasMark(row, mark)))
  }

  /**
   * True if the rest of the list need not be read: it has shown each mark that was sent. Where a row had the mark before, only the
   * whole list shows whether it has a copy now.
   */
  get isEnough(): boolean {
    return this.#seen.size === this.#waiting.size && !this.#hadMark
  }

  add(listed: readonly ListedEntry[]): void {
    for (const { key, name, content } of listed) {
      const folded = foldName(name)
      const accepted = this.#waiting.get(folded)
      // All that other entries can tell is that the list shows marks.
      if (accepted === undefined && this.hasMarks) continue
      const row = rowOf(name, content)
      if (accepted !== undefined && hasMark(row, accepted.mark)) this.#seen.add(folded)
      else this.hasMarks ||= row.line !== undefined
      if (accepted === undefined) continue
      const rows = this.#rows.get(folded) ?? new Map<string, Row>()
      this.#rows.set(folded, rows.set(key, row))
    }
  }

  sightingOf({ name, mark, rows: before }: Accepted): Sighting {
    const all = [...(this.#rows.get(foldName(name))?.values() ?? [])]
    const exact = all.filter((row) => row.name === name)
    const rows = exact.length > 0 ? exact : all
    if (rows.length > Math.max(1, before.length)) return { kind: 'copied' }
    const sent = rows.find((row) => hasMark(row, mark))
    if (sent !== undefined) return { kind: sent.state === 'ours' ? 'stored' : 'altered', content: sent.content }
    if (rows.length === 0) return { kind: 'no row' }
    if (rows.every(({ state }) => state === 'hidden')) return { kind: 'stored', content: '' }
    return { kind: rows.some(({ line }) => line !== undefined) ? 'other version' : 'no mark' }
  }
}

/** The time in which a list shows what was sent, and ever longer pauses between its readings. */
export class Deadline {
  readonly #within: number
  #until: number
  #pauses = 0

  /** @param within milliseconds. */
  constructor(within: number) {
    this.#within = within
    this.#until = performance.now() + within
  }

  get isOver(): boolean {
    return performance.now() >= this.#until
  }

  restart(): void {
    this.#until = performance.now() + this.#within
  }

  /** Milliseconds, never beyond the end. */
  nextPause(): number {
    const pause = PAUSES[this.#pauses++] ?? LONGEST_PAUSE
    return Math.max(0, Math.min(pause, this.#until - performance.now()))
  }
}

/** Looks once for what was sent: on the pages where it was before, because most lists keep their order, and else in the whole list. */
export async function lookFor(waiting: readonly Accepted[], client: KnowledgeClient): Promise<Reading> {
  const first = new Reading(waiting)
  const pages = new Set(waiting.flatMap(({ rows }) => rows.flatMap(({ page }) => page ?? [])))
  if (pages.size <= client.concurrency) {
    const shown = await Promise.all(Array.from(pages, async (page) => readPageAgain(client, page)))
    first.add(shown.flat())
  }
  if (first.isEnough) return first
  // A new one: without ids, an entry whose text has changed since the first would count twice.
  const reading = new Reading(waiting)
  for await (const { rows } of readList(client)) {
    reading.add(rows)
    if (reading.isEnough) break
  }
  return reading
}

const INSTEAD = {
  altered: 'shows another text at each reading',
  copied: 'shows a second entry of this name',
  'other version': 'shows another version',
  'no mark': 'shows a text without the source line: the service has cut or replaced it',
  'no row': 'does not show it'
} as const satisfies Record<Unconfirmed['kind'], string>

/** Why an entry that the service accepted has failed. @param within milliseconds. */
export function unconfirmedError({ kind }: Unconfirmed, within: number): ActionError {
  const seconds = Math.round(within / 1000)
  const hint =
    kind === 'altered'
      ? 'Edits cannot be told apart on such a service: ask the people who run it.'
      : `Look at the entry in the assistant. If its list takes longer than ${seconds} s to show what is stored, raise ${input('confirm-within')}.`
  return new ActionError('entry-rejected', `The service accepted the entry, but its list ${INSTEAD[kind]}.`, hint)
}

/** An upsert made a second entry: more of them would make more, which no API deletes. */
export function copiesError(name: string): ActionError {
  return new ActionError(
    'copies',
    `The service made a second entry “${name}” instead of updating the first.`,
    'Remove the copy in the assistant, and ask the people who run the service how an upsert finds the entry to update. ' +
      'Nothing more was sent.'
  )
}

/** Without its first line, an entry proves nothing. */
export function lineTakenError(name: string): ActionError {
  return new ActionError(
    'copies',
    `The service has stored the entry “${name}” without its first line, which says where the text comes from.`,
    'Runbook Sync needs that line: ask the people who run the service why it is removed. Nothing more was sent.'
  )
}
