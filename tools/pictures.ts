/**
 * Draws the job summaries of docs/images from real runs, about as GitHub shows them.
 *
 *   npm run pictures
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { micromark } from 'micromark'
import { gfm, gfmHtml } from 'micromark-extension-gfm'
import { launchBrowser } from '../service/__tests__/browser/browser.ts'
import { Handbook } from '../testing/demo/handbook.ts'
import { Project } from '../testing/project.ts'
import { ACTION_FOLDER } from '../testing/runner/runner.ts'

/** What happens after a first push, before the run of each picture. */
const SITUATIONS: Readonly<Record<string, (handbook: Handbook) => void>> = {
  'summary-green': (handbook) => {
    handbook.edit('payments/card-processor-outage.md', 'Northpay', 'Southpay')
    handbook.rename('finance/sepa-réconciliation.md', 'finance/sepa-statement.md')
    handbook.remove('platform/certificate-expiry.md')
    handbook.edit('payments/checkout-failing.md', /\]\([^)]*\.md\)/, '](no-such-runbook.md)')
  },
  'summary-token': (handbook) => {
    handbook.project.service.clock.advance(31 * 24 * 60 * 60 * 1000)
    handbook.edit('payments/checkout-failing.md', 'for three minutes', 'for two minutes')
  }
}

/** The pictures, each in the colours of its name. */
const PICTURES = ['summary-green-light', 'summary-green-dark', 'summary-token-light']

/** For machines without a font that has them. */
const SIGNS = {
  '✅': '<rect width="20" height="20" rx="3" fill="#2da44e" stroke="none" /><path d="M5 10.5l3.3 3.3L15 7" stroke="#fff" />',
  '❌': '<path d="M4 4l12 12M16 4L4 16" stroke="#cf222e" />'
}

const style = await readFile(new URL('pictures.css', import.meta.url), 'utf8')
const browser = await launchBrowser()
try {
  for (const [name, change] of Object.entries(SITUATIONS)) {
    await using project = await Project.create()
    const handbook = new Handbook(project, false)
    await handbook.push('all runbooks are new')
    change(handbook)
    const html = pageOf((await handbook.push('some changed')).summary)
    for (const colorScheme of ['light', 'dark'] as const) {
      if (!PICTURES.includes(`${name}-${colorScheme}`)) continue
      const viewport = { width: 920, height: 200 }
      const page = await browser.newPage({ colorScheme, viewport, deviceScaleFactor: 1.25 })
      await page.setContent(html)
      const path = join(ACTION_FOLDER, 'docs', 'images', `${name}-${colorScheme}.png`)
      await page.screenshot({ path, fullPage: true })
    }
  }
} finally {
  await browser.close()
}

/** A job summary on a page of its own, in about the box in which GitHub shows it. */
function pageOf(summary: string): string {
  const options = { allowDangerousHtml: true, extensions: [gfm()], htmlExtensions: [gfmHtml()] }
  const html = micromark(summary, options)
    .replace(/<p>\[!CAUTION\]\s*/, '<p><b>Caution</b></p><p>')
    // The local service, and GitHub on this machine, on ports that change.
    .replace(/Assistant: http:\/\/127\.0\.0\.1:\d+/g, 'Assistant: https://assistant.example.com/api')
    .replace(/(--repo )127\.0\.0\.1:\d+\//g, '$1')
  const drawn = Object.entries(SIGNS).reduce((text, [sign, drawing]) => text.replace(sign, svg(drawing)), html)
  return (
    `<!doctype html><meta charset="utf-8"><style>${style}</style>` +
    `<article><header>sync summary</header>${drawn}</article>`
  )
}

function svg(drawing: string): string {
  return `<svg viewBox="0 0 20 20" fill="none" stroke-width="2.5" stroke-linecap="round" stroke-linejoin="round">${drawing}</svg>`
}
