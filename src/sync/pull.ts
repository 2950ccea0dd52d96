import { hash } from 'node:crypto'
import { posix } from 'node:path'
import { ActionError } from '../errors.ts'
import { safePath, type WorkTree } from '../branch/disk.ts'
import type { Repository } from '../branch/repository.ts'
import type { KnowledgeClient } from '../knowledge/client.ts'
import { composed, foldName, normalForm } from '../normal-form.ts'
import type { Pulled } from '../report/findings.ts'
import { applyEdit } from '../runbook/edit.ts'
import { convertText } from '../runbook/runbook.ts'
import { decode } from '../runbook/text.ts'
import { editIn, type SourceLine } from '../runbook/source-line.ts'
import type { Secret } from '../secret.ts'
import { count, joined, shorten, input } from '../wording.ts'
import { addKey, readKnowledge, type Entries, type Row } from './knowledge.ts'
import { containsEdit, isComparable, MAX_VERSIONS, ownership } from './facts.ts'
import type { PlanInput } from './plan.ts'
import type { NamedFile } from './runbooks.ts'

export interface Pull extends Pick<PlanInput, 'base' | 'patterns' | 'options' | 'ref' | 'findings'> {
  readonly source: Repository
  readonly tree: WorkTree
  /** The commit of the work tree. */
  readonly head: string
  readonly client: KnowledgeClient
  readonly token: Secret
  /** Where entries without a runbook become files, from the root of the repository; undefined where they do not. */
  readonly newFolder?: string | undefined
}

/**
 * Writes edits of the assistant into the files of the work tree, as if their authors had edited these.
 *
 * @throws {ActionError} of kind `incomplete` where the list was not read to its end, or does not tell edits.
 */
export async function pullEdits(pull: Pull): Promise<void> {
  const { base, options, ref, client, findings, newFolder } = pull
  const { isOfRepository } = ownership(options, ref, base)
  const isFromHere = ({ line }: Row): boolean => line !== undefined && isOfRepository(line)
  const runbooks = await readTree(pull)
  findings.selected = runbooks.size
  const names = new Set(Array.from(runbooks.values(), ({ name }) => name))
  const { entries, absence, why } = await readKnowledge(client, {
    ...{ names, all: true, delivered: base.commit === undefined ? new Set<string>() : names },
    needsText: (row) => row.origin === 'by hand' || (row.origin === 'edited' && isFromHere(row))
  })
  requireTexts(pull, entries, isFromHere)
  const isClear = isComparable(entries, new Set(), isOfRepository, base)
  const { edits, others } = assign(entries.rows, runbooks, isFromHere, isClear)

  const note = (pulled: Pulled | undefined): void => {
    if (pulled !== undefined) findings.addPulled(pulled)
  }
  for (const [path, found] of [...edits].sort(([one], [other]) => (one < other ? -1 : 1))) {
    for (const row of found) note(await bringHome(pull, runbooks.get(path), path, row, found.length > 1))
  }
  const taken = new Set<string>()
  if (newFolder !== undefined) for (const row of others) note(await writeNewRunbook(pull, row, newFolder, taken))
  if (absence === 'no entry') return
  const message = `There may be more edits: ${why}.`
  throw new ActionError('incomplete', message, 'Run this again. Files that are equal stay as they are.')
}

/** The runbooks of the work tree, by path. */
async function readTree(pull: Pull): Promise<ReadonlyMap<string, NamedFile>> {
  const { source, head, patterns, options } = pull
  const runbooks = new Map<string, NamedFile>()
  for (const { path, id } of (await source.list(head, patterns.matches)).files) {
    const text = await readText(pull, path)
    const entry = text === undefined ? undefined : convertText(path, text, options)
    if (entry !== undefined) runbooks.set(path, { path, id, name: entry.name })
  }
  return runbooks
}

/** @throws {ActionError} of kind `incomplete` where the list does not tell which texts people have edited. */
function requireTexts(
  { base, findings }: Pull,
  { rows, isEncoded }: Pick<Entries, 'rows' | 'isEncoded'>,
  isFromHere: (row: Row) => boolean
): void {
  const withLine = rows.filter(isFromHere)
  // People review what comes home: one unchanged text proves enough.
  const provesNothing = withLine.length > 1 && !withLine.some(({ origin }) => origin === 'ours')
  if (base.listShows === 'changed' || isEncoded || provesNothing) {
    const message = 'The service changes texts, so that nobody can tell which of them people have edited.'
    throw new ActionError('incomplete', message, 'Nothing was written. Look at what the list of the assistant shows.')
  }
  const hidden = rows.filter(({ origin }) => origin === 'hidden').length
  if (hidden === 0) return
  if (hidden === rows.length) {
    const message = 'The list shows no texts, so that nobody can tell what people have edited.'
    throw new ActionError('incomplete', message, 'Nothing was written. Copy edits from the assistant by hand.')
  }
  const what = count(hidden, 'entry', 'entries')
  findings.diagnose({ level: 'warning', message: `Edits in ${what} are not seen: the list does not show the text.` })
}

