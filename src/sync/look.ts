import type { KnowledgeClient } from '../knowledge/client.ts'
import { decide, type Decision } from './decide.ts'
import { findMerged } from './merged.ts'
import { readRows, Rows } from './rows.ts'
import type { Branch, Runbooks } from './runbooks.ts'

/** What one look at the branch and the list has shown, and what follows from it. */
export interface Look {
  readonly runbooks: Runbooks
  readonly rows: Rows
  /** False if the list was not read. */
  readonly isCompared: boolean
  readonly decisions: readonly Decision[]
}

/**
 * Compares runbooks with the list, and decides. The runbooks were read before: a fetch may take minutes, and an edit is seen only
 * if it was made before the list is read.
 *
 * @throws {ActionError} if the list cannot be read.
 */
export async function lookAt(branch: Branch, client: KnowledgeClient, runbooks: Runbooks): Promise<Look> {
  const rows = await readRows(client, branch, runbooks)
  const merged = await findMerged(branch, runbooks, rows)
  return { runbooks, rows, isCompared: true, decisions: decide(runbooks, rows, merged, branch.settings) }
}

/** What is known without the knowledge base: which runbooks could be sent. */
export function lookWithoutList({ settings }: Branch, runbooks: Runbooks): Look {
  const rows = new Rows([])
  return { runbooks, rows, isCompared: false, decisions: decide(runbooks, rows, new Set(), settings) }
}
