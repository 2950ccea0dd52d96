import type { History, Source } from '../branch/source.ts'
import { foldName } from '../normal-form.ts'
import { containsEdit, isCopyOfFile } from '../runbook/edit.ts'
import type { ConvertedRunbook, RunbookOptions } from '../runbook/runbook.ts'
import { placeOf, sourceLine, textOf, type SourceLine } from '../runbook/source-line.ts'
import { decode, MAX_BYTES } from '../runbook/text.ts'
import type { Conversions } from './conversions.ts'
import type { Evidence } from './decide.ts'
import type { Entries, Row } from './entries.ts'
import { readFile, type Runbook } from './runbooks.ts'

/** Edits that are merged to see whether they are in their files by now: each merge starts a Git process. The others are conflicts. */
const MAX_MERGES = 200

/** Where evidence is looked for. */
interface SearchPlace {
  /** The commit of the runbooks. */
  readonly head: string
  readonly source: Source
  readonly conversions: Conversions
  readonly options: RunbookOptions
  readonly isRunbook: (path: string) => boolean
}

/** An edit of a text that Git may have. */
interface Candidate {
  readonly row: Row
  readonly line: SourceLine
  /** The file that the edited text came from, and the name that it had. */
  readonly path: string
  readonly name: string
  /** The text of the runbook now. */
  readonly now: string
}

/** What Git says of texts under the names of runbooks that are not as they were sent. */
export async function findEvidence(
  runbooks: readonly Runbook[],
  entries: Entries,
  place: SearchPlace
): Promise<ReadonlyMap<Row, Evidence>> {
  const { source, conversions, options } = place
  const found = new Map<Row, Evidence>()
  const candidates: Candidate[] = []
  for (const runbook of runbooks) {
    for (const row of entries.rowsOf(runbook.name)) {
      if (row.state !== 'edited' && row.state !== 'by hand') continue
      const converted = await conversions.convert(runbook)
      if ('kind' in converted) continue
      const same =
        sameText(row, runbook, converted, options) ?? ((await isCopy(row, runbook, place)) ? 'same text' : undefined)
      if (same !== undefined) {
        found.set(row, same)
        continue
      }
      const path = pathOfEdit(row, runbook, place)
      if (row.line !== undefined && path !== undefined) {
        candidates.push({ row, line: row.line, path, name: runbook.name, now: textOf(converted.content) })
      }
    }
  }
  if (source.history === undefined) return found
  for (const row of await mergedRows(candidates.slice(0, MAX_MERGES), source.history, place)) found.set(row, 'merged')
  return found
}

/** The file that an edited text came from. A runbook may have been moved since. The edit of a copy of another runbook is never pulled. */
function pathOfEdit({ line }: Row, { path, version }: Runbook, { isRunbook }: SearchPlace): string | undefined {
  if (line === undefined || line.version === version) return undefined
  if (line.path === '' || line.path === path) return path
  return isRunbook(line.path) ? undefined : line.path
}

/** What follows if a row shows what would be sent now, but for its seal, or the text of the runbook. */
function sameText(
  { content, line }: Row,
  runbook: Runbook,
  { content: own }: ConvertedRunbook,
  options: RunbookOptions
): Evidence | undefined {
  if (textOf(content) !== textOf(own)) return undefined
  if (line === undefined) return 'same text'
  // A person may have written into the line.
  if (!content.includes(sourceLine(runbook.path, line, options))) return undefined
  return line.version === runbook.version ? 'as sent' : 'same text'
}

/** True if a person has copied the file. `pull` leaves such an entry alone, so it must not be a conflict. */
async function isCopy({ state, content }: Row, runbook: Runbook, { source, options }: SearchPlace): Promise<boolean> {
  if (state !== 'by hand') return false
  const file = decode(await source.read(runbook, MAX_BYTES))
  return typeof file === 'string' && isCopyOfFile(runbook.path, file, textOf(content), options)
}

/** The rows whose edit is in the runbook by now. */
async function mergedRows(candidates: readonly Candidate[], history: History, place: SearchPlace): Promise<Row[]> {
  if (candidates.length === 0) return []
  const blobs = await history.blobsOf(
    place.head,
    candidates.map(({ path }) => path)
  )
  const merged: Row[] = []
  for (const { row, line, path, name, now } of candidates) {
    const before = await textOfVersion(line, { path, name }, blobs.get(path) ?? [], place)
    const merge = async (...texts: Parameters<History['merge']>) => history.merge(...texts)
    if (before === undefined) continue
    if (await containsEdit(merge, { now, before, edit: textOf(row.content) })) merged.push(row)
  }
  return merged
}

/**
 * The text that an entry had when it was sent; undefined if Git does not have it. No conversion is needed to find it.
 *
 * @param ids of the contents that the file had.
 */
async function textOfVersion(
  line: SourceLine,
  { path, name }: Pick<Candidate, 'path' | 'name'>,
  ids: readonly string[],
  { source, options }: SearchPlace
): Promise<string | undefined> {
  await source.prefetch(ids)
  for (const id of ids) {
    // The repository may have had another name then.
    const result = await readFile(source, { path, id }, { ...options, ...placeOf(line) })
    // A copy of a runbook that had another name is no earlier text of this one.
    if (result.kind !== 'runbook' || foldName(result.name) !== foldName(name)) continue
    if (result.version !== line.version) continue
    const converted = result.convert()
    return 'kind' in converted ? undefined : textOf(converted.content)
  }
  return undefined
}
