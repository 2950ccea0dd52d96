import { decodeHTMLStrict } from 'entities/decode'
import { labelOf, syntaxTree, TooComplexError, type Tree } from './parser.ts'
import { collapse } from './text.ts'

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
  /** The plain text of the first H1 that has any. Headings in lists, block quotes and footnotes do not count. */
  readonly title: string | undefined
  /** The text was not parsed, because that could take long. */
  readonly isTooComplex: boolean
}

/** @throws {RangeError} if the text overflows the stack of this machine. */
export function parseMarkdown(source: string): MarkdownDocument {
  // The parser knows LF alone. Offsets stay.
  const text = source.replaceAll('\r\n', ' \n').replaceAll('\r', '\n')
  try {
    const { tree, labels } = syntaxTree(text)
    return { destinations: destinationsIn(tree, text), title: titleIn(tree, text, labels), isTooComplex: false }
  } catch (error) {
    if (error instanceof TooComplexError) return { destinations: [], title: undefined, isTooComplex: true }
    throw error
  }
}

const LINKS = new Set(['Link', 'Image', 'LinkReference'])
/** A block that begins with a comment may end with tags. */
const HTML = /^(?:HTML|Comment|ProcessingInstruction)/

function destinationsIn(tree: Tree, text: string): Destination[] {
  const found: (Destination & { readonly definition?: string })[] = []
  const imageLabels = new Set<string>()
  tree.iterate({
    enter: () => true,
    // The destination of a link is below the images in its text.
    leave(cursor) {
      const { name, from, to } = cursor
      if (HTML.test(name)) {
        for (const html of htmlDestinations(text.slice(from, to))) {
          found.push({ ...html, from: from + html.from, to: from + html.to })
        }
      }
      if (!LINKS.has(name)) return
      const { node } = cursor
      const url = node.getChild('URL')
      if (url !== null) {
        const brackets = text[url.from] === '<' ? 1 : 0
        found.push({
          from: url.from + brackets,
          to: url.to - brackets,
          image: name === 'Image',
          syntax: 'markdown',
          ...(name === 'LinkReference' && { definition: labelOf(node, text) })
        })
      } else if (name === 'Image') imageLabels.add(labelOf(node, text))
    }
  })
  return found.map(({ definition, ...destination }) =>
    definition !== undefined && imageLabels.has(definition) ? { ...destination, image: true } : destination
  )
}

/** The elements with destinations, and the attributes that hold them. */
const ATTRIBUTES: Partial<Record<string, string>> = { a: 'href', img: 'src' }

/** Elements whose content is not HTML. */
const RAW_TEXT = new Set(['script', 'style', 'textarea', 'title', 'xmp'])

/**
 * Finds the values of `<a href>` and `<img src>` as browsers read HTML. Ignores `srcset` and other elements. Takes linear time,
 * because it never reads a character twice after an incomplete tag.
 */
export function htmlDestinations(html: string): Destination[] {
  const found: Destination[] = []
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
      if (value !== undefined) found.push({ ...value, image: name === 'img', syntax: 'html' })
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
function readAttributes(
  html: string,
  start: number,
  wanted: string | undefined
): { end: number; value?: Pick<Destination, 'from' | 'to'> } {
  const attribute = /[\s/]*([^\s/>=]+)(?:\s*=\s*("[^"]*"|'[^']*'|[^\s"'>][^\s>]*))?/y
  let value: Pick<Destination, 'from' | 'to'> | undefined
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

function titleIn(tree: Tree, text: string, labels: ReadonlySet<string>): string | undefined {
  for (let node = tree.topNode.firstChild; node !== null; node = node.nextSibling) {
    if (node.name !== 'ATXHeading1' && node.name !== 'SetextHeading1') continue
    const title = plainText(node.toTree(), text.slice(node.from, node.to), labels)
    if (title !== '') return title
  }
  return undefined
}

/** `# Title {#id}` of Docusaurus and MkDocs. */
const HEADING_ID = /\{[ \t]*#[^\s{}]+[ \t]*\}(?=[ \t#]*(?:\n[ \t=]*)?$)/

const nothing = (): string => ''
/** What readers see of a node in a heading in place of its source. */
const SHOWN: Partial<Record<string, (source: string) => string>> = {
  Escape: (source) => source.slice(1),
  Entity: (source) => decodeHTMLStrict(source),
  Autolink: (source) => source.slice(1, -1),
  HardBreak: () => ' ',
  HeaderMark: nothing,
  EmphasisMark: nothing,
  StrikethroughMark: nothing,
  CodeMark: nothing,
  HTMLTag: nothing,
  Comment: nothing,
  ProcessingInstruction: nothing
}

/** The text of a heading on one line, as readers see it: without markup and HTML, images as their alternative text. */
function plainText(heading: Tree, source: string, labels: ReadonlySet<string>): string {
  const id = source.search(HEADING_ID)
  const end = id === -1 ? source.length : id
  let text = ''
  let at = 0
  heading.iterate({
    to: end,
    enter({ name, from, to, node: { parent } }) {
      const shown = SHOWN[name]
      if (shown !== undefined) {
        text += source.slice(at, from) + shown(source.slice(from, to))
        at = to
      } else if (name === 'LinkMark' && parent !== null) {
        // With its destination, a link has four marks. Readers see no more than its text.
        if (parent.getChildren(name).length === 2 && !labels.has(labelOf(parent, source))) return true
        text += source.slice(at, from)
        at = from === parent.from ? to : parent.to
      }
      return shown === undefined
    }
  })
  return collapse(text + source.slice(at, end))
}
