import { expect, test } from '@jest/globals'
import { reasonToStop } from '../../src/sync/look.ts'
import { lookOf, NAME, OTHER_REPOSITORY, rowOf, runbookOf, sentRow, type Situation } from './looks.ts'

const numbers = (count: number): readonly number[] => Array.from({ length: count }, (_, at) => at)
const TWINS = ['a', 'b'].map((file) => runbookOf({ name: 'CPU', path: `docs/${file}.md` }))

const DRAFT = { kind: 'skipped', name: 'Draft', reason: '`draft: true`', hint: undefined, line: undefined } as const

/** So many runbooks have new names, and entries of so many other names come from files that are still there. */
function renamed(made: number, left: number, isHere = true): Situation {
  return {
    runbooks: {
      named: numbers(made).map((at) => runbookOf({ name: `New ${at}`, path: `docs/new-${at}.md` })),
      others: isHere ? numbers(left).map((at) => ({ ...DRAFT, path: `docs/old-${at}.md` })) : []
    },
    rows: numbers(left).map((at) => sentRow({ name: `Old ${at}`, path: `docs/old-${at}.md` }))
  }
}

test.each<Situation & { name: string; expected: RegExp | undefined }>([
  {
    name: 'files share a name',
    runbooks: { shared: [TWINS] },
    expected: /^Nothing was sent: this is the first sync, and several files have one name: “CPU” \(2 files\)\.$/
  },
  {
    name: 'files share a name, and all entries are of other repositories',
    runbooks: { shared: [TWINS] },
    rows: [sentRow({ name: 'Theirs', base: OTHER_REPOSITORY })],
    expected: /this is the first sync/
  },
  { name: 'files share no name', expected: undefined },
  {
    name: 'an entry of this repository shows that it is not the first sync',
    runbooks: { shared: [TWINS] },
    rows: [sentRow({ name: 'Gone', path: 'docs/gone.md' })],
    expected: undefined
  },
  { name: 'nothing is sent', runbooks: { named: [], shared: [TWINS] }, expected: undefined },
  { name: 'the list shows no texts', runbooks: { shared: [TWINS] }, rows: [rowOf(NAME, '')], expected: undefined },
  {
    name: '21 names are new, and 21 entries have none',
    ...renamed(21, 21),
    expected: /^Nothing was sent: 21 entries would be created, and 21 left without a runbook/
  },
  { name: '20 names are new', ...renamed(20, 21), expected: undefined },
  { name: '20 entries have none', ...renamed(21, 20), expected: undefined },
  { name: 'the files of the entries are gone', ...renamed(21, 21, false), expected: undefined }
])('$name', ({ expected, ...situation }) => {
  const message = reasonToStop(lookOf(situation), 'Nothing was sent')?.message
  if (expected === undefined) expect(message).toBeUndefined()
  else expect(message).toMatch(expected)
})

test('what only changes is not new', () => {
  const { runbooks: { named = [] } = {}, rows = [] } = renamed(21, 21)
  const changed = named.map(({ name, path }) => sentRow({ name, path, text: 'Before.' }))
  expect(
    reasonToStop(lookOf({ runbooks: renamed(21, 21).runbooks ?? {}, rows: [...rows, ...changed] }), '')
  ).toBeUndefined()
})
