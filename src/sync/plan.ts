import type { Changes, Gone } from '../changes/changes.ts'
import { exclusionOf } from '../changes/patterns.ts'
import type { Reading } from '../runbooks/runbook.ts'
import type { RunbookOutcome } from './outcome.ts'

/** A runbook to be sent. */
export interface Send {
  readonly path: string
  readonly id: string
  readonly name: string
}

/** An entry that no runbook of the branch stands behind any more. */
export interface LeftBehind {
  /** The runbook it came from; `id` is the text it had at the base. */
  readonly path: string
  readonly id: string
  readonly name: string
  /** Why, in words that follow "its runbook". */
  readonly reason: string
  /** Whether only a run that did not succeed had the runbook, so that there may be no such entry. */
  readonly unproven?: boolean
  /** Where the same content, or the same file under its new name, is now. */
  readonly replacement?: { readonly path: string; readonly name: string }
}

/** What a run intends, before it has done anything. */
export interface Plan {
  readonly send: readonly Send[]
  /** Runbooks that are not sent, and why: `refused` and `excluded`. */
  readonly withheld: readonly RunbookOutcome[]
  readonly leftBehind: readonly LeftBehind[]
  /** Every name that a runbook of the branch bears, folded; see `fold`. */
  readonly namesInUse: Pick<ReadonlySet<string>, 'has'>
}

/** Every reading, by path: of the head for all selected runbooks, of the base for those that changed or are gone. */
export interface Readings {
  readonly head: ReadonlyMap<string, Reading>
  readonly base: ReadonlyMap<string, Reading>
}

/**
 * Decides what becomes of every runbook. Names are compared over all selected runbooks, not only over the changed ones:
 * the service keeps one entry a name, so the second of two would silently overwrite the first.
 *
 * @param judge `all` refuses whatever cannot be in the knowledge base, in this range or not, because the promise is about
 *   the branch; `range` leaves out what the range did not touch, because a pull request is not red for what it found.
 */
export function makePlan(changes: Changes, readings: Readings, judge: 'all' | 'range'): Plan {
  const changed = new Set(changes.changed.map(({ path }) => path))
  const named: Send[] = []
  const withheld: RunbookOutcome[] = []
  for (const { path, id } of changes.selected) {
    const reading = readings.head.get(path)
    if (reading?.kind === 'named') named.push({ path, id, name: reading.name })
    if (judge === 'range' && !changed.has(path)) continue
    if (reading?.kind === 'refused') withheld.push(refusedReading(path, reading.problem))
    if (reading?.kind === 'excluded' && changed.has(path)) {
      withheld.push({ path, name: reading.name, outcome: 'excluded', reason: reading.reason, attempts: 0 })
    }
  }

  // How many bear a name; of nearly every one it is one, and only of the others it matters who.
  const bearers = new Map<string, number>()
  for (const { name } of named) bearers.set(fold(name), (bearers.get(fold(name)) ?? 0) + 1)
  const rivals = Map.groupBy(
    named.filter(({ name }) => bearers.get(fold(name)) !== 1),
    ({ name }) => fold(name)
  )
  const send: Send[] = []
  for (const runbook of named) {
    const others = (rivals.get(fold(runbook.name)) ?? []).filter((other) => other !== runbook)
    const concerned = changed.has(runbook.path) || judge === 'all' || others.some(({ path }) => changed.has(path))
    if (others.length > 0) {
      if (concerned) withheld.push(refusedCollision(runbook, others))
    } else if (changed.has(runbook.path)) {
      send.push(runbook)
    }
  }
  return { send, withheld, leftBehind: leftBehind(changes, readings, named), namesInUse: bearers }
}

/** Two names that differ only in case or in Unicode form are one name to a service that folds them. */
export function fold(name: string): string {
  if (/^[\x20-\x7e]*$/.test(name)) return name.toLowerCase()
  // Upper case first: it joins what lower case keeps apart (ß and ss, ς and σ), as full case folding does.
  return name.normalize('NFC').toUpperCase().toLowerCase().normalize('NFC')
}

function leftBehind(changes: Changes, readings: Readings, named: readonly Send[]): LeftBehind[] {
  if (readings.base.size === 0) return []
  const inUse = new Set(named.map(({ name }) => name))
  const added = Map.groupBy(
    changes.changed.filter(({ before }) => before === undefined),
    ({ id }) => id
  )
  const nameNow = new Map(named.map(({ path, name }) => [path, name]))

  const once = new Map<string, LeftBehind>()
  const note = (from: Gone, reason: string, replacement: string | undefined): void => {
    const reading = readings.base.get(from.path)
    if (reading?.kind !== 'named' || inUse.has(reading.name)) return
    const name = replacement === undefined ? undefined : nameNow.get(replacement)
    once.set(reading.name, {
      path: from.path,
      id: from.id,
      name: reading.name,
      reason,
      ...(from.unproven === true && { unproven: true }),
      ...(replacement !== undefined && name !== undefined && { replacement: { path: replacement, name } })
    })
  }

  for (const gone of changes.gone) {
    const moved = added.get(gone.id)?.[0]?.path
    note(gone, moved === undefined ? 'was removed' : 'was moved', moved)
  }
  for (const { path, before, unproven = false } of changes.changed) {
    const now = readings.head.get(path)
    if (before === undefined || now === undefined || now.kind === 'refused') continue
    if (now.kind === 'excluded') note({ path, id: before, unproven }, 'was taken out of the knowledge base', undefined)
    else note({ path, id: before, unproven }, 'was given another name', path)
  }
  return [...once.values()]
}

function refusedReading(
  path: string,
  { message, remedy, line }: Extract<Reading, { kind: 'refused' }>['problem']
): RunbookOutcome {
  return { path, outcome: 'refused', reason: message, remedy, ...(line !== undefined && { line }), attempts: 0 }
}

function refusedCollision({ path, name }: Send, others: readonly Send[]): RunbookOutcome {
  const shown = others.slice(0, 3).map((other) => other.path)
  const more = others.length > shown.length ? ` and ${others.length - shown.length} more` : ''
  const same = others.every((other) => other.name === name)
  const titled = 'Give one of them a title of its own in its front matter (`title: …`)'
  const template = "make all names unique with `name: '{title} ({path})'`"
  const exclusion = exclusionOf(path)
  return {
    path,
    name,
    outcome: 'refused',
    reason:
      `Its entry would be named “${name}”, and so would that of ${shown.join(', ')}${more}` +
      (same ? '' : ' (the names differ only in case or Unicode form)') +
      ': one would overwrite the other.',
    remedy:
      exclusion === undefined
        ? `${titled}, or ${template}.`
        : `${titled}, ${template}, or leave one out with a last line in \`files\`: \`${exclusion}\`.`,
    attempts: 0
  }
}
