import { expect, test } from '@jest/globals'
import { commentNotices, noticesBeforeFirstSync, reasonToStop } from '../../src/sync/look.ts'
import { lookOf, NAME, OTHER_REPOSITORY, otherOf, rowOf, runbookOf, sentRow, type Situation } from './looks.ts'

const numbers = (count: number): readonly number[] => Array.from({ length: count }, (_, at) => at)
const SHARED = { shared: [['a', 'b'].map((file) => runbookOf({ name: 'CPU', path: `docs/${file}.md` }))] }
const THEIRS = sentRow({ name: 'Theirs', base: OTHER_REPOSITORY })

/** So many runbooks have new names, and entries of so many other names come from files that are still there. */
function renamed(made: number, left: number, isHere = true): Situation & { readonly rows: readonly object[] } {
  return {
    runbooks: {
      named: numbers(made).map((at) => runbookOf({ name: `New ${at}`, path: `docs/new-${at}.md` })),
      others: isHere ? numbers(left).map((at) => otherOf('skipped', `docs/old-${at}.md`, 'Draft')) : []
    },
    rows: numbers(left).map((at) => sentRow({ name: `Old ${at}`, path: `docs/old-${at}.md` }))
  }
}
const { rows, ...many } = renamed(21, 21)
const outdated = numbers(21).map((at) => sentRow({ name: `New ${at}`, path: `docs/new-${at}.md`, text: 'Before.' }))

const FIRST = /^Nothing was sent: this is the first sync, and several files have one name: “CPU” \(2 files\)\.$/
const MANY = /^Nothing was sent: 21 entries would be created, and 21 left without a runbook/

test.each<Situation & { name: string; says?: RegExp }>([
  { name: 'files share a name, in a list of other repositories', runbooks: SHARED, rows: [THEIRS], says: FIRST },
  { name: 'files share no name' },
  { name: 'it is not the first sync', runbooks: SHARED, rows: [sentRow({ name: 'Gone', path: 'docs/gone.md' })] },
  { name: 'nothing is sent', runbooks: { named: [], ...SHARED } },
  { name: 'the list shows no texts', runbooks: SHARED, rows: [rowOf(NAME, '')] },
  { name: '21 names are new, and 21 entries have none', ...many, rows, says: MANY },
  { name: '20 names are new', ...renamed(20, 21) },
  { name: '20 entries have none', ...renamed(21, 20) },
  { name: 'the files of the entries are gone', ...renamed(21, 21, false) },
  { name: 'the names only have other texts', ...many, rows: [...rows, ...outdated] }
])('$name', ({ says, ...situation }) => {
  const message = reasonToStop(lookOf(situation), 'Nothing was sent')?.message ?? ''
  expect(message).toMatch(says ?? /^$/)
})

const UNTITLED = { named: [{ ...runbookOf(), isNamedByFile: true }] }

test.each<Situation & { name: string; isCompared?: boolean; names: readonly string[] }>([
  { name: 'of a runbook without a title', runbooks: UNTITLED, rows: [THEIRS], names: [NAME] },
  { name: 'not of one with a title', names: [] },
  { name: 'not later', runbooks: UNTITLED, rows: [sentRow()], names: [] },
  { name: 'not if nothing is known of the list', runbooks: UNTITLED, isCompared: false, names: [] }
])('before the first sync, a notice tells the name $name', ({ isCompared = true, names, ...situation }) => {
  const notices = noticesBeforeFirstSync({ ...lookOf(situation), isCompared })
  expect(notices.map(({ message }) => message)).toEqual(names.map((name) => expect.stringContaining(`“${name}”`)))
})

const COMMENTED = { named: [{ ...runbookOf(), hasComments: true }] }
const changedIn = (path: string): Situation => ({ runbooks: COMMENTED, facts: { changed: new Set([path]) } })

test.each<Situation & { name: string; isCompared?: boolean; isPlan?: boolean; says?: RegExp }>([
  {
    name: 'before the first sync',
    runbooks: COMMENTED,
    rows: [THEIRS],
    says: /^1 runbook has comments .*: docs\/disk\.md\. /
  },
  { name: 'not later', runbooks: COMMENTED, rows: [sentRow()] },
  { name: 'not if there are none', rows: [THEIRS], isPlan: true },
  { name: 'in a plan', runbooks: COMMENTED, rows: [sentRow()], isPlan: true, says: /comments: strip/ },
  { name: 'in a plan without the list', runbooks: COMMENTED, isCompared: false, isPlan: true, says: /comments/ },
  {
    name: 'in a plan of its change',
    ...changedIn(runbookOf().path),
    rows: [sentRow()],
    isPlan: true,
    says: /./
  },
  { name: 'not in a plan of other files', ...changedIn('docs/x.md'), rows: [sentRow()], isPlan: true }
])('comments are a notice $name', ({ isCompared = true, isPlan = false, says, ...situation }) => {
  const found = commentNotices({ ...lookOf(situation), isCompared }, isPlan)
  expect(found.map(({ message }) => message)).toEqual(says === undefined ? [] : [expect.stringMatching(says)])
})
