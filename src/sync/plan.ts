import { structuredPatch } from 'diff'
import type { KnowledgeClient } from '../knowledge/client.ts'
import { describeNames, nameAdvice } from '../report/names.ts'
import type { Decision } from '../report/result.ts'
import { textOf } from '../runbook/source-line.ts'
import { decideCommitWithoutList, decideCommit, type Comparison, type Decided, type DecidedCommit } from './commit.ts'
import { orphanDecision } from './decide.ts'
import { reasonToStop, sharedNamesOf } from './guards.ts'
import { inventoryOf, noteListProblems } from './inventory.ts'
import { readFile } from './runbooks.ts'

/** Differences that a summary shows, and lines of each. */
const MAX_DIFFERENCES = 20
const MAX_LINES = 60
/** Changed lines beyond which no difference is computed: the time grows with their square. */
const MAX_EDIT_LENGTH = 1000

/**
 * Says what a sync of this commit would do, and writes nothing.
 *
 * @throws {ActionError} of kind `stopped` if a sync would stop before it sends anything.
 */
export async function planCommit(comparison: Comparison, head: string, client: KnowledgeClient): Promise<Decided> {
  const { journal, showsTexts } = comparison
  const decided = await decideCommit(comparison, head, client, new Map())
  const decisions = showsTexts ? await withDifferences(comparison, decided) : decided.decisions
  journal.decided({ ...decided, decisions, inventory: inventoryOf(decided, showsTexts) })
  noteListProblems(decided, journal)
  const reason = reasonToStop(decided, 'A sync would send nothing')
  if (reason !== undefined) throw reason
  return decided
}

/** Says what a sync could send, as far as that is known without the knowledge base. */
export async function planWithoutList(comparison: Comparison, head: string): Promise<DecidedCommit> {
  const { journal } = comparison
  const decided = await decideCommitWithoutList(comparison, head)
  const removed = await removedEntries(comparison, decided)
  journal.decided({ ...decided, decisions: [...decided.decisions, ...removed], inventory: undefined })
  const shared = sharedNamesOf(decided.runbooks)
  if (shared.length === 0) return decided
  const message = `If this is the first sync, it sends nothing, because ${describeNames(shared)}. ${nameAdvice(shared, false)}`
  journal.notice({ level: 'warning', message })
  return decided
}

/** The entries that a pull request leaves without a runbook, by the names that its files had. */
async function removedEntries(
  { source, options }: Comparison,
  { scope, runbooks }: DecidedCommit
): Promise<Decision[]> {
  const names = new Set(runbooks.nameAt.values())
  const removed: Decision[] = []
  await source.prefetch(Array.from(scope.files.values(), ({ before }) => before ?? []).flat())
  for (const [path, { before }] of scope.files) {
    if (before === undefined) continue
    const result = await readFile(source, { path, id: before }, options)
    if (result.kind !== 'runbook' || names.has(result.name)) continue
    removed.push(orphanDecision(result.name, path, runbooks.nameAt, scope))
  }
  return removed
}

/** The decisions with what would change in the entries. */
async function withDifferences(
  { showsAllDifferences }: Comparison,
  { decisions, runbooks, entries, conversions }: Decided
): Promise<Decision[]> {
  const byPath = new Map(runbooks.named.map((runbook) => [runbook.path, runbook]))
  const most = showsAllDifferences ? Infinity : MAX_DIFFERENCES
  const result: Decision[] = []
  let shown = 0
  for (const decision of decisions) {
    const { kind, path, name = '', texts = [] } = decision
    const runbook = byPath.get(path)
    const ours = showsAllDifferences && kind === 'send' ? entries.rowsOf(name)[0]?.content : undefined
    const before = texts[0]?.content ?? ours ?? ''
    if (runbook === undefined || before === '' || shown === most) {
      result.push(decision)
      continue
    }
    shown++
    const now = await conversions.contentOf(runbook)
    const difference = differenceOf(
      `${textOf(before)}\n`,
      `${textOf(now)}\n`,
      showsAllDifferences ? Infinity : MAX_LINES
    )
    result.push({ ...decision, difference })
  }
  return result
}

/** A unified difference of two texts in at most `most` lines, without the names of files. */
function differenceOf(before: string, after: string, most: number): string[] {
  const options = { context: 2, maxEditLength: MAX_EDIT_LENGTH }
  const patch = structuredPatch('', '', before, after, undefined, undefined, options)
  if (patch === undefined) return [`(more than ${MAX_EDIT_LENGTH} lines differ)`]
  const lines = patch.hunks.flatMap((hunk) => [
    `@@ -${hunk.oldStart},${hunk.oldLines} +${hunk.newStart},${hunk.newLines} @@`,
    ...hunk.lines
  ])
  return lines.length <= most ? lines : [...lines.slice(0, most - 1), `(${lines.length - most + 1} more lines)`]
}
