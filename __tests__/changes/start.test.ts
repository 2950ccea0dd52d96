import { describe, expect, test } from '@jest/globals'
import { findBase } from '../../src/changes/start.ts'
import type { WorkflowRun } from '../../src/github/github.ts'

const MINUTE = 60_000
const OWN = { id: 100, number: 100, attempt: 1 }

/** Run `number`, created at minute `number`, that ended at minute `updated`. */
function run(number: number, updated = number + 0.5, more: Partial<WorkflowRun> = {}): WorkflowRun {
  const times = { createdAt: number * MINUTE, updatedAt: updated * MINUTE }
  return {
    id: number,
    number,
    attempt: 1,
    event: 'push',
    commit: `c${number}`,
    completed: true,
    succeeded: true,
    ...times,
    ...more
  }
}

const own = run(100, 100, { completed: false, succeeded: false })
const failed = { succeeded: false }
const running = { succeeded: false, completed: false }

describe('the base', () => {
  test.each<[string, WorkflowRun[], number | 'none' | 'outdated', number[]]>([
    ['is the newest successful push', [own, run(50), run(20)], 50, []],
    ['is no run by schedule or by hand', [own, run(60, 61, { event: 'schedule' }), run(40)], 40, [60]],
    ['is not this run itself, repeated', [{ ...own, succeeded: true, completed: true }, run(50)], 50, []],
    ['is found where runs are not in order', [run(20), own, run(50)], 50, []],
    ['may be newer than a repeated run', [run(120), own], 120, []],
    ['is absent without a success', [own, run(50, 51, failed)], 'none', []],
    ['is not looked for in a list that is older than this run', [run(50)], 'outdated', []],
    [
      'is not looked for in a list that is older than a repeated run',
      [{ ...own, attempt: 0 }, run(50)],
      'outdated',
      []
    ],
    ['overlaps with later runs that failed', [own, run(60, 61, failed), run(50)], 50, [60]],
    ['overlaps with a run that ended after it began', [own, run(50), run(40, 55, failed)], 50, [40]],
    ['overlaps with a successful run that ended after it began', [own, run(50), run(40, 55)], 50, [40]],
    ['overlaps with a run that ended up to two minutes before', [own, run(50), run(40, 48.1, failed)], 50, [40]],
    ['does not overlap with one that ended earlier', [own, run(50), run(40, 47.9, failed)], 50, []],
    ['overlaps with an old run that is still in progress', [own, run(50), run(10, 10, running)], 50, [10]],
    ['overlaps with an old run that was repeated', [own, run(50), run(10, 70, failed)], 50, [10]]
  ])('%s', (_, runs, expected, overlapping) => {
    const base = findBase(runs, OWN)
    if (base.kind === 'base') {
      expect([base.run.number, base.overlapping.map(({ number }) => number)]).toEqual([expected, overlapping])
    } else {
      expect(base.kind).toBe(expected)
    }
  })
})
