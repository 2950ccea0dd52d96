import type { Inputs } from '../job/inputs.ts'
import { foldName } from '../normal-form.ts'
import type { Decision, ForeignText } from '../report/result.ts'
import { placeOf, type SourceLine } from '../runbook/source-line.ts'
import { input, joined, term } from '../wording.ts'
import { markOf, type Entries, type Row } from './entries.ts'
import { duplicateDecision, type Runbook, type Runbooks } from './runbooks.ts'
import { changeOf, isInScope, type Scope } from './scope.ts'

/** What a decision depends on beside the runbooks and the list. */
export interface Facts extends Pick<Inputs, 'onConflict' | 'removed'> {
  /** Paths whose edits are to be replaced in any case. */
  readonly replace: ReadonlySet<string>
  readonly scope: Scope
  /** The mark that this run has sent last, for an earlier commit, by folded name. */
  readonly marksSent: ReadonlyMap<string, string>
  readonly isOfRepository: (line: SourceLine) => boolean
  readonly isOfBranch: (line: SourceLine) => boolean
  readonly selects: (path: string) => boolean
  /** Paths of source lines of this branch that the commit has although `files` does not select them. */
  readonly unselected: ReadonlySet<string>
  /** Of texts that no seal proves to be ours. */
  readonly evidence: ReadonlyMap<Row, Evidence>
}

/** How a text under the name of a runbook is related to it, if no seal proves the text to be ours. */
export type Evidence =
  /** Line and text are those that would be sent now, but the seal is of another text. */
  | 'as sent'
  /** It is the text of the runbook. */
  | 'same text'
  /** Merging it with the runbook, over the text of its version, gives the runbook. */
  | 'merged'

/** What becomes of each runbook, and of each entry that has none. */
export function decide(runbooks: Runbooks, entries: Entries, facts: Facts): Decision[] {
  const decisions = [
    ...decideUnsendable(runbooks, facts.scope),
    ...runbooks.named.map((runbook) => decideRunbook(runbook, entries.rowsOf(runbook.name), facts))
  ]
  // What is refused may be what replaces an orphan; until it is delivered, the orphan is all that there is.
  const retires = facts.removed === 'retire' && !decisions.some(({ kind }) => kind === 'refused')
  return [...decisions, ...decideOrphans(runbooks, entries, facts, retires)]
}

/** What a plan says of each runbook without the list: everything is sent, and `isWaiting` marks what the run is not about. */
export function decideWithoutList(runbooks: Runbooks, scope: Scope): Decision[] {
  const sends = runbooks.named.map(({ path, name }): Decision => {
    return { about: 'runbook', path, name, kind: 'send', reason: '', isWaiting: !isInScope(scope, path) }
  })
  return [...decideUnsendable(runbooks, scope), ...sends]
}

/** Files that have no entry, or whose name other files have. */
function decideUnsendable({ others, duplicates }: Runbooks, scope: Scope): Decision[] {
  const shared = duplicates.flatMap((group) => {
    const causes = new Set(group.filter(({ path }) => changeOf(scope, path) !== undefined).map(({ path }) => path))
    // What brings in the name that another file has is red for both.
    const isWaiting = !scope.isEverything && causes.size === 0
    // The file that came last is the one to rename.
    const ordered = group.toSorted((a, b) => Number(causes.has(b.path)) - Number(causes.has(a.path)))
    return group.map((runbook) => ({ ...duplicateDecision(runbook, ordered, causes), isWaiting }))
  })
  return [...others.map((decision) => ({ ...decision, isWaiting: !isInScope(scope, decision.path) })), ...shared]
}

/** All rows under names of runbooks, also of those that share one. */
export function rowsOfRunbooks({ named, duplicates }: Runbooks, entries: Entries): ReadonlySet<Row> {
  // Thousands of files may share one name.
  const names = new Set([...named, ...duplicates.flat()].map(({ name }) => name))
  return new Set([...names].flatMap((name) => entries.rowsOf(name)))
}

type Meaning = Pick<Decision, 'reason' | 'hint'> & { readonly kind: 'conflict' | 'send' | 'kept' | 'unchanged' }

/** If several rows have one name, the first kind in this order decides. */
const ORDER: readonly Meaning['kind'][] = ['conflict', 'send', 'kept', 'unchanged']

