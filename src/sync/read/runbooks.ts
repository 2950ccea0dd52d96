import type { Patterns } from '../../branch/patterns.ts'
import { selectFiles } from '../../branch/selection.ts'
import type { Matcher, Source, SourceFile, Tree } from '../../branch/source.ts'
import type { Diagnostic } from '../../errors.ts'
import type { Inputs } from '../../job/inputs.ts'
import { composed, detached, foldName } from '../../normal-form.ts'
import { alertList, descriptionOf, listableNames } from '../../runbook/description.ts'
import { readRunbook, type ConvertedRunbook, type RunbookOptions } from '../../runbook/runbook.ts'
import { digestOf } from '../../runbook/source-line.ts'
import { MAX_BYTES, type Refused } from '../../runbook/text.ts'
import { FileNotices } from './file-notices.ts'
import type { EntryOfFile, TextCache } from './texts.ts'

/** A branch, and how its files become entries. */
export interface Branch {
  readonly source: Source
  readonly patterns: Patterns
  readonly options: RunbookOptions
  readonly texts: TextCache
  /** The selected paths that a push or pull request has changed up to a commit; undefined if the run is about everything. */
  readonly changedAt: (head: string, matches: Matcher) => Promise<ReadonlySet<string> | undefined>
}

/** The choices of people about texts in the assistant. */
export interface Policy extends Pick<Inputs, 'onConflict' | 'removed'> {
  /** Paths of runbooks that replace edits in any case. */
  readonly replace: ReadonlySet<string>
}

/** A converted file whose alerts are not known yet. It has no text, because memory does not hold those of a branch. */
export interface ConvertedFile
  extends
    SourceFile,
    Pick<ConvertedRunbook, 'kind' | 'name' | 'blob' | 'textDigest' | 'summary' | 'isDescribed' | 'alerts'>,
    Pick<ConvertedRunbook, 'reviewBy' | 'isNamedByFile' | 'hasComments'> {
  /** The paths of its commit, among which its links are resolved. */
  readonly tree: Tree
}

/** A file of the branch, and the entry that it should be. `TextCache` has its text. */
export interface Runbook extends Omit<ConvertedFile, 'summary'>, EntryOfFile {
  /** `digestOf` what would be sent now. */
  readonly digest: string
}

/** A selected file that is no entry. */
export interface OtherFile extends Pick<Refused, 'reason' | 'line'> {
  readonly path: string
  /** Refused: it should be an entry. Skipped: its author left it out, or it has no text. */
  readonly kind: 'refused' | 'skipped'
  /** The name of the entry that it would be; undefined if it is not known. */
  readonly name: string | undefined
  readonly hint: string | undefined
}

interface FilesByName<File> {
  /** Runbooks whose name no other file has. */
  readonly named: readonly File[]
  /** Files that share a name, in groups: one entry would overwrite the other. */
  readonly shared: readonly (readonly File[])[]
  readonly others: readonly OtherFile[]
  /** All selected files, by path. */
  readonly fileAt: ReadonlyMap<string, File | OtherFile>
  /** All of `named` and `shared`, by folded name. */
  readonly byName: ReadonlyMap<string, readonly File[]>
  /** All of `named`, by blob: several files may have the same text. */
  readonly byBlob: ReadonlyMap<string, readonly File[]>
}

/** The selected files of a commit, and what else is known of it. */
export interface CommitFiles<File = ConvertedFile> extends FilesByName<File> {
  readonly head: string
  /** Paths that this push or pull request has changed; undefined if the run is about everything. */
  readonly changed: ReadonlySet<string> | undefined
  /** Tells whether the run is about a path. */
  readonly concerns: Matcher
  /** Tells whether `files` selects a path. */
  readonly selects: Matcher
  /** All paths of the commit, selected or not. */
  readonly tree: Tree
  /** Tells whether the commit has a regular file at a path, selected or not. */
  readonly hasFile: Matcher
  /** A path as the commit has it. Systems, archives and services change its Unicode form. */
  readonly pathOf: (path: string) => string
  /** Notices about the files that the run is about. */
  readonly notices: readonly Diagnostic[]
}

export interface Runbooks extends CommitFiles<Runbook> {
  /** False if the run does not know which alerts the rules of the repository give to runbooks: then an entry keeps those that it has. */
  readonly knowsRules: boolean
}

