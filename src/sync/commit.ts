import type { Patterns } from '../branch/patterns.ts'
import type { Matcher, Source, SourceFile } from '../branch/source.ts'
import type { Inputs } from '../job/inputs.ts'
import type { KnowledgeClient } from '../knowledge/client.ts'
import type { Journal } from '../report/journal.ts'
import type { Decision } from '../report/result.ts'
import type { RunbookOptions } from '../runbook/runbook.ts'
import { Conversions } from './conversions.ts'
import { decide, decideWithoutList, rowsOfRunbooks, type Facts } from './decide.ts'
import type { Entries, Row } from './entries.ts'
import { findEvidence } from './evidence.ts'
import { Places } from './places.ts'
import { readEntries } from './read-entries.ts'
import {
  fetchMissing,
  readRunbooks,
  refusedDecision,
  requireSelection,
  runbooksShown,
  warningsOf,
  type Runbook,
  type Runbooks
} from './runbooks.ts'
import { changeOf, isInScope, type Scope } from './scope.ts'

/** What a run compares: a branch, and how its files become entries. */
export interface Comparison {
  readonly source: Source
  readonly patterns: Patterns
  readonly options: RunbookOptions
  readonly inputs: Pick<Inputs, 'onConflict' | 'removed'>
  /** Paths whose edits are to be replaced in any case. */
  readonly replace: ReadonlySet<string>
  readonly scopeAt: (head: string, selects: Matcher) => Promise<Scope>
  /** True if links are also checked in runbooks that are not sent. A push has no time for that. */
  readonly checksAllLinks: boolean
  /** True if all files are read, also those whose entries the list shows as they would be sent. */
  readonly readsAll: boolean
  /** False in a public repository, which must not publish texts of the assistant. */
  readonly showsTexts: boolean
  /** True if the differences of entries that nobody edited are shown, too, and all of them in full. */
  readonly showsAllDifferences: boolean
  readonly journal: Journal
}

/** What was decided about one commit, and what it was decided from. */
export interface DecidedCommit {
  /** Empty if the files are not those of a commit. */
  readonly head: string
  readonly selected: number
  readonly decisions: readonly Decision[]
  readonly runbooks: Runbooks
  readonly conversions: Conversions
  readonly scope: Scope
}

/** What was decided about a commit when the list could be read. */
export interface Decided extends DecidedCommit {
  readonly entries: Entries
  /** The rows under names of runbooks. */
  readonly claimed: ReadonlySet<Row>
  readonly facts: Facts
}

/**
 * Compares a commit with the list, and decides; once for each commit. What the run has sent for earlier commits is told from
 * edits by `marksSent`.
 *
 * @param marksSent the marks that this run has sent last for earlier commits, by folded name.
 */
export async function decideCommit(
  comparison: Comparison,
  head: string,
  client: KnowledgeClient,
  marksSent: ReadonlyMap<string, string>
): Promise<Decided> {
  const { source, options } = comparison
  const { files, ...selection } = await selectFiles(comparison, head)
  // The list may show the state before the push, or before what was sent.
  const mustRead = ({ path }: SourceFile): boolean =>
    comparison.readsAll || marksSent.size > 0 || changeOf(selection.scope, path) !== undefined
  const { entries, ...found } = await readListAndFiles(comparison, client, files, mustRead)
  const read = { ...selection, ...found }
  const conversions = new Conversions(source, options)
  const facts = await gatherFacts(comparison, head, read, entries, conversions, marksSent)
  const mustConvert = ({ name, version }: Runbook): boolean =>
    comparison.checksAllLinks || !entries.rowsOf(name).some(({ line }) => line?.version === version)
  const runbooks = await convertAll(read.runbooks, conversions, mustConvert)
  await noteProblems(comparison, { ...read, runbooks, conversions })
  const claimed = rowsOfRunbooks(runbooks, entries)
  return { ...read, runbooks, conversions, entries, claimed, facts, decisions: decide(runbooks, entries, facts) }
}

/** Reads the list, and the files that it does not show as they would be sent. @param mustRead the files that are read in any case. */
async function readListAndFiles(
  comparison: Comparison,
  client: KnowledgeClient,
  files: readonly SourceFile[],
  mustRead: (file: SourceFile) => boolean
): Promise<Pick<Decided, 'entries' | 'runbooks'>> {
  const { source, options } = comparison
  const { wanted = [], others = [] } = Object.groupBy(files, (file) => (mustRead(file) ? 'wanted' : 'others'))
  // Before the list: a fetch may take minutes, and edits made after the list is read are not seen.
  await fetchMissing(source, wanted)
  const readFiles = async (shown: Entries | undefined) => {
    const rows = shown?.rows
    const known = shown === undefined ? new Map<string, Runbook>() : runbooksShown(shown, others, options)
    const unknown = others.filter(({ path }) => !known.has(path))
    const hasFetched = await fetchMissing(source, unknown)
    return { runbooks: await readRunbooks(source, files, options, known), known, hasFetched, rows }
  }
  let reading: ReturnType<typeof readFiles> | undefined
  const readOnce = (shown: Entries | undefined): ReturnType<typeof readFiles> => (reading ??= readFiles(shown))
  const list = (): Promise<Entries> =>
    readEntries(client, textNeeds(files, comparison), async (shown) => {
      const { runbooks } = await readOnce(shown)
      return runbooks.named.map(({ name }) => name)
    })
  const first = await list()
  const { runbooks, known, hasFetched, rows } = await readOnce(first)
  // A fetch may have taken minutes, in which somebody may have edited an entry.
  const entries = hasFetched ? await list() : first
  // The same rows show the same runbooks; a later reading may show that somebody has edited, copied or removed the entry.
  if (entries.rows === rows) return { entries, runbooks }
  const still = runbooksShown(entries, others, options)
  const isStale = [...known.values()].some(({ path, name }) => still.get(path)?.name !== name)
  return isStale ? readListAndFiles(comparison, client, files, () => true) : { entries, runbooks }
}

