/** A constant text in an action of Helm or Jinja, which stands for itself. */
const LITERAL = /\{\{-?\s*(?:`([^`]*)`|"([^"\\\n]*)"|'([^'\\\n]*)')\s*-?\}\}/g
/** `{{ $alert := "DiskFull" }}`; the text is missing if the value is none. */
const ASSIGNMENT = /(\$\w+)\s*:?=(?:\s*"([^"\\\n]*)"\s*-?\}\})?/g
const VARIABLE = /\{\{-?\s*(\$\w+)\s*-?\}\}/g
/** A comment of YAML, which stays; else an action. What never ends reaches to the end of the text, so that it is read once. */
const ACTION = /^[ \t]*#[^\n]*|\{\{-?\s*\/\*[^]*?(?:\*\/(?:\s*-?\}\})?|(?![^]))|\{\{[^]*?(?:\}\}|(?![^]))|\{%[^%]*%\}/gm
/** Such an action writes lines with keys, not text. */
const LINES = /\b(?:n?indent|toYaml)\b/
const ALONE = /^[ \t]*(?:\u{e000}\d+\u{e001}[ \t]*)+(?=\r?$)/gmu
const MARK = /\u{e000}(\d+)\u{e001}/gu

/**
 * A text without templates of Helm and Jinja, line by line, for a parser: each is a mark instead, and goes if it stands alone in its
 * line. This renders nothing; but constants, and variables with one constant in the whole text, are in their places.
 */
export function withoutTemplates(text: string): {
  readonly marked: string
  readonly restore: (part: string) => string
} {
  const constants = new Map<string, string | undefined>()
  for (const [, name = '', value] of text.matchAll(ASSIGNMENT)) {
    constants.set(name, !constants.has(name) || constants.get(name) === value ? value : undefined)
  }
  const actions: string[] = []
  const marked = text
    .replace(LITERAL, (_, ...texts: (string | undefined)[]) => texts.slice(0, 3).join(''))
    .replace(VARIABLE, (action, name: string) => constants.get(name) ?? action)
    .replace(ACTION, (action) => {
      if (!/^\{[^]*[%}]\}$/.test(action)) return action
      // What follows in the last line stays in its column.
      const lines = action.replace(/(\n[ \t]*)|[^\n]/g, '$1')
      return LINES.test(action) ? lines : `\u{e000}${actions.push(action) - 1}\u{e001}${lines}`
    })
  return {
    marked: marked.replace(ALONE, ''),
    restore: (part) => part.replace(MARK, (mark, at: string) => actions[Number(at)] ?? mark)
  }
}
