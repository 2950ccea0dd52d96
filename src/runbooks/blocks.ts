import { htmlBlockAt } from './html-block.ts'
import { readDefinitions } from './inline.ts'
import { Line } from './line.ts'
import { cellsOf, isDelimiterRow } from './table.ts'

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
 * Finds the blocks of a document that hold text, as CommonMark 4 and 5 and GFM's tables have them. What stands inside a
 * block is left to `inline.ts`, definitions too. Every line is looked at once.
 */
export function leavesOf(text: string): Leaf[] {
  // Offsets stay as they are.
  const source = text.includes('\r') ? text.replace(/\r\n?/g, (end) => (end === '\r' ? '\n' : ' \n')) : text
  const blocks = new Blocks(source)
  for (let from = 0; from < source.length;) {
    const newline = source.indexOf('\n', from)
    const to = newline === -1 ? source.length : newline
    blocks.read(from, to)
    from = to + 1
  }
  return blocks.end()
}

/** What holds other blocks, and how its next line shows that it goes on. */
type Container =
  | { readonly kind: 'quotation' }
  /** Indented by so many columns more than what it is in; over no blank line as long as it is `empty`. */
  | { readonly kind: 'item'; readonly width: number; empty: boolean }

interface Text {
  readonly from: number
  to: number
  /** Where the marks of quotations are in it. */
  readonly marks: number[]
}

interface Paragraph extends Text {
  readonly kind: 'paragraph'
  /** Where its last line begins, and where the one before ends. */
  lastFrom: number
  before: number
}

/** The block that goes on, inside all containers. Indented code is none of them: every line of it shows what it is. */
type Open =
  | Paragraph
  | ({ readonly kind: 'html'; readonly end: RegExp | undefined } & Text)
  | { readonly kind: 'fence'; readonly mark: string }
  | { readonly kind: 'table' }

