import type { Notice } from '../notices.ts'
import { countOf } from './view.ts'

const DAY = 24 * 60 * 60 * 1000
/** Long enough for somebody who is on holiday. */
const WARN_DAYS = 14

/**
 * Warns before the token expires. `expiresOn` is the day on which it stops working, at midnight UTC, as a person wrote it
 * in the workflow; the service has no way to be asked.
 */
export function expiryNotices(expiresOn: Date | undefined, now: Date): Notice[] {
  if (expiresOn === undefined) return []
  const days = Math.ceil((expiresOn.getTime() - now.getTime()) / DAY)
  if (days > WARN_DAYS) return []
  const day = expiresOn.toISOString().slice(0, 10)
  const when = days > 0 ? `expires on ${day}, in ${countOf(days, 'day')}` : `has expired on ${day}, or is about to`
  return [
    {
      level: 'warning',
      message:
        `The token ${when} (\`token-expires-on\`). Before then, in the assistant: Settings → Access Tokens → Rotate; copy ` +
        'the value, which is shown once, into the repository secret that `token` reads; then put the new date into ' +
        '`token-expires-on`. The old value stops working at once, so do the three in one go.'
    }
  ]
}
