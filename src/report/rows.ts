import { exclusionOf } from '../branch/patterns.ts'
import { foldName } from '../normal-form.ts'
import type { Conflict, Decision, Leave, LeftOut, Orphan, Send, SharedName } from '../sync/decide.ts'
import type { Look } from '../sync/look.ts'
import { isRefused, type Sent, type SentEntries } from '../sync/sent.ts'
import { format, joined, REPLACE } from '../wording.ts'
import type { Result } from './journal.ts'

/**
 * What became of a runbook or an entry, in the order in which people need to know it. The JSON report uses these words, and
 * docs/report.md explains them.
 */
export const OUTCOMES = [
  ...(['failed', 'refused', 'pending', 'kept', 'upserted'] as const),
  ...(['planned', 'retired', 'orphaned', 'unchanged', 'skipped'] as const)
] as const

export type Outcome = (typeof OUTCOMES)[number]

/** What became of a runbook, or of an entry without one, and why, in sentences that do not name it. */
export interface ReportRow {
  readonly about: 'runbook' | 'entry'
  /** The runbook's; of an entry, where its runbook was. */
  readonly path: string
  /** The entry's name; null if it is not known, or must not be shown. */
  readonly name: string | null
  readonly outcome: Outcome
  /**
   * Why a runbook is refused: its file, other files of its name, a text of a person, or the entry of another place. Null with
   * any other outcome.
   */
  readonly cause: 'text' | 'duplicate' | 'conflict' | 'elsewhere' | null
  /** Why, in a few words behind a path; empty if the outcome says it all. */
  readonly brief: string
  /** Why, as a sentence; empty if the outcome says it all. */
  readonly reason: string
  /** What a person can do. */
  readonly hint: string | null
  /** 1-based line in the file. */
  readonly line: number | null
  /** True if it is refused and does not make the run red, because this push or pull request did not change the file. */
  readonly waiting: boolean
  /** Texts of others under the name: `planned` would replace them, anything else leaves or has replaced them. */
  readonly texts: number
  /** Unified difference between the entry and the runbook, in lines; null if there is none, or it must not be shown. */
  readonly difference: readonly string[] | null
}

/** Why an entry has failed whose list shows what somebody, or the service, has made of the text: no run sends it again by itself. */
export const ALTERED = 'the list shows another text'

/** Files that a message names beside its own. */
const MAX_FILES = 3

type Said = Pick<ReportRow, 'outcome' | 'brief' | 'reason'> &
  Partial<Pick<ReportRow, 'cause' | 'hint' | 'line' | 'waiting' | 'texts'>>

/** What was decided last, and what became of it: what needs a person first, then by path. */
export function rowsOf(result: Result): ReportRow[] {
  const { look, sent } = result
  if (look === undefined) return []
  const rows = look.decisions.map((decision) => rowOf(decision, result, look))
  const decided = new Set(look.decisions.flatMap((one) => ('row' in one ? [foldName(one.row.name)] : [])))
  // The list shows a note, and no orphan any more.
  const retired = sent.all.flatMap((one) => {
    const { shipment, name } = one
    if (shipment.do === 'send' || decided.has(foldName(name))) return []
    return [complete(shipment, saySent(one), result)]
  })
  const rank = ({ outcome, waiting }: ReportRow): number => OUTCOMES.indexOf(outcome) * 2 + Number(waiting)
  return [...rows, ...retired].sort((one, other) => rank(one) - rank(other) || (one.path < other.path ? -1 : 1))
}

function rowOf(decision: Decision, result: Result, look: Look): ReportRow {
  const known = sentFor(decision, result.sent)
  const said = sayDecision(decision, look, result)
  // Somebody has changed it since, and that is what people have to know.
  const isOvertaken = known?.state.is === 'shown' && (said.outcome === 'refused' || said.outcome === 'kept')
  if (known === undefined || isOvertaken) return complete(decision, said, result)
  return complete(decision, { ...said, ...saySent(known) }, result)
}

/** What the run has sent of the text that a decision is about. */
function sentFor(decision: Decision, sent: SentEntries): Sent | undefined {
  if (decision.do === 'orphan' || decision.do === 'retire') {
    const known = sent.of(decision.row.name)
    return known?.shipment.do === 'retire' ? known : undefined
  }
  if (!('runbook' in decision)) return undefined
  const { name, digest, path } = decision.runbook
  const known = sent.of(name)
  return known?.digest === digest && known.path === path ? known : undefined
}

