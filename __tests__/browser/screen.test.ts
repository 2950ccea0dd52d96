import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { startService, type Service } from '../../service/service.ts'
import { client } from '../service/http.ts'
import { launchBrowser } from './browser.ts'

// What a person does on the settings screen, in a real browser: by mouse, by keyboard, without scripts.
// SCREENSHOTS=folder keeps a picture of each state, light and dark, for whoever wants to look.

const DAY = 24 * 60 * 60 * 1000
const folder = process.env['SCREENSHOTS']

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
  // A blocked script or style, an exception, a request to anywhere else.
  expect(complaints).toEqual([])
})

async function signIn(options: { javaScriptEnabled?: boolean } = {}): Promise<void> {
  context = await browser.newContext({
    viewport: { width: 1180, height: 800 },
    permissions: ['clipboard-read', 'clipboard-write'],
    ...options
  })
  page = await context.newPage()
  complaints = []
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    // A refusal is a page here, which the browser logs as a failed resource.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) {
      complaints.push(message.text())
    }
  })
  page.on('request', (request) => {
    if (!request.url().startsWith(service.url) && !request.url().startsWith('data:')) complaints.push(request.url())
  })
  await page.goto(service.signInUrl)
}

/** axe finds nothing, light and dark, wide and narrow; and nothing sticks out of the page. */
async function checkAccessible(state: string): Promise<void> {
  const looks = [
    ['light', 1180],
    ['dark', 390],
    ...(folder === undefined
      ? []
      : ([
          ['dark', 1180],
          ['light', 390]
        ] as const))
  ] as const
  for (const [colorScheme, width] of looks) {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width, height: 800 })
    // The policy of the page lets no script in, so axe is evaluated in the world of the test.
    await page.evaluate(axe)
    const violations = await inPage<unknown[]>(
      `axe.run().then(({ violations }) => violations.map(({ id, nodes }) => ({ id, html: nodes.map(({ html }) => html) })))`
    )
    expect({ state, colorScheme, width, violations }).toEqual({ state, colorScheme, width, violations: [] })
    expect(await sticksOut()).toEqual([])
    if (folder !== undefined) await page.screenshot({ path: `${folder}/${state}-${colorScheme}-${width}.png` })
  }
  // The least width at which the list is still a table.
  await page.setViewportSize({ width: 1088, height: 800 })
  expect(await sticksOut()).toEqual([])
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize({ width: 1180, height: 800 })
}

/** What is wider than its place. */
function sticksOut(): Promise<string[]> {
  return inPage(
    `[...document.querySelectorAll('html, .bar, main, .list, .dialog, .sheet')]
      .filter((element) => element.scrollWidth > element.clientWidth).map((element) => element.className)`
  )
}

/** The value of an expression there; as text, because the types of a browser are not those of this project. */
function inPage<Value>(expression: string): Promise<Value> {
  return page.evaluate<Value>(expression)
}

const button = (name: string) => page.getByRole('button', { name, exact: true })
const link = (name: string) => page.getByRole('link', { name, exact: true })
const dialog = (name: string) => page.getByRole('dialog', { name })
const shownValues = () => inPage<string[]>(`[...document.querySelectorAll('.values input')].map(({ value }) => value)`)
const clipboard = () => inPage<string>('navigator.clipboard.readText()')

/** The list as a person reads it: name and state. */
const listed = () =>
  inPage<[string, string][]>(
    `[...document.querySelectorAll('.list tbody tr')].map((row) => ['th', '.state'].map((part) => row.querySelector(part).innerText))`
  )

async function works(value: string | undefined): Promise<boolean> {
  return (await api.list(value ?? '')).status === 200
}

