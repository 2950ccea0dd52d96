import { textOfMerge } from '../branch/merge.ts'
import type { History, Source } from '../branch/source.ts'
import { normalForm } from '../normal-form.ts'
import { textOfEdit } from '../runbook/edit.ts'
import { readRunbook, type RunbookOptions } from '../runbook/runbook.ts'
import { readText, type SourceLine } from '../runbook/source-line.ts'
import { MAX_BYTES } from '../runbook/text.ts'
import { isElsewhere, isOfSameText, type Facts } from './decide.ts'
import type { Row, Rows } from './rows.ts'
import { convertAgain, type Reading, type Runbook, type Runbooks } from './runbooks.ts'

/** Edits that are merged at most: each merge starts a Git process. The others are conflicts. */
const MAX_MERGES = 200

interface Candidate {
  readonly row: Row
  readonly line: SourceLine
  readonly runbook: Runbook
}

/** The edits that their runbooks contain by now: merging them over the text that was edited gives the runbook itself. */
export async function findMerged(
  reading: Reading,
  head: string,
  { named }: Runbooks,
  rows: Rows,
  facts: Pick<Facts, 'base' | 'unselected'>
): Promise<ReadonlySet<Row>> {
  const merged = new Set<Row>()
  const { history } = reading.source
  if (history === undefined) return merged
  const candidates = named
    .flatMap((runbook) => rows.of(runbook.name).map((row) => ({ row, line: row.line, runbook })))
    .filter((one): one is Candidate => needsMerge(one.row, one.runbook, facts))
    .slice(0, MAX_MERGES)
  if (candidates.length === 0) return merged
  const blobs = await history.blobsOf(head, [...new Set(candidates.flatMap(pathsOf))])
  for (const candidate of candidates) {
    const before = await textBefore(reading, blobs, candidate)
    if (before === undefined) continue
    const now = readText((await convertAgain(reading, candidate.runbook)).content).text
    const edit = textOfEdit(candidate.row.content, reading.options)
    // Without a change, it is a copy that a person made of another runbook.
    if (edit !== before && (await containsEdit(history, { now, before, edit }))) merged.add(candidate.row)
  }
  return merged
}

/** True for an edit that would be a conflict. */
function needsMerge(
  { state, line, digest }: Row,
  runbook: Runbook,
  facts: Pick<Facts, 'base' | 'unselected'>
): boolean {
  if (state !== 'edited' || line === undefined || isElsewhere(line, facts)) return false
  return digest !== runbook.digest && line.kind === 'version' && !isOfSameText(line, runbook)
}

/** Where the text that was edited may have been: a runbook may have been moved since, and people can change the line. */
export function pathsOf({ line, runbook }: Pick<Candidate, 'line' | 'runbook'>): string[] {
  return [line.path, runbook.path]
}

/** The text that was edited, converted as today; undefined if Git does not have it. */
async function textBefore(
  { source, options }: Pick<Reading, 'source' | 'options'>,
  blobs: ReadonlyMap<string, readonly string[]>,
  candidate: Candidate
): Promise<string | undefined> {
  const file = findFile(blobs, pathsOf(candidate), candidate.line.blob)
  return file && textOfFile(source, file, options)
}

/** The file at one of some paths whose id begins with these digits. */
export function findFile(
  blobs: ReadonlyMap<string, readonly string[]>,
  paths: readonly string[],
  digits: string
): { readonly path: string; readonly id: string } | undefined {
  for (const path of paths) {
    const id = blobs.get(path)?.find((one) => one.startsWith(digits))
    if (id !== undefined) return { path, id }
  }
  return undefined
}

async function textOfFile(
  source: Pick<Source, 'read'>,
  file: { readonly path: string; readonly id: string },
  options: RunbookOptions
): Promise<string | undefined> {
  const read = readRunbook(file, await source.read(file, MAX_BYTES), options)
  return read.kind === 'runbook' ? readText(read.content).text : undefined
}

/** True if a runbook has everything that an edit changed in the text before it. @param texts in normal form. */
export async function containsEdit(
  history: Pick<History, 'merge'>,
  { now, before, edit }: { readonly now: string; readonly before: string; readonly edit: string }
): Promise<boolean> {
  const merged = textOfMerge(await history.merge(now, before, edit))
  return merged !== undefined && normalForm(merged) === now
}
