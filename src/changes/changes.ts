import { quoted, type Diagnostic } from '../errors.ts'
import { shortId, shortRef } from '../event.ts'
import { DiskFiles, Repository } from '../git/git.ts'
import type { CommitRange, FileList, FileVersions, Matcher, Source, SourceFile } from '../git/git.ts'
import type { Mode } from '../mode.ts'
import { depthOf, findStart, type Start, type StartContext } from './start.ts'
import { findTip, moved } from './tip.ts'

export { compilePatterns, exclusionOf } from './patterns.ts'
export { moved } from './tip.ts'

export interface ChangesContext extends StartContext {
  readonly mode: Mode
  readonly files: Source
  readonly followed: FollowedBranch | undefined
  /** Selects the runbooks. */
  readonly matches: Matcher
  readonly diagnose: (diagnostic: Diagnostic) => void
}

/** The branch whose head a run delivers. */
interface FollowedBranch {
  readonly name: string
  readonly start: Start
}

/** The same, for files in Git. */
interface RepositoryContext extends ChangesContext {
  readonly files: Repository
}

/** A selected file that differs somewhere in the range; in a full sync, any selected file. */
export type ChangedFile = SourceFile & FileVersions

/** A file of the range that the tip lacks. */
export type RemovedFile = Omit<ChangedFile, 'id'>

/** The texts that a file had in the range. */
export function textsOf({ path, versions }: RemovedFile): SourceFile[] {
  return Array.from(versions, (id) => ({ path, id }))
}

const NO_VERSIONS: FileVersions = { before: undefined, versions: new Set() }

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
}

/** The branch that the run follows: the one of the job, for a sync and for a plan on the default branch. */
export async function findFollowedBranch(
  context: StartContext & Pick<ChangesContext, 'mode'>
): Promise<FollowedBranch | undefined> {
  const { trigger, branch: name, defaultBranch } = context.job
  if (name === undefined || trigger.kind === 'untrusted' || (trigger.kind === 'push' && trigger.deleted))
    return undefined
  if (context.mode === 'plan' && name !== defaultBranch) return undefined
  return { name, start: await findStart(context, name) }
}

/**
 * The runbooks that a run is about. Everything in the knowledge base was written from a commit between the start of the
 * range and the tip, so a file that no edge between them touches has one text in all of them and need not be sent. Where
 * the start is not known, the answer is a full sync. See docs/decisions.md.
 *
 * @throws {ActionError} where the tip is not known.
 */
export async function findChanges(context: ChangesContext): Promise<Changes> {
  const { job, inputs, mode, files, followed } = context
  const { trigger, branch } = job
  if (trigger.kind === 'push' && trigger.deleted) return nothing(job.sha, `${shortRef(job.ref)} was deleted.`)
  if (files instanceof DiskFiles) {
    if (followed !== undefined && mode === 'sync') await requireCheckedOut(context, followed.name)
    return fullChanges(context, '', 'the files come from the disk')
  }
  const inGit = { ...context, files }
  if (trigger.kind === 'pull-request') return pullRequestChanges(inGit, trigger.head)
  if (trigger.kind === 'merge-group') return twoCommits(inGit, trigger.base, trigger.head, 'in this merge group')
  if (followed !== undefined) return branchChanges(inGit, followed)
  await files.ensureCommit(job.sha)
  const tip = await files.peel(job.sha)
  if (mode === 'plan' && trigger.kind === 'push' && inputs.scope !== 'all') {
    return pushChanges(inGit, trigger.before, tip)
  }
  if (branch === undefined) return fullChanges(context, tip, 'a tag has no earlier runs')
  if (trigger.kind === 'push') return fullChanges(context, tip, 'the input `scope` is `all`')
  return fullChanges(context, tip, `the event ${trigger.name} names no commits`)
}

/**
 * What moved on the branch after `delivered` was written; undefined where nothing did.
 *
 * @throws {ActionError} of kind `branch-moved` where the branch is not at `delivered` or a descendant of it.
 */
export async function findNextChanges(context: ChangesContext, delivered: string): Promise<Changes | undefined> {
  const { files, followed } = context
  if (followed === undefined) return undefined
  const branch = followed.name
  if (files instanceof DiskFiles) {
    await requireCheckedOut(context, branch)
    return undefined
  }
  const tip = await findTip(context, branch, delivered)
  if (tip === delivered) return undefined
  const why = 'that moved on the branch while this run delivered'
  const changes = await rangeChanges({ ...context, files }, tip, [delivered], why)
  await checkWorkflow(files, branch, delivered, tip)
  return changes
}

async function branchChanges(context: RepositoryContext, { name: branch, start }: FollowedBranch): Promise<Changes> {
  const { job, mode, files, diagnose } = context
  // After the runs were listed: a run that began since then is missing there, and its commit is part of the tip.
  const newest = start.kind === 'range' ? start.commits.at(-1) : undefined
  const tip = mode === 'sync' ? await findTip(context, branch, job.sha, newest) : job.sha
  const changes =
    start.kind === 'full'
      ? await fullChanges(context, tip, start.why)
      : await rangeChanges(context, tip, start.commits, start.why, start.full)
  // Only now are both commits here.
  await checkWorkflow(files, branch, job.sha, tip)
  if (start.kind === 'full' && start.warning !== undefined) diagnose({ level: 'warning', message: start.warning })
  return changes
}