describe('by mouse', () => {
  test('create, copy, rotate, revoke', async () => {
    await signIn()
    expect(await page.title()).toBe('Access Tokens · Operations assistant')
    await checkAccessible('no-tokens')

    await link('Create Token').click()
    await button('Create Token').click()
    expect(await dialog('Create Token').getByRole('alert').innerText()).toBe('Give a name.')
    await checkAccessible('create-refused')
    await link('Cancel').click()

    await link('Create Token').click()
    await page.getByLabel('Name').fill('Runbook Sync, handbook')
    await page.getByRole('radio', { name: '1 year' }).click()
    await button('Create Token').click()
    const [value] = await shownValues()
    await button('Copy Runbook Sync, handbook').click()
    await button('Copied Runbook Sync, handbook').waitFor()
    expect(await clipboard()).toBe(value)
    expect(await works(value)).toBe(true)
    await checkAccessible('created')

    // Shown once: neither reloading nor going back brings it again.
    await page.reload()
    expect(await page.content()).not.toContain(value)
    await page.goBack()
    expect(await page.content()).not.toContain(value)
    await page.goto(service.url)
    expect(await listed()).toEqual([['Runbook Sync, handbook', 'active']])
    expect(service.tokens.list()[0]).toMatchObject({ expiration: '1 year', lastUsedAt: expect.any(Number) })

    await link('Rotate Runbook Sync, handbook').click()
    await checkAccessible('rotate')
    await button('Rotate token').click()
    const [rotated] = await shownValues()
    expect([await works(value), await works(rotated)]).toEqual([false, true])
    await link('Done').click()
    expect(await listed()).toEqual([
      ['Runbook Sync, handbook', 'active'],
      ['Runbook Sync, handbook', 'revoked']
    ])

    await link('Revoke Runbook Sync, handbook').click()
    await checkAccessible('revoke')
    await link('Cancel').click()
    expect(await works(rotated)).toBe(true)
    await link('Revoke Runbook Sync, handbook').click()
    await button('Revoke token').click()
    expect(await works(rotated)).toBe(false)
    expect(await page.getByRole('status').innerText()).toBe('The token is revoked.')
    expect((await listed()).map(([, state]) => state)).toEqual(['revoked', 'revoked'])
    await checkAccessible('all-revoked')
  }, 90_000)

  test('several at once, in each of their states', async () => {
    service.tokens.create({ name: 'Old laptop', expiration: '30 days' })
    service.clock.advance(30 * DAY)
    const values = ['Payments', 'Night shift', 'Export'].map(
      (name) => service.tokens.create({ name, expiration: 'never' }).value
    )
    await signIn()
    await checkAccessible('tokens')

    // Nothing is selected, then something that cannot be revoked.
    await button('Revoke Selected').click()
    expect(await dialog('Revoke Selected').innerText()).toContain('Select at least one token.')
    await link('Back').click()
    await page.getByLabel('Select Old laptop').check()
    await page.getByLabel('Select Export').check()
    await button('Revoke Selected').click()
    expect(await dialog('Revoke Selected').innerText()).toContain('The token “Old laptop” has expired')
    await checkAccessible('revoke-refused')
    await link('Back').click()
    expect(await works(values[2])).toBe(true)

    for (const name of ['Old laptop', 'Payments', 'Night shift']) await page.getByLabel(`Select ${name}`).check()
    await button('Rotate Selected').click()
    await checkAccessible('rotate-selected')
    await button('Rotate 3 tokens').click()
    const rotated = await shownValues()
    expect(rotated).toHaveLength(3)
    expect(await Promise.all(rotated.map(works))).toEqual([true, true, true])
    expect(await Promise.all(values.map(works))).toEqual([false, false, true])
    await button('Copy Payments').click()
    await button('Copied Payments').waitFor()
    await button('Copy Night shift').click()
    await button('Copied Night shift').waitFor()
    const labels = await dialog('Copy your').getByRole('button').allInnerTexts()
    expect(labels.filter((label) => label.startsWith('Copied'))).toHaveLength(1)
    await checkAccessible('rotated')
    await link('Done').click()

    for (const name of ['Old laptop', 'Payments', 'Night shift', 'Export'])
      await page.getByLabel(`Select ${name}`).check()
    await button('Revoke Selected').click()
    await button('Revoke 4 tokens').click()
    expect(await page.getByRole('status').innerText()).toBe('4 tokens are revoked.')
    expect(new Set((await listed()).map(([, state]) => state))).toEqual(new Set(['revoked']))
  }, 90_000)

  test('a token that expires while one looks at it', async () => {
    const { value } = service.tokens.create({ name: 'bot', expiration: '30 days' })
    await signIn()
    service.clock.advance(30 * DAY)
    await link('Revoke bot').click()
    expect(await dialog('Revoke Selected').innerText()).toContain('has expired')
    await link('Back').click()
    expect(await listed()).toEqual([['bot', 'expired']])
    expect(await works(value)).toBe(false)
    await link('Rotate bot').click()
    await button('Rotate token').click()
    const [rotated] = await shownValues()
    expect(await works(rotated)).toBe(true)
  })

  test('workspaces are made and chosen, and keep their tokens apart', async () => {
    service.tokens.create({ name: 'ours', expiration: 'never' })
    await signIn()
    await link('Workspaces').click()
    await page.getByLabel('Name').fill('Payments')
    await button('Create Workspace').click()
    await checkAccessible('workspaces')
    await link('Access Tokens').click()
    expect(await page.getByText('No tokens yet.').isVisible()).toBe(true)
    await page.getByText('Workspace', { exact: true }).click()
    await checkAccessible('choosing')
    await link('Operations').click()
    expect(await listed()).toEqual([['ours', 'active']])
    // The one looked at last is the one that comes back.
    await page.goto(`${service.url}/settings/access-tokens`)
    expect(await page.locator('.current').innerText()).toBe('Operations')
  })

  test('signing out, and a page without a session', async () => {
    await signIn()
    await button('Sign out').click()
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('You are not signed in')
    await checkAccessible('signed-out')
  })
})

