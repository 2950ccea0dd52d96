import { posix } from 'node:path'
import { isPortablePath, type WorkTree } from '../branch/disk.ts'
import type { History, Matcher, Source, SourceFile } from '../branch/source.ts'
import { normalForm } from '../normal-form.ts'
import type { Pulled } from '../report/result.ts'
import { applyEdit, containsEdit, isCopyOfFile } from '../runbook/edit.ts'
import { convertText, readRunbook, type RunbookOptions } from '../runbook/runbook.ts'
import { placeOf, sealOf, textOf, type SourceLine } from '../runbook/source-line.ts'
import { decode, encode, MAX_BYTES, type Refused } from '../runbook/text.ts'
import { input, quoted, shorten, term } from '../wording.ts'

/** The work tree that gets the edit, and what the edit is merged and converted with. */
interface Target {
  readonly source: Pick<Source, 'read'>
  readonly history: Pick<History, 'merge'>
  readonly tree: WorkTree
  readonly matches: Matcher
  readonly options: RunbookOptions
}

/** The text of an entry that a person wrote, and where it belongs. */
export interface Edit {
  readonly name: string
  readonly content: string
  readonly line: SourceLine | undefined
  readonly path: string
  /** True if the work tree has a runbook at this path. */
  readonly isRunbook: boolean
  /** Why it must not be written into the file, as a clause; empty if it may. */
  readonly why: string
}

/** What became of an edit. */
export interface PullOutcome {
  readonly pulled: Pulled
  /** True if a file was written. */
  readonly isWritten: boolean
}

const GONE = 'its runbook is gone, or is not selected'
const UNKNOWN = 'the text that was edited is not in the history of this clone'
const ALTERED = "the assistant does not show the text that it was sent, so the person's change is unknown"
const CONFLICT = 'the file has changed at the same place since'
const OTHER_ENTRY = 'with this edit the file would have another title, or be sent as another text'

/**
 * Writes an edit into its file as if its author had edited the file, or into a file beside it.
 *
 * @param before undefined if it is not known which text was edited.
 * @returns undefined if the file has the edit already.
 */
export async function pullEdit(
  target: Target,
  edit: Edit,
  before: SourceFile | undefined
): Promise<PullOutcome | undefined> {
  const { path, line, content } = edit
  const text = textOf(content)
  if (text.includes('\0') || !text.isWellFormed()) {
    return leftOut(path, 'The text of the entry has a NUL byte, or half a character, and no text file can hold it.')
  }
  const file = edit.isRunbook ? await readText(target, path) : undefined
  // Links of the entry begin with the address in its line: it may be spelt in another way, or be that of a former name.
  const options = { ...target.options, ...(line && placeOf(line)) }
  const present = file && convertText(path, file.text, options)
  if (file === undefined || present === undefined) return writeBeside(target, edit, text, GONE)
  if (present.text === text || (line === undefined && isCopyOfFile(path, file.text, text, options))) return undefined
  if (edit.why !== '') return writeBeside(target, edit, text, edit.why)

  const wanted = await withEdit({ ...target, options }, edit, text, present.text, before)
  if ('why' in wanted) return writeBeside(target, edit, text, wanted.why)
  if (wanted.text === present.text) return undefined
  const result = applyEdit(path, file.text, wanted.text, options)
  if (result === undefined) return writeBeside(target, edit, text, OTHER_ENTRY)
  const bytes = encode(file.byteOrderMark + result)
  if ('reason' in bytes) {
    return writeBeside(target, edit, text, `a sync would refuse the file, because ${clauseOf(bytes)}`)
  }
  if (await target.tree.replace(path, bytes, file.bytes)) {
    return { pulled: { path, file: path, kind: 'changed', reason: '' }, isWritten: true }
  }
  return leftOut(path, `The file changed while ${term('job')} ran. ${term('Again')}.`)
}

/** A file of the work tree: its bytes, its text, and its byte order mark; undefined if a sync would not read it. */
async function readText({ tree }: Pick<Target, 'tree'>, path: string) {
  const bytes = await tree.read(path, MAX_BYTES)
  const text = bytes === undefined ? undefined : decode({ kind: 'bytes', bytes })
  if (bytes === undefined || typeof text !== 'string') return undefined
  return { bytes, text, byteOrderMark: bytes.toString('utf8', 0, 3) === '\uFEFF' ? '\uFEFF' : '' }
}

/** The text that the entry has with the edit, or why it is unknown, as a clause. */
async function withEdit(
  { source, history, options }: Pick<Target, 'source' | 'history' | 'options'>,
  { name, line }: Edit,
  edit: string,
  now: string,
  before: SourceFile | undefined
): Promise<{ readonly text: string } | { readonly why: string }> {
  if (before === undefined || line === undefined) return { why: UNKNOWN }
  const read = readRunbook(before, await source.read(before, MAX_BYTES), options)
  const sent = read.kind === 'runbook' ? read.convert() : undefined
  if (sent === undefined || 'kind' in sent) return { why: UNKNOWN }
  if (sealOf(name, sent.content) !== line.seal) return { why: ALTERED }
  if (now === sent.text) return { text: edit }
  const merge = history.merge.bind(history)
  const merged = await merge(now, sent.text, edit)
  if (merged === undefined) return { why: CONFLICT }
  const text = normalForm(merged)
  // The next sync must see that the edit is in the file.
  return (await containsEdit(merge, { now: text, before: sent.text, edit })) ? { text } : { why: CONFLICT }
}

async function writeBeside(
  { tree, matches }: Pick<Target, 'tree' | 'matches'>,
  edit: Edit,
  text: string,
  why: string
): Promise<PullOutcome> {
  const { path } = edit
  const problem = edit.isRunbook ? undefined : problemOf(edit, matches)
  if (problem !== undefined) return leftOut('', problem)
  const comment = `An edit of ${posix.basename(path)} in the assistant: ${why}.`
    .replace(/\p{C}/gu, '')
    .replaceAll('--', '‑‑')
  const bytes = encode(`<!-- ${comment} -->\n\n${text}\n`)
  if ('reason' in bytes) return leftOut(path, `No file can hold the text of the entry: ${clauseOf(bytes)}.`)
  for (const file of [`${path}.edited`, `${path}.2.edited`, `${path}.3.edited`]) {
    if (matches(file)) return leftOut(path, `${input('files')} would take ${file} for a runbook: exclude it.`)
    const outcome = await tree.create(file, bytes)
    if (outcome === 'taken') continue
    return { pulled: { path, file, kind: 'beside', reason: `Not in the file: ${why}.` }, isWritten: outcome === 'new' }
  }
  return leftOut(path, `Other files have the names ${path}.edited, .2.edited and .3.edited: move or delete them.`)
}

/** Why nothing must be written beside the path of an entry, which people can change. */
function problemOf({ name, path }: Edit, matches: Matcher): string | undefined {
  if (path === '') return `The source line of “${shorten(name, 200)}” was changed, and no runbook has this name.`
  if (!isPortablePath(path)) return `The entry names ${quoted(path)}, which is no path of a file.`
  return matches(path) ? undefined : `The entry names a file that ${input('files')} does not select.`
}

/** @param path of the runbook; empty if there is none. */
export function leftOut(path: string, reason: string): PullOutcome {
  return { pulled: { path, file: '', kind: 'left out', reason }, isWritten: false }
}

/** `The file is …` becomes `the file is …`. */
function clauseOf({ reason }: Refused): string {
  return `${reason.slice(0, 1).toLowerCase()}${reason.slice(1).replace(/\.$/, '')}`
}
