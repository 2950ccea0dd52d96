import { parser as commonMark, Table, type BlockParser, type MarkdownConfig } from '@lezer/markdown'

/** A block that holds text: the smallest unit in which Markdown's inline syntax, or HTML, has a meaning. */
export interface Leaf {
  readonly kind: 'paragraph' | 'heading' | 'cell' | 'html'
  /** Of a heading, 1 to 6; else 0. */
  readonly level: number
  /** Not inside a list or a quotation. */
  readonly top: boolean
  /** Offset in the text that was parsed. */
  readonly from: number
  /**
   * As many characters as in the source, line ends as `\n` and the marks of quotations (`>`) as blanks; without the line
   * below a setext heading.
   */
  readonly text: string
}

/** What cmark-gfm, GitHub's own renderer, allows for lists; here for all that nests, on one line or many. */
const MAX_DEPTH = 100

/**
 * Finds the blocks of a document that hold text. Block structure is @lezer/markdown's (CommonMark, and GFM's tables);
 * what stands inside a block is left to `inline.ts`, for the parser's own inline pass takes `[a [b]](c)` for no link and
 * needs hours for a mebibyte of `<a:`. See docs/decisions/markdown-parser.md.
 */
export function leavesOf(text: string): Leaf[] {
  // The parser knows `\n` alone; with `\r` at its end no line is blank to it. Offsets stay as they are.
  const source = text.replace(/\r\n?/g, (end) => (end === '\r' ? '\n' : ' \n'))
  const found: (Omit<Leaf, 'text'> & { readonly to: number })[] = []
  const quoteMarks: number[] = []
  blockParser.parse(source).iterate({
    enter(visited) {
      const { name, from, to } = visited
      if (name === 'QuoteMark') quoteMarks.push(from)
      const kind = KINDS[name]
      if (kind === undefined) return
      const level = kind === 'heading' ? Number(name.at(-1)) : 0
      const end = name.startsWith('Setext') ? source.lastIndexOf('\n', to - 1) : to
      found.push({ kind, level, top: visited.node.parent?.name === 'Document', from, to: end })
    }
  })
  const masked = blankAt(source, quoteMarks)
  return found.map(({ to, ...leaf }) => ({ ...leaf, text: masked.slice(leaf.from, to) }))
}

const KINDS: Partial<Record<string, Leaf['kind']>> = {
  Paragraph: 'paragraph',
  ATXHeading1: 'heading',
  ATXHeading2: 'heading',
  ATXHeading3: 'heading',
  ATXHeading4: 'heading',
  ATXHeading5: 'heading',
  ATXHeading6: 'heading',
  SetextHeading1: 'heading',
  SetextHeading2: 'heading',
  TableCell: 'cell',
  HTMLBlock: 'html',
  CommentBlock: 'html'
}

function blankAt(text: string, offsets: readonly number[]): string {
  if (offsets.length === 0) return text
  let from = 0
  const pieces = offsets.map((offset) => {
    const piece = text.slice(from, offset)
    from = offset + 1
    return piece
  })
  return `${pieces.join(' ')} ${text.slice(from)}`
}

/** Every container costs each of its lines a look: what is nested deeper is passed over, line by line. */
const depthLimit: BlockParser = {
  name: 'DepthLimit',
  before: 'IndentedCode',
  parse(context) {
    if (context.depth <= MAX_DEPTH) return false
    context.nextLine()
    return true
  }
}

/** The pattern for a table's second line takes quadratic time over blanks, so it is not shown lines that begin with many. */
const tables = (Table.parseBlock ?? []).map((table): BlockParser => ({
  ...table,
  endLeaf: (context, line, leaf) =>
    !/^[>\s]{100}/.test(context.peekLine()) && (table.endLeaf?.(context, line, leaf) ?? false)
}))

const blocksOnly: MarkdownConfig = {
  // Definitions open paragraphs; `inline.ts` reads them there, once, where the parser would start again at every line.
  remove: ['LinkReference'],
  parseBlock: [depthLimit],
  parseInline: [{ name: 'Skip', before: 'Escape', parse: (context) => context.end }]
}

const blockParser = commonMark.configure([{ ...Table, parseBlock: tables }, blocksOnly])
