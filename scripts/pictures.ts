/**
 * Draws job summaries of real runs as GitHub shows them.
 *
 *   node scripts/pictures.ts [--out FOLDER] [NAME…]    light and dark; the default folder is a new temporary one
 *
 * For README.md and docs/workflow.md: `npm run pictures -- --out docs/images summary-token summary-green`.
 */
import { mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { launchBrowser } from '../__tests__/browser/browser.ts'
import { situations } from './pictures/situations.ts'
import { pageOf } from './pictures/page.ts'

const { values, positionals } = parseArgs({ options: { out: { type: 'string' } }, allowPositionals: true })
const folder = values.out ?? (await mkdtemp(join(tmpdir(), 'summaries-')))
await mkdir(folder, { recursive: true })

const wanted = Object.entries(situations).filter(([name]) => positionals.length === 0 || positionals.includes(name))
const style = await readFile(new URL('pictures/github.css', import.meta.url), 'utf8')

const browser = await launchBrowser()
try {
  for (const [name, play] of wanted) {
    const summary = await play()
    if (values.out === undefined) await writeFile(join(folder, `${name}.md`), summary)
    for (const colorScheme of ['light', 'dark'] as const) {
      const page = await browser.newPage({
        colorScheme,
        viewport: { width: 920, height: 200 },
        deviceScaleFactor: 1.25
      })
      await page.setContent(pageOf(summary, style))
      const path = join(folder, `${name}-${colorScheme}.png`)
      await page.screenshot({ path, fullPage: true })
      await page.close()
      console.log(path)
    }
  }
} finally {
  await browser.close()
}
