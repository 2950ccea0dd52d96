import { structuredPatch } from 'diff'
import type { Base } from '../changes/base.ts'
import type { Changes } from '../changes/changes.ts'
import type { Patterns } from '../branch/patterns.ts'
import type { Source } from '../branch/checkout.ts'
import type { Diagnostic } from '../errors.ts'
import type { Inputs } from '../job/inputs.ts'
import type { KnowledgeClient } from '../knowledge/client.ts'
import { foldName } from '../normal-form.ts'
import type { Findings } from '../report/findings.ts'
import type { Decision, Item } from '../report/outcome.ts'
import type { RunbookOptions } from '../runbook/runbook.ts'
import { editIn } from '../runbook/source-line.ts'
import type { Secret } from '../secret.ts'
import { count, listed, input } from '../wording.ts'
import { decide, decideWithoutList, type Facts } from './decide.ts'
import { deliveredNames, explain, formerNames, isComparable, ownership, unselectedPaths } from './facts.ts'
import { readKnowledge, type Entries, type Knowledge } from './knowledge.ts'
import { reportSelection, RunbookReader, type Runbooks } from './runbooks.ts'

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
export interface Planned {
  /** What was decided, and, once it is carried out, what became of it. */
  readonly items: readonly Item[]
  readonly runbooks: Runbooks
  readonly reader: RunbookReader
  /** Undefined where nothing had to be looked for, or a plan has no access. */
  readonly knowledge: Knowledge | undefined
  readonly facts: Facts
}

/** Reads, decides and reports, and returns what a delivery carries out. Writes nothing. */
export async function planCommit(plan: PlanInput, client: KnowledgeClient | undefined): Promise<Planned> {
  const { changes, source, patterns, options, inputs, findings } = plan
  const reader = new RunbookReader(source, options)
  await reportSelection(source, changes, patterns, findings)
  findings.addChanges(changes)
  const { decisions, ...seen } = await decideCommit(plan, reader, client)
  const proposed = decisions.map((decision) =>
    changes.proposed?.has(decision.path) === false ? { ...decision, isWaiting: true } : decision
  )
  const items = findings.setDecisions(proposed, seen.runbooks.mayBeOfRunbook)
  const planned = { ...seen, items, reader }
  if (findings.isPrivate) await showDifferences(planned, inputs.token, plan.showsAll === true)
  if (changes.isFull) findings.inventory ??= inventoryOf(planned, findings.isPrivate, inputs.token)
  for (const remark of remarksOn(planned, changes)) findings.diagnose(remark)
  for (const problem of await reader.problems(changes)) findings.diagnose(problem)
  return planned
}

/** Reads the runbooks and the knowledge base, and decides. Writes nothing. */
async function decideCommit(
  { changes, base, source, patterns, options, ref, inputs, replace, showsAll = false, findings }: PlanInput,
  reader: RunbookReader,
  client: KnowledgeClient | undefined
) {
  const { isFull, earlier, trustsList, tip } = changes
  const { onConflict, removed } = inputs
  const runbooks = await reader.read(changes)
  const { due, mayBeOfRunbook, nameAt } = runbooks
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
  findings.setDecisions(first, mayBeOfRunbook)
  const isNothingDue = !isFull && due.length + former.length === 0
  if (client === undefined || isNothingDue) {
    return { decisions: first, runbooks, knowledge: undefined, facts }
  }

  const dueNames = new Set(due.map(({ name }) => foldName(name)))
  const knowledge = await readKnowledge(client, {
    names: new Set([...due, ...former.filter(({ name }) => !mayBeOfRunbook(name))].map(({ name }) => name)),
    all: isFull || removed === 'retire',
    delivered,
    needsText: ({ name, origin, line }) =>
      dueNames.has(foldName(name)) &&
      (showsAll || origin !== 'ours' || (line !== undefined && !(owner.isOfBranch(line) && nameAt.has(line.path))))
  })
  const { entries } = knowledge
  const seen = {
    ...facts,
    isComparable: isComparable(entries, delivered, owner.isOfRepository, base),
    unselected: await unselectedPaths(source, tip, runbooks, entries, former)
  }
  const decisions = decide(runbooks, knowledge, seen)
  const conflicts = conflictsIn(decisions, runbooks, entries)
  const explained = await explain(conflicts, { changes, base, reader, source, nameAt })
  const known = { ...seen, explained }
  return {
    ...{ runbooks, knowledge, facts: known },
    decisions: explained.size === 0 ? decisions : decide(runbooks, knowledge, known)
  }
}

/** The runbooks with conflicts, each with the rows that people may have written. */
function conflictsIn(decisions: readonly Decision[], { due }: Runbooks, entries: Entries) {
  const paths = new Set(decisions.flatMap(({ cause, path }) => (cause === 'conflict' ? path : [])))
  return due
    .filter(({ path }) => paths.has(path))
    .flatMap((runbook) => {
      const rows = entries.rowsOf(runbook.name).filter(({ origin }) => origin === 'edited' || origin === 'by hand')
      return rows.map((row) => ({ runbook, row }))
    })
}

