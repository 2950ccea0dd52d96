import { deadBecauseOf } from './alerts/alerts.ts'
import { alertsOfCommit, rulesAt } from './alerts/of-branch.ts'
import { missingAccess, type Inputs } from './job/inputs.ts'
import { KnowledgeClient } from './knowledge/client.ts'
import type { Journal } from './report/journal.ts'
import { SavedTexts } from './saved-texts.ts'
import { shownDifferences } from './sync/differences.ts'
import { lookAt, lookWithoutList, reasonToStop } from './sync/look.ts'
import { readRunbooks, type Branch, type Runbooks } from './sync/runbooks.ts'
import type { Sync } from './sync/send.ts'
import { syncBranch } from './sync/sync.ts'

/** What closes and cancels what a run has opened. */
export interface Lifetime {
  readonly resources: AsyncDisposableStack
  readonly signal: AbortSignal
  /** Gets a line for each request: path, status and time. */
  readonly trace: (line: string) => void
}

/** Undefined without token or address. */
export function openClient(
  { token, baseUrl }: Inputs,
  journal: Journal,
  { resources, signal, trace }: Lifetime
): KnowledgeClient | undefined {
  if (token === undefined || baseUrl === undefined) return undefined
  return resources.use(new KnowledgeClient({ token, baseUrl, signal, trace, onProgress: journal.progress }))
}

/** Says what a sync of the commit `head` would do. Without a client, nothing is compared. */
export async function planBranch(
  branch: Branch,
  { head, client }: { readonly head: string; readonly client: KnowledgeClient | undefined },
  journal: Journal
): Promise<void> {
  const missing = missingAccess(branch.settings)
  if (missing !== undefined) journal.notice({ level: 'notice', message: missing })
  const runbooks = await readRunbooks(branch, head)
  const look = client === undefined ? lookWithoutList(branch, runbooks) : await lookAt(branch, client, runbooks)
  journal.looked(look)
  if (client !== undefined) {
    await showDifferences(branch, journal)
    const reason = reasonToStop(look, 'A sync would send nothing')
    if (reason !== undefined) throw reason
  }
  // A plan is about what a change brings in.
  const changed = await branch.changedAt(head, () => true)
  await lookAtAlerts(branch, runbooks, changed, journal)
}

export interface Delivery extends Pick<Sync, 'client' | 'findHead' | 'goesOn'> {
  /** Absolute path of the folder in which texts are saved before they are replaced. */
  readonly savedIn: string
  /** What replaces them, in words. */
  readonly replacer: string
}

/** Makes the knowledge base equal to the head of the branch. */
export async function deliverBranch(
  branch: Branch,
  { savedIn, replacer, ...delivery }: Delivery,
  journal: Journal
): Promise<void> {
  const saved = new SavedTexts(savedIn, (text) => branch.settings.token?.redact(text) ?? text, replacer)
  try {
    const { runbooks } = await syncBranch({ ...branch, ...delivery, listener: journal, saved })
    // A sync is never red because of them: the runbooks have arrived.
    await lookAtAlerts(branch, runbooks, undefined, journal)
  } finally {
    await showDifferences(branch, journal)
  }
}

/** What differs between entries and runbooks, as the last look saw it. It is no part of the work, so a failure is not the run's. */
async function showDifferences(branch: Branch, journal: Journal): Promise<void> {
  if (!branch.showsTexts || journal.look === undefined) return
  const differences = await shownDifferences(branch, journal.look).catch(() => undefined)
  if (differences !== undefined) journal.differs(differences)
}

/** Finds out which alerts have a runbook, if the inputs name any. @param changed the paths that a pull request changes. */
async function lookAtAlerts(
  branch: Branch,
  runbooks: Runbooks,
  changed: ReadonlySet<string> | undefined,
  journal: Journal
): Promise<void> {
  const { settings, source } = branch
  if (settings.alerts.length === 0) return
  const rules = rulesAt(source, runbooks.head, settings.alerts)
  const { table, problems } = await alertsOfCommit(branch, runbooks, rules, '`alerts`')
  for (const problem of problems) journal.notice(problem)
  journal.judged({ table, broughtIn: changed && deadBecauseOf(changed, table) })
}
