import { earlierTextsOf, exclusionOf, type Changes } from '../changes/changes.ts'
import type { Source } from '../git/git.ts'
import type { RunbookOutcome } from '../report/outcome.ts'
import { findOrphans, type Orphan } from './orphans.ts'
import type { NamedRunbook, RunbookReader } from './reader.ts'

/** What a run intends. */
export interface Plan {
  readonly send: readonly NamedRunbook[]
  /** Refused and skipped runbooks. */
  readonly notSent: readonly RunbookOutcome[]
  readonly orphans: readonly Orphan[]
  /** All selected runbooks that have a name of their own, changed or not. */
  readonly named: readonly NamedRunbook[]
  /** Whether a runbook has this name, or one that differs in case or Unicode form only. */
  readonly isNameInUse: (name: string) => boolean
}

/**
 * Decides what becomes of every runbook. Reads the names of all selected runbooks, not only of the changed ones: the
 * service keeps one entry a name, so that the second of two with one name would silently replace the first.
 */
export async function makePlan(
  { selected, changed, removed }: Changes,
  files: Source,
  reader: RunbookReader
): Promise<Plan> {
  // A green run has no refused runbooks, so unchanged runbooks need no check.
  if (changed.length === 0 && removed.length === 0) return EMPTY
  const changedPaths = new Set(changed.map(({ path }) => path))
  const earlier = [...changed, ...removed].flatMap(earlierTextsOf)
  await files.prefetch(new Set([...selected.files, ...earlier].map(({ id }) => id)))
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
  const current = new Map(readings.map(([{ path }, reading]) => [path, reading]))
  const groups = Map.groupBy(named, ({ name }) => foldName(name))
  const unique: NamedRunbook[] = []
  for (const group of groups.values()) {
    if (group.length === 1) unique.push(...group)
    else if (group.some(({ path }) => changedPaths.has(path)))
      notSent.push(...group.map((item) => duplicate(item, group)))
  }
  return {
    send: unique.filter(({ path }) => changedPaths.has(path)),
    notSent,
    orphans: await findOrphans({ changed, removed }, named, current, reader),
    named: unique,
    isNameInUse: (name) => groups.has(foldName(name))
  }
}

const EMPTY: Plan = { send: [], notSent: [], orphans: [], named: [], isNameInUse: () => false }

/** A service may take two names for one that differ only in case or Unicode form. */
function foldName(name: string): string {
  // Upper case first: it joins what lower case keeps apart (ß and ss, ς and σ), as full case folding does.
  return name.normalize('NFC').toUpperCase().toLowerCase().normalize('NFC')
}

/** Names three others at most: the message of each of 20,000 duplicates must not grow with their number. */
function duplicate(item: NamedRunbook, group: readonly NamedRunbook[]): RunbookOutcome {
  const others = group
    .slice(0, 4)
    .filter((other) => other !== item)
    .slice(0, 3)
  const more = group.length - 1 - others.length
  const listed = others.map(({ path }) => path).join(', ') + (more > 0 ? ` and ${more} more` : '')
  const spelling = others.every(({ name }) => name === item.name)
    ? ''
    : ' (the names differ in case or Unicode form only)'
  const exclusion = exclusionOf(item.path)
  const leaveOut =
    exclusion === undefined ? '' : `, or leave this one out: add the line \`${exclusion}\` at the end of \`files\``
  return {
    path: item.path,
    name: item.name,
    outcome: 'refused',
    reason: `Duplicate name “${item.name}”, also of ${listed}${spelling}: one entry would replace the other.`,
    hint: `Give each a \`title\` of its own in the front matter${leaveOut}.`
  }
}
