import { html } from 'hono/html'
import type { Html } from './layout.ts'

const MINUTE = 60 * 1000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const YEAR = 365 * DAY

const DATE = { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' } as const
const DATE_FORMAT = new Intl.DateTimeFormat('en-GB', DATE)
const TIME_FORMAT = new Intl.DateTimeFormat('en-GB', {
  ...DATE,
  hour: '2-digit',
  minute: '2-digit',
  timeZoneName: 'short'
})
const RELATIVE_FORMAT = new Intl.RelativeTimeFormat('en')

/** `3 Feb 2027`. All dates are UTC, because the server does not know the time zone of the reader. */
export function dateText(time: number): string {
  return DATE_FORMAT.format(time)
}

/** `3 Feb 2027, 10:31 UTC` */
export function timeText(time: number): string {
  return TIME_FORMAT.format(time)
}

export function timeElement(time: number, text: string): Html {
  return html`<time datetime="${new Date(time).toISOString()}" title="${timeText(time)}">${text}</time>`
}

/** `in 90 days`, `3 hours ago`, `just now`; rounded to the nearest. */
export function relative(time: number, now: number): string {
  const distance = time - now
  const length = Math.abs(distance)
  if (length < MINUTE) return distance > 0 ? 'in less than a minute' : 'just now'
  const [unit, size] = unitOf(length)
  return RELATIVE_FORMAT.format(Math.round(distance / size), unit)
}

/** The largest unit of which there is one after rounding. */
function unitOf(length: number): ['year' | 'day' | 'hour' | 'minute', number] {
  if (Math.round(length / DAY) >= 365) return ['year', YEAR]
  if (Math.round(length / HOUR) >= 24) return ['day', DAY]
  if (Math.round(length / MINUTE) >= 60) return ['hour', HOUR]
  return ['minute', MINUTE]
}
