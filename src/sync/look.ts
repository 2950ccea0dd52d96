import { ActionError } from '../errors.ts'
import { listed } from '../wording.ts'
import type { CredentialCheck } from './decide/credential-check.ts'
import { decide } from './decide/decide.ts'
import type { Decision } from './decide/decision.ts'
import { findMerged } from './decide/merged.ts'
import type { EntryList } from './read/entry-list.ts'
import { Rows } from './read/rows.ts'
import { hasName, type Branch, type Policy, type Runbooks } from './read/runbooks.ts'

/** What is compared with the list, and by which rules. */
export interface Comparison {
  readonly branch: Branch
  readonly policy: Policy
  readonly credentialCheck: CredentialCheck
}

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
 * Compares runbooks with the list, and decides. The list is read last, because only edits made before it are seen. If the
 * comparison has to fetch history, which may take minutes, it starts again with a new list.
 *
 * @throws {ActionError} if the list cannot be read, or is that of several workspaces.
 */
export async function lookAt(comparison: Comparison, list: EntryList, runbooks: Runbooks): Promise<Look> {
  const { history } = comparison.branch.source
  const fetches = history?.fetches
  const look = await lookOnce(comparison, list, runbooks)
  return history?.fetches === fetches ? look : lookOnce(comparison, list, runbooks)
}

async function lookOnce(
  { branch, policy, credentialCheck }: Comparison,
  list: EntryList,
  runbooks: Runbooks
): Promise<Look> {
  const readAt = list.clock()
  const rows = await list.read(runbooks)
  requireOneWorkspace(rows, runbooks)
  const merged = await findMerged(branch, runbooks, rows)
  const decisions = decide(runbooks, rows, merged, policy)
  return { runbooks, rows, readAt, decisions: await credentialCheck.refuse(branch.source, decisions) }
}

/** An entry of one workspace hides that of the other from some people, and an upsert finds one of them. */
function requireOneWorkspace(rows: Rows, runbooks: Runbooks): void {
  const own = rows.all.filter(({ name, origin }) => origin === 'this branch' || hasName(runbooks, name))
  const workspaces = new Set(own.map(({ details }) => details?.workspace ?? null))
  workspaces.delete(null)
  if (workspaces.size < 2) return
  throw new ActionError(
    'stopped',
    `The list shows entries of ${workspaces.size} workspaces that belong to these runbooks: ${listed([...workspaces].map(String))}.`,
    'Use a token of one workspace, and delete in the assistant what should not be in the other one.'
  )
}

/** What is known without the knowledge base: which runbooks could be sent. */
export async function viewWithoutList(
  { branch, policy, credentialCheck }: Comparison,
  runbooks: Runbooks
): Promise<View> {
  const decisions = decide(runbooks, new Rows([]), new Set(), policy)
  return { runbooks, rows: undefined, decisions: await credentialCheck.refuse(branch.source, decisions) }
}
