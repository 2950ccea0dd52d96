import { allEarlierTexts, type Changes } from '../changes/changes.ts'
import { exclusionOf } from '../changes/patterns.ts'
import { foldName } from '../knowledge/spelling.ts'
import type { Findings } from '../report/findings.ts'
import type { RunbookOutcome } from '../report/outcome.ts'
import { format } from '../wording.ts'
import { findOrphans, type Orphan } from './orphans.ts'
import type { NamedRunbook, RunbookReader } from './reader.ts'

/** A runbook to be sent. */
export interface WorkItem extends NamedRunbook {
  /** Whether nothing is to be sent if the list shows the text. */
  readonly skippable: boolean
}

/** What a run is going to do. */
export interface WorkList {
  readonly send: readonly WorkItem[]
  /** Refused and skipped runbooks. */
  readonly notSent: readonly RunbookOutcome[]
  readonly orphans: readonly Orphan[]
  /** All selected runbooks that have a name of their own, changed or not. */
  readonly named: readonly NamedRunbook[]
  /** Whether a runbook has this name, or one that a service may take for the same. */
  readonly isNameInUse: (name: string) => boolean
}

/**
 * Decides what becomes of every runbook. Reads the names of all selected runbooks, not only of the changed ones: the
 * service keeps one entry a name, so that the second of two with one name would silently replace the first.
 */
export async function makeWorkList(changes: Changes, reader: RunbookReader): Promise<WorkList> {
  const { selected, changed, removed } = changes
  // A base has no refused runbooks, so unchanged runbooks need no check.
  if (changed.length === 0 && removed.length === 0) return EMPTY
  await reader.prefetch([...selected.files, ...allEarlierTexts(changes)])
  const changedPaths = new Map(changed.map((file) => [file.path, file]))
  const readings = await reader.names(selected.files, ({ path }) => changedPaths.has(path))

  const named: NamedRunbook[] = []
  const notSent: RunbookOutcome[] = []
  for (const [file, reading] of readings) {
    if (reading.kind === 'runbook') {
      named.push({ ...file, name: reading.name })
    } else if (changedPaths.has(file.path)) {
      const { kind: outcome, ...why } = reading
      notSent.push({ path: file.path, outcome, ...why })
    }
  }
  const groups = Map.groupBy(named, ({ name }) => foldName(name))
  const unique: NamedRunbook[] = []
  for (const group of groups.values()) {
    if (group.length === 1) unique.push(...group)
    else if (group.some(({ path }) => changedPaths.has(path)))
      notSent.push(...group.map((item) => duplicate(item, group)))
  }
  const send = unique.flatMap((item) => {
    const file = changedPaths.get(item.path)
    return file === undefined ? [] : [{ ...item, skippable: file.skippable }]
  })
  const orphans = await findOrphans(
    changes,
    named,
    new Map(readings.map(([{ path }, reading]) => [path, reading])),
    reader
  )
  return { send, notSent, orphans, named: unique, isNameInUse: (name) => groups.has(foldName(name)) }
}

/**
 * Reports what is not sent and what is going to be: if the run ends early, these outcomes stay.
 *
 * @param intended what a runbook is until it is sent.
 */
export function reportWorkList(
  { send, notSent }: WorkList,
  intended: Pick<RunbookOutcome, 'outcome' | 'reason'>,
  findings: Findings
): void {
  for (const outcome of notSent) {
    findings.setRunbook(outcome)
    const { path, reason, hint } = outcome
    if (outcome.outcome !== 'skipped' || hint === undefined) continue
    findings.diagnose({ level: 'warning', path, message: `Skipped: ${reason}. ${hint}` })
  }
  for (const { path, name } of send) findings.setRunbook({ path, name, ...intended })
}

const EMPTY: WorkList = { send: [], notSent: [], orphans: [], named: [], isNameInUse: () => false }

/** Names three others at most: the message of each of 20,000 duplicates must not grow with their number. */
function duplicate({ path, name }: NamedRunbook, group: readonly NamedRunbook[]): RunbookOutcome {
  const near = group.slice(0, 4).filter((other) => other.path !== path)
  const others = near.slice(0, 3)
  const more = group.length - 1 - others.length
  const shown = others.map((other) => other.path).join(', ') + (more > 0 ? ` and ${format(more)} more` : '')
  const isSame = others.every((other) => other.name === name)
  const spelling = isSame ? '' : ' (the names differ in case, blanks or Unicode form only)'
  const exclusion = exclusionOf(path)
  const leaveOut =
    exclusion === undefined ? '' : `, or leave this one out by the line \`${exclusion}\` at the end of \`files\``
  return {
    ...{ path, name, outcome: 'refused', isDuplicate: true },
    reason: `Its name “${name}” is also that of ${shown}${spelling}: one entry would replace the other.`,
    hint: `Set \`entry-name: '{dir}: {title}'\`, or give it a \`title\` of its own in the front matter${leaveOut}.`
  }
}
