import { decide } from './decide.ts'
import type { Decision } from './decision.ts'
import { findMerged } from './edits.ts'
import type { EntryList } from './entry-list.ts'
import { requireOneWorkspace } from './guards.ts'
import { refuseRevealing } from './reveal.ts'
import { Rows } from './rows.ts'
import type { Branch, Runbooks } from './runbooks.ts'

/** What is known of the branch and the list, and what follows from it. */
export interface View {
  readonly runbooks: Runbooks
  /** Undefined if the list was not read. */
  readonly rows: Rows | undefined
  readonly decisions: readonly Decision[]
}

/** What one reading of the list has shown. */
export interface Look extends View {
  readonly rows: Rows
  /** When the list was read, on the client's clock, in milliseconds. */
  readonly readAt: number
}

/**
 * Compares runbooks with the list, and decides. The runbooks were read before: a fetch may take minutes, and an edit is seen only
 * if it was made before the list is read. So, if history has to be fetched for it, the list is read again.
 *
 * @throws {ActionError} if the list cannot be read, or is that of several workspaces.
 */
export async function lookAt(branch: Branch, list: EntryList, runbooks: Runbooks): Promise<Look> {
  const { history } = branch.source
  const fetches = history?.fetches
  const look = await lookOnce(branch, list, runbooks)
  return history?.fetches === fetches ? look : lookOnce(branch, list, runbooks)
}

async function lookOnce(branch: Branch, list: EntryList, runbooks: Runbooks): Promise<Look> {
  const readAt = list.clock()
  const rows = await list.read(runbooks)
  requireOneWorkspace(rows, runbooks)
  const merged = await findMerged(branch, runbooks, rows)
  const decisions = await refuseRevealing(branch, runbooks, decide(runbooks, rows, merged, branch.policy))
  return { runbooks, rows, readAt, decisions }
}

/** What is known without the knowledge base: which runbooks could be sent. */
export async function viewWithoutList(branch: Branch, runbooks: Runbooks): Promise<View> {
  const decisions = decide(runbooks, new Rows([]), new Set(), branch.policy)
  return { runbooks, rows: undefined, decisions: await refuseRevealing(branch, runbooks, decisions) }
}
