import { isPortablePath, WorkTree } from '../branch/disk.ts'
import type { Patterns } from '../branch/patterns.ts'
import type { History, Source, SourceFile } from '../branch/source.ts'
import { ActionError } from '../errors.ts'
import { foldName } from '../normal-form.ts'
import type { KnowledgeClient } from '../knowledge/client.ts'
import type { Journal } from '../report/journal.ts'
import { readRunbook, type RunbookOptions } from '../runbook/runbook.ts'
import { placeOf, versionOf } from '../runbook/source-line.ts'
import { MAX_BYTES } from '../runbook/text.ts'
import { count, format, listed, quoted, shorten } from '../wording.ts'
import { pullEdit, leftOut, type Edit, type PullOutcome } from './pull-edit.ts'
import type { Comparison } from './commit.ts'
import type { Row } from './entries.ts'
import { Places } from './places.ts'
import { readEntries } from './read-entries.ts'

export interface Pull {
  readonly source: Pick<Source, 'list' | 'prefetch' | 'read'>
  readonly history: Pick<History, 'merge' | 'blobsOf'>
  readonly tree: WorkTree
  /** The commit of the work tree. */
  readonly head: string
  readonly patterns: Pick<Patterns, 'matches'>
  readonly options: RunbookOptions
  /** All rows of the list, with the texts of those that people have written or edited. */
  readonly rows: readonly Row[]
  /** Tells lines that lead to this repository, or name none, from others. */
  readonly places: Pick<Places, 'isOfRepository'>
  readonly hasToken: (text: string) => boolean
  readonly journal: Journal
}

/** Files that are written at a time, and edits that are named without being written: nobody reviews more. */
const MAX_OUTCOMES = 500
/** Entries that people made from one runbook. */
const MAX_ENTRIES = 3

/** A runbook of the work tree. */
interface NamedFile {
  readonly path: string
  /** The id that its path has in the commit. */
  readonly id: string
  readonly name: string
}

/** An entry that may become a file. */
interface FileWrite {
  /** Tells a person which one it is. */
  readonly label: string
  readonly run: () => Promise<PullOutcome | undefined>
}

/**
 * Writes the edits that the list shows into the work tree.
 *
 * @param head the commit of the work tree.
 * @throws {ActionError} of kind `git` without Git; what ends a reading of the list.
 */
export async function pullBranch(
  { source, patterns, options, journal }: Comparison,
  head: string,
  client: KnowledgeClient,
  hasToken: Pull['hasToken']
): Promise<void> {
  const { history } = source
  if (history === undefined) {
    const hint = 'Put actions/checkout before this step, and install Git on the runner.'
    throw new ActionError('git', 'Bringing edits into files needs Git, and a checkout.', hint)
  }
  const { rows } = await readEntries(client, ({ state }) => state === 'by hand' || state === 'edited')
  await pullEdits({
    source,
    history,
    tree: new WorkTree(history.folder),
    head,
    patterns,
    options,
    rows,
    places: new Places(options),
    hasToken,
    journal
  })
}

/**
 * Writes edits of the assistant into the files of the work tree, as if their authors had edited these.
 *
 * @throws {ActionError} of kind `incomplete` if the list shows no texts.
 */
export async function pullEdits(pull: Pull): Promise<void> {
  const { head, rows, journal } = pull
  const runbooks = await readWorkTree(pull)
  journal.decided({ head, selected: runbooks.length, inventory: undefined, decisions: [] })
  requireTexts(rows, runbooks, journal)
  const byPath = [...Map.groupBy(findEdits(pull, runbooks), ({ path }) => path).values()]
  const edits = byPath.flatMap((found) => found.slice(0, MAX_ENTRIES))
  const edited = await findEditedFiles(pull, edits, runbooks)
  await pull.source.prefetch(Array.from(edited.values(), ({ id }) => id))

  const writes = edits.map((edit) => writeOf(pull, edit, edited.get(edit)))
  const rest = await carryOut(writes, journal)
  const more = [...byPath.flatMap((found) => found.slice(MAX_ENTRIES)).map(labelOf), ...rest]
  if (more.length === 0) return
  const message = `${format(more.length)} more ${more.length === 1 ? 'entry' : 'entries'} may have edits: ${listed(more)}.`
  journal.notice({ level: 'warning', message: `${message} Commit or discard what is there, and run this again.` })
}

