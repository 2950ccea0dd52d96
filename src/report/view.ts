import type { Changes } from '../changes/changes.ts'
import { ActionError, count, format, listed, type Diagnostic, type ErrorKind } from '../errors.ts'
import type { Inputs } from '../inputs.ts'
import type { Mode } from '../mode.ts'
import type { ManualEdit } from '../sync/comparison.ts'
import type { Outcome, RunbookOutcome } from '../sync/outcome.ts'

/** Everything that is known about a run at its end. Log, annotations, summary and JSON report are views of it. */
export interface View {
  readonly mode: Mode | undefined
  readonly removed: Inputs['removed']
  /** `owner/name`; empty where the environment does not say. */
  readonly repository: string
  readonly serverUrl: string
  readonly range: Pick<Changes, 'kind' | 'base' | 'tip' | 'reason'> | undefined
  /** Number of runbooks that the patterns select. */
  readonly selected: number
  /** One for each runbook of the run, and one for each orphaned entry. */
  readonly outcomes: readonly RunbookOutcome[]
  readonly diagnostics: readonly Diagnostic[]
  readonly edits: readonly ManualEdit[]
  /** What ended the run early. */
  readonly failure: ActionError | undefined
}

/** The outcomes in the order in which people need them, each with its icon and meaning. */
export const LEGEND: Readonly<Record<Outcome, readonly [icon: string, meaning: string]>> = {
  failed: ['❌', 'the service did not accept it'],
  refused: ['⛔', 'not sent, see the reason'],
  pending: ['⏳', 'not sent, the run ended before'],
  upserted: ['✅', 'sent and accepted'],
  planned: ['📤', 'a sync would send it'],
  retired: ['📕', 'the entry now says that its runbook is gone'],
  orphaned: ['🍂', 'the entry has no runbook'],
  unchanged: ['', 'the entry has this text'],
  skipped: ['', 'no runbook']
}
const OUTCOMES = Object.keys(LEGEND) as Outcome[]

/** How often each outcome occurs, in their order. */
export function totalsOf({ outcomes }: Pick<View, 'outcomes'>): Readonly<Record<Outcome, number>> {
  const totals = Object.fromEntries(OUTCOMES.map((outcome) => [outcome, 0])) as Record<Outcome, number>
  for (const { outcome } of outcomes) totals[outcome]++
  return totals
}

/** The outcomes that occur, with their numbers. */
export function occurring(view: Pick<View, 'outcomes'>): (readonly [Outcome, number])[] {
  const totals = totalsOf(view)
  return OUTCOMES.map((outcome) => [outcome, totals[outcome]] as const).filter(([, total]) => total > 0)
}

/** `3 failed, 1 upserted`; empty without outcomes. */
export function countsOf(view: Pick<View, 'outcomes'>): string {
  return occurring(view)
    .map(([outcome, total]) => `${format(total)} ${outcome}`)
    .join(', ')
}

/** In the order of the outcomes, then of the paths. */
export function sorted(outcomes: readonly RunbookOutcome[]): RunbookOutcome[] {
  const rank = ({ outcome }: RunbookOutcome): number => OUTCOMES.indexOf(outcome)
  return [...outcomes].sort((a, b) => rank(a) - rank(b) || (a.path < b.path ? -1 : 1))
}

/** Why the run is red: what ended it, or what was not delivered; undefined for a green run. */
export function verdictOf(view: View): ActionError | undefined {
  const { failure, mode } = view
  const missing = undelivered(view)
  const [first] = missing
  if (first === undefined) return failure
  const list = `${countUndelivered(view)}: ${listed(missing.map(({ path }) => path))}.`
  if (failure !== undefined) {
    const isRefused = missing.some(({ outcome }) => outcome === 'refused')
    const more = isRefused ? ' Correct what was refused, too; the annotations say how.' : ''
    return new ActionError(failure.kind, `${failure.message} ${list}`, failure.hint + more, { cause: failure })
  }
  // Of several causes, the first one.
  const { path, reason, hint = '' } = first
  const hasOneCause = missing.every((other) => other.reason === reason && other.hint === first.hint)
  const cause = hasOneCause ? reason : `${path}: ${reason}`
  const rest = hasOneCause ? '' : ` For ${count(missing.length - 1, 'other')}, see the table in the job summary.`
  const isRetried = missing.some(({ outcome }) => outcome !== 'refused')
  const again = isRetried ? ' The next run of this job or of a push delivers what is missing.' : ''
  const next = mode === 'plan' ? ' Otherwise the sync after the merge fails.' : again
  return new ActionError('incomplete', `${list} ${cause}`.trimEnd(), `${hint}${rest}${next}`.trimStart())
}

/** Runbooks of the branch that are not in the knowledge base as they should be. */
function undelivered({ outcomes }: View): RunbookOutcome[] {
  return outcomes.filter(({ outcome }) => outcome === 'failed' || outcome === 'refused' || outcome === 'pending')
}

function countUndelivered(view: View): string {
  const { length } = undelivered(view)
  const verb = view.mode === 'plan' ? 'would not be' : length === 1 ? 'was not' : 'were not'
  return `${count(length, 'runbook')} ${verb} delivered`
}

const FAILURES: Partial<Readonly<Record<ErrorKind, string>>> = {
  input: 'an input cannot be used',
  git: 'the checkout cannot be read',
  github: 'GitHub does not answer',
  'branch-moved': 'the branch moved',
  unreachable: 'the service cannot be reached'
}

/** What happened in a few words: the heading of the summary and, for a green run, the last line of the log. */
export function headlineOf(view: View): string {
  const { failure, mode } = view
  const { upserted, retired, planned, unchanged } = totalsOf(view)
  if (failure?.kind === 'token-rejected') return 'the token was rejected'
  if (failure?.kind === 'cancelled') return 'the job was cancelled'
  if (undelivered(view).length > 0) return countUndelivered(view)
  if (failure !== undefined) return FAILURES[failure.kind] ?? 'the run failed'
  if (mode === 'check') return 'the token is valid'
  if (mode === 'plan') return `a plan: ${count(planned, 'runbook')} to send, nothing written`
  const written: string[] = []
  if (upserted > 0) written.push(`${count(upserted, 'runbook')} delivered`)
  if (retired > 0) written.push(`${format(retired)} retired`)
  if (written.length > 0) return written.join(', ')
  return unchanged > 0 ? 'everything was already there' : 'nothing to deliver'
}
