import { posix } from 'node:path'
import type { History, SourceFile } from '../branch/source.ts'
import { ActionError, type Diagnostic } from '../errors.ts'
import { foldName } from '../normal-form.ts'
import type { Credential } from '../runbook/credentials.ts'
import { editedFile, textOfEdit, withLineEndsOf } from '../runbook/edit.ts'
import { convertText, readRunbook } from '../runbook/runbook.ts'
import { digestOf, forgeOfLine, isIntact, readText, textDigestOf, type SourceLine } from '../runbook/source-line.ts'
import { decode, MAX_BYTES, refusalOf } from '../runbook/text.ts'
import type { Secret } from '../secret.ts'
import { asClause, joined, quoted } from '../wording.ts'
import { WorkTree } from '../work-tree.ts'
import { containsEdit } from './decide/contains-edit.ts'
import type { CredentialCheck } from './decide/credential-check.ts'
import { ownEntries } from './decide/decide.ts'
import { findBases, type PersonalText } from './decide/merged.ts'
import { leftOverNotice, openingOf } from './left-over.ts'
import type { EntryList } from './read/entry-list.ts'
import { isHeld, type HeldRow, type Rows } from './read/rows.ts'
import type { Branch, Runbook, Runbooks } from './read/runbooks.ts'
import { standingOf } from './read/standing.ts'

/** The outcome of one edit. */
export interface Pulled {
  readonly path: string
  /** The file that has the edit now; empty if none has. */
  readonly file: string
  readonly kind: 'changed' | 'beside' | 'not pulled'
  /** Credentials that the edit has brought into the file. */
  readonly credentials?: readonly Credential[]
  /** A sentence; empty if there is nothing to say. */
  readonly reason: string
}

export interface Pull {
  readonly branch: Branch
  readonly list: EntryList
  readonly credentialCheck: CredentialCheck
  /** The token of the assistant, which must not get into a file. */
  readonly token: Secret | undefined
  /** Those of the commit of the work tree. */
  readonly runbooks: Runbooks
  /** The paths of the runbooks whose edits are wanted; none: all. */
  readonly paths: ReadonlySet<string>
  readonly notice: (notice: Diagnostic) => void
  readonly pulled: (outcome: Pulled) => void
}

/**
 * Brings the edits that the list shows into the files of the work tree, as if their authors had edited these. Nothing is
 * committed or sent.
 *
 * @throws {ActionError} of kind `git` without Git, and of kind `incomplete` if the list shows no texts.
 */
export async function pullEdits(pull: Pull): Promise<void> {
  const { branch, list, runbooks, paths } = pull
  const { history } = branch.source
  if (history === undefined) {
    const hint = 'Put actions/checkout before this step, and install Git on the runner.'
    throw new ActionError('git', 'Bringing edits into files needs Git, and a checkout.', hint)
  }
  const rows = await list.read(runbooks)
  if (rows.areWithoutTexts) {
    const message = 'The list shows no texts, so edits cannot be found.'
    throw new ActionError('incomplete', message, 'Nothing was written. Copy edits from the assistant by hand.')
  }
  const isWanted = (path: string): boolean => paths.size === 0 || paths.has(path)
  const texts = findTexts(runbooks, rows).filter(({ runbook }) => isWanted(runbook.path))
  const bases = await findBases(history, runbooks, texts)
  const tree = new WorkTree(history.folder)
  const waiting = new Set<string>()
  for (const text of texts) {
    const outcome = await pullText({ ...pull, history, rows, tree }, text, bases.get(text))
    if (outcome === undefined) continue
    pull.pulled(outcome)
    waiting.add(outcome.path)
  }
  for (const runbook of runbooks.named) {
    if (waiting.has(runbook.path) || !isWanted(runbook.path)) continue
    const notice = await leftOverNotice(tree, branch, runbook)
    if (notice !== undefined) pull.notice(notice)
  }
}

