/** The elements with destinations, and the attributes that hold them. */
const ATTRIBUTES: Partial<Record<string, string>> = { a: 'href', img: 'src' }

/** Elements whose content is not HTML. */
const RAW_TEXT = new Set(['script', 'style', 'textarea', 'title', 'xmp'])

interface Span {
  readonly from: number
  readonly to: number
}

/**
 * Finds the values of `<a href>` and `<img src>` as browsers read HTML. Ignores `srcset` and other elements. Takes linear time,
 * because it never reads a character twice after an incomplete tag.
 */
export function htmlDestinations(html: string): (Span & { readonly image: boolean })[] {
  const found: (Span & { image: boolean })[] = []
  const markup = /<(?:!--|[!?]|(\/?)([a-z][^\s/>]*))/gi
  for (let match = markup.exec(html); match !== null; match = markup.exec(html)) {
    const [opening, slash, written = ''] = match
    const name = written.toLowerCase()
    let close = /-->/g
    if (name === '') {
      if (opening !== '<!--') close = />/g
      close.lastIndex = match.index + 2
    } else {
      const { end, value } = readAttributes(html, markup.lastIndex, slash === '' ? ATTRIBUTES[name] : undefined)
      if (value !== undefined) found.push({ ...value, image: name === 'img' })
      markup.lastIndex = end
      if (slash !== '' || !RAW_TEXT.has(name)) continue
      close = new RegExp(`(?=</${name})`, 'gi')
      close.lastIndex = end
    }
    if (!close.test(html)) break
    markup.lastIndex = close.lastIndex
  }
  return found
}

/** Finds where the attributes of a tag end, and the first value of `wanted` without its quotes. */
function readAttributes(html: string, start: number, wanted: string | undefined): { end: number; value?: Span } {
  const attribute = /[\s/]*([^\s/>=]+)(?:\s*=\s*("[^"]*"|'[^']*'|[^\s"'>][^\s>]*))?/y
  let value: Span | undefined
  let end = start
  attribute.lastIndex = start
  for (let match = attribute.exec(html); match !== null; match = attribute.exec(html)) {
    end = attribute.lastIndex
    const [, name = '', written] = match
    if (value !== undefined || written === undefined || name.toLowerCase() !== wanted) continue
    const quotes = /^["']/.test(written) ? 1 : 0
    value = { from: end - written.length + quotes, to: end - quotes }
  }
  return value === undefined ? { end } : { end, value }
}
