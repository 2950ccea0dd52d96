import { expect, test } from '@jest/globals'
import { earlyNotices } from '../../src/report/first-sync.ts'
import { Rows } from '../../src/sync/read/rows.ts'
import { lookOf, OTHER_REPOSITORY, runbookOf, sentRow, type Situation } from '../sync/looks.ts'

const THEIRS = { rows: [sentRow({ name: 'Theirs', base: OTHER_REPOSITORY })] }
const LATER = { rows: [sentRow()] }
const UNLISTED = { list: new Rows([], { areKnown: false }) }
const UNTITLED = { runbooks: { named: [{ ...runbookOf(), isNamedByFile: true }] } }
const COMMENTED = { runbooks: { named: [{ ...runbookOf(), hasComments: true }] } }
const NAME = /^1 entry has the name of the file, which has no title: “Disk full” \(docs\/disk\.md\)\./
const COMMENTS = /^1 runbook has comments .*: docs\/disk\.md\. To leave them out, set `comments` to `strip`\.$/
const OF_FILE = { facts: { changed: new Set(['docs/disk.md']) } }
const OF_ANOTHER = { facts: { changed: new Set(['docs/x.md']) } }

test.each<Situation & { name: string; list?: Rows; mode?: 'plan'; says?: RegExp }>([
  { name: 'the name of a runbook without a title', ...UNTITLED, ...THEIRS, says: NAME },
  { name: 'no name that a title gives', ...THEIRS },
  { name: 'no name later', ...UNTITLED, ...LATER },
  { name: 'no name if nothing is known of the list', ...UNTITLED, ...UNLISTED },
  { name: 'comments', ...COMMENTED, ...THEIRS, says: COMMENTS },
  { name: 'no comments later', ...COMMENTED, ...LATER },
  { name: 'no comments if there are none, also in a plan', ...LATER, mode: 'plan' },
  { name: 'comments in a plan', ...COMMENTED, ...LATER, mode: 'plan', says: COMMENTS },
  { name: 'comments in a plan without the list', ...COMMENTED, ...UNLISTED, mode: 'plan', says: COMMENTS },
  { name: 'comments in a plan of their file', ...COMMENTED, ...LATER, ...OF_FILE, mode: 'plan', says: COMMENTS },
  { name: 'none in a plan of other files', ...COMMENTED, ...LATER, ...OF_ANOTHER, mode: 'plan' }
])('people who still choose are told $name', ({ list, mode, says, ...situation }) => {
  const look = { ...lookOf(situation), ...(list && { rows: list }) }
  const found = earlyNotices(look, 'acme/ops', mode === 'plan')
  expect(found.map(({ message }) => message)).toEqual(says === undefined ? [] : [expect.stringMatching(says)])
})
