import { setImmediate } from 'node:timers/promises'
import { ActionError, type ErrorKind } from '../errors.ts'
import { shortId, shortRef } from '../event.ts'
import { Repository } from '../git/repository.ts'
import type { Entry } from '../knowledge/api-types.ts'
import type { KnowledgeClient } from '../knowledge/client.ts'
import { RequestError } from '../knowledge/failures.ts'
import { normalForm } from '../normal-form.ts'
import type { Decision, Item, Sent } from '../report/outcome.ts'
import { editIn, sourceLine, versionOf } from '../runbook/source-line.ts'
import { confirmSent, type Confirmed, type SentEntry } from './confirm.ts'
import type { Row } from './knowledge.ts'
import type { Facts } from './decide.ts'
import { planCommit, type PlanInput } from './plan.ts'
import type { SavedTexts } from './saved-texts.ts'
import { words } from '../wording.ts'

/** Failures that concern every entry, if they come before the first success. */
const SYSTEMIC: readonly ErrorKind[] = ['forbidden', 'wrong-address', 'unreachable']
/** Updates before which the first one is looked for in the list: a service may make copies. */
const MANY = 20

/** What a delivery needs beside what a plan needs. */
export interface Round extends PlanInput {
  readonly client: KnowledgeClient
  readonly saved: SavedTexts
  /** Gets the plan before it is carried out; throws where that must not happen. */
  readonly approve?: (planned: Planned) => Promise<void>
}

export type Planned = Awaited<ReturnType<typeof planCommit>>

/** Delivers one commit: what a plan of it prints, carried out. */
export async function deliverCommit(round: Round) {
  const { client, saved, findings } = round
  const planned = await planCommit(round, client)
  await round.approve?.(planned)
  findings.observer.progress?.(findings)
  const { items, reader, runbooks } = planned
  const due = items.filter(({ decision }) => decision.kind === 'send')
  for (const item of due) item.files = await saveTexts(item, saved)
  if (saved.folder !== '') findings.noteSavedFolder(saved.folder)
  const byPath = new Map(runbooks.due.map((runbook) => [runbook.path, runbook]))
  const { listShows, doubt } = await sendEntries(round, planned, due, async ({ path, name = '' }) => {
    const runbook = byPath.get(path)
    const content = runbook && (await reader.entryOf(runbook))
    return content === undefined ? undefined : { name, content, version: runbook?.version ?? '' }
  })
  if (listShows === 'changed') findings.diagnose({ level: 'notice', message: CHANGES_TEXTS })
  if (doubt !== undefined) {
    const message = `Nobody can tell whether everything was stored: ${doubt}.`
    findings.diagnose({ level: 'notice', message })
  }
  return { ...planned, listShows, hasSent: due.length > 0 }
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
  const due = planned.items.filter(({ decision }) => decision.kind === 'retire')
  await sendEntries(round, planned, due, (decision) => Promise.resolve(retirementNote(decision, round, date)))
}

async function saveTexts({ decision: { path, name = '', texts = [] } }: Item, saved: SavedTexts): Promise<string[]> {
  const files: string[] = []
  for (const { content } of texts) files.push(await saved.save(path, name, content))
  return files
}

/**
 * Sends entries, then looks in the list for what was sent. Notes in each item what became of it. The failure of one entry is
 * its outcome. These end the run: a rejected token, a cancellation, no success for too long, or, before the first success,
 * answers to all entries or to twice `concurrency` of them that say that the address or the permission is wrong.
 *
 * @param knowledge what the list showed before.
 * @param entryOf reads an entry just before it is sent; undefined where its file changed.
 * @throws {ActionError} that ended the run; items without an answer are pending.
 */
