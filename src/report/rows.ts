import { exclusionOf } from '../branch/patterns.ts'
import { foldName } from '../normal-form.ts'
import {
  isRefused,
  type Conflict,
  type Decision,
  type Orphan,
  type Retire,
  type Send,
  type SharedName
} from '../sync/decide.ts'
import type { Sent, SentEntries } from '../sync/sent.ts'
import { asClause, joined, listed, REPLACE } from '../wording.ts'
import type { Result } from './journal.ts'

/**
 * What became of a runbook or an entry, in the order in which people need to know it. The JSON report uses these words, and
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
  /** Why it is refused; null with any other outcome. */
  readonly cause: 'text' | 'duplicate' | 'conflict' | 'elsewhere' | null
  /** Why, in a few words behind a path. It and the sentences are empty if the outcome says it all. */
  readonly brief: string
  readonly reason: string
  readonly hint: string
  readonly line: number | null
  /** True if it makes the run red. A refused file does not if this push or pull request has not changed it. */
  readonly red: boolean
  /** True if it replaces a text of others, or would. */
  readonly replaces: boolean
  /** Unified difference between the entry and the runbook, in lines; null if there is none, or it must not be shown. */
  readonly difference: readonly string[] | null
}

/** True if a runbook is not in the knowledge base as it should be, or would not be after a sync. */
export function isMissing({ outcome }: Pick<ReportRow, 'outcome'>): boolean {
  return outcome === 'failed' || outcome === 'refused' || outcome === 'pending'
}

/** True if a person has to do something, now or one day. */
export function needsPerson(row: ReportRow): boolean {
  return isMissing(row) || row.outcome === 'kept'
}

type Said = Pick<ReportRow, 'outcome'> & Partial<Omit<ReportRow, 'about' | 'path' | 'name' | 'outcome' | 'difference'>>

/** What was decided last, and what became of it: what needs a person first, then by path. */
export function rowsOf(result: Result): ReportRow[] {
  const { look, sent } = result
  if (look === undefined) return []
  const rows = look.decisions.map((decision) => complete(decision, sayOutcome(decision, result), result))
  const decided = new Set(look.decisions.flatMap((one) => ('row' in one ? [foldName(one.row.name)] : [])))
  // The list shows a note, and no orphan any more.
  const retired = sent.all.flatMap((one) => {
    const isTold = one.shipment.do === 'send' || decided.has(foldName(one.name))
    return isTold ? [] : [complete(one.shipment, saySent(one), result)]
  })
  const rank = ({ outcome, red }: ReportRow): number => OUTCOMES.indexOf(outcome) * 2 - Number(red)
  return [...rows, ...retired].sort((one, other) => rank(one) - rank(other) || (one.path < other.path ? -1 : 1))
}

function complete(decision: Decision, said: Said, { showsTexts, differences }: Result): ReportRow {
  const about = decision.do === 'orphan' || decision.do === 'retire' ? 'entry' : 'runbook'
  const { path, name } = subjectOf(decision)
  const changes = about === 'runbook' && showsTexts ? differences.get(path) : undefined
  return {
    about,
    path,
    // A public repository must not publish what the assistant calls its entries.
    name: about === 'runbook' || showsTexts ? (name ?? null) : null,
    cause: null,
    brief: asClause(said.reason ?? ''),
    reason: '',
    hint: '',
    line: null,
    red: isMissing(said),
    replaces: false,
    ...said,
    difference: changes === undefined ? null : ['--- in the assistant', '+++ in Git', ...changes]
  }
}

function subjectOf(decision: Decision): { path: string; name: string | undefined } {
  if ('runbook' in decision) return decision.runbook
  if ('file' in decision) return decision.file
  return { path: decision.row.line.path, name: decision.row.name }
}

function sayOutcome(decision: Decision, result: Result): Said {
  const known = sentFor(decision, result.sent)
  const said = sayDecision(decision, result)
  // Somebody has changed it since, and that is what people have to know.
  const isOvertaken = known?.state.is === 'shown' && (said.outcome === 'refused' || said.outcome === 'kept')
  return known === undefined || isOvertaken ? said : saySent(known)
}

/** What the run has sent of the text that a decision is about. */
function sentFor(decision: Decision, sent: SentEntries): Sent | undefined {
  if ('runbook' in decision) {
    const { name, digest, path } = decision.runbook
    const known = sent.of(name)
    return known?.digest === digest && known.path === path ? known : undefined
  }
  const known = 'row' in decision ? sent.of(decision.row.name) : undefined
  return known?.shipment.do === 'retire' ? known : undefined
}

const DELETE = 'Delete its entry in the assistant.'
const KEEP_OR_DISCARD = `To keep the text, bring it into the file with \`runbook-sync pull\`. To discard it, or when you have merged it by hand, ${REPLACE}.`