function decideRunbook(runbook: Runbook, rows: readonly Row[], facts: Facts): Decision {
  const { path, name } = runbook
  const about = { about: 'runbook', path, name } as const
  if (rows.length === 0) return { ...about, kind: 'send', reason: 'A new entry.' }
  const meanings = rows.map((row) => meaningOf(row, runbook, facts))
  const { kind, reason, hint } = strongest(meanings)
  const texts = rows.flatMap((row) => foreignText(row, facts) ?? [])
  const replaces = facts.onConflict === 'replace' || facts.replace.has(path)
  switch (kind) {
    case 'unchanged':
      return { ...about, kind, reason }
    case 'send':
      return { ...about, kind, reason, texts }
    case 'kept':
      if (replaces) return { ...about, kind: 'send', reason: 'Replaces an edit.', texts }
      return { ...about, kind, reason, hint, texts }
    case 'conflict':
      if (replaces) return { ...about, kind: 'send', reason: 'Replaces a text of the assistant.', texts }
      return {
        ...about,
        kind: 'refused',
        cause: 'conflict',
        reason,
        hint,
        texts,
        isWaiting: !isInScope(facts.scope, path)
      }
  }
}

function strongest(meanings: readonly Meaning[]): Meaning {
  // A stale copy beside the current text, or beside an edit of it, would be sent in every run.
  const isCurrent = meanings.some(({ kind }) => kind === 'unchanged' || kind === 'kept')
  const counting = isCurrent ? meanings.filter(({ kind }) => kind !== 'send') : meanings
  const rank = ({ kind }: Meaning): number => ORDER.indexOf(kind)
  return counting.reduce((first, next) => (rank(next) < rank(first) ? next : first))
}

const UPDATE: Meaning = { kind: 'send', reason: 'Updates its entry.' }

/** The first line that fits decides. docs/decisions.md has this table. */
function meaningOf(row: Row, runbook: Runbook, facts: Facts): Meaning {
  const { name, state, line } = row
  const evidence = facts.evidence.get(row)
  if (line !== undefined && isElsewhere(line, facts)) return elsewhere(name, line, runbook, facts)
  if (state === 'ours' && line?.version === runbook.version) {
    const markSent = facts.marksSent.get(foldName(runbook.name))
    if (markSent === markOf(line)) return { kind: 'unchanged', reason: '' }
    // The list may still show the state before an earlier run, or before what this run has sent for an earlier commit.
    if (changeOf(facts.scope, runbook.path) !== undefined) return { kind: 'send', reason: 'The push changed it.' }
    if (markSent !== undefined) return { kind: 'send', reason: 'The branch went back to this text.' }
    return { kind: 'unchanged', reason: '' }
  }
  // Under the seal of another text, that text would pass for ours.
  if (evidence === 'as sent') return { kind: 'send', reason: 'Renews its seal.' }
  if (state === 'ours' || state === 'empty' || state === 'hidden') return UPDATE
  if (line?.version === runbook.version) {
    return {
      kind: 'kept',
      reason: `Somebody edited the entry “${name}” in the assistant; the edit stays.`,
      hint: `Bring the edit into the file with \`runbook-sync pull\`, or discard it: ${term('replace')}.`
    }
  }
  if (evidence === 'same text') return { kind: 'send', reason: 'The runbook has the text of the assistant now.' }
  if (evidence === 'merged') return { kind: 'send', reason: 'The runbook contains the edit now.' }
  const how = state === 'edited' ? 'Somebody edited' : 'Somebody wrote'
  return {
    kind: 'conflict',
    reason: `${how} the entry “${name}” in the assistant.`,
    hint:
      'To keep the text, bring it into the file with `runbook-sync pull`. ' +
      `To discard it, or when you have merged it by hand, ${term('replace')}.`
  }
}

/** True if a line leads to another repository, or to a file that `files` leaves to another step. */
export function isElsewhere(line: SourceLine, facts: Facts): boolean {
  return !facts.isOfRepository(line) || isUnselected(line, facts)
}

/** True if a line leads to a file of this branch that cannot be read: its entry is no orphan, because nobody knows its name. */
export function isUnread(line: SourceLine, { nameless }: Runbooks, { isOfBranch }: Facts): boolean {
  return isOfBranch(line) && nameless.has(line.path)
}

/** True if a line leads to a file of this branch that `files` does not select. */
export function isUnselected(line: SourceLine, { isOfBranch, unselected }: Facts): boolean {
  return isOfBranch(line) && unselected.has(line.path)
}

