import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { ActionError, messageOf, type ErrorKind } from '../errors.ts'
import { shortId, shortRef } from '../job/event.ts'
import { safePath } from '../branch/disk.ts'
import { Repository } from '../branch/repository.ts'
import type { Entry } from '../knowledge/api-types.ts'
import type { KnowledgeClient } from '../knowledge/client.ts'
import { RequestError } from '../knowledge/failures.ts'
import { normalForm } from '../normal-form.ts'
import type { Decision, Item } from '../report/outcome.ts'
import { editIn, sourceLine, versionOf } from '../runbook/source-line.ts'
import type { Secret } from '../secret.ts'
import { confirmSent, type Confirmed, type SentEntry } from './confirm.ts'
import type { Row } from './knowledge.ts'
import type { Facts } from './decide.ts'
import { planCommit, type Planned, type PlanInput } from './plan.ts'
import { term } from '../wording.ts'

/** Failures that concern every entry, if they come before the first success. */
const SYSTEMIC: readonly ErrorKind[] = ['forbidden', 'wrong-address', 'unreachable']
/** Updates before which the first one is looked for in the list: a service may make copies. */
const MANY = 20
/** Further texts of one runbook; longer than a segment, so that no path of a runbook can begin with it. */
const FURTHER = 'further-texts-of-runbooks-whose-name-has-several-entries-in-the-assistant'

/** What a delivery needs beside what a plan needs. */
export interface Round extends PlanInput {
  readonly client: KnowledgeClient
  readonly saved: SavedTexts
  /** Gets the plan before it is carried out; throws where that must not happen. */
  readonly approve?: (planned: Planned) => Promise<void>
}

/** Delivers one commit: what a plan of it prints, carried out. */
export async function deliverCommit(round: Round) {
  const { client, saved, findings } = round
  const planned = await planCommit(round, client)
  await round.approve?.(planned)
  findings.observer.progress?.(findings)
  const { items, reader, runbooks } = planned
  const toSend = items.filter(({ decision }) => decision.kind === 'send')
  for (const item of toSend) item.files = await saveTexts(item, saved)
  if (saved.folder !== '') findings.noteSavedFolder(saved.folder)
  const byPath = new Map(runbooks.due.map((runbook) => [runbook.path, runbook]))
  const { listShows, doubt } = await sendEntries(round, planned, toSend, async ({ path, name = '' }) => {
    const runbook = byPath.get(path)
    const content = runbook && (await reader.entryOf(runbook))
    return content === undefined ? undefined : { name, content, version: runbook?.version ?? '' }
  })
  if (listShows === 'changed') findings.diagnose({ level: 'notice', message: CHANGES_TEXTS })
  if (doubt !== undefined) {
    const message = `Nobody can tell whether everything was stored: ${doubt}.`
    findings.diagnose({ level: 'notice', message })
  }
  return { ...planned, listShows, hadToSend: toSend.length > 0 }
}

const CHANGES_TEXTS =
  'The service changes texts: its list shows others than those that were sent. Until a full sync finds them as they were sent, ' +
  'edits in the assistant cannot be told apart, and are saved before they are replaced.'

/** Replaces the texts of entries whose runbooks are gone by notes. */
export async function retireEntries(
  round: Round,
  planned: Pick<Planned, 'items' | 'knowledge' | 'facts'>
): Promise<void> {
  const { source, changes } = round
  const date = source instanceof Repository ? await source.dateOf(changes.tip) : ''
  const toRetire = planned.items.filter(({ decision }) => decision.kind === 'retire')
  await sendEntries(round, planned, toRetire, (decision) => Promise.resolve(retirementNote(decision, round, date)))
}

/**
 * Sends entries, then looks in the list for what was sent. Notes in each item what became of it. The failure of one entry is
 * its outcome. These end the run: a rejected token, a cancellation, no success for too long, or, before the first success,
 * answers to all entries or to twice `concurrency` of them that say that the address or the permission is wrong.
 *
 * @param planned what the list showed before.
 * @param entryOf reads an entry just before it is sent; undefined where its file changed.
 * @throws {ActionError} that ended the run; items without an answer are pending.
 */
