import { expect, test } from '@jest/globals'
import { ActionError } from '../../src/errors.ts'
import { Journal, type JournalEvent } from '../../src/report/journal.ts'
import type { Decision, Inventory, Round } from '../../src/report/result.ts'
import { INVENTORY } from './results.ts'

const send = decision({ kind: 'send' })
const unchanged = decision({ kind: 'unchanged' })
const retire = decision({ kind: 'retire', about: 'entry', name: 'old' })
const WRONG = new ActionError('entry-rejected', 'No.', 'Correct it.')

function decision(given: Partial<Decision>): Decision {
  return { about: 'runbook', path: 'docs/a.md', name: 'a', kind: 'send', reason: '', ...given }
}

function round(decisions: readonly Decision[], head = 'c1', inventory?: Inventory): Round {
  return { head, selected: decisions.length, inventory, decisions }
}

/** `kind state` of each item. */
function items(journal: Journal): string[] {
  return journal.result().items.map(({ decision: { kind }, state }) => `${kind} ${state}`)
}

test.each<{ name: string; steps: (journal: Journal) => void; expected: readonly string[] }>([
  {
    name: 'what is decided is open',
    steps: (journal) => {
      journal.decided(round([send]))
    },
    expected: ['send open']
  },
  {
    name: 'what is stored stays so if a later commit does not change it',
    steps: (journal) => {
      journal.decided(round([send]))
      journal.outcome({ kind: 'accepted', decision: send, attempts: 1 })
      journal.outcome({ kind: 'stored', decision: send })
      journal.decided(round([unchanged], 'c2'))
    },
    expected: ['send stored']
  },
  {
    name: 'what a later commit changes is sent again',
    steps: (journal) => {
      journal.decided(round([send]))
      journal.outcome({ kind: 'stored', decision: send })
      journal.decided(round([send], 'c2'))
    },
    expected: ['send open']
  },
  {
    name: 'what failed is decided anew',
    steps: (journal) => {
      journal.decided(round([send]))
      journal.outcome({ kind: 'failed', decision: send, error: WRONG, attempts: 2 })
      journal.decided(round([unchanged], 'c2'))
    },
    expected: ['unchanged open']
  },
  {
    name: 'what a later commit removes is no item any more',
    steps: (journal) => {
      journal.decided(round([send]))
      journal.decided(round([], 'c2'))
    },
    expected: []
  },
  {
    name: 'a retired entry stays',
    steps: (journal) => {
      journal.decided(round([retire]))
      journal.outcome({ kind: 'stored', decision: retire })
      journal.decided(round([send], 'c2'))
    },
    expected: ['send open', 'retire stored']
  },
  {
    name: 'a retired entry whose runbook returns is the entry of that runbook',
    steps: (journal) => {
      journal.decided(round([retire]))
      journal.outcome({ kind: 'stored', decision: retire })
      journal.decided(round([decision({ name: 'Old' })], 'c2'))
    },
    expected: ['send open']
  }
])('$name', ({ steps, expected }) => {
  const journal = new Journal()
  steps(journal)
  expect(items(journal)).toEqual(expected)
})

test('a failure keeps its error and the number of requests', () => {
  const journal = new Journal()
  journal.decided(round([send]))
  journal.outcome({ kind: 'accepted', decision: send, attempts: 3 })
  journal.outcome({ kind: 'failed', decision: send, error: WRONG })
  expect(journal.result().items).toMatchObject([{ state: 'failed', error: WRONG, attempts: 3 }])
})

test('a result has the last commit, and what the list held at the beginning', () => {
  const journal = new Journal()
  journal.decided(round([send], 'c1', { ...INVENTORY, entries: 1 }))
  journal.decided(round([send], 'c2', { ...INVENTORY, entries: 2 }))
  expect(journal.result(WRONG)).toMatchObject({ head: 'c2', inventory: { entries: 1 }, ended: WRONG })
})

test('a notice is said once, and progress is not kept', () => {
  const told: JournalEvent[] = []
  const journal = new Journal((event) => told.push(event))
  for (let time = 1; time <= 2; time++) {
    journal.notice({ level: 'warning', message: 'No file.', path: 'docs/a.md' })
    journal.notice({ level: 'progress', message: 'reading' })
  }
  expect(journal.result().notices).toEqual([{ level: 'warning', message: 'No file.', path: 'docs/a.md' }])
  expect(told).toHaveLength(3)
})

test('a copy that turned out to be our own text is no saved text', () => {
  const journal = new Journal()
  const copy = { path: 'docs/a.md', name: 'a', folder: '/tmp/s' }
  journal.outcome({ kind: 'saved', ...copy, file: '/tmp/s/a.md' })
  journal.outcome({ kind: 'saved', ...copy, file: '/tmp/s/b.md' })
  journal.outcome({ kind: 'dropped', file: '/tmp/s/a.md' })
  expect(journal.result().saved).toEqual([{ ...copy, file: '/tmp/s/b.md' }])
})

test('ten times as many decisions are looked at ten times as often', () => {
  expect(readsOf(2_000)).toBe(10 * readsOf(200))
})

/** How often a journal looks at decisions in two rounds of so many. Comparing each with each takes the square of that. */
function readsOf(count: number): number {
  let reads = 0
  const many = (kindOf: (at: number) => Partial<Decision>): Decision[] =>
    Array.from({ length: count }, (_, at) => {
      const one = decision({ path: `docs/${at}.md`, name: `Name ${at}`, ...kindOf(at) })
      return new Proxy(one, { get: (target, key: keyof Decision) => (reads++, target[key]) })
    })
  const journal = new Journal()
  const first = many((at) => (at % 2 === 0 ? { kind: 'send' } : { kind: 'retire', about: 'entry' }))
  journal.decided(round(first))
  for (const one of first) journal.outcome({ kind: 'stored', decision: one })
  // Half of it is stored, and what was retired stays beside it.
  journal.decided(
    round(
      many((at) => ({ kind: at % 2 === 0 ? 'unchanged' : 'send', name: `New ${at}` })),
      'c2'
    )
  )
  expect(journal.result().items).toHaveLength(1.5 * count)
  return reads
}
