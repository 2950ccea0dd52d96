// Draws access-tokens.png: Settings → Access Tokens. `npm run picture --workspace service`
import { fileURLToPath } from 'node:url'
import { launchBrowser } from '../__tests__/browser/browser.ts'
import { startService } from '../service.ts'

const DAY = 24 * 60 * 60 * 1000

// A fixed time: only the last characters of the tokens differ from run to run.
await using service = await startService({ now: () => Date.parse('2027-02-01T09:00:00Z') - 45 * DAY })
service.workspaces.create('Payments')
service.tokens.create({ name: 'Old laptop', expiration: '30 days' })
service.clock.advance(20 * DAY)
service.tokens.create({ name: 'Runbook Sync, handbook repository', expiration: '90 days' })
service.clock.advance(25 * DAY)
service.tokens.create({ name: 'Night shift dashboard', expiration: '1 year' })

const browser = await launchBrowser()
try {
  const page = await browser.newPage({ viewport: { width: 1200, height: 530 }, colorScheme: 'light' })
  await page.goto(service.signInUrl)
  // The page of the link leads on by itself: a picture before that is of neither page.
  await page.waitForURL('**/settings/access-tokens')
  await page.screenshot({ path: fileURLToPath(new URL('access-tokens.png', import.meta.url)) })
} finally {
  await browser.close()
}