/**
 * Finds the file of each edit.
 *
 * @param isClear whether the service shows texts as they were sent.
 * @returns `edits` by the path of their file, each with `why` it must not be written there, as a clause, or empty; `others` are
 *   entries without a runbook.
 */
function assign(
  rows: readonly Row[],
  runbooks: ReadonlyMap<string, NamedFile>,
  isFromHere: (row: Row) => boolean,
  isClear: boolean
) {
  const byName = Map.groupBy(runbooks.values(), ({ name }) => foldName(name))
  const shown = new Set(rows.map(({ name }) => foldName(name)))
  const edits = new Map<string, (Row & { readonly why: string })[]>()
  const others: Row[] = []
  for (const row of rows) {
    const named = byName.get(foldName(row.name)) ?? []
    const isEdited = row.origin === 'edited' && isFromHere(row)
    const from = isEdited ? row.line?.path : undefined
    const home = isEdited ? homeOf(row, named, runbooks.get(from ?? ''), shown) : { path: named[0]?.path, why: BY_HAND }
    const path = home.path ?? from
    if (path !== undefined && (isEdited || row.origin === 'by hand')) {
      edits.set(path, [...(edits.get(path) ?? []), { ...row, why: home.why || (isClear ? '' : UNCLEAR) }])
    } else if (row.line === undefined && named.length === 0) others.push(row)
  }
  return { edits, others }
}

const BY_HAND = 'it was written by hand, and nobody knows from which text'
const UNCLEAR = 'most entries differ from what was sent, so that the service may have changed this one'

/**
 * The file of an edited entry: that of its source line, unless the entry is a copy, or the file was moved.
 *
 * @returns `why` it must not be written, as a clause; empty where it may.
 */
function homeOf(
  { name, line }: Row,
  [named, ...more]: readonly NamedFile[],
  origin: NamedFile | undefined,
  shown: ReadonlySet<string>
): { readonly path: string | undefined; readonly why: string } {
  if (origin !== undefined && foldName(origin.name) === foldName(name)) return { path: origin.path, why: '' }
  if (named !== undefined) {
    const isMoved = origin === undefined && more.length === 0
    return { path: named.path, why: isMoved ? '' : `it was written from ${line?.path ?? ''}` }
  }
  const isCopy = origin !== undefined && shown.has(foldName(origin.name))
  return { path: origin?.path, why: isCopy ? 'the entry is a copy under another name' : '' }
}

/** Undefined where the file has the text already. */
async function bringHome(
  pull: Pull,
  runbook: NamedFile | undefined,
  path: string,
  row: Row & { readonly why: string },
  isOneOfSeveral: boolean
): Promise<Pulled | undefined> {
  const { token, tree, options } = pull
  if (token.redact(row.content) !== row.content) {
    return { path, file: '', kind: 'left out', reason: 'The text of the entry holds the access token.' }
  }
  const edit = editIn(row.content)
  const own = runbook && (await readText(pull, path))
  if (runbook === undefined || own === undefined) {
    return writeBeside(pull, path, edit, `its runbook is gone, or ${input('files')} does not select it`, false)
  }
  const present = convertText(path, own, options)
  // A person who copied the file by hand left its links as they are there.
  const texts = row.line === undefined ? [present?.text, present?.body] : [present?.text]
  if (texts.some((text) => normalForm(text ?? '') === edit)) return undefined
  if (isOneOfSeveral) return writeBeside(pull, path, edit, 'the assistant has several entries for this runbook')
  if (row.line === undefined || row.why !== '') return writeBeside(pull, path, edit, row.why)
  const result = await merge(pull, runbook, own, edit, row.line)
  if ('why' in result) return writeBeside(pull, path, edit, result.why)
  if (result.text === own) return undefined
  const bytes = await tree.read(path, options.maxBytes)
  const mark = bytes?.toString().startsWith('\uFEFF') === true ? '\uFEFF' : ''
  await tree.replace(path, mark + result.text)
  return { path, file: path, kind: 'changed', reason: '' }
}

/** The file with the edit in it, or why it cannot be, as a clause. */
async function merge(
  { source, head, base, options }: Pull,
  { path, id, name }: NamedFile,
  own: string,
  edit: string,
  { path: formerPath, digits }: SourceLine
): Promise<{ readonly text: string } | { readonly why: string }> {
  const cannot = { why: 'with this edit the file would have another title, or be sent as another text' }
  if (own.includes('\r\n') && /(?<!\r)\n/.test(own)) return { why: 'the file mixes two kinds of line ends' }
  const present = convertText(path, own, options)
  if (present?.version === digits) {
    const text = applyEdit(path, own, edit, options)
    return text === undefined ? cannot : { text }
  }
  const commits = [base.commit ?? [], base.open, base.older].flat()
  const recorded =
    commits.length === 0 ? undefined : await source.earlierIds(head, commits, (one) => one === formerPath)
  const ids = new Set([id, ...(recorded?.get(formerPath) ?? [])])
  for (const version of await source.versions(head, formerPath, MAX_VERSIONS)) ids.add(version)
  await source.prefetch(ids)
  for (const version of ids) {
    const before = decode(await source.read({ path: formerPath, id: version }, options.maxBytes), options.maxBytes)
    const entry = typeof before === 'string' ? convertText(formerPath, before, options) : undefined
    if (typeof before !== 'string' || entry?.version !== digits) continue
    const isIn = (now: string): Promise<boolean> => containsEdit(source, now, entry.text, edit)
    if (await isIn(present?.text ?? '')) return { text: own }
    const edited = applyEdit(formerPath, before, edit, options)
    if (edited === undefined) return cannot
    const merged = await source.merge(...([own, before, edited].map(withLf) as [string, string, string]))
    const text = merged && inFormOf(own, merged)
    const after = text === undefined ? undefined : convertText(path, text, options)
    if (text === undefined || after === undefined) return { why: 'the file has changed at the same place since' }
    return after.name === name && (await isIn(after.text)) ? { text } : cannot
  }
  return { why: 'the text that was edited is not in the history of this clone' }
}