describe('by keyboard', () => {
  /** Between two pages nothing has it. */
  const FOCUSED = `document.activeElement?.innerText.replaceAll(/\\s+/g, ' ').trim()`
  const focused = () => inPage<string | undefined>(FOCUSED)

  /** Presses Tab until `name` has the focus; fails when the focus has been everywhere. */
  async function tabTo(name: string): Promise<void> {
    for (let presses = 0; presses < 40; presses++) {
      await page.keyboard.press('Tab')
      if ((await focused()) === name) return
    }
    throw new Error(`${name} cannot be reached by Tab`)
  }

  test('create, rotate and revoke without a mouse', async () => {
    await signIn()
    await page.keyboard.press('Tab')
    expect(await focused()).toBe('Skip to content')
    await page.keyboard.press('Enter')
    await tabTo('Create Token')
    await page.keyboard.press('Enter')

    // The focus is in the dialog, on the name.
    await dialog('Create Token').waitFor()
    await page.keyboard.type('Night shift')
    await page.keyboard.press('Tab')
    expect(await inPage('document.activeElement.value')).toBe('90 days')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Enter')
    await dialog('Copy your new token').waitFor()
    const [value] = await shownValues()

    // The value is selected, so that Ctrl+C does it; the button is next.
    expect(await inPage('getSelection().toString()')).toBe(value)
    await page.keyboard.press('Tab')
    expect(await focused()).toBe('Copy Night shift')
    await page.keyboard.press('Space')
    await button('Copied Night shift').waitFor()
    expect(await clipboard()).toBe(value)
    await page.keyboard.press('Tab')
    expect(await focused()).toBe('Done')
    await page.keyboard.press('Enter')
    await link('Create Token').waitFor()
    expect(service.tokens.list()).toMatchObject([{ name: 'Night shift', expiration: '30 days', state: 'active' }])

    await tabTo('Rotate Selected')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Space')
    await page.keyboard.press('Shift+Tab')
    expect(await focused()).toBe('Revoke Selected')
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Enter')
    await dialog('Rotate token?').waitFor()
    expect(await focused()).toBe('Cancel')
    await page.keyboard.press('Tab')
    expect(await focused()).toBe('Rotate token')
    await page.keyboard.press('Enter')
    await dialog('Copy your new token').waitFor()
    await page.keyboard.press('Escape')
    await link('Create Token').waitFor()
    expect((await listed()).map(([, state]) => state)).toEqual(['active', 'revoked'])

    await tabTo('Revoke Night shift')
    await page.keyboard.press('Enter')
    await dialog('Revoke token?').waitFor()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.getByText('The token is revoked.').waitFor()
    expect((await listed()).map(([, state]) => state)).toEqual(['revoked', 'revoked'])
  })

  test('Tab stays in a dialog, Escape leaves it, and the focus is back where it was', async () => {
    service.tokens.create({ name: 'bot', expiration: 'never' })
    await signIn()
    for (const opener of ['Create Token', 'Rotate bot', 'Revoke bot', 'Rotate Selected']) {
      await tabTo(opener)
      await page.keyboard.press('Enter')
      await page.getByRole('dialog').waitFor()
      for (let presses = 0; presses < 12; presses++) {
        await page.keyboard.press('Tab')
        expect(await inPage(`document.activeElement.closest('.bar, .frame, .skip')`)).toBeNull()
      }
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      await page.waitForFunction(`${FOCUSED} === ${JSON.stringify(opener)}`)
    }
  })
})

