import { describe, expect, test } from '@jest/globals'
import { expiryNotices } from '../../src/report/expiry.ts'

const expiresOn = new Date('2027-02-01T00:00:00Z')

describe('a token that expires on 2027-02-01', () => {
  test.each([
    ['15 days before', '2027-01-16T23:59:59Z', /in 15 days/, false],
    ['14 days before', '2027-01-18T00:00:00Z', /expires on 2027-02-01, in 14 days/, true],
    ['the evening before', '2027-01-31T20:00:00Z', /in 1 day /, true],
    ['on the day', '2027-02-01T00:00:00Z', /has expired on 2027-02-01/, true],
    ['long after', '2028-01-01T00:00:00Z', /has expired on 2027-02-01/, true]
  ])('%s', (_, now, expected, warns) => {
    const notices = expiryNotices(expiresOn, new Date(now))
    expect(notices).toHaveLength(warns ? 1 : 0)
    if (warns) {
      expect(notices[0]?.level).toBe('warning')
      expect(notices[0]?.message).toMatch(expected)
      expect(notices[0]?.message).toMatch(/Settings → Access Tokens → Rotate/)
    }
  })

  test('nothing is said where no date is given', () => {
    expect(expiryNotices(undefined, new Date())).toEqual([])
  })
})
