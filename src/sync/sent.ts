import { ActionError } from '../errors.ts'
import { foldName } from '../normal-form.ts'
import { readText } from '../runbook/source-line.ts'
import { NEW_RUN, quoted } from '../wording.ts'
import { isRefused, type Decision, type Retire, type Send } from './decide.ts'
import type { Look } from './look.ts'
import { isCurrent, type Row } from './rows.ts'

/** What can be sent: a runbook, or the note that one is gone. */
export type Shipment = Send | Retire

/** What a run remembers of an entry that it has sent. */
export interface Sent {
  /** Its rows are what the list showed before, which is no answer. */
  readonly shipment: Shipment
  readonly name: string
  readonly path: string
  readonly digest: string
  /** Bytes of its text. */
  readonly size: number
  readonly state:
    /** `since`: when the service accepted it, in milliseconds of `performance.now()`. */
    | { readonly is: 'waiting'; readonly since: number }
    | { readonly is: 'shown' }
    | { readonly is: 'failed'; readonly error: ActionError }
    /** The list shows the line that was sent over another text. */
    | { readonly is: 'altered'; readonly error: ActionError }
}

/** Of more than so many sends, the first one goes alone. */
const FEW = 3
/** Entries that go alone, one after the other, before the run ends. */
const MAX_ALONE = 3

/** What a run has sent, by name. It is all that a run remembers from one look to the next. */
export class SentEntries {
  readonly #byName = new Map<string, Sent>()

