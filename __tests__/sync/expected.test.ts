import { expect, test } from '@jest/globals'
import { expected } from '../../src/sync/round.ts'
import type { Plan } from '../../src/sync/plan.ts'

const PLAN: Plan = {
  send: [{ path: 'a.md', id: 'a', name: 'A' }],
  withheld: [],
  leftBehind: [{ path: 'b.md', id: 'b', name: 'B', reason: 'was removed' }],
  namesInUse: new Set(['a'])
}
const ONE = [{ path: 'a.md', id: 'a' }]

test.each<['sync' | 'plan', 'report' | 'retire', typeof ONE, string]>([
  ['plan', 'report', ONE, ''],
  ['plan', 'retire', ONE, ' A sync retires it, if nothing else fails and the list shows that its text is still ours.'],
  ['plan', 'retire', [], ' Not retired: nothing is, where no file matches `files`.'],
  ['sync', 'report', ONE, ''],
  ['sync', 'retire', ONE, ' Not retired yet: a run does that last, and only if every runbook was delivered.'],
  ['sync', 'retire', [], ' Not retired: nothing is, where no file matches `files`.']
])('%s with `removed: %s` and %j: an entry left behind says what becomes of it', (mode, removed, selected, more) => {
  const outcomes = expected(PLAN, { selected }, mode, removed)
  expect(outcomes.map(({ path, outcome }) => `${outcome} ${path}`)).toEqual([
    mode === 'plan' ? 'planned a.md' : 'pending a.md',
    'removed b.md'
  ])
  expect(outcomes[1]?.reason).toBe(`Its runbook was removed; the entry is left behind.${more}`)
})

test('an entry that may never have been made is not said to be there', () => {
  const leftBehind = PLAN.leftBehind.map((left) => ({ ...left, unproven: true }))
  expect(expected({ ...PLAN, leftBehind }, { selected: ONE }, 'sync', 'report')[1]?.reason).toBe(
    'Its runbook was removed; the entry, if a run that did not succeed had delivered it, is left behind.'
  )
})
