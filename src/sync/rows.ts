import type { KnowledgeClient } from '../knowledge/client.ts'
import { readList, type ReadPage } from '../knowledge/reading.ts'
import { foldName } from '../normal-form.ts'
import type { LinkBase } from '../runbook/links.ts'
import { digestOf, isOfBranch, readText, type SourceLine } from '../runbook/source-line.ts'
import type { Runbooks } from './runbooks.ts'

/** Milliseconds before the second reading: readings at once would share one failure. */
const PAUSE = 500

/** An entry as the list shows it. */
export interface Row {
  readonly name: string
  readonly state:
    /** The digest in its line is that of its name and text: nobody has changed it since it was sent. */
    | 'ours'
    /** It has a source line, and another text. */
    | 'edited'
    /** It has a text, and no source line. */
    | 'by hand'
    /** The list shows no text, or an empty one. */
    | 'no text'
  readonly line: SourceLine | undefined
  /** Of its name and text, without the line. */
  readonly digest: string
  /** The whole text; empty if the run does not need it, so that memory does not hold a knowledge base. */
  readonly content: string
}

/** What an entry says of itself. */
export function rowOf(name: string, content: string): Row {
  const { line, text } = readText(content)
  const digest = digestOf(name, text)
  return { name, state: stateOf(line, text, digest), line, digest, content }
}

function stateOf(line: SourceLine | undefined, text: string, digest: string): Row['state'] {
  if (line === undefined) return text === '' ? 'no text' : 'by hand'
  return line.digest === digest ? 'ours' : 'edited'
}

/** What one look at the list has shown. */
export class Rows {
  readonly all: readonly Row[]
  readonly #exact: ReadonlyMap<string, readonly Row[]>
  readonly #folded: ReadonlyMap<string, readonly Row[]>

  /** How many entries the list names beside those that it shows, if it shows none for some runbook. */
  readonly hidden: number

  constructor(all: readonly Row[], hidden = 0) {
    this.all = all
    this.hidden = Math.max(0, hidden)
    this.#exact = Map.groupBy(all, ({ name }) => name)
    this.#folded = Map.groupBy(all, ({ name }) => foldName(name))
  }

  /** The rows of exactly this name; if there are none, of a name that a service may take for the same. */
  of(name: string): readonly Row[] {
    return this.#exact.get(name) ?? this.like(name)
  }

  /** The rows of every name that a service may take for this one. */
  like(name: string): readonly Row[] {
    return this.#folded.get(foldName(name)) ?? []
  }

  /** How many rows have exactly this name. */
  count(name: string): number {
    return this.#exact.get(name)?.length ?? 0
  }
}

/** The rows under names of runbooks, also of those that share one. */
export function claimedRows({ named, shared }: Pick<Runbooks, 'named' | 'shared'>, rows: Rows): ReadonlySet<Row> {
  // Thousands of files may share one name.
  const names = new Set([...named, ...shared.flat()].map(({ name }) => name))
  return new Set([...names].flatMap((name) => rows.of(name)))
}

/**
 * Reads the list. A name that one reading lacks is missing only if a second reading lacks it, too: pages may change their order
 * while somebody writes, and an entry that only looks new would be sent over an edit. What the later reading shows counts.
 *
 * @throws {ActionError} if the list cannot be read to its end.
 */
export async function readRows(
  client: KnowledgeClient,
  { named, shared, nameAt }: Pick<Runbooks, 'named' | 'shared' | 'nameAt'>,
  { options, showsOwnTexts }: { readonly options: LinkBase; readonly showsOwnTexts: boolean }
): Promise<Rows> {
  const wanted = new Set(named.map(({ name }) => name))
  const names = new Set([...named, ...shared.flat()].map(({ name }) => foldName(name)))
  const needsText = ({ name, state, line }: Row): boolean => {
    // The title of its runbook may have changed.
    if (!names.has(foldName(name))) return state === 'edited' && nameAt.get(line?.path ?? '') !== undefined
    const isOwn = state === 'ours' && line !== undefined && isOfBranch(line, options) && nameAt.has(line.path)
    return showsOwnTexts || !isOwn
  }
  const first = await readOnce(client, needsText)
  if (wanted.isSubsetOf(new Set(first.rows.map(({ name }) => name)))) return new Rows(first.rows)
  await client.pause(PAUSE)
  const second = await readOnce(client, needsText)
  const later = new Set(second.rows.map(({ name }) => name))
  const rows = [...second.rows, ...first.rows.filter(({ name }) => !later.has(name))]
  const isComplete = wanted.isSubsetOf(new Set(rows.map(({ name }) => name)))
  return new Rows(rows, isComplete ? 0 : second.total - second.readOnly - rows.length)
}

/** The rows of one reading. */
async function readOnce(
  client: KnowledgeClient,
  needsText: (row: Row) => boolean
): Promise<{ readonly rows: readonly Row[] } & Pick<ReadPage, 'total' | 'readOnly'>> {
  const rows: Row[] = []
  let last: Pick<ReadPage, 'total' | 'readOnly'> = { total: 0, readOnly: 0 }
  for await (const page of readList(client)) {
    last = page
    for (const { name, content } of page.rows) {
      if (name === '') continue
      const row = rowOf(name, content)
      rows.push(needsText(row) ? row : withoutContent(row))
    }
  }
  return { rows, total: last.total, readOnly: last.readOnly }
}

/** Each field by its name: a copy of an object takes more memory, and a list has thousands of rows. */
function withoutContent({ name, state, line, digest }: Row): Row {
  return { name, state, line, digest, content: '' }
}
