import { format } from '../wording.ts'
import type { Edge } from './edge.ts'
import { escapeCode, escapeMarkdown } from './escape.ts'

/** Markdown that is ours. A string is not: in `markup` it becomes text in which nothing is markup. */
export class Markup {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

type Part = string | number | Markup

/** A template of Markdown. The strings that are put in are escaped. */
export function markup(template: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  const [start = '', ...rest] = template
  return new Markup(start + rest.map((text, at) => textOf(parts[at] ?? '') + text).join(''))
}

function textOf(part: Part): string {
  if (part instanceof Markup) return part.text
  return typeof part === 'number' ? format(part) : escapeMarkdown(part)
}

/** A message of this program, which may quote foreign text: what stands between two backticks becomes code, and nothing else is markup. */
export function prose(message: string, edge: Edge): Markup {
  return new Markup(escapeMarkdown(edge.say(message)).replace(/&#96;(.+?)&#96;/g, '<code>$1</code>'))
}

/** The parts that are not empty, one after the other. */
export function joinMarkup(parts: readonly Markup[], separator = ''): Markup {
  return new Markup(
    parts
      .map(({ text }) => text)
      .filter((text) => text !== '')
      .join(separator)
  )
}

/** A row of a table for each cell of which `markup` or `prose` has made text without a line feed. */
export function tableRow(cells: readonly Markup[]): Markup {
  return markup`| ${joinCells(cells)} |`
}

function joinCells(cells: readonly Markup[]): Markup {
  return new Markup(cells.map(({ text }) => text).join(' | '))
}

/** A box of GitHub; nothing without paragraphs. */
export function alertBox(kind: 'CAUTION' | 'WARNING' | 'NOTE', paragraphs: readonly Markup[]): Markup {
  return paragraphs.length === 0 ? markup`` : markup`> [!${new Markup(kind)}]\n> ${joinMarkup(paragraphs, '\n>\n> ')}`
}

/** A difference in lines, as a block of code whose fence is longer than every run of tildes in it. */
export function differenceBlock(lines: readonly string[]): Markup[] {
  const shown = lines.map(escapeCode)
  const longest = shown.reduce(
    (most, line) => Math.max(most, ...(line.match(/~+/g) ?? []).map(({ length }) => length)),
    2
  )
  const fence = new Markup('~'.repeat(longest + 1))
  return [markup`${fence}diff`, ...shown.map((line) => new Markup(line)), fence]
}
