import { ActionError } from '../../src/errors.ts'
import type { EntryDetails } from '../../src/knowledge/api-types.ts'
import { RequestError } from '../../src/knowledge/failures.ts'
import { foldName } from '../../src/normal-form.ts'
import type { LinkBase } from '../../src/runbook/links.ts'
import { digestOf, textDigestOf, writeEntry, type SourceLine } from '../../src/runbook/source-line.ts'
import { decide } from '../../src/sync/decide/decide.ts'
import type { Orphan, Planned } from '../../src/sync/decide/decision.ts'
import { Ledger } from '../../src/sync/deliver/ledger.ts'
import type { Sent, SentState } from '../../src/sync/deliver/sent.ts'
import type { Look } from '../../src/sync/look.ts'
import { rowOf as readRow, Rows, type Row } from '../../src/sync/read/rows.ts'
import { hasName, type OtherFile, type Policy, type Runbook, type Runbooks } from '../../src/sync/read/runbooks.ts'

// What a look shows, and what a run has sent before it, made by hand: the runbook “Disk full” with the text `Text.`, and the rows of
// a test.

export const BASE: LinkBase = { serverUrl: 'https://github.com', repository: 'acme/ops', ref: 'main' }
export const OTHER_REPOSITORY: LinkBase = { ...BASE, repository: 'acme/old' }
export const OTHER_BRANCH: LinkBase = { ...BASE, ref: 'staging' }
export const PATH = 'docs/disk.md'
export const NAME = 'Disk full'
/** Of the file now, and of one that nobody has any more. */
export const [BLOB, OLD_BLOB] = ['aaaaaaaaaaaa', 'bbbbbbbbbbbb']

interface Text {
  readonly name?: string
  readonly path?: string
  readonly text?: string
  readonly blob?: string
}

export function runbookOf({ name = NAME, path = PATH, text = 'Text.', blob = BLOB }: Text = {}): Runbook {
  const known = { alerts: [], isNamedByFile: false, hasComments: false } as const
  const said = { alertList: '', description: '', isDescribed: false, reviewBy: undefined } as const
  const textDigest = textDigestOf(name, text)
  const more = { kind: 'runbook', ...known, ...said, tree: () => undefined } as const
  return { path, id: blob.padEnd(40, '0'), name, textDigest, digest: digestOf(textDigest, ''), blob, ...more }
}

/** A file that is refused, or that its author left out. */
export function otherOf(kind: OtherFile['kind'], path = 'docs/broken.md', name?: string): OtherFile {
  return { path, kind, name, reason: 'It is no runbook.', hint: undefined, line: undefined }
}

interface Entry extends Text {
  readonly base?: LinkBase
  readonly kind?: SourceLine['kind']
  readonly alertList?: string
  readonly described?: string
  /** Of the documented list; without them, it is another one. */
  readonly details?: Partial<EntryDetails>
}

/** An entry as the list of this repository's runs shows it. */
export function rowOf(name: string, content: string, details?: Partial<EntryDetails>): Row {
  return readRow({ name, content, ...(details && { details: { ...SMART, ...details } }) }, BASE)
}

/** An entry of which the list shows no text, although it shows those of others. */
export function unreadableRow(name = NAME, details?: Partial<EntryDetails>): Row {
  return { ...rowOf(name, '', details), by: 'person', json: JSON.stringify({ name, data: { nodes: [] } }) }
}

/** What the documented list says of an entry that nobody has bound. */
const SMART: EntryDetails = {
  id: 1,
  type: 'document',
  trigger: 'smart',
  triggerConfig: {},
  description: null,
  labels: null,
  metadata: null,
  workspace: null
}

/** An entry as a run has sent it. */
export function sentRow(entry: Entry = {}): Row {
  const { name = NAME, path = PATH, text = 'Text.', blob = BLOB, base = BASE, kind = 'version' } = entry
  const { alertList: alerts = '', described = 'none' } = entry
  const facts = { kind, path, blob, alerts, described, reviewBy: undefined }
  return rowOf(name, writeEntry(name, { above: '', below: text }, facts, base).content, entry.details)
}