/** What a decision depends on beside the runbooks and the list: inputs, GitHub and Git. */
async function gatherFacts(
  { source, options, inputs, replace, patterns }: Comparison,
  head: string,
  { runbooks, scope }: Pick<DecidedCommit, 'runbooks' | 'scope'>,
  entries: Entries,
  conversions: Conversions,
  marksSent: ReadonlyMap<string, string>
): Promise<Facts> {
  const places = new Places(options)
  const isRunbook = (path: string): boolean => runbooks.nameAt.get(path) !== undefined
  return {
    onConflict: inputs.onConflict,
    removed: inputs.removed,
    replace,
    scope,
    marksSent,
    isOfRepository: (line) => places.isOfRepository(line),
    isOfBranch: (line) => places.isOfBranch(line),
    selects: patterns.matches,
    unselected: await unselectedPaths({ source, patterns }, head, runbooks, entries, places),
    evidence: await findEvidence(runbooks.named, entries, { head, source, conversions, options, isRunbook })
  }
}

/** What a plan says of a commit without the list. */
export async function decideCommitWithoutList(comparison: Comparison, head: string): Promise<DecidedCommit> {
  const { source, options } = comparison
  const { files, ...selection } = await selectFiles(comparison, head)
  const runbooks = await readRunbooks(source, files, options)
  const conversions = new Conversions(source, options)
  const convertible = await convertAll(runbooks, conversions, ({ path }) => isInScope(selection.scope, path))
  await noteProblems(comparison, { ...selection, runbooks: convertible, conversions })
  const decisions = decideWithoutList(convertible, selection.scope)
  return { ...selection, runbooks: convertible, conversions, decisions }
}

/** Selects the files of a commit, and finds those that the run is about. */
async function selectFiles({ source, patterns, scopeAt, journal }: Comparison, head: string) {
  // A pattern that matches only removed files has no effect, so `scopeAt` must not count.
  const watched = patterns.watch()
  const [scope, selection] = await Promise.all([scopeAt(head, patterns.matches), source.list(head, watched.matches)])
  await requireSelection(source, head, selection, { lines: patterns.lines, unused: watched.unused() }, journal)
  const { files } = selection
  return { head: source.isUncommitted === true ? '' : head, selected: files.length, scope, files }
}

/** Which texts are needed if a runbook has their name: of people and of other repositories; for differences also our own. */
function textNeeds(files: readonly SourceFile[], { options, showsAllDifferences }: Comparison): (row: Row) => boolean {
  const places = new Places(options)
  const paths = new Set(files.map(({ path }) => path))
  const isOwn = ({ line }: Row): boolean => line !== undefined && places.isOfRepository(line) && paths.has(line.path)
  return (row) => showsAllDifferences || row.state !== 'ours' || !isOwn(row)
}

/** Paths of source lines that the commit has although `files` does not select them. */
async function unselectedPaths(
  { source, patterns }: Pick<Comparison, 'source' | 'patterns'>,
  head: string,
  { nameAt }: Runbooks,
  { rows }: Entries,
  places: Places
): Promise<ReadonlySet<string>> {
  // Nearly all are those of runbooks, and to look one up is faster than to match patterns.
  const isSelected = (path: string): boolean => nameAt.has(path) || patterns.matches(path)
  const lines = rows.flatMap(({ line }) => (line !== undefined && !isSelected(line.path) ? [line] : []))
  const paths = new Set(lines.filter((line) => places.isOfBranch(line)).map(({ path }) => path))
  return paths.size === 0 ? paths : paths.difference(await source.missing(head, paths))
}

/** Converts some runbooks; those that cannot be are refused. */
async function convertAll(
  runbooks: Runbooks,
  conversions: Conversions,
  isWanted: (runbook: Runbook) => boolean
): Promise<Runbooks> {
  const refused: Decision[] = []
  for (const runbook of runbooks.named.filter(isWanted)) {
    const converted = await conversions.convert(runbook)
    if (!('kind' in converted)) continue
    refused.push({ ...refusedDecision(runbook.path, converted), name: runbook.name })
  }
  if (refused.length === 0) return runbooks
  const paths = new Set(refused.map(({ path }) => path))
  return {
    ...runbooks,
    named: runbooks.named.filter(({ path }) => !paths.has(path)),
    others: [...runbooks.others, ...refused],
    // Their entries stay as they are, and are no orphans.
    nameless: runbooks.nameless.union(paths)
  }
}

/** Notes what the authors of the runbooks have to know, of a push or a pull request what it brings in. */
async function noteProblems(
  { journal }: Comparison,
  { runbooks, conversions, head, scope }: Pick<Decided, 'runbooks' | 'conversions' | 'head' | 'scope'>
): Promise<void> {
  for (const warning of warningsOf(runbooks)) if (isInScope(scope, warning.path)) journal.notice(warning)
  for (const problem of await conversions.problems(head, (path) => isInScope(scope, path))) journal.notice(problem)
}
