import { exclusionOf, isMarkdown, type Patterns } from '../branch/patterns.ts'
import type { Selection, Source, SourceFile } from '../branch/source.ts'
import { inputError, type Diagnostic } from '../errors.ts'
import { foldName } from '../normal-form.ts'
import type { Journal } from '../report/journal.ts'
import type { Decision } from '../report/result.ts'
import { readRunbook, type RunbookOptions, type RunbookResult } from '../runbook/runbook.ts'
import { versionOf } from '../runbook/source-line.ts'
import { MAX_BYTES, type Refused } from '../runbook/text.ts'
import { count, format, input, joined, listed, quoted } from '../wording.ts'
import type { Entries } from './entries.ts'
import { Places } from './places.ts'

/** Files that are asked for at a time: Git answers one after the other, and each write wakes it. */
const READERS = 64
/** Files that a message names beside its own. */
const MAX_OTHERS = 3

/** A file that has an entry of its own. */
export interface Runbook extends SourceFile {
  readonly name: string
  /** The version of its entry. */
  readonly version: string
  /** The names of alerts in its front matter. */
  readonly alerts: readonly string[]
}

/** The selected files of a commit. */
export interface Runbooks {
  /** Those whose name no other file has. */
  readonly named: readonly Runbook[]
  /** Files that share a name, in groups. */
  readonly duplicates: readonly (readonly Runbook[])[]
  /** The other files, which have no entry: refused and skipped. */
  readonly others: readonly Decision[]
  /** The name of each file by its path; undefined for one that has no entry. */
  readonly nameAt: ReadonlyMap<string, string | undefined>
  /** Files that cannot be read or converted, so that nobody knows which entry they have. */
  readonly nameless: ReadonlySet<string>
}

/** Fetches all files at once that a partial clone lacks. @returns whether there were any. */
export async function fetchMissing(source: Source, files: readonly SourceFile[]): Promise<boolean> {
  return source.prefetch(new Set(files.map(({ id }) => id)))
}

/**
 * Finds the runbooks among all selected files, not only the changed ones: the service keeps one entry for each name, so that
 * the second of two runbooks with one name would silently replace the first.
 *
 * @param known runbooks by path; their files are not read.
 */
export async function readRunbooks(
  source: Source,
  files: readonly SourceFile[],
  options: RunbookOptions,
  known: ReadonlyMap<string, Runbook> = new Map()
): Promise<Runbooks> {
  await fetchMissing(
    source,
    files.filter(({ path }) => !known.has(path))
  )
  const readOne = async (file: SourceFile): Promise<Runbook | Decision> => {
    const result = await readFile(source, file, options)
    if (result.kind !== 'runbook') return decisionOf(file.path, result)
    // Not the result itself: it keeps the text in memory.
    const { name, version, alerts } = result
    return { path: file.path, id: file.id, name, version, alerts }
  }
  const results = await mapFiles(files, (file) => known.get(file.path) ?? readOne(file))
  const others = results.flatMap((result) => ('kind' in result ? [result] : []))
  const read = results.flatMap((result) => ('kind' in result ? [] : [result]))
  const groups = [...Map.groupBy(read, ({ name }) => foldName(name)).values()]
  const nameless = others.filter(({ kind, name }) => kind === 'refused' && name === undefined)
  return {
    named: groups.filter(({ length }) => length === 1).flat(),
    duplicates: groups.filter(({ length }) => length > 1),
    others,
    nameAt: new Map<string, string | undefined>([
      ...read.map(({ path, name }) => [path, name] as const),
      ...others.map(({ path }) => [path, undefined] as const)
    ]),
    nameless: new Set(nameless.map(({ path }) => path))
  }
}

/**
 * The runbooks whose entries say that they are what these files would become, so that the files need not be read. The name is
 * that of the entry, which a service may write in another way: nothing is sent under it.
 */
export function runbooksShown(
  entries: Entries,
  files: readonly SourceFile[],
  options: RunbookOptions
): ReadonlyMap<string, Runbook> {
  const places = new Places(options)
  const fileAt = new Map(files.map((file) => [file.path, file]))
  const found = new Map<string, Runbook>()
  const ambiguous = new Set<string>()
  for (const { name, state, line } of entries.rows) {
    // A service may have changed the address, so that the line leads elsewhere.
    const file = state === 'ours' && line !== undefined && places.isOfBranch(line) ? fileAt.get(line.path) : undefined
    // A file on a disk has no id before it is read.
    if (file === undefined || file.id === '') continue
    const { path, id } = file
    const version = versionOf({ blob: id, name, path }, options)
    if (version !== line?.version) continue
    if (found.has(path) || entries.rowsLike(name).length > 1) ambiguous.add(path)
    found.set(path, { path, id, name, version, alerts: [] })
  }
  for (const path of ambiguous) found.delete(path)
  return found
}

/** Reads one file as a runbook. */
export async function readFile(source: Source, file: SourceFile, options: RunbookOptions): Promise<RunbookResult> {
  return readRunbook(file, await source.read(file, MAX_BYTES), options)
}