/** The same after a person has appended a line. */
export function editedRow(entry: Entry = {}, edit = 'Call Sam.'): Row {
  const { name, content } = sentRow(entry)
  return rowOf(name, `${content ?? ''}\n${edit}\n`, entry.details)
}

interface Facts extends Partial<Policy> {
  readonly changed?: ReadonlySet<string> | undefined
  /** Paths that the branch has, although `files` does not select them. */
  readonly unselected?: ReadonlySet<string>
  readonly merged?: ReadonlySet<Row>
  /** By default, it is known that rules name no runbook. */
  readonly knowsRules?: boolean
}

export interface Situation {
  readonly rows?: readonly Row[]
  readonly runbooks?: Partial<Pick<Runbooks, 'named' | 'shared' | 'others'>>
  readonly facts?: Facts
}

/** A branch that has one runbook, unless the test says otherwise, with `files: docs/**`. */
export function runbooksOf(
  { named = [runbookOf()], shared = [], others = [] }: Situation['runbooks'] = {},
  { changed, unselected = new Set(), knowsRules = true }: Facts = {}
): Runbooks {
  const runbooks = [...named, ...shared.flat()]
  const at = new Map([...runbooks, ...others].map((file) => [file.path, file]))
  return {
    head: 'c1',
    knowsRules,
    named,
    shared,
    others,
    fileAt: at,
    byName: Map.groupBy(runbooks, ({ name }) => foldName(name)),
    byBlob: Map.groupBy(named, ({ blob }) => blob),
    changed,
    concerns: (path) => changed?.has(path) ?? true,
    selects: (path) => path.startsWith('docs/'),
    hasFile: (path) => at.has(path) || unselected.has(path),
    pathOf: (path) => path,
    tree: (path) => (at.has(path) || unselected.has(path) ? 'file' : undefined),
    notices: []
  }
}

export function lookOf({ rows: all = [], runbooks: some, facts = {} }: Situation): Look {
  const runbooks = runbooksOf(some, facts)
  const areWithoutTexts = all.some(({ name }) => hasName(runbooks, name)) && all.every(({ by }) => by === 'unknown')
  const rows = new Rows(all, { areWithoutTexts })
  const settings = { onConflict: 'keep', removed: 'report', replace: new Set<string>(), ...facts } as const
  return { runbooks, rows, readAt: 0, decisions: decide(runbooks, rows, facts.merged ?? new Set(), settings) }
}

const ERROR = new ActionError('entry-rejected', 'No.', 'Correct it.')
const NO_ANSWER = new RequestError('service-failing', 'It fails.', 'Wait.')
export const WAITING: SentState = { is: 'waiting', since: 0 }
export const CONFIRMED: SentState = { is: 'confirmed' }
export const UNANSWERED = { is: 'unanswered', since: 0, tries: 1, error: NO_ANSWER } as const
export const REJECTED: SentState = { is: 'failed', why: 'rejected', error: ERROR }
export const LATE: SentState = { ...REJECTED, why: 'late' }
export const OVERTAKEN: SentState = { ...REJECTED, why: 'overtaken' }

export function planOf(runbook: Runbook, rows: readonly Row[] = []): Planned {
  const why = rows.length > 0 ? 'changed' : 'new'
  return { is: 'planned', why, runbook, rows, targets: rows, replaced: [] }
}

/** A note that a runbook is gone, for its entry. */
export function noteOf(row: Row): Orphan {
  return { is: 'orphaned', row: row as Orphan['row'], targets: [row], became: 'removed', isToRetire: true }
}

/** What a run has sent of a runbook. @param rows those of the list before. */
export function sentOf(runbook: Runbook, state: SentState, rows?: readonly Row[], more: Partial<Sent> = {}): Sent {
  const { name, path, digest, blob } = runbook
  return { shipment: planOf(runbook, rows), name, path, digest, blob, size: 9, isByName: false, state, ...more }
}

/** A run that waits two minutes for what it has sent. */
export function ledgerOf(...sent: readonly Sent[]): Ledger {
  const ledger = new Ledger(120_000)
  for (const one of sent) ledger.set(one)
  return ledger
}
