import type { Base } from '../changes/base.ts'
import type { Changes } from '../changes/changes.ts'
import type { Matcher, Source } from '../git/git.ts'
import type { Inputs } from '../inputs.ts'
import type { KnowledgeClient } from '../knowledge/client.ts'
import { foldName } from '../normal-form.ts'
import type { Decision } from '../report/outcome.ts'
import type { LinkBase } from '../runbook/links.ts'
import { decide, type Facts } from './decide.ts'
import type { Row } from './entries.ts'
import { deliveredNames, explain, formerNames, isComparable, ownership, unselectedPaths } from './facts.ts'
import { readKnowledge, type Knowledge } from './knowledge.ts'
import type { RunbookReader, Runbooks } from './runbooks.ts'

/** What a run decided about one commit, and what it saw. */
export interface Decided {
  readonly decisions: readonly Decision[]
  readonly runbooks: Runbooks
  /** Undefined where nothing had to be looked for, or a plan has no access. */
  readonly knowledge: Knowledge | undefined
  readonly facts: Facts
}

export interface Commit extends Pick<Inputs, 'onConflict' | 'removed'> {
  readonly changes: Changes
  readonly base: Base
  readonly source: Source
  readonly reader: RunbookReader
  readonly matches: Matcher
  /** Where links lead; `ref` is the branch or tag in full. */
  readonly link: LinkBase
  readonly ref: string
  /** Undefined where a plan has no access. */
  readonly client: KnowledgeClient | undefined
  /** Paths whose edits are to be replaced. */
  readonly replace?: ReadonlySet<string>
  /** Gets what is decided without the list: it stands if the run ends while the list is read. */
  readonly onRead: (decisions: readonly Decision[], runbooks: Runbooks) => void
}

/** Reads the runbooks and the knowledge base, and decides. Writes nothing. */
export async function decideCommit({
  changes,
  base,
  source,
  reader,
  matches,
  link,
  ref,
  client,
  replace = new Set(),
  onRead,
  ...inputs
}: Commit): Promise<Decided> {
  const { isFull, earlier, trustsList, tip } = changes
  const runbooks = await reader.read(changes)
  const former = await formerNames(changes, reader)
  const delivered = deliveredNames(changes, runbooks, former)
  const owner = ownership(link, ref, base)
  const facts: Facts = {
    ...{ ...inputs, isFull, trustsList, replace, matches, former, ...owner },
    ...{ isComparable: true, unselected: new Set(), explained: new Map() },
    hasChanged: (path) => earlier.has(path)
  }
  const first = decide(runbooks, undefined, facts)
  onRead(first, runbooks)
  const due = runbooks.named.filter(({ version }) => version !== undefined)
  const hasNothing = !isFull && due.length + former.length === 0
  if (client === undefined || hasNothing) {
    return { decisions: first, runbooks, knowledge: undefined, facts }
  }

  const byFoldedName = new Map(due.map((runbook) => [foldName(runbook.name), runbook]))
  const knowledge = await readKnowledge(client, {
    names: new Set([...due, ...former.filter(({ name }) => !runbooks.mayBeOfRunbook(name))].map(({ name }) => name)),
    all: isFull || inputs.removed === 'retire',
    delivered,
    needsText: ({ name, origin, source: line }) =>
      byFoldedName.has(foldName(name)) && (origin !== 'ours' || (line !== undefined && !owner.isOfBranch(line)))
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
    const rows = runbook === undefined ? [] : entries.rowsOf(runbook.name).filter(isEdit)
    return runbook === undefined ? [] : rows.map((row) => ({ runbook, row }))
  })
  const explained = await explain(conflicts, { changes, base, reader, source })
  if (explained.size === 0) return { decisions, runbooks, knowledge, facts: seen }
  const known = { ...seen, explained }
  return { decisions: decide(runbooks, knowledge, known), runbooks, knowledge, facts: known }
}

function isEdit({ origin }: Row): boolean {
  return origin === 'edited' || origin === 'by hand'
}
