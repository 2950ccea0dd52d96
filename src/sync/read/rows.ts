import { isReadable, type EntryDetails } from '../../knowledge/api-types.ts'
import type { ListedEntry } from '../../knowledge/page.ts'
import { foldName } from '../../normal-form.ts'
import type { LinkBase } from '../../runbook/links.ts'
import { describedDigits } from '../../runbook/description.ts'
import { digestOf, originOf, readText, textDigestOf, type Origin, type SourceLine } from '../../runbook/source-line.ts'

/** An entry of the list, and what it says of itself. */
export interface Row {
  readonly name: string
  /** The other fields of the documented list. */
  readonly details: EntryDetails | undefined
  /** Who wrote it: a run, if the digest in its line is right, else a person. Unknown, if no entry of its type shows a text. */
  readonly by: 'run' | 'person' | 'unknown'
  readonly line: SourceLine | undefined
  /** Where its line leads; undefined without one. */
  readonly origin: Origin | undefined
  /** `textDigestOf` its name and its text without the line. */
  readonly textDigest: string
  /** `digestOf` the same, and the alerts in its line. */
  readonly digest: string
  /** The whole text; undefined if there is none, or the run does not need it: memory does not hold a knowledge base. */
  readonly content: string | undefined
  /** The fields of the list in place of a text, in JSON; undefined as `content` is. */
  readonly json: string | undefined
}

export interface HeldRow extends Row {
  readonly content: string
}

export function isHeld(row: Row): row is HeldRow {
  return row.content !== undefined
}

/** Makes a row of a listed entry. One of another type than those with a text is a person's. */
export function rowOf(
  {
    name,
    content,
    json,
    details
  }: Pick<ListedEntry, 'name' | 'content'> & Partial<Pick<ListedEntry, 'json' | 'details'>>,
  base: LinkBase
): Row {
  const isText = details === undefined || isReadable(details.type)
  const isShown = isText && content !== ''
  const { line, text } = readText(isShown ? content : '')
  const textDigest = textDigestOf(name, text)
  const digest = digestOf(textDigest, line?.alerts ?? '')
  return {
    name,
    details,
    by: isText ? authorOf(line, text, digest) : 'person',
    line,
    origin: line && originOf(line, base),
    textDigest,
    digest,
    content: isShown ? content : undefined,
    json: isShown ? undefined : json
  }
}

function authorOf(line: SourceLine | undefined, text: string, digest: string): Row['by'] {
  if (line === undefined) return text === '' ? 'unknown' : 'person'
  return line.digest === digest ? 'run' : 'person'
}

/** The description of an entry, if a person wrote it: the list shows one that no run has given to the text. */
export function personalDescription({ details, line }: Row): string | undefined {
  const description = details?.description ?? ''
  return description === '' || describedDigits(description) === line?.described ? undefined : description
}

/** True if the description of a person stays, because the file has none of its own. */
export function keepsDescription(row: Row, { isDescribed }: { readonly isDescribed: boolean }): boolean {
  return !isDescribed && personalDescription(row) !== undefined
}

/** True if a person has something there that is no text, so that nobody can compare it. */
export function isUnreadable({ by, content, json }: Row): boolean {
  return by === 'person' && content === undefined && json !== undefined
}

export interface RowOfFile extends Row {
  readonly line: SourceLine
}

/** The rows that one look has shown. */
export class Rows {
  readonly all: readonly Row[]
  /** False if the list was not read, because a plan has no token. */
  readonly areKnown: boolean
  /** True if the list shows no text of any entry: then only names can be confirmed. */
  readonly areWithoutTexts: boolean
  /** True if the list has no entry of some runbook, and its total is larger than what it shows. */
  readonly isIncomplete: boolean
  /** True if entries have triggers and ids, by which they can be renamed. */
  readonly haveTriggers: boolean
  readonly #byName: ReadonlyMap<string, readonly Row[]>

  constructor(
    all: readonly Row[],
    facts: Partial<Pick<Rows, 'areKnown' | 'areWithoutTexts' | 'isIncomplete' | 'haveTriggers'>> = {}
  ) {
    this.all = all
    this.areKnown = facts.areKnown ?? true
    this.areWithoutTexts = facts.areWithoutTexts ?? false
    this.isIncomplete = facts.isIncomplete ?? false
    this.haveTriggers = facts.haveTriggers ?? false
    this.#byName = Map.groupBy(all, ({ name }) => foldName(name))
  }

  /** The rows of every name that a service may take for this one. */
  of(name: string): readonly Row[] {
    return this.#byName.get(foldName(name)) ?? []
  }

  get groups(): Iterable<readonly Row[]> {
    return this.#byName.values()
  }

  /** False before the first sync of a repository. */
  get haveOwn(): boolean {
    return this.all.some(({ origin }) => origin !== undefined && origin !== 'another repository')
  }
}

/** The rows of one name, by entry: a trigger with its configuration is an entry of its own, and copies of one are together. */
export function entriesAmong(rows: readonly Row[]): readonly (readonly Row[])[] {
  return [...Map.groupBy(rows, ({ details }) => details && bindingKey(details)).values()]
}

function bindingKey({ trigger, triggerConfig }: EntryDetails): string {
  return JSON.stringify([trigger, Object.entries(triggerConfig).sort(([one], [other]) => (one < other ? -1 : 1))])
}