async function sendEntries(
  { client, base, inputs: { concurrency, confirmWithin }, findings }: Round,
  { knowledge, facts }: Pick<Planned, 'knowledge' | 'facts'>,
  items: readonly Item[],
  entryOf: (decision: Decision) => Promise<(Entry & { readonly version: string }) | undefined>
): Promise<Confirmed> {
  const accepted: SentEntry[] = []
  /** Systemic failures before the first success. */
  const early: { readonly item: Item; readonly sent: Sent; readonly error: RequestError }[] = []
  const rowsOf = (name = ''): readonly Row[] => knowledge?.entries.rowsOf(name) ?? []
  const isFaithful = base.listShows === 'as sent'
  const confirm = (sent: readonly SentEntry[], isProbe: boolean): Promise<Confirmed> =>
    confirmSent(sent, client, { within: confirmWithin, isProbe, isFaithful, onWait: findings.observer.waiting })
  const send = async (item: Item): Promise<void> => {
    // Answers arrive between two texts.
    await setImmediate()
    if (client.ended !== undefined) return
    const entry = await entryOf(item.decision)
    const sent = await answerTo(client, entry)
    if (sent === undefined) return
    const error = sent.kind === 'failed' ? sent.error : undefined
    if (accepted.length === 0 && error instanceof RequestError && SYSTEMIC.includes(error.kind)) {
      early.push({ item, sent, error })
      if (early.length >= 2 * concurrency) client.end(error)
      return
    }
    item.sent = sent
    if (sent.kind === 'accepted' && entry !== undefined) {
      const { name, version } = entry
      const before = knowledge?.ending.kind === 'complete' ? rowsOf(name).length : undefined
      const replaced = rowsOf(name)
        .filter((row) => isReplaced(row, entry.content, facts))
        .map(({ content }) => content)
      accepted.push({ item, name, version, before, replaced })
    }
    findings.observer.progress?.(findings)
  }

  const updates = items.filter(({ decision: { name } }) => rowsOf(name).length > 0)
  // One at a time, until one of them is accepted and looked up.
  const probes = updates.length > MANY ? updates : []
  const remaining = new Set(items)
  let probed: Confirmed | undefined
  for (const item of probes) {
    remaining.delete(item)
    await send(item)
    if (accepted.length === 0) continue
    probed = await confirm(accepted, true)
    break
  }
  const queue = remaining.values()
  const work = async (): Promise<void> => {
    for (const item of queue) await send(item)
  }
  await Promise.all(Array.from({ length: concurrency }, work))

  const [failure] = early
  if (failure !== undefined && early.length === items.length) client.end(failure.error)
  if (client.ended !== undefined) throw client.ended
  for (const { item, sent } of early) item.sent = sent
  const { listShows, doubt } = await confirm(
    accepted.filter(({ item }) => item.unconfirmed === undefined),
    false
  )
  return { listShows: probed?.listShows === 'changed' ? 'changed' : listShows, doubt }
}

/** Whether a row has a text that the entry replaces, and that neither the Action nor the service made. */
function isReplaced(row: Row, entry: string, { isComparable, explained }: Facts): boolean {
  if (!isComparable || row.origin === 'ours' || explained.get(row) === 'cut') return false
  const [shown, whole, text] = [normalForm(row.content), normalForm(entry), editIn(entry)]
  // A list that cuts texts shows the same beginning of both.
  return shown !== '' && (shown === text || !whole.startsWith(shown))
}

/** @returns undefined where the run has ended before. */
async function answerTo(client: KnowledgeClient, entry: Entry | undefined): Promise<Sent | undefined> {
  if (entry === undefined) {
    const message = `The file changed while ${words.job} ran.`
    const error = new ActionError('files', message, `Run ${words.job} again when nothing writes it.`)
    return { kind: 'failed', error, attempts: 0 }
  }
  const { name, content } = entry
  try {
    return { kind: 'accepted', attempts: await client.upsert({ name, content }) }
  } catch (error) {
    if (error === client.ended) return undefined
    if (!(error instanceof RequestError)) throw error
    return { kind: 'failed', error, attempts: error.attempts }
  }
}

/**
 * The entry of a runbook that is gone: a note in place of its text, because the API cannot delete. Paths and names stand in
 * code spans, in which nothing is markup.
 *
 * @param date of the commit: `2026-11-20`.
 */
function retirementNote(
  { path, name = '', gone }: Pick<Decision, 'path' | 'name' | 'gone'>,
  { options, ref, changes }: Pick<PlanInput, 'options' | 'ref' | 'changes'>,
  date: string
): Entry & { readonly version: string } {
  const { repository, serverUrl } = options
  const commit = changes.tip
  const commitLink = `[\`${shortId(commit)}\`](${serverUrl}/${repository}/commit/${commit})`
  const instead =
    gone?.now === undefined
      ? `Look in \`${repository}\` for what replaces it.`
      : `Use ${codeSpan(gone.now.name ?? '')} instead (\`${repository}\`, ${codeSpan(gone.now.path)}).`
  const text =
    '**This runbook is retired. Do not follow it.**\n\n' +
    `Its runbook ${codeSpan(path)} ${gone?.how ?? 'is gone'} as of commit ${commitLink} of ${date} ` +
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
