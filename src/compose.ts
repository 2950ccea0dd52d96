import type { getOctokit } from '@actions/github'
import { openSource } from './branch/checkout.ts'
import { GitHub } from './branch/github.ts'
import { findHead, requireDeliverable } from './branch/head.ts'
import { Patterns } from './branch/patterns.ts'
import type { Source } from './branch/source.ts'
import { shortRef, type Job } from './job/event.ts'
import { missingAccess, type Inputs } from './job/inputs.ts'
import type { Task } from './job/task.ts'
import { KnowledgeClient } from './knowledge/client.ts'
import type { Journal } from './report/journal.ts'
import type { Secret } from './secret.ts'
import type { Comparison, Decided, DecidedCommit } from './sync/commit.ts'
import { planWithoutList, planCommit } from './sync/plan.ts'
import { EVERYTHING, scopeOfChange } from './sync/scope.ts'
import { SavedTexts } from './sync/saved-texts.ts'
import type { Sync } from './sync/sync.ts'

/** Where the branch is. Each part is opened once; a test gives another one. */
export interface Parts {
  readonly source: Source
  readonly github: Pick<GitHub, 'headOf' | 'compare'>
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

/** What the Action and the command line know of a sync in different ways. */
type SyncTarget = Pick<Sync, 'ref' | 'findHead' | 'goesOn' | 'saved'>

/** A sync of what was compared, for both front ends. */
export function composeSync(comparison: Comparison, inputs: Inputs, client: KnowledgeClient, target: SyncTarget): Sync {
  return { ...comparison, ...target, client, confirmWithin: inputs.confirmWithin }
}

/** The branch or tag of a job: its head is what GitHub says. */
export function targetOfJob(
  { job }: Order,
  { ref, since, isByHand }: Extract<Task, { kind: 'sync' }>,
  { source, github }: Parts,
  token: Secret
): SyncTarget {
  const replacer = `run ${job.runNumber} (${job.serverUrl}/${job.repository}/actions/runs/${job.runId})`
  return {
    ref,
    saved: new SavedTexts(job.temp, (text) => token.redact(text), replacer),
    goesOn: isByHand,
    findHead: async (delivered) => {
      const head = await findHead({ github, job, ref, reference: delivered ?? job.sha })
      // All in one fetch; if the replaced commit is gone, the head alone.
      if (since !== undefined) await source.history?.hasCommits([head, since])
      await source.history?.ensureCommits(head)
      requireDeliverable(head, ref, job, source)
      return head
    }
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
  { source }: Parts,
  since: string | undefined
): Comparison {
  const { history } = source
  return {
    source,
    patterns: new Patterns(inputs.files),
    options: { ...inputs, repository: job.repository, serverUrl: job.serverUrl, ref: shortRef(ref) },
    inputs,
    replace: new Set(),
    scopeAt: async (head, selects) => {
      if (since === undefined || history === undefined) return EVERYTHING
      return scopeOfChange(
        (matches) => history.differences(since, head, matches),
        selects,
        (path) => path === job.workflow
      )
    },
    checksAllLinks: true,
    readsAll: true,
    showsTexts: job.isPrivate,
    showsAllDifferences: false,
    journal
  }
}

/** Plans a commit: with the list, unless token or address are missing. */
export async function planBranch(
  comparison: Comparison,
  head: string,
  inputs: Inputs,
  access: Access | undefined
): Promise<Decided | DecidedCommit> {
  const missing = missingAccess(inputs)
  if (missing !== undefined) comparison.journal.notice({ level: 'notice', message: missing })
  if (access === undefined) return planWithoutList(comparison, head)
  return planCommit(comparison, head, access.client)
}
