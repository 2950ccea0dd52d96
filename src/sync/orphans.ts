import { earlierTextsOf, type Changes } from '../changes/changes.ts'
import type { SourceFile } from '../git/git.ts'
import type { RunbookOutcome } from '../report/outcome.ts'
import type { NamedRunbook, Reading, RunbookReader } from './reader.ts'

/** What happened to a runbook, in words that follow "its runbook". */
export const REASONS = {
  removed: 'was removed',
  moved: 'was moved',
  renamed: 'was given another name',
  excluded: 'was taken out of the knowledge base'
} as const
export const DELETE_ENTRY = 'Delete its entry in the assistant.'

/** An entry whose runbook is gone. */
export interface Orphan {
  readonly name: string
  /** The runbook that it came from. */
  readonly path: string
  /** Every text of the range that gave this name. */
  readonly texts: readonly SourceFile[]
  readonly reason: (typeof REASONS)[keyof typeof REASONS]
  /** Whether an earlier run certainly delivered it; otherwise only the list can tell. */
  readonly certain: boolean
  /** The runbook that has the text now. */
  readonly replacement: { readonly path: string; readonly name: string } | undefined
}

/**
 * The names that texts of the range had and no selected runbook has: some run may have created their entries.
 *
 * @param named the selected runbooks.
 * @param current the selected files at the tip, by path.
 */
export async function findOrphans(
  { changed, removed }: Pick<Changes, 'changed' | 'removed'>,
  named: readonly NamedRunbook[],
  current: ReadonlyMap<string, Reading>,
  reader: RunbookReader
): Promise<Orphan[]> {
  const texts = [...changed, ...removed].flatMap((file) =>
    earlierTextsOf(file).map((text) => ({ ...text, wasDelivered: text.id === file.before }))
  )
  const nameAt = new Map(named.map(({ path, name }) => [path, name]))
  const inUse = new Set(nameAt.values())
  const added = new Map(
    changed.filter(({ before, skippable }) => before === undefined && !skippable).map(({ id, path }) => [id, path])
  )

  const orphans = new Map<string, Orphan & { readonly texts: SourceFile[] }>()
  for (const [{ path, id, wasDelivered }, reading] of await reader.names(texts, () => false)) {
    const now = current.get(path)
    // A refused file keeps its entry until it can be read.
    if (reading.kind !== 'runbook' || inUse.has(reading.name) || now?.kind === 'refused') continue
    const { name } = reading
    const known = orphans.get(name)
    const movedTo = now === undefined ? added.get(id) : path
    const nameNow = movedTo === undefined ? undefined : nameAt.get(movedTo)
    known?.texts.push({ path, id })
    orphans.set(name, {
      name,
      path,
      texts: known?.texts ?? [{ path, id }],
      reason: now !== undefined ? reasonFor(now) : movedTo === undefined ? REASONS.removed : REASONS.moved,
      certain: known?.certain === true || wasDelivered,
      replacement:
        movedTo === undefined || nameNow === undefined ? known?.replacement : { path: movedTo, name: nameNow }
    })
  }
  return [...orphans.values()]
}

function reasonFor(now: Reading): Orphan['reason'] {
  return now.kind === 'runbook' ? REASONS.renamed : REASONS.excluded
}

/** @param more what becomes of the entry. */
export function orphaned({ path, name, reason, replacement }: Orphan, more: string): RunbookOutcome {
  const now = replacement === undefined ? '' : `, now ${replacement.path} (“${replacement.name}”)`
  return { path, name, outcome: 'orphaned', reason: `Its runbook ${reason}${now}. ${more}`.trimEnd() }
}
