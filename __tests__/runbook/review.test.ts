import { describe, expect, test } from '@jest/globals'
import { isOverdue, sayDay } from '../../src/runbook/review.ts'
import { contentOf, convert } from './read.ts'

const NOW = new Date('2026-09-03T00:00:00Z')
const file = (yaml: string): string => `---\n${yaml}\n---\n\n# Disk\n\nText.\n`

describe('a runbook is to be reviewed by', () => {
  test.each<[string, yaml: string, day: string | undefined]>([
    ['the day that is given', 'review-by: 2026-09-02', '2026-09-02'],
    ['the day of a time', 'review_by: "2026-05-02T10:00:00Z"', '2026-05-02'],
    ['the last day of a shorter month', 'last_reviewed: 2025-08-31\nreview_in: 6 months', '2026-02-28'],
    ['90 days later, with the other keys', 'last_reviewed_on: 2026-06-01\nreview_in: 90 days', '2026-08-30'],
    ['a week later', 'last-reviewed: 2026-08-20\nreview-in: 1 week', '2026-08-27'],
    ['a year later', 'last-reviewed: 2024-02-29\nreview-in: 1 year', '2025-02-28'],
    ['the date, beside a period', 'review-by: 2026-05-02\nlast-reviewed: 2026-09-01\nreview-in: 1 year', '2026-05-02'],
    ['no day with a last review alone', 'last_reviewed: never', undefined],
    ['no day with a period alone', 'review_in: often', undefined],
    ['no day without a value', 'review-by:', undefined]
  ])('%s', (_, yaml, day) => {
    expect(convert(file(yaml))).toMatchObject({ reviewBy: day, mistakes: [] })
  })

  test.each<[string, yaml: string, line: number, message: string]>([
    ['no date', 'a: b\nreview_by: soon', 3, '`review_by` is no date. Write one such as `2026-03-01`.'],
    ['no day of the calendar', 'review-by: 2026-02-30', 2, '`review-by` is no date.'],
    ['no last date', 'last-reviewed: [a]\nreview-in: 1 year', 2, '`last-reviewed` is no date.'],
    ['no period', 'last_reviewed: 2026-01-01\nreview_in: six moons', 3, '`review_in` is no period.']
  ])('%s, which is one warning', (_, yaml, line, message) => {
    const mistakes = [{ line, message: expect.stringContaining(message) }]
    expect(convert(file(yaml))).toMatchObject({ reviewBy: undefined, mistakes })
  })
})

test('a review is overdue after its day, and not on it', () => {
  expect(['2026-09-02', '2026-09-03'].map((day) => isOverdue(day, NOW))).toEqual([true, false])
})

test('a day in words has the year, but for one of this year', () => {
  expect(['2026-05-02', '2025-12-31'].map((day) => sayDay(day, NOW))).toEqual(['2 May', '31 December 2025'])
  expect(sayDay('2026-05-02')).toBe('2 May 2026')
})

test('the source line says until when the file is to be reviewed', () => {
  const [line] = contentOf(convert(file('review-by: 2026-05-02'))).split('\n')
  expect(line).toMatch(/described \w+, review by 2 May 2026\)$/)
})
