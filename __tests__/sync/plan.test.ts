import { describe, expect, test } from '@jest/globals'
import type { Changes } from '../../src/changes/changes.ts'
import type { Reading } from '../../src/runbooks/runbook.ts'
import { fold, makePlan, type Plan } from '../../src/sync/plan.ts'

/** A runbook as a table row: where it is, what it was named at the base and is named at the head, whether it changed. */
interface Row {
  readonly path: string
  /** Name, or a reading; absent: not there. */
  readonly base?: string | Reading
  readonly head?: string | Reading
  readonly changed?: boolean
  /** Whether what it was before may never have been delivered. */
  readonly unproven?: boolean
  /** Object ids, where a test is about content that moved. */
  readonly baseId?: string
  readonly headId?: string
}

const REFUSED: Reading = {
  kind: 'refused',
  problem: { message: 'It is not UTF-8.', remedy: 'Save it as UTF-8.', line: 3 }
}
const draft = (name: string): Reading => ({ kind: 'excluded', name, reason: 'Its front matter says `draft: true`.' })

function planOf(rows: readonly Row[], judge: 'all' | 'range' = 'all'): Plan {
  const reading = (name: string | Reading): Reading => (typeof name === 'string' ? { kind: 'named', name } : name)
  const baseId = (row: Row): string => row.baseId ?? `base of ${row.path}`
  const headId = (row: Row): string => row.headId ?? `head of ${row.path}`
  const selected = rows.filter(({ head }) => head !== undefined)
  const changes: Changes = {
    range: { kind: 'changed', base: 'b'.repeat(40), head: 'h'.repeat(40), reason: '' },
    selected: selected.map((row) => ({ path: row.path, id: headId(row) })),
    changed: selected
      .filter(({ changed = true }) => changed)
      .map((row) => ({
        path: row.path,
        id: headId(row),
        ...(row.base !== undefined && { before: baseId(row) }),
        ...(row.unproven === true && { unproven: true })
      })),
    gone: rows
      .filter(({ head }) => head === undefined)
      .map((row) => ({ path: row.path, id: baseId(row), ...(row.unproven === true && { unproven: true }) })),
    skipped: [],
    looked: rows.length,
    notices: []
  }
  const entries = (side: 'base' | 'head'): Map<string, Reading> =>
    new Map(rows.flatMap((row) => (row[side] === undefined ? [] : [[row.path, reading(row[side])]])))
  return makePlan(changes, { base: entries('base'), head: entries('head') }, judge)
}

const sent = (plan: Plan): string[] => plan.send.map(({ path, name }) => `${path} → ${name}`)
const withheld = (plan: Plan): string[] => plan.withheld.map(({ path, outcome }) => `${outcome} ${path}`)
const left = (plan: Plan): string[] =>
  plan.leftBehind.map(
    ({ name, reason, unproven, replacement }) =>
      `${name}${unproven === true ? ', perhaps,' : ''} ${reason}${replacement === undefined ? '' : ` → ${replacement.path} “${replacement.name}”`}`
  )