function complete(decision: Decision, said: Said, { showsTexts, differences }: Result): ReportRow {
  const { about, path, name } = subjectOf(decision)
  const difference = showsTexts ? differences.get(path) : undefined
  return {
    about,
    path,
    // A public repository must not publish what the assistant calls its entries.
    name: about === 'runbook' || showsTexts ? (name ?? null) : null,
    outcome: said.outcome,
    cause: said.cause ?? null,
    brief: said.brief,
    reason: said.reason,
    hint: said.hint ?? null,
    line: said.line ?? null,
    waiting: said.waiting ?? false,
    texts: said.texts ?? 0,
    difference: about === 'runbook' ? (difference ?? null) : null
  }
}

function subjectOf(decision: Decision): { about: ReportRow['about']; path: string; name: string | undefined } {
  if ('runbook' in decision) return { about: 'runbook', path: decision.runbook.path, name: decision.runbook.name }
  if ('file' in decision) return { about: 'runbook', path: decision.file.path, name: decision.file.name }
  return { about: 'entry', path: decision.row.line.path, name: decision.row.name }
}

/** What a run says of what it has sent, whatever the list showed before. */
function saySent({ shipment, state }: Sent): Pick<ReportRow, 'outcome' | 'brief' | 'reason' | 'hint' | 'cause'> {
  const isNote = shipment.do !== 'send'
  const cause = null
  switch (state.is) {
    case 'waiting':
      return { outcome: 'pending', brief: 'sent, not confirmed', reason: 'Sent, not confirmed.', hint: null, cause }
    case 'shown': {
      const reason = isNote ? sayOrphan(shipment).reason : WHY_SENT[shipment.why].done
      return { outcome: isNote ? 'retired' : 'upserted', brief: '', reason, hint: null, cause }
    }
    case 'failed':
    case 'altered': {
      const { message, hint } = state.error
      const brief = state.is === 'altered' ? ALTERED : 'not stored as it was sent'
      if (!isNote) return { outcome: 'failed', brief, reason: message, hint, cause }
      return { outcome: 'failed', brief: 'not retired', reason: `Not retired: ${message}`, hint: DELETE, cause }
    }
  }
}

function sayDecision(decision: Decision, look: Look, result: Result): Said {
  switch (decision.do) {
    case 'send':
      return saySend(decision, look, result)
    case 'leave':
      return sayLeave(decision)
    case 'leave out':
      return sayLeftOut(decision)
    case 'refuse':
      return decision.why === 'shared name' ? sayShared(decision, look) : sayConflict(decision)
    case 'orphan':
      return sayOrphan(decision)
    case 'retire':
      return sayRetire(decision, look, result)
  }
}

const WHY_SENT = {
  new: { planned: 'A new entry.', done: 'A new entry.' },
  changed: { planned: 'Updates its entry.', done: 'Updated its entry.' },
  'in the file': {
    planned: 'The runbook has the text of the assistant now.',
    done: 'It has the text of the assistant.'
  },
  'no text': {
    planned: 'The list shows no text of the entry, so it cannot be compared.',
    done: 'The list shows no text of the entry, so it cannot be compared.'
  },
  replaces: {
    planned: 'Replaces a text of the assistant, which is saved first.',
    done: 'Replaced a text of the assistant, which was saved first.'
  }
} as const

function saySend({ why, replaced }: Send, { isCompared }: Look, { mode }: Result): Said {
  const texts = replaced.length
  const reason = isCompared ? WHY_SENT[why].planned : ''
  if (mode !== 'sync') return { outcome: 'planned', brief: '', reason, texts }
  return { outcome: 'pending', brief: 'not sent', reason: 'Not sent, because the run ended.', texts }
}

function sayLeave({ why, rows }: Leave): Said {
  if (why === 'current') return { outcome: 'unchanged', brief: '', reason: '' }
  return {
    outcome: 'kept',
    brief: 'somebody edited its entry, and the edit stays',
    reason: 'Somebody edited its entry in the assistant; the edit stays.',
    hint: `Bring the edit into the file with \`runbook-sync pull\`, or discard it: ${REPLACE}.`,
    texts: rows.filter(({ state }) => state !== 'ours').length
  }
}