/** What the merge would change: the difference between GitHub's merge commit and its first parent. */
async function pullRequestChanges(context: RepositoryContext, head: string): Promise<Changes> {
  const { files, job } = context
  // The merge commit cannot be fetched after the pull request was closed.
  const [into, ...others] = (await files.hasCommit(job.sha)) ? await files.parents(job.sha) : []
  if (into === undefined || others.length === 0) {
    return fullChanges(context, head, 'GitHub has no merge commit of this pull request')
  }
  return twoCommits(context, into, job.sha, 'in this pull request')
}

/** A plan for a branch or tag that is not followed: what the push changed. */
async function pushChanges(context: RepositoryContext, before: string | undefined, tip: string): Promise<Changes> {
  if (before === undefined) return fullChanges(context, tip, 'the push names no commit before it')
  if (await context.files.hasCommit(before)) return twoCommits(context, before, tip, 'in this push')
  return fullChanges(context, tip, `the commit before the push, ${shortId(before)}, cannot be fetched`)
}

/**
 * @param commits that the range must contain, probably the oldest first.
 * @param full why everything is sent, not only the changes.
 */
async function rangeChanges(
  context: RepositoryContext,
  tip: string,
  commits: readonly string[],
  why: string,
  full?: string
): Promise<Changes> {
  const range = await context.files.range(tip, commits, (commit) => depthOf(context.github, commit, tip))
  if (range.kind === 'unknown') return fullChanges(context, tip, range.why)
  return changesOf(context, range, why, full)
}

async function twoCommits(context: RepositoryContext, start: string, tip: string, what: string): Promise<Changes> {
  await context.files.ensureCommit(start)
  await context.files.ensureCommit(tip)
  return changesOf(context, { start, tip, edges: [[tip, start]] }, what)
}

/** @param why completes "Changes …". */
async function changesOf(
  { files, matches, mode }: RepositoryContext,
  { start, tip, edges }: CommitRange,
  why: string,
  full?: string
): Promise<Changes> {
  const versions = await files.versions(tip, edges, (path) => matches(path) || isWorkflow(path))
  const selected = await files.list(tip, matches)
  const workflow = [...versions.keys()].find(isWorkflow)
  const whyFull = full ?? (workflow && `${quoted(workflow, 80)} changed ${why}`)
  const changed: ChangedFile[] = []
  for (const file of selected.files) {
    const known = versions.get(file.path)
    versions.delete(file.path)
    if (known !== undefined || whyFull !== undefined) changed.push({ ...file, ...(known ?? NO_VERSIONS) })
  }
  const removed = [...versions].filter(([path]) => matches(path)).map(([path, known]) => ({ path, ...known }))
  const found = { tip, selected, changed, removed }
  if (whyFull !== undefined) return { ...found, kind: 'full', base: '', reason: `${fullSync(mode)}: ${whyFull}.` }
  const reason = `${start === tip ? 'Nothing changed' : 'Changes'} ${why}.`
  return { ...found, kind: 'range', base: start, reason }
}

async function fullChanges({ files, matches, mode }: ChangesContext, tip: string, why: string): Promise<Changes> {
  if (files instanceof Repository) await files.ensureCommit(tip)
  const selected = await files.list(tip, matches)
  const changed = selected.files.map((file) => ({ ...file, ...NO_VERSIONS }))
  return { kind: 'full', reason: `${fullSync(mode)}: ${why}.`, base: '', tip, selected, changed, removed: [] }
}

function fullSync(mode: Mode): string {
  return mode === 'plan' ? 'Plan of a full sync' : 'Full sync'
}

function nothing(tip: string, reason: string): Changes {
  const selected = { files: [], skipped: [], total: 0, otherCase: [] }
  return { kind: 'nothing', reason, base: '', tip, selected, changed: [], removed: [] }
}

/** Files on the disk are those of the commit of this run; a branch that moved on has other texts. */
async function requireCheckedOut(context: ChangesContext, branch: string): Promise<void> {
  const { sha } = context.job
  const tip = await findTip(context, branch, sha)
  if (tip !== sha) throw moved(branch, `moved to ${shortId(tip)}, which is not checked out`)
}

/** The inputs of this run are those of its own commit. */
async function checkWorkflow(files: Repository, branch: string, own: string, tip: string): Promise<void> {
  if (own === tip) return
  await files.ensureCommit(own)
  const changed = await files.versions(tip, [[tip, own]], isWorkflow)
  if (changed.size === 0) return
  throw moved(branch, `moved to ${shortId(tip)}, which changes ${quoted([...changed.keys()][0] ?? '', 80)}`)
}

function isWorkflow(path: string): boolean {
  return /^\.github\/(?:workflows|actions)\/|(?:^|\/)action\.ya?ml$/.test(path)
}
