import type { Span } from './comments.ts'

/** An address in a text, without angle brackets or quotes. */
export interface PlacedAddress extends Span {
  readonly image: boolean
}

const ATTRIBUTES: Readonly<Record<string, readonly string[]>> = {
  a: ['href'],
  img: ['src', 'srcset'],
  source: ['src', 'srcset'],
  video: ['src', 'poster']
}
/** Attributes with addresses of the components of MDX. */
const COMPONENT = ['href', 'to', 'src', 'img']
/** A comment, or such a tag. */
const TAG = /<!--[^]*?(?:-->|$)|<(a|img|source|video)(?=[\s/])(?:"[^"]*"|'[^']*'|[^'">])*/gi
/** A piece that is one tag, as each is in MDX. */
const WHOLE_TAG = /^<([a-z][\w.]*)[\s/][^]*/gi
const ATTRIBUTE = /\s([^\s"'=<>/]+)\s*=\s*("[^"]*"|'[^']*'|[^\s"'>]+)/g
/** An address of `srcset`, and its width. */
const CANDIDATE = /([^\s,](?:\S*[^\s,])?)(?:\s[^,]*)?/g

/** The addresses in a piece of HTML or MDX, in their order. @param start offset of the piece. */
export function htmlAddresses(html: string, start: number, isMdx: boolean): PlacedAddress[] {
  return Array.from(html.matchAll(isMdx ? WHOLE_TAG : TAG)).flatMap(({ 0: tag, 1: name = '', index }) => {
    const wanted = ATTRIBUTES[name.toLowerCase()] ?? (isMdx && /^[A-Z]/.test(name) ? COMPONENT : [])
    return Array.from(tag.matchAll(ATTRIBUTE)).flatMap((found): PlacedAddress[] => {
      const { 0: attribute, 1: key = '', 2: value = '' } = found
      // `src={flow}` is an expression.
      if (!wanted.includes(key.toLowerCase()) || value.startsWith('{')) return []
      const quotes = /^["']/.test(value) ? 1 : 0
      const to = start + index + found.index + attribute.length - quotes
      const own = value.slice(quotes, value.length - quotes)
      const from = to - own.length
      const image = !/^(?:href|to)$/i.test(key)
      if (key.toLowerCase() !== 'srcset') return [{ from, to, image }]
      return Array.from(own.matchAll(CANDIDATE), ({ 1: address = '', index: at }) => {
        return { from: from + at, to: from + at + address.length, image }
      })
    })
  })
}
