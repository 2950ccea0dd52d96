import { structuredPatch } from 'diff'
import type { Base } from '../changes/base.ts'
import type { Changes } from '../changes/changes.ts'
import type { Patterns } from '../changes/patterns.ts'
import type { Source } from '../git/checkout.ts'
import type { Inputs } from '../inputs.ts'
import type { KnowledgeClient } from '../knowledge/client.ts'
import { foldName } from '../normal-form.ts'
import type { Findings } from '../report/findings.ts'
import type { Decision, Item } from '../report/outcome.ts'
import type { RunbookOptions } from '../runbook/runbook.ts'
import { editIn } from '../runbook/source-line.ts'
import type { Secret } from '../secret.ts'
import { decide, decideWithoutList, type Facts } from './decide.ts'
import { deliveredNames, explain, formerNames, isComparable, ownership, unselectedPaths } from './facts.ts'
import { readKnowledge, type Knowledge } from './knowledge.ts'
import { inventoryOf, remarksOn, reportSelection } from './remarks.ts'
import { RunbookReader, type Runbooks } from './runbooks.ts'

/** Differences that are computed; the summary shows no more. */
const MAX_DIFFERENCES = 20
const MAX_LINES = 60
/** Changed lines beyond which no difference is computed: the time grows with their square. */
const MAX_EDIT_LENGTH = 1000

/** What a plan is made from: a commit, what is known of it, and how its runbooks become entries. */
export interface PlanInput {
  readonly changes: Changes
  readonly base: Base
  readonly source: Source
  readonly patterns: Patterns
  /** Where links lead, among others. */
  readonly options: RunbookOptions
  /** The branch or tag, in full. */
  readonly ref: string
  readonly inputs: Pick<Inputs, 'onConflict' | 'removed' | 'concurrency' | 'confirmWithin' | 'token'>
  /** Paths whose edits are to be replaced. */
  readonly replace: ReadonlySet<string>
  /** Whether all differences are shown: also those of entries that nobody edited, and in full. */
  readonly showsAll?: boolean
  readonly findings: Findings
}

/** What a run decided about one commit, and what it saw. */
export interface Decided {
  readonly decisions: readonly Decision[]
  readonly runbooks: Runbooks
  /** Undefined where nothing had to be looked for, or a plan has no access. */
  readonly knowledge: Knowledge | undefined
  readonly facts: Facts
}

/** Reads, decides and reports, and returns what a delivery carries out. Writes nothing. */
export async function planCommit(plan: PlanInput, client: KnowledgeClient | undefined) {
  const { changes, source, patterns, options, inputs, findings } = plan
  const reader = new RunbookReader(source, options)
  await reportSelection(source, changes, patterns, findings)
  findings.addChanges(changes)
  const decided = await decideCommit(plan, reader, client)
  const { runbooks } = decided
  const { proposed } = changes
  const decisions = decided.decisions.map((decision) =>
    proposed?.has(decision.path) === false ? { ...decision, isWaiting: true } : decision
  )
  const items = findings.setDecisions(decisions, runbooks.mayBeOfRunbook)
  if (findings.isPrivate) await showDifferences(items, decided, reader, inputs.token, plan.showsAll === true)
  if (changes.isFull) findings.inventory ??= inventoryOf(decided, findings.isPrivate, inputs.token)
  for (const remark of remarksOn(decided, changes)) findings.diagnose(remark)
  for (const problem of await reader.problems(changes)) findings.diagnose(problem)
  return { ...decided, items, reader }
}

