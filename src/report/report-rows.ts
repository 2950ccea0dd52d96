import type { ErrorKind } from '../errors.ts'
import { isRed, type Decision, type Planned } from '../sync/decide/decision.ts'
import type { Fate, Outcome, PendingCause } from '../sync/deliver/fates.ts'
import { RequestError } from '../knowledge/failures.ts'
import type { FailureCause } from '../sync/deliver/sent.ts'
import type { Look } from '../sync/look.ts'
import { personalDescription } from '../sync/read/rows.ts'
import { asClause, joined, quoted, visible } from '../wording.ts'
import { sayConflict, sayDuplicate, sayKeepOrDiscard, sayWithCredential } from './advice.ts'
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
  readonly hint: string
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

/** True if a runbook is not in the knowledge base as it should be, or would not be after a sync. */
export function isUndelivered({ outcome }: Pick<ReportRow, 'outcome'>): boolean {
  return outcome === 'failed' || outcome === 'refused' || outcome === 'pending'
}

/** True if a person has to do something, now or one day. */
export function needsPerson(row: ReportRow): boolean {
  return isUndelivered(row) || row.outcome === 'kept' || row.cause === 'edited'
}

/** The row whose advice is the next step: of those that make the run red, if there are any. */
export function leadOf(rows: readonly ReportRow[]): ReportRow | undefined {
  return rows.find(({ red }) => red) ?? rows.find(needsPerson)
}

/** True for what is pending because the run has ended: what ended it says what to do. */
export function isLeftOver({ outcome, hint }: Pick<ReportRow, 'outcome' | 'hint'>): boolean {
  return outcome === 'pending' && hint === ''
}

type Said = Pick<ReportRow, 'outcome'> & Partial<Omit<ReportRow, 'about' | 'path' | 'name' | 'outcome' | 'difference'>>

/** Up to this many conflicts and edits get a command each; more share one sentence. */
const MAX_COMMANDS = 3

function concernsText({ of }: Fate): boolean {
  return of.is === 'kept' || (of.is === 'refused' && 'row' in of)
}

/** A row for each fate: those first that need a person, then by path. */
export function rowsOf(result: Result): ReportRow[] {
  const { look, fates } = result
  if (look === undefined) return []
  const areFew = fates.filter(concernsText).length <= MAX_COMMANDS
  const looked = { ...result, look }
  const rows = fates.map((fate) => complete(fate.of, sayFate(fate, looked, areFew), result))
  const rank = (row: ReportRow): number => {
    // An edited orphan is an edit that stays.
    const outcome = row.outcome === 'orphaned' && needsPerson(row) ? 'kept' : row.outcome
    return OUTCOMES.indexOf(outcome) * 2 - Number(row.red)
  }
  return rows.sort((one, other) => rank(one) - rank(other) || (one.path < other.path ? -1 : 1))
}

function complete(decision: Decision, said: Said, { showsTexts, differences }: Result): ReportRow {
  const about = decision.is === 'orphaned' ? 'entry' : 'runbook'
  const { path, name } = subjectOf(decision)
  const changes = about === 'runbook' && showsTexts ? differences.get(path) : undefined
  const shown = said.outcome === 'kept' ? editIn : sendIn
  return {
    about,
    path,
    // A public repository must not publish what the assistant calls its entries. A title may be the credential.
    name: said.cause !== 'secret' && (about === 'runbook' || showsTexts) ? (name ?? null) : null,
    cause: null,
    brief: asClause(said.reason ?? ''),
    reason: '',
    hint: '',
    line: null,
    ofService: false,
    red: isUndelivered(said),
    replaces: false,
    description: null,
    ...said,
    difference: changes === undefined ? null : shown(changes)
  }
}

/** The difference that a send makes, or would. */
function sendIn(changes: readonly string[]): readonly string[] {
  return ['--- in the assistant', '+++ in Git', ...changes]
}

/** The difference that an edit has made: the same one from the other side. */
function editIn(changes: readonly string[]): readonly string[] {
  const lines = ['--- in Git', '+++ in the assistant, where it stays']
  let added: string[] = []
  for (const line of [...changes, '']) {
    if (line.startsWith('-')) added.push(`+${line.slice(1)}`)
    else if (line.startsWith('+')) lines.push(`-${line.slice(1)}`)
    else {
      lines.push(...added, line.replace(/^@@ -(\S+) \+(\S+) @@$/, '@@ -$2 +$1 @@'))
      added = []
    }
  }
  return lines.slice(0, -1)
}

function subjectOf(decision: Decision): { path: string; name: string | undefined } {
  if ('runbook' in decision) return decision.runbook
  if ('file' in decision) return decision.file
  return { path: decision.row.line.path, name: decision.row.name }
}

