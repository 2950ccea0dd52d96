import { decodeString } from 'micromark-util-decode-string'
import { parseInline, parseMarkdown, type MarkdownDocument } from './markdown.ts'
import { collapse } from './name.ts'

/** In characters. Most texts have their first H1 in this range. */
const MAX_HEAD = 4096
/** In characters. A longer heading is no name. It would take micromark quadratic time. */
const MAX_HEADING = 4096
/** Of these, the first ones may have no text, such as a logo. */
const MAX_HEADINGS = 20

/** The first line that can be an H1, or the underline of one. */
const H1_LINE = /(?:^|[\r\n]) {0,3}(?:#(?:[ \t][^\r\n]*)?|=+[ \t]*)(?=[\r\n]|$)/
const CLOSING_SEQUENCE = /(?:^|[ \t])#+[ \t]*$/
/** `# Title {#id}` of Docusaurus and MkDocs. */
const HEADING_ID = /\{[ \t]*#[^\s{}]+[ \t]*\}\s*$/

/**
 * The plain text of the first H1 that has any. Headings in lists, block quotes and code do not count. Parses no more than
 * necessary, because each run needs the titles of all runbooks.
 *
 * @param parseAll parses the whole text.
 */
export function findTitle(markdown: string, parseAll: () => MarkdownDocument): string | undefined {
  const line = H1_LINE.exec(markdown)
  if (line === null) return undefined
  const head = markdown.slice(0, line.index + line[0].length)
  // The definition of a reference may be anywhere.
  const isReference = head.includes('[') && markdown.includes(']:')
  const title = firstText(headingsOf(head, line[0].trim()), isReference ? parseAll().labels : [])
  if (title !== undefined) return title
  const { headings, labels } = parseAll()
  return firstText(headings, labels)
}

/** The H1s of a text that ends with the line `last`. */
function headingsOf(head: string, last: string): readonly string[] {
  if (last.startsWith('#') && head.trim() === last) return [last.slice(1).replace(CLOSING_SEQUENCE, '')]
  return head.length > MAX_HEAD ? [] : parseMarkdown(head).headings
}

function firstText(headings: readonly string[], labels: readonly string[]): string | undefined {
  for (const heading of headings.slice(0, MAX_HEADINGS)) {
    const text = collapse(plainText(heading.trim().replace(HEADING_ID, ''), labels))
    if (text !== '') return text
  }
  return undefined
}

/** Of these, readers see no text. */
const HIDDEN = ['resource', 'reference', 'htmlText']
const TEXTS = ['data', 'codeTextData', 'characterEscapeValue', 'autolinkProtocol', 'autolinkEmail']
const GFM_TEXTS = ['literalAutolinkHttp', 'literalAutolinkWww', 'literalAutolinkEmail']

/** Text as readers see it: without markup and HTML, images as their alternative text. */
function plainText(source: string, labels: readonly string[]): string {
  if (source.length > MAX_HEADING) return source.slice(0, 2 * MAX_HEADING)
  if (!/[\\`*_~<&[]/.test(source)) return source
  let text = ''
  let hidden = 0
  for (const [kind, token, context] of parseInline(source, labels)) {
    const type: string = token.type
    if (HIDDEN.includes(type)) hidden += kind === 'enter' ? 1 : -1
    if (kind === 'enter' || hidden > 0) continue
    if (TEXTS.includes(type) || GFM_TEXTS.includes(type)) text += context.sliceSerialize(token)
    if (type === 'characterReference') text += decodeString(context.sliceSerialize(token))
    if (type === 'lineEnding') text += ' '
  }
  return text
}
