import type { getOctokit } from '@actions/github'
import { alertsTable } from './alerts/alerts.ts'
import { readRules, type RuleFile } from './alerts/rules.ts'
import { openSource } from './branch/checkout.ts'
import { WorkTree } from './branch/disk.ts'
import { GitHub } from './branch/github.ts'
import { findHead, requireSameWorkflow } from './branch/head.ts'
import { Patterns } from './branch/patterns.ts'
import type { Source } from './branch/source.ts'
import { ActionError, type Diagnostic } from './errors.ts'
import { input } from './wording.ts'
import { shortRef, type Job } from './job/event.ts'
import { missingAccess, type Inputs } from './job/inputs.ts'
import type { Task } from './job/task.ts'
import { KnowledgeClient } from './knowledge/client.ts'
import type { Journal } from './report/journal.ts'
import type { AlertsTable } from './report/judged-alerts.ts'
import { MAX_BYTES } from './runbook/text.ts'
import type { Secret } from './secret.ts'
import type { Comparison, DecidedCommit } from './sync/commit.ts'
import { findPlaces } from './sync/places.ts'
import { planBlindly, planCommit } from './sync/plan.ts'
import type { Pull } from './sync/pull.ts'
import { readEntries } from './sync/read-entries.ts'
import type { Runbooks } from './sync/runbooks.ts'
import { SavedTexts } from './sync/saved-texts.ts'
import type { Sync } from './sync/sync.ts'

/** Where the branch is. Each part is opened once; a test gives another one. */
export interface Parts {
  readonly source: Source
  readonly github: Pick<GitHub, 'headOf' | 'compare' | 'repositoryId'>
}

/** The assistant's API, and the token that it takes. */
export interface Access {
  readonly client: KnowledgeClient
  readonly token: Secret
}

/** What was asked for, and the journal of the run. */
export interface Order {
  readonly job: Job
  readonly inputs: Inputs
  readonly journal: Journal
}

/** What closes and cancels what a run has opened. */
export interface Lifetime {
  readonly resources: AsyncDisposableStack
  readonly signal: AbortSignal
  /** Gets a line for each request: path, status and time. */
  readonly trace: (line: string) => void
}

/** Opens the checkout of a run of the Action, and GitHub. */
export async function openParts(
  { job, inputs, journal }: Order,
  env: NodeJS.ProcessEnv,
  makeOctokit: typeof getOctokit,
  lifetime: Lifetime
): Promise<Parts> {
  const source = await openSource(inputs, job, env, (notice) => {
    journal.notice(notice)
  })
  lifetime.resources.use(source)
  return { source, github: new GitHub(makeOctokit, job, inputs.githubToken) }
}

/** Undefined without token or address. */
export function openAccess(
  { token, baseUrl, concurrency }: Inputs,
  journal: Journal,
  { resources, signal, trace }: Lifetime
): Access | undefined {
  if (token === undefined || baseUrl === undefined) return undefined
  const onProgress = (message: string): void => {
    journal.notice({ level: 'progress', message })
  }
  const client = new KnowledgeClient({ token, baseUrl, concurrency, signal, trace, onProgress })
  return { client: resources.use(client), token }
}

/** A sync of the branch or tag of the task. */
export function composeSync(
  order: Order,
  task: Extract<Task, { kind: 'sync' }>,
  parts: Parts,
  { client, token }: Access
): Sync {
  const { job, inputs } = order
  const { source, github } = parts
  const { ref } = task
  const replacer = `run ${job.runNumber} (${job.serverUrl}/${job.repository}/actions/runs/${job.runId})`
  const { history } = source
  return {
    ...comparisonOf(order, ref, parts, task.since),
    checksAllLinks: job.trigger.kind !== 'push',
    client,
    ref,
    saved: new SavedTexts(job.temp, (text) => token.redact(text), replacer),
    concurrency: inputs.concurrency,
    confirmWithin: inputs.confirmWithin,
    findHead: async (delivered) => {
      const head = await findHead({ github, job, ref, reference: delivered ?? job.sha })
      // All in one fetch; if the replaced commit is gone, the head alone.
      if (task.since !== undefined) await history?.hasCommits([head, task.since])
      await history?.ensureCommits(head)
      await requireSameWorkflow({ source, job, ref, head })
      return head
    },
    agrees: () => Promise.resolve(task.isByHand),
    commitNoted: async (head) => (history === undefined ? undefined : { id: head, date: await history.dateOf(head) })
  }
}

