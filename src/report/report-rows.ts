import type { ErrorKind } from '../errors.ts'
import { isRed, overwrites, type Decision, type Planned } from '../sync/decide/decision.ts'
import { RequestError } from '../knowledge/failures.ts'
import type { Fate, Outcome } from '../sync/deliver/fates.ts'
import type { FailureCause } from '../sync/deliver/sent.ts'
import type { Look } from '../sync/look.ts'
import { asClause, joined, quoted, visible } from '../wording.ts'
import { sayConflict, sayDuplicate, sayKeepOrDiscard, sayWithCredential } from './advice.ts'
import { descriptionSent } from './descriptions.ts'
import type { Result } from './journal.ts'
import { COPY_THEN_DELETE, DELETE, sayOrphan, sayWhere, type OrphanCause } from './orphaned.ts'

/**
 * The outcomes of runbooks and entries, in the order in which people need to know them. The JSON report uses these words, and
 * docs/report.md explains them.
 */
export const OUTCOMES = [
  'failed',
  'refused',
  'pending',
  'kept',
  'upserted',
  'planned',
  'retired',
  'orphaned',
  'unchanged',
  'skipped'
] as const satisfies readonly Outcome[]

/** An outcome as people read it: what was upserted is delivered. */
export function wordFor(outcome: Outcome): string {
  return outcome === 'upserted' ? 'delivered' : outcome
}

/** The outcome of a runbook, or of an entry without one, with sentences that do not name it. */
export interface ReportRow {
  readonly about: 'runbook' | 'entry'
  /** The runbook's; of an entry, where its runbook was. */
  readonly path: string
  /** The entry's name; null if it is not known, or must not be shown. */
  readonly name: string | null
  readonly outcome: Outcome
  /** Why it is refused, or orphaned although its runbook is there; null otherwise. */
  readonly cause: 'text' | 'duplicate' | 'conflict' | 'another source' | 'secret' | OrphanCause | null
  /** Why, in a few words behind a path. It and the sentences are empty if the outcome says it all. */
  readonly brief: string
  readonly reason: string
  /** Advice, in a sentence. Rows with equal advice are shown together. */
  readonly hint: string
  readonly needs: Need
  readonly line: number | null
  /** True if the service failed for any text: then nothing is to be corrected in the file. */
  readonly ofService: boolean
  /** True if it makes the run red. A refused file does not if this push or pull request has not changed it. */
  readonly red: boolean
  /** True if it replaces a text of others, or would. */
  readonly replaces: boolean
  /** The description that is sent with it, or would be; null if there is none. */
  readonly description: string | null
  /** Unified difference between the entry and the runbook, in lines; null if there is none, or it must not be shown. */
  readonly difference: readonly string[] | null
}

/** A `person` who acts, now or one day; a `look` of somebody who may act; or `nothing`, as what waits for the end of the run. */
type Need = 'person' | 'look' | 'nothing'

/** True if a runbook is not in the knowledge base as it should be, or would not be after a sync. */
export function isUndelivered({ outcome }: Pick<ReportRow, 'outcome'>): boolean {
  return outcome === 'failed' || outcome === 'refused' || outcome === 'pending'
}

/** What needs a person most: what makes the run red, if there is any. The next step is the advice of the first. */
export function urgentOf(rows: readonly ReportRow[]): readonly ReportRow[] {
  const forPerson = rows.filter(({ needs }) => needs === 'person')
  const red = forPerson.filter((row) => row.red)
  return red.length > 0 ? red : forPerson
}

type Said = Partial<Omit<ReportRow, 'about' | 'path' | 'name' | 'outcome' | 'difference'>>

/** Up to this many conflicts and edits get a command each; more share one sentence. */
const MAX_COMMANDS = 3

/** A row for each fate: those first that need a person, then by path. */
export function rowsOf(result: Result): ReportRow[] {
  const { look, fates } = result
  if (look === undefined) return []
  const aboutTexts = fates.filter(({ of }) => of.is === 'kept' || (of.is === 'refused' && 'row' in of))
  const areFew = aboutTexts.length <= MAX_COMMANDS
  const looked = { ...result, look }
  const rows = fates.map((fate) => reportRowOf(fate, sayFate(fate, looked, areFew), result))
  const rank = (row: ReportRow): number => {
    // An edited orphan is an edit that stays.
    const outcome = row.outcome === 'orphaned' && row.needs === 'person' ? 'kept' : row.outcome
    return OUTCOMES.indexOf(outcome) * 2 - Number(row.red)
  }
  return rows.sort((one, other) => rank(one) - rank(other) || (one.path < other.path ? -1 : 1))
}

function reportRowOf({ is, of }: Fate, said: Said, { showsTexts, differences }: Result): ReportRow {
  const about = of.is === 'orphaned' ? 'entry' : 'runbook'
  const { path, name } = subjectOf(of)
  return {
    about,
    path,
    // A public repository must not publish what the assistant calls its entries. A title may be the credential.
    name: said.cause !== 'secret' && (about === 'runbook' || showsTexts) ? (name ?? null) : null,
    outcome: is,
    cause: null,
    brief: asClause(said.reason ?? ''),
    reason: '',
    hint: '',
    needs: 'nothing',
    line: null,
    ofService: false,
    red: isUndelivered({ outcome: is }),
    replaces: false,
    description: null,
    ...said,
    difference: (about === 'runbook' && showsTexts ? differences.get(path) : null) ?? null
  }
}

