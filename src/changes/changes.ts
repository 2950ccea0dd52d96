import type { Diagnostic } from '../errors.ts'
import { eventName, shortId, shortRef, type Job } from '../event.ts'
import {
  DiskFiles,
  type CommitRange,
  type FileList,
  type Matcher,
  type Repository,
  type SourceFile
} from '../git/git.ts'
import type { GitHub } from '../github/github.ts'
import type { Inputs } from '../inputs.ts'
import type { Mode } from '../mode.ts'
import { depthOf, findStart, type Start } from './start.ts'
import { findNextTip, findTip, moved, workflowChanged, type Tip } from './tip.ts'

export { compilePatterns, exclusionOf } from './patterns.ts'
export { moved } from './tip.ts'

export interface ChangesContext {
  readonly job: Job
  readonly inputs: Pick<Inputs, 'scope' | 'since' | 'shard'>
  readonly mode: Exclude<Mode, 'check'>
  readonly files: Repository | DiskFiles
  readonly github: GitHub
  /** Selects the runbooks. */
  readonly matches: Matcher
}

/** A selected file that differs somewhere in the range. */
export interface ChangedFile extends SourceFile {
  /** Its text at the start of the range, as object id; undefined where it was not there or nothing is known. */
  readonly before: string | undefined
  /** Its texts in the range, as object ids. */
  readonly versions: readonly string[]
}

/** A file of the range that the tip lacks. */
export type RemovedFile = Omit<ChangedFile, 'id'>

/** Which runbooks a run is about. */
export interface Changes {
  readonly kind: 'full' | 'range' | 'nothing'
  /** Why these, as a sentence. */
  readonly reason: string
  /** Where the range starts; empty for a full sync. */
  readonly base: string
  /** The commit whose texts are delivered; empty for files on the disk. */
  readonly tip: string
  /** Everything that the patterns select at the tip. */
  readonly selected: FileList
  readonly changed: readonly ChangedFile[]
  readonly removed: readonly RemovedFile[]
  readonly diagnostics: readonly Diagnostic[]
}

/**
 * The runbooks that a run is about. Whatever the knowledge base holds was written from a commit between the start of the
 * range and the tip, so a file that no edge between them touches has one text in all of them and need not be sent. Where
 * the start is not known, the answer is a full sync. See docs/decisions.md.
 *
 * @throws {ActionError} where the tip is not known.
 */
export async function findChanges(context: ChangesContext): Promise<Changes> {
  const { job, inputs, mode } = context
  const { trigger, branch } = job
  if (trigger.kind === 'push' && trigger.deleted) return nothing(job.sha, `${shortRef(job.ref)} was deleted.`)
  const followed = followedBranch(context)
  if (context.files instanceof DiskFiles) return diskChanges(context, context.files, followed)
  const repository = context.files
  if (trigger.kind === 'pull-request') return pullRequestChanges(context, repository, trigger.head)
  if (trigger.kind === 'merge-group') {
    const { base, head } = trigger
    await repository.ensureCommit(base)
    await repository.ensureCommit(head)
    return twoCommits(context, repository, base, head, 'of this merge group')
  }
  if (followed === undefined && mode === 'plan' && trigger.kind === 'push' && inputs.scope !== 'all') {
    return pushChanges(context, repository, trigger.before)
  }
  if (followed === undefined) {
    await repository.ensureCommit(job.sha)
    const why = branch === undefined ? 'a tag has no earlier runs' : `the event ${eventName(job)} names no commits`
    return fullChanges(context, await repository.peel(job.sha), why)
  }
  return branchChanges(context, repository, followed)
}

/**
 * What moved on the branch after `delivered` was written; undefined where nothing did.
 *
 * @throws {ActionError} of kind `branch-moved` where the branch is not at `delivered` or a descendant of it.
 */