/** What a run says of what it has sent. What the list showed before does not matter. */
function saySent({ shipment, state }: Sent): Said {
  const isNote = shipment.do !== 'send'
  switch (state.is) {
    case 'waiting':
      return { outcome: 'pending', reason: 'Sent, not confirmed.' }
    case 'shown':
      return isNote
        ? { outcome: 'retired', reason: sayWhere(shipment) }
        : { outcome: 'upserted', replaces: replacesOthers(shipment) }
    case 'failed':
    case 'altered': {
      const { message, hint } = state.error
      if (isNote) return { outcome: 'failed', brief: 'not retired', reason: `Not retired: ${message}`, hint: DELETE }
      const brief = state.is === 'altered' ? 'the list shows another text' : 'not stored as it was sent'
      return { outcome: 'failed', brief, reason: message, hint }
    }
  }
}

function sayDecision(decision: Decision, { mode, look }: Result): Said {
  switch (decision.do) {
    case 'send':
      if (mode === 'sync') return { outcome: 'pending', reason: 'Not sent.' }
      // Without the list, nothing is known of its entry.
      if (look?.isCompared !== true) return { outcome: 'planned' }
      return { outcome: 'planned', reason: WHY_SENT[decision.why], replaces: replacesOthers(decision) }
    case 'leave':
      if (decision.why === 'current') return { outcome: 'unchanged' }
      return {
        outcome: 'kept',
        reason: 'Somebody edited its entry in the assistant; the edit stays.',
        hint: KEEP_OR_DISCARD
      }
    case 'leave out': {
      const { kind, reason, hint = '', line } = decision.file
      const said = { reason, hint, line: line ?? null }
      if (kind === 'skipped') return { outcome: 'skipped', ...said, reason: `${reason}.` }
      return { outcome: 'refused', cause: 'text', red: decision.isRed, ...said }
    }
    case 'refuse':
      return decision.why === 'shared name' ? sayShared(decision) : sayConflict(decision)
    case 'orphan': {
      const reason = sayWhere(decision)
      if (decision.row.state === 'ours') return { outcome: 'orphaned', reason, hint: DELETE }
      const hint = 'Copy what you need of it, then delete the entry in the assistant.'
      return { outcome: 'orphaned', reason: `${reason} Somebody edited the entry, so it stays.`, hint }
    }
    case 'retire': {
      // A note comes after everything else.
      const isNext = mode === 'plan' && look?.decisions.some(isRefused) === false
      if (isNext) return { outcome: 'planned', reason: `${sayWhere(decision)} A note replaces its text.` }
      const hint = 'It is retired by a run in which nothing is refused, and nothing fails.'
      return { outcome: 'orphaned', reason: sayWhere(decision), hint }
    }
  }
}

function replacesOthers({ why, replaced }: Send): boolean {
  return why !== 'in the file' && replaced.length > 0
}

const WHY_SENT: Readonly<Record<Send['why'], string>> = {
  new: 'A new entry.',
  changed: 'Its text differs from that of its entry.',
  'in the file': 'It contains the edit now.',
  'no text': 'The list shows no text of its entry to compare with.',
  replaces: 'It replaces a text of the assistant, which is saved first.'
}

function sayConflict({ why, row, isRed }: Conflict): Said {
  const refused = { outcome: 'refused', cause: why === 'elsewhere' ? why : 'conflict', red: isRed } as const
  if (why !== 'elsewhere') {
    return {
      ...refused,
      reason: `Somebody ${why === 'edited' ? 'edited' : 'wrote'} its entry in the assistant.`,
      hint: KEEP_OR_DISCARD
    }
  }
  const isOther = row.origin === 'another repository'
  const rename = 'give this one a `title`, or set `entry-name`.'
  return {
    ...refused,
    reason: `Its entry comes from ${row.line?.address ?? ''}.`,
    hint: isOther
      ? `If this repository had that address before, ${REPLACE} once: that replaces, and saves, edits as well. Otherwise, two runbooks have the same name: ${rename}`
      : `Two runbooks have the same name: ${rename} To replace the entry, ${REPLACE}.`
  }
}

/** One sentence for all files of a name: there may be thousands. */
function sayShared({ group, changed, isRed }: SharedName): Said {
  const paths = group.map(({ path }) => path)
  const name = group[0]?.name ?? ''
  const isSame = group.every((other) => other.name === name)
  const spelling = isSame ? '' : ' (they differ only in case, blanks or Unicode form)'
  // Those that came last are the ones to rename.
  const latest = changed.length < group.length ? listed(paths.slice(0, changed.length)) : ''
  const exclusion = exclusionOf(paths[0] ?? '')
  return {
    outcome: 'refused',
    cause: 'duplicate',
    brief: 'same name',
    reason: `${listed(paths)} have the same name “${name}”${spelling}, so one entry would overwrite the other.`,
    hint: joined([
      `Give ${latest || 'each of them'} a \`title\` of its own in the front matter, or, before the first sync, set \`entry-name: '{dir}: {title}'\`.`,
      exclusion !== undefined && `To leave one out, add a line such as \`${exclusion}\` at the end of \`files\`.`
    ]),
    red: isRed
  }
}

/** Where the runbook of an entry is. */
function sayWhere({ row: { line }, isHere, now }: Orphan | Retire): string {
  if (now === undefined && !isHere) return 'Its runbook was removed.'
  if (now === undefined) return 'Its runbook is left out now (draft, `runbook: false` or without text).'
  if (now.path === line.path) return `Its runbook is called “${now.name}” now.`
  return `Its runbook was moved to ${now.path}, with the name “${now.name}”.`
}
