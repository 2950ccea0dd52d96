import { PassThrough } from 'node:stream'
import { ActionError } from '../../src/errors.ts'
import { Edge } from '../../src/report/edge.ts'
import { showResult, type ShownResult } from '../../src/report/shown.ts'
import type { Described, Inventory, Item, Result } from '../../src/report/result.ts'
import { writeReport } from '../../src/report/terminal.ts'
import { ACTION, COMMAND_LINE } from '../../src/report/vocabulary.ts'
import type { Sent } from '../../src/sync/sent.ts'
import { runbookOf } from '../sync/looks.ts'

// Results of runs, and what the renderers make of them.

/** A decision about `docs/NAME.md` whose entry is NAME, and what it led to. */
type Given = Partial<Described> & Partial<Omit<Item, 'decision'>>

export function runbook(name: string, given: Given & Pick<Described, 'kind'>): Item {
  const { state = 'open', attempts = 0, error, ...decision } = given
  const about = { about: 'runbook', path: `docs/${name}.md`, name, reason: '' } as const
  return { decision: { ...about, ...decision }, state, attempts, error }
}

export function entry(name: string, given: Given & { kind: 'orphaned' | 'retire' }): Item {
  return runbook(name, { about: 'entry', reason: 'Its runbook was removed.', ...given })
}

export const REJECTED = new ActionError('entry-rejected', 'The service rejects the request (HTTP 400).', 'Correct it.')
export const STORED = { kind: 'send', state: 'stored', attempts: 1 } as const
export const FAILED = { kind: 'send', state: 'failed', attempts: 2, error: REJECTED } as const
export const LATIN = {
  kind: 'refused',
  cause: 'text',
  reason: 'The file is not UTF-8.',
  hint: 'Save it as UTF-8.'
} as const
export const DUPLICATE = {
  kind: 'refused',
  cause: 'duplicate',
  reason: 'Other files have its name.',
  hint: 'Give it a `title` of its own.'
} as const

/** What a run has sent of the runbook of this name, and what became of it. */
export function sentOf(name: string, state: Sent['state']): Sent {
  const runbook = runbookOf({ name })
  const { path, digest } = runbook
  const shipment = { do: 'send', why: 'new', runbook, rows: [], replaced: [] } as const
  return { shipment, name, path, digest, size: 9, before: [], attempts: 1, state }
}

/** A text that somebody has written, as a conflict. */
export function conflict(name: string, origin: 'edited' | 'by hand' | 'elsewhere' = 'edited'): Item {
  return runbook(name, {
    kind: 'refused',
    cause: 'conflict',
    reason: `Somebody edited the entry “${name}” in the assistant.`,
    hint: 'Pull it, or replace it.',
    texts: [{ origin, content: 'Mine.\n' }]
  })
}

export function kept(name: string): Item {
  return runbook(name, {
    kind: 'kept',
    reason: `Somebody edited the entry “${name}” in the assistant; the edit stays.`,
    hint: 'Bring the edit into the file with `runbook-sync pull`.',
    texts: [{ origin: 'edited', content: 'Mine.\n' }]
  })
}

export const INVENTORY: Inventory = {
  entries: 0,
  current: 0,
  differing: 0,
  orphaned: 0,
  unselected: 0,
  elsewhere: 0,
  byHand: 0,
  names: []
}

export const HEAD = 'c'.repeat(40)

/** A sync of a private repository, but for what is given. */
export function resultOf(given: Partial<Result> = {}): Result {
  return {
    mode: 'sync',
    address: { repository: 'harbour/handbook', serverUrl: 'https://github.com' },
    showsTexts: true,
    tokenExpiresOn: undefined,
    head: HEAD,
    selected: given.items?.length ?? 0,
    inventory: undefined,
    items: [],
    notices: [],
    pulled: [],
    saved: [],
    alerts: undefined,
    ended: undefined,
    ...given
  }
}

export function shown(given: Partial<Result> = {}): ShownResult {
  return showResult(resultOf(given), new Edge(ACTION, []))
}

/** What the command line prints. */
export function printed(given: Partial<Result>, edge = new Edge(COMMAND_LINE, []), lastLine?: string): string {
  // All of it is read at once, at the end.
  const stream = new PassThrough({ highWaterMark: 2 ** 30 })
  writeReport(resultOf(given), edge, { stream: stream as unknown as NodeJS.WriteStream, lastLine })
  return String(stream.read() ?? '')
}
