import {
  closeGaps,
  commentsIn,
  generatorComments,
  inOrder,
  isEmptyBeside,
  withoutComments,
  type Span
} from './comments.ts'
import { htmlAddresses, type PlacedAddress } from './html.ts'
import { foldLabel, labelOf, plainText } from './plain-text.ts'
import { parseSyntax } from './syntax.ts'
import { collapse } from './text.ts'

/** Where a link or an image points to, as written. */
export interface Destination extends PlacedAddress {
  /** Decides which escapes it may contain. */
  readonly syntax: 'markdown' | 'html'
}

export interface MarkdownDocument {
  /** In the order of the text: of inline links and images, of definitions, and of HTML. */
  readonly destinations: readonly Destination[]
  /** The plain text of the first H1 that has any. Headings in lists and block quotes do not count. */
  readonly title: string | undefined
  /** The plain text of the first paragraph that says something to a reader: not in a list, table, block quote or HTML. */
  readonly paragraph: string | undefined
  /** Comments, in the order of the text. None is in code. */
  readonly comments: readonly Span[]
  /** Where a comment begins that never ends, so that GitHub hides the rest; undefined if there is none. */
  readonly openComment: number | undefined
  /** True if a reader sees nothing, because there are comments and definitions of links alone. */
  readonly isEmpty: boolean
  /** All headings: the plain texts, of which GitHub makes their anchors, and the ids that generators give them. */
  readonly headings: () => readonly { readonly text: string; readonly ids: readonly string[] }[]
  /** The text was not parsed, because that could take long. */
  readonly isTooComplex: boolean
}

type Node = ReturnType<typeof parseSyntax>

/** For each bracket, and about for every eighth other mark, the parser reads its whole block: so many steps take a second. */
const MAX_STEPS = 500_000_000
/** Each link may become an address of thousands of characters. */
const MAX_LINKS = 20_000
/** The parser takes quadratic time for blanks where a table may begin, and for lists in lists on one line. */
const DEEP_LINE = /(?:^|\n)(?:(?:[^\S\n]|>){300}|(?:[ \t>]*(?:[-+*]|\d+[.)])[ \t]){50})/

const TOO_COMPLEX = {
  destinations: [],
  title: undefined,
  paragraph: undefined,
  comments: [],
  openComment: undefined,
  isEmpty: false,
  headings: () => [],
  isTooComplex: true
}

export function parseMarkdown(source: string, path: string): MarkdownDocument {
  const text = readable(source)
  return isComplex(text) ? TOO_COMPLEX : parse(text, path)
}

/** The parser knows LF alone. Offsets stay. */
function readable(source: string): string {
  return source.replaceAll('\r\n', ' \n').replaceAll('\r', '\n')
}

