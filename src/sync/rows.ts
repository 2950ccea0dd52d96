import type { KnowledgeClient } from '../knowledge/client.ts'
import { readList } from '../knowledge/reading.ts'
import { foldName } from '../normal-form.ts'
import type { LinkBase } from '../runbook/links.ts'
import { digestOf, originOf, readText, type Origin, type SourceLine } from '../runbook/source-line.ts'
import { hasName, type Runbooks } from './runbooks.ts'

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
  /** Where its line leads; undefined without one. */
  readonly origin: Origin | undefined
  /** Of its name and text, without the line. */
  readonly digest: string
  /** The whole text; empty if the run does not need it, so that memory does not hold a knowledge base. */
  readonly content: string
}

/** What an entry says of itself. */
export function rowOf(name: string, content: string, base: LinkBase): Row {
  const { line, text } = readText(content)
  const digest = digestOf(name, text)
  return { name, state: stateOf(line, text, digest), line, origin: line && originOf(line, base), digest, content }
}

function stateOf(line: SourceLine | undefined, text: string, digest: string): Row['state'] {
  if (line === undefined) return text === '' ? 'no text' : 'by hand'
  return line.digest === digest ? 'ours' : 'edited'
}

/** True if nobody has changed an entry since this text was sent from this path of the branch. */
export function isCurrent(
  { state, digest, origin, line }: Row,
  sent: { readonly digest: string; readonly path: string }
): boolean {
  return state === 'ours' && digest === sent.digest && origin === 'this branch' && line?.path === sent.path
}

/** What one look at the list has shown. */
export class Rows {
  readonly all: readonly Row[]
  readonly #byName: ReadonlyMap<string, readonly Row[]>
  /** True if the list has no entry of some runbook, and its total is larger than what it shows. */
  readonly isIncomplete: boolean

  constructor(all: readonly Row[], isIncomplete = false) {
    this.all = all
    this.isIncomplete = isIncomplete
    this.#byName = Map.groupBy(all, ({ name }) => foldName(name))
  }

  /** The rows of every name that a service may take for this one. */
  of(name: string): readonly Row[] {
    return this.#byName.get(foldName(name)) ?? []
  }

  /** The list shows no text, so that only names can be confirmed. */
  get areWithoutTexts(): boolean {
    return this.all.length > 0 && this.all.every(({ state }) => state === 'no text')
  }

  /** False before the first sync of a repository. */
  get haveOwn(): boolean {
    return this.all.some(({ origin }) => origin !== undefined && origin !== 'another repository')
  }
}

/**
 * Reads the list. A name that one reading lacks is missing only if a second reading lacks it, too: pages may change their order
 * while somebody writes, and an entry that only looks new would be sent over an edit. What the later reading shows counts.
 *
 * @throws {ActionError} if the list cannot be read to its end.
 */
export async function readRows(
  client: KnowledgeClient,
  { settings, showsOwnTexts }: { readonly settings: LinkBase; readonly showsOwnTexts: boolean },
  runbooks: Runbooks
): Promise<Rows> {
  const wanted = namesOf(runbooks.named)
  const lacksSome = (rows: readonly Row[]): boolean => !wanted.isSubsetOf(namesOf(rows))
  const needsText = ({ name, state, line, origin }: Row): boolean => {
    const isSelected = line !== undefined && runbooks.at.has(line.path)
    const isOwnCopy = state === 'ours' && origin === 'this branch' && isSelected
    // Under another name, the title of its runbook may have changed.
    return hasName(runbooks, name) ? showsOwnTexts || !isOwnCopy : state === 'edited' && isSelected
  }
  const read = async () => {
    const list = await readList(client, ({ name, content }) => {
      const row = rowOf(name, content, settings)
      return needsText(row) ? row : { ...row, content: '' }
    })
    return { rows: list.rows.filter(({ name }) => name !== ''), listed: list.total - list.readOnly }
  }

  const first = await read()
  if (!lacksSome(first.rows)) return new Rows(first.rows)
  await client.pause(PAUSE)
  const second = await read()
  const later = namesOf(second.rows)
  const rows = [...second.rows, ...first.rows.filter(({ name }) => !later.has(foldName(name)))]
  return new Rows(rows, lacksSome(rows) && second.listed > rows.length)
}

function namesOf(rows: readonly Pick<Row, 'name'>[]): Set<string> {
  return new Set(rows.map(({ name }) => foldName(name)))
}
