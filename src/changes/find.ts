import { invalidInput } from '../failures.ts'
import type { GitHub } from '../github/github.ts'
import type { Job } from '../github/job.ts'
import type { Inputs } from '../inputs.ts'
import type { Choose, Source } from '../source/source.ts'
import { findBasis, type Found } from './basis.ts'
import type { Changes } from './changes.ts'
import { byPath, compareWith } from './compare.ts'
import { findHead } from './head.ts'
import { followedBranch, questionOf, short } from './range.ts'

/** What it takes to find the changes. */
export interface Search {
  readonly job: Job
  readonly inputs: Pick<Inputs, 'scope' | 'since' | 'shard'>
  readonly mode: 'sync' | 'plan'
  readonly source: Source
  readonly github: GitHub
  readonly choose: Choose
}

/**
 * Which runbooks this run concerns: the commits of the range, the files that the patterns select at its head, and how
 * those differ from its base.
 *
 * @throws {Failure} of kind `input` for a `since` that cannot be read, of kind `source` where not even the commit of the
 *   job can.
 */
export async function findChanges(search: Search): Promise<Changes> {
  const { job, inputs, mode, source, github } = search
  const branch = followedBranch(job, mode)
  const question = questionOf(job, inputs, branch, mode)
  if (question.kind === 'nothing') return nothing(job.sha, `Nothing to do: ${question.why}.`)
  if (source.kind === 'disk') return everythingOnDisk(search)

  const before = job.trigger.kind === 'push' ? job.trigger.before : undefined
  // The two questions to GitHub wait neither for each other nor for the commits that they will most likely name.
  const [head, success] = await Promise.all([
    findHead(search, question, branch),
    question.kind === 'last-success' ? github.lastSuccessfulPush(question.branch) : undefined,
    question.kind === 'last-success' && before !== undefined ? source.has(job.sha, before) : undefined
  ])
  const { commit, base: proposed } = head
  const finding = findBasis(question, { source, proposed, success, before, scope: inputs.scope })
  const { notices, ...changes } = await changesOf(search, commit, finding)
  return { ...changes, notices: [...head.notices, ...notices] }
}

/**
 * What moved on the branch while a run delivered `from`, its former head; for another round. The patterns are those of
 * this run: where the workflow file changed too, the push that changed it has a run of its own. Kind `nothing` where the
 * new head cannot be read.
 */
export async function findMoved(search: Search, from: string, to: string): Promise<Changes> {
  const { source } = search
  if (!(await source.has(to))) {
    const message =
      `The branch has moved on to ${short(to)}, which cannot be fetched (${source.problem}). ` +
      'The run that its push starts delivers it.'
    return { ...nothing(from, message), notices: [{ level: 'warning', message }] }
  }
  const which = 'that moved on the branch while this run delivered'
  const basis = { kind: 'changed', base: from, also: [], which, sinceSuccess: false, workflowMatters: false } as const
  return changesOf(search, to, Promise.resolve({ basis, notices: [] }))
}

/** The base may have to be fetched; meanwhile the head is listed. */
async function changesOf(search: Search, head: string, finding: Promise<Found>): Promise<Changes> {
  const { source, choose } = search
  const [{ files: selected, skipped, looked }, found] = await Promise.all([
    source.list(head, choose),
    comparing(search, head, finding)
  ])
  const all = { selected, skipped, looked, notices: found.notices }
  if (found.kind === 'whole') {
    const range = { kind: 'whole', head, reason: `Everything: ${found.why}.` } as const
    return { ...all, range, changed: selected, gone: [] }
  }

  const { base, also, which, sinceSuccess, compared } = found
  const { changed, gone } = compared
  if (compared.watchedChanged) {
    const why = `the workflow file ${search.job.workflowPath ?? ''} has changed ${which}, and perhaps its patterns`
    return {
      ...all,
      comparedWith: base,
      range: { kind: 'whole', head, reason: `Everything: ${why} (${short(base)} → ${short(head)}).` },
      changed: selected.map((file) => changed.get(file.path) ?? { ...file, before: file.id }),
      gone
    }
  }
  const extent = [base, ...also].every((commit) => commit === head)
    ? `Nothing ${which} (${short(head)}).`
    : `Everything ${which} (${short(base)} → ${short(head)}).`
  return {
    ...all,
    comparedWith: base,
    range: { kind: 'changed', base, sinceSuccess, head, reason: extent },
    changed: [...changed.values()].sort(byPath),
    gone
  }
}

async function comparing({ job, source, choose }: Search, head: string, finding: Promise<Found>) {
  const { basis, notices } = await finding
  if (basis.kind === 'whole') return { ...basis, notices }
  const { base, also, workflowMatters } = basis
  const watched = workflowMatters ? job.workflowPath : undefined
  return { ...basis, notices, compared: await compareWith(source, head, [base, ...also], choose, watched) }
}

/** Without commits there is nothing to compare with. */
async function everythingOnDisk({ inputs, source, choose }: Search): Promise<Changes> {
  if (inputs.since !== undefined || inputs.scope === 'changed') {
    throw invalidInput(
      inputs.since === undefined ? 'scope' : 'since',
      'needs a Git checkout, and there is none.',
      'Leave it out, or add a step with `uses: actions/checkout` before this one.'
    )
  }
  const { files, skipped, looked } = await source.list('', choose)
  const reason = 'Everything: the runbooks come from the disk, which knows no commits.'
  return {
    range: { kind: 'whole', head: '', reason },
    selected: files,
    changed: files,
    gone: [],
    skipped,
    looked,
    notices: []
  }
}

function nothing(head: string, reason: string): Changes {
  return {
    range: { kind: 'nothing', head, reason },
    selected: [],
    changed: [],
    gone: [],
    skipped: [],
    looked: 0,
    notices: []
  }
}
