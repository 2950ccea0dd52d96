import type { Patterns } from '../branch/patterns.ts'
import { selectFiles } from '../branch/selection.ts'
import type { Source, SourceFile } from '../branch/source.ts'
import { ActionError, type Diagnostic } from '../errors.ts'
import { foldName } from '../normal-form.ts'
import { readRunbook, type ConvertedRunbook, type RunbookOptions } from '../runbook/runbook.ts'
import { MAX_BYTES } from '../runbook/text.ts'

/** Links of one run that are checked, so that memory is bounded. */
const MAX_LINKS = 20_000

/** A file of the branch, and the entry that it should be. Its text is converted again when it is sent. */
export interface Runbook extends SourceFile {
  readonly name: string
  /** Of the name and text that would be sent now. */
  readonly digest: string
  /** The first digits of Git's id of the file. */
  readonly blob: string
  /** The names of alerts in its front matter. */
  readonly alerts: readonly string[]
}

/** A selected file that is no entry. */
export interface OtherFile {
  readonly path: string
  /** Refused: it should be an entry. Skipped: its author left it out, or it has no text. */
  readonly kind: 'refused' | 'skipped'
  /** That of the entry that it would be; undefined if it is not known. */
  readonly name: string | undefined
  readonly reason: string
  readonly hint: string | undefined
  /** 1-based; undefined if it is not known. */
  readonly line: number | undefined
}

/** All selected files of a commit. */
export interface Runbooks {
  /** Those whose name no other file has. */
  readonly named: readonly Runbook[]
  /** Files that share a name, in groups: one entry would overwrite the other. */
  readonly shared: readonly (readonly Runbook[])[]
  readonly others: readonly OtherFile[]
  /** The name of each file by its path; undefined for one that is no entry. */
  readonly nameAt: ReadonlyMap<string, string | undefined>
  /** Files of which nobody knows the name: what comes from them is no orphan. */
  readonly unreadable: ReadonlySet<string>
}

/** Where runbooks are read from, and how. */
export interface Reading {
  readonly source: Source
  readonly patterns: Patterns
  readonly options: RunbookOptions
  readonly notice: (notice: Diagnostic) => void
}

/**
 * Reads and converts every file that the patterns select. Notices are about what the run concerns.
 *
 * @param changed paths that this push or pull request has changed; undefined if the run is about everything.
 * @throws {ActionError} of kind `input` if nothing is selected: no run may be green while runbooks do not arrive.
 */
export async function readRunbooks(
  reading: Reading,
  head: string,
  changed: ReadonlySet<string> | undefined
): Promise<Runbooks> {
  const { source, options, notice } = reading
  const files = await selectFiles(reading, head)
  const concerns = (path: string): boolean => changed?.has(path) ?? true
  const links: Link[] = []
  const results: (Runbook | OtherFile)[] = []
  for await (const { file, content } of source.contents(files, MAX_BYTES)) {
    const { path } = file
    const read = readRunbook(file, content, options)
    if (read.kind !== 'runbook') {
      if (read.kind === 'skipped' && read.hint !== undefined && concerns(path)) {
        notice({ level: 'warning', path, message: `Skipped: ${read.reason}. ${read.hint}` })
      }
      results.push({ name: undefined, hint: undefined, line: undefined, ...read, path })
      continue
    }
    if (concerns(path)) for (const message of read.warnings) notice({ level: 'warning', path, message })
    for (const { path: target, line } of read.targets) {
      if (links.length < MAX_LINKS && (concerns(path) || concerns(target))) links.push({ path, line, target })
    }
    // Not the result itself: it holds the text.
    const { name, digest, blob, alerts } = read
    results.push({ path, id: file.id, name, digest, blob, alerts })
  }
  const missing = await source.missing(head, new Set(links.map(({ target }) => target)))
  for (const { path, line, target } of links) {
    if (!missing.has(target)) continue
    const message = `The link target ${target} does not exist. Correct the link, or add the file.`
    notice({ level: 'warning', path, line, message })
  }
  return sorted(results)
}

/** A link from a line of a file to a path of the repository. */
interface Link {
  readonly path: string
  readonly line: number
  readonly target: string
}

/**
 * Converts a runbook once more, to send it.
 *
 * @throws {ActionError} of kind `files` if the file has another name now, or none, as may be on a disk.
 */
export async function convertAgain({ source, options }: Reading, runbook: Runbook): Promise<ConvertedRunbook> {
  const { path, name } = runbook
  const read = readRunbook(runbook, await source.read(runbook, MAX_BYTES), options)
  if (read.kind === 'runbook' && read.name === name) return read
  throw new ActionError(
    'files',
    `${path} changed while the run was under way.`,
    'Start a new run when nothing writes it.'
  )
}

function sorted(files: readonly (Runbook | OtherFile)[]): Runbooks {
  const read = files.filter((file) => 'digest' in file)
  const others = files.filter((file) => 'reason' in file)
  const groups = [...Map.groupBy(read, ({ name }) => foldName(name)).values()]
  const unreadable = others.filter(({ kind, name }) => kind === 'refused' && name === undefined)
  return {
    named: groups.filter(({ length }) => length === 1).flat(),
    shared: groups.filter(({ length }) => length > 1),
    others,
    nameAt: new Map<string, string | undefined>([
      ...read.map(({ path, name }) => [path, name] as const),
      ...others.map(({ path }) => [path, undefined] as const)
    ]),
    unreadable: new Set(unreadable.map(({ path }) => path))
  }
}
