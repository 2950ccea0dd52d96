import { afterEach, expect, jest, test } from '@jest/globals'
import { Patience } from '../../src/knowledge/patience.ts'
import { RequestError } from '../../src/knowledge/response.ts'

const MINUTE = 60_000
const failure = (retryAfter?: number): RequestError =>
  new RequestError('service-failing', 'HTTP 503.', '', { retryAfter })

type Happen = (patience: Patience, wait: (time: number) => void) => void
const after =
  (time: number): Happen =>
  (_, wait) => {
    wait(time + 1)
  }

afterEach(() => {
  jest.restoreAllMocks()
})

test.each<[string, timeout: number, happen: Happen, says: RegExp]>([
  ['a minute without any success', 1000, after(MINUTE), /No request succeeded for 1 min/],
  ['two long attempts', 5 * MINUTE, after(10 * MINUTE), /succeeded for 10 min/],
  [
    'ten minutes after a success',
    1000,
    (patience, wait) => {
      patience.succeeded()
      wait(10 * MINUTE + 1)
    },
    /succeeded for 10 min/
  ],
  [
    'ten minutes of pauses',
    1000,
    (patience) => {
      patience.pausedFor(10 * MINUTE + 1)
    },
    /limited the rate for ten minutes/
  ]
])('a run ends after %s, and not before', (_, timeout, happen, says) => {
  let now = 0
  jest.spyOn(performance, 'now').mockImplementation(() => now)
  const ended = (late: number): string | undefined => {
    const patience = new Patience(timeout)
    patience.start()
    happen(patience, (time) => {
      now += time - late
    })
    return patience.endAfter(failure())?.message
  }
  expect(ended(0)).toMatch(says)
  if (!says.source.includes('limited')) expect(ended(1)).toBeUndefined()
})

test.each([
  ['11 minutes', 11 * MINUTE, '660 s'],
  ['three days', 3 * 24 * 60 * MINUTE, '3 days'],
  ['400 digits of seconds', Number('9'.repeat(300)), 'more than 1,000 days']
])('a run ends at once where the service asks to wait %s', (_, retryAfter, time) => {
  expect(new Patience(1000).endAfter(failure(retryAfter))?.message).toContain(`asks to wait ${time} before`)
  expect(new Patience(1000).endAfter(failure(10 * MINUTE))).toBeUndefined()
})
