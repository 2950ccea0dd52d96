import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core'
import { startService, type Service } from '../../service.ts'
import { client } from '../http.ts'
import { launchBrowser } from './browser.ts'

// The settings screen in a real browser: by mouse, by keyboard, without scripts.

const DAY = 24 * 60 * 60 * 1000
const DESKTOP = { width: 1280, height: 800 }
/** A wide page in light colours, and a narrow one in dark ones. */
const LOOKS = [
  ['light', DESKTOP.width],
  ['dark', 320]
] as const

let browser: Browser
let service: Service
let api: ReturnType<typeof client>
let axe: string
let context: BrowserContext
let page: Page
let complaints: string[]

beforeAll(async () => {
  axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
  service = await startService()
  api = client(service.url)
  browser = await launchBrowser()
}, 120_000)
afterAll(async () => {
  await browser.close()
  await service.close()
})
beforeEach(() => {
  service.reset()
})
afterEach(async () => {
  await context.close()
  // A blocked script or style, an exception, a request to another server.
  expect(complaints).toEqual([])
})

async function signIn(javaScriptEnabled = true): Promise<void> {
  const permissions = ['clipboard-read', 'clipboard-write']
  context = await browser.newContext({ viewport: DESKTOP, permissions, javaScriptEnabled })
  page = await context.newPage()
  complaints = []
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    // The browser logs every page with an error status.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      complaints.push(message.text())
  })
  page.on('request', (request) => {
    if (!request.url().startsWith(service.url) && !request.url().startsWith('data:')) complaints.push(request.url())
  })
  // A link on a page of another site, as in a terminal that runs in a browser.
  await page.goto(`data:text/html,<a href="${service.signInUrl}">Sign in</a>`)
  await link('Sign in').click()
  await page.getByRole('heading', { name: 'Access Tokens' }).waitFor()
  await page.waitForLoadState()
}

/** axe finds nothing, and nothing is wider than the page. The page's policy lets no script in, but the debugger does. */
async function checkAccessible(state: string): Promise<void> {
  await page.evaluate(axe)
  for (const [colorScheme, width] of LOOKS) {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width, height: 800 })
    const violations = await page.evaluate<unknown[]>(
      `axe.run().then(({ violations }) => violations.map(({ id, nodes }) => ({ id, html: nodes.map(({ html }) => html) })))`
    )
    const excess = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
    const look = { state, colorScheme, width }
    expect({ ...look, violations, excess }).toEqual({ ...look, violations: [], excess: 0 })
  }
  await page.setViewportSize(DESKTOP)
}

const button = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' })
const link = (name: string) => page.getByRole('link', { name, exact: true })
/** Clicks what leads to another page, and waits until that page is loaded. */
async function open(target: Locator): Promise<void> {
  await Promise.all([page.waitForEvent('load'), target.click()])
}
const dialog = (name: string) => page.getByRole('dialog', { name })
const status = () => page.getByRole('status').innerText()
const works = async (value = '') => (await api.list(value)).status === 200
const shownValues = () =>
  page.evaluate<string[]>(`[...document.querySelectorAll('.values textarea')].map(({ value }) => value)`)
/** The list as a person reads it: names and states. */
const listed = () =>
  page.evaluate<string[]>(
    `[...document.querySelectorAll('tbody tr')].map((row) =>
      ['bdi', '.state'].map((part) => row.querySelector(part).innerText).join(' '))`
  )
async function confirmStored(): Promise<void> {
  await page.getByLabel('I have stored').check()
  await open(button('Done'))
}

