import { parser, Strikethrough, Table, type MarkdownConfig } from '@lezer/markdown'

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

/** For Markdown with tables and strikethrough, as GitHub has them. */
export const PARSER = parser.configure([Table, Strikethrough, TO_NEXT_MARK])

export type Node = ReturnType<typeof PARSER.parse>['topNode']