export async function findNextChanges(context: ChangesContext, delivered: string): Promise<Changes | undefined> {
  const { files, github, job } = context
  const branch = followedBranch(context)
  if (branch === undefined) return undefined
  const tip = await findNextTip(github, branch, files instanceof DiskFiles ? job.sha : delivered)
  if (tip.commit === delivered) return undefined
  if (files instanceof DiskFiles) {
    if (tip.commit === job.sha) return undefined
    throw moved(branch, `moved to ${shortId(tip.commit)}, which is not checked out`)
  }
  const why = 'that moved on the branch while this run delivered'
  const changes = await rangeChanges(context, files, tip.commit, [delivered], why, () =>
    Promise.resolve(tip.aheadBy + 1)
  )
  await checkWorkflow(files, branch, delivered, tip.commit)
  return changes
}

/** The branch whose head the run delivers: the one of the job, for a sync and for a plan on the default branch. */
function followedBranch({ job, mode }: ChangesContext): string | undefined {
  const { trigger, branch, defaultBranch } = job
  if (branch === undefined || trigger.kind === 'untrusted') return undefined
  const isDefault = branch === defaultBranch || (trigger.kind === 'other' && trigger.name === 'schedule')
  return mode === 'sync' || isDefault ? branch : undefined
}

async function branchChanges(context: ChangesContext, repository: Repository, branch: string): Promise<Changes> {
  const { github, job, mode } = context
  // The runs first: a run that begins in between is then missing here, and its commit is part of the tip.
  const start = await findStart(context, branch)
  const tip: Tip = mode === 'sync' ? await findTip(github, job, branch) : { commit: job.sha, aheadBy: 0 }
  const changes = await changesSince(context, repository, start, tip.commit)
  // Only now are both commits here.
  await checkWorkflow(repository, branch, job.sha, tip.commit)
  return { ...changes, diagnostics: [...start.diagnostics, ...changes.diagnostics] }
}

async function changesSince(
  context: ChangesContext,
  repository: Repository,
  start: Start,
  tip: string
): Promise<Changes> {
  if (start.kind === 'full') {
    await repository.ensureCommit(tip)
    return fullChanges(context, tip, start.why)
  }
  const depth = async (): Promise<number | undefined> => depthOf(context.github, start.oldest, tip)
  return rangeChanges(context, repository, tip, start.commits, start.why, depth)
}

/** @param depth commits that the range needs; undefined where the commits are not in the history of the tip. */
async function rangeChanges(
  context: ChangesContext,
  repository: Repository,
  tip: string,
  commits: readonly string[],
  why: string,
  depth: () => Promise<number | undefined>
): Promise<Changes> {
  const range = await repository.range(tip, commits, depth)
  if (range.kind === 'unknown') {
    await repository.ensureCommit(tip)
    return fullChanges(context, tip, range.why)
  }
  const changes = await changesOf(context, repository, range)
  if (changes.workflow) {
    const reason = `Full sync: \`.github/workflows\` or \`.github/actions\` changed ${why}.`
    return { ...changes, kind: 'full', base: '', reason, changed: allOf(changes.selected, changes.changed) }
  }
  return { ...changes, reason: `${range.start === tip ? 'Nothing changed' : 'Changes'} ${why}.` }
}

async function changesOf(
  { matches }: ChangesContext,
  repository: Repository,
  { start, tip, edges }: CommitRange
): Promise<Changes & { readonly workflow: boolean }> {
  const touched = (path: string): boolean => matches(path) || isWorkflow(path)
  const [selected, versions, before] = await Promise.all([
    repository.list(tip, matches),
    repository.versions(tip, edges, touched),
    repository.difference(start, tip, matches)
  ])
  const changed: ChangedFile[] = []
  for (const file of selected.files) {
    const texts = versions.get(file.path)
    if (texts === undefined) continue
    // A path without a difference between start and tip had the text of the tip at the start.
    const id = before.has(file.path) ? before.get(file.path) : file.id
    changed.push({ ...file, before: id, versions: [...texts] })
    versions.delete(file.path)
  }
  const removed = [...versions]
    .filter(([path]) => matches(path))
    .map(([path, texts]) => ({ path, before: before.get(path), versions: [...texts] }))
  const workflow = [...versions.keys()].some(isWorkflow)
  return { kind: 'range', reason: '', base: start, tip, selected, changed, removed, diagnostics: [], workflow }
}