/** Many at a time, unless the result is known. @returns the results in the order of the files. */
async function mapFiles<File, Result>(
  files: readonly File[],
  read: (file: File) => Result | Promise<Result>
): Promise<Result[]> {
  const results = new Array<Result>(files.length)
  const next = files.entries()
  const work = async (): Promise<void> => {
    for (const [at, file] of next) results[at] = await read(file)
  }
  await Promise.all(Array.from({ length: READERS }, work))
  return results
}

/** Why a file cannot be an entry. */
export function refusedDecision(path: string, { reason, hint, line }: Refused): Decision {
  return { about: 'runbook', path, kind: 'refused', cause: 'text', reason, hint, line }
}

function decisionOf(path: string, result: Exclude<RunbookResult, { kind: 'runbook' }>): Decision {
  if (result.kind === 'refused') return refusedDecision(path, result)
  const { name, reason, hint } = result
  return { about: 'runbook', path, name, kind: 'skipped', reason, hint }
}

/**
 * Why a file is refused whose name others have. The message of each of 20,000 duplicates must not grow with their number.
 *
 * @param group all files of the name, those that the change brings in first.
 * @param causes those of the group that the push, or the pull request, brings in.
 */
export function duplicateDecision(
  { path, name }: Runbook,
  group: readonly Runbook[],
  causes: ReadonlySet<string>
): Decision {
  const near = group
    .slice(0, MAX_OTHERS + 1)
    .filter((other) => other.path !== path)
    .slice(0, MAX_OTHERS)
  const others = group.length - 1
  const more = others - near.length
  const shown = near.map((other) => other.path).join(', ') + (more > 0 ? ` and ${format(more)} more` : '')
  const isSame = near.every((other) => other.name === name)
  const spelling = isSame ? '' : ' (they differ only in case, blanks or Unicode form)'
  const exclusion = exclusionOf(path)
  const leaveOut =
    exclusion === undefined
      ? ''
      : `, or leave this one out by the line \`${exclusion}\` at the end of ${input('files')}`
  const isCause = causes.has(path) || causes.size === 0
  return {
    about: 'runbook',
    path,
    name,
    kind: 'refused',
    cause: 'duplicate',
    reason: `${shown} ${others === 1 ? 'has' : 'have'} the same name “${name}”${spelling}, so one entry would overwrite the other${others === 1 ? '' : 's'}.`,
    hint: isCause
      ? `Give it a \`title\` of its own in the front matter${leaveOut}.`
      : `Give ${[...causes].slice(0, MAX_OTHERS).join(', ')} a \`title\` of its own in the front matter.`
  }
}

/**
 * Warns about paths that the patterns select and that are not read, and about patterns that are probably wrong.
 *
 * @throws {ActionError} of kind `input` if nothing is selected: no run may be green while runbooks do not arrive.
 */
export async function requireSelection(
  source: Source,
  head: string,
  { files, skipped, total }: Selection,
  patterns: Pick<Patterns, 'lines'> & { readonly unused: readonly string[] },
  journal: Journal
): Promise<void> {
  for (const { path, reason } of skipped) journal.notice({ level: 'warning', path, message: `Skipped: ${reason}.` })
  if (files.length === 0) {
    const shown = listed(patterns.lines.map((pattern) => quoted(pattern, 80)))
    throw inputError(
      'files',
      `matches no file: ${shown}. ${count(total, 'file')} looked at.`,
      joined([
        await whereMarkdownIs(source, head),
        'Correct the pattern, or add a runbook: a pattern begins at the repository’s root, upper and lower case differ, `*` ' +
          'stays inside a folder, and `**` does not.'
      ])
    )
  }
  for (const line of patterns.unused) {
    const message = `The pattern ${quoted(line, 80)} of ${input('files')} has no effect: no file matches, or a later line decides. Correct or remove it.`
    journal.notice({ level: 'warning', message })
  }
}

/** Where most of the Markdown is, for a message; empty if none is in a folder. */
async function whereMarkdownIs(source: Source, head: string): Promise<string> {
  const { files } = await source.list(head, (path) => path.includes('/') && isMarkdown(path))
  const folders = Map.groupBy(files, ({ path }) => path.slice(0, path.indexOf('/')))
  const [most] = [...folders].sort(([, a], [, b]) => b.length - a.length)
  if (most === undefined) return ''
  const [folder, { length }] = most
  return `${input('files', `'${folder}/**'`)} selects ${count(length, 'Markdown file')}.`
}

/** A warning for a file that is left out although nobody asked for that. */
export function warningsOf({ others }: Runbooks): (Diagnostic & { readonly path: string })[] {
  return others.flatMap(({ kind, path, reason, hint }) =>
    kind === 'skipped' && hint !== undefined
      ? [{ level: 'warning', path, message: `Skipped: ${reason}. ${hint}` } as const]
      : []
  )
}
