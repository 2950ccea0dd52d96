import { parse, postprocess, preprocess } from 'micromark'
import { gfm } from 'micromark-extension-gfm'
import { gfmFootnote } from 'micromark-extension-gfm-footnote'
import { gfmTable } from 'micromark-extension-gfm-table'
import { decodeString } from 'micromark-util-decode-string'
import { normalizeIdentifier } from 'micromark-util-normalize-identifier'
import { htmlDestinations, type Destination } from '../../src/runbook/markdown.ts'

type Event = ReturnType<typeof postprocess>[number]

interface Reference {
  readonly destinations: readonly Destination[]
  readonly title: string | undefined
  readonly labels: readonly string[]
}

/** Destinations, title and labels of definitions as micromark finds them. */
export function readWithMicromark(text: string): Reference {
  // A bare URL ends before a link.
  const parser = parse({ extensions: [gfmTable(), gfmFootnote(), { disable: { null: ['attention'] } }] })
  const events = postprocess(parser.document().write(preprocess()(text, undefined, true)))
  const { destinations, labels } = linksIn(events, text)
  const titles = headingsIn(events, text).map((heading) => plainText(heading, labels))
  return { destinations, title: titles.find((title) => title !== ''), labels }
}

function linksIn(events: readonly Event[], text: string): Pick<Reference, 'destinations' | 'labels'> {
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
  const destinations = found.map(({ label, ...destination }) =>
    label !== undefined && imageLabels.has(label) ? { ...destination, image: true } : destination
  )
  return { destinations, labels }
}

/** The sources of the H1s outside lists, block quotes and footnotes. */
function headingsIn(events: readonly Event[], text: string): string[] {
  const containers = ['blockQuote', 'listOrdered', 'listUnordered', 'gfmFootnoteDefinition']
  const headings: string[] = []
  let depth = 0
  let source = ''
  for (const [kind, token] of events) {
    const type: string = token.type
    const from = token.start.offset
    if (containers.includes(type)) depth += kind === 'enter' ? 1 : -1
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

function plainText(source: string, labels: readonly string[]): string {
  const parser = parse({ extensions: [gfm()] })
  parser.defined = [...labels]
  const [hidden, data] = [
    ['resource', 'reference', 'htmlText'],
    [
      'data',
      'codeTextData',
      'characterEscapeValue',
      'autolinkProtocol',
      'autolinkEmail',
      'literalAutolinkHttp',
      'literalAutolinkWww',
      'literalAutolinkEmail'
    ]
  ]
  let text = ''
  let depth = 0
  for (const [kind, token, context] of parser.text().write(preprocess()(source, undefined, true))) {
    const type: string = token.type
    if (hidden.includes(type)) depth += kind === 'enter' ? 1 : -1
    if (kind === 'enter' || depth > 0) continue
    if (data.includes(type)) text += context.sliceSerialize(token)
    if (type === 'characterReference') text += decodeString(context.sliceSerialize(token))
    if (type === 'lineEnding') text += ' '
  }
  return text.replace(/\s+/g, ' ').trim()
}
