import { parse, postprocess, preprocess } from 'micromark'
import { gfm } from 'micromark-extension-gfm'
import { gfmFootnote } from 'micromark-extension-gfm-footnote'
import { gfmTable } from 'micromark-extension-gfm-table'
import { normalizeIdentifier } from 'micromark-util-normalize-identifier'
import { isTooComplex } from './complexity.ts'
import { htmlDestinations } from './html.ts'

/** Where a link or an image points to, as written, without angle brackets or quotes. */
export interface Destination {
  /** Offset of the first character. */
  readonly from: number
  /** Offset after the last character. */
  readonly to: number
  readonly image: boolean
  /** Decides which escapes it may contain. */
  readonly syntax: 'markdown' | 'html'
}

export interface MarkdownDocument {
  /** In the order of the text: of inline links and images, of definitions, of `<a href>` and `<img src>`. */
  readonly destinations: readonly Destination[]
  /** The sources of the H1s outside lists, block quotes and footnotes. */
  readonly headings: readonly string[]
  /** The normalized labels of the definitions. */
  readonly labels: readonly string[]
  /** The text was not parsed, because that could take more than some seconds. */
  readonly isTooComplex: boolean
}

/** `['enter' | 'exit', token, context]`. A token has a type, and the offsets of its start and end. */
type Event = ReturnType<typeof postprocess>[number]

/** Without emphasis: it takes quadratic time and never decides about a link. */
const FOR_LINKS = [gfmTable(), gfmFootnote(), { disable: { null: ['attention'] } }]
const FOR_TEXT = [gfm()]

/** Parses Markdown with tables and footnotes, as GitHub does. */
export function parseMarkdown(text: string): MarkdownDocument {
  if (isTooComplex(text)) return { destinations: [], headings: [], labels: [], isTooComplex: true }
  // micromark does not count a byte order mark at the start.
  const chunks = preprocess()(text.replace(/^\uFEFF/, ' '), undefined, true)
  const events = postprocess(parse({ extensions: FOR_LINKS }).document().write(chunks))
  return { ...readLinks(events, text), headings: readHeadings(events, text), isTooComplex: false }
}

/** Parses the source of a heading. `labels` are the normalized labels of the definitions. */
export function parseInline(source: string, labels: readonly string[]): readonly Event[] {
  const parser = parse({ extensions: FOR_TEXT })
  parser.defined = [...labels]
  return parser.text().write(preprocess()(source, undefined, true))
}

function readLinks(events: readonly Event[], text: string): Pick<MarkdownDocument, 'destinations' | 'labels'> {
  const found: (Destination & { readonly label?: string })[] = []
  const labels: string[] = []
  const imageLabels = new Set<string>()
  /** The links and images that contain the event, with the label of their definition. */
  const open: { readonly image: boolean; label: string }[] = []
  for (const [kind, token, context] of events) {
    const type: string = token.type
    const [from, to] = [token.start.offset, token.end.offset]
    const innermost = open.at(-1)
    if (kind === 'enter') {
      if (type === 'link' || type === 'image') open.push({ image: type === 'image', label: '' })
      continue
    }
    switch (type) {
      case 'labelText':
      case 'referenceString':
        if (innermost !== undefined) innermost.label = context.sliceSerialize(token)
        break
      case 'resource':
        if (innermost !== undefined) innermost.label = ''
        break
      case 'resourceDestinationString':
        found.push({ from, to, image: innermost?.image === true, syntax: 'markdown' })
        break
      case 'link':
      case 'image':
        open.pop()
        if (innermost?.image === true) imageLabels.add(normalizeIdentifier(innermost.label))
        break
      case 'definitionLabelString':
        labels.push(normalizeIdentifier(context.sliceSerialize(token)))
        break
      case 'definitionDestinationString':
        found.push({ from, to, image: false, syntax: 'markdown', label: labels.at(-1) ?? '' })
        break
      case 'htmlFlow':
      case 'htmlText':
        for (const html of htmlDestinations(text.slice(from, to))) {
          found.push({ from: from + html.from, to: from + html.to, image: html.image, syntax: 'html' })
        }
    }
  }
  // A definition that an image uses counts as an image.
  const destinations = found.map(({ label, ...destination }) =>
    label !== undefined && imageLabels.has(label) ? { ...destination, image: true } : destination
  )
  return { destinations, labels }
}

const CONTAINERS = ['blockQuote', 'listOrdered', 'listUnordered', 'gfmFootnoteDefinition']

function readHeadings(events: readonly Event[], text: string): string[] {
  const headings: string[] = []
  let depth = 0
  let source = ''
  for (const [kind, token] of events) {
    const type: string = token.type
    const from = token.start.offset
    if (CONTAINERS.includes(type)) depth += kind === 'enter' ? 1 : -1
    if (depth > 0) continue
    if (kind === 'enter') {
      if (type === 'atxHeading' || type === 'setextHeading') source = ''
    } else if (type === 'atxHeadingText' || type === 'setextHeadingText') {
      source = text.slice(from, token.end.offset)
    } else if (
      type === 'atxHeading' ? !text.startsWith('##', from) : type === 'setextHeadingLineSequence' && text[from] === '='
    ) {
      headings.push(source)
    }
  }
  return headings
}