/** Edits, and entries by hand, in the order of the paths of their runbooks. */
function findTexts(runbooks: Runbooks, rows: Rows): PersonalText[] {
  const { byName, fileAt } = runbooks
  const found = rows.all.filter(isHeld).flatMap((row): PersonalText[] => {
    const { name, by, line, origin } = row
    // Another step pulls its own edits.
    const isOfStep = standingOf(row, runbooks) === 'another step'
    if (by !== 'person' || isOfStep || !ownEntries(rows.of(name)).some((copies) => copies.includes(row))) return []
    const file = line === undefined || origin === 'another repository' ? undefined : fileAt.get(line.path)
    const own = file?.kind === 'runbook' ? file : undefined
    // Its title has changed, or somebody has renamed the entry. One of another branch counts if the list has no other entry of it.
    const isOwn = own !== undefined && (origin === 'this branch' || rows.of(own.name).length === 0)
    const candidates = byName.get(foldName(name)) ?? (isOwn ? [own] : [])
    const runbook = candidates.find((one) => one === own) ?? candidates[0]
    if (runbook === undefined || runbook.digest === row.digest || wasSentAs(runbook.name, row)) return []
    return [{ row, runbook }]
  })
  return found.sort((one, other) => (one.runbook.path < other.runbook.path ? -1 : 1))
}

/** True if a run has sent the text of an entry under this name: then a person has only renamed it. */
function wasSentAs(name: string, { line, content }: HeldRow): boolean {
  if (line === undefined) return false
  return line.digest === digestOf(textDigestOf(name, readText(content).text), line.alerts)
}

interface Merging extends Pick<Pull, 'branch' | 'credentialCheck' | 'token'> {
  readonly history: History
  readonly rows: Rows
  readonly tree: WorkTree
}

/** Why a file cannot have an edit, as a clause. */
interface Obstacle {
  readonly why: string
}

/** @returns undefined if the file has the edit already. */
async function pullText(
  merging: Merging,
  text: PersonalText,
  base: SourceFile | undefined
): Promise<Pulled | undefined> {
  const { token, branch } = merging
  const { name, content, line, origin } = text.row
  const { path } = text.runbook
  if (token?.isIn(name) === true || token?.isIn(content) === true) {
    return notPulled(path, 'The entry holds the access token. Remove it in the assistant, and rotate it.')
  }
  if (origin === 'another repository') {
    const forge = line && forgeOfLine(line, branch.options)
    const place =
      forge === undefined ? 'another repository' : `this repository, shown by another forge: add \`--forge ${forge}\``
    return notPulled(path, `The entry “${name}” was edited, and comes from ${place}.`)
  }
  const edit = textOfEdit(content, branch.options)
  const refusal = refusalOf(edit)
  if (refusal !== undefined) return notPulled(path, `No file can hold the text of the entry. ${refusal.reason}`)
  try {
    const pulled = await pullIntoFile(merging, text, base, edit)
    return pulled !== undefined && 'why' in pulled ? await writeBeside(merging, path, edit, pulled) : pulled
  } catch (error) {
    // One file that cannot be written does not keep the others.
    if (!(error instanceof ActionError) || error.kind !== 'files') throw error
    return notPulled(path, `${error.message} ${error.hint}`)
  }
}

async function pullIntoFile(
  merging: Merging,
  { row: { name, line }, runbook }: PersonalText,
  base: SourceFile | undefined,
  edit: string
): Promise<Pulled | Obstacle | undefined> {
  const { path } = runbook
  const bytes = await merging.tree.read(path, MAX_BYTES)
  const ours = bytes && decode({ kind: 'bytes', bytes })
  if (bytes === undefined || typeof ours !== 'string') {
    return { why: 'the work tree has no such file, or no sync could read it' }
  }
  if (line === undefined) return { why: 'it was written by hand, and the text it started from is unknown' }
  if (!isIntact(line)) return notPulled(path, IN_THE_LINE)
  const merged = await mergeEdit(merging, runbook, base, { ours, edit, line })
  if ('why' in merged) return merged
  const hasOwnName = foldName(name) === foldName(runbook.name)
  if (merged.text === ours) return edit === merged.before && hasOwnName ? notPulled(path, IN_THE_LINE) : undefined
  // The entry of its name may have another text.
  if (!hasOwnName && merging.rows.of(runbook.name).length > 0) {
    return { why: 'the entry has another name than its runbook, so delete the entry when you have copied the text' }
  }
  return replaceFile(merging, path, { bytes, ours, text: merged.text })
}

