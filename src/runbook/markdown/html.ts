import { matchAt, type Span } from './syntax.ts'

const TAG_NAME = /<[a-z][a-z\d-]*/iy
const ATTRIBUTE = /[ \t\n]+[a-z_:][\w.:-]*(?:[ \t\n]*=[ \t\n]*(?:[^ \t\n"'=<>`]+|'[^']*'|"[^"]*"))?/iy
const TAG_END = /[ \t\n]*\/?>/y
export const CLOSING_TAG = /<\/[a-z][a-z\d-]*[ \t\n]*>/iy

/** HTML blocks of types 1 to 5 (CommonMark 4.6). */
const DELIMITED_BLOCKS: readonly (readonly [start: RegExp, end: RegExp])[] = [
  [/^<(?:script|pre|style|textarea)(?=[ \t\v\f>]|$)/i, /<\/(?:script|pre|style|textarea)>/i],
  [/^<!--/, /-->/],
  [/^<\?/, /\?>/],
  [/^<![a-z]/i, />/],
  [/^<!\[CDATA\[/, /\]\]>/]
]

/** HTML blocks of type 6. */
const BLOCK_TAG = new RegExp(
  '^</?(?:address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|' +
    'fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hr|html|iframe|legend|li|link|main|menu|' +
    'menuitem|nav|noframes|ol|optgroup|option|p|param|search|section|source|summary|table|tbody|td|tfoot|th|thead|title|' +
    String.raw`tr|track|ul)(?=[ \t\v\f]|/?>|$)`,
  'i'
)

/** The elements with destinations, and the attributes that hold them. */
const ATTRIBUTES: Partial<Record<string, string>> = { a: 'href', img: 'src' }

/** Elements whose content is not HTML. */
const RAW_TEXT = new Set(['script', 'style', 'textarea', 'title', 'xmp'])

/**
 * The end of an open tag (CommonMark 6.6). Of all scans that reach one offset, no two are in the same state (between quotes,
 * which, or none), so scans from many offsets take linear time together.
 */
export function openTagEnd(text: string, at: number): number | undefined {
  let end = matchAt(TAG_NAME, text, at)
  if (end === undefined) return undefined
  // A pattern for all attributes at once would run out of stack.
  for (let next: number | undefined = end; next !== undefined; next = matchAt(ATTRIBUTE, text, end)) end = next
  return matchAt(TAG_END, text, end)
}

/** Whether an HTML block starts with this line, from its first `<`. It ends at the line with `end`, or at a blank line. */
export function htmlBlockStart(line: string, inParagraph: boolean): { readonly end: RegExp | undefined } | undefined {
  const delimited = DELIMITED_BLOCKS.find(([start]) => start.test(line))
  if (delimited !== undefined) return { end: delimited[1] }
  if (BLOCK_TAG.test(line)) return { end: undefined }
  // Type 7, a tag alone.
  const end = inParagraph ? undefined : (openTagEnd(line, 0) ?? matchAt(CLOSING_TAG, line, 0))
  return end !== undefined && /^[ \t]*$/.test(line.slice(end)) ? { end: undefined } : undefined
}

/**
 * Finds the values of `<a href>` and `<img src>` as browsers read HTML. Ignores `srcset` and other elements. Never reads a
 * character twice after an incomplete tag, so it takes linear time.
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
    const quotes = /^["']/.test(written) ? 1 : 0
    value = { from: end - written.length + quotes, to: end - quotes }
  }
  return value === undefined ? { end } : { end, value }
}