/** True if a runbook has this name, or shares it with others. */
export function hasName({ byName }: Runbooks, name: string): boolean {
  return byName.has(foldName(name))
}

/**
 * Reads and converts every file that the patterns select.
 *
 * @throws {ActionError} of kind `input` if nothing is selected: no run may be green while runbooks do not arrive.
 */
export async function readFiles(
  { source, patterns, options, texts, changedAt }: Branch,
  head: string
): Promise<CommitFiles> {
  const changed = await changedAt(head, patterns.matches)
  const concerns = (path: string): boolean => changed?.has(path) ?? true
  const { files, paths, tree, notices } = await selectFiles(source, patterns, head)
  const fileNotices = new FileNotices(concerns)
  const found: (ConvertedFile | OtherFile)[] = []
  texts.clear()
  for await (const { file, content } of source.contents(files, MAX_BYTES)) {
    const read = readRunbook(file, content, options, tree)
    fileNotices.add(file.path, read)
    if (read.kind !== 'runbook') {
      found.push({ name: undefined, hint: undefined, line: undefined, ...read, path: file.path })
      continue
    }
    // The run may send it.
    if (content.kind === 'bytes' && concerns(file.path)) texts.keep(file, content.bytes, read)
    const { text, above, below, written, dead, ...facts } = read
    found.push({ ...facts, ...file, tree, name: detached(read.name), summary: detached(read.summary) })
  }
  return {
    ...byName(found),
    head,
    changed,
    concerns,
    selects: patterns.matches,
    tree,
    hasFile: (path) => paths.has(path),
    pathOf: findPath(paths),
    notices: [...notices, ...lostSites(options, tree), ...fileNotices.all]
  }
}

/**
 * The files as the entries that they should be.
 *
 * @param alerts names of alerts that rules give to runbooks, by path; undefined if the run knows no rules.
 */
export function runbooksAmong(
  files: CommitFiles,
  alerts: ReadonlyMap<string, readonly string[]> | undefined
): Runbooks {
  const complete = Array.from(files.fileAt.values(), (file) => {
    return file.kind === 'runbook' ? runbookOf(file, alerts?.get(file.path)) : file
  })
  return { ...files, ...byName(complete), knowsRules: alerts !== undefined }
}

/** @param ofRules names of alerts that rules give to the runbook. */
function runbookOf({ summary, ...file }: ConvertedFile, ofRules: readonly string[] = []): Runbook {
  const named = file.alerts.filter((name) => !/[*?]/.test(name))
  const names = listableNames([...named, ...ofRules])
  const list = alertList(names)
  const digest = digestOf(file.textDigest, list)
  return { ...file, digest, alertList: list, description: descriptionOf(summary, names) }
}

/** Links to such a site stay as they are, which nobody would notice. */
function lostSites({ site = [] }: RunbookOptions, tree: Tree): Diagnostic[] {
  const lost = site.filter(({ folder }) => folder !== '' && tree(folder) !== 'folder')
  return lost.map(({ address, folder }) => {
    const message = `The repository has no folder ${folder}, which \`site\` names for ${address}. Correct it.`
    return { level: 'warning', message }
  })
}

function findPath(paths: ReadonlySet<string>): CommitFiles['pathOf'] {
  const byForm = new Map<string, string>()
  // In ASCII each path has only one form.
  for (const path of paths) if (Buffer.byteLength(path) !== path.length) byForm.set(composed(path), path)
  return (path) => (paths.has(path) ? path : (byForm.get(composed(path)) ?? path))
}

function byName<File extends ConvertedFile | Runbook>(files: readonly (File | OtherFile)[]): FilesByName<File> {
  const isRunbook = (file: File | OtherFile): file is File => file.kind === 'runbook'
  const names = Map.groupBy(files.filter(isRunbook), ({ name }) => foldName(name))
  const named = [...names.values()].filter(({ length }) => length === 1).flat()
  return {
    named,
    shared: [...names.values()].filter(({ length }) => length > 1),
    others: files.filter((file) => file.kind !== 'runbook'),
    fileAt: new Map(files.map((file) => [file.path, file])),
    byName: names,
    byBlob: Map.groupBy(named, ({ blob }) => blob)
  }
}
