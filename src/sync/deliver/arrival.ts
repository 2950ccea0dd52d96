import type { Decision } from '../decide/decision.ts'
import type { Look } from '../look.ts'
import { isUnreadable } from '../read/rows.ts'
import { hasName } from '../read/runbooks.ts'
import { isCurrent } from '../read/standing.ts'
import { hasMadeAnother, isSameVersion, wasSentTo, type Sent } from './sent.ts'

/** What a look says of a text that was sent before it. */
export type Arrival =
  /** The list shows it. */
  | 'shown'
  /** The list does not show it. */
  | 'not yet'
  /** The list shows a text that somebody has changed. */
  | 'another text'
  /** The branch, or somebody, has changed the name since, so this send does not count any more. */
  | 'void'

/** A decision on the only runbook of a name. */
export type RunbookDecision = Extract<Decision, { readonly rows: unknown }>

/** @param decision of the look on the runbook that has the name now. */
export function arrivalOf(sent: Sent, decision: RunbookDecision | undefined, look: Look): Arrival {
  if (sent.shipment.is === 'orphaned') return arrivalOfNote(sent, look)
  // No runbook has the name any more, or several files have it.
  if (decision === undefined) return 'void'
  const { state } = sent
  if (!isSameVersion(sent, decision.runbook)) {
    // The branch has moved back, and a list that is behind does not show yet what was sent meanwhile.
    return decision.is === 'unchanged' && state.is === 'waiting' ? 'not yet' : 'void'
  }
  const isShown = look.rows.of(sent.name).some((row) => isCurrent(row, sent))
  switch (decision.is) {
    case 'unchanged':
      return 'shown'
    case 'refused':
    case 'kept':
      if ('row' in decision && isUnreadable(decision.row)) return 'not yet'
      // Somebody has edited another entry of the name.
      return isShown ? 'shown' : 'another text'
    case 'planned': {
      const isAccepted = state.is === 'waiting' || state.is === 'confirmed'
      if (decision.why === 'unseen' && isAccepted) return 'shown'
      // The service has not renamed the entry, but made another one, which has the text.
      if (isShown && hasMadeAnother(sent)) return 'shown'
      // The branch has moved back, somebody else has sent an older text, or has copied the entry meanwhile.
      const isOfOthers = isShown && !decision.targets.some((row) => wasSentTo(sent, row))
      return state.is === 'confirmed' || isOfOthers ? 'void' : 'not yet'
    }
  }
}

/** A note has arrived if all entries of its name have it, so that none of them is an orphan. */
function arrivalOfNote(sent: Sent, { rows, decisions, runbooks }: Look): Arrival {
  if (hasName(runbooks, sent.name)) return 'void'
  const named = rows.of(sent.name)
  const isLacking = decisions.some((one) => one.is === 'orphaned' && one.isToRetire && named.includes(one.row))
  if (isLacking) return 'not yet'
  if (named.some((row) => isCurrent(row, sent))) return 'shown'
  return named.some(({ by }) => by === 'person') ? 'another text' : 'not yet'
}
