import { describe, expect, test } from '@jest/globals'
import type { Decision } from '../../src/report/result.ts'
import { foldName } from '../../src/normal-form.ts'
import type { LinkBase } from '../../src/runbook/links.ts'
import { sealedEntry, sealOf, textOf } from '../../src/runbook/source-line.ts'
import { decide, type Evidence, type Facts } from '../../src/sync/decide.ts'
import { Entries } from '../../src/sync/entries.ts'
import { Places } from '../../src/sync/places.ts'
import type { Runbook, Runbooks } from '../../src/sync/runbooks.ts'
import { EVERYTHING, type Scope } from '../../src/sync/scope.ts'

// The table of docs/decisions.md, and what stands beside it.

const BASE: LinkBase = { serverUrl: 'https://github.com', repository: 'acme/ops', ref: 'main' }
const ELSEWHERE: LinkBase = { ...BASE, repository: 'other/ops' }
const OTHER_BRANCH: LinkBase = { ...BASE, ref: 'staging' }
const [NOW, BEFORE] = ['aaaaaaaaaaaa', 'bbbbbbbbbbbb']
const PATH = 'docs/disk.md'
const NAME = 'Disk full'

const DISK: Runbook = { path: PATH, id: '1', name: NAME, version: NOW, alerts: [] }

interface Shown {
  readonly path: string
  readonly base: LinkBase
  readonly text: string
  readonly name: string
  readonly kind: 'version' | 'retired'
}

/** An entry as a run has sent it. */
function sent(
  version: string,
  { path = PATH, base = BASE, text = 'Text.', name = NAME, kind = 'version' }: Partial<Shown> = {}
) {
  return { name, content: sealedEntry({ name, path, version, kind }, { above: '', below: text }, base) }
}

/** The same after a person has appended a line. */
function edited(...given: Parameters<typeof sent>): { name: string; content: string } {
  const { name, content } = sent(...given)
  return { name, content: `${content}\nCall Sam.\n` }
}

/** What a decision is about. */
interface Situation {
  readonly rows?: readonly { readonly name?: string; readonly content?: string }[]
  readonly runbooks?: Partial<Runbooks>
  readonly facts?: Partial<Facts>
  /** Of the first row. */
  readonly evidence?: Evidence
}

function decisionsOf({ rows = [], runbooks: given = {}, facts: changes = {}, evidence }: Situation): Decision[] {
  const entries = new Entries(() => true)
  const listed = rows.map(({ name = NAME, content = '' }, at) => ({
    key: String(at),
    name,
    content,
    textField: undefined
  }))
  entries.add({ rows: listed, readOnly: 0, total: 0 })
  const named = given.named ?? [DISK]
  const runbooks: Runbooks = {
    named,
    duplicates: [],
    others: [],
    nameAt: new Map(named.map(({ path, name }) => [path, name])),
    nameless: new Set(),
    ...given
  }
  const places = new Places(BASE)
  const [first] = entries.rows
  return decide(runbooks, entries, {
    onConflict: 'keep',
    removed: 'report',
    replace: new Set(),
    scope: EVERYTHING,
    marksSent: new Map(),
    isOfRepository: (line) => places.isOfRepository(line),
    isOfBranch: (line) => places.isOfBranch(line),
    selects: (path) => path.startsWith('docs/'),
    unselected: new Set(),
    evidence: new Map(evidence === undefined || first === undefined ? [] : [[first, evidence]]),
    ...changes
  })
}

/** `send`, `refused conflict`; the texts that are not ours as `edited`. */
function summary({ kind, cause, texts = [] }: Decision): string {
  return [kind, ...(cause === undefined ? [] : [cause]), ...texts.map(({ origin }) => `(${origin})`)].join(' ')
}

const scopeOf = (files: Scope['files']): Scope => ({ isEverything: false, files })
const PUSHED = scopeOf(new Map([[PATH, { before: '0' }]]))
const NOT_PUSHED = scopeOf(new Map([['docs/other.md', { before: '0' }]]))

