import { deadBecauseOf } from './alerts/alerts.ts'
import { alertsOfCommit, NO_RULES, rulePatterns, rulesAt } from './alerts/of-branch.ts'
import { Patterns } from './branch/patterns.ts'
import { asActionError } from './errors.ts'
import { missingAccess, type Inputs } from './job/inputs.ts'
import { KnowledgeClient } from './knowledge/client.ts'
import type { Journal } from './report/journal.ts'
import type { LinkBase } from './runbook/links.ts'
import { SavedTexts } from './saved-texts.ts'
import { EntryList } from './sync/entry-list.ts'
import { shownDifferences } from './sync/differences.ts'
import { boundEntries } from './sync/entries.ts'
import { reasonToStop } from './sync/guards.ts'
import { lookAt, viewWithoutList, type View } from './sync/look.ts'
import { readRunbooks, type Branch } from './sync/runbooks.ts'
import { Secrets } from './sync/secrets.ts'
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
  journal.knows({ assistant: baseUrl })
  return resources.use(new KnowledgeClient({ token, baseUrl, signal, trace, onProgress: journal.progress }))
}

/** What the inputs say of files and entries. @param replace paths whose edits are replaced in any case. */
export function rulesOf(
  { files, nameTemplate, frontMatter, comments, overdue, site, onConflict, removed, secrets }: Inputs,
  base: Omit<LinkBase, 'site'>,
  now: Date,
  replace: ReadonlySet<string> = new Set()
): Pick<Branch, 'patterns' | 'options' | 'policy' | 'secrets'> {
  return {
    patterns: new Patterns(files),
    options: { ...base, site, nameTemplate, frontMatter, comments, overdue, now },
    policy: { onConflict, removed, replace },
    secrets: new Secrets(secrets)
  }
}

/** The list of the knowledge base, as a run about this branch reads it. */
export function listOf({ options, isGone, showsOwnTexts }: Branch, client: KnowledgeClient): EntryList {
  return new EntryList(client, { base: options, isGone, holdsOwnTexts: showsOwnTexts })
}

/** Says what a sync of the commit `head` would do. Without a client, nothing is compared. */
export async function planBranch(
  branch: Branch,
  plan: { readonly head: string; readonly client: KnowledgeClient | undefined; readonly inputs: Inputs },
  journal: Journal
): Promise<void> {
  const { head, client, inputs } = plan
  const rules = rulePatterns(inputs)
  const missing = missingAccess(inputs)
  if (missing !== undefined) journal.notice({ level: 'notice', message: missing })
  const runbooks = await readRunbooks(branch, head)
  const look = client && (await lookAt(branch, listOf(branch, client), runbooks))
  const view = look ?? (await viewWithoutList(branch, runbooks))
  journal.looked(view)
  for (const warning of branch.secrets.warnings) journal.notice(warning)
  await showDifferences(branch, journal)
  const reason = look && reasonToStop(look, 'A sync would send nothing', false)
  if (reason !== undefined) throw reason
  // A plan is about what a change brings in.
  const changed = await branch.changedAt(head, () => true)
  await lookAtAlerts(branch, { rules, view, changed }, journal)
}

export interface Delivery extends Pick<Sync, 'client' | 'findHead' | 'goesOn'> {
  /** Absolute path of the folder in which texts are saved before they are replaced. */
  readonly savedIn: string
  /** What replaces them, in words. */
  readonly replacer: string
  readonly inputs: Inputs
}

/** Makes the knowledge base equal to the head of the branch. */
export async function deliverBranch(
  branch: Branch,
  { savedIn, replacer, inputs, ...delivery }: Delivery,
  journal: Journal
): Promise<void> {
  const { token, confirmWithin } = inputs
  const rules = rulePatterns(inputs)
  const saved = new SavedTexts(savedIn, (text) => token?.redact(text) ?? text, replacer)
  const list = listOf(branch, delivery.client)
  try {
    const view = await syncBranch({ ...branch, ...delivery, confirmWithin, list, listener: journal, saved })
    // A sync is never red because of them: the runbooks have arrived.
    await lookAtAlerts(branch, { rules, view, changed: undefined }, journal).catch((error: unknown) => {
      const { message, hint } = asActionError(error)
      journal.notice({ level: 'warning', message: `Alerts were not looked at. ${message} ${hint}` })
    })
  } finally {
    for (const warning of branch.secrets.warnings) journal.notice(warning)
    await showDifferences(branch, journal)
  }
}

/** What differs between entries and runbooks, as the last look saw it. It is no part of the work, so a failure is not the run's. */
async function showDifferences(branch: Branch, journal: Journal): Promise<void> {
  if (!branch.showsTexts || journal.look === undefined) return
  const differences = await shownDifferences(branch, journal.look).catch(() => undefined)
  if (differences !== undefined) journal.differs(differences)
}

interface AlertsToLookAt {
  /** Undefined if no input names rules. */
  readonly rules: Patterns | undefined
  readonly view: View
  /** The paths that a pull request changes. */
  readonly changed: ReadonlySet<string> | undefined
}

/** Finds out which alerts have a runbook. */
async function lookAtAlerts(branch: Branch, { rules, view, changed }: AlertsToLookAt, journal: Journal): Promise<void> {
  if (rules === undefined) return
  const { runbooks, rows } = view
  const files = rulesAt(branch.source, runbooks.head, rules)
  const table = await alertsOfCommit(branch, runbooks, files, boundEntries(rows))
  if (table.files === 0) journal.notice({ level: 'warning', message: `${NO_RULES} Correct \`alerts\`.` })
  journal.judged({ table, broughtIn: changed && deadBecauseOf(changed, table) })
}
