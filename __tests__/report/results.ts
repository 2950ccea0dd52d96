import { PassThrough } from 'node:stream'
import { alertFindings } from '../../src/alerts/findings.ts'
import { ActionError } from '../../src/errors.ts'
import { RequestError } from '../../src/knowledge/failures.ts'
import { Journal, type Result } from '../../src/report/journal.ts'
import { reportOf, type Report } from '../../src/report/report.ts'
import { Sink } from '../../src/report/sink.ts'
import { writeReport } from '../../src/report/terminal.ts'
import type { SavedText } from '../../src/saved-texts.ts'
import { VERSION } from '../../src/version.ts'
import type { Conflict, Decision, Duplicate, Kept, Orphan, Planned, Unchanged } from '../../src/sync/decide/decision.ts'
import { Ledger } from '../../src/sync/deliver/ledger.ts'
import { inventoryOf } from '../../src/sync/inventory.ts'
import type { Look } from '../../src/sync/look.ts'
import { Rows, type Row } from '../../src/sync/read/rows.ts'
import type { OtherFile, Runbook } from '../../src/sync/read/runbooks.ts'
import type { SentState } from '../../src/sync/deliver/sent.ts'
import { BASE, editedRow, OTHER_REPOSITORY, rowOf, runbookOf, runbooksOf, sentRow } from '../sync/looks.ts'

// Results of runs, made of what the engine gives, and what is made of them.

export const HEAD = 'c'.repeat(40)
const NOW = new Date('2026-11-01')
export const REJECTED = new ActionError('entry-rejected', 'The service rejects the request (HTTP 400).', 'Correct it.')
export const TOKEN_REJECTED = new ActionError(
  'token-rejected',
  'The service rejects the token (HTTP 401).',
  'Choose Rotate in Settings → Access Tokens.'
)

/** The file docs/NAME.md, whose entry is NAME. */
function runbook(name: string, path = `docs/${name}.md`): Runbook {
  return { ...runbookOf({ name, path }), description: 'What to do.' }
}

/** The entry of that file, as it was sent. */
export function row(name: string, base = BASE): Row {
  return sentRow({ name, path: `docs/${name}.md`, base })
}

function edited(name: string): Row {
  return editedRow({ name, path: `docs/${name}.md` })
}

export function planned(name: string, why: Planned['why'] = 'changed', replaced: readonly Row[] = []): Planned {
  const rows = [sentRow({ name, path: `docs/${name}.md`, text: 'Before.' })]
  return { is: 'planned', why, runbook: runbook(name), rows, targets: rows, replaced }
}

export function current(name: string): Unchanged {
  return { is: 'unchanged', runbook: runbook(name), rows: [row(name)] }
}

/** An entry is current, and the review of its runbook is overdue. */
export function overdue(name: string, since: string): Unchanged {
  return { is: 'unchanged', runbook: { ...runbook(name), reviewBy: since }, rows: [row(name)] }
}

export function kept(name: string): Kept {
  return { is: 'kept', runbook: runbook(name), rows: [edited(name)] }
}

/** @param one the row that is in the way: by default an edited one, or one of another repository. */
export function conflict(name: string, { cause = 'conflict', row: one }: Partial<Conflict> = {}): Conflict {
  const other = one ?? (cause === 'another source' ? row(name, OTHER_REPOSITORY) : edited(name))
  return { is: 'refused', cause, runbook: runbook(name), rows: [other], row: other }
}

export function byHand(name: string): Conflict {
  return conflict(name, { row: rowOf(name, 'Mine.') })
}

export function shared(name: string, folders: readonly string[], given: Partial<Duplicate> = {}): Duplicate[] {
  const group = folders.map((folder) => runbook(name, `${folder}/${name}.md`))
  return group.map((one) => {
    return { is: 'refused', cause: 'duplicate', runbook: one, group, changed: [], ...given }
  })
}

export function refusedFile(name: string, given: Partial<OtherFile> = {}): Decision {
  const about = { path: `docs/${name}.md`, name: undefined, kind: 'refused', line: undefined } as const
  const said = { reason: 'The file is not UTF-8.', hint: 'Save it as UTF-8.' }
  const file = { ...about, ...said, ...given }
  return file.kind === 'skipped' ? { is: 'skipped', file } : { is: 'refused', cause: 'text', file }
}

export function orphan(name: string, given: Partial<Orphan> = {}): Orphan {
  const { line, ...rest } = row(name)
  if (line === undefined) throw new TypeError('A row as it was sent has a line.')
  const one = { ...rest, line }
  return { is: 'orphaned', row: one, targets: [one], became: 'removed', isToRetire: false, ...given }
}

/** The runbook of an orphan is called “n” now. */
export const NEW_NAME = { became: { path: 'docs/n.md', name: 'n', digest: 'd' } }

/** An entry that somebody has renamed or edited. */
export function misnamed(name: string): Orphan {
  return orphan(name, { ...NEW_NAME, row: { ...orphan(name).row, by: 'person' } })
}

export const WAITING: SentState = { is: 'waiting', since: 0 }
export const SHOWN: SentState = { is: 'confirmed' }
const NO_ANSWER = new RequestError('service-failing', 'It fails.', 'Wait.')
export const UNANSWERED: SentState = { is: 'unanswered', since: 0, tries: 1, error: NO_ANSWER }
export const FAILED: SentState = { is: 'failed', why: 'rejected', error: REJECTED }
export const OVERTAKEN: SentState = { is: 'failed', why: 'overtaken', error: REJECTED }

export function ledger(): Ledger {
  return new Ledger(120_000)
}

