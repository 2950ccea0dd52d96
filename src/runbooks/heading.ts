import { GFM, parser as commonMark } from '@lezer/markdown'
import { decodeHTMLStrict } from 'entities'
import { leavesOf } from './blocks.ts'
import { definitionsIn } from './destinations.ts'
import { isPlain, withoutClosing } from './heading-line.ts'
import { readDefinitions, scanInline } from './inline.ts'

/** Characters of a heading in which markup is looked for: emphasis takes quadratic time. */
const MAX_LENGTH = 4096

/** `firstHeading`, for a body that takes a parser. */
export function parseFirstHeading(body: string): string | undefined {
  const leaves = leavesOf(body)
  for (const { kind, level, top, text } of leaves) {
    if (kind !== 'heading' || level !== 1 || !top) continue
    const isSetext = !text.startsWith('#')
    const source = isSetext ? text.slice(readDefinitions(text).end) : withoutClosing(text.replace(/^#+/, ''))
    const isDefined = (label: string): boolean => definitionsIn(leaves).labels.has(label)
    const title = plainText(source.trim(), isDefined)
    if (title !== '') return title
  }
  return undefined
}

/** Inline Markdown as a reader sees it: links as their text, images as their description, no HTML, entities decoded. */
export function plainText(source: string, isDefined: (label: string) => boolean): string {
  if (isPlain(source) || source.length > MAX_LENGTH) return collapsed(source)
  const text = withoutLinks(source, isDefined)
  const cursor = inlineParser.parse(PREFIX + text).cursor()
  let plain = ''
  let at = PREFIX.length
  do {
    const { name, from, to } = cursor
    if (from < at) continue
    const replacement = REPLACEMENTS[name]
    if (replacement === undefined) continue
    const written = text.slice(from - PREFIX.length, to - PREFIX.length)
    plain += text.slice(at - PREFIX.length, from - PREFIX.length) + replacement(written)
    at = to
  } while (cursor.next())
  return collapsed(plain + text.slice(at - PREFIX.length))
}

function collapsed(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

/** Takes the brackets and destinations off links and images; with none left the parser sees emphasis and the rest alone. */
function withoutLinks(source: string, isDefined: (label: string) => boolean): string {
  const { links } = scanInline(source, 0, isDefined)
  const spans = links.flatMap(({ open, close }) => [open, close]).sort((one, other) => one.from - other.from)
  let at = 0
  let text = ''
  for (const { from, to } of spans) {
    // What stands inside another link's destination went with it.
    if (from < at) continue
    text += source.slice(at, from)
    at = to
  }
  return text + source.slice(at)
}

/** Makes any text the content of one heading, so that nothing in it opens a block. */
const PREFIX = '# '

const REPLACEMENTS: Partial<Record<string, (written: string) => string>> = {
  EmphasisMark: () => '',
  StrikethroughMark: () => '',
  HTMLTag: () => '',
  Comment: () => '',
  ProcessingInstruction: () => '',
  HardBreak: () => ' ',
  Escape: (written) => written.slice(1),
  Entity: (written) => decodeHTMLStrict(written),
  Autolink: (written) => written.slice(1, -1),
  InlineCode: (written) => {
    const content = /^(`+)([^]*)\1$/.exec(written)?.[2] ?? written
    return /^ [^]*[^ ][^]* $/.test(content) ? content.slice(1, -1) : content
  }
}

const inlineParser = commonMark.configure([GFM, { remove: ['Link', 'Image', 'LinkEnd', 'Autolink'] }])
