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

const SOURCE_LINE =
  'Source: [docs/disk.md](https://github.com/acme/ops/blob/main/docs/disk.md) (version 000000000000 of 000000000000)'

let browser: Browser
let service: Service
let api: Awaited<ReturnType<typeof client>>
let axe: string
let context: BrowserContext
let page: Page
let complaints: string[]

beforeAll(async () => {
  axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
  service = await startService()
  api = await client(service.url)
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
const works = async (value = '') => (await api.list(value)).status === 200
const shownValues = () =>
  page.evaluate<string[]>(`[...document.querySelectorAll('.values textarea')].map(({ value }) => value)`)
/** The list as a person reads it: names and states. */
const listed = () =>
  page.evaluate<string[]>(
    `[...document.querySelectorAll('tbody tr:not(.notice-row)')].map((row) =>
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
    await open(link('Cancel'))

    await open(link('Create Token'))
    await page.getByLabel('Name').fill('Runbook Sync, handbook')
    await page.getByRole('radio', { name: 'never' }).click()
    expect(await dialog('Create Token').innerText()).toContain('A leaked token works until somebody revokes it.')
    await page.getByRole('radio', { name: '1 year' }).click()
    await checkAccessible('create')
    await open(button('Create Token'))
    const [value] = await shownValues()
    await button(/^Copy Runbook Sync/).click()
    await page.getByText('Copied: Runbook Sync, handbook').waitFor()
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(value)
    await checkAccessible('created')
    // A new value is shown whole on a telephone.
    await page.setViewportSize({ width: 375, height: 800 })
    const clipped = `((box) => [box.scrollWidth - box.clientWidth, box.scrollHeight - box.clientHeight])(document.querySelector('.values textarea'))`
    expect(await page.evaluate(clipped)).toEqual([0, 0])
    await page.setViewportSize(DESKTOP)

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
    expect(await page.getByRole('status').innerText()).toBe(`The token “Runbook Sync, handbook” (…${end}) is revoked.`)
    expect(await works(rotated)).toBe(false)
    expect(await page.getByText('Every token is revoked.').isVisible()).toBe(true)
    await checkAccessible('no-usable-tokens')
    await open(link('Show revoked (2)'))
    expect(await listed()).toEqual(['Runbook Sync, handbook revoked', 'Runbook Sync, handbook revoked'])
    await checkAccessible('revoked')
  }, 120_000)

  test('several at once, in each state', async () => {
    service.tokens.create({ name: 'Old laptop', expiration: '30 days' })
    service.clock.advance(30 * DAY)
    const values = ['Payments', 'Night shift', 'Export'].map(
      (name) => service.tokens.create({ name, expiration: 'never' }).value
    )
    await signIn()
    expect(await button('Rotate Selected').isDisabled()).toBe(true)
    await checkAccessible('tokens')
    await page.getByLabel('Select all').check()
    await page.getByLabel(/^Select Export/).uncheck()
    expect(await page.locator('#selected-count').innerText()).toBe('3 of 4 selected')
    await open(button('Rotate Selected'))
    await checkAccessible('rotate-selected')
    await open(button('Rotate 3 tokens'))
    const rotated = await shownValues()
    expect(await Promise.all([...rotated, ...values].map(works))).toEqual([true, true, true, false, false, true])
    await checkAccessible('rotated')
    await confirmStored()

    // Somebody else revokes one of them meanwhile.
    await page.getByLabel('Select all').check()
    const payments = service.tokens.list().find(({ name, state }) => name === 'Payments' && state === 'active')
    service.tokens.revoke(payments?.id ?? '')
    await open(button('Revoke Selected'))
    expect(await dialog('Revoke 3 tokens?').innerText()).toContain('Revoked before: “Payments”')
    await checkAccessible('revoke-selected')
    await open(button('Revoke 3 tokens'))
    expect(await page.getByRole('status').innerText()).toMatch(/^3 tokens are revoked: /)
    expect(service.tokens.list().some(({ state }) => state === 'active')).toBe(false)
  }, 120_000)

  test('knowledge: new, edit, delete, and what happens if somebody else changes the entry', async () => {
    const { value } = service.tokens.create({ name: 'Runbook Sync', expiration: 'never' })
    const stored = () => service.entries().map(({ name, content }) => [name, content])
    const status = () => page.getByRole('status').innerText()
    await signIn()
    await open(link('Knowledge'))
    await open(link('New Entry'))
    await page.getByLabel('Name').fill('  Disk full ')
    await page.getByLabel('Content').fill('\n# Disk full\n\nFree some.\n')
    await checkAccessible('entry-new')
    await open(button('Create Entry'))
    expect(await status()).toBe('The entry “Disk full” is created.')
    expect(stored()).toEqual([['Disk full', '\n# Disk full\n\nFree some.\n']])
    await checkAccessible('entry-created')
    await open(link('Edit'))
    // The text uses the page, and the buttons are in sight.
    const { y = 0, height = 0 } = (await page.getByLabel('Content').boundingBox()) ?? {}
    expect([height > DESKTOP.height / 2, y + height < DESKTOP.height - 50]).toEqual([true, true])
    await api.upsert(value, 'Disk full', '# Disk full\n\nAs the bot says.\n')
    await page.getByLabel('Content').fill('At night.')
    await open(button('Save'))
    expect(await page.getByRole('alert').innerText()).toContain(
      'by the token “Runbook Sync”. Its present text is below.'
    )
    expect(await page.getByRole('region', { name: 'Present text' }).innerText()).toContain('As the bot says.')
    expect(await page.getByLabel('Content').inputValue()).toBe('At night.')
    await checkAccessible('entry-conflict')
    await page.getByLabel('Name').fill('Disk is full')
    await open(button('Save'))
    expect(stored()).toEqual([['Disk is full', 'At night.']])
    expect(await page.locator('.lead').innerText()).toContain('by a person')

    await open(link('Delete'))
    await checkAccessible('entry-delete')
    await open(button('Delete entry'))
    expect(await status()).toBe('The entry “Disk is full” is deleted.')
    expect(stored()).toEqual([])
    await checkAccessible('entry-deleted')
  }, 120_000)

  test('what a browser changes in a form stays as it was, where the person did not touch it', async () => {
    const { value } = service.tokens.create({ name: 'bot', expiration: 'never' })
    const [name, content] = [' old\nname', '\r\n\ta\r\nb\rc\0\n\n d</textarea><b>&amp;</b>&lt;\n']
    await api.upsert(value, name, content)
    await signIn()
    await page.goto(`${service.url}/workspaces/1/knowledge/1`)
    for (const [change, expected] of [
      [() => Promise.resolve(), { name, content }],
      [() => page.getByLabel('Name').fill('new'), { name: 'new', content }],
      [() => page.getByLabel('Content').fill('new\ntext'), { name: 'new', content: 'new\ntext' }]
    ] as const) {
      await open(link('Edit'))
      await change()
      await open(button('Save'))
      expect(service.entries()).toMatchObject([expected])
    }
  })

  test('workspaces are created and chosen, and keep their tokens apart', async () => {
    service.tokens.create({ name: 'ours', expiration: 'never' })
    await signIn()
    await open(link('Workspaces'))
    await page.getByLabel('Name').fill('Payments')
    await open(button('Create Workspace'))
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

describe('by keyboard', () => {
  const focused = () =>
    page.evaluate<string>(
      `(document.activeElement.ariaLabel ?? document.activeElement.innerText).replaceAll(/\\s+/g, " ").trim()`
    )

  /** Presses Tab until an element whose name begins with `name` has the focus. */
  async function tabTo(name: string): Promise<void> {
    for (let presses = 0; presses < 40; presses++) {
      await page.keyboard.press('Tab')
      if ((await focused()).startsWith(name)) return
    }
    throw new Error(`${name} cannot be reached by Tab`)
  }

  test('create, copy, and leave a dialog', async () => {
    await signIn()
    await tabTo('Create Token')
    await page.keyboard.press('Enter')

    await dialog('Create Token').locator('#name:focus').waitFor()
    await page.keyboard.type('Night shift')
    await page.keyboard.press('Enter')
    await dialog('Copy your new token').locator('textarea:focus').waitFor()
    const [value] = await shownValues()
    // The value is selected, so that Ctrl+C copies it.
    expect(await page.evaluate('getSelection().toString()')).toBe(value)
    await page.keyboard.press('Tab')
    expect(await focused()).toMatch(/^Copy Night shift/)
    await page.keyboard.press('Space')
    await page.getByText('Copied: Night shift').waitFor()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Space')
    await page.keyboard.press('Tab')
    expect(await focused()).toBe('Done')
    await page.keyboard.press('Enter')
    await page.locator('[id^="rotate-"]:focus').waitFor()
    expect(service.tokens.list()).toMatchObject([{ name: 'Night shift', state: 'active' }])

    // Tab stays in a dialog, Escape leaves it, and the focus is back where it was.
    await tabTo('Rotate Night shift')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').waitFor()
    for (let presses = 0; presses < 10; presses++) {
      await page.keyboard.press('Tab')
      // The body, while the focus is in the browser's own controls.
      expect(await page.evaluate(`document.activeElement.matches('body, .dialog *')`)).toBe(true)
    }
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.locator('[id^="rotate-"]:focus').waitFor()
  })

  test('after Revoke the focus is on the message, and then beside it', async () => {
    for (const name of ['bot', 'Export', 'Payments']) service.tokens.create({ name, expiration: 'never' })
    await signIn()
    await tabTo('Revoke Export')
    await page.keyboard.press('Enter')
    await dialog('Revoke token?').waitFor()
    await tabTo('Revoke token')
    await page.keyboard.press('Enter')
    await page.locator('.notice :focus').waitFor()
    expect(await focused()).toMatch(/^The token “Export” .* is revoked\.$/)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    expect(await focused()).toMatch(/^Select bot/)
  })
})

test('without scripts all but copying, counting and closing works', async () => {
  await signIn(false)
  await open(link('Create Token'))
  await page.getByLabel('Name').fill('bot')
  await open(button('Create Token'))
  const [created] = await shownValues()
  expect(await page.getByRole('button', { name: /^Copy/ }).count()).toBe(0)
  await confirmStored()
  await page.getByLabel(/^Select bot/).check()
  await open(button('Rotate Selected'))
  await open(button('Rotate token'))
  expect([await works(created), await works((await shownValues())[0])]).toEqual([false, true])
  await confirmStored()
  await open(button(/^Revoke bot/))
  await open(button('Revoke token'))
  expect(service.tokens.list().some(({ state }) => state === 'active')).toBe(false)
  expect(await button('Close').count()).toBe(0)

  const { value } = service.tokens.create({ name: 'bot', expiration: 'never' })
  for (const name of ['Disk full', 'Disk slow', 'Other']) await api.upsert(value, name, SOURCE_LINE)
  await api.upsert(value, 'Disk lost', 'By hand.')
  const names = () => page.locator('tbody th').allInnerTexts()
  await open(link('Knowledge'))
  await open(link('Edited since (3)'))
  await page.getByLabel('Search by name').fill('disk')
  await open(button('Search'))
  expect(await names()).toEqual(['Disk slow', 'Disk full'])
  await open(link('By hand (1)'))
  expect(await names()).toEqual(['Disk lost'])
})

test('what comes from outside is shown and does nothing', async () => {
  const evil = '<script>alert(1)</script><img src=https://evil.example/x onerror=alert(2)>'
  const { value } = service.tokens.create({ name: evil, expiration: 'never' })
  const long = 'x'.repeat(200)
  const blocks = [
    ...[`# ${evil}`, '![pixel](https://evil.example/p.png) [go](javascript:alert(3))'],
    ...['<iframe src="https://evil.example"></iframe>', '~~~sh\nkubectl drain\n~~~', '- [ ] done[^1]', '[^1]: Note'],
    ...[`| \`${long}\` | 2 |\n|-|-|`, `Run \`${'--selector=app '.repeat(20)}\`, or \`${long}\`.`],
    `Source: [docs/${evil}${long}.md](https://evil.example/"'&img) (version 000000000000 of 000000000000)`
  ]
  for (let index = 0; index < 51; index++) await api.upsert(value, `Runbook ${index}`, index < 49 ? 'x' : SOURCE_LINE)
  await api.upsert(value, evil, blocks.join('\n\n'))
  await signIn()
  page.on('dialog', (alert) => {
    complaints.push(alert.message())
    void alert.dismiss()
  })
  expect((await listed())[0]).toContain('<script>alert(1)</script>')
  await checkAccessible('hostile-name')
  await open(link('Knowledge'))
  await checkAccessible('knowledge')
  await open(link('Edited since (3)'))
  await checkAccessible('knowledge-filtered')
  expect(await page.locator('tbody a[href^="http"]').first().getAttribute('href')).toBe("https://evil.example/%22'&img")
  await open(link(evil))
  expect(await page.locator('article').innerText()).toContain('kubectl drain')
  await checkAccessible('entry')
  // Inline code wraps; only the table is wider than the entry, and scrolls.
  const excess = 'Math.max(...[...document.querySelectorAll("article p")].map((p) => p.scrollWidth - p.clientWidth))'
  expect(await page.evaluate(excess)).toBe(0)
  await open(link('Source'))
  expect(await page.locator('pre').innerText()).toContain('<iframe src="https://evil.example"></iframe>')
  await checkAccessible('source')
}, 60_000)