/**
 * What is compared.
 *
 * @param ref the branch or tag, in full.
 * @param since the commit whose difference is what the run is about; undefined if it is about everything.
 */
export function comparisonOf(
  { job, inputs, journal }: Order,
  ref: string,
  { source, github }: Parts,
  since: string | undefined
): Comparison {
  const { repositoryId } = job
  const { history } = source
  return {
    source,
    patterns: new Patterns(inputs.files),
    options: { ...inputs, repository: job.repository, serverUrl: job.serverUrl, ref: shortRef(ref) },
    inputs,
    replace: new Set(),
    changedAt: async (head, selects) => (since === undefined ? undefined : history?.differences(since, head, selects)),
    checksAllLinks: true,
    showsTexts: job.isPrivate,
    showsAllDifferences: false,
    former: [],
    leadsHere: async (name) => repositoryId !== undefined && (await github.repositoryId(name)) === repositoryId,
    journal
  }
}

/** Plans a commit: with the list, unless it cannot or must not be read. */
export async function planBranch(
  comparison: Comparison,
  head: string,
  inputs: Inputs,
  access: Access | undefined
): Promise<DecidedCommit> {
  const missing = missingAccess(inputs)
  if (missing !== undefined) comparison.journal.notice({ level: 'notice', message: missing })
  if (access === undefined || inputs.confirmWithin === 0) return planBlindly(comparison, head)
  return planCommit(comparison, head, access.client)
}

/**
 * What brings edits home: the list of the assistant, and the work tree that they are written into.
 *
 * @param head the commit of the work tree.
 * @param newFolder gets the entries without a runbook as files; undefined if they stay where they are.
 * @throws {ActionError} of kind `git` without Git; what ends a reading of the list.
 */
export async function composePull(
  { source, patterns, options, journal, former, leadsHere }: Comparison,
  head: string,
  { client, token }: Access,
  newFolder?: string
): Promise<Pull> {
  const { history } = source
  if (history === undefined) {
    const hint = 'Put actions/checkout before this step, and install Git on the runner.'
    throw new ActionError('git', 'Bringing edits into files needs Git, and a checkout.', hint)
  }
  const { rows } = await readEntries(client, [], ({ state }) => state === 'by hand' || state === 'edited')
  return {
    source,
    history,
    tree: new WorkTree(history.folder),
    head,
    patterns,
    options,
    rows,
    places: await findPlaces(options, rows, former, leadsHere),
    hasToken: (text) => token.redact(text) !== text,
    newFolder,
    journal
  }
}

/**
 * Which alerts have a runbook.
 *
 * @param rules files that may have alerts.
 */
export async function findAlerts(
  { source, patterns, options }: Pick<Comparison, 'source' | 'patterns' | 'options'>,
  head: string,
  { named, duplicates, others }: Runbooks,
  rules: AsyncIterable<RuleFile>
): Promise<{ readonly table: AlertsTable; readonly problems: readonly Diagnostic[] }> {
  const { files } = await source.list(head, () => true)
  const paths = new Set(files.map(({ path }) => path))
  const read = await readRules(rules)
  const shared = 'other files have its name'
  const table = alertsTable(read, {
    place: options,
    runbooks: [
      ...named.map(({ path, alerts }) => ({ path, alerts, status: 'runbook' as const })),
      ...duplicates.flat().map(({ path, alerts }) => ({ path, alerts, status: 'refused' as const, reason: shared })),
      ...others.map(({ path, kind, reason }) => ({
        path,
        alerts: [],
        status: kind === 'refused' ? ('refused' as const) : ('skipped' as const),
        reason
      }))
    ],
    hasFile: (path) => paths.has(path),
    selects: patterns.matches
  })
  const message = `No rule file was found, so no alert was looked at. Correct ${input('alerts')}.`
  const problems = table.files > 0 ? read.problems : [...read.problems, { level: 'warning', message } as const]
  return { table, problems }
}

/** The files with alerts that the input selects at a commit. */
export async function* rulesAt(source: Source, head: string, patterns: readonly string[]): AsyncGenerator<RuleFile> {
  const { files, skipped } = await source.list(head, new Patterns(patterns, 'alerts').matches)
  await source.prefetch(files.map(({ id }) => id))
  for (const file of files) yield { path: file.path, content: await source.read(file, MAX_BYTES) }
  for (const { path, reason } of skipped) yield { path, skipped: reason }
}
