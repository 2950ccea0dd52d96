import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { backoff, retryAfter } from '../../src/knowledge/retry.ts'
import { fuzz } from '../support/fuzz.ts'
import { hostileText } from '../support/hostile.ts'

const NOW = Date.UTC(2026, 10, 20, 13)
const header = fc.option(
  fc.oneof(
    hostileText,
    fc.date({ noInvalidDate: true }).map((date) => date.toUTCString()),
    fc.double().map(String),
    fc.constantFrom('9'.repeat(400), '1e9', '0x10', '-1', '+1', ' 5 ', 'Sun, 06 Nov 1994 08:49:37 GMT', '1,2')
  ),
  { nil: undefined }
)

describe('Retry-After', () => {
  test('is a wait that is not negative, or says nothing', () => {
    fc.assert(
      fc.property(header, header, fc.integer({ min: 0, max: 2 ** 42 }), (value, date, now) => {
        const wait = retryAfter(value, date, now)
        // Infinity is a number of seconds like any other to whoever takes the lesser of it and what is left of the run.
        if (wait !== undefined) expect(wait).toBeGreaterThanOrEqual(0)
      }),
      fuzz(1_000)
    )
  })

  test('in seconds', () => {
    fc.assert(
      fc.property(fc.nat(), hostileText, (seconds, date) => {
        expect(retryAfter(` ${seconds} `, date, NOW)).toBe(seconds * 1000)
      }),
      fuzz(200)
    )
  })

  test('as a date, by the clock of whoever answers', () => {
    const time = fc.date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
    const whole = (date: Date) => Math.floor(date.getTime() / 1000) * 1000
    fc.assert(
      fc.property(time, time, fc.boolean(), (until, date, dated) => {
        const wait = retryAfter(until.toUTCString(), dated ? date.toUTCString() : undefined, NOW)
        expect(wait).toBe(Math.max(0, whole(until) - (dated ? whole(date) : NOW)))
      }),
      fuzz(500)
    )
  })
})

test('a wait after a failed attempt is never negative, and never longer than 20 seconds', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 10_000 }),
      fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
      (attempt, random) => {
        expect(backoff(attempt, random)).toBeGreaterThanOrEqual(0)
        expect(backoff(attempt, random)).toBeLessThanOrEqual(20_000)
      }
    ),
    fuzz(500)
  )
})
