import type { Span } from './span.ts'

const ATTRIBUTES: Partial<Record<string, string>> = { a: 'href', img: 'src' }

/** Elements whose content is not HTML. */
const RAW_TEXT = new Set(['script', 'style', 'textarea', 'title', 'xmp'])

/**
 * Finds the values of `<a href>` and `<img src>` in HTML from `start` to `end`, as browsers read it. Ignores `srcset` and other
 * elements. Never reads a character twice after an incomplete tag, so it takes linear time.
 */
export function htmlDestinations(text: string, start = 0, end = text.length): (Span & { image: boolean })[] {
  const found: (Span & { image: boolean })[] = []
  const html = text.slice(0, end)
  const markup = /<(?:!--|[!?]|\/?([a-z][^\s/>]*))/gi
  markup.lastIndex = start
  for (let match = markup.exec(html); match !== null; match = markup.exec(html)) {
    const tagName = match[1]?.toLowerCase()
    if (tagName === undefined) {
      const close = match[0] === '<!--' ? '-->' : '>'
      const at = html.indexOf(close, match.index + 2)
      if (at === -1) break
      markup.lastIndex = at + close.length
      continue
    }
    const isClosing = match[0][1] === '/'
    const wanted = isClosing ? undefined : ATTRIBUTES[tagName]
    const { end: tagEnd, value } = readAttributes(html, markup.lastIndex, wanted)
    if (value !== undefined) found.push({ ...value, image: tagName === 'img' })
    markup.lastIndex = tagEnd
    if (!isClosing && RAW_TEXT.has(tagName)) {
      const closing = new RegExp(`</${tagName}`, 'gi')
      closing.lastIndex = tagEnd
      const close = closing.exec(html)
      if (close === null) break
      markup.lastIndex = close.index
    }
  }
  return found
}

/** Reads the attributes of a tag: where they end, and the first value of `wanted` without its quotes. */
function readAttributes(html: string, start: number, wanted: string | undefined): { end: number; value?: Span } {
  const attribute = /[\s/]*([^\s/>=]+)(?:\s*=\s*("[^"]*"|'[^']*'|[^\s"'>][^\s>]*))?/y
  let value: Span | undefined
  let end = start
  attribute.lastIndex = start
  for (let match = attribute.exec(html); match !== null; match = attribute.exec(html)) {
    end = attribute.lastIndex
    const [, name = '', written] = match
    if (value !== undefined || written === undefined || name.toLowerCase() !== wanted) continue
    const quotes = written.startsWith('"') || written.startsWith("'") ? 1 : 0
    value = { from: end - written.length + quotes, to: end - quotes }
  }
  return value === undefined ? { end } : { end, value }
}
