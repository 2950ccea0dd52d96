/** Raw HTML that stands by itself (CommonMark 4.6): how a block of it begins, and where it ends. */

interface Kind {
  readonly start: RegExp
  /** On its last line; without one it ends before a blank line. */
  readonly end?: RegExp
  /** It may follow a line of text without a blank line between. */
  readonly interrupts: boolean
}

const NAMES =
  'address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|' +
  'fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hr|html|iframe|legend|li|link|main|menu|' +
  'menuitem|nav|noframes|ol|optgroup|option|p|param|section|source|summary|table|tbody|td|tfoot|th|thead|title|tr|track|ul'
const ATTRIBUTE = String.raw`[ \t]+[a-z_:][\w.:-]*(?:[ \t]*=[ \t]*(?:[^ \t\n"'=<>\x60]+|'[^'\n]*'|"[^"\n]*"))?`

const KINDS: readonly Kind[] = [
  {
    start: /<(?:script|pre|style|textarea)(?=[\s>]|$)/iy,
    end: /<\/(?:script|pre|style|textarea)>/i,
    interrupts: true
  },
  { start: /<!--/y, end: /-->/, interrupts: true },
  { start: /<\?/y, end: /\?>/, interrupts: true },
  { start: /<![a-z]/iy, end: />/, interrupts: true },
  { start: /<!\[CDATA\[/y, end: /\]\]>/, interrupts: true },
  { start: new RegExp(String.raw`</?(?:${NAMES})(?=\s|/?>|$)`, 'iy'), interrupts: true },
  {
    start: new RegExp(
      String.raw`<(?:[a-z][a-z\d-]*(?:${ATTRIBUTE})*[ \t]*/?|/[a-z][a-z\d-]*[ \t]*)>[ \t]*(?=\n|$)`,
      'iy'
    ),
    interrupts: false
  }
]

/** What block of HTML begins at the `<` at offset `at`. */
export function htmlBlockAt(source: string, at: number, interrupting: boolean): Pick<Kind, 'end'> | undefined {
  return KINDS.find(({ start, interrupts }) => {
    if (interrupting && !interrupts) return false
    start.lastIndex = at
    return start.test(source)
  })
}
