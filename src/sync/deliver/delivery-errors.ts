import { ActionError } from '../../errors.ts'
import { count, listed, NEW_RUN } from '../../wording.ts'

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
export function lateError(name: string, within: number): ActionError {
  return new ActionError(
    'entry-rejected',
    `The service accepted “${name}”, but after ${Math.round(within / 1000)} s its list does not show it.`,
    'Look at the entry in the assistant. If the list needs longer than that to show what is stored, raise `confirm-within`.'
  )
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
export function copiesError(name: string): ActionError {
  return new ActionError(
    'copies',
    `The service made a second entry “${name}” instead of updating the first.`,
    'Remove the copy in the assistant, and ask the people who run the service how an upsert finds the entry to update. ' +
      'Nothing more was sent.'
  )
}

/** The first sends were late, one after the other. */
export function noneShownError(late: readonly ActionError[]): ActionError {
  return new ActionError(
    'entry-rejected',
    `${late.length} entries were sent, and the list has shown none of them. ${late.at(-1)?.message ?? ''}`,
    `${late.at(-1)?.hint ?? ''} Nothing more was sent.`
  )
}

export function rejectedError(errors: readonly ActionError[]): ActionError {
  const groups = [...Map.groupBy(errors, ({ message }) => message)]
  const said = groups.map(([message, { length }]) => (groups.length === 1 ? message : `${message} (${length} times)`))
  const [first] = errors
  return new ActionError(
    first?.kind ?? 'entry-rejected',
    `The service has accepted none of ${count(errors.length, 'entry', 'entries')} that were sent. ${listed(said, 3)}`,
    first?.hint ?? ''
  )
}

/** Nothing was stored or shown for ten minutes, and nothing is waited for. */
export function standstillError(): ActionError {
  return new ActionError(
    'out-of-time',
    'The service has stored nothing for ten minutes.',
    `When the assistant works again, start ${NEW_RUN}.`
  )
}