/** @returns the labels of those that are too many. */
async function carryOut(writes: readonly FileWrite[], journal: Journal): Promise<readonly string[]> {
  const rest: string[] = []
  const counts = { written: 0, left: 0 }
  for (const { label, run } of writes) {
    const outcome = counts.written < MAX_OUTCOMES ? await run() : 'too many'
    if (outcome === undefined) continue
    const what = outcome !== 'too many' && outcome.isWritten ? 'written' : 'left'
    if (outcome === 'too many' || counts[what]++ >= MAX_OUTCOMES) rest.push(label)
    else journal.outcome({ kind: 'pulled', pulled: outcome.pulled })
  }
  return rest
}

/** The runbooks of the work tree. */
async function readWorkTree({ source, tree, head, patterns, options }: Pull): Promise<readonly NamedFile[]> {
  const runbooks: NamedFile[] = []
  for (const { path, id } of (await source.list(head, patterns.matches)).files) {
    const bytes = await tree.read(path, MAX_BYTES)
    const read = bytes && readRunbook({ path, id }, { kind: 'bytes', bytes }, options)
    if (read?.kind === 'runbook') runbooks.push({ path, id, name: read.name })
  }
  return runbooks
}

/** @throws {ActionError} of kind `incomplete` if no text of an entry that could have an edit is shown. */
function requireTexts(rows: readonly Row[], runbooks: readonly NamedFile[], journal: Journal): void {
  const names = new Set(runbooks.map(({ name }) => foldName(name)))
  const named = rows.filter(({ name }) => names.has(foldName(name)))
  const hidden = rows.filter(({ state }) => state === 'hidden')
  if (hidden.length === 0) return
  if ((named.length > 0 ? named : rows).every(({ state }) => state === 'hidden')) {
    const message = 'The list shows no texts, so edits cannot be found.'
    throw new ActionError('incomplete', message, 'Nothing was written. Copy edits from the assistant by hand.')
  }
  const message = `Edits in ${count(hidden.length, 'entry', 'entries')} are not seen: the list does not show the text.`
  journal.notice({ level: 'warning', message })
}

const BY_HAND = 'it was written by hand, and the text it started from is unknown'
const ELSEWHERE = 'it comes from another repository'
const CHANGED_LINE = 'its source line was changed, and the text it started from is unknown'
const COPY = 'the entry is a copy under another name'
const SEVERAL = 'the assistant has several entries for this runbook'

/** Finds the file of each text that a person wrote, in the order of the paths. */
function findEdits({ rows, places }: Pull, runbooks: readonly NamedFile[]): Edit[] {
  const byName = Map.groupBy(runbooks, ({ name }) => foldName(name))
  const byPath = new Map(runbooks.map((runbook) => [runbook.path, runbook]))
  const shown = new Set(rows.map(({ name }) => foldName(name)))
  const edits = rows.flatMap((row) => {
    const origin = byPath.get(row.line?.path ?? '')
    const destination = destinationOf(row, {
      named: byName.get(foldName(row.name)) ?? [],
      origin,
      isOurs: row.line !== undefined && places.isOfRepository(row.line),
      isCopy: origin !== undefined && shown.has(foldName(origin.name))
    })
    return destination === undefined ? [] : { ...row, ...destination, isRunbook: byPath.has(destination.path) }
  })
  const own = Map.groupBy(
    edits.filter(({ why }) => why !== COPY),
    ({ path }) => path
  )
  return edits
    .map((edit) => (edit.why === COPY || own.get(edit.path)?.length === 1 ? edit : { ...edit, why: SEVERAL }))
    .sort((one, other) => (one.path < other.path ? -1 : 1))
}

/**
 * Where the text of an entry belongs: into the file of its source line, unless the entry is a copy, or the file was moved.
 *
 * @param known about the entry: the runbooks of its name, the file that its line names, whether the line leads to this repository,
 *   and, if its name is another than that of the file, whether the list has that, too.
 * @returns undefined if nobody has written the text, or not under the name of a runbook.
 */