describe('the row of a runbook', () => {
  const cases: Record<string, Situation & { readonly decision: string }> = {
    'no row': { rows: [], decision: 'send' },
    'ours, another repository': { rows: [sent(NOW, { base: ELSEWHERE })], decision: 'refused conflict (elsewhere)' },
    'edited, another repository': {
      rows: [edited(BEFORE, { base: ELSEWHERE })],
      decision: 'refused conflict (elsewhere)'
    },
    'ours, a file that `files` does not select': {
      rows: [sent(NOW, { path: 'docs/team/disk.md' })],
      facts: { unselected: new Set(['docs/team/disk.md']) },
      decision: 'refused conflict (elsewhere)'
    },
    'ours, the version of the runbook': { rows: [sent(NOW)], decision: 'unchanged' },
    'ours, the version of the runbook, another file pushed': {
      rows: [sent(NOW)],
      facts: { scope: NOT_PUSHED },
      decision: 'unchanged'
    },
    'ours, the version of the runbook, which this push changed': {
      rows: [sent(NOW)],
      facts: { scope: PUSHED },
      decision: 'send'
    },
    'ours, another version': { rows: [sent(BEFORE)], decision: 'send' },
    'ours, from another branch': { rows: [sent(BEFORE, { base: OTHER_BRANCH })], decision: 'send' },
    'ours, from another file that is gone': { rows: [sent(BEFORE, { path: 'docs/old.md' })], decision: 'send' },
    'ours, a retirement note': { rows: [sent(BEFORE, { kind: 'retired' })], decision: 'send' },
    'edited, the version of the runbook': { rows: [edited(NOW)], decision: 'kept (edited)' },
    'edited, the version of the runbook, which this push changed': {
      rows: [edited(NOW)],
      facts: { scope: PUSHED },
      decision: 'kept (edited)'
    },
    'edited, another version': { rows: [edited(BEFORE)], decision: 'refused conflict (edited)' },
    'edited, and its text is the runbook’s': { rows: [edited(BEFORE)], evidence: 'same text', decision: 'send' },
    'edited, and merging it gives the runbook': {
      rows: [edited(BEFORE)],
      evidence: 'merged',
      decision: 'send (edited)'
    },
    'edited, but as it would be sent now: the seal is of another text': {
      rows: [edited(NOW)],
      evidence: 'as sent',
      decision: 'send'
    },
    'by hand': { rows: [{ content: 'Text.' }], decision: 'refused conflict (by hand)' },
    'by hand, and its text is the runbook’s': { rows: [{ content: 'Text.' }], evidence: 'same text', decision: 'send' },
    'by hand, with a version that is no mark': {
      rows: [{ content: 'See version 3f9c2b7a1d4e of the manual.' }],
      decision: 'refused conflict (by hand)'
    },
    blank: { rows: [{ content: ' \n' }], decision: 'send' },
    hidden: { rows: [{}], decision: 'send' },
    'a text without a character': { rows: [{ content: '' }], decision: 'send' },
    'only the line, and its seal does not match': {
      rows: [{ content: sent(NOW).content.split('\n')[0] ?? '' }],
      decision: 'send'
    },
    'a name that differs in case': { rows: [sent(NOW, { name: 'DISK FULL' })], decision: 'unchanged' },
    'edited before the second send, which has failed': {
      rows: [edited(BEFORE)],
      facts: { marksSent: new Map([[foldName(NAME), `${BEFORE}.${sealOf(NAME, edited(BEFORE).content)}`]]) },
      decision: 'refused conflict (edited)'
    },
    'edited after this run has sent it for an earlier commit': {
      rows: [edited(BEFORE)],
      facts: { marksSent: new Map([[foldName(NAME), markIn(edited(BEFORE).content)]]) },
      decision: 'refused conflict (edited)'
    },
    'the version of the runbook, which this run has sent': {
      rows: [sent(NOW)],
      facts: { marksSent: new Map([[foldName(NAME), markIn(sent(NOW).content)]]), scope: PUSHED },
      decision: 'unchanged'
    }
  }
  test.each(Object.entries(cases))('%s', (_, { decision, ...situation }) => {
    expect(decisionsOf(situation).map(summary)).toEqual([decision])
  })

  test.each<[string, Situation, string]>([
    ['a conflict', { rows: [edited(BEFORE)] }, 'send (edited)'],
    ['what is kept', { rows: [edited(NOW)] }, 'send (edited)'],
    ['an entry of another repository', { rows: [sent(NOW, { base: ELSEWHERE })] }, 'send (elsewhere)']
  ])('`replace` saves and sends %s', (_, situation, decision) => {
    expect(decisionsOf({ ...situation, facts: { onConflict: 'replace' } }).map(summary)).toEqual([decision])
    expect(decisionsOf({ ...situation, facts: { replace: new Set([PATH]) } }).map(summary)).toEqual([decision])
  })
})

