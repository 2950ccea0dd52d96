import type { Inputs } from '../job/inputs.ts'
import { foldName } from '../normal-form.ts'
import type { Decision, ForeignText } from '../report/outcome.ts'
import { joined, input, term } from '../wording.ts'
import { editIn, versionOf, type SourceLine } from '../runbook/source-line.ts'
import type { Knowledge, Row } from './knowledge.ts'
import type { Runbook, Runbooks } from './runbooks.ts'

/** What a decision depends on beside the runbooks and the list. */
export interface Facts extends Pick<Inputs, 'onConflict' | 'removed'> {
  /** Whether a commit of a record has something else at a path than the tip. */
  readonly hasChanged: (path: string) => boolean
  /** Whether nothing is to be sent where the list shows the text. */
  readonly trustsList: boolean
  /** Whether the list shows texts as they were written. */
  readonly isComparable: boolean
  /** Paths whose edits are to be replaced in any case. */
  readonly replace: ReadonlySet<string>
  /** The address of this branch's files, as source lines have it. */
  readonly root: string
  /** Whether a source line is of this repository, also by a former name or on another branch. */
  readonly isOfRepository: (line: SourceLine) => boolean
  /** The same for repository and branch. */
  readonly isOfBranch: (line: SourceLine) => boolean
  /** Whether `files` selects a path. */
  readonly matches: (path: string) => boolean
  /** Paths of source lines that the tip has although `files` does not select them. */
  readonly unselected: ReadonlySet<string>
  /** Rows that would be conflicts, and are explained. */
  readonly explained: ReadonlyMap<Row, Explanation>
  /** What changed and removed files were called at the base and at open commits. */
  readonly former: readonly {
    readonly path: string
    readonly name: string
    /** Whether it was certainly delivered. */
    readonly isDelivered: boolean
    /** Where its text is now. */
    readonly movedTo: string | undefined
  }[]
}

/** What becomes of each runbook that the run is about, and of each entry whose runbook is gone. `runbooks.ts` has refused or skipped the others. */
export function decide(runbooks: Runbooks, knowledge: Knowledge, facts: Facts): Decision[] {
  return [
    ...runbooks.others,
    ...runbooks.due.map((runbook) => decideRunbook(runbook, knowledge, facts)),
    ...decideEntries(runbooks, knowledge, facts)
  ]
}

/** The same before the list is read, and where a plan cannot read it. */
export function decideWithoutList({ others, due }: Runbooks): Decision[] {
  return [
    ...others,
    ...due.map(({ path, name }): Decision => ({ about: 'runbook', path, name, kind: 'send', reason: '' }))
  ]
}

const bringHomeHint = (): string =>
  `To keep the text, bring it into the file with \`runbook-sync pull\`, or by hand. To discard it, ${term('replace')}.`

const elsewhereHint = (): string =>
  `Two runbooks have one name. Give this one another by ${input('entry-name')} or by its \`title\`, or deliver both ` +
  `from one place. To replace the entry, ${term('replace')}.`

/** Why a text that nobody sent under this name is no conflict. */
export type Explanation =
  /** The edit is in the runbook by now: merging both gives the runbook. */
  | 'merged'
  /** It is the text of its file, which nobody has converted. */
  | 'in Git'
  /** It is the beginning of an entry: the list cuts texts. */
  | 'cut'
  /** It is the text of another runbook, as that was sent. */
  | 'misplaced'

/** What one row means for its runbook. Of several rows of a name, the first in this order decides. */
const MEANINGS = ['conflict', 'send', 'kept', 'unchanged'] as const

