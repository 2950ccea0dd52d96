import { expect, test } from '@jest/globals'
import { commentNotices, noticesBeforeFirstSync } from '../../src/report/first-sync.ts'
import { Rows } from '../../src/sync/read/rows.ts'
import { lookOf, NAME, OTHER_REPOSITORY, runbookOf, sentRow, type Situation } from '../sync/looks.ts'

const THEIRS = sentRow({ name: 'Theirs', base: OTHER_REPOSITORY })
const UNTITLED = { named: [{ ...runbookOf(), isNamedByFile: true }] }

test.each<Situation & { name: string; isListed?: boolean; names: readonly string[] }>([
  { name: 'of a runbook without a title', runbooks: UNTITLED, rows: [THEIRS], names: [NAME] },
  { name: 'not of one with a title', names: [] },
  { name: 'not later', runbooks: UNTITLED, rows: [sentRow()], names: [] },
  { name: 'not if nothing is known of the list', runbooks: UNTITLED, isListed: false, names: [] }
])('before the first sync, a notice tells the name $name', ({ isListed = true, names, ...situation }) => {
  const notices = noticesBeforeFirstSync({
    ...lookOf(situation),
    ...(!isListed && { rows: new Rows([], { areKnown: false }) })
  })
  expect(notices.map(({ message }) => message)).toEqual(names.map((name) => expect.stringContaining(`“${name}”`)))
})

const COMMENTED = { named: [{ ...runbookOf(), hasComments: true }] }
const changedIn = (path: string): Situation => ({ runbooks: COMMENTED, facts: { changed: new Set([path]) } })

test.each<Situation & { name: string; isListed?: boolean; isPlan?: boolean; says?: RegExp }>([
  {
    name: 'before the first sync',
    runbooks: COMMENTED,
    rows: [THEIRS],
    says: /^1 runbook has comments .*: docs\/disk\.md\. /
  },
  { name: 'not later', runbooks: COMMENTED, rows: [sentRow()] },
  { name: 'not if there are none', rows: [THEIRS], isPlan: true },
  { name: 'in a plan', runbooks: COMMENTED, rows: [sentRow()], isPlan: true, says: /set `comments` to `strip`/ },
  { name: 'in a plan without the list', runbooks: COMMENTED, isListed: false, isPlan: true, says: /comments/ },
  {
    name: 'in a plan of its change',
    ...changedIn(runbookOf().path),
    rows: [sentRow()],
    isPlan: true,
    says: /./
  },
  { name: 'not in a plan of other files', ...changedIn('docs/x.md'), rows: [sentRow()], isPlan: true }
])('comments are a notice $name', ({ isListed = true, isPlan = false, says, ...situation }) => {
  const found = commentNotices(
    { ...lookOf(situation), ...(!isListed && { rows: new Rows([], { areKnown: false }) }) },
    isPlan
  )
  expect(found.map(({ message }) => message)).toEqual(says === undefined ? [] : [expect.stringMatching(says)])
})