async function sendEntries(
  { client, base, inputs: { concurrency, confirmWithin }, findings }: Round,
  planned: Pick<Planned, 'knowledge' | 'facts'>,
  items: readonly Item[],
  entryOf: (decision: Decision) => Promise<(Entry & { readonly version: string }) | undefined>
): Promise<Confirmed> {
  const accepted: SentEntry[] = []
  /** Systemic failures before the first success. */
  const early = new Map<Item, RequestError>()
  const send = async (item: Item): Promise<void> => {
    // Answers arrive between two texts.
    await setImmediate()
    if (client.ended !== undefined) return
    const entry = await entryOf(item.decision)
    const sent = await answerTo(client, entry)
    if (sent === undefined) return
    const { error } = sent
    if (accepted.length === 0 && error instanceof RequestError && SYSTEMIC.includes(error.kind)) {
      early.set(item, error)
      if (early.size >= 2 * concurrency) client.end(error)
      return
    }
    item.sent = sent
    if (error === undefined && entry !== undefined) {
      const { name, version } = entry
      // Not its text: memory must not hold all of them.
      accepted.push({ item, name, version, ...seenBefore(entry, planned) })
    }
    findings.observer.progress?.(findings)
  }
  const confirm = (isProbe: boolean): Promise<Confirmed> => {
    const notRefuted = accepted.filter(({ item }) => item.unconfirmed === undefined)
    const isFaithful = base.listShows === 'as sent'
    return confirmSent(notRefuted, client, {
      ...{ within: confirmWithin, isProbe, isFaithful },
      onWait: findings.observer.waiting
    })
  }

  const updates = items.filter(({ decision: { name = '' } }) => rowsOf(name, planned).length > 0)
  // One at a time, until one of them is accepted and looked up.
  const probes = updates.length > MANY ? updates : []
  const remaining = new Set(items)
  let probed: Confirmed | undefined
  for (const item of probes) {
    remaining.delete(item)
    await send(item)
    if (accepted.length === 0) continue
    probed = await confirm(true)
    break
  }
  const queue = remaining.values()
  const work = async (): Promise<void> => {
    for (const item of queue) await send(item)
  }
  await Promise.all(Array.from({ length: concurrency }, work))

  const [failure] = early.values()
  if (failure !== undefined && early.size === items.length) client.end(failure)
  if (client.ended !== undefined) throw client.ended
  for (const [item, error] of early) item.sent = { error, attempts: error.attempts }
  const { listShows, doubt } = await confirm(false)
  return { listShows: probed?.listShows === 'changed' ? 'changed' : listShows, doubt }
}

function rowsOf(name: string, { knowledge }: Pick<Planned, 'knowledge'>): readonly Row[] {
  return knowledge?.entries.rowsOf(name) ?? []
}

/** What the list showed under the name of an entry before it was sent. */
function seenBefore(
  { name, content }: Entry,
  { knowledge, facts }: Pick<Planned, 'knowledge' | 'facts'>
): Pick<SentEntry, 'before' | 'replaced'> {
  const rows = rowsOf(name, { knowledge })
  const replaced = rows.filter((row) => isReplaced(row, content, facts))
  return {
    before: knowledge?.ending.kind === 'complete' ? rows.length : undefined,
    replaced: replaced.map((row) => row.content)
  }
}

/** Whether a row has a text that the entry replaces, and that neither the Action nor the service made. */
function isReplaced(row: Row, entry: string, { isComparable, explained }: Facts): boolean {
  if (!isComparable || row.origin === 'ours' || explained.get(row) === 'cut') return false
  const [shown, whole, text] = [normalForm(row.content), normalForm(entry), editIn(entry)]
  // A list that cuts texts shows the same beginning of both.
  return shown !== '' && (shown === text || !whole.startsWith(shown))
}

/** @returns undefined where the run has ended before. */
async function answerTo(client: KnowledgeClient, entry: Entry | undefined): Promise<Item['sent']> {
  if (entry === undefined) {
    const message = `The file changed while ${term('job')} ran.`
    const error = new ActionError('files', message, `Run ${term('job')} again when nothing writes it.`)
    return { error, attempts: 0 }
  }
  const { name, content } = entry
  try {
    return { attempts: await client.upsert({ name, content }) }
  } catch (error) {
    if (error === client.ended) return undefined
    if (!(error instanceof RequestError)) throw error
    return { error, attempts: error.attempts }
  }
}

/**
 * The entry of a runbook that is gone: a note in place of its text, because the API cannot delete. Paths and names stand in
 * code spans, in which nothing is markup.
 *
 * @param date of the commit: `2026-11-20`; empty without one.
 */
