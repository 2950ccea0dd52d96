/**
 * Draws the job summaries of docs/images from real runs, as GitHub shows them.
 *
 *   npm run pictures
 */
import { cp, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { micromark } from 'micromark'
import { gfm, gfmHtml } from 'micromark-extension-gfm'
import { launchBrowser } from '../service/__tests__/browser/browser.ts'
import type { WorkingCopy } from '../testing/github/repository.ts'
import { Project } from '../testing/project.ts'
import { ACTION_FOLDER } from '../testing/runner/action-metadata.ts'

const FOLDER = 'docs/runbooks'

/** What leads to the summary of each picture. */
const SITUATIONS: Readonly<Record<string, () => Promise<string>>> = {
  'summary-green': () =>
    played(async (project, clone) => {
      await edit(clone, 'payments/card-processor-outage.md', 'Northpay', 'Southpay')
      await clone.rename(`${FOLDER}/finance/sepa-réconciliation.md`, `${FOLDER}/finance/sepa-statement.md`)
      await clone.remove(`${FOLDER}/platform/certificate-expiry.md`)
      await edit(clone, 'payments/checkout-failing.md', /\]\([^)]*\.md\)/, '](no-such-runbook.md)')
      return pushed(project, clone)
    }),

  'summary-token': () =>
    played(async (project, clone) => {
      project.service.clock.advance(31 * 24 * 60 * 60 * 1000)
      await edit(clone, 'payments/checkout-failing.md', 'for three minutes', 'for two minutes')
      await edit(clone, 'payments/ledger-imbalance.md', 'over 10,000 €', 'over 5,000 €')
      return pushed(project, clone)
    })
}

/** What a machine without an emoji font shows, too: a coloured shape with a sign in it, about as GitHub's readers see it. */
const SIGNS: Readonly<Record<string, string>> = {
  '✅': shape('#2da44e', '<path d="M5 10.5l3.3 3.3L15 7" />'),
  '❌': sign('#cf222e', '<path d="M4 4l12 12M16 4L4 16" />'),
  '⛔': shape('#cf222e', '<path d="M5 10h10" />', 10),
  '⏳': shape('#bf8700', '<path d="M10 5v5l3 3" />', 10),
  '📋': shape('#8250df', '<path d="M6 7h8M6 10h8M6 13h5" />'),
  '⚠️': sign('#bf8700', '<path d="M10 3L18 17H2zM10 8v4M10 14.5v.1" stroke-width="2" />'),
  '📤': shape('#0969da', '<path d="M10 15V5M6 9l4-4 4 4" />'),
  '📕': shape('#82071e', '<path d="M7 3v14" />'),
  '🍂': sign('#bc4c00', '<path d="M4 17C4 8 8 4 17 3c0 9-4 12-10 11M4 17l6-7" />')
}

/** The pictures, each in the colours of its name. */
const PICTURES = ['summary-green-light', 'summary-green-dark', 'summary-token-light']

const style = await readFile(new URL('pictures.css', import.meta.url), 'utf8')
const browser = await launchBrowser()
try {
  for (const [name, play] of Object.entries(SITUATIONS)) {
    const html = pageOf(await play())
    for (const colorScheme of ['light', 'dark'] as const) {
      if (!PICTURES.includes(`${name}-${colorScheme}`)) continue
      const viewport = { width: 920, height: 200 }
      const page = await browser.newPage({ colorScheme, viewport, deviceScaleFactor: 1.25 })
      await page.setContent(html)
      const path = join(ACTION_FOLDER, 'docs', 'images', `${name}-${colorScheme}.png`)
      await page.screenshot({ path, fullPage: true })
      await page.close()
      console.log(path)
    }
  }
} finally {
  await browser.close()
}

/** After a first push that delivered the sample runbooks. */
async function played(play: (project: Project, clone: WorkingCopy) => Promise<string>): Promise<string> {
  await using project = await Project.create()
  const clone = await project.repository.clone()
  await cp(join(ACTION_FOLDER, 'examples/runbooks'), join(clone.folder, FOLDER), { recursive: true })
  await pushed(project, clone)
  return await play(project, clone)
}

async function pushed(project: Project, clone: WorkingCopy): Promise<string> {
  await clone.commit('Change the runbooks')
  await clone.push()
  return (await project.push()).summary
}

async function edit(clone: WorkingCopy, runbook: string, from: string | RegExp, to: string): Promise<void> {
  const path = `${FOLDER}/${runbook}`
  const text = await readFile(join(clone.folder, path), 'utf8')
  const changed = text.replace(from, to)
  if (changed === text) throw new Error(`${runbook} does not contain ${String(from)}: change tools/pictures.ts.`)
  await clone.write(path, changed)
}

function shape(colour: string, inner: string, radius = 3): string {
  return svg(`<rect width="20" height="20" rx="${radius}" fill="${colour}" /><g stroke="#fff">${inner}</g>`)
}

function sign(colour: string, inner: string): string {
  return svg(`<g stroke="${colour}">${inner}</g>`)
}

function svg(inner: string): string {
  return `<svg viewBox="0 0 20 20" fill="none" stroke-width="2.5" stroke-linecap="round" stroke-linejoin="round">${inner}</svg>`
}

/** A job summary on a page of its own, in about the box in which GitHub shows it. */
function pageOf(summary: string): string {
  const html = micromark(summary, {
    allowDangerousHtml: true,
    extensions: [gfm()],
    htmlExtensions: [gfmHtml()]
  }).replace(
    /<blockquote>\s*<p>\[!(\w+)\]\n?(.*?)<\/blockquote>/gs,
    (_, kind: string, rest: string) =>
      `<div class="alert ${kind.toLowerCase()}"><p class="title">${kind.charAt(0)}${kind.slice(1).toLowerCase()}</p><p>${rest}</div>`
  )
  const drawn = Object.entries(SIGNS).reduce(
    // A line breaks before and after a picture, and not after a letter with the blank that follows it here.
    (text, [emoji, picture]) => text.replace(RegExp(`${emoji}(\\u00a0\\w+)?`, 'g'), `<span>${picture}$1</span>`),
    html
  )
  return (
    `<!doctype html><meta charset="utf-8"><style>${style}</style>` +
    `<section><header>sync summary</header><article>${drawn}</article></section>`
  )
}