test.each([
  { what: 'another repository', base: ELSEWHERE },
  { what: 'another server', base: { ...BASE, serverUrl: 'https://git.example:8443' } }
])('an entry of $what: the hint says how a renamed repository takes it over, and what that replaces', ({ base }) => {
  const [{ hint = '' } = {}] = decisionsOf({ rows: [sent(NOW, { base })] })
  expect(hint).toMatch(
    /one run by hand with ⟦input on-conflict: replace⟧ takes over .* also replaces edits, which it saves/
  )
})

describe('several rows of one name', () => {
  test.each<[string, Situation['rows'], string]>([
    ['a conflict before an update', [sent(BEFORE), edited(BEFORE)], 'refused conflict (edited)'],
    ['an edit that stays before a stale copy', [sent(BEFORE), edited(NOW)], 'kept (edited)'],
    ['an edit that stays before the current text', [sent(NOW), edited(NOW)], 'kept (edited)'],
    ['the current text before a stale copy', [sent(BEFORE), sent(NOW)], 'unchanged']
  ])('%s', (_, rows = [], decision) => {
    expect(decisionsOf({ rows }).map(summary)).toEqual([decision])
    expect(decisionsOf({ rows: rows.toReversed() }).map(summary)).toEqual([decision])
  })
})

describe('what a push did not bring in waits on the branch', () => {
  test('a conflict', () => {
    const [refused] = decisionsOf({ rows: [edited(BEFORE)], facts: { scope: NOT_PUSHED } })
    expect(refused).toMatchObject({ kind: 'refused', isWaiting: true })
    const [brought] = decisionsOf({ rows: [edited(BEFORE)], facts: { scope: PUSHED } })
    expect(brought).toMatchObject({ kind: 'refused', isWaiting: false })
  })

  test('a shared name is red for both files if one of them brought it in', () => {
    const group = [DISK, { ...DISK, path: 'docs/other.md' }]
    const runbooks = { named: [], duplicates: [group], nameAt: new Map(group.map(({ path }) => [path, NAME])) }
    const waiting = (scope: Scope) => decisionsOf({ runbooks, facts: { scope } }).map((one) => one.isWaiting)
    expect(waiting(PUSHED)).toEqual([false, false])
    expect(waiting(scopeOf(new Map()))).toEqual([true, true])
    expect(waiting(EVERYTHING)).toEqual([false, false])
    // The message names the file that came last as the cause.
    const [first, second] = decisionsOf({ runbooks, facts: { scope: NOT_PUSHED } })
    expect(first?.hint).toBe('Give docs/other.md a `title` of its own in the front matter.')
    expect(second?.hint).toMatch(/^Give it a `title` of its own/)
  })
})

