import type { Span } from './inline.ts'

export interface HtmlDestination extends Span {
  readonly image: boolean
}

const DESTINATIONS: Partial<Record<string, { attribute: string; image: boolean }>> = {
  a: { attribute: 'href', image: false },
  img: { attribute: 'src', image: true }
}
/** What stands in these is not markup. */
const RAW_TEXT = new Set(['script', 'style', 'textarea', 'title', 'xmp'])

/**
 * The values of `<a href>` and `<img src>` in a piece of HTML, read as HTML's tokenizer does: it never goes back, so that
 * a tag without an end costs no more than one with. `srcset` and other elements are left as they are.
 */
export function htmlDestinations(text: string, start = 0, end = text.length): HtmlDestination[] {
  const found: HtmlDestination[] = []
  const html = end === text.length ? text : text.slice(0, end)
  const opening = /<(?:!--|[!?]|\/?([a-z][^\s/>]*))/gi
  opening.lastIndex = start
  for (let tag = opening.exec(html); tag !== null; tag = opening.exec(html)) {
    const name = tag[1]?.toLowerCase()
    if (name === undefined) {
      const close = tag[0] === '<!--' ? '-->' : '>'
      const at = html.indexOf(close, tag.index + 2)
      if (at === -1) return found
      opening.lastIndex = at + close.length
      continue
    }
    const isOpen = tag[0][1] !== '/'
    const wanted = isOpen ? DESTINATIONS[name] : undefined
    const { end: tagEnd, value } = readAttributes(html, opening.lastIndex, wanted?.attribute)
    if (wanted !== undefined && value !== undefined) found.push({ ...value, image: wanted.image })
    opening.lastIndex = tagEnd
    if (isOpen && RAW_TEXT.has(name)) {
      const closing = new RegExp(`</${name}`, 'gi')
      closing.lastIndex = tagEnd
      const close = closing.exec(html)
      if (close === null) return found
      opening.lastIndex = close.index
    }
  }
  return found
}

/** The end of a tag's attributes, and the value of the first one that is called `wanted`. */
function readAttributes(html: string, start: number, wanted: string | undefined): { end: number; value?: Span } {
  const attribute = /[\s/]*([^\s/>=]+)(?:\s*=\s*("[^"]*"|'[^']*'|[^\s"'>][^\s>]*))?/y
  let value: Span | undefined
  let end = start
  attribute.lastIndex = start
  for (let found = attribute.exec(html); found !== null; found = attribute.exec(html)) {
    end = attribute.lastIndex
    const [, name = '', written] = found
    if (value !== undefined || written === undefined || name.toLowerCase() !== wanted) continue
    const quotes = written.startsWith('"') || written.startsWith("'") ? 1 : 0
    value = { from: end - written.length + quotes, to: end - quotes }
  }
  return value === undefined ? { end } : { end, value }
}
