import type { ActionError } from '../errors.ts'

/**
 * What became of a runbook or an entry, in the order in which people need to know it, each with its icon and meaning. The
 * outputs count these words, and the JSON report uses them.
 */
export const OUTCOMES = {
  failed: ['❌', 'not stored as it was sent'],
  refused: ['⛔', 'not sent, see the reason'],
  pending: ['⏳', 'not sent yet, see the reason'],
  kept: ['✍️', 'edited in the assistant; the edit stays'],
  upserted: ['✅', 'sent and stored'],
  planned: ['📤', 'a sync would send it'],
  retired: ['📕', 'the entry now says that its runbook is gone'],
  orphaned: ['🍂', 'the entry has no runbook'],
  unchanged: ['', 'the entry has this text'],
  skipped: ['', 'left out, see the reason']
} as const

export type Outcome = keyof typeof OUTCOMES

/** What is to become of a runbook, or of an entry whose runbook is gone: a plan prints it, a sync carries it out. */
export interface Decision {
  readonly about: 'runbook' | 'entry'
  /** The runbook's; of an entry, where its runbook was. */
  readonly path: string
  /** The entry's name; undefined where it is not known. */
  readonly name?: string | undefined
  readonly kind: 'send' | 'unchanged' | 'kept' | 'refused' | 'skipped' | 'pending' | 'orphaned' | 'retire'
  /** Why, as a sentence; empty where the outcome says everything. */
  readonly reason: string
  /** What a person can do. */
  readonly hint?: string | undefined
  /** 1-based line in the file. */
  readonly line?: number | undefined
  /** Of what is refused: a duplicate name concerns other runbooks, a conflict a text in the assistant. */
  readonly cause?: 'text' | 'duplicate' | 'conflict'
  /** What happened to the runbook of an entry, in words that follow "Its runbook", and where it is now. */
  readonly gone?: { readonly how: string; readonly now: Pick<Reported, 'path' | 'name'> | undefined }
  /** Texts under the name that are not ours: `send` saves and replaces them, anything else leaves them. */
  readonly texts?: readonly ForeignText[]
  /** Whether a pull request does not change it: it waits on the branch in any case. */
  readonly isWaiting?: boolean
}

/** A text that the list shows, and that the Action did not write. */
export interface ForeignText {
  /**
   * `elsewhere`: it comes from another repository, or another step. `unclear`: nobody can tell whether a person wrote it, or
   * the service changed it.
   */
  readonly origin: 'edited' | 'by hand' | 'elsewhere' | 'unclear'
  readonly content: string
}

/** A decision, and what it led to. */
export interface Item {
  readonly decision: Decision
  /**
   * After so many requests, why it was not accepted, which may also be that its file changed. Undefined before it was sent,
   * or where it is not to be.
   */
  sent?: { readonly attempts: number; readonly error?: ActionError }
  /** Why the list shows that it was not stored as it was sent. */
  unconfirmed?: ActionError
  /** The files in which its `texts` are saved; empty where it replaces none. */
  files: readonly string[]
  /** Unified difference between the first of its `texts` and the runbook, in lines; undefined where it must not be shown. */
  difference?: readonly string[]
}

/** What became of a runbook or an entry: one line of the report. */
export interface Reported extends Omit<Decision, 'kind'> {
  readonly outcome: Outcome
  /** Requests for it, retries included. */
  readonly attempts: number
}

/** Why a runbook is pending. */
const NOT_SENT = 'Not sent, because the run ended.'
const NOT_DECIDED = 'Not decided, because the run ended.'
const DELETE_ENTRY = 'Delete its entry in the assistant.'

/**
 * The outcome follows from the decision, then from the answer, and from nothing else.
 *
 * @param plan whether the run only plans: a plan that failed has decided without the list, or not at all.
 */
export function reportedOf({ decision, sent, unconfirmed }: Item, plan?: 'done' | 'failed'): Reported {
  const { kind, ...about } = decision
  const attempts = sent?.attempts ?? 0
  const error = sent?.error ?? unconfirmed
  if (kind === 'send') {
    if (plan === 'done') return { ...about, outcome: 'planned', attempts }
    if (sent === undefined)
      return { ...about, outcome: 'pending', reason: plan === undefined ? NOT_SENT : NOT_DECIDED, attempts }
    if (error === undefined) return { ...about, outcome: 'upserted', attempts }
    return { ...about, outcome: 'failed', reason: error.message, hint: error.hint, attempts }
  }
  if (kind === 'retire') {
    if (sent === undefined) return { ...about, outcome: 'orphaned', attempts }
    if (error === undefined) return { ...about, outcome: 'retired', attempts }
    return { ...about, outcome: 'failed', reason: `Not retired: ${error.message}`, hint: DELETE_ENTRY, attempts }
  }
  return { ...about, outcome: kind, attempts }
}

/** Whether a runbook is not in the knowledge base as it should be, or would not be after a pull request. */
export function isMissing({ outcome, isWaiting = false }: Pick<Reported, 'outcome' | 'isWaiting'>): boolean {
  return !isWaiting && (outcome === 'failed' || outcome === 'refused' || outcome === 'pending')
}

/** Texts of people that wait to come into the files: kept, or the reason of a refusal. */
export function isEdit({ kind, cause, texts = [] }: Pick<Decision, 'kind' | 'cause' | 'texts'>): boolean {
  const isRefusal = kind === 'refused' && cause === 'conflict'
  return kind === 'kept' || (isRefusal && texts.some(({ origin }) => origin === 'edited' || origin === 'by hand'))
}