describe('by mouse', () => {
  test('create, copy, rotate, revoke', async () => {
    await signIn()
    await checkAccessible('no-tokens')
    await open(link('Create Token'))
    await open(button('Create Token'))
    expect(await dialog('Create Token').getByRole('alert').innerText()).toBe('Give a name.')
    await checkAccessible('create-refused')
    await page.getByLabel('Name').fill('Runbook Sync, handbook')
    await page.getByRole('radio', { name: '1 year' }).click()
    await open(button('Create Token'))
    const [value] = await shownValues()
    await button(/^Copy Runbook Sync/).click()
    await page.getByText('Copied: Runbook Sync, handbook').waitFor()
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(value)
    await checkAccessible('created')

    // Neither Escape nor Done closes the dialog before the confirmation.
    await page.keyboard.press('Escape')
    await button('Done').click()
    expect(await shownValues()).toEqual([value])
    await confirmStored()
    expect(await listed()).toEqual(['Runbook Sync, handbook active'])
    expect(service.tokens.list()).toMatchObject([{ expiration: '1 year' }])
    await page.goBack()
    expect(await page.content()).not.toContain(value)

    await page.goto(service.url)
    await open(button(/^Rotate Runbook/))
    await checkAccessible('rotate')
    await open(button('Rotate token'))
    const [rotated] = await shownValues()
    expect([await works(value), await works(rotated)]).toEqual([false, true])
    await confirmStored()

    await open(button(/^Revoke Runbook/))
    await checkAccessible('revoke')
    await open(link('Cancel'))
    expect(await works(rotated)).toBe(true)
    await open(button(/^Revoke Runbook/))
    await open(button('Revoke token'))
    const end = rotated?.slice(-4) ?? ''
    expect(await status()).toBe(`The token “Runbook Sync, handbook” (…${end}) is revoked.`)
    expect(await works(rotated)).toBe(false)
    await checkAccessible('no-usable-tokens')
    await open(link('Show revoked (2)'))
    expect(await listed()).toEqual(['Runbook Sync, handbook revoked', 'Runbook Sync, handbook revoked'])
    await checkAccessible('revoked')
  }, 120_000)

  test('several at once, also an expired one', async () => {
    const old = service.tokens.create({ name: 'Old laptop', expiration: '30 days' }).value
    service.clock.advance(30 * DAY)
    const [payments, night, exported] = ['Payments', 'Night shift', 'Export'].map(
      (name) => service.tokens.create({ name, expiration: 'never' }).value
    )
    await signIn()
    expect(await listed()).toEqual(['Export active', 'Night shift active', 'Payments active', 'Old laptop expired'])
    expect(await button('Rotate Selected').isDisabled()).toBe(true)
    await checkAccessible('tokens')
    await page.getByLabel('Select all').check()
    await page.getByLabel(/^Select Export/).uncheck()
    expect(await page.locator('#selected-count').innerText()).toBe('3 of 4 selected')
    await open(button('Rotate Selected'))
    await checkAccessible('rotate-selected')
    await open(link('Cancel'))
    expect(await page.locator('#selected-count').innerText()).toBe('3 of 4 selected')
    await open(button('Rotate Selected'))
    await open(button('Rotate 3 tokens'))
    const rotated = await shownValues()
    expect(await Promise.all([...rotated, old, payments, night, exported].map(works))).toEqual([
      ...[true, true, true],
      ...[false, false, false, true]
    ])
    // On a telephone each value is shown whole, and none is hidden in a part that scrolls by itself.
    await page.setViewportSize({ width: 375, height: 700 })
    const hidden = `[...document.querySelectorAll('.values, .values textarea')].map((box) => box.scrollHeight - box.clientHeight)`
    expect(await page.evaluate(hidden)).toEqual([0, 0, 0, 0])
    await checkAccessible('rotated')
    await confirmStored()

    await page.getByLabel('Select all').check()
    await open(button('Revoke Selected'))
    await checkAccessible('revoke-selected')
    await open(button('Revoke 4 tokens'))
    expect(await status()).toMatch(/^4 tokens are revoked: /)
    expect(await Promise.all([...rotated, exported].map(works))).toEqual([false, false, false, false])
  }, 120_000)

  test('an entry: new, edited, changed by somebody else meanwhile, deleted', async () => {
    const { value } = service.tokens.create({ name: '<script>alert(1)</script>'.repeat(4), expiration: 'never' })
    const stored = () => service.entries().map(({ name, content }) => [name, content])
    await signIn()
    await open(link('Knowledge'))
    await checkAccessible('no-entries')
    await open(link('New Entry'))
    await page.getByLabel('Name').fill('  Disk full ')
    await page.getByLabel('Content').fill('\n# Disk full\n\nFree some.\n')
    await checkAccessible('entry-new')
    await open(button('Create Entry'))
    expect(await status()).toBe('The entry “Disk full” is created.')
    expect(stored()).toEqual([['Disk full', '\n# Disk full\n\nFree some.\n']])
    await open(link('Edit'))
    await api.upsert(value, 'Disk full', '# Disk full\n\nAs the bot says.\n')
    await page.getByLabel('Content').fill('At night.')
    await open(button('Save'))
    expect(await page.getByRole('alert').innerText()).toContain('by the token “<script>alert(1)</script>')
    await checkAccessible('entry-conflict')
    await open(button('Save'))
    expect(stored()).toEqual([['Disk full', 'At night.']])
    await checkAccessible('entry')
    await open(link('Delete'))
    await checkAccessible('entry-delete')
    await open(button('Delete entry'))
    expect([await status(), stored()]).toEqual(['The entry “Disk full” is deleted.', []])
  }, 120_000)

  test('workspaces are created and chosen, and keep their tokens apart', async () => {
    service.tokens.create({ name: 'ours', expiration: 'never' })
    await signIn()
    await open(link('Workspaces'))
    await page.getByLabel('Name').fill('Payments')
    await open(button('Create Workspace'))
    await page.locator('.notice:focus').waitFor()
    await checkAccessible('workspaces')
    await open(link('Access Tokens'))
    expect(await listed()).toEqual([])
    await page.locator('summary').click()
    await checkAccessible('switcher')
    await open(link('Operations'))
    expect(await listed()).toEqual(['ours active'])
    await open(button('Sign out'))
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('You are not signed in')
    await checkAccessible('signed-out')
  }, 60_000)
})

