import { foldName } from '../../normal-form.ts'
import type { SourceLine } from '../../runbook/source-line.ts'
import { entriesAmong, type Row, type RowOfFile, type Rows } from '../read/rows.ts'
import type { Policy, Runbook, Runbooks } from '../read/runbooks.ts'
import { isUpToDate, standingOf } from '../read/standing.ts'
import type { Orphan } from './decision.ts'

// Entries under a name that no runbook has.

function isOrphan(row: Row, runbooks: Runbooks): row is RowOfFile {
  return standingOf(row, runbooks) === 'orphan'
}

function isUntouched({ by, line, origin }: Row): boolean {
  return by === 'run' && line?.kind === 'version' && origin === 'this branch'
}

/** For each runbook with a new title, the untouched entries under its former name, which get the new one. */
export function findRetitled(runbooks: Runbooks, rows: Rows): ReadonlyMap<Runbook, readonly Row[]> {
  const former = new Map<Runbook, (readonly Row[])[]>()
  for (const group of rows.groups) {
    const lines = group.flatMap((row) => {
      const isRenamable = isUntouched(row) && isOrphan(row, runbooks) && row.details?.id !== undefined
      return isRenamable ? [row.line] : []
    })
    if (lines.length < group.length) continue
    const [runbook, ...others] = new Set(lines.map((line) => successorOf(line, runbooks)))
    if (runbook === undefined || others.length > 0 || !isFree(rows.of(runbook.name), runbook, group, runbooks)) continue
    former.set(runbook, [...(former.get(runbook) ?? []), group])
  }
  // If several lead to one, nobody here knows which it is.
  return new Map([...former].flatMap(([runbook, [group = [], ...more]]) => (more.length > 0 ? [] : [[runbook, group]])))
}

/** True if entries can get the name of a runbook: it has none, or the others have it already, because a run ended meanwhile. */
function isFree(named: readonly Row[], runbook: Runbook, group: readonly Row[], runbooks: Runbooks): boolean {
  const entries = entriesAmong([...named, ...group])
  return named.every((row) => isUpToDate(row, runbook, runbooks)) && entries.length === named.length + group.length
}

/** The runbook that the file of an entry is now: moved with its content, or else at its path. */
function successorOf({ path, blob }: SourceLine, { fileAt, byName, byBlob }: Runbooks): Runbook | undefined {
  const file = fileAt.get(path)
  const same = byBlob.get(blob) ?? []
  const isThere = file?.kind === 'runbook' && (same.length === 0 || same.includes(file))
  if (isThere) return byName.get(foldName(file.name))?.length === 1 ? file : undefined
  return same.length === 1 && file?.kind !== 'refused' && file?.kind !== 'skipped' ? same[0] : undefined
}

/** Entries that say themselves that they come from a file of this branch, and have the name of no runbook. */
export function orphansAmong(rows: readonly Row[], runbooks: Runbooks, removed: Policy['removed']): Orphan[] {
  const { fileAt, selects } = runbooks
  const orphans = rows.filter((row): row is RowOfFile => isOrphan(row, runbooks))
  // An earlier run may have ended between two of them.
  const unretired = rows.filter(
    (row) => row.line?.kind !== 'retired' || row.by !== 'run' || row.details?.id === undefined
  )
  // One note goes to all entries of a name, so none of them may be anything else.
  const isRetirable =
    removed === 'retire' &&
    orphans.length === unretired.length &&
    orphans.every((row) => isUntouched(row) && !fileAt.has(row.line.path) && selects(row.line.path))
  return orphans.map((row, nth) => {
    const became = whatBecameOf(row, runbooks)
    return { is: 'orphaned', row, targets: unretired, became, isToRetire: isRetirable && nth === 0 }
  })
}

function whatBecameOf({ line, origin }: RowOfFile, runbooks: Runbooks): Orphan['became'] {
  if (origin === 'gone branch') return origin
  const file = runbooks.fileAt.get(line.path)
  if (file !== undefined) return file.kind === 'runbook' ? file : 'skipped'
  return successorOf(line, runbooks) ?? 'removed'
}
