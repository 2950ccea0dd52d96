import { invalidInput } from '../failures.ts'
import type { Answer, SuccessfulRun } from '../github/github.ts'
import type { Notice } from '../notices.ts'
import type { Source } from '../source/source.ts'
import { short, type Question } from './range.ts'

/** With what the head is compared, and why. */
export type Basis =
  | {
      readonly kind: 'changed'
      readonly base: string
      /** Commits that later runs may have delivered in part, before they failed. */
      readonly also: readonly string[]
      /** Which changes, in words that follow "everything". */
      readonly which: string
      /** Whether the base is what the last successful run delivered. */
      readonly sinceSuccess: boolean
      /** Whether a change of the workflow file, whose patterns may have changed, makes it a whole sync. */
      readonly workflowMatters: boolean
    }
  /** With nothing; `why` follows "everything, because". */
  | { readonly kind: 'whole'; readonly why: string }

export interface Found {
  readonly basis: Basis
  readonly notices: readonly Notice[]
}

/** More runs than these between the last success and ours, and a whole sync is the simpler answer. */
const MOST_UNFINISHED = 50

/** Finds what a question asks for, and makes the commits readable. */
export interface Findings {
  readonly source: Source
  /** What a proposal is compared with. */
  readonly proposed: string | undefined
  /** GitHub's answer; asked only where the question is about it. */
  readonly success: Answer<SuccessfulRun> | undefined
  /** The commit before this push, where there is one. */
  readonly before: string | undefined
  readonly scope: 'auto' | 'changed' | 'all'
}

/** @throws {Failure} of kind `input` for a `since` that cannot be read. */
export async function findBasis(question: Question, findings: Findings): Promise<Found> {
  const { source, proposed, success, before, scope } = findings
  switch (question.kind) {
    case 'whole':
    case 'nothing':
      return whole(question.why)
    case 'since':
      return changed(await commitOf(source, question.name), `since \`${inert(question.name)}\`, as the input says`)
    case 'proposal':
      return proposed === undefined
        ? whole(`the commits of ${question.what} cannot be compared`)
        : changed(proposed, `that ${question.what} would change`)
    case 'push':
      return sincePush(source, question.before)
    case 'last-success':
      switch (success?.kind) {
        case 'found':
          return sinceSuccess(source, success.value, before, scope)
        case 'none':
          return whole(`no earlier run of this workflow has succeeded on ${inert(question.branch)}`)
        case 'unknown':
        case undefined:
          return withoutGitHub(source, success?.why ?? 'nobody asked', before)
      }
  }
}

async function sinceSuccess(
  source: Source,
  { number, commit, since }: SuccessfulRun,
  before: string | undefined,
  scope: Findings['scope']
): Promise<Found> {
  const unfinished = [...new Set(since)].filter((other) => other !== commit)
  if (unfinished.length > MOST_UNFINISHED) {
    return whole(`more than ${MOST_UNFINISHED} runs have not succeeded since run ${number}`)
  }
  const also = unfinished.length === 0 ? '' : `, and whatever ${runs(unfinished.length)} may have left half done`
  const basis = {
    kind: 'changed',
    base: commit,
    which: `since run ${number}, the last successful one${also}`,
    sinceSuccess: true,
    workflowMatters: scope !== 'changed'
  } as const
  // Text that no run of its own delivered, such as that of a push with `[skip ci]`, may have gone out with another's.
  if (before !== undefined && before !== commit && (await source.has(commit, ...unfinished, before))) {
    return { basis: { ...basis, also: [...unfinished, before] }, notices: [] }
  }
  if (await source.has(commit, ...unfinished)) return { basis: { ...basis, also: unfinished }, notices: [] }
  return unreachable(source, commit, `run ${number}, the last successful one`)
}

async function sincePush(source: Source, before: string | undefined): Promise<Found> {
  if (before === undefined) return whole('the push names no commit before it, as the first one of a branch or tag does')
  if (!(await source.has(before))) return unreachable(source, before, 'the commit before this push')
  return changed(before, 'since the commit before this push')
}

async function withoutGitHub(source: Source, why: string, before: string | undefined): Promise<Found> {
  const { basis, notices } = await sincePush(source, before)
  if (basis.kind === 'whole') return { basis, notices }
  const message =
    `GitHub does not say which run was the last successful one: ${why}. This run is about this push alone, and what ` +
    'an earlier run failed to deliver stays behind. Give the job `permissions: actions: read`.'
  return {
    basis: { ...basis, workflowMatters: true },
    notices: [...notices, { level: 'warning', message }]
  }
}

/** The branch was forced to another history and the old one is gone: never a reason to guess a base. */
function unreachable(source: Source, commit: string, what: string): Found {
  const why = `${what}, ${short(commit)}, cannot be read`
  const message = `Everything is delivered, because ${why} (${source.problem}). A force push leaves such commits behind.`
  return { basis: { kind: 'whole', why }, notices: [{ level: 'warning', message }] }
}

async function commitOf(source: Source, name: string): Promise<string> {
  // A full id may have to be fetched; only then is it looked up, which in a partial clone would fetch all of its history.
  const readable = !/^[0-9a-f]{40,}$/.test(name) || (await source.has(name))
  const commit = readable ? await source.resolve(name) : undefined
  if (commit !== undefined) return commit
  throw invalidInput(
    'since',
    `is \`${inert(name)}\`, which is no commit that the checkout has or can fetch.`,
    'Give the full id of a commit of this repository; a short id, a branch or a tag must be in the checkout ' +
      '(`fetch-depth: 0` of actions/checkout).'
  )
}

function changed(base: string, which: string): Found {
  return { basis: { kind: 'changed', base, also: [], which, sinceSuccess: false, workflowMatters: false }, notices: [] }
}

function whole(why: string): Found {
  return { basis: { kind: 'whole', why }, notices: [] }
}

function runs(count: number): string {
  return count === 1 ? 'one other run' : `${count} other runs`
}

/** A name of a commit or branch as it may stand in a sentence. */
function inert(name: string): string {
  const printable = name.replace(/[^\x20-\x7e]/g, '?').replaceAll('`', "'")
  return printable.length > 80 ? `${printable.slice(0, 80)}…` : printable
}