function sayFate(fate: Fate, result: Result & { readonly look: Look }, areFew: boolean): Said {
  switch (fate.is) {
    case 'planned': {
      if (fate.of.is === 'orphaned')
        return { outcome: fate.is, reason: `${sayWhere(fate.of)} A note replaces its text.` }
      // Without the list, nothing is known of its entry.
      const description = descriptionOf(fate.of)
      if (!result.look.rows.areKnown) return { outcome: fate.is, description }
      return { outcome: fate.is, reason: sayWhy(fate.of), replaces: replacesOthers(fate.of), description }
    }
    case 'pending':
      return { outcome: fate.is, ...WHY_PENDING[fate.why] }
    case 'upserted':
      return {
        outcome: fate.is,
        reason: fate.hasNewTitle ? `The entry “${fate.of.rows[0]?.name ?? ''}” has its new title.` : '',
        replaces: replacesOthers(fate.of),
        description: descriptionOf(fate.of)
      }
    case 'retired':
      return { outcome: fate.is, reason: sayWhere(fate.of) }
    case 'failed': {
      const { message, hint } = fate.error
      if (fate.of.is === 'planned') {
        const isShown = fate.why === 'overtaken' && result.showsTexts
        const changes = isShown ? result.differences.get(fate.of.runbook.path) : undefined
        const reason = joined([message, changes && sayFirstChange(changes)])
        const answer = fate.error instanceof RequestError ? fate.error.answer : undefined
        const brief = answer === undefined ? BRIEF_FAILURES[fate.why] : `the service answered ${answer}`
        return { outcome: fate.is, brief, reason, hint, ofService: SAYS_NOTHING_OF_TEXT.has(fate.error.kind) }
      }
      // Somebody has edited the note meanwhile.
      const advice = fate.why === 'overtaken' ? COPY_THEN_DELETE : DELETE
      return { outcome: fate.is, brief: 'not retired', reason: `Not retired: ${message}`, hint: advice }
    }
    case 'unchanged':
      return { outcome: fate.is }
    case 'kept': {
      const reason = 'Somebody edited its entry in the assistant; the edit stays.'
      const { path } = fate.of.runbook
      return { outcome: fate.is, reason, hint: sayKeepOrDiscard(result, areFew ? path : undefined) }
    }
    case 'skipped': {
      const { path, reason, hint = '', line = null } = fate.of.file
      const isConcerned = result.look.runbooks.concerns(path)
      return { outcome: fate.is, reason: `${reason}.`, hint: isConcerned ? hint : '', line }
    }
    case 'refused': {
      const { of } = fate
      const red = isRed(of, result.look.runbooks)
      const refused = { outcome: fate.is, cause: of.cause, red } as const
      if (of.cause === 'duplicate') return { ...refused, ...sayDuplicate(of) }
      if (of.cause === 'secret') return { ...refused, ...sayWithCredential(of) }
      if (of.cause !== 'text') return { ...refused, ...sayConflict(of, result, areFew ? of.runbook.path : undefined) }
      const { reason, hint = '', line = null } = of.file
      return { ...refused, reason, hint, line }
    }
    case 'orphaned':
      return { outcome: fate.is, ...sayOrphan(fate.of, result.showsTexts) }
  }
}

/** The answer to one text would be the same for any other. */
const SAYS_NOTHING_OF_TEXT: ReadonlySet<ErrorKind> = new Set([
  'forbidden',
  'wrong-address',
  'rate-limited',
  'service-failing',
  'unreachable'
])

const WHY_PENDING: Readonly<Record<PendingCause, Pick<Said, 'reason'>>> = {
  'not sent': { reason: 'Not sent.' },
  'not confirmed': { reason: 'Sent, not confirmed.' }
}

/** Why a runbook is not delivered, in a few words behind its path. */
const BRIEF_FAILURES: Readonly<Record<FailureCause, string>> = {
  rejected: 'not stored',
  'no answer': 'the service does not answer',
  late: 'the list does not show it',
  overtaken: 'the list shows another text',
  missing: 'its entry is not in the list any more'
}

/** The first lines that differ. Whole: they are cut where they are shown, after a token in them was taken out. */
function sayFirstChange(difference: readonly string[]): string {
  const isChange = (line: string): boolean => /^[-+]/.test(line)
  const rest = difference.slice(difference.findIndex(isChange))
  const end = rest.findIndex((line) => !isChange(line))
  const block = end === -1 ? rest : rest.slice(0, end)
  const [shown, sent] = ['-', '+'].map((sign) => {
    // A blank line says nothing.
    const line = block.find((each) => each.startsWith(sign) && each.length > 1)
    return line === undefined ? 'nothing' : quoted(visible(line.slice(1)), Infinity)
  })
  return `Where ${sent ?? ''} was sent, it shows ${shown ?? ''}.`
}

/** The description that goes with a text; null if there is none, or one that a person wrote stays. */
function descriptionOf({ runbook, rows }: Planned): string | null {
  const stays = !runbook.isDescribed && rows.some((row) => personalDescription(row) !== undefined)
  return stays || runbook.description === '' ? null : runbook.description
}

function replacesOthers({ why, replaced }: Planned): boolean {
  return why !== 'merged' && replaced.length > 0
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
