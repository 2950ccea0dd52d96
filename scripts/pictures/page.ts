import { micromark } from 'micromark'
import { gfm, gfmHtml } from 'micromark-extension-gfm'

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
export function pageOf(summary: string, style: string): string {
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
