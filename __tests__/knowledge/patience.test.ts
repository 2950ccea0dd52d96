import { afterEach, expect, jest, test } from '@jest/globals'
import { Patience } from '../../src/knowledge/patience.ts'
import { RequestError } from '../../src/knowledge/failures.ts'

const MINUTE = 60_000
const failure = (retryAfter?: number): RequestError =>
  new RequestError('service-failing', 'HTTP 503.', '', { retryAfter })

afterEach(() => {
  jest.restoreAllMocks()
})

test.each<[string, timeout: number, hasSucceeded: boolean, limit: number, says: RegExp]>([
  ['a minute without any success', 1000, false, MINUTE, /No request succeeded for 1 min/],
  ['two long attempts', 5 * MINUTE, false, 10 * MINUTE, /succeeded for 10 min/],
  ['ten minutes after a success', 1000, true, 10 * MINUTE, /succeeded for 10 min/]
])('a run ends after %s, and not before', (_, timeout, hasSucceeded, limit, says) => {
  let now = 0
  jest.spyOn(performance, 'now').mockImplementation(() => now)
  const patience = new Patience(timeout)
  patience.start()
  if (hasSucceeded) patience.succeeded()
  now = limit
  expect(patience.endAfter(failure())).toBeUndefined()
  now++
  expect(patience.endAfter(failure())?.message).toMatch(says)
})

test('a run ends after ten minutes of pauses, which count apart from other time, and not before', () => {
  const now = jest.spyOn(performance, 'now').mockReturnValue(0)
  const patience = new Patience(1000)
  patience.start()
  patience.pausedFor(10 * MINUTE)
  now.mockReturnValue(10 * MINUTE)
  expect(patience.endAfter(failure())).toBeUndefined()
  patience.pausedFor(1)
  expect(patience.endAfter(failure())?.message).toMatch(/limited the rate for ten minutes/)
})

test.each([
  ['11 minutes', 11 * MINUTE, '660 s'],
  ['three days', 3 * 24 * 60 * MINUTE, '3 days'],
  ['400 digits of seconds', Number('9'.repeat(300)), 'more than 1,000 days']
])('a run ends at once where the service asks to wait %s', (_, retryAfter, time) => {
  expect(new Patience(1000).endAfter(failure(retryAfter))?.message).toContain(`asks to wait ${time} before`)
  expect(new Patience(1000).endAfter(failure(10 * MINUTE))).toBeUndefined()
})