function sayLeftOut({ file: { kind, reason, hint, line }, isRed }: LeftOut): Said {
  if (kind === 'skipped') return { outcome: 'skipped', brief: '', reason, hint: hint ?? null, line: line ?? null }
  const brief = reason
  return { outcome: kind, cause: 'text', brief, reason, hint: hint ?? null, line: line ?? null, waiting: !isRed }
}

function sayConflict({ why, row, rows, isRed }: Conflict): Said {
  const about = { outcome: 'refused', waiting: !isRed } as const
  if (why !== 'elsewhere') {
    const what = why === 'edited' ? 'edited its entry' : 'wrote its entry'
    return {
      ...about,
      cause: 'conflict',
      brief: `somebody ${what}`,
      reason: `Somebody ${what} in the assistant.`,
      hint:
        'To keep the text, bring it into the file with `runbook-sync pull`. ' +
        `To discard it, or when you have merged it by hand, ${REPLACE}.`,
      texts: rows.filter(({ state }) => state !== 'ours').length
    }
  }
  const isOther = row.origin === 'another repository'
  const rename = 'give this one a `title`, or set `entry-name`.'
  return {
    ...about,
    cause: 'elsewhere',
    brief: `its entry comes from another ${isOther ? 'repository' : 'file'}`,
    reason: `Its entry comes from ${row.line?.address ?? ''}.`,
    hint: isOther
      ? `If this repository had that address before, ${REPLACE} once: that replaces, and saves, edits as well. Otherwise, two runbooks have the same name: ${rename}`
      : `Two runbooks have the same name: ${rename} To replace the entry, ${REPLACE}.`,
    texts: 1
  }
}

/** One sentence for all files of a name: there may be thousands. */
function sayShared({ group, changed, isRed }: SharedName, { rows }: Look): Said {
  const near = group.slice(0, MAX_FILES)
  const paths = near.map(({ path }) => path)
  const more = group.length - near.length
  const files = joined([paths.join(', '), more > 0 && `and ${format(more)} more`])
  const name = near[0]?.name ?? ''
  const isSame = near.every((other) => other.name === name)
  const spelling = isSame ? '' : ' (they differ only in case, blanks or Unicode form)'
  // Those that came last are the ones to rename.
  const isLatest = changed.length > 0 && changed.length < group.length
  const latest = isLatest ? paths.slice(0, changed.length).join(', ') : 'each of them'
  const exclusion = exclusionOf(paths[0] ?? '')
  return {
    outcome: 'refused',
    cause: 'duplicate',
    brief: 'other files have its name',
    reason: `${files} have the same name “${name}”${spelling}, so one entry would overwrite the other.`,
    hint: joined([
      `Give ${latest} a \`title\` of its own in the front matter.`,
      !rows.haveOwn &&
        "Before the first sync, `entry-name: '{dir}: {title}'` helps as well; later it would make new entries for all.",
      exclusion !== undefined && `To leave one out, add a line such as \`${exclusion}\` at the end of \`files\`.`
    ]),
    waiting: !isRed
  }
}

const DELETE = 'Delete its entry in the assistant.'

function sayOrphan({ row: { line, state }, isHere, now }: Orphan): Said {
  const isEdited = state !== 'ours'
  return {
    outcome: 'orphaned',
    brief: '',
    reason: joined([
      `Its runbook ${howItWent(line.path, isHere, now)}.`,
      isEdited && 'Somebody edited the entry, so it stays.'
    ]),
    hint: isEdited ? 'Copy what you need of it, then delete the entry in the assistant.' : DELETE
  }
}

/** An entry that is to be retired, and has not been: a note comes after everything else. */
function sayRetire(decision: Orphan, { decisions }: Look, { mode }: Result): Said {
  const said = sayOrphan(decision)
  if (mode !== 'plan' || decisions.some(isRefused)) {
    return { ...said, hint: 'It is retired by a run in which nothing is refused, and nothing fails.' }
  }
  return { ...said, outcome: 'planned', reason: joined([said.reason, 'A note replaces its text.']), hint: null }
}

/** In words that follow "Its runbook". */
function howItWent(path: string, isHere: boolean, now: Orphan['now']): string {
  if (now === undefined) return isHere ? 'is left out now (draft, `runbook: false` or without text)' : 'was removed'
  return now.path === path ? `is called “${now.name}” now` : `was moved to ${now.path}, with the name “${now.name}”`
}
