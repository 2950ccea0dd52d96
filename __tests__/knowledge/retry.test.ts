import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { backoff, Budget, retryAfter } from '../../src/knowledge/retry.ts'

describe('the wait before another attempt', () => {
  test.each([
    { attempt: 1, most: 500 },
    { attempt: 2, most: 1000 },
    { attempt: 4, most: 4000 },
    { attempt: 7, most: 20_000 },
    { attempt: 2000, most: 20_000 }
  ])('after attempt $attempt is anything up to $most ms', ({ attempt, most }) => {
    expect(backoff(attempt, 0)).toBe(0)
    expect(backoff(attempt, 0.5)).toBe(most / 2)
    expect(backoff(attempt, 1 - Number.EPSILON)).toBeLessThanOrEqual(most)
  })
})

describe('Retry-After', () => {
  const now = Date.UTC(2026, 10, 20, 12, 0, 0)
  test.each<{ value: string | undefined; date?: string; ms: number | undefined }>([
    { value: undefined, ms: undefined },
    { value: '', ms: undefined },
    { value: '0', ms: 0 },
    { value: ' 120 ', ms: 120_000 },
    { value: '1.5', ms: 1500 },
    { value: '999999', ms: 999_999_000 },
    { value: 'abc', ms: undefined },
    { value: '-5', ms: undefined },
    { value: '2026', ms: 2_026_000 },
    { value: '1e3', ms: undefined },
    { value: 'Fri, 20 Nov 2026 12:00:30 GMT', ms: 30_000 },
    { value: 'Friday, 20-Nov-26 12:00:30 GMT', ms: 30_000 },
    { value: 'Fri, 20 Nov 2026 11:00:00 GMT', ms: 0 },
    { value: 'Fri, 99 Nov 2026 11:00:00 GMT', ms: undefined },
    // The service's clock is an hour ahead of ours, and it means ten seconds.
    { value: 'Fri, 20 Nov 2026 13:00:10 GMT', date: 'Fri, 20 Nov 2026 13:00:00 GMT', ms: 10_000 }
  ])('$value', ({ value, date, ms }) => {
    expect(retryAfter(value, date, now)).toBe(ms)
  })

  test('is never negative or not a number, whatever it says', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (value, date) => {
        expect(retryAfter(value, date, now) ?? 0).toBeGreaterThanOrEqual(0)
      }),
      { seed: 5 }
    )
  })
})

describe('the budget', () => {
  test('counts what is lost as an average over the connections', () => {
    const budget = new Budget(1000, 4)
    budget.lose(2000)
    expect(budget.left).toBe(500)
    budget.succeed()
    expect(budget.left).toBe(500)
  })

  test('gives back what the service asked for once it accepts something', () => {
    const budget = new Budget(1000, 4)
    budget.wait(900)
    expect(budget.left).toBe(100)
    budget.succeed()
    expect(budget.left).toBe(1000)
  })
})