function subjectOf(decision: Decision): { path: string; name: string | undefined } {
  if ('runbook' in decision) return decision.runbook
  if ('file' in decision) return decision.file
  return { path: decision.row.line.path, name: decision.row.name }
}

function sayFate(fate: Fate, result: Result & { readonly look: Look }, areFew: boolean): Said {
  switch (fate.is) {
    case 'planned': {
      const { of } = fate
      if (of.is === 'orphaned') return { reason: `${sayWhere(of)} A note replaces its text.` }
      const description = descriptionSent(of)
      // Without the list, nothing is known of its entry.
      if (!result.look.rows.areKnown) return { description }
      const replaces = overwrites(of)
      return { reason: sayWhy(of), replaces, description, needs: replaces ? 'look' : 'nothing' }
    }
    case 'pending':
      return { reason: fate.why === 'not sent' ? 'Not sent.' : 'Sent, not confirmed.' }
    case 'upserted': {
      const { of, hasNewTitle } = fate
      const reason = hasNewTitle ? `The entry “${of.rows[0]?.name ?? ''}” has its new title.` : ''
      return { reason, replaces: overwrites(of), description: descriptionSent(of) }
    }
    case 'retired':
      return { reason: sayWhere(fate.of) }
    case 'failed':
      return { needs: 'person', ...(fate.of.is === 'planned' ? sayFailure(fate, result) : sayFailedNote(fate)) }
    case 'unchanged':
      return {}
    case 'kept': {
      const reason = 'Somebody edited its entry in the assistant; the edit stays.'
      const { path } = fate.of.runbook
      return { reason, hint: sayKeepOrDiscard(result, areFew ? path : undefined), needs: 'person' }
    }
    case 'skipped': {
      const { path, reason, hint = '', line = null } = fate.of.file
      const skipped = { reason: `${reason}.`, line }
      const isConcerned = hint !== '' && result.look.runbooks.concerns(path)
      return isConcerned ? { ...skipped, hint, needs: 'look' } : skipped
    }
    case 'refused': {
      const { of } = fate
      const refused = { cause: of.cause, red: isRed(of, result.look.runbooks), needs: 'person' } as const
      if (of.cause === 'duplicate') return { ...refused, ...sayDuplicate(of) }
      if (of.cause === 'secret') return { ...refused, ...sayWithCredential(of) }
      if (of.cause !== 'text') return { ...refused, ...sayConflict(of, result, areFew ? of.runbook.path : undefined) }
      const { reason, hint = '', line = null } = of.file
      return { ...refused, reason, hint, line }
    }
    case 'orphaned':
      return sayOrphan(fate.of, result.showsTexts)
  }
}

type Failed = Extract<Fate, { is: 'failed' }>

function sayFailure({ of, why, error }: Failed, { showsTexts, differences }: Result): Said {
  const { message, hint, kind } = error
  const changes = why === 'overtaken' && showsTexts ? differences.get(subjectOf(of).path) : undefined
  const answer = error instanceof RequestError ? error.statusText : undefined
  return {
    brief: answer === undefined ? BRIEF_FAILURES[why] : `the service answered ${answer}`,
    reason: joined([message, changes && sayFirstChange(changes)]),
    hint,
    ofService: SAYS_NOTHING_OF_TEXT.has(kind)
  }
}

function sayFailedNote({ why, error }: Failed): Said {
  // Somebody has edited the note meanwhile.
  const hint = why === 'overtaken' ? COPY_THEN_DELETE : DELETE
  return { brief: 'not retired', reason: `Not retired: ${error.message}`, hint }
}

/** The answer to one text would be the same for any other. */
const SAYS_NOTHING_OF_TEXT: ReadonlySet<ErrorKind> = new Set([
  'forbidden',
  'wrong-address',
  'rate-limited',
  'service-failing',
  'unreachable'
])

/** Why a runbook is not delivered, in a few words behind its path. */
const BRIEF_FAILURES: Readonly<Record<FailureCause | 'missing', string>> = {
  rejected: 'not stored',
  'no answer': 'the service does not answer',
  late: 'the list does not show it',
  overtaken: 'the list shows another text',
  missing: 'its entry is not in the list any more'
}

/** @param changes a difference: two lines that say its direction, then its hunks. */
function sayFirstChange(changes: readonly string[]): string {
  // A blank line says nothing.
  const line = changes.slice(2).find((each) => /^[-+]./.test(each))
  // Whole: it is cut where it is shown, after a token in it was taken out.
  return line === undefined ? '' : `The first line that differs: ${quoted(visible(line.slice(1)), Infinity)}.`
}

const WHY_PLANNED: Readonly<Record<Planned['why'], string>> = {
  new: 'A new entry.',
  changed: 'Its text differs from that of its entry.',
  retitled: 'Its title has changed.',
  merged: 'It contains the edit now.',
  unseen: 'The list shows no text of its entry to compare with.',
  replaces: 'It replaces a text of the assistant, which is saved first.'
}

function sayWhy({ why, rows: [row], runbook }: Planned): string {
  if (why === 'retitled' && row !== undefined) return `The entry “${row.name}” gets its new title.`
  if (why !== 'changed' || row?.line === undefined || row.textDigest !== runbook.textDigest) return WHY_PLANNED[why]
  const { line, origin } = row
  if (line.path !== runbook.path) return `Its file was moved from ${line.path}.`
  if (origin !== 'this branch') return 'Its entry comes from another branch.'
  if (line.alerts !== runbook.alertList) return 'Its alerts change.'
  return line.blob === runbook.blob ? 'Its description changes.' : 'Its file has changed, but not its text.'
}
