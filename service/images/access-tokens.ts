// Draws access-tokens.png: Settings → Access Tokens with a token in each state. `npm run picture --workspace service`
import { fileURLToPath } from 'node:url'
import { launchBrowser } from '../__tests__/browser/browser.ts'
import { startService, UPSERT_PATH } from '../service.ts'

const DAY = 24 * 60 * 60 * 1000
const HOUR = 60 * 60 * 1000

// A fixed time: only the last characters of the tokens differ from run to run.
await using service = await startService({ now: () => Date.parse('2027-02-01T09:00:00Z') - 45 * DAY })
service.workspaces.create('Payments')
const create = (name: string, expiration: '30 days' | '90 days' | '1 year') =>
  service.tokens.create({ name, expiration })
create('Old laptop', '30 days')
const lost = create('Quarterly export', '1 year')
service.clock.advance(20 * DAY)
const { value } = create('Runbook Sync, handbook repository', '90 days')
service.tokens.revoke(lost.id)
service.clock.advance(22 * DAY)
create('Night shift dashboard', '1 year')
service.clock.advance(3 * DAY - 2 * HOUR)
await fetch(service.url + UPSERT_PATH, {
  method: 'POST',
  headers: { Authorization: `Bearer ${value}`, 'Content-Type': 'application/json' },
  body: JSON.stringify({ name: 'Disk full', content: '# Disk full\n' })
})
service.clock.advance(2 * HOUR)

const browser = await launchBrowser()
try {
  const page = await browser.newPage({ viewport: { width: 1200, height: 600 }, colorScheme: 'light' })
  await page.goto(service.signInUrl)
  // The page of the link leads on by itself: a picture before that is of neither page.
  await page.waitForURL('**/settings/access-tokens')
  await page.screenshot({ path: fileURLToPath(new URL('access-tokens.png', import.meta.url)) })
} finally {
  await browser.close()
}
