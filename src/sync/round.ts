import type { Base } from '../changes/base.ts'
import type { Changes } from '../changes/changes.ts'
import type { Patterns } from '../changes/patterns.ts'
import { Repository, type Source } from '../git/git.ts'
import type { Inputs } from '../inputs.ts'
import type { KnowledgeClient } from '../knowledge/client.ts'
import type { Findings } from '../report/findings.ts'
import type { Item } from '../report/outcome.ts'
import type { RunbookOptions } from '../runbook/runbook.ts'
import { act } from './act.ts'
import { decideCommit, type Decided } from './commit.ts'
import type { Confirmation } from './confirm.ts'
import { differenceOf } from './difference.ts'
import { inventoryOf, remarksOn } from './remarks.ts'
import { retirementNote } from './retire.ts'
import { RunbookReader } from './runbooks.ts'
import type { SavedTexts } from './saved-texts.ts'
import { reportSelection } from './selection.ts'

/** Differences that are computed; the summary shows no more. */
const MAX_DIFFERENCES = 20

/** What decides about a commit. */
export interface Plan {
  readonly changes: Changes
  readonly base: Base
  readonly source: Source
  readonly patterns: Patterns
  readonly options: RunbookOptions
  /** The branch or tag, in full. */
  readonly ref: string
  readonly inputs: Pick<Inputs, 'onConflict' | 'removed' | 'concurrency' | 'token'>
  /** Paths whose edits are to be replaced. */
  readonly replace: ReadonlySet<string>
  readonly findings: Findings
}

/** What also delivers it. */
export interface Round extends Plan {
  readonly client: KnowledgeClient
  readonly saved: SavedTexts
  readonly confirmation: Confirmation
}

/** What a round has decided. */
interface Planned extends Decided {
  readonly items: readonly Item[]
  readonly reader: RunbookReader
}

/** Reads, decides and reports. Writes nothing. */
export async function planCommit(plan: Plan, client: KnowledgeClient | undefined): Promise<Planned> {
  const { changes, base, source, patterns, options, ref, inputs, replace, findings } = plan
  const { matches } = patterns
  const reader = new RunbookReader(source, options)
  reportSelection(changes, patterns, findings)
  findings.addChanges(changes)
  const decided = await decideCommit({
    ...{ changes, base, source, reader, matches, link: options, ref, client, replace, ...inputs },
    onRead: (decisions, { mayBeOfRunbook }) => findings.decide(decisions, mayBeOfRunbook)
  })
  const { runbooks } = decided
  const { proposed } = changes
  const decisions = decided.decisions.map((decision) =>
    proposed?.has(decision.path) === false ? { ...decision, isWaiting: true } : decision
  )
  const items = findings.decide(decisions, runbooks.mayBeOfRunbook)
  if (findings.isPrivate) await showDifferences(items, runbooks.named, reader)
  if (changes.isFull) findings.inventory ??= inventoryOf(decided, findings.isPrivate, inputs.token)
  for (const remark of remarksOn(decided, changes)) findings.diagnose(remark)
  for (const problem of await reader.problems(changes)) {
    if (problem.path === undefined || proposed?.has(problem.path) !== false) findings.diagnose(problem)
  }
  return { ...decided, items, reader }
}

/** Delivers one commit: what a plan of it prints, carried out. */
export async function deliverCommit(round: Round) {
  const { client, saved, confirmation, findings, inputs } = round
  const planned = await planCommit(round, client)
  const { items, reader, runbooks, knowledge } = planned
  const send = items.filter(({ decision }) => decision.kind === 'send')
  for (const item of send) item.files = await saveTexts(item, saved)
  if (saved.folder !== '') findings.saveIn(saved.folder)
  const byPath = new Map(runbooks.named.map((runbook) => [runbook.path, runbook]))
  const confirmed = await act({
    ...{ client, concurrency: inputs.concurrency, items: send, knowledge, confirmation },
    entryOf: async ({ decision: { path, name = '' } }) => {
      const runbook = byPath.get(path)
      const content = runbook && (await reader.entryOf(runbook))
      return content === undefined ? undefined : { name, content, version: runbook?.version ?? '' }
    },
    onSent: () => findings.observer.progress?.(findings)
  })
  if (confirmed.changesTexts) findings.diagnose({ level: 'notice', message: CHANGES_TEXTS })
  if (confirmed.doubt !== undefined) {
    const message = `Nobody can tell whether everything was stored: ${confirmed.doubt}.`
    findings.diagnose({ level: 'notice', message })
  }
  const isProved = send.length > 0 && confirmed.doubt === undefined && !confirmed.changesTexts
  return { ...planned, changesTexts: confirmed.changesTexts, isProved, hasSent: send.length > 0 }
}

const CHANGES_TEXTS =
  'The service changes texts: its list shows others than those that were sent. Until a full sync finds them as they were sent, ' +
  'edits in the assistant cannot be told apart, and are saved before they are replaced.'

/** Replaces the texts of entries whose runbooks are gone by notes. */
export async function retireEntries(
  round: Round,
  { items, knowledge }: Pick<Planned, 'items' | 'knowledge'>
): Promise<void> {
  const { client, confirmation, findings, inputs, source, options: link, ref, changes } = round
  const commit = changes.tip
  const date = source instanceof Repository ? await source.dateOf(commit) : ''
  await act({
    ...{ client, concurrency: inputs.concurrency, knowledge, confirmation },
    items: items.filter(({ decision }) => decision.kind === 'retire'),
    entryOf: ({ decision }) => Promise.resolve(retirementNote(decision, { link, ref, commit, date })),
    onSent: () => findings.observer.progress?.(findings)
  })
}

async function saveTexts({ decision: { path, name = '', texts = [] } }: Item, saved: SavedTexts): Promise<string[]> {
  const files: string[] = []
  for (const { content } of texts) files.push(await saved.save(path, name, content))
  return files
}

async function showDifferences(
  items: readonly Item[],
  named: Decided['runbooks']['named'],
  reader: RunbookReader
): Promise<void> {
  const byPath = new Map(named.map((runbook) => [runbook.path, runbook]))
  for (const item of items.filter(({ decision: { texts = [] } }) => texts.length > 0).slice(0, MAX_DIFFERENCES)) {
    const runbook = byPath.get(item.decision.path)
    const now = runbook && (await reader.entryOf(runbook))
    const [text] = item.decision.texts ?? []
    if (now !== undefined && text !== undefined) item.difference = differenceOf(text.content, now)
  }
}
