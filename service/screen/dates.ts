import { html } from 'hono/html'
import type { Html } from './layout.ts'

const HOUR = 60 * 60 * 1000
const DAY = 24 * HOUR
const DATE = { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' } as const
const DATE_FORMAT = new Intl.DateTimeFormat('en-GB', DATE)
const TIME_FORMAT = new Intl.DateTimeFormat('en-GB', {
  ...DATE,
  hour: '2-digit',
  minute: '2-digit',
  timeZoneName: 'short'
})
const RELATIVE_FORMAT = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })

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

/** `in 90 days`, `3 hours ago`, `this hour`; rounded to the nearest. */
export function relative(time: number, now: number): string {
  const hours = Math.round((time - now) / HOUR)
  return Math.abs(hours) < 24
    ? RELATIVE_FORMAT.format(hours, 'hour')
    : RELATIVE_FORMAT.format(Math.round((time - now) / DAY), 'day')
}
