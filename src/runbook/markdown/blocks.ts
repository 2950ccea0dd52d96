import { htmlBlockStart } from './html.ts'
import { Line } from './line.ts'
import { readDefinition, type Definition } from './syntax.ts'
import { cellsOf, delimiterColumns } from './table.ts'

/**
 * A block with links in it; a `title` is an H1 outside lists, block quotes and footnotes, a `text` any other block with inline
 * content. `text` has as many characters as the source from offset `from`, with line endings as `\n` and all characters before
 * the text of a line as blanks.
 */
type Block =
  | { readonly kind: 'title' | 'text' | 'html'; readonly from: number; readonly text: string }
  | ({ readonly kind: 'definition' } & Definition)

/** cmark-gfm, the parser of GitHub, has this limit for lists; here it covers all containers. Blocks further inside are skipped. */
const MAX_DEPTH = 100

/**
 * Reads the blocks of a document in order, as CommonMark chapters 4 and 5, GFM tables and GitHub's footnotes define them. Reads
 * each line once, and no further than its caller asks for.
 */
export function* readBlocks(text: string): Generator<Block> {
  // Keeps all offsets.
  const source = text.includes('\r') ? text.replaceAll('\r\n', ' \n').replaceAll('\r', '\n') : text
  const parser = new BlockParser(source)
  for (let from = 0; from < source.length;) {
    const newline = source.indexOf('\n', from)
    const to = newline === -1 ? source.length : newline
    parser.readLine(from, to, to === from || text[from] === '\r')
    if (parser.blocks.length > 0) yield* parser.blocks.splice(0)
    from = to + 1
  }
  parser.end()
  yield* parser.blocks
}

type Container =
  | { readonly kind: 'quote' }
  | { readonly kind: 'footnote' }
  /** `width` is the indentation of the content in columns. An item that starts with two blank lines is empty. */
  | { readonly kind: 'item'; readonly width: number; empty: boolean }

interface Paragraph {
  readonly kind: 'paragraph'
  readonly from: number
  readonly lines: string[]
  /** cmark-gfm looks for one delimiter row in each paragraph. */
  hasDelimiterRow: boolean
}

/** The block that the next line may continue. Indented code is none: each of its lines is indented. */
type OpenBlock =
  | Paragraph
  | { readonly kind: 'html'; readonly from: number; readonly lines: string[]; readonly end: RegExp | undefined }
  | { readonly kind: 'fence'; readonly marker: string }
  | { readonly kind: 'table' }

