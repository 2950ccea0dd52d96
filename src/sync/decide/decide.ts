import { entriesAmong, type Row, type Rows } from '../read/rows.ts'
import type { Policy, Runbook, Runbooks } from '../read/runbooks.ts'
import { meaningOf, type Verdict } from '../read/standing.ts'
import type { Decision, Duplicate, Planned, RefusedText, Skipped } from './decision.ts'
import { findRetitled, orphansAmong } from './orphans.ts'

/** A decision on each selected file, and on each entry without one. @param merged edits that their runbooks contain by now. */
export function decide(runbooks: Runbooks, rows: Rows, merged: ReadonlySet<Row>, policy: Policy): Decision[] {
  const { others, shared, named } = runbooks
  const retitled = findRetitled(runbooks, rows)
  const renamed = new Set([...retitled.values()].flat())
  return [
    ...others.map((file): Skipped | RefusedText => {
      if (file.kind === 'skipped') return { is: 'skipped', file }
      return { is: 'refused', cause: 'text', file }
    }),
    ...shared.flatMap((group) => refuseGroup(group, runbooks)),
    ...named.map((runbook) => {
      const former = retitled.get(runbook)
      if (former !== undefined) {
        return { is: 'planned', why: 'retitled', runbook, rows: former, targets: former, replaced: [] } as const
      }
      return decideRunbook(runbook, rows.of(runbook.name), { runbooks, merged, policy })
    }),
    ...[...rows.groups].flatMap((group) => {
      return group.some((row) => renamed.has(row)) ? [] : orphansAmong(group, runbooks, policy.removed)
    })
  ]
}

function refuseGroup(files: readonly Runbook[], runbooks: Runbooks): Duplicate[] {
  const changed = files.filter(({ path }) => runbooks.changed?.has(path) === true)
  const group = [...new Set([...changed, ...files])]
  return files.map((runbook) => ({ is: 'refused', cause: 'duplicate', runbook, group, changed }))
}

/** An entry of a name: of its rows, the one that decides. */
interface Judged {
  readonly row: Row
  readonly verdict: Verdict
  readonly copies: readonly Row[]
}

interface Facts {
  readonly runbooks: Runbooks
  readonly merged: ReadonlySet<Row>
  readonly policy: Policy
}

/** Each trigger with its configuration is an entry of its own: all of them get the text, or none while a person has to decide. */
function decideRunbook(runbook: Runbook, rows: readonly Row[], facts: Facts): Decision {
  const { runbooks, policy } = facts
  if (rows.length === 0) return { is: 'planned', why: 'new', runbook, rows, targets: [], replaced: [] }
  const entries = ownEntries(rows).map((copies) => decidingRow(copies, facts))
  const replaces = policy.onConflict === 'replace' || policy.replace.has(runbook.path)
  if (!replaces) {
    for (const { row, verdict } of entries) {
      if (verdict !== 'conflict' && verdict !== 'another source') continue
      return { is: 'refused', cause: verdict, runbook, rows, row }
    }
    if (entries.some(({ verdict }) => verdict === 'kept')) return { is: 'kept', runbook, rows }
  }
  const due = entries.filter(({ verdict }) => verdict !== 'unchanged')
  const reasons = due.map(({ verdict }): Planned['why'] => {
    return verdict === 'changed' || verdict === 'merged' || verdict === 'unseen' ? verdict : 'replaces'
  })
  const [first] = reasons
  if (first === undefined) return { is: 'unchanged', runbook, rows }
  return {
    is: 'planned',
    why: reasons.includes('replaces') ? 'replaces' : first,
    runbook,
    rows,
    targets: due.map(({ row }) => row),
    replaced: due.flatMap((entry) => replacedBy(entry, runbook, runbooks))
  }
}

/** The entries of a name: a text by hand with a trigger of its own does not count beside one that comes from a file. */
export function ownEntries(rows: readonly Row[]): readonly (readonly Row[])[] {
  const entries = entriesAmong(rows)
  if (!rows.some(({ line }) => line !== undefined)) return entries
  return entries.filter((copies) => copies.some(({ line, by }) => line !== undefined || by === 'unknown'))
}

/** Of several copies of one entry, a current one decides, because a run cannot remove the others. */
const DECIDING: readonly Verdict[] = ['unchanged', 'conflict', 'another source', 'kept']

function decidingRow(copies: readonly Row[], { runbooks, merged }: Facts): Judged {
  const judged = copies.flatMap((row): readonly Judged[] => {
    const verdict = merged.has(row) ? 'merged' : meaningOf(row, runbooks).verdict
    return verdict === undefined ? [] : [{ row, verdict, copies }]
  })
  const [found = judged[0]] = DECIDING.flatMap((verdict) => judged.filter((one) => one.verdict === verdict))
  if (found === undefined) throw new Error('No runbook has the name of these rows.')
  return found
}

/** The texts of others that are lost if an entry is sent. Without an id, a service may take any copy for it. */
function replacedBy({ row, copies }: Judged, runbook: Runbook, runbooks: Runbooks): readonly Row[] {
  const lost = row.details?.id === undefined ? copies : [row]
  return lost.filter((one) => one.digest !== runbook.digest && meaningOf(one, runbooks).mustBeSaved === true)
}