async function fullChanges({ files, matches }: ChangesContext, tip: string, why: string): Promise<Changes> {
  const selected = await files.list(tip, matches)
  const all = { selected, changed: allOf(selected, []), removed: [], diagnostics: [] }
  return { ...all, kind: 'full', reason: `Full sync: ${why}.`, base: '', tip }
}

function allOf({ files }: FileList, known: readonly ChangedFile[]): ChangedFile[] {
  const byPath = new Map(known.map((file) => [file.path, file]))
  return files.map((file) => byPath.get(file.path) ?? { ...file, before: undefined, versions: [] })
}

/** Files on the disk are those of the commit of this run; a branch that moved on has other texts. */
async function diskChanges(context: ChangesContext, files: DiskFiles, branch: string | undefined): Promise<Changes> {
  const { github, job, mode } = context
  if (branch !== undefined && mode === 'sync') {
    const { commit } = await findTip(github, job, branch)
    if (commit !== job.sha) throw moved(branch, `moved to ${shortId(commit)}, which is not checked out`)
  }
  return fullChanges({ ...context, files }, '', 'the files come from the disk')
}

/** What the merge would change: the difference between GitHub's merge commit and its first parent. */
async function pullRequestChanges(context: ChangesContext, repository: Repository, head: string): Promise<Changes> {
  const { sha } = context.job
  const [into, ...others] = await mergeParents(repository, sha)
  if (into === undefined || others.length === 0) {
    await repository.ensureCommit(head)
    return fullChanges(context, head, 'GitHub has no merge commit of this pull request')
  }
  await repository.ensureCommit(into)
  return twoCommits(context, repository, into, sha, 'of this pull request')
}

/** The parents of a commit; none where it cannot be fetched, as after the pull request was closed. */
async function mergeParents(repository: Repository, commit: string): Promise<readonly string[]> {
  try {
    await repository.ensureCommit(commit)
  } catch {
    return []
  }
  return repository.parents(commit)
}

/** A plan for a branch or tag that is not followed: what the push changed. */
async function pushChanges(
  context: ChangesContext,
  repository: Repository,
  before: string | undefined
): Promise<Changes> {
  await repository.ensureCommit(context.job.sha)
  const tip = await repository.peel(context.job.sha)
  if (before === undefined) return fullChanges(context, tip, 'the push names no commit before it')
  try {
    await repository.ensureCommit(before)
  } catch {
    return fullChanges(context, tip, `the commit before the push, ${shortId(before)}, cannot be fetched`)
  }
  return twoCommits(context, repository, before, tip, 'of this push')
}

async function twoCommits(
  context: ChangesContext,
  repository: Repository,
  start: string,
  tip: string,
  what: string
): Promise<Changes> {
  const changes = await changesOf(context, repository, { start, tip, edges: [[tip, start]] })
  return { ...changes, reason: `Changes ${what}.` }
}

/** The inputs of this run are those of its own commit. */
async function checkWorkflow(repository: Repository, branch: string, own: string, tip: string): Promise<void> {
  if (own === tip) return
  await repository.ensureCommit(own)
  const changed = await repository.difference(own, tip, isWorkflow)
  if (changed.size > 0) throw workflowChanged(branch, tip)
}

function isWorkflow(path: string): boolean {
  return path.startsWith('.github/workflows/') || path.startsWith('.github/actions/')
}

function nothing(tip: string, reason: string): Changes {
  const selected = { files: [], skipped: [], total: 0, otherCase: [] }
  return { kind: 'nothing', reason, base: '', tip, selected, changed: [], removed: [], diagnostics: [] }
}