function isComplex(text: string): boolean {
  if (DEEP_LINE.test(text)) return true
  // As many steps as if each character were a bracket, in one block.
  if (text.length ** 2 <= MAX_STEPS) return false
  const total = (block: string, marks: RegExp): number => block.match(marks)?.length ?? 0
  const blocks = text.split(/\n[ \t>]*\n/)
  const steps = blocks.map((block) => block.length * (total(block, /[[\]`]/g) + total(block, /[*_~<]/g) / 8))
  return steps.reduce((sum, each) => sum + each, 0) > MAX_STEPS
}

function parse(text: string, path: string): MarkdownDocument {
  const isMdx = /\.mdx$/i.test(path)
  try {
    const document = read(text, isMdx)
    const except = [...document.code, ...document.comments].sort(inOrder)
    const comments = generatorComments(text, except, isMdx)
    if (comments.length === 0) return document
    // What stands in a comment is no Markdown.
    const rest = read(withoutComments(text, comments), isMdx)
    return { ...rest, comments: [...rest.comments, ...comments].sort(inOrder) }
  } catch (error) {
    // A thousand images in images are too much for the stack.
    if (error instanceof RangeError) return TOO_COMPLEX
    throw error
  }
}

/** Long runs of blanks are replaced: the parser takes quadratic time for them. */
function withoutLongRuns(text: string): string {
  return text.replace(/ {300,}/g, (run, at: number) => {
    return text[at + run.length] === '\n' ? run : '\u00a0'.repeat(run.length)
  })
}

const FOOTNOTE = /^([ \t>]*\[(\^[^\]\s]{1,100})\]):/gm

/** The parser takes a footnote that begins with a link for a definition. Offsets stay. */
function withoutFootnotes(text: string): string {
  return text.includes('[^') ? text.replace(FOOTNOTE, '$1;') : text
}

// Kinds of nodes.
const HTML = /^(?:HTML|Comment|ProcessingInstruction)/
const HEADING = /Heading\d$/
const LINK = /^(?:Link|Image|LinkReference)$/
const CODE = /^(?:CodeBlock|FencedCode|InlineCode)$/

function read(text: string, isMdx: boolean): MarkdownDocument & { readonly code: readonly Span[] } {
  const document = parseSyntax(withoutFootnotes(withoutLongRuns(text)), isMdx)
  /** Of a definition, with its label. */
  const found: (Destination & { readonly label?: string | undefined })[] = []
  const headings: Node[] = []
  const paragraphs: Node[] = []
  const code: Span[] = []
  const comments: Span[] = []
  let openComment: number | undefined
  const definitions: (Span & { readonly label: string; readonly isRemark: boolean })[] = []
  const used = new Set<string>()
  const footnotes = text.includes('[^') ? text.matchAll(FOOTNOTE) : []
  const labels = new Set(Array.from(footnotes, ([, , label = '']) => foldLabel(label)))
  const imageLabels = new Set<string>()
  let lastUrl: Span | undefined
  document.cursor().iterate(
    ({ name, from, to }) => {
      if (name === 'URL') lastUrl = { from, to }
      return name !== 'Autolink'
    },
    // The destination of a link is below the images in its text.
    (cursor) => {
      const { name, from, to } = cursor
      if (HTML.test(name)) {
        const html = text.slice(from, to)
        found.push(...htmlAddresses(html, from, isMdx).map((one) => ({ ...one, syntax: 'html' as const })))
        if (name !== 'HTMLTag') {
          const all = commentsIn(html, from)
          comments.push(...all)
          const open = html.indexOf('<!--', (all.at(-1)?.to ?? from) - from)
          if (open !== -1 && !text.includes('-->', from + open)) openComment ??= from + open
        }
      }
      if (CODE.test(name)) code.push({ from, to })
      if (HEADING.test(name)) headings.push(cursor.node)
      if (name === 'Paragraph' && paragraphs.length < MAX_PARAGRAPHS && cursor.node.parent?.name === 'Document') {
        paragraphs.push(cursor.node)
      }
      if (!LINK.test(name)) return
      const url = lastUrl
      lastUrl = undefined
      const isDefinition = name === 'LinkReference'
      const label = isDefinition || url === undefined ? labelOf(cursor.node, text) : ''
      if (isDefinition) {
        labels.add(label)
        // `[//]: # (remark)`
        const isRemark = cursor.node.getChild('LinkTitle') !== null && /^(?:#|<>)$/.test(text.slice(url?.from, url?.to))
        definitions.push({ from, to, label, isRemark })
      }
      if (url === undefined && name === 'Image') imageLabels.add(label)
      if (url === undefined) used.add(label)
      if (url === undefined) return
      const brackets = text[url.from] === '<' ? 1 : 0
      found.push({
        from: url.from + brackets,
        to: url.to - brackets,
        image: name === 'Image',
        syntax: 'markdown',
        label: isDefinition ? label : undefined
      })
    }
  )
  if (found.length > MAX_LINKS) return { ...TOO_COMPLEX, code }
  comments.push(...definitions.filter(({ label, isRemark }) => isRemark && !used.has(label)))
  const shown = (heading: Node): string => closeGaps(plainText(heading, text, labels))
  const isTitle = ({ name, parent }: Node): boolean => name.endsWith('Heading1') && parent?.name === 'Document'
  return {
    destinations: found.map((one) =>
      one.label !== undefined && imageLabels.has(one.label) ? { ...one, image: true } : one
    ),
    title: headings
      .filter(isTitle)
      .map((heading) => collapse(shown(heading).replace(HEADING_ATTRIBUTES, '')))
      .find(Boolean),
    paragraph: paragraphs
      .filter((node) => !isEmphasized(node, text))
      .map((node) => collapse(shown(node)))
      .find((said) => /\p{L}/u.test(said) && !NO_PROSE.test(said)),
    code,
    comments: comments.sort(inOrder),
    openComment,
    isEmpty: isEmptyBeside(text, [...comments, ...definitions]),
    headings: () => headings.map((heading) => ({ text: shown(heading), ids: idsOf(heading, text) })),
    isTooComplex: false
  }
}

/** Paragraphs that are searched: a text without a sentence may have thousands of badges. */
const MAX_PARAGRAPHS = 100
/** Lines for a generator: attributes, tabs, notes, includes, modules of JavaScript. */
const NO_PROSE = /^(?:[:{}[!%=]|(?:import|export)\b)/

/** True for a line that stands for a heading. */
function isEmphasized({ from, to, firstChild }: Node, text: string): boolean {
  const isWhole = firstChild?.from === from && text.slice(firstChild.to, to).trim() === ''
  return isWhole && /^(?:Strong)?Emphasis$/.test(firstChild.name)
}

/** Attributes of kramdown, Docusaurus and MkDocs: `{#id .class}`, `{: #id}`. */
const HEADING_ATTRIBUTES = /\{:?(?:\s*(?:[#.][^\s{}]+|[\w-]+=(?:"[^"]*"|[^\s{}]+)))+\s*\}\s*$/

/** In the line of a heading, or alone in the next one. */
function idsOf(heading: Node, text: string): string[] {
  const closing = heading.getChildren('HeaderMark').findLast(({ from }) => from > heading.from)
  const own = HEADING_ATTRIBUTES.exec(text.slice(heading.from, closing?.from ?? heading.to))
  const [, next = ''] =
    /^[ \t]*\n[ \t>]*(\{:[^{}\n]*\})[ \t]*(?:\n|$)/.exec(text.slice(heading.to, heading.to + 300)) ?? []
  return Array.from(`${own?.[0] ?? ''} ${next}`.matchAll(/[\s{:]#([^\s{}]+)/g), ([, id = '']) => id)
}
