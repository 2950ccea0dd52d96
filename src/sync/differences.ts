import { structuredPatch } from 'diff'
import { readText } from '../runbook/source-line.ts'
import type { CredentialCheck } from './decide/credential-check.ts'
import type { Look } from './look.ts'
import { isHeld } from './read/rows.ts'
import type { Branch } from './read/runbooks.ts'

/** Differences that a summary shows, and lines of each. */
const MAX_DIFFERENCES = 20
const MAX_LINES = 60
/** Changed lines beyond which no difference is computed: the time grows with their square. */
const MAX_EDIT_LENGTH = 1000

/**
 * Changes that a sync would make in the entries whose text is held, and those of an edit that stays: unified differences by path.
 *
 * @param isWhole false for the first ones, and the first lines of each.
 */
export async function differencesIn(
  { decisions }: Pick<Look, 'decisions'>,
  branch: Branch,
  credentialCheck: CredentialCheck,
  isWhole: boolean
): Promise<ReadonlyMap<string, readonly string[]>> {
  const [most, mostLines] = isWhole ? [Infinity, Infinity] : [MAX_DIFFERENCES, MAX_LINES]
  const differences = new Map<string, readonly string[]>()
  for (const decision of decisions) {
    if (differences.size === most) break
    if (!('runbook' in decision) || !('rows' in decision) || decision.is === 'unchanged') continue
    const { runbook, rows } = decision
    const held = rows.filter(isHeld)
    // Another row would be compared in place of a text that the service does not show.
    if (rows.some((row) => row.by === 'person' && !isHeld(row))) continue
    const row = held.find(({ by }) => by !== 'run') ?? held[0]
    if (row === undefined) continue
    // Conversion rewrites links, so a credential may be visible in the file alone: both are searched.
    if ((await credentialCheck.inFile(branch.texts, runbook)).length > 0) continue
    const { content } = await branch.texts.takeEntry(runbook)
    if (await credentialCheck.isInAny(content, row.content)) continue
    const texts = [row.content, content].map((text) => readText(text).text)
    const [shown = '', file = ''] = await credentialCheck.redacted(...texts)
    const [direction, before, after] =
      decision.is === 'kept'
        ? [['--- in Git', '+++ in the assistant, where it stays'], file, shown]
        : [['--- in the assistant', '+++ in Git'], shown, file]
    const difference = differenceOf(before, after, mostLines)
    if (difference.length > 0) differences.set(runbook.path, [...direction, ...difference])
  }
  return differences
}

function differenceOf(before: string, after: string, most: number): readonly string[] {
  const options = { context: 2, maxEditLength: MAX_EDIT_LENGTH }
  const patch = structuredPatch('', '', `${before}\n`, `${after}\n`, undefined, undefined, options)
  if (patch === undefined) return [`(more than ${MAX_EDIT_LENGTH} lines differ)`]
  const lines = patch.hunks.flatMap((hunk) => [
    `@@ -${hunk.oldStart},${hunk.oldLines} +${hunk.newStart},${hunk.newLines} @@`,
    ...hunk.lines
  ])
  return lines.length <= most ? lines : [...lines.slice(0, most - 1), `(${lines.length - most + 1} more lines)`]
}
