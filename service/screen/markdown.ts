import type { SyntaxNode } from '@lezer/common'
import { GFM, parser } from '@lezer/markdown'
import { html, raw } from 'hono/html'
import type { Html } from './layout.ts'

/** Longer texts are shown as they are written: rendering holds up every other request. */
const LENGTH_LIMIT = 128 * 1024
/** Deeper nesting is nobody's runbook, and each level is a call. */
const DEPTH_LIMIT = 100

const markdown = parser.configure(GFM)

/**
 * Markdown as markup in which nothing of it can act: HTML in it is shown, not interpreted; only web and mail addresses
 * become links, and images become links too, so that looking at an entry asks no other server for anything.
 *
 * @returns `undefined` where the text is too long or too deep to be rendered.
 */
export function rendered(text: string): Html | undefined {
  if (text.length > LENGTH_LIMIT) return undefined
  const tree = markdown.parse(text)
  const references = new Map<string, string>()
  let depth = 0
  let deepest = 0
  tree.iterate({
    enter({ name, node }) {
      deepest = Math.max(deepest, ++depth)
      if (name === 'LinkReference') {
        const [label, url] = [node.getChild('LinkLabel'), node.getChild('URL')]
        if (label === null || url === null) return
        const key = labelKey(text.slice(label.from, label.to))
        if (!references.has(key)) references.set(key, text.slice(url.from, url.to))
      }
    },
    leave() {
      depth--
    }
  })
  return deepest > DEPTH_LIMIT ? undefined : new Renderer(text, references).children(tree.topNode)
}

/** Punctuation of Markdown, and what is not for the reader. */
const SILENT = new Set([
  'HeaderMark',
  'QuoteMark',
  'ListMark',
  'EmphasisMark',
  'StrikethroughMark',
  'CodeMark',
  'CodeInfo',
  'LinkMark',
  'LinkTitle',
  'LinkLabel',
  'LinkReference',
  'TableDelimiter',
  'Comment',
  'CommentBlock'
])

/** Nodes that are an element around their children. An entry's own first heading comes below the page's. */
const ELEMENTS: Readonly<Record<string, string>> = {
  Paragraph: 'p',
  ATXHeading1: 'h2',
  ATXHeading2: 'h3',
  ATXHeading3: 'h4',
  ATXHeading4: 'h5',
  ATXHeading5: 'h6',
  ATXHeading6: 'h6',
  SetextHeading1: 'h2',
  SetextHeading2: 'h3',
  Blockquote: 'blockquote',
  BulletList: 'ul',
  ListItem: 'li',
  Emphasis: 'em',
  StrongEmphasis: 'strong',
  Strikethrough: 's',
  TableRow: 'tr',
  TableCell: 'td'
}

/** Nodes between whose children only white space and punctuation stand. */
const BLOCKS = new Set([
  'Document',
  'Blockquote',
  'BulletList',
  'OrderedList',
  'ListItem',
  'Table',
  'TableRow',
  'TableHeader'
])

class Renderer {
  readonly #text: string
  readonly #references: ReadonlyMap<string, string>

  constructor(text: string, references: ReadonlyMap<string, string>) {
    this.#text = text
    this.#references = references
  }

