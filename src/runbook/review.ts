/** A field that has no effect, because its value means nothing. */
export interface ReviewMistake {
  readonly key: string
  readonly message: string
}

/**
 * The day until when a runbook is to be reviewed, as `2026-05-02`; undefined if its front matter does not say.
 *
 * @param valueOf the text of a field; empty if it is missing, and undefined if it is a list or a map.
 */
export function readReview(valueOf: (key: string) => string | undefined): string | ReviewMistake | undefined {
  const given = (...keys: readonly string[]): readonly [key: string, value: string] | undefined => {
    const key = keys.find((each) => valueOf(each) !== '')
    return key === undefined ? undefined : [key, valueOf(key) ?? '']
  }
  const [by, last, period] = [
    given('review-by', 'review_by'),
    given('last-reviewed', 'last_reviewed', 'last_reviewed_on'),
    given('review-in', 'review_in')
  ]
  if (by !== undefined) {
    const date = dateOf(by[1])
    return date === undefined ? noDate(by[0]) : dayOf(date)
  }
  if (last === undefined || period === undefined) return undefined
  const reviewed = dateOf(last[1])
  if (reviewed === undefined) return noDate(last[0])
  const [, number, unit = ''] = /^(\d{1,3})\s*(day|week|month|year)s?$/i.exec(period[1]) ?? []
  if (number !== undefined) return dayOf(later(reviewed, Number(number), unit.toLowerCase()))
  const [key] = period
  return { key, message: `\`${key}\` is no period. Write one such as \`6 months\`, \`90 days\` or \`1 year\`.` }
}

/** Its value is not quoted: the line is named, and it may be a credential. */
function noDate(key: string): ReviewMistake {
  return { key, message: `\`${key}\` is no date. Write one such as \`2026-03-01\`.` }
}

/** Midnight UTC of a day that is written with or without a time. */
function dateOf(value: string): Date | undefined {
  const [, day = ''] = /^(\d{4}-\d{2}-\d{2})(?:[T ]|$)/.exec(value) ?? []
  const date = new Date(`${day}T00:00:00Z`)
  // `Date` takes the 30th of February for the 2nd of March.
  return !Number.isNaN(date.getTime()) && dayOf(date) === day ? date : undefined
}

function later(date: Date, number: number, unit: string): Date {
  const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()]
  if (unit === 'day' || unit === 'week')
    return new Date(Date.UTC(year, month, day + number * (unit === 'week' ? 7 : 1)))
  const months = month + number * (unit === 'year' ? 12 : 1)
  // Six months after the 31st of August is the last day of February.
  const lastDay = new Date(Date.UTC(year, months + 1, 0)).getUTCDate()
  return new Date(Date.UTC(year, months, Math.min(day, lastDay)))
}

/** `2026-05-02`, of which an earlier one is less. */
function dayOf(date: Date): string {
  return date.toISOString().slice(0, 10)
}

/** True if the last day of a review is over. All days are those of UTC. */
export function isOverdue(reviewBy: string, now: Date): boolean {
  return reviewBy < dayOf(now)
}

const MONTHS = 'January February March April May June July August September October November December'.split(' ')

/** `2 May 2026`; without the year of `now`. */
export function sayDay(day: string, now?: Date): string {
  const [year = '', month = '', date = ''] = day.split('-')
  const said = `${Number(date)} ${MONTHS[Number(month) - 1] ?? ''}`
  return now !== undefined && dayOf(now).startsWith(`${year}-`) ? said : `${said} ${year}`
}