function destinationOf(
  { name, state, line }: Row,
  known: {
    readonly named: readonly NamedFile[]
    readonly origin: NamedFile | undefined
    readonly isOurs: boolean
    readonly isCopy: boolean
  }
): Pick<Edit, 'path' | 'why'> | undefined {
  const {
    named: [named, ...more],
    origin,
    isOurs,
    isCopy
  } = known
  if (state === 'by hand') return named && { path: named.path, why: BY_HAND }
  if (state !== 'edited' || line === undefined) return undefined
  if (!isOurs) return named && { path: named.path, why: ELSEWHERE }
  if (line.path === '') return { path: named?.path ?? '', why: CHANGED_LINE }
  if (origin !== undefined && foldName(origin.name) === foldName(name)) return { path: origin.path, why: '' }
  if (named === undefined) return { path: line.path, why: isCopy ? COPY : '' }
  const isMoved = origin === undefined && more.length === 0
  return { path: named.path, why: isMoved ? '' : `it was written from ${quoted(line.path)}` }
}

/** Finds, by its version, the file that each entry was made from: in the commit, or in its history. */
async function findEditedFiles(
  { history, head, options }: Pull,
  edits: readonly Edit[],
  runbooks: readonly NamedFile[]
): Promise<ReadonlyMap<Edit, SourceFile>> {
  const wanted = edits.filter(({ why, line }) => why === '' && line !== undefined)
  const present = new Map(runbooks.map(({ path, id }) => [path, [id]]))
  const found = new Map<Edit, SourceFile>()
  const find = (edit: Edit, blobs: ReadonlyMap<string, readonly string[]>): void => {
    const file = editedFile(edit, blobs, options)
    if (file !== undefined) found.set(edit, file)
  }
  for (const edit of wanted) find(edit, present)
  // Most edits are of the current text, and need no history, which a shallow checkout would have to fetch.
  const older = wanted.filter((edit) => !found.has(edit))
  const paths = older.flatMap(pathsOf).filter((path) => present.has(path) || isPortablePath(path))
  if (paths.length === 0) return found
  const blobs = await history.blobsOf(head, [...new Set(paths)])
  for (const edit of older) find(edit, blobs)
  return found
}

/** The file that an entry was made from, if it is among the contents that files had. */
function editedFile(
  edit: Edit,
  blobs: ReadonlyMap<string, readonly string[]>,
  options: RunbookOptions
): SourceFile | undefined {
  const { name, line } = edit
  const inputs = { ...options, ...(line && placeOf(line)) }
  for (const path of pathsOf(edit)) {
    for (const id of blobs.get(path) ?? []) {
      const file = { blob: id, name, path }
      if (versionOf(file, inputs) === line?.version) return { path, id }
    }
  }
  return undefined
}

/** A file may have been moved since, and people may change the line. */
function pathsOf({ path, line }: Edit): string[] {
  return [line?.path ?? path, path]
}

function writeOf(
  { source, history, tree, patterns, options, hasToken }: Pull,
  edit: Edit,
  edited: SourceFile | undefined
): FileWrite {
  const { path, content } = edit
  return {
    label: labelOf(edit),
    async run() {
      // The path is decoded from the text.
      if (hasToken(content) || hasToken(path)) {
        return leftOut(path, 'The text of the entry holds the access token.')
      }
      const target = { source, history, tree, matches: patterns.matches, options }
      return unlessUnwritable(path, () => pullEdit(target, edit, edited))
    }
  }
}

/** One file that cannot be written does not keep the others. */
async function unlessUnwritable(
  path: string,
  run: () => Promise<PullOutcome | undefined>
): Promise<PullOutcome | undefined> {
  try {
    return await run()
  } catch (error) {
    if (!(error instanceof ActionError) || error.kind !== 'files') throw error
    return leftOut(path, `${error.message} ${error.hint}`)
  }
}

function labelOf({ path, name }: Edit): string {
  return path === '' ? nameOf(name) : `${path} (${nameOf(name)})`
}

function nameOf(name: string): string {
  return `“${shorten(name, 200)}”`
}
