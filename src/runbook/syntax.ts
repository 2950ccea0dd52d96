import { parser as commonMark, Strikethrough, Table, type MarkdownConfig, type NodeSpec } from '@lezer/markdown'

/** A character with which a rule for the inside of lines may begin. */
const MARK = /[\\&`<_*[\]~]|!(?=\[)| (?= )/g

/** The first rule for the inside of lines: it goes to the next such character, because each other one would be shown to all rules. */
const TO_NEXT_MARK: MarkdownConfig = {
  parseInline: [
    {
      name: 'ToNextMark',
      before: 'Escape',
      parse({ text, offset, end }, _, pos) {
        MARK.lastIndex = pos - offset
        const next = MARK.test(text) ? offset + MARK.lastIndex - 1 : end
        return next > pos ? next : -1
      }
    }
  ]
}

/** The first line of a block of MkDocs Material, whose text is indented by four columns: `!!! note "Title"`, `??? tip`, `=== "Tab"`. */
const BLOCK = /^(?:!!! ?[a-z]|\?\?\?\+? ?[a-z]|===[!+]* +")/i

/** Holds the lines that are indented by so many columns. */
function indented(name: string): NodeSpec {
  return {
    name,
    block: true,
    composite(_, line, columns) {
      if (line.next !== -1 && line.indent < line.baseIndent + columns) return false
      line.moveBaseColumn(line.baseIndent + columns)
      return true
    }
  }
}

const MATERIAL: MarkdownConfig = {
  defineNodes: [indented('MaterialBlock')],
  parseBlock: [
    {
      name: 'MaterialBlock',
      before: 'SetextHeading',
      parse(block, line) {
        if (!BLOCK.test(line.text.slice(line.pos))) return false
        const from = block.lineStart + line.pos
        const title = line.text.slice(line.pos)
        block.startComposite('MaterialBlock', line.pos, line.indent - line.baseIndent + 4)
        block.addElement(block.elt('Paragraph', from, from + title.length, block.parser.parseInline(title, from)))
        line.moveBase(line.text.length)
        return null
      },
      endLeaf: (_, line) => BLOCK.test(line.text.slice(line.pos))
    }
  ]
}

const MARKDOWN = commonMark.configure([Table, Strikethrough, TO_NEXT_MARK, MATERIAL])

/** An expression of JSX, in which braces are as deep as people write them. */
const EXPRESSION = String.raw`\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\}`
const ATTRIBUTE = `[\\w:.-]+(?:=(?:"[^"]*"|'[^']*'|${EXPRESSION}))?|${EXPRESSION}`
/** A tag of JSX. */
const TAG = new RegExp(`</?[a-z][\\w:.-]*(?:\\s+(?:${ATTRIBUTE}))*\\s*/?>`, 'gi')
const TAG_HERE = new RegExp(TAG, 'iy')

const TAGS = new RegExp(`^(?:${TAG.source}\\s*)+$`, 'i')

const MDX = MARKDOWN.configure({
  remove: ['HTMLBlock'],
  defineNodes: [indented('IndentedBlock')],
  parseBlock: [
    {
      // Text between tags is Markdown, however far it is indented.
      name: 'IndentedBlock',
      before: 'IndentedCode',
      parse(block, line) {
        if (line.indent < line.baseIndent + 4) return false
        block.startComposite('IndentedBlock', line.pos, line.indent - line.baseIndent)
        line.moveBaseColumn(line.indent)
        return null
      }
    },
    {
      name: 'LineOfTags',
      before: 'SetextHeading',
      parse(block, line) {
        const tags = line.text.slice(line.pos)
        if (!TAGS.test(tags)) return false
        const from = block.lineStart + line.pos
        block.addElement(block.elt('Paragraph', from, from + tags.length, block.parser.parseInline(tags, from)))
        block.nextLine()
        return true
      },
      endLeaf: (_, line) => TAGS.test(line.text.slice(line.pos))
    }
  ],
  parseInline: [
    {
      name: 'TagOfJsx',
      before: 'HTMLTag',
      parse(inline, next, pos) {
        if (next !== 60 /* < */) return -1
        TAG_HERE.lastIndex = pos - inline.offset
        const [tag] = TAG_HERE.exec(inline.text) ?? []
        return tag === undefined ? -1 : inline.addElement(inline.elt('HTMLTag', pos, pos + tag.length))
      }
    }
  ]
})

/** Parses Markdown with tables and strikethrough, as GitHub does, and with the blocks of MkDocs Material; or MDX. */
export function parseSyntax(text: string, isMdx: boolean): ReturnType<typeof MARKDOWN.parse>['topNode'] {
  if (!isMdx) return MARKDOWN.parse(text).topNode
  // A line `>` of a tag begins no quotation. Offsets stay.
  return MDX.parse(text.replace(TAG, (tag) => (tag.includes('```') ? tag : tag.replaceAll('\n', ' ')))).topNode
}
