import { isPlain, withoutClosing } from './heading-line.ts'

/**
 * The first top-level H1 of a Markdown body, as plain text; `undefined` where there is none, or none that says anything.
 * Headings in lists and quotations are not the document's. A body that begins with a plain `# Title`, as most do, and one
 * that has no line which could be an H1, cost no parser.
 */
export async function firstHeading(body: string): Promise<string | undefined> {
  const [, opening] = /^(?:[ \t]*\r?\n)* {0,3}#[ \t]+([^\r\n]*)/.exec(body) ?? []
  if (opening !== undefined) {
    const text = withoutClosing(opening)
    if (text !== '' && isPlain(text)) return text
  }
  if (!/^ {0,3}(?:#[ \t]|=+[ \t]*$)/m.test(body)) return undefined
  const { parseFirstHeading } = await import('./heading.ts')
  return parseFirstHeading(body)
}
