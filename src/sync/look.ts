import { ActionError } from '../errors.ts'
import { listed } from '../wording.ts'
import type { CredentialCheck } from './decide/credential-check.ts'
import { decide } from './decide/decide.ts'
import type { Decision } from './decide/decision.ts'
import { findMerged } from './decide/merged.ts'
import type { EntryList } from './read/entry-list.ts'
import { Rows } from './read/rows.ts'
import { hasName, type Branch, type Policy, type Runbooks } from './read/runbooks.ts'

/** A branch that is compared with the list, and the rules for it. */
export interface Comparison {
  readonly branch: Branch
  readonly policy: Policy
  readonly credentialCheck: CredentialCheck
}

/** The runbooks of a commit, the rows of the list at one time, and the decisions that follow from both. */
export interface Look {
  readonly runbooks: Runbooks
  readonly rows: Rows
  /** When the list was read, on the client's clock, in milliseconds. */
  readonly readAt: number
  readonly decisions: readonly Decision[]
}

/**
 * Compares runbooks with the list, and decides. The list is read last, because only edits made before it are seen. If the
 * comparison has to fetch history, which may take minutes, it starts again with a new list.
 *
 * @param list undefined for a plan without a token, which only says what could be sent.
 * @throws {ActionError} if the list cannot be read, or is that of several workspaces.
 */
export async function lookAt(comparison: Comparison, list: EntryList | undefined, runbooks: Runbooks): Promise<Look> {
  const { history } = comparison.branch.source
  const fetches = history?.fetches
  const look = await lookOnce(comparison, list, runbooks)
  return history?.fetches === fetches ? look : lookOnce(comparison, list, runbooks)
}

async function lookOnce(
  { branch, policy, credentialCheck }: Comparison,
  list: EntryList | undefined,
  runbooks: Runbooks
): Promise<Look> {
  const readAt = list?.clock() ?? 0
  const rows = (await list?.read(runbooks)) ?? new Rows([], { areKnown: false })
  requireOneWorkspace(rows, runbooks)
  const merged = await findMerged(branch, runbooks, rows)
  const decisions = decide(runbooks, rows, merged, policy)
  return { runbooks, rows, readAt, decisions: await credentialCheck.refuse(branch.texts, decisions) }
}

/** With two workspaces, an upsert may update the entry that people do not see. */
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
