import type { Changes } from '../changes/changes.ts'
import { isMarkdown, type Patterns } from '../changes/patterns.ts'
import { type Diagnostic, inputError } from '../errors.ts'
import type { Source } from '../git/checkout.ts'
import { DiskFiles } from '../git/disk.ts'
import type { SkipReason } from '../git/source.ts'
import type { Findings, Inventory } from '../report/findings.ts'
import type { Secret } from '../secret.ts'
import { count, joined, listed, quoted, words } from '../wording.ts'
import type { Decided } from './plan.ts'

/** What the list shows, or does not show, beside what was decided: each once. */
export function* remarksOn(
  { decisions, knowledge, runbooks: { named, nameAt }, facts }: Decided,
  { isFull, earlier }: Changes
): Generator<Diagnostic> {
  if (knowledge === undefined) return
  const { entries, absence, why, ending } = knowledge
  const { rows } = entries
  if (ending.kind === 'unusable') {
    yield { level: 'notice', message: `Edits in the assistant are not seen, and nothing is confirmed: ${why}.` }
  } else if (rows.length > 0 && rows.every(({ origin }) => origin === 'hidden')) {
    yield { level: 'notice', message: 'Edits in the assistant are not seen: the list shows no texts.' }
  } else if (!facts.isComparable || facts.explained.values().some((why) => why === 'cut')) {
    const message =
      'The service changes texts, so that nobody can tell whether a person edited an entry. A sync refuses and skips nothing ' +
      'because of a text, and saves texts before it replaces them.'
    yield { level: 'warning', message }
  }
  const sent = decisions.filter(({ kind }) => kind === 'send').map(({ name = '' }) => entries.rowsOf(name))
  const hidden = sent.filter((shown) => shown.some(({ origin }) => origin === 'hidden')).length
  if (hidden > 0 && rows.some(({ origin }) => origin !== 'hidden')) {
    const message = `Edits in the assistant are not seen in ${count(hidden, 'entry', 'entries')} whose text the list does not show.`
    yield { level: 'warning', message }
  }
  const unseen = decisions.filter(({ kind, name = '' }) => kind === 'send' && entries.rowsOf(name).length === 0)
  if (absence === 'not seen' && unseen.length > 0) {
    const message = `A sync replaces ${count(unseen.length, 'entry', 'entries')} although the list does not show whether somebody edited the text: ${why}.`
    yield { level: 'warning', message }
  }
  const lacking = named.filter(({ path, name }) => !earlier.has(path) && entries.rowsOf(name).length === 0)
  if (!isFull && absence === 'no entry' && ending.kind === 'complete' && lacking.length > 0) {
    const what = count(lacking.length, 'runbook that did not change', 'runbooks that did not change')
    const message = `The list has no entry of ${what}: ${listed(lacking.map(({ path }) => path))}. Start the workflow by hand: a full sync sends what is missing.`
    yield { level: 'warning', message }
  }
  const elsewhere = rows.filter(
    ({ line }) => line !== undefined && facts.isOfBranch(line) && facts.unselected.has(line.path)
  )
  if (elsewhere.length > 0) {
    const paths = listed([...new Set(elsewhere.flatMap(({ line }) => line?.path ?? []))])
    const message = `${count(elsewhere.length, 'entry comes', 'entries come')} from files that ${words.input('files')} does not select: ${paths}. They were moved elsewhere, or are delivered with other patterns.`
    yield { level: 'warning', message }
  }
  const several = [...nameAt.values()].filter((name) => name !== undefined && entries.rowsOf(name).length > 1)
  if (several.length > 0) {
    const message = `The knowledge base has several entries named ${listed(several.map((name) => `“${name ?? ''}”`))}. Remove the outdated ones in the assistant.`
    yield { level: 'warning', message }
  }
}

/**
 * What the knowledge base held before the run; undefined where the list does not show all of it, or a runbook cannot be read:
 * its entry would count as one without a runbook.
 *
 * @param showsNames whether names of entries without a runbook may be published.
 */
