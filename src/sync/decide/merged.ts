import type { History, SourceFile } from '../../branch/source.ts'
import { foldName } from '../../normal-form.ts'
import { textOfEdit } from '../../runbook/edit.ts'
import { readRunbook } from '../../runbook/runbook.ts'
import { readText } from '../../runbook/source-line.ts'
import { MAX_BYTES } from '../../runbook/text.ts'
import { isHeld, type HeldRow, type Row, type Rows } from '../read/rows.ts'
import { standingOf } from '../read/standing.ts'
import type { Branch, Runbook, Runbooks } from '../read/runbooks.ts'
import { containsEdit } from './contains-edit.ts'

/** Edits that are compared at most, because each needs four texts. The others are conflicts. */
const MAX_EDITS = 500

/** An entry whose text a person wrote, and the runbook to which it belongs. */
export interface PersonalText {
  readonly row: HeldRow
  readonly runbook: Runbook
}

/** The edits that their runbooks contain by now. */
export async function findMerged(
  branch: Pick<Branch, 'source' | 'options' | 'texts'>,
  runbooks: Runbooks,
  rows: Rows
): Promise<ReadonlySet<Row>> {
  const merged = new Set<Row>()
  const { source, options } = branch
  const { history } = source
  if (history === undefined) return merged
  const conflicts = runbooks.named.flatMap((runbook) => {
    const held = rows.of(runbook.name).filter(isHeld)
    return held.flatMap((row) => (standingOf(row, runbooks) === 'edited before' ? { row, runbook } : []))
  })
  const bases = await findBases(history, runbooks, conflicts.slice(0, MAX_EDITS))
  for (const [{ row, runbook }, base] of bases) {
    const read = readRunbook(base, await source.read(base, MAX_BYTES), options, runbook.tree)
    // The text of a runbook of another name is a copy that a person made.
    if (read.kind !== 'runbook' || foldName(read.name) !== foldName(row.name)) continue
    const edit = textOfEdit(row.content, options)
    // Somebody has changed nothing but the list of alerts, which is in no file.
    if (edit === read.text) continue
    const now = readText((await branch.texts.takeEntry(runbook)).content).text
    if (containsEdit(now, read.text, edit)) merged.add(row)
  }
  return merged
}

/**
 * The file that each edited entry was made from: in the commit, or in its history. It may have been at the path of the line or
 * of the runbook, which may have been moved since. An edit of which Git has no file is not in the map.
 */
export async function findBases(
  history: History,
  { head, fileAt }: Pick<Runbooks, 'head' | 'fileAt'>,
  edits: readonly PersonalText[]
): Promise<ReadonlyMap<PersonalText, SourceFile>> {
  const bases = new Map<PersonalText, SourceFile>()
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
  find((path) => [fileAt.get(path)].filter((file) => file?.kind === 'runbook'))
  // Most edits are of the current text, and need no history, which a shallow checkout would have to fetch.
  const older = wanted.filter(({ edit }) => !bases.has(edit)).flatMap(({ paths }) => paths)
  if (older.length > 0) {
    const blobs = await history.blobsOf(head, [...new Set(older)])
    find((path) => (blobs.get(path) ?? []).map((id) => ({ path, id })))
  }
  await history.prefetch(Array.from(bases.values(), ({ id }) => id))
  return bases
}