/** Writes a text into a file that has bytes, which are the text `ours`. */
async function replaceFile(
  { tree, credentialCheck }: Merging,
  path: string,
  { bytes, ours, text }: { readonly bytes: Buffer; readonly ours: string; readonly text: string }
): Promise<Pulled> {
  const byteOrderMark = bytes.subarray(0, bytes.length - Buffer.byteLength(ours))
  const next = Buffer.concat([byteOrderMark, Buffer.from(text)])
  if (!(await tree.replace(path, next, bytes))) return notPulled(path, 'The file changed meanwhile. Pull again.')
  const known = new Set(ours.split('\n'))
  const lines = text.split('\n')
  const found = await credentialCheck.findIn(text)
  const credentials = found.filter(({ line }) => !known.has(lines[line - 1] ?? ''))
  return { path, file: path, kind: 'changed', reason: '', credentials }
}

const IN_THE_LINE =
  'Somebody has written into the first line of its entry, which no file has. Put the words below that line, or take them out.'

const NO_BASE = 'the text that was edited is not in the history of this clone'

/** The file `ours` with an edit, and the text that the edit was made from. */
async function mergeEdit(
  { branch: { source, options }, history }: Merging,
  runbook: Runbook,
  base: SourceFile | undefined,
  { ours, edit, line }: { readonly ours: string; readonly edit: string; readonly line: SourceLine }
): Promise<{ readonly text: string; readonly before: string } | Obstacle> {
  if (base === undefined) {
    const advice = history.isShallow && 'which is shallow: `git fetch --unshallow`, and pull again'
    return { why: joined([NO_BASE, advice], ', ') }
  }
  const stored = decode(await source.read(base, MAX_BYTES))
  if (typeof stored !== 'string') return { why: NO_BASE }
  const file = withLineEndsOf(ours, stored)
  const sent = convertText(base, file, options, runbook.tree)
  if (sent.kind !== 'runbook') return { why: NO_BASE }
  // Else the file would lose its comments, as if the person had removed them.
  if (sent.hasComments && digestOf(sent.textDigest, line.alerts) !== line.digest && !edit.includes('<!--')) {
    return { why: 'it has no comments, because it was sent with `comments: strip`: pull with the same' }
  }
  if (sent.leavesOutComments) return { why: 'the file has comments, which `comments: strip` leaves out of the entry' }
  const edited = editedFile(file, sent, edit)
  if (edited === undefined) return { why: 'it changes too many lines to compare them' }
  const merged = await history.merge(withLineEndsOf(ours, ours), file, edited)
  if (merged === undefined) return { why: 'the file has changed at the same place since' }
  const text = ours.endsWith('\n') ? merged : merged.replace(/\r?\n$/, '')
  const content = { kind: 'bytes', bytes: Buffer.from(text) } as const
  const next = readRunbook({ path: runbook.path, id: '' }, content, options, runbook.tree)
  if (next.kind !== 'runbook') return { why: `a sync would not send the file: ${asClause(next.reason)}` }
  if (next.name !== runbook.name) return { why: 'with this edit the file would have another title' }
  if (containsEdit(next.text, sent.text, edit)) return { text, before: sent.text }
  // The next sync would refuse the runbook, because it takes the edit for one that is not in the file.
  const sentLines = new Set(next.text.split('\n'))
  const other = edit.split('\n').find((one) => /\p{L}/u.test(one) && !sentLines.has(one))
  return { why: joined(['merged with the file, it would not be sent as it is', other && quoted(other, 80)], ': ') }
}

async function writeBeside(
  { branch: { patterns }, tree, credentialCheck }: Merging,
  path: string,
  edit: string,
  { why }: Obstacle
): Promise<Pulled> {
  const file = `${path}.edited`
  if (patterns.matches(file)) return notPulled(path, `\`files\` would take ${file} for a runbook: exclude it.`)
  const comment = `${why}.`.replace(/\p{C}/gu, '').replaceAll('--', '‑‑')
  const text = `${openingOf(posix.basename(path))}${comment} -->\n\n${edit}\n`
  if (!(await tree.create(file, Buffer.from(text)))) {
    return notPulled(path, `${file} has another text already. Move or delete it, and pull again.`)
  }
  return {
    path,
    file,
    kind: 'beside',
    reason: `Not in the file: ${why}.`,
    credentials: await credentialCheck.findIn(text)
  }
}

function notPulled(path: string, reason: string): Pulled {
  return { path, file: '', kind: 'not pulled', reason }
}
