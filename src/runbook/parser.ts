import { InlineContext, parser as commonMark, Strikethrough, Table } from '@lezer/markdown'
import type { BlockParser, InlineParser, Line, MarkdownConfig } from '@lezer/markdown'
import { collapse } from './text.ts'

export type Tree = ReturnType<typeof commonMark.parse>

/** A text that could take seconds to parse. */
export class TooComplexError extends Error {}

/** In characters. The nodes of a longer table may need a GiB of memory. */
const MAX_LENGTH = 1024 * 1024
/** A hostile text with so many steps takes about a second. Of 3,500 public documents, none has ten million. */
const MAX_STEPS = 100_000_000
/** The steps that a block takes. */
const BLOCK = 500
/** One of the same documents has 19 levels. A list counts twice: as a list and as its item. */
const MAX_DEPTH = 50
/** The pattern for tables takes quadratic time for blanks at the start of a line. */
const LONG_INDENTATION = /^(?:[^\S\n]|>){300}/m

/** A footnote contains blocks, as an item of a list does. */
const FOOTNOTES: MarkdownConfig = {
  defineNodes: [{ name: 'Footnote', block: true, composite: (_, line) => continuesFootnote(line) }],
  parseBlock: [
    {
      name: 'Footnote',
      before: 'LinkReference',
      endLeaf: (_, line) => footnoteText(line) !== -1,
      parse(cx, line) {
        const text = footnoteText(line)
        if (text === -1) return false
        cx.startComposite('Footnote', line.pos)
        line.moveBase(text)
        return null
      }
    }
  ]
}

/** Where the text of a footnote starts in its first line; -1 in another line. */
function footnoteText({ text, pos, indent, baseIndent }: Line): number {
  const [label] = /^\[\^[^\s[\]]+\]:[ \t]*/.exec(text.slice(pos)) ?? []
  return label === undefined || indent >= baseIndent + 4 ? -1 : pos + label.length
}

function continuesFootnote(line: Line): boolean {
  const isBlank = line.pos === line.text.length
  if (!isBlank && line.indent < line.baseIndent + 4) return false
  line.moveBaseColumn(line.baseIndent + 4)
  return true
}

const MARKDOWN = commonMark.configure([Table, Strikethrough, FOOTNOTES])
const BLOCKS = MARKDOWN.configure({ parseInline: [{ name: 'Nothing', before: 'Escape', parse: ({ end }) => end }] })

/**
 * Parses Markdown with tables, footnotes and strikethrough, as GitHub does. A link without a destination may be text: `[a](b c)`.
 *
 * @param text with LF as its line endings.
 * @returns the tree, and the labels of all definitions of links.
 * @throws {TooComplexError} by counts, so that all machines read a text in the same way.
 */
export function syntaxTree(text: string): { readonly tree: Tree; readonly labels: ReadonlySet<string> } {
  if (text.length > MAX_LENGTH || LONG_INDENTATION.test(text)) throw new TooComplexError()
  let steps = 0
  const count = (more: number): void => {
    steps += more
    if (steps > MAX_STEPS) throw new TooComplexError()
  }
  const parse = (parser: typeof commonMark): Tree => {
    // Each `>` of a block quote becomes a node.
    count(BLOCK * (text.split('>').length - 1))
    return parser.configure({ parseBlock: [blockCounter(count)], parseInline: [markCounter(count)] }).parse(text)
  }
  const labels = new Set<string>()
  if (text.includes(']:')) {
    parse(BLOCKS).iterate({
      enter(cursor) {
        if (cursor.name === 'LinkReference') labels.add(labelOf(cursor.node, text))
      }
    })
  }
  return { tree: parse(MARKDOWN.configure({ parseInline: [undefinedReferences(labels)] })), labels }
}

/** Counts blocks. In quotations and definitions, the parser also reads the lines above each line again. */
function blockCounter(count: (steps: number) => void): BlockParser {
  return {
    name: 'Counter',
    before: 'Footnote',
    parse({ depth }) {
      if (depth > MAX_DEPTH) throw new TooComplexError()
      count(BLOCK)
      return false
    },
    leaf(_, block) {
      const isDefinition = block.content.startsWith('[')
      if (isDefinition) count(BLOCK)
      const nextLine = (_: unknown, { markers }: Line): boolean => {
        if (isDefinition || markers.length > 0) count(3 * block.content.length)
        return false
      }
      return { nextLine, finish: () => false }
    }
  }
}

/** Counts marks: for each, the parser may read the whole paragraph. Skips other characters, which saves half of the time. */
function markCounter(count: (steps: number) => void): InlineParser {
  const marks = /[\\`*_~<&[\]!]/g
  return {
    name: 'Counter',
    before: 'Escape',
    parse({ text, offset }, _, position) {
      marks.lastIndex = position - offset
      const next = offset + (marks.exec(text)?.index ?? text.length)
      if (next > position) return next
      count(text.length)
      return -1
    }
  }
}

/** Leaves `[a]` as text if nothing defines it. The parser takes it for a link, so that the brackets around it would be none. */
function undefinedReferences(labels: ReadonlySet<string>): InlineParser {
  return {
    name: 'UndefinedReference',
    after: 'Image',
    parse(cx, character, position) {
      if (character !== 0x5d /* ] */) return -1
      const link = cx.findOpeningDelimiter(InlineContext.linkStart) ?? -1
      const image = cx.findOpeningDelimiter(InlineContext.imageStart) ?? -1
      const rest = cx.slice(position + 1, cx.end)
      if (image >= link || rest.startsWith('(')) return -1
      const [, label = ''] = /^\[((?:\\.|[^\\[\]]){0,999})\]/s.exec(rest) ?? []
      const text = cx.slice(cx.getDelimiterAt(link)?.to ?? position, position)
      if (labels.has(normalizeLabel(label.trim() === '' ? text : label))) return -1
      for (const element of cx.takeContent(link)) cx.addElement(element)
      return position + 1
    }
  }
}

/** The normalized label of a definition, a link or an image. */
export function labelOf(node: Tree['topNode'], text: string): string {
  const label = node.getChild('LinkLabel')
  const written = label === null ? '' : text.slice(label.from + 1, label.to - 1)
  if (written.trim() !== '') return normalizeLabel(written)
  const [opening, closing] = node.getChildren('LinkMark')
  return normalizeLabel(text.slice(opening?.to, closing?.from))
}

/** Ignores case, and the `>` of a block quote. */
function normalizeLabel(label: string): string {
  return collapse(label.replace(/\n[ \t>]*/g, ' '))
    .toLowerCase()
    .toUpperCase()
}
