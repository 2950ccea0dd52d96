import type { History, SourceFile } from '../branch/source.ts'
import { normalForm } from '../normal-form.ts'
import { textOfEdit } from '../runbook/edit.ts'
import { readRunbook } from '../runbook/runbook.ts'
import { readText } from '../runbook/source-line.ts'
import { MAX_BYTES } from '../runbook/text.ts'
import { verdictOn } from './decide.ts'
import type { Row, Rows } from './rows.ts'
import { convertAgain, type Branch, type Runbook, type Runbooks } from './runbooks.ts'

/** Edits that are merged at most: each merge starts a Git process. The others are conflicts. */
const MAX_MERGES = 200

/** An entry whose text a person wrote, and the runbook to which it belongs. */
export interface PersonalRow {
  readonly row: Row
  readonly runbook: Runbook
}

/** The edits that their runbooks contain by now: merging them over the text that was edited gives the runbook itself. */
export async function findMerged(branch: Branch, runbooks: Runbooks, rows: Rows): Promise<ReadonlySet<Row>> {
  const merged = new Set<Row>()
  const { source, settings } = branch
  const { history } = source
  if (history === undefined) return merged
  const conflicts = runbooks.named
    .flatMap((runbook) => rows.of(runbook.name).map((row) => ({ row, runbook })))
    .filter(({ row, runbook }) => {
      const verdict = verdictOn(row, runbook, runbooks)
      return verdict.do === 'refuse' && verdict.why === 'edited'
    })
  const bases = await findBases(history, runbooks, conflicts.slice(0, MAX_MERGES))
  for (const [{ row, runbook }, base] of bases) {
    const read = readRunbook(base, await source.read(base, MAX_BYTES), settings, runbook.tree)
    if (read.kind !== 'runbook') continue
    const before = readText(read.content).text
    const now = readText((await convertAgain(branch, runbook)).content).text
    const edit = textOfEdit(row.content, settings)
    // Without a change, it is a copy that a person made of another runbook.
    if (edit !== before && (await containsEdit(history, now, before, edit))) merged.add(row)
  }
  return merged
}

/**
 * The file that each edited entry was made from: in the commit, or in its history. It may have been at the path of the line or
 * of the runbook, which may have been moved since. Missing is what Git does not have.
 */
export async function findBases(
  history: History,
  { head, at }: Pick<Runbooks, 'head' | 'at'>,
  edits: readonly PersonalRow[]
): Promise<ReadonlyMap<PersonalRow, SourceFile>> {
  const bases = new Map<PersonalRow, SourceFile>()
  // A note that a runbook is gone was made from no file.
  const wanted = edits.flatMap((edit) => {
    const { line } = edit.row
    return line?.kind === 'version' ? { edit, blob: line.blob, paths: [line.path, edit.runbook.path] } : []
  })
  const find = (filesAt: (path: string) => readonly SourceFile[]): void => {
    for (const { edit, blob, paths } of wanted) {
      const base = bases.get(edit) ?? paths.flatMap(filesAt).find(({ id }) => id.startsWith(blob))
      if (base !== undefined) bases.set(edit, base)
    }
  }
  find((path) => [at.get(path)].filter((file) => file?.kind === 'runbook'))
  // Most edits are of the current text, and need no history, which a shallow checkout would have to fetch.
  const older = wanted.filter(({ edit }) => !bases.has(edit)).flatMap(({ paths }) => paths)
  if (older.length > 0) {
    const blobs = await history.blobsOf(head, [...new Set(older)])
    find((path) => (blobs.get(path) ?? []).map((id) => ({ path, id })))
  }
  await history.prefetch(Array.from(bases.values(), ({ id }) => id))
  return bases
}

/** True if a runbook has everything that an edit changed in the text before it. All are in normal form. */
export async function containsEdit(history: History, now: string, before: string, edit: string): Promise<boolean> {
  const merged = await history.merge(now, before, edit)
  return merged !== undefined && normalForm(merged) === now
}