  get all(): readonly Sent[] {
    return [...this.#byName.values()]
  }

  of(name: string): Sent | undefined {
    return this.#byName.get(foldName(name))
  }

  set(sent: Sent): void {
    this.#byName.set(foldName(sent.name), sent)
  }

  forget(name: string): void {
    this.#byName.delete(foldName(name))
  }

  get isWaiting(): boolean {
    return this.all.some(({ state }) => state.is === 'waiting')
  }
}

/** Tells whether the list shows what was sent. */
export function isShown(sent: Sent, { rows }: Look): boolean {
  return rows.of(sent.name).some((row) => rows.areWithoutTexts || isCurrent(row, sent))
}

/** The row that shows the line that was sent over a text that the list did not show before. */
export function alteredRow({ name, digest, shipment }: Sent, { rows }: Look): Row | undefined {
  const known = new Set(shipment.rows.map((row) => row.digest))
  // A text that nobody has edited is no other text: it may be what was sent from another path, before the branch moved.
  return rows.of(name).find((row) => row.state === 'edited' && row.line?.digest === digest && !known.has(row.digest))
}

/** @throws {ActionError} if an upsert has made another entry: more rows have exactly its name than before. */
export function requireNoCopies({ all }: SentEntries, { rows }: Look): void {
  const copied = all.filter(({ name, shipment }) => {
    const [before, now] = [shipment.rows, rows.of(name)].map((some) => some.filter((row) => row.name === name).length)
    return (now ?? 0) > Math.max(1, before ?? 0)
  })
  if (copied.length > 0) throw copiesError(copied)
}

/** The name of the entry. */
export function sentName(shipment: Shipment): string {
  return shipment.do === 'send' ? shipment.runbook.name : shipment.row.name
}

/** What is to be sent, but for what this run has sent already with this text and from this path. */
export function dueOf({ decisions }: Look, sent: SentEntries): readonly Shipment[] {
  const sends = decisions.filter((decision) => decision.do === 'send')
  if (sends.length === 0 && isQuiet(decisions, sent)) {
    const notes = decisions.filter((decision) => decision.do === 'retire')
    return notes.filter(({ row }) => sent.of(row.name)?.shipment.do !== 'retire')
  }
  return sends.filter(({ runbook: { name, digest, path } }) => {
    const known = sent.of(name)
    return known?.digest !== digest || known.path !== path
  })
}

/** True if nothing is refused, and nothing has failed: a note cannot be taken back, so it comes after everything else. */
function isQuiet(decisions: readonly Decision[], sent: SentEntries): boolean {
  return sent.all.every(({ state }) => state.is === 'shown') && !decisions.some(isRefused)
}

/**
 * What goes now. A service that makes copies would make one of each entry, and no API deletes: so, of many, one goes first, and
 * the others when the list has shown it, or its line over another text.
 *
 * @returns empty if what was sent is waited for.
 * @throws {ActionError} if three have been sent, and the list has shown none.
 */
export function nextOf(due: readonly Shipment[], sent: SentEntries): readonly Shipment[] {
  const { all } = sent
  const isProven = all.some(({ state }) => state.is === 'shown' || state.is === 'altered')
  if (isProven || (all.length === 0 && due.length <= FEW)) return due
  if (due.length === 0 || sent.isWaiting) return []
  if (all.length >= MAX_ALONE) throw noneShownError(all)
  // An update shows whether the service makes copies.
  const updates = due.filter((shipment) => shipment.do !== 'send' || shipment.rows.length > 0)
  return [...updates, ...due].slice(0, 1)
}

/** The list shows the line that was just sent over another text. @param text that was sent; undefined if it must not be shown. */
export function alteredError({ name }: Sent, { content }: Row, text: string | undefined): ActionError {
  const difference = text === undefined ? '' : ` ${firstDifference(text, readText(content).text)}`
  return new ActionError(
    'entry-rejected',
    `The list shows another text of “${name}” than was sent: somebody edited it meanwhile, or this service alters texts.${difference}`,
    'Look at the entry in the assistant. The next run treats what it shows as an edit.'
  )
}

function firstDifference(sent: string, shown: string): string {
  const [before, after] = [sent.split('\n'), shown.split('\n')]
  const longer = before.length > after.length ? before : after
  // A blank line at the end of one of them says nothing: the next one does.
  const at = longer.findIndex((_, nth) => (before[nth] ?? '') !== (after[nth] ?? ''))
  // Whole: it is cut where it is shown, after a token that a person has pasted was taken out.
  const [one, other] = [before[at], after[at]].map((each) => (each === undefined ? 'nothing' : quoted(each, Infinity)))
  return `Line ${at + 1} was ${one ?? ''}, and is ${other ?? ''}.`
}

/** The list has not shown in time what the service accepted. @param within milliseconds. */
export function lateError(sent: Sent, look: Look, within: number): ActionError {
  const seconds = Math.round(within / 1000)
  return new ActionError(
    'entry-rejected',
    `The service accepted “${sent.name}”, but after ${seconds} s its list ${insteadOf(look.rows.of(sent.name), sent)}.`,
    'Look at the entry in the assistant. If the list needs longer than that to show what is stored, raise `confirm-within`.'
  )
}

function insteadOf([row]: readonly Row[], { shipment }: Sent): string {
  if (row === undefined) return 'has no such entry'
  if (row.state === 'no text') return 'shows no text of it'
  if (shipment.rows.some(({ digest }) => digest === row.digest)) return 'still shows the text before'
  return row.state === 'ours' ? 'shows another text that a run has sent' : 'shows a text that somebody wrote'
}

/** More of them would make more copies, which no API deletes. */
function copiesError([first, ...more]: readonly Sent[]): ActionError {
  const others = more.length === 0 ? '' : ` (and so of ${more.length} more)`
  return new ActionError(
    'copies',
    `The service made a second entry “${first?.name ?? ''}”${others} instead of updating the first.`,
    'Remove the copy in the assistant, and ask the people who run the service how an upsert finds the entry to update. ' +
      'Nothing more was sent.'
  )
}

/** What was sent first has failed, one after the other. */
function noneShownError(sent: readonly Sent[]): ActionError {
  const failed = sent.flatMap(({ state }) => (state.is === 'failed' ? [state.error] : []))
  const last = failed.at(-1)
  return new ActionError(
    last?.kind ?? 'entry-rejected',
    `${sent.length} entries were sent, and the list has shown none of them. ${last?.message ?? ''}`.trim(),
    `${last?.hint ?? ''} Nothing more was sent.`.trim()
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
