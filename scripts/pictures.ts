/**
 * Draws the pictures of the documents from real runs, the job summaries as GitHub shows them.
 *
 *   npm run pictures                             those that README.md and docs/ show, into docs/images
 *   npm run pictures -- --out FOLDER [NAME…]     job summaries of all situations, or of some, light and dark
 */
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { launchBrowser } from '../__tests__/browser/browser.ts'
import { pageOf } from './pictures/page.ts'
import { drawAccessTokens } from './pictures/settings.ts'
import { situations } from './pictures/situations.ts'

type Scheme = 'light' | 'dark'

/** The job summaries in the documents. */
const SHOWN: Readonly<Record<string, readonly Scheme[]>> = {
  'summary-green': ['light', 'dark'],
  'summary-token': ['light']
}

const { values, positionals } = parseArgs({ options: { out: { type: 'string' } }, allowPositionals: true })
const folder = values.out ?? fileURLToPath(new URL('../docs/images', import.meta.url))
await mkdir(folder, { recursive: true })
const style = await readFile(new URL('pictures/github.css', import.meta.url), 'utf8')

function schemesOf(name: string): readonly Scheme[] {
  if (values.out === undefined) return SHOWN[name] ?? []
  return positionals.length === 0 || positionals.includes(name) ? ['light', 'dark'] : []
}

const browser = await launchBrowser()
try {
  for (const [name, play] of Object.entries(situations)) {
    const schemes = schemesOf(name)
    if (schemes.length === 0) continue
    const summary = await play()
    for (const colorScheme of schemes) {
      const viewport = { width: 920, height: 200 }
      const page = await browser.newPage({ colorScheme, viewport, deviceScaleFactor: 1.25 })
      await page.setContent(pageOf(summary, style))
      const path = join(folder, `${name}-${colorScheme}.png`)
      await page.screenshot({ path, fullPage: true })
      await page.close()
      console.log(path)
    }
  }
  if (values.out === undefined) {
    const path = join(folder, 'access-tokens.png')
    await drawAccessTokens(browser, path)
    console.log(path)
  }
} finally {
  await browser.close()
}