function decideRunbook(runbook: Runbook, knowledge: Knowledge, facts: Facts): Decision {
  const { path, name } = runbook
  const about = { about: 'runbook', path, name } as const
  const rows = knowledge.entries.rowsOf(name)
  const replaces = facts.onConflict === 'replace' || facts.replace.has(path)
  if (rows.length === 0) {
    if (knowledge.absence === 'no entry') return { ...about, kind: 'send', reason: 'A new entry.' }
    if (knowledge.absence === 'no list' || replaces) return { ...about, kind: 'send', reason: '' }
    const error = knowledge.ending.kind === 'failed' ? knowledge.ending.error : undefined
    // Then nothing can be sent either.
    if (error?.kind === 'unreachable') return { ...about, kind: 'pending', reason: error.message, hint: error.hint }
    const reason = `The run cannot see edits in the assistant: ${knowledge.why}.`
    const again = `Run ${term('job')} again. If this stays, use ${input('on-conflict', 'replace')} once.`
    return { ...about, kind: 'pending', reason, hint: again }
  }
  const meanings = rows.map((row) => meaningOf(row, runbook, facts))
  const rank = ({ kind }: (typeof meanings)[number]): number => MEANINGS.indexOf(kind)
  const {
    kind,
    reason,
    hint = bringHomeHint()
  } = meanings.reduce((first, next) => (rank(next) < rank(first) ? next : first))
  const texts = rows.flatMap((row) => foreignText(row, runbook, facts) ?? [])
  switch (kind) {
    case 'conflict':
      if (replaces) return { ...about, kind: 'send', reason: 'Replaces a text of the assistant.', texts }
      return { ...about, kind: 'refused', cause: 'conflict', reason, hint, texts }
    case 'kept':
      // An edit of the present text is replaced only where a person has named its runbook.
      if (facts.replace.has(path)) return { ...about, kind: 'send', reason: 'Replaces an edit.', texts }
      return { ...about, kind, reason, hint: 'Bring the edit into the file with `runbook-sync pull`.', texts }
    case 'send':
      return { ...about, kind, reason, texts }
    case 'unchanged':
      return { ...about, kind, reason }
  }
}

/** The first line that fits decides. docs/decisions.md has this table. */
function meaningOf(
  row: Row,
  runbook: Runbook,
  facts: Facts
): Pick<Decision, 'reason' | 'hint'> & { readonly kind: (typeof MEANINGS)[number] } {
  const { name, origin, line } = row
  const update = { kind: 'send', reason: 'Updates its entry.' } as const
  if (origin === 'empty' || origin === 'hidden' || origin === 'unclear' || !facts.isComparable) return update
  if (line !== undefined && !isOwn(line, facts))
    return {
      kind: 'conflict',
      hint: elsewhereHint(),
      reason: `The entry “${name}” comes from ${joined([line.root, line.path], '/')}.`
    }
  if (origin === 'ours' && line?.digits === runbook.version && line.root === facts.root) {
    if (facts.trustsList && !facts.hasChanged(runbook.path)) return { kind: 'unchanged', reason: '' }
    return { kind: 'send', reason: 'Sent again, because the list may be old.' }
  }
  if (isSameText(row, runbook)) return { kind: 'send', reason: 'The runbook has the text of the assistant now.' }
  if (origin === 'ours') return update
  if (line?.digits === runbook.version)
    return { kind: 'kept', reason: `Somebody edited the entry “${name}” in the assistant; the edit stays.` }
  const explanation = facts.explained.get(row)
  if (explanation === 'merged') return { kind: 'send', reason: 'The runbook contains the edit now.' }
  if (explanation !== undefined) return update
  const how = origin === 'edited' ? 'Somebody edited' : 'Somebody wrote'
  const from = line === undefined ? '' : `, from version ${line.digits}`
  return { kind: 'conflict', reason: `${how} the entry “${name}” in the assistant${from}.` }
}

/** Whether a line leads to a file of this repository, but to none that `files` leaves to another step. */
function isOwn(line: SourceLine, { isOfRepository, unselected }: Facts): boolean {
  return isOfRepository(line) && !unselected.has(line.path)
}

/** Whether a row has the text that would be sent, but for its source line. */
function isSameText({ content }: Row, { name, path, version }: Runbook): boolean {
  return versionOf(name, path, editIn(content)) === version
}

