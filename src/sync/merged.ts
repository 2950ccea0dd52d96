import { textOfMerge } from '../branch/merge.ts'
import type { History } from '../branch/source.ts'
import { normalForm } from '../normal-form.ts'
import { textOfEdit } from '../runbook/edit.ts'
import { readRunbook } from '../runbook/runbook.ts'
import { readText, type SourceLine } from '../runbook/source-line.ts'
import { MAX_BYTES } from '../runbook/text.ts'
import { verdictOn } from './decide.ts'
import type { Row, Rows } from './rows.ts'
import { convertAgain, type Branch, type Runbook, type Runbooks } from './runbooks.ts'

/** Edits that are merged at most: each merge starts a Git process. The others are conflicts. */
const MAX_MERGES = 200

interface Candidate {
  readonly row: Row
  readonly line: SourceLine
  readonly runbook: Runbook
}

/** The edits that their runbooks contain by now: merging them over the text that was edited gives the runbook itself. */
export async function findMerged(branch: Branch, runbooks: Runbooks, rows: Rows): Promise<ReadonlySet<Row>> {
  const merged = new Set<Row>()
  const { history } = branch.source
  if (history === undefined) return merged
  const candidates = runbooks.named
    .flatMap((runbook) => rows.of(runbook.name).map((row) => ({ row, line: row.line, runbook })))
    .filter((one): one is Candidate => {
      const { do: what, why } = verdictOn(one.row, one.runbook, runbooks, merged)
      return one.line?.kind === 'version' && what === 'refuse' && why === 'edited'
    })
    .slice(0, MAX_MERGES)
  if (candidates.length === 0) return merged
  const blobs = await history.blobsOf(runbooks.head, [...new Set(candidates.flatMap(pathsOf))])
  for (const candidate of candidates) {
    const before = await textBefore(branch, blobs, candidate)
    if (before === undefined) continue
    const now = readText((await convertAgain(branch, candidate.runbook)).content).text
    const edit = textOfEdit(candidate.row.content, branch.settings)
    // Without a change, it is a copy that a person made of another runbook.
    if (edit !== before && (await containsEdit(history, { now, before, edit }))) merged.add(candidate.row)
  }
  return merged
}

/** Where the text that was edited may have been: a runbook may have been moved since, and people can change the line. */
export function pathsOf({ line, runbook }: Pick<Candidate, 'line' | 'runbook'>): string[] {
  return [line.path, runbook.path]
}

/** The text that was edited, converted as today; undefined if Git does not have it. */
async function textBefore(
  { source, settings }: Branch,
  blobs: ReadonlyMap<string, readonly string[]>,
  candidate: Candidate
): Promise<string | undefined> {
  const file = findFile(blobs, pathsOf(candidate), candidate.line.blob)
  if (file === undefined) return undefined
  const read = readRunbook(file, await source.read(file, MAX_BYTES), settings)
  return read.kind === 'runbook' ? readText(read.content).text : undefined
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

/** True if a runbook has everything that an edit changed in the text before it. @param texts in normal form. */
export async function containsEdit(
  history: Pick<History, 'merge'>,
  { now, before, edit }: { readonly now: string; readonly before: string; readonly edit: string }
): Promise<boolean> {
  const merged = textOfMerge(await history.merge(now, before, edit))
  return merged !== undefined && normalForm(merged) === now
}