/** What a line that is no plain text begins with, behind its blanks. */
const STARTS = '>-+*_#`~<=|:0123456789'
const LIST_MARK = /(?:[-+*]|\d{1,9}[.)])(?=[ \t\n]|$)/y
/** In a paragraph a list begins at 1, and with text. */
const INTERRUPTING_LIST_MARK = /(?:[-+*]|0{0,8}1[.)])(?=[ \t]+[^ \t\n])/y
const RULE = /(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})(?=\n|$)/y
const HEADING = /#{1,6}(?=[ \t\n]|$)/y
const UNDERLINE = /(?:=+|-+)[ \t]*(?=\n|$)/y
const FENCE = /`{3,}(?=[^`\n]*(?:\n|$))|~{3,}/y
const FENCE_END = /(`{3,}|~{3,})[ \t]*(?=\n|$)/y

class Blocks {
  readonly #source: string
  readonly #line: Line
  readonly #leaves: Leaf[] = []
  readonly #containers: Container[] = []
  #open: Open | undefined

  constructor(source: string) {
    this.#source = source
    this.#line = new Line(source)
  }

  read(from: number, to: number): void {
    this.#line.begin(from, to)
    const depth = this.#passContainers()
    const goesOn = depth === this.#containers.length
    if (goesOn && this.#isInside()) return
    if (this.#line.isBlank) this.#close(depth)
    else this.#readContent(depth, goesOn)
  }

  end(): Leaf[] {
    this.#close(0)
    return this.#leaves
  }

  /** Passes what shows that containers go on, and says how many do. */
  #passContainers(): number {
    const line = this.#line
    let depth = 0
    for (const container of this.#containers) {
      if (container.kind === 'quotation') {
        if (line.isIndented || line.next !== '>') break
        line.passQuoteMark()
      } else if (line.isBlank) {
        if (container.empty) break
      } else if (line.column - line.base < container.width) {
        break
      } else {
        line.base += container.width
        container.empty = false
      }
      depth++
    }
    return depth
  }

  /** Whether the line belongs to a fence or to HTML, in which nothing else begins. */
  #isInside(): boolean {
    const open = this.#open
    if (open?.kind === 'fence') {
      const mark = this.#line.isIndented ? undefined : this.#line.match(FENCE_END)?.[1]
      if (mark?.startsWith(open.mark) === true) this.#open = undefined
      return true
    }
    if (open?.kind !== 'html' || (open.end === undefined && this.#line.isBlank)) return false
    this.#goOn(open)
    if (open.end?.test(this.#line.rest) === true) this.#close(this.#containers.length)
    return true
  }

  /** Opens containers as long as there are, and then what is in them. */
  #readContent(depth: number, goesOn: boolean): void {
    const line = this.#line
    const inText = this.#open?.kind === 'paragraph'
    if (line.isIndented && !inText) {
      this.#close(depth)
    } else if (line.isIndented || !STARTS.includes(line.next)) {
      this.#readText(depth, goesOn)
    } else {
      const container = this.#passContainerMark(goesOn && inText)
      if (container !== undefined) {
        this.#close(depth)
        if (depth === MAX_DEPTH) return
        this.#containers.push(container)
        if (!line.isBlank) this.#readContent(depth + 1, true)
      } else if (!this.#readLeaf(depth, goesOn)) {
        this.#readText(depth, goesOn)
      }
    }
  }

  #passContainerMark(interrupting: boolean): Container | undefined {
    const line = this.#line
    if (line.next === '>') {
      line.passQuoteMark()
      return { kind: 'quotation' }
    }
    const mark = line.match(interrupting ? INTERRUPTING_LIST_MARK : LIST_MARK)?.[0]
    if (mark === undefined || line.match(RULE) !== undefined) return undefined
    const width = line.passListMark(mark.length)
    return { kind: 'item', width, empty: line.isBlank }
  }

  /** Whether a leaf that is no plain text begins, or what was text becomes another. */
  #readLeaf(depth: number, goesOn: boolean): boolean {
    const line = this.#line
    const { at, to } = line
    const paragraph = this.#open?.kind === 'paragraph' ? this.#open : undefined
    const heading = line.match(HEADING)?.[0]
    if (heading !== undefined) {
      this.#close(depth)
      this.#add('heading', { from: at, to, marks: [] }, heading.length)
      return true
    }
    const fence = line.match(FENCE)?.[0]
    if (fence !== undefined) {
      this.#close(depth)
      this.#open = { kind: 'fence', mark: fence }
      return true
    }
    const html = line.next === '<' ? htmlBlockAt(this.#source, at, paragraph !== undefined) : undefined
    if (html !== undefined) {
      this.#close(depth)
      this.#open = { kind: 'html', from: at, to, marks: [], end: html.end }
      if (html.end?.test(line.rest) === true) this.#close(depth)
      return true
    }
    if (goesOn && paragraph !== undefined && this.#becomesAnother(paragraph)) return true
    if (line.match(RULE) === undefined) return false
    this.#close(depth)
    return true
  }

  /** Whether this line makes the text above it a heading, or its last line a table's header. */
  #becomesAnother(paragraph: Paragraph): boolean {
    const line = this.#line
    const underline = line.match(UNDERLINE)?.[0]
    if (underline !== undefined && this.#saysMoreThanDefinitions(paragraph)) {
      this.#open = undefined
      this.#add('heading', paragraph, underline.startsWith('=') ? 1 : 2)
      return true
    }
    const header = cellsOf(this.#source, paragraph.lastFrom, paragraph.to)
    if (!isDelimiterRow(line.rest, header.length)) return false
    this.#open = { kind: 'table' }
    if (paragraph.lastFrom > paragraph.from) this.#add('paragraph', { ...paragraph, to: paragraph.before })
    for (const cell of header) this.#add('cell', { ...cell, marks: [] })
    return true
  }

  /** Text goes on with a paragraph also where the containers do not (CommonMark 5.1, lazy continuation). */
  #readText(depth: number, goesOn: boolean): void {
    const { at, to } = this.#line
    const open = this.#open
    if (open?.kind === 'paragraph') {
      open.lastFrom = at
      open.before = open.to
      this.#goOn(open)
    } else if (open?.kind === 'table' && goesOn) {
      for (const cell of cellsOf(this.#source, at, to)) this.#add('cell', { ...cell, marks: [] })
    } else {
      this.#close(depth)
      this.#open = { kind: 'paragraph', from: at, to, marks: [], lastFrom: at, before: at }
    }
  }

  #goOn(text: Text): void {
    text.to = this.#line.to
    text.marks.push(...this.#line.marks)
  }

  /** Ends the open block, and the containers but for the first `depth`. */
  #close(depth: number): void {
    const open = this.#open
    this.#open = undefined
    if (open?.kind === 'paragraph' || open?.kind === 'html') this.#add(open.kind, open)
    this.#containers.length = depth
  }

  #add(kind: Leaf['kind'], text: Text, level = 0): void {
    this.#leaves.push({ kind, level, top: this.#containers.length === 0, from: text.from, text: this.#textOf(text) })
  }

  #textOf({ from, to, marks }: Text): string {
    let text = ''
    let at = from
    for (const mark of marks) {
      if (mark >= to) break
      text += `${this.#source.slice(at, mark)} `
      at = mark + 1
    }
    return text + this.#source.slice(at, to)
  }

  /** What consists of definitions alone has no text to be a heading's (4.3). */
  #saysMoreThanDefinitions(paragraph: Paragraph): boolean {
    if (this.#source[paragraph.from] !== '[') return true
    const text = this.#textOf(paragraph)
    return readDefinitions(text).end < text.length
  }
}
