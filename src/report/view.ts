import type { Range } from '../changes/changes.ts'
import { Failure } from '../failures.ts'
import type { Inputs } from '../inputs.ts'
import type { Notice } from '../notices.ts'
import type { Outcome, RunbookOutcome } from '../sync/outcome.ts'

/** Everything that is known about a run when it ends: what the summary, the annotations and the JSON report are made of. */
export interface View {
  readonly mode: 'sync' | 'plan' | 'check' | undefined
  readonly removed: Inputs['removed']
  /** `owner/name`; empty where the environment does not say. */
  readonly repository: string
  readonly serverUrl: string
  readonly range: Range | undefined
  /** One for each runbook, and one for each entry that a runbook left behind. */
  readonly outcomes: readonly RunbookOutcome[]
  readonly notices: readonly Notice[]
  /** What ended the run early. */
  readonly failure: Failure | undefined
}

export type Totals = Readonly<Record<Outcome, number>>

/** The order in which outcomes are told: what needs a person first. */
export const OUTCOMES: readonly Outcome[] = [
  'failed',
  'refused',
  'pending',
  'upserted',
  'planned',
  'retired',
  'removed',
  'unchanged',
  'excluded'
]

export function totalsOf(outcomes: readonly RunbookOutcome[]): Totals {
  const totals = Object.fromEntries(OUTCOMES.map((outcome) => [outcome, 0])) as Record<Outcome, number>
  for (const { outcome } of outcomes) totals[outcome]++
  return totals
}

/** The outcomes that keep the job red: a runbook of the branch is not in the knowledge base. */
export function isUndelivered({ outcome }: RunbookOutcome): boolean {
  return outcome === 'failed' || outcome === 'refused' || outcome === 'pending'
}

/** What failed as a whole, if anything did: what ended the run, or the runbooks that did not arrive. */
export function verdictOf(view: View): Failure | undefined {
  const totals = totalsOf(view.outcomes)
  const { failed, refused, pending } = totals
  const undelivered = failed + refused + pending
  if (view.failure !== undefined) {
    const { kind, message, remedy } = view.failure
    if (undelivered === 0) return view.failure
    const todo = [remedy]
    if (refused > 0) todo.push('Mend what was refused, as the annotations and the summary say.')
    // What these say is to run it again.
    if (kind !== 'cancelled' && kind !== 'out-of-time') todo.push(...catchesUp(totals))
    return new Failure(kind, `${message} ${notDelivered(view, undelivered)}`, todo.join(' '), { cause: view.failure })
  }
  if (undelivered === 0) return undefined
  const parts = [
    failed > 0 && `${grouped(failed)} failed`,
    refused > 0 && `${grouped(refused)} refused`,
    pending > 0 && `${grouped(pending)} pending`
  ].filter((part) => part !== false)
  return new Failure('incomplete', notDelivered(view, undelivered, ` (${parts.join(', ')})`), remedyFor(view))
}

function remedyFor({ mode, outcomes }: View): string {
  if (mode === 'plan') return 'Mend them before the merge; the annotations and the summary say how.'
  const totals = totalsOf(outcomes)
  const todo = ['The annotations and the summary say how to mend them.']
  if (totals.refused > 0) {
    todo.push('Until those that were refused are, this job stays red; nothing else waits for them.')
  }
  return [...todo, ...catchesUp(totals)].join(' ')
}

/** What a person who mended the cause still has to do; nothing where all that is missing has to be mended itself. */
export function catchesUp({ refused, failed, pending }: Totals): string[] {
  if (failed + pending === 0) return []
  const missing = refused > 0 ? 'whatever else is missing' : 'whatever is missing'
  return [`The next run delivers ${missing}: run this job again, or just push.`]
}

function notDelivered({ mode, outcomes }: View, count: number, kinds = ''): string {
  const paths = outcomes.filter(isUndelivered).map(({ path }) => path)
  const shown = paths.slice(0, 5).join(', ')
  const more = paths.length > 5 ? ` and ${grouped(paths.length - 5)} more` : ''
  const verb = mode === 'plan' ? 'would not be' : count === 1 ? 'was not' : 'were not'
  return `${countOf(count, 'runbook')} ${verb} delivered${kinds}: ${shown}${more}.`
}

export function countOf(count: number, thing: string): string {
  return `${grouped(count)} ${thing}${count === 1 ? '' : 's'}`
}

/** A count as it is read, `12,345`. Asking `Intl` for it would load its data, which takes longer than all of a report. */
export function grouped(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ',')
}