/** What the list shows, or does not show, beside what was decided: each once. */
function* remarksOn(
  { items, knowledge, runbooks: { named, nameAt }, facts }: Planned,
  { isFull, earlier }: Changes
): Generator<Diagnostic> {
  if (knowledge === undefined) return
  const { entries, absence, why, ending } = knowledge
  const { rows } = entries
  if (ending.kind === 'unusable') {
    yield { level: 'notice', message: `Edits in the assistant are not seen, and nothing is confirmed: ${why}.` }
  } else if (rows.length > 0 && rows.every(({ origin }) => origin === 'hidden')) {
    yield { level: 'notice', message: 'Edits in the assistant are not seen: the list shows no texts.' }
  } else if (!facts.isComparable || facts.explained.values().some((why) => why === 'cut')) {
    const message =
      'The service changes texts, so that nobody can tell whether a person edited an entry. A sync refuses and skips nothing ' +
      'because of a text, and saves texts before it replaces them.'
    yield { level: 'warning', message }
  }
  const sent = items.flatMap(({ decision: { kind, name = '' } }) => (kind === 'send' ? [entries.rowsOf(name)] : []))
  const hidden = sent.filter((shown) => shown.some(({ origin }) => origin === 'hidden')).length
  if (hidden > 0 && rows.some(({ origin }) => origin !== 'hidden')) {
    const message = `Edits in the assistant are not seen in ${count(hidden, 'entry', 'entries')} whose text the list does not show.`
    yield { level: 'warning', message }
  }
  const unseen = sent.filter(({ length }) => length === 0)
  if (absence === 'not seen' && unseen.length > 0) {
    const message = `A sync replaces ${count(unseen.length, 'entry', 'entries')} although the list does not show whether somebody edited the text: ${why}.`
    yield { level: 'warning', message }
  }
  const lacking = named.filter(({ path, name }) => !earlier.has(path) && entries.rowsOf(name).length === 0)
  if (!isFull && absence === 'no entry' && lacking.length > 0) {
    const what = count(lacking.length, 'runbook that did not change', 'runbooks that did not change')
    const message = `The list has no entry of ${what}: ${listed(lacking.map(({ path }) => path))}. Start the workflow by hand: a full sync sends what is missing.`
    yield { level: 'warning', message }
  }
  const elsewhere = rows.filter(
    ({ line }) => line !== undefined && facts.isOfBranch(line) && facts.unselected.has(line.path)
  )
  if (elsewhere.length > 0) {
    const paths = listed([...new Set(elsewhere.flatMap(({ line }) => line?.path ?? []))])
    const message = `${count(elsewhere.length, 'entry comes', 'entries come')} from files that ${input('files')} does not select: ${paths}. They were moved elsewhere, or are delivered with other patterns.`
    yield { level: 'warning', message }
  }
  const several = [...nameAt.values()].filter((name) => name !== undefined && entries.rowsOf(name).length > 1)
  if (several.length > 0) {
    const message = `The knowledge base has several entries named ${listed(several.map((name) => `“${name ?? ''}”`))}. Remove the outdated ones in the assistant.`
    yield { level: 'warning', message }
  }
}

/**
 * What the knowledge base held before the run; undefined where the list does not show all of it, or a runbook cannot be read:
 * its entry would count as one without a runbook.
 *
 * @param showsNames whether names of entries without a runbook may be published.
 */
function inventoryOf(
  { items, knowledge, runbooks: { nameAt, hasNameless }, facts }: Planned,
  showsNames: boolean,
  token: Secret | undefined
): Findings['inventory'] {
  if (knowledge?.ending.kind !== 'complete' || hasNameless) return undefined
  const { entries } = knowledge
  const shown = new Set([...nameAt.values()].flatMap((name) => (name === undefined ? [] : entries.rowsOf(name))))
  const others = entries.rows.filter((row) => !shown.has(row)).map(({ name }) => name)
  const unchanged = items.filter(({ decision: { kind } }) => kind === 'unchanged')
  const same = new Set(unchanged.flatMap(({ decision: { name = '' } }) => entries.rowsOf(name)))
  return {
    entries: entries.size,
    isComplete: true,
    differing: facts.isComparable ? shown.difference(same).size : 0,
    withoutRunbook: others.length,
    names: showsNames ? others.map((name) => token?.redact(name) ?? name) : []
  }
}

/** Runbooks may get another title at any time, a few of them. */
const FEW = 4

/** What a sync would do to most entries of the branch, as a sentence: as another template of names makes new ones for all. */
export function entriesLeft({ items, knowledge, facts }: Planned): string | undefined {
  const rows = knowledge?.entries.rows ?? []
  const ours = rows.filter(({ line }) => line?.kind === 'version' && facts.isOfBranch(line)).length
  const left = items.filter(({ decision: { kind } }) => kind === 'orphaned').length
  const isNew = (name: string): boolean => knowledge?.entries.rowsOf(name).length === 0
  const made = items.filter(({ decision: { kind, name = '' } }) => kind === 'send' && isNew(name)).length
  if (left <= FEW || 2 * left <= ours || 2 * made <= left) return undefined
  return `${left} of ${count(ours, 'entry', 'entries')} of this branch would have no runbook any more, and ${made} new ones would be made; no API can delete them.`
}

async function showDifferences(
  { items, runbooks: { due }, knowledge, reader }: Planned,
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