function retirementNote(
  { path, name = '', gone }: Pick<Decision, 'path' | 'name' | 'gone'>,
  { options, ref, changes }: Pick<PlanInput, 'options' | 'ref' | 'changes'>,
  date: string
): Entry & { readonly version: string } {
  const { repository, serverUrl } = options
  const commit = changes.tip
  const commitLink = `[\`${shortId(commit)}\`](${serverUrl}/${repository}/commit/${commit})`
  // Files from the disk have no commit.
  const since = commit === '' ? '' : ` as of commit ${commitLink} of ${date}`
  const instead =
    gone?.now === undefined
      ? `Look in \`${repository}\` for what replaces it.`
      : `Use ${codeSpan(gone.now.name ?? '')} instead (\`${repository}\`, ${codeSpan(gone.now.path)}).`
  const text =
    '**This runbook is retired. Do not follow it.**\n\n' +
    `Its runbook ${codeSpan(path)} ${gone?.how ?? 'is gone'}${since} ` +
    `(branch ${codeSpan(shortRef(ref))} of \`${repository}\`). ${instead}`
  const version = versionOf(name, path, text)
  return { name, content: `${text}\n\n${sourceLine(path, version, options, 'retired')}\n`, version }
}

/** A code span for any text: its fence is longer than every run of backticks in it (CommonMark 0.31, 6.1). */
function codeSpan(text: string): string {
  const line = text.replace(/\s+/g, ' ')
  const longest = (line.match(/`+/g) ?? []).reduce((length, run) => Math.max(length, run.length), 0)
  const fence = '`'.repeat(longest + 1)
  return longest === 0 ? `${fence}${line}${fence}` : `${fence} ${line} ${fence}`
}

async function saveTexts({ decision: { path, name = '', texts = [] } }: Item, saved: SavedTexts): Promise<string[]> {
  const files: string[] = []
  for (const { content } of texts) files.push(await saved.save(path, name, content))
  return files
}

/** Codes of errors where a file is in the place of the file or of one of its folders. */
const TAKEN = new Set(['EEXIST', 'EISDIR', 'ENOTDIR'])

/** Keeps texts of the knowledge base in files before they are replaced. */
export class SavedTexts {
  /** Absolute path; empty before the first text. */
  folder = ''
  readonly #parent: string
  readonly #token: Secret
  readonly #replacer: string
  /** By path, the number of its last text, from 1. */
  readonly #copies = new Map<string, number>()

  /**
   * @param parent absolute path of the folder in which the folder of this run is made.
   * @param replacer what replaces the texts, for the comment in each file.
   */
  constructor(parent: string, token: Secret, replacer: string) {
    this.#parent = parent
    this.#token = token
    this.#replacer = replacer
  }

  /**
   * Writes a text with a comment that says what it was, to the path of its runbook as far as the path is safe.
   *
   * @returns the absolute path.
   */
  async save(path: string, name: string, content: string): Promise<string> {
    try {
      this.folder ||= await mkdtemp(join(this.#parent, 'runbook-sync-overwritten-'))
      const text = this.#header(name) + this.#token.redact(content)
      for (let copy = this.#copies.get(path) ?? 1; ; copy++) {
        this.#copies.set(path, copy)
        const file = join(this.folder, ...(copy === 1 ? [] : [FURTHER, String(copy)]), safePath(path))
        if (await writeNew(file, text)) return file
      }
    } catch (error) {
      throw new ActionError(
        'files',
        `The text of the entry “${name}” cannot be saved: ${messageOf(error)}.`,
        `Free space in ${this.#parent}, where texts are saved before they are replaced, and run ${term('job')} again.`,
        { cause: error }
      )
    }
  }

  #header(name: string): string {
    const entry = JSON.stringify(name).replace(/[<>-]/g, (char) => `\\u00${char.charCodeAt(0).toString(16)}`)
    return `<!-- The entry ${entry} before ${this.#replacer} replaced it, ${new Date().toISOString()} -->\n`
  }
}

/** Writes a file. False where another has its name, also one that differs in case on some systems. */
async function writeNew(file: string, text: string): Promise<boolean> {
  try {
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, text, { flag: 'wx' })
    return true
  } catch (error) {
    if (TAKEN.has((error as NodeJS.ErrnoException).code ?? '')) return false
    throw error
  }
}