/** Reads the runbooks and the knowledge base, and decides. Writes nothing. */
async function decideCommit(
  { changes, base, source, patterns, options, ref, inputs, replace, showsAll = false, findings }: PlanInput,
  reader: RunbookReader,
  client: KnowledgeClient | undefined
): Promise<Decided> {
  const { isFull, earlier, trustsList, tip } = changes
  const { onConflict, removed } = inputs
  const runbooks = await reader.read(changes)
  const former = await formerNames(changes, reader)
  const delivered = deliveredNames(changes, runbooks, former)
  const owner = ownership(options, ref, base)
  const facts: Facts = {
    ...{ onConflict, removed, trustsList, replace, matches: patterns.matches, former, ...owner },
    ...{ isComparable: true, unselected: new Set(), explained: new Map() },
    hasChanged: (path) => earlier.has(path)
  }
  const first = decideWithoutList(runbooks)
  // It stands if the run ends while the list is read.
  findings.setDecisions(first, runbooks.mayBeOfRunbook)
  const { due } = runbooks
  const isNothingDue = !isFull && due.length + former.length === 0
  if (client === undefined || isNothingDue) {
    return { decisions: first, runbooks, knowledge: undefined, facts }
  }

  const byFoldedName = new Map(due.map((runbook) => [foldName(runbook.name), runbook]))
  const knowledge = await readKnowledge(client, {
    names: new Set([...due, ...former.filter(({ name }) => !runbooks.mayBeOfRunbook(name))].map(({ name }) => name)),
    all: isFull || removed === 'retire',
    delivered,
    needsText: ({ name, origin, line }) =>
      byFoldedName.has(foldName(name)) &&
      (showsAll || origin !== 'ours' || (line !== undefined && !owner.isOfBranch(line)))
  })
  const { entries } = knowledge
  const seen = {
    ...facts,
    isComparable: isComparable(entries, delivered, owner.isOfRepository, base),
    unselected: await unselectedPaths(source, tip, runbooks, entries, former)
  }
  const decisions = decide(runbooks, knowledge, seen)
  const conflicts = decisions.flatMap(({ cause, name = '' }) => {
    const runbook = cause === 'conflict' ? byFoldedName.get(foldName(name)) : undefined
    const rows =
      runbook === undefined
        ? []
        : entries.rowsOf(runbook.name).filter(({ origin }) => origin === 'edited' || origin === 'by hand')
    return runbook === undefined ? [] : rows.map((row) => ({ runbook, row }))
  })
  const explained = await explain(conflicts, { changes, base, reader, source, nameAt: runbooks.nameAt })
  if (explained.size === 0) return { decisions, runbooks, knowledge, facts: seen }
  const known = { ...seen, explained }
  return { decisions: decide(runbooks, knowledge, known), runbooks, knowledge, facts: known }
}

async function showDifferences(
  items: readonly Item[],
  { runbooks: { due }, knowledge }: Decided,
  reader: RunbookReader,
  token: Secret | undefined,
  showsAll: boolean
): Promise<void> {
  const redact = (text: string): string => token?.redact(text) ?? text
  const byPath = new Map(due.map((runbook) => [runbook.path, runbook]))
  const ours = ({ kind, name = '' }: Decision): string | undefined =>
    showsAll && kind === 'send' ? knowledge?.entries.rowsOf(name)[0]?.content : undefined
  const texts = items.flatMap((item) => {
    const text = item.decision.texts?.[0]?.content ?? ours(item.decision)
    return text === undefined ? [] : [{ item, text }]
  })
  for (const { item, text } of showsAll ? texts : texts.slice(0, MAX_DIFFERENCES)) {
    const runbook = byPath.get(item.decision.path)
    const now = runbook && (await reader.entryOf(runbook))
    if (now === undefined) continue
    const [before, after] = showsAll ? [`${editIn(text)}\n`, `${editIn(now)}\n`] : [text, now]
    item.difference = differenceOf(redact(before), redact(after), showsAll ? Infinity : MAX_LINES)
  }
}

/** A unified difference of two texts in at most `most` lines, without the names of files. */
function differenceOf(before: string, after: string, most: number): string[] {
  const patch = structuredPatch('', '', before, after, undefined, undefined, {
    context: 2,
    maxEditLength: MAX_EDIT_LENGTH
  })
  if (patch === undefined) return [`(more than ${MAX_EDIT_LENGTH} lines differ)`]
  const lines = patch.hunks.flatMap((hunk) => [
    `@@ -${hunk.oldStart},${hunk.oldLines} +${hunk.newStart},${hunk.newLines} @@`,
    ...hunk.lines
  ])
  return lines.length <= most ? lines : [...lines.slice(0, most - 1), `(${lines.length - most + 1} more lines)`]
}
