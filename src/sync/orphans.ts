import { earlierTextsOf, type Changes } from '../changes/changes.ts'
import type { SourceFile } from '../git/git.ts'
import type { Inputs } from '../inputs.ts'
import type { KnowledgeList } from '../knowledge/list.ts'
import type { Findings } from '../report/findings.ts'
import type { EntryOutcome } from '../report/outcome.ts'
import type { NamedRunbook, Reading, RunbookReader } from './reader.ts'

/** What happened to a runbook, in words that follow "Its runbook". */
const REASONS = {
  removed: 'was removed',
  moved: 'was moved',
  renamed: 'was given another name',
  excluded: 'was taken out of the knowledge base',
  unselected: 'was moved out of `files`'
} as const
export const DELETE_ENTRY = 'Delete its entry in the assistant.'

/** An entry whose runbook is gone. */
export interface Orphan {
  readonly name: string
  /** The runbook that it came from. */
  readonly path: string
  /** Every earlier text that gave this name. */
  readonly texts: readonly SourceFile[]
  readonly reason: (typeof REASONS)[keyof typeof REASONS]
  /** Where the runbook still is although `files` does not select it. */
  readonly unselected: string | undefined
  /** Whether an earlier run certainly delivered it; otherwise only the list can tell. */
  readonly certain: boolean
  /** The runbook that has the text now. */
  readonly replacement: { readonly path: string; readonly name: string } | undefined
}

/**
 * The names that earlier texts had and no selected runbook has: some run may have created their entries.
 *
 * @param named the selected runbooks.
 * @param current what became of the selected files at the tip, by path.
 */
export async function findOrphans(
  { changed, removed, selected: { unselected } }: Pick<Changes, 'changed' | 'removed' | 'selected'>,
  named: readonly NamedRunbook[],
  current: ReadonlyMap<string, Reading>,
  reader: RunbookReader
): Promise<Orphan[]> {
  const texts = [...changed, ...removed].flatMap((file) =>
    earlierTextsOf(file).map((text) => ({ ...text, wasDelivered: text.id === file.before }))
  )
  const nameAt = new Map(named.map(({ path, name }) => [path, name]))
  const inUse = new Set(nameAt.values())
  const isNew = changed.filter(({ before, skippable }) => before === undefined && !skippable)
  const added = new Map(isNew.map(({ id, path }) => [id, path]))

  const orphans = new Map<string, Orphan & { readonly texts: SourceFile[] }>()
  for (const [{ path, id, wasDelivered }, reading] of await reader.names(texts, () => false)) {
    const now = current.get(path)
    // A refused file keeps its entry until it can be read.
    if (reading.kind !== 'runbook' || inUse.has(reading.name) || now?.kind === 'refused') continue
    const { name } = reading
    const known = orphans.get(name)
    const movedTo = now === undefined ? added.get(id) : path
    const nameNow = movedTo === undefined ? undefined : nameAt.get(movedTo)
    const outside = movedTo === undefined ? (unselected.get(id) ?? known?.unselected) : undefined
    known?.texts.push({ path, id })
    orphans.set(name, {
      name,
      path,
      texts: known?.texts ?? [{ path, id }],
      reason: reasonFor(now, movedTo, outside),
      unselected: outside,
      certain: known?.certain === true || wasDelivered,
      replacement:
        movedTo === undefined || nameNow === undefined ? known?.replacement : { path: movedTo, name: nameNow }
    })
  }
  return [...orphans.values()]
}

function reasonFor(
  now: Reading | undefined,
  movedTo: string | undefined,
  outside: string | undefined
): Orphan['reason'] {
  if (now !== undefined) return now.kind === 'runbook' ? REASONS.renamed : REASONS.excluded
  if (movedTo !== undefined) return REASONS.moved
  return outside === undefined ? REASONS.removed : REASONS.unselected
}

interface OrphanOptions extends Pick<Inputs, 'removed'> {
  /** Undefined where it was not read. */
  readonly list: KnowledgeList | undefined
  readonly isNameInUse: (name: string) => boolean
  /** Whether a runbook was refused: its entry may be one of these. */
  readonly hasRefused: boolean
  readonly isPlan: boolean
}

/**
 * Reports the orphaned entries that exist. Without a complete list, these are also those that an earlier run certainly
 * delivered.
 *
 * @returns them.
 */
export function reportOrphans(
  orphans: readonly Orphan[],
  { list, isNameInUse, hasRefused, removed, isPlan }: OrphanOptions,
  findings: Findings
): Orphan[] {
  const exists = ({ name, certain }: Orphan): boolean =>
    list?.find(name) !== undefined || (certain && list?.isComplete !== true)
  const hint = ({ name, unselected }: Orphan): string => {
    if (unselected !== undefined) return 'Keep its entry.'
    if (removed === 'retire') return 'To be retired after everything else was delivered.'
    if (isNameInUse(name))
      return 'Another runbook has nearly the same name: delete its entry only if the assistant shows two.'
    if (hasRefused) return 'Keep its entry until all runbooks are delivered.'
    return isPlan ? 'After the merge, delete its entry in the assistant.' : DELETE_ENTRY
  }
  const found = orphans.filter(exists)
  for (const orphan of found) {
    findings.setEntry(orphaned(orphan, hint(orphan)))
    const { path, unselected } = orphan
    if (unselected === undefined) continue
    const message = `${path} was moved to ${unselected}, which \`files\` does not select: changes no longer arrive. Add a pattern for it, or move it back.`
    findings.diagnose({ level: 'warning', path: unselected, message })
  }
  return found
}

/** @param more what becomes of the entry. */
export function orphaned({ path, name, reason, replacement, unselected }: Orphan, more: string): EntryOutcome {
  const place = replacement === undefined ? unselected : `${replacement.path} (“${replacement.name}”)`
  return {
    path,
    name,
    outcome: 'orphaned',
    reason: `Its runbook ${reason}${place === undefined ? '' : `, now ${place}`}. ${more}`.trimEnd()
  }
}
