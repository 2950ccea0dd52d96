import { raw } from 'hono/html'
import type { HtmlEscapedString } from 'hono/utils/html'
import { micromark } from 'micromark'
import { gfm, gfmHtml } from 'micromark-extension-gfm'
import { runInNewContext } from 'node:vm'

/** Milliseconds. A runbook takes 10. Of some texts, such as `*a_` repeated, the time grows with the square of the length. */
const TIME_LIMIT = 1000

/**
 * Markdown as HTML in which nothing of the text acts: micromark escapes HTML and drops URLs of other protocols than the
 * web's and mail's. Without images a link is left of them, so that looking at an entry sends no request to another server.
 *
 * @returns `undefined` if it takes too long.
 */
export function renderMarkdown(text: string): HtmlEscapedString | undefined {
  const markup = withinLimit(() =>
    micromark(text, {
      extensions: [gfm(), { disable: { null: ['labelStartImage'] } }],
      htmlExtensions: [gfmHtml()]
    })
  )
  if (markup === undefined) return undefined
  // Only tags of micromark have an unescaped `<`. The entry's first heading becomes the second of the page.
  return raw(
    markup
      .replaceAll(/<(\/?)h([1-6])/g, (_, slash: string, level: string) => `<${slash}h${Math.min(6, Number(level) + 1)}`)
      .replaceAll(/<input type="checkbox" disabled=""( checked="")? \/>/g, (_, checked) => (checked ? '☑' : '☐'))
  )
}

/** What a function returns; `undefined` if it takes too long. Only `node:vm` can stop code that runs. */
function withinLimit(work: () => string): string | undefined {
  try {
    return runInNewContext('work()', { work }, { timeout: TIME_LIMIT }) as string
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return undefined
    throw error
  }
}
