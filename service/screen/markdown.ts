import { raw } from 'hono/html'
import type { HtmlEscapedString } from 'hono/utils/html'
import { micromark } from 'micromark'
import { gfm, gfmHtml } from 'micromark-extension-gfm'

/** In UTF-16 units. Micromark takes long for some longer texts. */
const LENGTH_LIMIT = 64 * 1024

/**
 * Markdown as HTML in which nothing of the text acts: micromark escapes HTML and drops URLs of other protocols than the
 * web's and mail's. Without images a link is left of them, so that looking at an entry sends no request to another server.
 *
 * @returns `undefined` if the text is too long.
 */
export function renderMarkdown(text: string): HtmlEscapedString | undefined {
  if (text.length > LENGTH_LIMIT) return undefined
  const markup = micromark(text, {
    extensions: [gfm(), { disable: { null: ['labelStartImage'] } }],
    htmlExtensions: [gfmHtml()]
  })
  // Only tags of micromark have an unescaped `<`. The entry's first heading becomes the second of the page.
  return raw(
    markup
      .replaceAll(/<(\/?)h([1-6])/g, (_, slash: string, level: string) => `<${slash}h${Math.min(6, Number(level) + 1)}`)
      .replaceAll(/<input type="checkbox" disabled=""( checked="")? \/>/g, (_, checked) => (checked ? '☑' : '☐'))
  )
}