/** First characters of lines that may not be plain text. */
const MARKERS = '>-+*_#`~<=|:[0123456789'
const LIST_MARKER = /(?:[-+*]|\d{1,9}[.)])(?=[ \t\n]|$)/y
const LIST_MARKER_IN_PARAGRAPH = /(?:[-+*]|0{0,8}1[.)])(?=[ \t]+[^ \t\n])/y
const FOOTNOTE_LABEL = /\[\^[^\] \t\n]+\]:/y
/** Three or more of one character. A repeated group would run out of stack on long lines. */
const THEMATIC_BREAK = /(?=([-*_])[ \t]*\1[ \t]*\1)(?:[- \t]+|[* \t]+|[_ \t]+)(?=\n|$)/y
const HEADING = /#{1,6}(?=[ \t\n]|$)/y
const HEADING_END = /(?:^|[ \t])#+[ \t]*$/
const UNDERLINE = /(?:=+|-+)[ \t]*(?=\n|$)/y
const FENCE = /`{3,}(?=[^`\n]*(?:\n|$))|~{3,}/y
const FENCE_END = /(`{3,}|~{3,})[ \t]*(?=\n|$)/y

class BlockParser {
  readonly #source: string
  readonly #line: Line
  readonly #containers: Container[] = []
  /** How many containers the line continues. */
  #depth = 0
  #open: OpenBlock | undefined
  readonly blocks: Block[] = []

  constructor(source: string) {
    this.#source = source
    this.#line = new Line(source)
  }

  readLine(from: number, to: number, isEmpty: boolean): void {
    this.#line.start(from, to)
    this.#matchContainers(isEmpty)
    if (this.#continuesRawBlock()) return
    if (this.#line.isBlank) this.#close()
    else this.#readContent()
  }

  end(): void {
    this.#depth = 0
    this.#close()
  }

  /** Skips the markers of the containers that the line continues. */
  #matchContainers(isEmpty: boolean): void {
    const line = this.#line
    this.#depth = 0
    for (const container of this.#containers) {
      if (container.kind === 'quote') {
        if (line.isIndented || line.next !== '>') break
        line.skipMarker(1, 1)
      } else if (container.kind === 'footnote') {
        // cmark-gfm accepts only empty lines, not blank ones.
        if (line.isIndented) line.base += 4
        else if (!isEmpty) break
      } else if (line.isBlank) {
        if (container.empty) break
      } else if (line.column - line.base < container.width) {
        break
      } else {
        line.base += container.width
        container.empty = false
      }
      this.#depth++
    }
  }

  get #isInAllContainers(): boolean {
    return this.#depth === this.#containers.length
  }

  /** The paragraph that the line may end, underline or turn into a table. */
  get #paragraph(): Paragraph | undefined {
    return this.#open?.kind === 'paragraph' && this.#isInAllContainers ? this.#open : undefined
  }

  /** Whether the line belongs to a fenced code block or an HTML block. */
  #continuesRawBlock(): boolean {
    const open = this.#open
    if (!this.#isInAllContainers) return false
    if (open?.kind === 'fence') {
      const marker = this.#line.isIndented ? undefined : this.#line.match(FENCE_END)?.[1]
      if (marker?.startsWith(open.marker) === true) this.#open = undefined
      return true
    }
    if (open?.kind !== 'html' || (open.end === undefined && this.#line.isBlank)) return false
    open.lines.push(this.#line.paddedRest)
    if (open.end?.test(this.#line.rest) === true) this.#close()
    return true
  }

  #readContent(): void {
    const line = this.#line
    if (line.isIndented && this.#open?.kind !== 'paragraph') {
      this.#close()
    } else if (line.isIndented || !MARKERS.includes(line.next)) {
      this.#readText()
    } else {
      const container = this.#readContainerMarker()
      if (container !== undefined) {
        this.#close()
        if (this.#depth === MAX_DEPTH) return
        this.#depth = this.#containers.push(container)
        if (!line.isBlank) this.#readContent()
      } else if (!this.#readMarkedBlock()) {
        this.#readText()
      }
    }
  }

  #readContainerMarker(): Container | undefined {
    const line = this.#line
    if (line.next === '>') {
      line.skipMarker(1, 1)
      return { kind: 'quote' }
    }
    if (line.next === '[') {
      const label = line.match(FOOTNOTE_LABEL)?.[0]
      if (label === undefined) return undefined
      line.skipMarker(label.length, Infinity)
      return { kind: 'footnote' }
    }
    const marker = line.match(this.#paragraph === undefined ? LIST_MARKER : LIST_MARKER_IN_PARAGRAPH)?.[0]
    if (marker === undefined || line.match(THEMATIC_BREAK) !== undefined) return undefined
    // After more than four blanks the item starts with indented code.
    return { kind: 'item', width: line.skipMarker(marker.length, 4), empty: line.isBlank }
  }

  /** Reads a block that starts with a marker, or a line that changes the paragraph above. Returns false for plain text. */
  #readMarkedBlock(): boolean {
    const line = this.#line
    const paragraph = this.#paragraph
    const heading = line.match(HEADING)?.[0]
    if (heading !== undefined) {
      this.#close()
      const from = line.at + heading.length
      const rest = this.#source.slice(from, line.to)
      this.blocks.push({
        kind: this.#headingKind(heading.length),
        from,
        text: rest.slice(0, HEADING_END.exec(rest)?.index)
      })
      return true
    }
    const fence = line.match(FENCE)?.[0]
    if (fence !== undefined) {
      this.#close()
      this.#open = { kind: 'fence', marker: fence }
      return true
    }
    const html = line.next === '<' ? htmlBlockStart(line.rest, paragraph !== undefined) : undefined
    if (html !== undefined) {
      this.#close()
      this.#open = { kind: 'html', from: line.from, lines: [], end: html.end }
      return this.#continuesRawBlock()
    }
    if (paragraph !== undefined && (this.#endsHeading(paragraph) || this.#startsTable(paragraph))) return true
    if (line.match(THEMATIC_BREAK) === undefined) return false
    this.#close()
    return true
  }

  /** Whether the line underlines the paragraph above, which is then a heading. */
  #endsHeading(paragraph: Paragraph): boolean {
    const underline = this.#line.match(UNDERLINE)?.[0]
    if (underline === undefined) return false
    this.#open = undefined
    // Below link reference definitions the underline is text (CommonMark 4.3).
    if (!this.#addText(paragraph, this.#headingKind(underline.startsWith('=') ? 1 : 2))) this.#startParagraph()
    return true
  }

  /** Whether the line is the delimiter row below the header of a table. */
  #startsTable(paragraph: Paragraph): boolean {
    const columns = paragraph.hasDelimiterRow ? 0 : delimiterColumns(this.#line.rest)
    if (columns === 0) return false
    paragraph.hasDelimiterRow = true
    const { from, lines } = paragraph
    const header = lines.at(-1) ?? ''
    if (cellsOf(header).length !== columns) return false
    // cmark-gfm takes no definitions from the text right above a table.
    if (lines.length > 1) this.blocks.push({ kind: 'text', from, text: lines.slice(0, -1).join('\n') })
    this.#open = { kind: 'table' }
    this.#addCells(this.#line.from - 1 - header.length, header)
    return true
  }

  /** Reads a line of text. It may continue a paragraph without the markers of its containers (CommonMark 5.1, laziness). */
  #readText(): void {
    const line = this.#line
    const open = this.#open
    if (open?.kind === 'paragraph') {
      open.lines.push(line.paddedRest)
    } else if (open?.kind !== 'table' || !this.#isInAllContainers || !this.#addCells(line.at, line.rest)) {
      this.#close()
      this.#startParagraph()
    }
  }

  #startParagraph(): void {
    const { at, rest } = this.#line
    this.#open = { kind: 'paragraph', from: at, lines: [rest], hasDelimiterRow: false }
  }

  /** Closes the open block, and all containers that the line does not continue. */
  #close(): void {
    const open = this.#open
    this.#open = undefined
    if (open?.kind === 'paragraph') this.#addText(open, 'text')
    if (open?.kind === 'html') this.blocks.push({ kind: 'html', from: open.from, text: open.lines.join('\n') })
    this.#containers.length = this.#depth
  }

  /** Adds the definitions at the start of a paragraph and the rest of it. Returns whether there is a rest. */
  #addText({ from, lines }: Paragraph, kind: 'title' | 'text'): boolean {
    const text = lines.join('\n')
    let end = 0
    for (let next = readDefinition(text, 0); next !== undefined; next = readDefinition(text, end)) {
      this.blocks.push({ kind: 'definition', label: next.label, from: from + next.from, to: from + next.to })
      end = next.end
    }
    if (end < text.length) this.blocks.push({ kind, from: from + end, text: text.slice(end) })
    return end < text.length
  }

  #headingKind(level: number): 'title' | 'text' {
    return level === 1 && this.#containers.length === 0 ? 'title' : 'text'
  }

  /** Adds the cells of a table row. Returns whether there are any. */
  #addCells(from: number, row: string): boolean {
    const cells = cellsOf(row)
    for (const cell of cells) {
      this.blocks.push({ kind: 'text', from: from + cell.from, text: row.slice(cell.from, cell.to) })
    }
    return cells.length > 0
  }
}
