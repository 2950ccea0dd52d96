import { describe, expect, test } from '@jest/globals'
import { sayDay } from '../../src/runbook/review.ts'
import { digestOf, readText, readUnmarked } from '../../src/runbook/source-line.ts'
import { convert, textOf } from './read.ts'

const NOW = new Date('2026-09-03T00:00:00Z')
const file = (yaml: string): string => `---\n${yaml}\n---\n\n# Disk\n\nText.\n`

describe('a review is overdue since', () => {
  test.each<[string, yaml: string, since: string | undefined]>([
    ['the day after which it is', 'review-by: 2026-09-02', '2026-09-02'],
    ['no day on its last one', 'review_by: 2026-09-03', undefined],
    ['the day of a time', 'review_by: "2026-05-02T10:00:00Z"', '2026-05-02'],
    ['six months later', 'last_reviewed_on: 2026-03-01\nreview_in: 6 months', '2026-09-01'],
    ['the last day of a shorter month', 'last_reviewed: 2025-08-31\nreview_in: 6 months', '2026-02-28'],
    ['90 days later', 'last-reviewed: 2026-06-01\nreview-in: 90 days', '2026-08-30'],
    ['a week later', 'last-reviewed: 2026-08-20\nreview-in: 1 week', '2026-08-27'],
    ['a year later', 'last-reviewed: 2024-02-29\nreview-in: 1 year', '2025-02-28'],
    ['the date, beside a period', 'review-by: 2026-05-02\nlast-reviewed: 2026-09-01\nreview-in: 1 year', '2026-05-02'],
    ['no day with a last review alone', 'last_reviewed: never', undefined],
    ['no day with a period alone', 'review_in: often', undefined],
    ['no day without a value', 'review-by:', undefined]
  ])('%s', (_, yaml, since) => {
    const { overdueSince, reviewProblem } = convert(file(yaml), { now: NOW })
    expect({ overdueSince, reviewProblem }).toEqual({ overdueSince: since, reviewProblem: undefined })
  })

  test.each<[string, yaml: string, line: number, message: string]>([
    ['no date', 'a: b\nreview_by: soon', 3, '`review_by` is no date. Write one such as `2026-03-01`.'],
    ['no day of the calendar', 'review-by: 2026-02-30', 2, '`review-by` is no date.'],
    ['no last date', 'last-reviewed: [a]\nreview-in: 1 year', 2, '`last-reviewed` is no date.'],
    ['no period', 'last_reviewed: 2026-01-01\nreview_in: six moons', 3, '`review_in` is no period.']
  ])('%s, which is one warning', (_, yaml, line, message) => {
    const { overdueSince, reviewProblem } = convert(file(yaml), { now: NOW })
    expect(overdueSince).toBeUndefined()
    expect(reviewProblem).toEqual({ line, message: expect.stringContaining(message) })
  })
})

test.each([
  ['2026-05-02', '2 May', '2 May 2026'],
  ['2025-12-31', '31 December 2025', '31 December 2025']
])('a day in words: %s', (day, short, long) => {
  expect([sayDay(day, NOW), sayDay(day)]).toEqual([short, long])
})

describe('with `overdue: mark`', () => {
  const DUE = file('review-by: 2026-05-02')
  const marked = { overdue: 'mark', now: NOW } as const

  test('the line below the source line says so, and is a part of the text', () => {
    const [entry, plain] = [convert(DUE, marked), convert(DUE, { now: NOW })]
    expect(entry.content).toMatch(/^Source: .* of \w{12}\)\nReview overdue since 2 May 2026\.\n\n# Disk\n/)
    const { digest, blob } = entry
    expect(readText(entry.content)).toMatchObject({ text: expect.stringMatching(/^Review o/), line: { digest, blob } })
    expect(digestOf('Disk', readText(entry.content).text)).toBe(digest)
    expect(entry.digest).not.toBe(plain.digest)
    expect(readUnmarked(entry.content)).toBe(readText(plain.content).text)
    expect(textOf(DUE, marked)).toBe(textOf(DUE))
  })

  test('it stands below front matter that is kept', () => {
    const { content } = convert(DUE, { ...marked, frontMatter: 'keep' })
    expect(content).toMatch(
      /^---\nreview-by: 2026-05-02\n---\n\nSource: .*\nReview overdue since 2 May 2026\.\n\n# Disk/
    )
    const unmarked = readText(convert(DUE, { now: NOW, frontMatter: 'keep' }).content).text
    expect(readUnmarked(content)).toBe(unmarked)
  })

  test('a file with a pasted entry has it once', () => {
    const pasted = DUE.replace('# Disk\n\nText.\n', convert(DUE, marked).content)
    expect(readText(convert(pasted, marked).content).text).toBe(readText(convert(DUE, marked).content).text)
  })

  test.each([
    ['marked', marked],
    ['plain', { now: NOW }]
  ])('a file with a pasted entry without its source line has none of its own: %s', (_, options) => {
    const file = DUE.replace('# Disk', 'Review overdue since 2 May 2026.\n\n# Disk')
    const { content, below } = convert(file, options)
    expect(below).toBe('# Disk\n\nText.\n')
    expect(readText(content).text).toBe(readText(convert(DUE, options).content).text)
  })

  test.each([
    ['that is not overdue', file('review-by: 2026-09-03')],
    ['without a date', '# Disk\n']
  ])('a file %s has none', (_, text) => {
    expect(convert(text, marked).content).toBe(convert(text, { now: NOW }).content)
  })

  test('what an author or a person wrote is no mark', () => {
    const text = 'Review overdue since 2 May 2026.\n\nText.'
    expect(readUnmarked(text)).toBe(text)
    const { content } = convert(`# Disk\n\n${text}\n`)
    expect(readUnmarked(content)).toBe(readText(content).text)
  })
})