function elsewhere(name: string, line: SourceLine, { path }: Runbook, { isOfRepository }: Facts): Meaning {
  const address = isOfRepository(line) ? '' : addressOf(line)
  const adoption =
    address !== '' &&
    `If this repository was there before, one run by hand with ${input('on-conflict', 'replace')} takes over its entries; it ` +
      'also replaces edits, which it saves first.'
  // After a move to another repository, all runbooks have one reason.
  const from = address !== '' && line.path === path ? address : joined([line.root, line.path], '/')
  const advice =
    `${adoption === false ? 'Two' : 'Otherwise, two'} runbooks have the same name. Rename this one: give it a \`title\`, or set ` +
    `${input('entry-name')}. You can also deliver both from one place. To replace the entry, ${term('replace')}.`
  return {
    kind: 'conflict',
    reason: `The entry “${name}” comes from ${from}.`,
    hint: joined([adoption, advice])
  }
}

/** The repository that a line names, which may be this one before it was moved; empty if there is none. */
function addressOf(line: SourceLine): string {
  const place = placeOf(line)
  return place === undefined ? '' : `${place.serverUrl}/${place.repository}`
}

/** A text that would be lost if the runbook were sent. */
function foreignText(row: Row, facts: Facts): ForeignText | undefined {
  const { state, content, line } = row
  const evidence = facts.evidence.get(row)
  if (content === '' || state === 'hidden' || state === 'empty') return undefined
  if (line !== undefined && isElsewhere(line, facts)) return { origin: 'elsewhere', content }
  if (state === 'ours' || evidence === 'as sent' || evidence === 'same text') return undefined
  return { origin: state, content }
}

/**
 * Entries that say themselves that they come from a file of this branch, which has no such runbook any more.
 *
 * @param retires whether those that nobody has edited become notes.
 */
export function decideOrphans(runbooks: Runbooks, entries: Entries, facts: Facts, retires: boolean): Decision[] {
  const claimed = rowsOfRunbooks(runbooks, entries)
  const byName = new Map<string, Decision>()
  for (const row of entries.rows) {
    const { name, line } = row
    if (byName.has(foldName(name)) || claimed.has(row) || line?.kind !== 'version' || !isOrphan(line, runbooks, facts))
      continue
    const orphan = orphanDecision(name, line.path, runbooks.nameAt, facts.scope)
    // A service may take all of these for the entry of the note.
    const rows = entries.rowsLike(name)
    // A copy beside it: only people can remove that.
    const isNoted = rows.some((each) => each.line?.kind === 'retired')
    const isWritten = rows.some(({ state }) => state !== 'ours')
    const untouched = retires && !isNoted ? retired(orphan, runbooks) : orphan
    byName.set(foldName(name), isWritten ? stays(orphan) : untouched)
  }
  return [...byName.values()]
}

function isOrphan(line: SourceLine, runbooks: Runbooks, facts: Facts): boolean {
  const { nameAt } = runbooks
  if (!facts.isOfBranch(line) || isUnread(line, runbooks, facts)) return false
  return nameAt.has(line.path) || facts.selects(line.path)
}

function stays(orphan: Decision): Decision {
  const hint = 'Copy what you need of it, then delete the entry in the assistant.'
  return { ...orphan, reason: `${orphan.reason} Somebody edited the entry, so it stays.`, hint }
}

/** A file that is still there under another name may be that of another step, with another template of names. */
function retired(orphan: Decision, { nameAt }: Runbooks): Decision {
  const isGone = nameAt.get(orphan.path) === undefined
  return isGone ? { ...orphan, kind: 'retire', hint: undefined } : orphan
}

/** An entry that no runbook has any more. */
export function orphanDecision(name: string, path: string, nameAt: Runbooks['nameAt'], scope: Scope): Decision {
  const pathNow = nameAt.has(path) ? path : changeOf(scope, path)?.renamedTo
  const nameNow = nameAt.get(pathNow ?? '')
  const now = pathNow === undefined || nameNow === undefined ? undefined : { path: pathNow, name: nameNow }
  return {
    about: 'entry',
    path,
    name,
    kind: 'orphaned',
    now,
    reason: `Its runbook ${howItWent(nameAt.has(path), now)}.`,
    hint: 'Delete its entry in the assistant.',
    isWaiting: !isInScope(scope, path)
  }
}

/** In words that follow "Its runbook". */
function howItWent(isHere: boolean, now: Pick<Decision, 'path' | 'name'> | undefined): string {
  if (now === undefined) return isHere ? 'is left out now (draft, `runbook: false` or without text)' : 'was removed'
  return isHere ? `is called “${now.name ?? ''}” now` : `was moved to ${now.path}, with the name “${now.name ?? ''}”`
}
