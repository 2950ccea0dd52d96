import { setImmediate } from 'node:timers/promises'
import { ActionError, type ErrorKind } from '../errors.ts'
import { shortId, shortRef } from '../event.ts'
import { Repository } from '../git/git.ts'
import type { Entry } from '../knowledge/api-types.ts'
import type { KnowledgeClient } from '../knowledge/client.ts'
import { RequestError } from '../knowledge/response.ts'
import type { Decision, Item, Sent } from '../report/outcome.ts'
import { isOfPerson } from '../report/verdict.ts'
import { sourceLine, versionOf } from '../runbook/source-line.ts'
import type { Confirmation, Confirmed, SentEntry } from './confirm.ts'
import type { Knowledge } from './knowledge.ts'
import { planCommit, type Plan, type Planned } from './plan.ts'
import type { SavedTexts } from './saved-texts.ts'

/** Failures that concern every entry, if they come before the first success. */
const SYSTEMIC: readonly ErrorKind[] = ['forbidden', 'wrong-address', 'unreachable']
/** Updates before which the first one is looked for in the list: a service may make copies. */
const MANY = 20

/** A plan, and what carries it out. */
export interface Round extends Plan {
  readonly client: KnowledgeClient
  readonly saved: SavedTexts
  readonly confirmation: Confirmation
}

/** Delivers one commit: what a plan of it prints, carried out. */
export async function deliverCommit(round: Round) {
  const { client, saved, confirmation, findings, inputs } = round
  const planned = await planCommit(round, client)
  const { items, reader, runbooks, knowledge } = planned
  const send = items.filter(({ decision }) => decision.kind === 'send')
  for (const item of send) item.files = await saveTexts(item, saved)
  if (saved.folder !== '') findings.saveIn(saved.folder)
  const byPath = new Map(runbooks.named.map((runbook) => [runbook.path, runbook]))
  const confirmed = await act({
    ...{ client, concurrency: inputs.concurrency, items: send, knowledge, confirmation },
    entryOf: async ({ decision: { path, name = '' } }) => {
      const runbook = byPath.get(path)
      const content = runbook && (await reader.entryOf(runbook))
      return content === undefined ? undefined : { name, content, version: runbook?.version ?? '' }
    },
    onSent: () => findings.observer.progress?.(findings)
  })
  if (confirmed.texts === 'changed') findings.diagnose({ level: 'notice', message: CHANGES_TEXTS })
  if (confirmed.doubt !== undefined) {
    const message = `Nobody can tell whether everything was stored: ${confirmed.doubt}.`
    findings.diagnose({ level: 'notice', message })
  }
  return { ...planned, texts: confirmed.texts, hasSent: send.length > 0 }
}

const CHANGES_TEXTS =
  'The service changes texts: its list shows others than those that were sent. Until a full sync finds them as they were sent, ' +
  'edits in the assistant cannot be told apart, and are saved before they are replaced.'

/** Replaces the texts of entries whose runbooks are gone by notes. */
export async function retireEntries(
  round: Round,
  { items, knowledge }: Pick<Planned, 'items' | 'knowledge'>
): Promise<void> {
  const { client, confirmation, findings, inputs, source, changes } = round
  const date = source instanceof Repository ? await source.dateOf(changes.tip) : ''
  await act({
    ...{ client, concurrency: inputs.concurrency, knowledge, confirmation },
    items: items.filter(({ decision }) => decision.kind === 'retire'),
    entryOf: ({ decision }) => Promise.resolve(retirementNote(decision, round, date)),
    onSent: () => findings.observer.progress?.(findings)
  })
}

async function saveTexts({ decision: { path, name = '', texts = [] } }: Item, saved: SavedTexts): Promise<string[]> {
  const files: string[] = []
  for (const { content } of texts) files.push(await saved.save(path, name, content))
  return files
}

interface Act {
  readonly client: KnowledgeClient
  readonly concurrency: number
  readonly items: readonly Item[]
  /** Reads an entry just before it is sent; undefined where its file changed. */
  readonly entryOf: (item: Item) => Promise<(Entry & { readonly version: string }) | undefined>
  /** What the list showed before. */
  readonly knowledge: Knowledge | undefined
  readonly confirmation: Confirmation
  /** Called after each answer. */
  readonly onSent: () => void
}

