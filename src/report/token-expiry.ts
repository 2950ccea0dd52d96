import type { Diagnostic } from '../errors.ts'
import { count } from '../wording.ts'
import type { Findings } from './findings.ts'
import { totalsOf } from './verdict.ts'

const DAY = 24 * 60 * 60 * 1000
/** Long enough for a holiday. */
const WARN_DAYS = 14

/** A warning around the day on which the token stops working. The service cannot be asked. */
export function expiryWarning(findings: Findings): Diagnostic | undefined {
  const { tokenExpiresOn: expiresOn, inventory } = findings
  if (expiresOn === undefined) return undefined
  const days = Math.ceil((expiresOn.getTime() - Date.now()) / DAY)
  if (days > WARN_DAYS) return undefined
  const day = expiresOn.toISOString().slice(0, 10)
  const { upserted, unchanged } = totalsOf(findings)
  if (days <= 0 && (upserted > 0 || unchanged > 0 || inventory !== undefined)) {
    const message = `The date in the workflow is past (\`token-expires-on: ${day}\`), yet the token works: correct the date.`
    return { level: 'warning', message }
  }
  const when = days > 0 ? `expires on ${day}, in ${count(days, 'day')}` : `expired on ${day}`
  const message =
    `The token ${when} (\`token-expires-on\`). Choose Rotate in Settings → Access Tokens of the assistant, store the new ` +
    'value in the secret at once, because the old one stops working, and update `token-expires-on`.'
  return { level: 'warning', message }
}
