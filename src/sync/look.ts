import type { Inputs } from '../job/inputs.ts'
import type { KnowledgeClient } from '../knowledge/client.ts'
import { isOfBranch } from '../runbook/source-line.ts'
import { decide, type Decision, type Facts } from './decide.ts'
import { findMerged } from './merged.ts'
import { readRows, Rows } from './rows.ts'
import type { Reading, Runbooks } from './runbooks.ts'

/** What a run compares: a branch, and the list of a knowledge base. */
export interface Comparison extends Reading {
  readonly inputs: Pick<Inputs, 'onConflict' | 'removed'>
  /** Paths whose edits are replaced in any case. */
  readonly replace: ReadonlySet<string>
  /** Reads the branch at a commit, if it has not been read. */
  readonly branchAt: (head: string) => Promise<BranchState>
  /** True if the texts of our own entries are held as well, to show what changes in them. */
  readonly showsOwnTexts: boolean
}

/** A branch at one commit. */
export interface BranchState {
  readonly runbooks: Runbooks
  /** The selected paths that a push or pull request has changed; undefined if the run is about everything. */
  readonly changed: ReadonlySet<string> | undefined
}

/** What one look at the branch and the list has shown, and what follows from it. */
export interface Look {
  readonly head: string
  readonly runbooks: Runbooks
  readonly rows: Rows
  /** The list shows no text, so that only names can be confirmed. */
  readonly isWithoutTexts: boolean
  /** False if the list was not read. */
  readonly isCompared: boolean
  readonly facts: Facts
  readonly decisions: readonly Decision[]
}

/**
 * Compares a commit with the list, and decides.
 *
 * @throws {ActionError} if the list cannot be read.
 */
export async function lookAt(comparison: Comparison, client: KnowledgeClient, head: string): Promise<Look> {
  // First: a fetch may take minutes, and an edit is seen only if it was made before the list is read.
  const { runbooks, changed } = await comparison.branchAt(head)
  const rows = await readRows(client, runbooks, comparison)
  const unselected = await unselectedPaths(comparison, head, runbooks, rows)
  const merged = await findMerged(comparison, head, runbooks, rows, { base: comparison.options, unselected })
  const facts = factsOf(comparison, { changed, unselected, merged })
  const isWithoutTexts = rows.all.length > 0 && rows.all.every(({ state }) => state === 'no text')
  const decisions = decide(runbooks, rows, facts)
  return { head, runbooks, rows, isCompared: true, isWithoutTexts, facts, decisions }
}

/** What is known of a commit without the knowledge base: which runbooks could be sent. */
export async function lookWithoutList(comparison: Comparison, head: string): Promise<Look> {
  const { runbooks, changed } = await comparison.branchAt(head)
  const rows = new Rows([])
  const facts = factsOf(comparison, { changed, unselected: new Set(), merged: new Set() })
  const decisions = decide(runbooks, rows, facts).map((decision): Decision => {
    return decision.do === 'send' ? { ...decision, why: 'not compared' } : decision
  })
  return { head, runbooks, rows, isCompared: false, isWithoutTexts: false, facts, decisions }
}

function factsOf(
  { inputs, replace, options, patterns }: Comparison,
  found: Pick<Facts, 'changed' | 'unselected' | 'merged'>
): Facts {
  const { onConflict, removed } = inputs
  return { onConflict, removed, replace, base: options, selects: patterns.matches, ...found }
}

/** Paths of source lines that the branch has, although `files` does not select them. */
async function unselectedPaths(
  { source, patterns, options }: Comparison,
  head: string,
  { nameAt }: Runbooks,
  rows: Rows
): Promise<ReadonlySet<string>> {
  const lines = rows.all.flatMap(({ line }) => line ?? [])
  // Nearly all are those of runbooks, and to look one up is faster than to match patterns.
  const others = lines.filter(
    (line) => !nameAt.has(line.path) && !patterns.matches(line.path) && isOfBranch(line, options)
  )
  const paths = new Set(others.map(({ path }) => path))
  return paths.size === 0 ? paths : paths.difference(await source.missing(head, paths))
}