  /** The children of `node`, and the text between them. */
  children(node: SyntaxNode, from = node.from, to = node.to): Html {
    const parts: (Html | string)[] = []
    const isBlock = BLOCKS.has(node.name)
    let position = from
    for (let child = node.firstChild; child !== null; child = child.nextSibling) {
      if (child.to <= from || child.from >= to) continue
      if (!isBlock) parts.push(this.#text.slice(position, child.from))
      parts.push(this.#node(child))
      position = child.to
    }
    if (!isBlock) parts.push(this.#text.slice(position, to))
    return html`${parts}`
  }

  #node(node: SyntaxNode): Html | string {
    const { name, from, to } = node
    const element = ELEMENTS[name]
    if (element !== undefined) return html`${raw(`<${element}>`)}${this.children(node)}${raw(`</${element}>`)}`
    if (SILENT.has(name)) return ''
    const source = this.#text.slice(from, to)
    switch (name) {
      case 'OrderedList': {
        const start = Number.parseInt(source)
        return html`<ol start="${Number.isSafeInteger(start) ? start : 1}">
          ${this.children(node)}
        </ol>`
      }
      case 'Table':
        return html`<div class="scroll" tabindex="0" role="group" aria-label="Table">
          <table>
            ${this.children(node)}
          </table>
        </div>`
      case 'TableHeader':
        return html`<thead>
          <tr>
            ${cells(node).map((cell) => html`<th scope="col">${this.children(cell)}</th>`)}
          </tr>
        </thead>`
      case 'FencedCode':
      case 'CodeBlock': {
        const code = node.getChildren('CodeText').map((part) => this.#text.slice(part.from, part.to))
        return html`<pre tabindex="0" aria-label="Code"><code>${code.join('')}</code></pre>`
      }
      case 'InlineCode': {
        const code = source.replace(/^`+|`+$/g, '').replaceAll('\n', ' ')
        return html`<code>${/^ .*[^ ].* $/.test(code) ? code.slice(1, -1) : code}</code>`
      }
      case 'HorizontalRule':
        return html`<hr />`
      case 'HardBreak':
        return html`<br />`
      case 'Escape':
        return source.slice(1)
      case 'Entity':
        // As it stands it is one character to the browser, and never markup.
        return /^&(#\d{1,7}|#x[\da-f]{1,6}|[a-z\d]{1,32});$/i.test(source) ? raw(source) : source
      case 'Link':
      case 'Image':
        return this.#link(node)
      case 'Autolink':
        return link(source.slice(1, -1), source.slice(1, -1))
      case 'URL':
        return link(source, source)
      case 'TaskMarker':
        return html`<span aria-label="${source === '[ ]' ? 'to do' : 'done'}">${source === '[ ]' ? '☐' : '☑'}</span>`
      case 'HTMLBlock':
      case 'ProcessingInstructionBlock':
        return html`<pre tabindex="0" aria-label="HTML, as it is written"><code>${source}</code></pre>`
      default:
        return node.firstChild === null ? source : this.children(node)
    }
  }

  #link(node: SyntaxNode): Html | string {
    const [open, close] = node.getChildren('LinkMark')
    if (open === undefined || close === undefined) return this.#text.slice(node.from, node.to)
    const url = node.getChild('URL')
    const label = node.getChild('LinkLabel')
    const inner = this.#text.slice(open.to, close.from)
    const key = label === null || label.to - label.from <= 2 ? inner : this.#text.slice(label.from, label.to)
    const target = url === null ? this.#references.get(labelKey(key)) : this.#text.slice(url.from, url.to)
    if (target === undefined) return this.#text.slice(node.from, node.to)
    const text = node.name === 'Image' ? html`Image: ${inner}` : this.children(node, open.to, close.from)
    return link(target.replace(/^<(.*)>$/, '$1'), text)
  }
}

function cells(row: SyntaxNode): SyntaxNode[] {
  return row.getChildren('TableCell')
}

/** Only what a browser fetches when it is told to, or hands to a mail program; everything else stays text. */
function link(target: string, text: Html | string): Html {
  const href = /^[\w.+-]+@[\w.-]+$/.test(target) ? `mailto:${target}` : target
  return URL.canParse(href) && ['http:', 'https:', 'mailto:'].includes(new URL(href).protocol)
    ? html`<a href="${href}" rel="noopener noreferrer nofollow" target="_blank">${text}</a>`
    : html`<span class="no-link" title="${target}">${text}</span>`
}

function labelKey(label: string): string {
  return label
    .replace(/^\[|\]$/g, '')
    .trim()
    .replaceAll(/\s+/g, ' ')
    .toLowerCase()
}
