import type { LinkBase } from '../../src/runbook/links.ts'
import { digestOf, writeEntry, type SourceLine } from '../../src/runbook/source-line.ts'
import { decide, type Facts } from '../../src/sync/decide.ts'
import type { Look } from '../../src/sync/look.ts'
import { rowOf, Rows, type Row } from '../../src/sync/rows.ts'
import type { Runbook, Runbooks } from '../../src/sync/runbooks.ts'

// What a look shows, made by hand: the runbook “Disk full” with the text `Text.`, and the rows of a test.

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
  return { path, id: blob.padEnd(40, '0'), name, digest: digestOf(name, text), blob, alerts: [] }
}

interface Entry extends Text {
  readonly base?: LinkBase
  readonly kind?: SourceLine['kind']
}

/** An entry as a run has sent it. */
export function sentRow(entry: Entry = {}): Row {
  const { name = NAME, path = PATH, text = 'Text.', blob = BLOB, base = BASE, kind = 'version' } = entry
  return rowOf(name, writeEntry({ name, kind, path, blob }, { above: '', below: text }, base).content)
}

/** The same after a person has appended a line. */
export function editedRow(entry: Entry = {}, edit = 'Call Sam.'): Row {
  const { name, content } = sentRow(entry)
  return rowOf(name, `${content}\n${edit}\n`)
}

export function runbooksOf({
  named = [runbookOf()],
  shared = [],
  others = [],
  ...more
}: Partial<Runbooks> = {}): Runbooks {
  const entries = [...named, ...shared.flat()].map(({ path, name }) => [path, name] as const)
  const nameAt = new Map<string, string | undefined>([
    ...entries,
    ...others.map(({ path }) => [path, undefined] as const)
  ])
  return { named, shared, others, nameAt, unreadable: new Set(), ...more }
}

export interface Situation {
  readonly rows?: readonly Row[]
  readonly runbooks?: Partial<Runbooks>
  readonly facts?: Partial<Facts>
}

/** A look at a branch that has one runbook, unless the test says otherwise, with `files: docs/**`. */
export function lookOf({ rows: all = [], runbooks: some, facts: changes }: Situation): Look {
  const [runbooks, rows] = [runbooksOf(some), new Rows(all)]
  const facts: Facts = {
    onConflict: 'keep',
    removed: 'report',
    base: BASE,
    replace: new Set(),
    changed: undefined,
    selects: (path) => path.startsWith('docs/'),
    unselected: new Set(),
    merged: new Set(),
    ...changes
  }
  const isWithoutTexts = all.length > 0 && all.every(({ state }) => state === 'no text')
  const decisions = decide(runbooks, rows, facts)
  return { head: 'c1', runbooks, rows, isWithoutTexts, isCompared: true, facts, decisions }
}