describe('without scripts', () => {
  test('all but copying works', async () => {
    await signIn({ javaScriptEnabled: false })
    await link('Create Token').click()
    await page.getByLabel('Name').fill('bot')
    await button('Create Token').click()
    const created = await page.getByRole('textbox').inputValue()
    expect(await works(created)).toBe(true)
    expect(await page.getByRole('button', { name: /^Copy/ }).count()).toBe(0)
    await link('Done').click()
    await page.getByLabel('Select bot').check()
    await button('Rotate Selected').click()
    await button('Rotate token').click()
    const rotated = await page.getByRole('textbox').inputValue()
    expect([await works(created), await works(rotated)]).toEqual([false, true])
    await link('Done').click()
    await link('Revoke bot').click()
    await button('Revoke token').click()
    expect(await works(rotated)).toBe(false)
    await page.getByText('Workspace', { exact: true }).click()
    expect(await link('New workspace…').isVisible()).toBe(true)
  })
})

describe('what comes from outside', () => {
  test('is shown and does nothing', async () => {
    const evil = '<script>alert(1)</script><img src=https://evil.example/x onerror=alert(2)>'
    const { value } = service.tokens.create({ name: `\u202e${evil.slice(0, 99)}`, expiration: 'never' })
    const content = `# ${evil}\n\n${evil}\n\n![pixel](https://evil.example/p.png) [go](javascript:alert(3))\n\n<iframe src="https://evil.example"></iframe>\n\n1. Drain the node\n   \`\`\`sh\n   kubectl drain\n   \`\`\`\n\n| a | b |\n|---|---|\n| 1 | 2 |\n`
    await api.upsert(value, evil, content)
    await signIn()
    let alerted = false
    page.on('dialog', (popup) => {
      alerted = true
      void popup.dismiss()
    })
    expect((await listed())[0]?.[0]).toContain('<script>alert(1)</script>')
    await checkAccessible('hostile-name')
    await link('Knowledge').click()
    await checkAccessible('knowledge')
    await link(evil).click()
    expect(await page.locator('article').innerText()).toContain('kubectl drain')
    await checkAccessible('entry')
    await link('Source').click()
    expect(await page.locator('pre.sheet').innerText()).toContain('<iframe src="https://evil.example"></iframe>')
    await checkAccessible('source')
    expect(alerted).toBe(false)
  })
})
