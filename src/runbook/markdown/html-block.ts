import { closingTagEnd, openTagEnd } from './html-tags.ts'

/** How an HTML block ends: at the line with this text, or else at a blank line. */
export interface HtmlBlockEnd {
  readonly end: RegExp | undefined
}

/** HTML blocks of types 1 to 5 (CommonMark 4.6). */
const TYPES: readonly (readonly [start: RegExp, end: RegExp])[] = [
  [/^<(?:script|pre|style|textarea)(?=[\s>]|$)/i, /<\/(?:script|pre|style|textarea)>/i],
  [/^<!--/, /-->/],
  [/^<\?/, /\?>/],
  [/^<![a-z]/i, />/],
  [/^<!\[CDATA\[/, /\]\]>/]
]

/** Type 6. */
const BLOCK_TAG = new RegExp(
  '^</?(?:address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|' +
    'fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hr|html|iframe|legend|li|link|main|menu|' +
    'menuitem|nav|noframes|ol|optgroup|option|p|param|search|section|source|summary|table|tbody|td|tfoot|th|thead|title|' +
    String.raw`tr|track|ul)(?=\s|/?>|$)`,
  'i'
)

/** The kind of HTML block that starts with this line, from its first `<`. */
export function htmlBlockStart(line: string, inParagraph: boolean): HtmlBlockEnd | undefined {
  const type = TYPES.find(([start]) => start.test(line))
  if (type !== undefined) return { end: type[1] }
  if (BLOCK_TAG.test(line) || (!inParagraph && isTagAlone(line))) return { end: undefined }
  return undefined
}

/** Type 7. */
function isTagAlone(line: string): boolean {
  const end = openTagEnd(line, 0) ?? closingTagEnd(line, 0)
  return end !== undefined && line.slice(end).trim() === ''
}
