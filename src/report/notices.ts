import type { Diagnostic } from '../errors.ts'
import { count } from '../wording.ts'
import { dueItems } from './outcomes.ts'
import { pulledNotice } from './pulled.ts'
import type { Result } from './result.ts'

/** Long enough for a holiday, in days. */
const WARN_DAYS = 14
const DAY = 24 * 60 * 60 * 1000

/** What a person should know of a run although it does not fail it, and first whether the token expires soon. */
export function noticesOf(result: Result, now: Date): Diagnostic[] {
  const expiry = expiryNotice(result, now)
  return expiry === undefined ? [...result.notices] : [expiry, ...result.notices]
}

/** All notices for a person: also what became of edits, which a program finds elsewhere. */
export function noticesForPeople(result: Result, now: Date): Diagnostic[] {
  return [...noticesOf(result, now), ...result.pulled.map(pulledNotice)]
}

/** A warning around the day on which the token stops working. The service cannot be asked. */
function expiryNotice(result: Result, now: Date): Diagnostic | undefined {
  const { tokenExpiresOn, inventory } = result
  if (tokenExpiresOn === undefined) return undefined
  const days = Math.ceil((tokenExpiresOn.getTime() - now.getTime()) / DAY)
  if (days > WARN_DAYS) return undefined
  const day = tokenExpiresOn.toISOString().slice(0, 10)
  if (days <= 0 && inventory !== undefined) {
    const message = `The date in the workflow is past (\`token-expires-on: ${day}\`), yet the token works: correct the date.`
    return { level: 'warning', message }
  }
  const when = days > 0 ? `expires on ${day}, in ${count(days, 'day')}` : `expired on ${day}`
  const message =
    `The token ${when} (\`token-expires-on\`). Choose Rotate in Settings → Access Tokens of the assistant, store the new ` +
    'value in the secret at once, because the old one stops working, and update `token-expires-on`.'
  return { level: 'warning', message }
}

/** An edit that stays, or that a run replaces, for the file of its runbook. */
export function editNotices(result: Result): Diagnostic[] {
  const rows = dueItems(result)
  const kept = rows.filter(({ outcome }) => outcome === 'kept')
  const planned = rows.filter(({ outcome, texts = [] }) => outcome === 'planned' && texts.length > 0)
  return [
    ...kept.map(({ path, reason, hint = '' }) => ({
      level: 'warning' as const,
      path,
      message: `${reason} ${hint}`.trim()
    })),
    ...planned.map(({ path, name = '' }) => ({
      level: 'warning' as const,
      path,
      message: `The entry “${name}” has a text that is not from this runbook. A sync saves and replaces it.`
    })),
    ...result.saved.map(({ path, name, file }) => ({
      level: 'warning' as const,
      path,
      message: `The run replaced a text of the entry “${name}” in the assistant. The old text is in ${file} until the job ends.`
    }))
  ]
}