describe('what is sent and what is withheld', () => {
  test.each<[string, Row[], { send?: string[]; withheld?: string[] }]>([
    ['a new runbook', [{ path: 'a.md', head: 'A' }], { send: ['a.md → A'] }],
    ['a changed one', [{ path: 'a.md', base: 'A', head: 'A' }], { send: ['a.md → A'] }],
    ['one outside the range', [{ path: 'a.md', base: 'A', head: 'A', changed: false }], {}],
    [
      'two changed ones with one name: neither; the third goes on',
      [
        { path: 'a.md', head: 'A' },
        { path: 'b.md', head: 'A' },
        { path: 'c.md', head: 'C' }
      ],
      { send: ['c.md → C'], withheld: ['refused a.md', 'refused b.md'] }
    ],
    [
      'a changed one with the name of one outside the range: neither',
      [
        { path: 'a.md', base: 'A', head: 'A', changed: false },
        { path: 'b.md', head: 'A' }
      ],
      { withheld: ['refused a.md', 'refused b.md'] }
    ],
    [
      'names that differ in case only',
      [
        { path: 'a.md', head: 'Disk full' },
        { path: 'b.md', head: 'disk FULL' }
      ],
      { withheld: ['refused a.md', 'refused b.md'] }
    ],
    [
      'names that differ in Unicode form only',
      [
        { path: 'a.md', head: 'Caf\u00e9' },
        { path: 'b.md', head: 'Cafe\u0301' }
      ],
      { withheld: ['refused a.md', 'refused b.md'] }
    ],
    [
      'a name whose other bearer is a draft',
      [
        { path: 'a.md', head: 'A' },
        { path: 'b.md', head: draft('A') }
      ],
      { send: ['a.md → A'], withheld: ['excluded b.md'] }
    ],
    ['one that cannot be read', [{ path: 'a.md', head: REFUSED }], { withheld: ['refused a.md'] }],
    [
      'one outside the range that cannot be read is not in the knowledge base either',
      [{ path: 'a.md', base: REFUSED, head: REFUSED, changed: false }],
      { withheld: ['refused a.md'] }
    ],
    [
      'a swap of two names',
      [
        { path: 'a.md', base: 'A', head: 'B' },
        { path: 'b.md', base: 'B', head: 'A' }
      ],
      { send: ['a.md → B', 'b.md → A'] }
    ]
  ])('%s', (_, rows, expected) => {
    const plan = planOf(rows)
    expect(sent(plan)).toEqual(expected.send ?? [])
    expect(withheld(plan)).toEqual(expected.withheld ?? [])
  })

  test('a pull request is not red for what it did not touch', () => {
    const rows: Row[] = [
      { path: 'a.md', base: 'A', head: 'A', changed: false },
      { path: 'b.md', base: 'A', head: 'A', changed: false },
      { path: 'c.md', base: REFUSED, head: REFUSED, changed: false }
    ]
    expect(withheld(planOf(rows, 'range'))).toEqual([])
    expect(withheld(planOf(rows, 'all'))).toEqual(['refused c.md', 'refused a.md', 'refused b.md'])
  })

  test('a collision names the other paths and the way out, however many there are', () => {
    const rows = Array.from({ length: 6 }, (_, n) => ({ path: `${n}.md`, head: 'Same' }))
    const first = planOf(rows).withheld[0]
    expect(first?.reason).toBe(
      'Its entry would be named “Same”, and so would that of 1.md, 2.md, 3.md and 2 more: one would overwrite the other.'
    )
    expect(first?.remedy).toMatch(/`title: …`.*`name: '\{title\} \(\{path\}\)'`.*`!0\.md`/)
  })

  test('a collision recommends no line for `files` where none can be pasted', () => {
    const [first, second] = planOf(['a\n.md', 'b.md'].map((path) => ({ path, head: 'Same' }))).withheld
    expect(first?.remedy).toMatch(/, or make all names unique with `name: '\{title\} \(\{path\}\)'`\.$/)
    expect(second?.remedy).toMatch(/`!b\.md`\.$/)
  })
})

describe('what is left behind', () => {
  test.each<[string, Row[], string[]]>([
    ['a removed runbook', [{ path: 'a.md', base: 'A' }], ['A was removed']],
    [
      'a removed one whose name another bears now',
      [
        { path: 'a.md', base: 'A' },
        { path: 'b.md', head: 'A' }
      ],
      []
    ],
    [
      'a moved one that keeps its name',
      [
        { path: 'a.md', base: 'A', baseId: 'x' },
        { path: 'n/a.md', head: 'A', headId: 'x' }
      ],
      []
    ],
    [
      'a moved one that is named after its file',
      [
        { path: 'a.md', base: 'a', baseId: 'x' },
        { path: 'b.md', head: 'b', headId: 'x' }
      ],
      ['a was moved → b.md “b”']
    ],
    ['one with a new title', [{ path: 'a.md', base: 'A', head: 'B' }], ['A was given another name → a.md “B”']],
    ['one that only a failed run had', [{ path: 'a.md', base: 'A', unproven: true }], ['A, perhaps, was removed']],
    [
      'one to which only a failed run gave that title',
      [{ path: 'a.md', base: 'A', head: 'B', unproven: true }],
      ['A, perhaps, was given another name → a.md “B”']
    ],
    [
      'one that became a draft',
      [{ path: 'a.md', base: 'A', head: draft('A') }],
      ['A was taken out of the knowledge base']
    ],
    ['one that was a draft and is gone', [{ path: 'a.md', base: draft('A') }], []],
    ['one that could not be read and is gone', [{ path: 'a.md', base: REFUSED }], []],
    ['one that cannot be read any more still stands, red', [{ path: 'a.md', base: 'A', head: REFUSED }], []],
    [
      'a swap of two names',
      [
        { path: 'a.md', base: 'A', head: 'B' },
        { path: 'b.md', base: 'B', head: 'A' }
      ],
      []
    ]
  ])('%s', (_, rows, expected) => {
    expect(left(planOf(rows))).toEqual(expected)
  })
})

describe('names that a service may take for one', () => {
  test.each([
    ['case', 'Disk Full', 'disk full'],
    ['Unicode form', 'Caf\u00e9', 'Cafe\u0301'],
    ['sharp s', 'STRASSE', 'stra\u00dfe'],
    ['final sigma', '\u039f\u03b4\u03cc\u03c2', '\u039f\u0394\u038c\u03a3']
  ])('%s', (_, one, other) => {
    expect(fold(one)).toBe(fold(other))
  })

  test('and names that are two', () => {
    expect(new Set(['Disk full', 'Disk ful', 'Disk-full', 'Disk  full'].map(fold)).size).toBe(4)
  })
})
