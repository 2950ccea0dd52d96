import { PassThrough } from 'node:stream'
import { alertFindings } from '../../src/alerts/findings.ts'
import { Journal, type Result } from '../../src/report/journal.ts'
import { reportOf, type Report } from '../../src/report/report.ts'
import { Sink } from '../../src/report/sink.ts'
import { writeReport } from '../../src/report/terminal.ts'
import type { SavedText } from '../../src/saved-texts.ts'
import { VERSION } from '../../src/version.ts'
import type { Decision } from '../../src/sync/decide/decision.ts'
import { Ledger } from '../../src/sync/deliver/ledger.ts'
import { inventoryOf } from '../../src/sync/inventory.ts'
import type { Look } from '../../src/sync/look.ts'
import { Rows } from '../../src/sync/read/rows.ts'
import type { Sent, SentState } from '../../src/sync/deliver/sent.ts'
import { runbooksOf } from '../sync/looks.ts'
import {
  byHand,
  conflict,
  current,
  kept,
  NEW_NAME,
  orphan,
  overdue,
  planned,
  refused,
  row,
  shared
} from './decisions.ts'
import { FAILED, SHOWN, WAITING } from './decisions.ts'

// Results of runs, made of what the engine gives, and what is made of them.

export const HEAD = 'c'.repeat(40)
const NOW = new Date('2026-11-01')

/** What the run has sent, by the names of the runbooks. */
export function sent(states: Readonly<Record<string, SentState>>, given: Partial<Sent> = {}): Ledger {
  const all = new Ledger(120_000)
  for (const [name, state] of Object.entries(states)) {
    const shipment = planned(name)
    const { path, digest, blob } = shipment.runbook
    all.set({ shipment, name, path, digest, blob, size: 10, isByName: false, state, ...given })
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
export function resultOf(given: Given = {}): Result {
  const { decisions, unchanged = [], states = {}, saved = [], ledger = sent(states), ...result } = given
  const place = { repository: 'acme/ops', serverUrl: 'https://github.com', assistant: 'https://assistant.example/api' }
  const frame = { mode: 'sync', ...place, showsTexts: true } as const
  const concerns = (path: string): boolean => !unchanged.some((name) => path === `docs/${name}.md`)
  const decided = lookOf(decisions ?? [])
  const look = given.look ?? (decisions && { ...decided, runbooks: { ...decided.runbooks, concerns } })
  const journal = new Journal()
  // Only a sync sends.
  if (look !== undefined) journal.looked(look, (given.mode ?? 'sync') === 'sync' ? ledger : undefined)
  for (const text of saved) journal.textSaved(text)
  return { ...journal.result(), ...frame, inventory: decisions && INVENTORY, notices: [], ...result }
}

/** The last sentence of each report. */
export const WHERE = `Assistant: https://assistant.example/api. Runbook Sync ${VERSION}.`

export function reported(given: Given = {}): Report {
  return reportOf(resultOf(given), NOW)
}

export const many = (length: number): string[] => Array.from({ length }, (_, at) => `${at}`)

const OF_A = { path: 'docs/a.md', name: 'a' }
const FILE = { file: '/tmp/s/docs/a.md', folder: '/tmp/s' }
export const SAVED = { ...OF_A, ...FILE, of: 'text', content: 'Mine <b>.\n' } as const

/** One runbook was delivered, two are refused, and one edit stays. */
export const RED_SYNC: Given = {
  decisions: [current('a'), refused('b'), refused('c'), kept('d'), orphan('e')],
  states: { a: SHOWN },
  notices: [
    { level: 'notice', message: 'Of the run.' },
    { level: 'warning', message: 'Broken.', path: 'docs/a.md', line: 2 }
  ]
}

export const NO_ALERTS = { fileCount: 1, alerts: [], unread: [], others: [], unknown: [], unnamed: [] }
const PLACE = { file: 'rules.yml', line: 1, address: 'x', path: 'a.md' }
const RULE = { ...PLACE, reason: 'It is gone.', candidates: [], byName: false }
const ALERTS = [
  { ...RULE, alert: 'Dead', state: 'dead' },
  { ...RULE, alert: 'None', state: 'without' }
] as const

/** All that a report can have. */
export const EVERYTHING: Given = {
  decisions: [
    overdue('sent', '2026-10-31'),
    planned('failed'),
    refused('latin', { line: 3, name: 'Latin' }),
    refused('latin 2'),
    ...shared('Same', ['a', 'b']),
    conflict('edited'),
    byHand('by hand'),
    conflict('elsewhere', { cause: 'another source' }),
    conflict('waits'),
    kept('kept'),
    planned('open', 'replaces', [row('open')]),
    planned('waiting'),
    refused('draft', { kind: 'skipped', reason: 'draft: true' }),
    orphan('gone', NEW_NAME)
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
  alerts: alertFindings({ ...NO_ALERTS, unnamed: ['docs/a.md'], alerts: ALERTS }, [], undefined)
}

/** What the command line prints. */
export function printed(given: Given, sink = new Sink([]), firstLine?: string): string {
  // All of it is read at once, at the end.
  const stream = new PassThrough({ highWaterMark: 2 ** 30 })
  writeReport(reported(given), sink, stream as unknown as NodeJS.WriteStream, firstLine)
  return String(stream.read() ?? '')
}