describe('an entry without a runbook', () => {
  const gone = sent(BEFORE, { path: 'docs/gone.md', name: 'Gone' })
  const cases: Record<string, Situation & { readonly decisions: readonly string[] }> = {
    'its file is gone': { rows: [gone], decisions: ['orphaned Its runbook was removed.'] },
    'its file is a draft': {
      rows: [gone],
      runbooks: { nameAt: new Map([['docs/gone.md', undefined]]) },
      decisions: ['orphaned Its runbook is left out now (draft, `runbook: false` or without text).']
    },
    'its file has another title': {
      rows: [gone],
      runbooks: { nameAt: new Map([['docs/gone.md', 'New']]) },
      decisions: ['orphaned Its runbook is called “New” now.']
    },
    'its file was moved, with another title': {
      rows: [gone],
      runbooks: { nameAt: new Map([['docs/new.md', 'New']]) },
      facts: { scope: scopeOf(new Map([['docs/gone.md', { before: '0', renamedTo: 'docs/new.md' }]])) },
      decisions: ['orphaned Its runbook was moved to docs/new.md, with the name “New”.']
    },
    'its file cannot be read': {
      rows: [gone],
      runbooks: { nameAt: new Map([['docs/gone.md', undefined]]), nameless: new Set(['docs/gone.md']) },
      decisions: []
    },
    '`files` would not select its file': {
      rows: [sent(BEFORE, { path: 'notes/gone.md', name: 'Gone' })],
      decisions: []
    },
    'of another branch': {
      rows: [sent(BEFORE, { path: 'docs/gone.md', name: 'Gone', base: OTHER_BRANCH })],
      decisions: []
    },
    'of another repository': {
      rows: [sent(BEFORE, { path: 'docs/gone.md', name: 'Gone', base: ELSEWHERE })],
      decisions: []
    },
    'by hand': { rows: [{ name: 'Gone', content: 'Text.' }], decisions: [] },
    'retired already': { rows: [sent(BEFORE, { path: 'docs/gone.md', name: 'Gone', kind: 'retired' })], decisions: [] },
    'case counts if the list shows both': {
      rows: [sent(NOW), sent(BEFORE, { name: 'DISK FULL' })],
      decisions: ['orphaned Its runbook is called “Disk full” now.']
    }
  }
  test.each(Object.entries(cases))('%s', (_, { decisions, ...situation }) => {
    const orphans = decisionsOf(situation).filter(({ about }) => about === 'entry')
    expect(orphans.map(({ kind, reason }) => `${kind} ${reason}`)).toEqual(decisions)
  })

  const retiring: Record<string, Situation & { readonly kind: string }> = {
    'its file is gone': { rows: [gone], kind: 'retire' },
    'its file is a draft': {
      rows: [gone],
      runbooks: { nameAt: new Map([['docs/gone.md', undefined]]) },
      kind: 'retire'
    },
    'its file has another title, perhaps of another step': {
      rows: [gone],
      runbooks: { nameAt: new Map([['docs/gone.md', 'New']]) },
      kind: 'orphaned'
    },
    'somebody edited it': { rows: [edited(BEFORE, { path: 'docs/gone.md', name: 'Gone' })], kind: 'orphaned' },
    'its note stands beside it': {
      rows: [sent(BEFORE, { path: 'docs/gone.md', name: 'Gone', kind: 'retired' }), gone],
      kind: 'orphaned'
    },
    'an edited entry has its name': { rows: [gone, { name: 'Gone', content: 'By hand.' }], kind: 'orphaned' },
    'an edited entry has a name that a service may take for its own': {
      rows: [gone, { name: 'GONE', content: 'By hand.' }],
      kind: 'orphaned'
    },
    'a runbook is refused, perhaps the one that replaces it': {
      rows: [gone, { content: 'By hand.' }],
      facts: { scope: NOT_PUSHED },
      kind: 'orphaned'
    }
  }
  test.each(Object.entries(retiring))('`retire`: %s', (_, { kind, facts, ...situation }) => {
    const orphans = decisionsOf({ ...situation, facts: { ...facts, removed: 'retire' } }).filter(
      ({ about }) => about === 'entry'
    )
    expect(orphans.map((one) => one.kind)).toEqual([kind])
  })
})

function markIn(content: string): string {
  return /[0-9a-f]{12}\.[0-9a-f]{12}/.exec(content)?.[0] ?? ''
}

test('the texts of the cases are what they say', () => {
  expect(textOf(edited(NOW).content)).toBe('Text.\n\nCall Sam.')
})