/**
 * Sends entries, then looks in the list for what was sent. Notes in each item what became of it. The failure of one entry is
 * its outcome; a failure that concerns all ends the run.
 *
 * @throws {ActionError} that ended the run; items without an answer are pending.
 */
async function act({ items, entryOf, knowledge, confirmation, ...delivery }: Act): Promise<Confirmed> {
  const sent = new Map<Item, SentEntry>()
  const read = async (item: Item): Promise<Entry | undefined> => {
    const entry = await entryOf(item)
    if (entry === undefined) return undefined
    const before = knowledge?.ending.kind === 'complete' ? knowledge.entries.rowsOf(entry.name).length : undefined
    const replaced = item.decision.texts?.filter(isOfPerson).map(({ content }) => content) ?? []
    sent.set(item, { item, name: entry.name, version: entry.version, before, replaced })
    return { name: entry.name, content: entry.content }
  }
  const isUpdate = ({ decision: { name = '' } }: Item): boolean => (knowledge?.entries.rowsOf(name).length ?? 0) > 0
  const updates = items.filter(isUpdate)
  let first: Confirmed | undefined
  const check = async (item: Item): Promise<void> => {
    const entry = sent.get(item)
    if (entry !== undefined) first = await confirmation.confirm([entry], true)
  }
  await deliver({ ...delivery, items, entryOf: read, probes: updates.length > MANY ? updates : [], check })
  const accepted = [...sent.values()].filter(
    ({ item }) => item.sent?.kind === 'accepted' && item.unconfirmed === undefined
  )
  const { texts, doubt } = await confirmation.confirm(accepted)
  return { texts: first?.texts === 'changed' ? first.texts : texts, doubt }
}

interface Delivery extends Pick<Act, 'client' | 'concurrency' | 'items' | 'onSent'> {
  readonly entryOf: (item: Item) => Promise<Entry | undefined>
  /** Sent first, one at a time, until one of them is accepted; `check` then gets it before another one is sent. */
  readonly probes: readonly Item[]
  readonly check: (item: Item) => Promise<void>
}

/**
 * These end a run: a rejected token, a cancellation, no success for too long, or, before the first success, answers to all
 * entries or to twice `concurrency` of them that say that the address or the permission is wrong.
 */
async function deliver({ client, concurrency, items, entryOf, onSent, probes, check }: Delivery): Promise<void> {
  let hasSuccess = false
  /** Systemic failures before the first success. */
  const early: { readonly item: Item; readonly sent: Sent; readonly error: RequestError }[] = []
  const send = async (item: Item): Promise<void> => {
    const sent = await sendOne(client, item, entryOf)
    if (sent === undefined) return
    hasSuccess ||= sent.kind === 'accepted'
    const error = sent.kind === 'failed' ? sent.error : undefined
    if (!hasSuccess && error instanceof RequestError && SYSTEMIC.includes(error.kind)) {
      early.push({ item, sent, error })
      if (early.length >= 2 * concurrency) client.end(error)
      return
    }
    item.sent = sent
    onSent()
  }

  const firsts = probes.values()
  for (const item of firsts) {
    await send(item)
    if (item.sent?.kind !== 'accepted') continue
    await check(item)
    break
  }
  const isProbe = new Set(probes)
  const others = items.filter((item) => !isProbe.has(item)).values()
  const work = async (): Promise<void> => {
    for (const item of firsts) await send(item)
    for (const item of others) await send(item)
  }
  await Promise.all(Array.from({ length: concurrency }, work))

  const [failure] = early
  if (failure !== undefined && early.length === items.length) client.end(failure.error)
  if (client.ended !== undefined) throw client.ended
  for (const { item, sent } of early) item.sent = sent
}

/** @returns undefined where the run has ended before. */
async function sendOne(client: KnowledgeClient, item: Item, entryOf: Delivery['entryOf']): Promise<Sent | undefined> {
  // Answers arrive between two texts.
  await setImmediate()
  if (client.ended !== undefined) return undefined
  const entry = await entryOf(item)
  if (entry === undefined) {
    const message = 'The file changed while the job ran.'
    const error = new ActionError('input', message, 'Run the job again when nothing writes it.')
    return { kind: 'failed', error, attempts: 0 }
  }
  try {
    return { kind: 'accepted', attempts: await client.upsert(entry) }
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
  { options, ref, changes }: Pick<Plan, 'options' | 'ref' | 'changes'>,
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