/** Presses Tab until an element whose name begins with `name` has the focus, and then the key. */
async function press(key: string, name: string): Promise<void> {
  const label = `[document.activeElement].map(({ labels, ariaLabel, innerText }) =>
    labels?.[0]?.innerText ?? ariaLabel ?? innerText)[0].replaceAll(/\\s+/g, " ").trim()`
  for (let presses = 0; !(await page.evaluate<string>(label)).startsWith(name); presses++) {
    if (presses === 40) throw new Error(`${name} cannot be reached by Tab`)
    await page.keyboard.press('Tab')
  }
  await page.keyboard.press(key)
}

/** Presses a key that leads to another page, and waits until that page is loaded. */
async function pressAndLoad(key: string, name: string): Promise<void> {
  await Promise.all([page.waitForEvent('load'), press(key, name)])
}

test('by keyboard: create, leave a dialog, rotate', async () => {
  await signIn()
  await press('Enter', 'Create Token')
  await dialog('Create Token').locator('#name:focus').waitFor()
  await page.keyboard.type('Night shift')
  await page.keyboard.press('Enter')
  await dialog('Copy your new token').locator('textarea:focus').waitFor()
  // The value is selected, so that Ctrl+C copies it.
  expect(await page.evaluate('getSelection().toString()')).toBe((await shownValues())[0])
  await press('Tab', 'Copy the expiration of Night shift')
  await page.keyboard.press('Space')
  await press('Enter', 'Done')
  // The focus is back where it was, also after Escape, and Tab stays in a dialog.
  await page.locator('[id^="rotate-"]:focus').waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').waitFor()
  for (let presses = 0; presses < 5; presses++) {
    await page.keyboard.press('Tab')
    expect(await page.evaluate(`document.activeElement.matches('body, .dialog *')`)).toBe(true)
  }
  await page.keyboard.press('Escape')
  await page.locator('[id^="rotate-"]:focus').waitFor()
  await press('Enter', 'Revoke Night shift')
  await dialog('Revoke token?').waitFor()
  await press('Enter', 'Revoke token')
  await page.locator('.notice:focus').waitFor()
})

