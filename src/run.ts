import { deadBecauseOf } from './alerts/alerts.ts'
import { alertsOfCommit, rulesAt } from './alerts/of-branch.ts'
import { missingAccess, type Inputs } from './job/inputs.ts'
import { KnowledgeClient } from './knowledge/client.ts'
import type { Journal } from './report/journal.ts'
import { SavedTexts } from './saved-texts.ts'
import { shownDifferences } from './sync/differences.ts'
import { lookAt, lookWithoutList, reasonToStop, type Look } from './sync/look.ts'
import { pullEdits } from './sync/pull.ts'
import { readRunbooks, type Branch, type Runbooks } from './sync/runbooks.ts'
import { syncBranch } from './sync/sync.ts'

/** What is to be done with a branch. */
export type Work =
  /** Says what a sync of a commit would do. Without a client, nothing is compared. */
  | { readonly kind: 'plan'; readonly client: KnowledgeClient | undefined; readonly head: string }
  | {
      readonly kind: 'sync'
      readonly client: KnowledgeClient
      /** The head of the branch. */
      readonly findHead: () => Promise<string>
      /** True if a person agrees to what cannot be undone. */
      readonly goesOn: boolean
      /** Absolute path of the folder in which texts are saved before they are replaced. */
      readonly savedIn: string
      /** What replaces them, in words. */
      readonly replacer: string
    }
  /** Brings edits into the files of the work tree, whose commit is `head`. */
  | { readonly kind: 'pull'; readonly client: KnowledgeClient; readonly head: string }

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
  const onProgress = (message: string): void => {
    journal.notice({ level: 'progress', message })
  }
  return resources.use(new KnowledgeClient({ token, baseUrl, signal, trace, onProgress }))
}

/** Does the work for both front ends. The journal gets what it finds and does. */
export async function run(branch: Branch, work: Work, journal: Journal): Promise<void> {
  if (work.kind === 'pull') {
    return pullEdits({ ...branch, client: work.client, head: work.head, pulled: journal.pulled.bind(journal) })
  }
  const isPlan = work.kind === 'plan'
  const { runbooks } = isPlan ? await plan(branch, work, journal) : await sync(branch, work, journal)
  await lookAtAlerts(branch, runbooks, isPlan, journal)
}

async function plan(
  branch: Branch,
  { head, client }: Extract<Work, { kind: 'plan' }>,
  journal: Journal
): Promise<Look> {
  const missing = missingAccess(branch.settings)
  if (missing !== undefined) journal.notice({ level: 'notice', message: missing })
  const runbooks = await readRunbooks(branch, head)
  const look = client === undefined ? lookWithoutList(branch, runbooks) : await lookAt(branch, client, runbooks)
  journal.looked(look)
  if (client === undefined) return look
  await showDifferences(branch, journal)
  const reason = reasonToStop(look, 'A sync would send nothing')
  if (reason !== undefined) throw reason
  return look
}

async function sync(
  branch: Branch,
  { client, findHead, goesOn, savedIn, replacer }: Extract<Work, { kind: 'sync' }>,
  journal: Journal
): Promise<Look> {
  const saved = new SavedTexts(savedIn, (text) => branch.settings.token?.redact(text) ?? text, replacer)
  try {
    return await syncBranch({ ...branch, client, listener: journal, saved, findHead, goesOn })
  } finally {
    await showDifferences(branch, journal)
  }
}

/** What differs between entries and runbooks, as the last look saw it. It is no part of the work, so a failure is not the run's. */
async function showDifferences(branch: Branch, journal: Journal): Promise<void> {
  if (!branch.showsTexts || journal.look === undefined) return
  const differences = await shownDifferences(branch, journal.look).catch(() => undefined)
  if (differences !== undefined) journal.found({ differences })
}

/** Finds out which alerts have a runbook, if the inputs name any. */
async function lookAtAlerts(branch: Branch, runbooks: Runbooks, isPlan: boolean, journal: Journal): Promise<void> {
  const { settings, source, changedAt } = branch
  if (settings.alerts.length === 0) return
  const rules = rulesAt(source, runbooks.head, settings.alerts)
  const { table, problems } = await alertsOfCommit(branch, runbooks, rules, '`alerts`')
  for (const problem of problems) journal.notice(problem)
  // A sync is never red because of them: the runbooks have arrived.
  const changed = isPlan ? await changedAt(runbooks.head, () => true) : undefined
  journal.found({ alerts: { table, broughtIn: changed && deadBecauseOf(changed, table) } })
}