/** A text that would be lost if the runbook were sent. */
function foreignText(row: Row, runbook: Runbook, facts: Facts): ForeignText | undefined {
  const { origin, content, line } = row
  if (origin === 'empty' || origin === 'hidden') return undefined
  if (origin !== 'ours' && (isSameText(row, runbook) || facts.explained.get(row) === 'in Git')) return undefined
  if (origin !== 'ours' && (!facts.isComparable || facts.explained.has(row))) return { origin: 'unclear', content }
  if (line !== undefined && !isOwn(line, facts)) return { origin: 'elsewhere', content }
  return origin === 'ours' ? undefined : { origin, content }
}

/** What happened to the runbook of an entry, in words that follow "Its runbook". */
const REASONS = {
  removed: 'was removed',
  moved: 'was moved',
  renamed: 'was given another name',
  excluded: 'was taken out of the knowledge base'
} as const

/** Entries whose runbooks are gone. */
function decideEntries(runbooks: Runbooks, knowledge: Knowledge, facts: Facts): Decision[] {
  const byName = new Map<string, Decision>()
  const showsTexts = facts.isComparable && knowledge.entries.rows.some(({ line }) => line !== undefined)
  const found = showsTexts ? orphansInList(runbooks, knowledge, facts) : orphansInGit(runbooks, knowledge, facts)
  for (const decision of found) byName.set(foldName(decision.name ?? ''), decision)
  return [...byName.values()]
}

/** Those that say themselves that they come from a file of this branch, which has no such runbook. */
function orphansInList({ nameAt, mayBeOfRunbook }: Runbooks, { entries }: Knowledge, facts: Facts): Decision[] {
  // An upsert may reach any of the entries that share a name.
  const written = entries.rows.filter(({ origin }) => origin !== 'ours' && origin !== 'empty')
  const hasForeign = new Set(written.map(({ name }) => foldName(name)))
  return entries.rows.flatMap((row) => {
    const { name, line } = row
    if (line?.kind !== 'version' || !facts.isOfBranch(line) || mayBeOfRunbook(name)) return []
    const { path } = line
    if (!nameAt.has(path) && (facts.unselected.has(path) || !facts.matches(path))) return []
    const former = facts.former.find((one) => one.path === path && foldName(one.name) === foldName(name))
    // The step of another template of names has other entries of the same files.
    const isProved = former !== undefined || nameAt.get(path) === undefined
    const decision = orphan(path, name, former?.movedTo, nameAt)
    if (hasForeign.has(foldName(name))) {
      return [{ ...decision, reason: `${decision.reason} Somebody edited the entry, so it stays.` }]
    }
    return [
      facts.removed === 'retire' && isProved ? { ...decision, kind: 'retire' as const, hint: undefined } : decision
    ]
  })
}

/** Where the list shows no texts, only this run can know: the next one does not see what was removed. */
function orphansInGit({ nameAt, mayBeOfRunbook }: Runbooks, { entries, absence }: Knowledge, facts: Facts): Decision[] {
  return facts.former
    .filter(({ path, name, isDelivered }) => {
      const isShown = entries.rowsOf(name).length > 0 || (isDelivered && absence !== 'no entry')
      return isShown && !mayBeOfRunbook(name) && !facts.unselected.has(path)
    })
    .map(({ path, name, movedTo }) => orphan(path, name, movedTo, nameAt))
}

function orphan(
  path: string,
  name: string,
  movedTo: string | undefined,
  nameAt: ReadonlyMap<string, string | undefined>
): Decision {
  const place = nameAt.has(path) ? path : movedTo
  const nameNow = place === undefined ? undefined : nameAt.get(place)
  const now = place === undefined || nameNow === undefined ? undefined : { path: place, name: nameNow }
  const isHere = nameAt.has(path)
  const how = REASONS[now === undefined ? (isHere ? 'excluded' : 'removed') : isHere ? 'renamed' : 'moved']
  return {
    ...{ about: 'entry', path, name, kind: 'orphaned', gone: { how, now } },
    reason: `Its runbook ${how}${now === undefined ? '' : `, now ${now.path} (“${now.name}”)`}.`,
    hint: 'Delete its entry in the assistant.'
  }
}
