import type { Changes } from '../changes/changes.ts'
import { ActionError, type Diagnostic, type ErrorKind } from '../errors.ts'
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

export type Totals = Readonly<Record<Outcome, number>>

/** In the order in which people need them. */
export const OUTCOMES: readonly Outcome[] = [
  'failed',
  'refused',
  'pending',
  'upserted',
  'planned',
  'retired',
  'orphaned',
  'unchanged',
  'skipped'
]

export function totalsOf({ outcomes }: Pick<View, 'outcomes'>): Totals {
  const totals = Object.fromEntries(OUTCOMES.map((outcome) => [outcome, 0])) as Record<Outcome, number>
  for (const { outcome } of outcomes) totals[outcome]++
  return totals
}

/** `3 failed, 1 upserted`; empty without outcomes. */
export function countsOf(view: Pick<View, 'outcomes'>): string {
  const totals = totalsOf(view)
  return OUTCOMES.filter((outcome) => totals[outcome] > 0)
    .map((outcome) => `${format(totals[outcome])} ${outcome}`)
    .join(', ')
}

/** Runbooks of the branch that are not in the knowledge base as they should be. */
export function isUndelivered({ outcome }: RunbookOutcome): boolean {
  return outcome === 'failed' || outcome === 'refused' || outcome === 'pending'
}

/** Why the run is red: what ended it, or what was not delivered; undefined for a green run. */
export function verdictOf(view: View): ActionError | undefined {
  const { failure, mode } = view
  const { failed, refused, pending } = totalsOf(view)
  const missing = failed + refused + pending
  if (missing === 0) return failure
  const list = undeliveredList(view)
  if (failure !== undefined) {
    const hint = refused > 0 ? `${failure.hint} Correct what was refused, too; the annotations say how.` : failure.hint
    return new ActionError(failure.kind, `${failure.message} ${list}`, hint, { cause: failure })
  }
  const { reason, hint } = firstCause(view)
  const message = `${list} ${reason}`.trimEnd()
  if (mode === 'plan')
    return new ActionError('incomplete', message, `${hint} Otherwise the sync after the merge fails.`.trimStart())
  const again = failed + pending > 0 ? ' The next run of this job or of a push delivers what is missing.' : ''
  return new ActionError('incomplete', message, `${hint}${again}`.trimStart())
}

/** Why nothing of what is missing was delivered; if there are several reasons, the first one. */
function firstCause({ outcomes }: View): { reason: string; hint: string } {
  const [first, ...others] = outcomes.filter(isUndelivered)
  const { path = '', reason = '', hint = '' } = first ?? {}
  if (others.every((other) => other.reason === reason && other.hint === first?.hint)) return { reason, hint }
  const rest = `The summary says what to do for ${count(others.length, 'other')}.`
  return { reason: `${path}: ${reason}`, hint: `${hint} ${rest}`.trimStart() }
}

function undeliveredList({ mode, outcomes }: View): string {
  const paths = outcomes.filter(isUndelivered).map(({ path }) => path)
  const more = paths.length > 5 ? ` and ${format(paths.length - 5)} more` : ''
  const verb = mode === 'plan' ? 'would not be' : paths.length === 1 ? 'was not' : 'were not'
  return `${count(paths.length, 'runbook')} ${verb} delivered: ${paths.slice(0, 5).join(', ')}${more}.`
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
  const { upserted, retired, planned, unchanged, failed, refused, pending } = totalsOf(view)
  const missing = failed + refused + pending
  if (failure?.kind === 'token-rejected') return 'the token was rejected'
  if (failure?.kind === 'cancelled') return 'the job was cancelled'
  if (missing > 0) {
    const verb = mode === 'plan' ? 'would not be' : missing === 1 ? 'was not' : 'were not'
    return `${count(missing, 'runbook')} ${verb} delivered`
  }
  if (failure !== undefined) return FAILURES[failure.kind] ?? 'the run failed'
  if (mode === 'check') return 'the token is valid'
  if (mode === 'plan') return `a plan: ${count(planned, 'runbook')} to send, nothing written`
  if (upserted + retired > 0) {
    const parts = [
      upserted > 0 && `${count(upserted, 'runbook')} delivered`,
      retired > 0 && `${format(retired)} retired`
    ]
    return parts.filter((part) => part !== false).join(', ')
  }
  return unchanged > 0 ? 'everything was already there' : 'nothing to deliver'
}

export function count(number: number, thing: string): string {
  return `${format(number)} ${thing}${number === 1 ? '' : 's'}`
}

/** `12,345`. `toLocaleString` takes 15 ms at its first call, because it loads the locales. */
export function format(number: number): string {
  return String(number).replace(/\B(?=(?:\d{3})+$)/g, ',')
}
