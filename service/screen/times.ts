import { html } from 'hono/html'
import type { Html } from './layout.ts'

const DATE = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })
const MOMENT = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'UTC',
  timeZoneName: 'short'
})
const RELATIVE = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })

const UNITS = [
  ['year', 365 * 24 * 60 * 60 * 1000],
  ['month', 30 * 24 * 60 * 60 * 1000],
  ['day', 24 * 60 * 60 * 1000],
  ['hour', 60 * 60 * 1000],
  ['minute', 60 * 1000]
] as const

/** A day, the moment in full at hand. The server knows no one's time zone, so all of it is UTC and says so. */
export function date(time: number): Html {
  return html`<time datetime="${new Date(time).toISOString()}" title="${MOMENT.format(time)}"
    >${DATE.format(time)}</time
  >`
}

export function moment(time: number): Html {
  return html`<time datetime="${new Date(time).toISOString()}">${MOMENT.format(time)}</time>`
}

/** A day as text. */
export function dateText(time: number): string {
  return DATE.format(time)
}

/** `in 12 days`, `3 hours ago`, `just now`; rounded towards now, so that nothing is said to last longer than it does. */
export function relative(time: number, now: number): string {
  const distance = time - now
  for (const [unit, length] of UNITS) {
    if (Math.abs(distance) >= length) return RELATIVE.format(Math.trunc(distance / length), unit)
  }
  return distance > 0 ? 'in less than a minute' : 'just now'
}
