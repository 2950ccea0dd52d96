import { ActionError } from '../../errors.ts'
import { count, listed, NEW_RUN } from '../../wording.ts'
import { isUnreadable, type Row, type Rows } from '../read/rows.ts'
import type { Sent } from './sent.ts'

// What is said of entries that were sent, and are not there.

/** The list shows a text that somebody has changed, and has never shown what was sent. */
export function overtakenError(name: string): ActionError {
  return new ActionError(
    'entry-rejected',
    `The list shows another text of “${name}” than was sent: somebody edited it within seconds, or this service changes texts.`,
    'Look at the entry in the assistant. The next run treats what it shows as an edit.'
  )
}

/** The list has not shown in time what the service accepted. @param within milliseconds. */
export function lateError(sent: Sent, rows: Rows, within: number): ActionError {
  const seconds = Math.round(within / 1000)
  return new ActionError(
    'entry-rejected',
    `The service accepted “${sent.name}”, but after ${seconds} s its list ${insteadOf(rows.of(sent.name), sent)}.`,
    'Look at the entry in the assistant. If the list needs longer than that to show what is stored, raise `confirm-within`.'
  )
}

function insteadOf([row]: readonly Row[], { shipment }: Sent): string {
  if (row === undefined) return 'has no such entry'
  if (row.by === 'unknown' || isUnreadable(row)) return 'shows no text of it'
  const before = shipment.is === 'planned' ? shipment.rows : shipment.targets
  if (before.some(({ digest }) => digest === row.digest)) return 'still shows the text before'
  return row.by === 'run' ? 'shows another text that a run has sent' : 'shows a text that somebody wrote'
}

/** An entry that a look has shown is not new when it is missing later: it may hold an edit. */
export function missingError(name: string): ActionError {
  return new ActionError(
    'entry-rejected',
    `The list has shown “${name}” earlier in this run, and does not any more, so it was not sent.`,
    `Start ${NEW_RUN}.`
  )
}

/** More of them would make more copies, which no API deletes. */
export function copiesError([first, ...more]: readonly Sent[]): ActionError | undefined {
  if (first === undefined) return undefined
  const others = more.length === 0 ? '' : `, and of ${more.length} others,`
  return new ActionError(
    'copies',
    `The service made a second entry “${first.name}”${others} instead of updating the first.`,
    'Remove the copy in the assistant, and ask the people who run the service how an upsert finds the entry to update. ' +
      'Nothing more was sent.'
  )
}

/** The first sends have failed, one after the other. */
export function noneShownError(sent: readonly Sent[]): ActionError {
  const last = errorsOf(sent).at(-1)
  return new ActionError(
    last?.kind ?? 'entry-rejected',
    `${sent.length} entries were sent, and the list has shown none of them. ${last?.message ?? ''}`.trim(),
    `${last?.hint ?? ''} Nothing more was sent.`.trim()
  )
}

/** Nothing that was sent was accepted. */
export function rejectedError(sent: readonly Sent[]): ActionError {
  const groups = [...Map.groupBy(errorsOf(sent), ({ message }) => message)]
  const said = groups.map(([message, { length }]) => (groups.length === 1 ? message : `${message} (${length} times)`))
  const [first] = errorsOf(sent)
  return new ActionError(
    first?.kind ?? 'entry-rejected',
    `The service has accepted none of ${count(sent.length, 'entry', 'entries')} that were sent. ${listed(said, 3)}`,
    first?.hint ?? ''
  )
}

function errorsOf(sent: readonly Sent[]): ActionError[] {
  return sent.flatMap(({ state }) => (state.is === 'failed' ? [state.error] : []))
}

/** Nothing was stored or shown for ten minutes, and nothing is waited for. */
export function standstillError(): ActionError {
  return new ActionError(
    'out-of-time',
    'The service has stored nothing for ten minutes.',
    `When the assistant works again, start ${NEW_RUN}.`
  )
}
