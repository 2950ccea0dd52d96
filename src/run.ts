import { deadBecauseOf } from './alerts/alerts.ts'
import { alertsOfCommit, rulesAt } from './alerts/of-branch.ts'
import { Patterns } from './branch/patterns.ts'
import type { Matcher, Source } from './branch/source.ts'
import { asActionError } from './errors.ts'
import { missingAccess, type Inputs } from './job/inputs.ts'
import { KnowledgeClient } from './knowledge/client.ts'
import type { Journal } from './report/journal.ts'
import type { LinkBase } from './runbook/links.ts'
import { SavedTexts } from './saved-texts.ts'
import type { Secret } from './secret.ts'
import { shownDifferences } from './sync/differences.ts'
import { lookAt, lookWithoutList, type Comparison, type Look } from './sync/look.ts'
import { reasonToStop } from './sync/guards.ts'
import { pullEdits } from './sync/pull.ts'
import { readRunbooks } from './sync/runbooks.ts'
import { syncBranch } from './sync/sync.ts'
import { WorkTree } from './sync/work-tree.ts'

/** A branch, and how its files become entries. It is all that differs between the Action and a command. */
export interface Branch {
  readonly source: Source
  readonly inputs: Inputs
  /** Where the branch is. */
  readonly base: LinkBase
  /** Paths whose edits are replaced in any case. */
  readonly replace: ReadonlySet<string>
  /** The paths that a push or pull request has changed up to a commit; undefined if the run is about everything. */
  readonly changedAt: (head: string, matches: Matcher) => Promise<ReadonlySet<string> | undefined>
  /** False in a public repository, which must not publish texts of the assistant. */
  readonly showsTexts: boolean
  /** True if what changes in our own entries is shown, too. */
  readonly showsOwnTexts: boolean
}

/** The assistant's API, and the token that it takes. */
export interface Access {
  readonly client: KnowledgeClient
  readonly token: Secret
}

/** What is to be done with a branch. */
export type Work =
  /** Says what a sync of a commit would do. Without access, nothing is compared. */
  | { readonly kind: 'plan'; readonly access: Access | undefined; readonly head: string }
  | {
      readonly kind: 'sync'
      readonly access: Access
      /** The head of the branch. */
      readonly findHead: () => Promise<string>
      /** True if a person agrees to what cannot be undone. */
      readonly goesOn: boolean
      /** Absolute path of the folder in which texts are saved before they are replaced, and what replaces them. */
      readonly savedIn: string
      readonly replacer: string
    }
  /** Brings edits into the files of the work tree, whose commit is `head`. */
  | { readonly kind: 'pull'; readonly access: Access; readonly head: string }

/** What closes and cancels what a run has opened. */
export interface Lifetime {
  readonly resources: AsyncDisposableStack
  readonly signal: AbortSignal
  /** Gets a line for each request: path, status and time. */
  readonly trace: (line: string) => void
}

/** Undefined without token or address. */
export function openAccess(
  { token, baseUrl }: Inputs,
  journal: Journal,
  { resources, signal, trace }: Lifetime
): Access | undefined {
  if (token === undefined || baseUrl === undefined) return undefined
  const onProgress = (message: string): void => {
    journal.notice({ level: 'progress', message })
  }
  const client = new KnowledgeClient({ token, baseUrl, signal, trace, onProgress })
  return { client: resources.use(client), token }
}

/**
 * Does the work for both front ends. The journal gets what it finds and does.
 *
 * @throws {ActionError} what ends the run early.
 */
export async function run(branch: Branch, work: Work, journal: Journal): Promise<void> {
  const comparison = compare(branch, journal)
  switch (work.kind) {
    case 'plan': {
      const look = await plan(branch, comparison, work, journal)
      return lookAtAlerts(branch, comparison, look, true, journal)
    }
    case 'sync': {
      const { showsTexts, inputs } = branch
      const { access, findHead, goesOn, savedIn, replacer } = work
      const { client, token } = access
      const saved = new SavedTexts(savedIn, (text) => token.redact(text), replacer)
      const { confirmWithin } = inputs
      const save = saved.save.bind(saved)
      const sync = { ...comparison, client, listener: journal, save, findHead, goesOn, confirmWithin, showsTexts }
      const look = await syncBranch(sync).catch(async (error: unknown) => {
        if (showsTexts && asActionError(error).kind !== 'cancelled') await showDifferences(comparison, journal)
        throw error
      })
      if (showsTexts) await showDifferences(comparison, journal)
      return lookAtAlerts(branch, comparison, look, false, journal)
    }
    case 'pull': {
      const { client, token } = work.access
      const tree = new WorkTree(branch.source.history?.folder ?? '')
      const hasToken = (text: string): boolean => token.isIn(text)
      const pulled = journal.pulled.bind(journal)
      return pullEdits({ ...comparison, client, tree, head: work.head, hasToken, pulled })
    }
  }
}

/** What is compared. The files of a commit are read once, those of a disk with each look. */
export function compare(branch: Branch, journal: Journal): Comparison {
  const { source, inputs, base, replace, changedAt, showsOwnTexts } = branch
  const patterns = new Patterns(inputs.files)
  const options = { ...inputs, ...base }
  const { notice } = journal
  const reading = { source, patterns, options, notice }
  const read = async (head: string) => {
    const changed = await changedAt(head, patterns.matches)
    return { changed, runbooks: await readRunbooks(reading, head, changed) }
  }
  let known: { readonly head: string; readonly state: ReturnType<typeof read> } | undefined
  const branchAt = async (head: string): ReturnType<typeof read> => {
    if (known?.head !== head || source.history === undefined) known = { head, state: read(head) }
    return known.state
  }
  return { ...reading, inputs, replace, showsOwnTexts, branchAt }
}

async function plan(
  { inputs, showsTexts }: Branch,
  comparison: Comparison,
  { head, access }: Extract<Work, { kind: 'plan' }>,
  journal: Journal
): Promise<Look> {
  const missing = missingAccess(inputs)
  if (missing !== undefined) journal.notice({ level: 'notice', message: missing })
  if (access === undefined) {
    const look = await lookWithoutList(comparison, head)
    journal.looked(look)
    return look
  }
  const look = await lookAt(comparison, access.client, head)
  journal.looked(look)
  if (showsTexts) await showDifferences(comparison, journal)
  const reason = reasonToStop(look, 'A sync would send nothing')
  if (reason !== undefined) throw reason
  return look
}

/** What differs between entries and runbooks, as the last look saw it. It is no part of the work, so a failure is not the run's. */
async function showDifferences(comparison: Comparison, journal: Journal): Promise<void> {
  const differences = journal.look && (await shownDifferences(comparison, journal.look).catch(() => undefined))
  if (differences !== undefined) journal.differs(differences)
}

/** Finds out which alerts have a runbook, if the inputs name any. */
async function lookAtAlerts(
  { inputs, source, changedAt }: Branch,
  comparison: Comparison,
  { head, runbooks }: Look,
  isPlan: boolean,
  journal: Journal
): Promise<void> {
  if (inputs.alerts.length === 0) return
  const rules = rulesAt(source, head, inputs.alerts)
  const { table, problems } = await alertsOfCommit(comparison, head, runbooks, rules, '`alerts`')
  for (const problem of problems) journal.notice(problem)
  // A sync is never red because of them: the runbooks have arrived.
  const changed = isPlan ? await changedAt(head, () => true) : undefined
  journal.foundAlerts({ table, broughtIn: changed && deadBecauseOf(changed, table) })
}
