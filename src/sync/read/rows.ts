import type { EntryDetails } from '../../knowledge/api-types.ts'
import { foldName } from '../../normal-form.ts'
import type { LinkBase } from '../../runbook/links.ts'
import { digestOf, originOf, readText, type Origin, type SourceLine } from '../../runbook/source-line.ts'
import { hasName, type Runbook, type Runbooks } from './runbooks.ts'

/** An entry of the list, compared with the branch. */
export interface Row {
  readonly name: string
  /** What the documented list says beside name and text. */
  readonly details: EntryDetails | undefined
  /** Who wrote its text. A run, if the digest in its line is that of its name and text; else a person. Nobody, if the list shows none. */
  readonly by: 'run' | 'person' | 'nobody'
  readonly line: SourceLine | undefined
  /** Where its line leads; undefined without one. */
  readonly origin: Origin | undefined
  /** `digestOf` its name and its text without the line. */
  readonly digest: string
  /** The whole text; undefined if there is none, or the run does not need it: memory does not hold a knowledge base. */
  readonly content: string | undefined
}

/** A row whose text is held. */
export interface HeldRow extends Row {
  readonly content: string
}

export function isHeld(row: Row): row is HeldRow {
  return row.content !== undefined
}

/** What an entry says of itself. */
export function rowOf(
  { name, content, details }: { readonly name: string; readonly content: string; readonly details?: Row['details'] },
  base: LinkBase
): Row {
  const { line, text } = readText(content)
  const digest = digestOf(name, text)
  return {
    name,
    details,
    by: authorOf(line, text, digest),
    line,
    origin: line && originOf(line, base),
    digest,
    content: content === '' ? undefined : content
  }
}

function authorOf(line: SourceLine | undefined, text: string, digest: string): Row['by'] {
  if (line === undefined) return text === '' ? 'nobody' : 'person'
  return line.digest === digest ? 'run' : 'person'
}

/** Whose text an entry has. *Another step* of a workflow delivers what comes from a file of this branch that `files` does not select. */
type Owner = Row['by'] | 'another repository' | 'another step'

export function ownerOf(row: Row, runbooks: Pick<Runbooks, 'hasFile' | 'selects'>): Owner {
  const { by, line, origin } = row
  if (origin === 'another repository') return origin
  if (line === undefined || origin !== 'this branch') return by
  return runbooks.hasFile(line.path) && !runbooks.selects(line.path) ? 'another step' : by
}

/** True if another repository or another step of the workflow delivers it. */
export function isElsewhere(owner: Owner): owner is 'another repository' | 'another step' {
  return owner === 'another repository' || owner === 'another step'
}

/** Which text was sent, or would be: its digest, and the file that it is of. */
export type Version = Pick<Runbook, 'digest' | 'path' | 'blob'>

/** True if this text was sent from this file of the branch, and nobody has changed it since. */
export function isCurrent({ by, digest, origin, line }: Row, version: Version): boolean {
  return (
    by === 'run' &&
    digest === version.digest &&
    origin === 'this branch' &&
    line?.blob === version.blob &&
    line.path === version.path
  )
}

/**
 * What an entry is, compared with the branch: `current` has the text of its runbook, `outdated` an earlier one, or none; `edited` a
 * person's; `by-hand` has no source line; the runbook of an `orphaned` one is gone, or has another name, and that of a `retired` one has a
 * note; `elsewhere` is what another repository, another branch or another step has delivered.
 */
export const ENTRY_STATES = ['current', 'outdated', 'edited', 'by-hand', 'orphaned', 'retired', 'elsewhere'] as const

export type EntryState = (typeof ENTRY_STATES)[number]

export function stateOf(row: Row, runbooks: Runbooks): EntryState {
  const { line, origin, by } = row
  // If files share a name, the first one counts.
  const [runbook] = runbooks.byName.get(foldName(row.name)) ?? []
  if (isElsewhere(ownerOf(row, runbooks))) return 'elsewhere'
  if (line === undefined && by === 'person') return 'by-hand'
  if (runbook !== undefined) {
    if (isCurrent(row, runbook)) return 'current'
    return by === 'person' ? 'edited' : 'outdated'
  }
  if (line === undefined) return 'by-hand'
  if (isOrphan(row, runbooks)) return 'orphaned'
  if (origin !== 'this branch') return 'elsewhere'
  if (by === 'person') return 'edited'
  return line.kind === 'retired' ? 'retired' : 'outdated'
}

/** A row that says which file it is of. */
export interface RowOfFile extends Row {
  readonly line: SourceLine
}

/** True for an entry of this branch, or of one that is gone, under no runbook's name, unless another step delivers its file. */
export function isOrphan(row: Row, runbooks: Runbooks): row is RowOfFile {
  const { name, line, origin } = row
  if (line === undefined || line.kind === 'retired' || hasName(runbooks, name)) return false
  if (origin === 'gone branch') return true
  if (origin !== 'this branch') return false
  if (ownerOf(row, runbooks) === 'another step') return false
  // Nobody knows the name of a file that cannot be read.
  return runbooks.at.get(line.path)?.kind !== 'refused'
}

/** What one look at the list has shown. */
export class Rows {
  readonly all: readonly Row[]
  /** True if no look of the run has shown the text of an entry with a runbook's name: then only names can be confirmed. */
  readonly areWithoutTexts: boolean
  /** True if the list has no entry of some runbook, and its total is larger than what it shows. */
  readonly isIncomplete: boolean
  /** True if entries have triggers and ids, by which they can be renamed. */
  readonly haveTriggers: boolean
  readonly #byName: ReadonlyMap<string, readonly Row[]>

  constructor(
    all: readonly Row[],
    facts: Partial<Pick<Rows, 'areWithoutTexts' | 'isIncomplete' | 'haveTriggers'>> = {}
  ) {
    this.all = all
    this.areWithoutTexts = facts.areWithoutTexts ?? false
    this.isIncomplete = facts.isIncomplete ?? false
    this.haveTriggers = facts.haveTriggers ?? false
    this.#byName = Map.groupBy(all, ({ name }) => foldName(name))
  }

  /** The rows of every name that a service may take for this one. */
  of(name: string): readonly Row[] {
    return this.#byName.get(foldName(name)) ?? []
  }

  /** The rows of each name. */
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
