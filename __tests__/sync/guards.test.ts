import { expect, test } from '@jest/globals'
import { isFirstSync, reasonToStop } from '../../src/sync/deliver/guards.ts'
import * as looks from './looks.ts'
import { editedRow, lookOf, NAME, otherOf, rowOf, runbookOf, sentRow, type Situation } from './looks.ts'

const numbers = (count: number): readonly number[] => Array.from({ length: count }, (_, at) => at)
const SHARED = { shared: [['a', 'b'].map((file) => runbookOf({ name: 'CPU', path: `docs/${file}.md` }))] }
const TWO = { named: [runbookOf(), runbookOf({ name: 'New', path: 'docs/new.md' })] }
const FORK = { base: looks.OTHER_REPOSITORY }
const THEIRS = sentRow({ name: 'Theirs', ...FORK })
const GONE = sentRow({ name: 'Gone', path: 'docs/gone.md' })

/** So many runbooks have new names, and entries of so many other names come from files that are still there. */
function renamed(made: number, orphaned: number, isHere = true): Situation & { readonly rows: readonly object[] } {
  return {
    runbooks: {
      named: numbers(made).map((at) => runbookOf({ name: `New ${at}`, path: `docs/new-${at}.md` })),
      others: isHere ? numbers(orphaned).map((at) => otherOf('skipped', `docs/old-${at}.md`, 'Draft')) : []
    },
    rows: numbers(orphaned).map((at) => sentRow({ name: `Old ${at}`, path: `docs/old-${at}.md` }))
  }
}
const blobOf = (at: number): string => String(at).padStart(12, '0')
const { rows, ...many } = renamed(21, 21)
const moved = {
  runbooks: { named: numbers(21).map((at) => runbookOf({ name: `b: ${at}`, path: `b/${at}.md`, blob: blobOf(at) })) },
  rows: numbers(21).map((at) => sentRow({ name: `a: ${at}`, path: `docs/${at}.md`, blob: blobOf(at) }))
}
const outdated = numbers(21).map((at) => sentRow({ name: `New ${at}`, path: `docs/new-${at}.md`, text: 'Before.' }))

const FIRST = /^Nothing was sent: this is the first sync, and several files have one name: “CPU” \(2 files\)\.$/
const MANY = /^Nothing was sent: 21 entries would be created, and 21 left without a runbook/

test.each<Situation & { name: string; says?: RegExp }>([
  { name: 'files share a name, in a list of other repositories', runbooks: SHARED, rows: [THEIRS], says: FIRST },
  { name: 'files share no name' },
  { name: 'it is not the first sync', runbooks: SHARED, rows: [GONE] },
  { name: 'nothing is sent', runbooks: { named: [], ...SHARED } },
  { name: 'the list shows no texts', runbooks: SHARED, rows: [rowOf(NAME, '')] },
  { name: '21 names are new, and 21 entries have none', ...many, rows, says: MANY },
  { name: '20 names are new', ...renamed(20, 21) },
  { name: '20 entries have none', ...renamed(21, 20) },
  { name: 'the files of the entries are gone', ...renamed(21, 21, false) },
  { name: 'the files of the entries were moved to another folder', ...moved, says: MANY },
  { name: 'the names only have other texts', ...many, rows: [...rows, ...outdated] }
])('$name', ({ says, ...situation }) => {
  const [look, opening] = [lookOf(situation), 'Nothing was sent']
  expect(reasonToStop(look, opening, { keepsTexts: false, isAgreed: false })?.message ?? '').toMatch(says ?? /^$/)
  expect(reasonToStop(look, opening, { keepsTexts: false, isAgreed: true })).toBeUndefined()
})

const REPLACE = { onConflict: 'replace' } as const
const [merged, theirs] = [editedRow(), sentRow({ base: looks.OTHER_REPOSITORY, text: 'Before.' })]
const LOST = /^This run would replace 1 text of the assistant \(docs\/disk\.md\), and cannot keep what was there: /

test.each<Situation & { name: string; says?: RegExp }>([
  { name: 'an edit would be replaced', rows: [editedRow()], facts: REPLACE, says: LOST },
  { name: 'the repository was renamed', rows: [theirs], facts: REPLACE, says: LOST },
  { name: 'a merged edit is in the file', rows: [merged], facts: { ...REPLACE, merged: new Set([merged]) } },
  { name: 'an edit stays', rows: [editedRow()] },
  { name: 'our text is changed', rows: [sentRow({ text: 'Before.' })], facts: REPLACE },
  { name: 'an entry is new', facts: REPLACE }
])('a run that cannot keep what it replaces: $name', ({ says, ...situation }) => {
  const [look, isAgreed] = [lookOf(situation), true]
  expect(reasonToStop(look, 'Nothing was sent', { keepsTexts: false, isAgreed })?.message ?? '').toMatch(says ?? /^$/)
  expect(reasonToStop(look, 'Nothing was sent', { keepsTexts: true, isAgreed })).toBeUndefined()
})

test.each<Situation & { name: string; isFirst: boolean }>([
  { name: 'the list is empty', isFirst: true },
  { name: 'it has entries of another repository', rows: [THEIRS], isFirst: true },
  { name: 'it has entries that people wrote', rows: [rowOf('Theirs', 'Text.')], isFirst: true },
  { name: 'it has an entry of another file', rows: [GONE], isFirst: false },
  {
    name: 'it has an entry of another branch',
    rows: [sentRow({ name: 'x', base: looks.OTHER_BRANCH })],
    isFirst: false
  },
  { name: 'it shows no texts', rows: [rowOf(NAME, '')], isFirst: false },
  { name: 'nothing would be sent', runbooks: { named: [] }, isFirst: false },
  { name: 'the repository was renamed, and a file is new', runbooks: TWO, rows: [sentRow(FORK)], isFirst: false },
  {
    name: 'another repository has another file of the name',
    runbooks: TWO,
    rows: [sentRow({ path: 'docs/other.md', ...FORK })],
    isFirst: true
  }
])('is it the first sync into this workspace: $name', ({ isFirst, ...situation }) => {
  expect(isFirstSync(lookOf(situation))).toBe(isFirst)
})