function withLf(text: string): string {
  return text.replaceAll('\r\n', '\n')
}

/** Line ends, and the last line break, as another text has them. */
function inFormOf(own: string, text: string): string {
  const ended = own.endsWith('\n') ? text : text.replace(/\n$/, '')
  return own.includes('\r\n') ? ended.replaceAll('\n', '\r\n') : ended
}

/** @param why a clause. */
async function writeBeside(
  { patterns, tree }: Pull,
  path: string,
  edit: string,
  why: string,
  isInTree = true
): Promise<Pulled> {
  const leftOut = (reason: string): Pulled => ({ path, file: '', kind: 'left out', reason })
  // The path comes from an entry, which people can change.
  const isSafe = safePath(path) === path && !/(?:^|\/)\.git(?:\/|$)/i.test(path) && patterns.matches(path)
  if (!isInTree && !isSafe) {
    return leftOut(`The entry names a file that ${input('files')} does not select.`)
  }
  const text = `<!-- An edit of ${posix.basename(path).replaceAll('-', '‑')} in the assistant: ${why}. -->\n\n${edit}\n`
  for (const file of [`${path}.edited`, `${path}.2.edited`, `${path}.3.edited`]) {
    if (patterns.matches(file)) return leftOut(`${input('files')} would take ${file} for a runbook: exclude it.`)
    const outcome = await tree.create(file, text)
    if (outcome !== 'taken') return { path, file, kind: 'beside', reason: `Not in the file: ${why}.` }
  }
  return leftOut(`Other files have the names ${path}.edited, .2.edited and .3.edited: move or delete them.`)
}

/** Writes an entry without a runbook as a file that a sync finds equal to it; undefined where it is there. */
async function writeNewRunbook(
  { options, token, tree, patterns }: Pull,
  { name, content }: Row,
  folder: string,
  taken: Set<string>
): Promise<Pulled | undefined> {
  const shown = shorten(token.redact(name), 200)
  const leftOut = (reason: string): Pulled => ({ path: '', file: '', kind: 'left out', reason: `“${shown}” ${reason}` })
  if (token.redact(name + content) !== name + content) return leftOut('holds the access token.')
  if (content.trim() === '') return leftOut('has no text that the list shows.')
  const path = newPath(folder, name, taken)
  if (!addKey(taken, `name ${foldName(name)}`)) return leftOut('has the name of another entry but for case or blanks.')
  taken.add(path)
  const texts = [content, `---\ntitle: ${JSON.stringify(name)}\n---\n\n${content}`]
  const read = texts.map((text) => ({ text, entry: convertText(path, text, options) }))
  const named = read.filter(({ entry }) => entry?.name === name)
  const equal = named.find(({ entry }) => normalForm(entry?.text ?? '') === normalForm(content))
  const best = equal ?? named[0]
  if (best === undefined) return leftOut('cannot be the name of a file’s entry with these options.')
  const outcome = await tree.create(path, best.text)
  if (outcome === 'equal') return undefined
  if (outcome === 'taken') return leftOut(`is left out, because another file has the name ${path}.`)
  const notes = [
    equal === undefined && 'A sync will change the text of the entry, such as its relative links.',
    !patterns.matches(path) && `${input('files')} does not select it: move it, or add a pattern.`
  ]
  return { path, file: path, kind: 'new', reason: joined(notes) }
}

/** The name of an entry as far as it is safe on every system; with a hash where another entry has taken it. */
function newPath(folder: string, name: string, taken: ReadonlySet<string>): string {
  const slug = composed(name)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .slice(0, 40)
    .toWellFormed()
    .replace(/^-+|-+$/g, '')
  const path = posix.join(folder, safePath(`${slug || 'entry'}.md`))
  return taken.has(path) ? path.replace(/\.md$/, `-${hash('sha256', name).slice(0, 8)}.md`) : path
}

async function readText({ tree, options }: Pull, path: string): Promise<string | undefined> {
  const bytes = await tree.read(path, options.maxBytes)
  const text = bytes === undefined ? undefined : decode({ kind: 'bytes', bytes }, options.maxBytes)
  return typeof text === 'string' ? text : undefined
}