export function inventoryOf(
  { decisions, knowledge, runbooks: { nameAt, hasNameless }, facts }: Decided,
  showsNames: boolean,
  token: Secret | undefined
): Inventory | undefined {
  if (knowledge?.ending.kind !== 'complete' || hasNameless) return undefined
  const { entries } = knowledge
  const shown = new Set([...nameAt.values()].flatMap((name) => (name === undefined ? [] : entries.rowsOf(name))))
  const others = entries.rows.filter((row) => !shown.has(row)).map(({ name }) => name)
  const unchanged = decisions.filter(({ kind }) => kind === 'unchanged')
  const same = new Set(unchanged.flatMap(({ name = '' }) => entries.rowsOf(name)))
  return {
    entries: entries.size,
    isComplete: true,
    differing: facts.isComparable ? shown.difference(same).size : 0,
    withoutRunbook: others.length,
    names: showsNames ? others.map((name) => token?.redact(name) ?? name) : []
  }
}

const SKIPPED: Readonly<Record<SkipReason, string>> = {
  symlink: 'it is a symbolic link, which Runbook Sync never follows',
  submodule: 'it is a submodule, whose files are in another repository',
  'not UTF-8': 'its name is not UTF-8',
  'special file': 'it is not a regular file'
}

/** Where most of the Markdown is, for a message; empty where none is in a folder. */
async function whereMarkdownIs(source: Source, tip: string): Promise<string> {
  const isInFolder = (path: string): boolean => path.includes('/') && isMarkdown(path)
  const { files } = await (source instanceof DiskFiles ? source.list(isInFolder) : source.list(tip, isInFolder))
  const folders = Map.groupBy(files, ({ path }) => path.slice(0, path.indexOf('/')))
  const [most] = [...folders].sort(([, a], [, b]) => b.length - a.length)
  if (most === undefined) return ''
  const [folder, { length }] = most
  return `${words.input('files', `'${folder}/**'`)} selects ${count(length, 'Markdown file')}.`
}

/**
 * Warns about paths that the patterns select and that are not read, and about patterns that are probably wrong.
 *
 * @throws {ActionError} of kind `input` where nothing is selected: no run may be green while runbooks do not arrive.
 */
export async function reportSelection(
  source: Source,
  { isFull, tip, selected: { files, skipped, total } }: Changes,
  patterns: Patterns,
  findings: Findings
): Promise<void> {
  for (const { path, reason } of skipped) {
    findings.diagnose({ level: 'warning', path, message: `Skipped: ${SKIPPED[reason]}.` })
  }
  if (files.length === 0) {
    throw inputError(
      'files',
      `matches no file: ${listed(patterns.lines.map((pattern) => quoted(pattern, 80)))}. ${count(total, 'file')} looked at.`,
      joined([
        await whereMarkdownIs(source, tip),
        'Correct the pattern, or add a runbook: a pattern begins at the repository’s root, upper and lower case differ, `*` ' +
          'stays inside a folder, and `**` does not.'
      ])
    )
  }
  for (const line of isFull ? patterns.unused : []) {
    const message = `The pattern ${quoted(line, 80)} of ${words.input('files')} has no effect: no file matches, or a later line decides. Correct or remove it.`
    findings.diagnose({ level: 'warning', message })
  }
}

/** Runbooks may get another title at any time, a few of them. */
const FEW = 4

/** What a sync would do to most entries of the branch, as a sentence: as another template of names makes new ones for all. */
export function entriesLeft({ decisions, knowledge, facts }: Decided): string | undefined {
  const rows = knowledge?.entries.rows ?? []
  const ours = rows.filter(({ line }) => line?.kind === 'version' && facts.isOfBranch(line)).length
  const left = decisions.filter(({ kind }) => kind === 'orphaned').length
  const isNew = (name: string): boolean => knowledge?.entries.rowsOf(name).length === 0
  const made = decisions.filter(({ kind, name = '' }) => kind === 'send' && isNew(name)).length
  if (left <= FEW || 2 * left <= ours || 2 * made <= left) return undefined
  return `${left} of ${count(ours, 'entry', 'entries')} of this branch would have no runbook any more, and ${made} new ones would be made; no API can delete them.`
}