test('by keyboard, on a telephone: bind an entry, give it labels, rename it, copy it', async () => {
  service.people.write({ name: 'Disk full', content: 'Free some.' })
  await signIn()
  await page.setViewportSize({ width: 375, height: 700 })
  await pressAndLoad('Enter', 'Knowledge')
  await pressAndLoad('Enter', 'Disk full')
  await pressAndLoad('Enter', 'Edit')
  await press('End', 'Name')
  await page.keyboard.type('!')
  await press('a', 'Trigger')
  await page.keyboard.type('lert')
  await press('Tab', 'Alerts, one in a line')
  expect(await page.evaluate('document.activeElement.id')).toBe('type')
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.type('Disk above 90 %')
  await page.keyboard.press('Enter')
  await page.keyboard.type('No space left')
  await press('Control+End', 'Labels')
  await page.keyboard.type('env=prod')
  await checkAccessible('entry-bind')
  await pressAndLoad('Enter', 'Save')
  const bound = { trigger: 'alert', triggerConfig: { match_patterns: ['Disk above 90 %', 'No space left'] } }
  expect(service.entries()).toMatchObject([{ name: 'Disk full!', ...bound, labels: { env: 'prod' } }])
  await page.locator('.notice:focus').waitFor()
  await checkAccessible('entry-bound')

  await pressAndLoad('Enter', 'Copy')
  const label = () => page.locator('.bound label').innerText()
  await press('p', 'Trigger')
  await page.keyboard.type('roxy')
  expect(await label()).toBe('Id of the proxy')
  await page.getByLabel('Trigger').selectOption('smart')
  // There is nothing to bind it to.
  expect(await page.locator('#bound').isVisible()).toBe(false)
  await pressAndLoad('Enter', 'Create Entry')
  expect(service.entries()).toMatchObject([bound, { name: 'Disk full!', trigger: 'smart', forkedFrom: 1 }])
  await pressAndLoad('Enter', 'Knowledge')
  await checkAccessible('entries')
  await page.goto(`${service.url}/nope`)
  await checkAccessible('no-such-page')
}, 60_000)

test('by keyboard: which entry an alert would open', async () => {
  const file = 'docs/runbooks/kubernetes/node-disk-is-filling-up.md'
  const content = `Source: [${file}](https://x.example/) (version 000000000000 of 000000000000)`
  const description = 'A node runs out of disk. Alerts: NodeDiskFillingUp, NodeDiskFull.'
  service.people.write({ name: 'Free some space', content, description })
  service.people.write({ name: 'A node is down', content: 'x' })
  await signIn()
  await pressAndLoad('Enter', 'Knowledge')
  await press('N', 'Which entry would this alert open?')
  await page.keyboard.type('odeDiskFull on node-7')
  await Promise.all([page.waitForEvent('load'), page.keyboard.press('Enter')])
  expect(await page.locator('tbody a[href*="q="]').allInnerTexts()).toEqual(['Free some space', 'A node is down'])
  expect(await page.getByRole('searchbox').inputValue()).toBe('NodeDiskFull on node-7')
  await checkAccessible('found')
  // A path has a line of its own, because it is long.
  const lines = `[...document.querySelectorAll('.provenance a')].map((path) => path.getClientRects().length)`
  expect(await page.evaluate(lines)).toEqual([1])
  await pressAndLoad('Enter', 'Free some space')
  await checkAccessible('entry-found')
  expect(await page.evaluate('document.querySelector(".facts a").getClientRects().length')).toBe(1)
  await pressAndLoad('Enter', 'Edit')
  await press('Control+End', 'Description')
  await page.keyboard.type(' And DiskPressure.')
  await pressAndLoad('Enter', 'Save')
  expect(service.entries()).toMatchObject([{ description: `${description} And DiskPressure.` }, {}])
  await pressAndLoad('Enter', 'Knowledge')
  await pressAndLoad('Enter', 'Show all entries')
  expect(await page.getByRole('searchbox').inputValue()).toBe('')
  await page.goto(`${service.url}/workspaces/1/knowledge?q=gardening`)
  await checkAccessible('nothing-found')
  service.people.edit('Free some space', '*a_'.repeat(50_000))
  await page.goto(`${service.url}/workspaces/1/knowledge/1`)
  await checkAccessible('entry-not-rendered')
}, 60_000)

test('headings of an entry are in the order of their sizes, and smaller than its name', async () => {
  const text = [1, 2, 3, 4, 5].map((level) => `${'#'.repeat(level)} Level ${level}`).join('\n\n')
  service.people.write({ name: 'Disk full', content: text })
  await signIn()
  await page.goto(`${service.url}/workspaces/1/knowledge/1`)
  const sizes = await page.evaluate<number[]>(
    `[...document.querySelectorAll('main :is(h1, h2, h3, h4, h5, h6)')].map((one) => parseFloat(getComputedStyle(one).fontSize))`
  )
  expect(sizes).toEqual([...new Set(sizes)].sort((one, other) => other - one))
  expect(sizes).toHaveLength(6)
})