/** What the run has sent, by the names of the runbooks. */
export function sent(states: Readonly<Record<string, SentState>>): Ledger {
  const all = ledger()
  for (const [name, state] of Object.entries(states)) {
    const { path, digest, blob } = runbook(name)
    all.set({ shipment: planned(name), name, path, digest, blob, size: 10, isByName: false, state })
  }
  return all
}

export function lookOf(decisions: readonly Decision[], given: Partial<Look> = {}): Look {
  const named = decisions.flatMap((one) => ('runbook' in one ? one.runbook : []))
  const others = decisions.flatMap((one) => ('file' in one ? one.file : []))
  const runbooks = { ...runbooksOf({ named, others }), head: HEAD }
  return { runbooks, rows: new Rows([row('other')]), readAt: 0, decisions, ...given }
}

export interface Given extends Partial<Omit<Result, 'fates' | 'sizes' | 'saved'>> {
  readonly decisions?: readonly Decision[]
  /** Names of runbooks that this push has not changed. */
  readonly unchanged?: readonly string[]
  readonly states?: Readonly<Record<string, SentState>>
  /** What a sync has sent; by default these states. */
  readonly ledger?: Ledger
  readonly saved?: readonly SavedText[]
}

export const INVENTORY = { ...inventoryOf([]), entries: 3, current: 3 }

/** A sync of a private repository, but for what is given. */
export function resultOf({
  decisions,
  unchanged = [],
  states = {},
  saved = [],
  ledger: all,
  ...given
}: Given = {}): Result {
  const place = { repository: 'acme/ops', serverUrl: 'https://github.com', assistant: 'https://assistant.example/api' }
  const frame = { mode: 'sync', ...place, showsTexts: true } as const
  const concerns = (path: string): boolean => !unchanged.some((name) => path === `docs/${name}.md`)
  const decided = lookOf(decisions ?? [])
  const look = given.look ?? (decisions && { ...decided, runbooks: { ...decided.runbooks, concerns } })
  const journal = new Journal()
  // Only a sync sends.
  if (look !== undefined) journal.looked(look, (given.mode ?? 'sync') === 'sync' ? (all ?? sent(states)) : undefined)
  for (const text of saved) journal.saved(text)
  const known = { inventory: decisions && INVENTORY, notices: [] }
  return { ...journal.result(), ...frame, ...known, ...given }
}

/** The last sentence of each report. */
export const WHERE = `Assistant: https://assistant.example/api. Runbook Sync ${VERSION}.`

export function reported(given: Given = {}): Report {
  return reportOf(resultOf(given), NOW)
}

export const many = (length: number): string[] => Array.from({ length }, (_, at) => `${at}`)

export const SAVED = {
  of: 'text',
  path: 'docs/a.md',
  name: 'a',
  file: '/tmp/s/docs/a.md',
  folder: '/tmp/s',
  content: 'Mine <b>.\n'
} as const

/** One runbook was delivered, two are refused, and one edit stays. */
export const RED_SYNC: Given = {
  decisions: [current('a'), refusedFile('b'), refusedFile('c'), kept('d'), orphan('e')],
  states: { a: SHOWN },
  notices: [
    { level: 'notice', message: 'Of the run.' },
    { level: 'warning', message: 'Broken.', path: 'docs/a.md', line: 2 }
  ]
}

const PLACE = { file: 'rules.yml', line: 1, address: 'x', path: 'a.md', candidates: [] }
const ALERT = { ...PLACE, reason: 'It is gone.', byName: false }
/** All that a report can have. */
export const EVERYTHING: Given = {
  decisions: [
    overdue('sent', '2026-10-31'),
    planned('failed'),
    refusedFile('latin', { line: 3, name: 'Latin' }),
    refusedFile('latin 2'),
    ...shared('Same', ['a', 'b']),
    conflict('edited'),
    byHand('by hand'),
    conflict('elsewhere', { cause: 'another source' }),
    conflict('waits'),
    kept('kept'),
    planned('open', 'replaces', [row('open')]),
    planned('waiting'),
    refusedFile('draft', { kind: 'skipped', reason: 'draft: true' }),
    orphan('gone', { became: { path: 'docs/b.md', name: 'b', digest: 'd' } })
  ],
  unchanged: ['waits'],
  states: { sent: SHOWN, failed: FAILED, waiting: WAITING },
  differences: new Map([['docs/kept.md', ['@@ -1 +1 @@', '-Mine.', '+Ours.', ' Both.']]]),
  notices: [
    { level: 'warning', message: 'A warning.' },
    { level: 'notice', message: 'A notice.', path: 'docs/a.md', line: 4 }
  ],
  pulled: [
    { path: 'docs/a.md', file: 'docs/a.md.edited', kind: 'beside', reason: 'It is not UTF-8.' },
    { path: 'docs/b.md', file: '', kind: 'not pulled', reason: 'It has the token.' }
  ],
  saved: [SAVED],
  alerts: alertFindings(
    {
      files: 1,
      unread: [],
      others: [],
      unknown: [],
      unnamed: ['docs/a.md'],
      alerts: [
        { ...ALERT, alert: 'Dead', state: 'dead' },
        { ...ALERT, alert: 'None', state: 'without' }
      ]
    },
    [],
    undefined
  )
}

/** What the command line prints. */
export function printed(given: Given, sink = new Sink([]), firstLine?: string): string {
  // All of it is read at once, at the end.
  const stream = new PassThrough({ highWaterMark: 2 ** 30 })
  writeReport(reported(given), sink, stream as unknown as NodeJS.WriteStream, firstLine)
  return String(stream.read() ?? '')
}
