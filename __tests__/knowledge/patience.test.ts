import { afterEach, expect, jest, test } from '@jest/globals'
import { RequestError } from '../../src/knowledge/failures.ts'
import { Patience } from '../../src/knowledge/patience.ts'

const MINUTE = 60_000
const failure = (retryAfter?: number): RequestError =>
  new RequestError('service-failing', 'HTTP 503.', '', { retryAfter })

afterEach(() => {
  jest.restoreAllMocks()
})

test.each<{ name: string; hasSucceeded: boolean; limit: number; says: RegExp }>([
  { name: 'two minutes without any success', hasSucceeded: false, limit: 2 * MINUTE, says: /succeeded for 2 min/ },
  { name: 'ten minutes after a success', hasSucceeded: true, limit: 10 * MINUTE, says: /succeeded for 10 min/ }
])('a run ends after $name, and not before', ({ hasSucceeded, limit, says }) => {
  const now = jest.spyOn(performance, 'now').mockReturnValue(0)
  const patience = new Patience()
  patience.start()
  if (hasSucceeded) patience.succeeded()
  patience.start()
  now.mockReturnValue(limit)
  expect(patience.endAfter(failure())).toBeUndefined()
  now.mockReturnValue(limit + 1)
  expect(patience.endAfter(failure())?.message).toMatch(says)
})

test('time in which nothing is requested does not count', () => {
  const now = jest.spyOn(performance, 'now').mockReturnValue(0)
  const patience = new Patience()
  patience.start()
  patience.succeeded()
  now.mockReturnValue(30 * MINUTE)
  patience.start()
  expect(patience.endAfter(failure())).toBeUndefined()
})

test('a run ends after ten minutes of pauses, which count apart from other time, and not before', () => {
  const now = jest.spyOn(performance, 'now').mockReturnValue(0)
  const patience = new Patience()
  patience.start()
  patience.pausedFor(5 * MINUTE)
  patience.succeeded()
  patience.start()
  patience.pausedFor(10 * MINUTE)
  now.mockReturnValue(10 * MINUTE)
  expect(patience.endAfter(failure())).toBeUndefined()
  patience.pausedFor(1)
  expect(patience.endAfter(failure())?.message).toMatch(/made the run wait for ten minutes/)
})

test.each<{ name: string; retryAfter: number; time: string }>([
  { name: '11 minutes', retryAfter: 11 * MINUTE, time: '660 s' },
  { name: 'three days', retryAfter: 3 * 24 * 60 * MINUTE, time: '3 days' },
  { name: '300 digits of seconds', retryAfter: Number('9'.repeat(300)), time: 'more than 1,000 days' }
])('a run ends at once if the service asks to wait $name', ({ retryAfter, time }) => {
  expect(new Patience().endAfter(failure(retryAfter))?.message).toContain(`asks to wait ${time} before`)
  expect(new Patience().endAfter(failure(10 * MINUTE))).toBeUndefined()
})
