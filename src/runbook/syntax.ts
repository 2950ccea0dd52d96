import { parser as commonMark, Strikethrough, Table, type MarkdownConfig } from '@lezer/markdown'

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

const MATERIAL: MarkdownConfig = {
  defineNodes: [
    {
      name: 'MaterialBlock',
      block: true,
      composite(_, line, columns) {
        if (line.next !== -1 && line.indent < line.baseIndent + columns) return false
        line.moveBaseColumn(line.baseIndent + columns)
        return true
      }
    }
  ],
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

export const MARKDOWN = commonMark.configure([Table, Strikethrough, TO_NEXT_MARK, MATERIAL])
