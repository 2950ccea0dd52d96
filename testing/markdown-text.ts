/**
 * A job summary as text for a terminal: tables with aligned columns, links by their text, quotes with a bar, headings
 * underlined. It knows the Markdown that summaries are written in, not all of it.
 *
 * @param width in characters; only tables and paragraphs are fitted to it.
 */
export function markdownAsText(markdown: string, width: number): string {
  const output: string[] = []
  const lines = markdown.split('\n')
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index] ?? ''
    if (isRow(line)) {
      const rows: string[] = []
      while (isRow(lines[index] ?? '')) rows.push(lines[index++] ?? '')
      index--
      output.push(...table(rows, width))
    } else {
      output.push(...block(line, width))
    }
  }
  return output
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

function block(line: string, width: number): string[] {
  const [, marks, heading] = /^(#{1,6}) (.*)$/.exec(line) ?? []
  if (heading !== undefined) {
    const text = inline(heading)
    return marks === '##' || marks === '#' ? [text, '='.repeat(lengthOf(text))] : [text, '-'.repeat(lengthOf(text))]
  }
  const [, alert] = /^> \[!([A-Z]+)\]$/.exec(line) ?? []
  if (alert !== undefined) return [`| ${alert}`]
  if (line.startsWith('>'))
    return wrap(inline(line.replace(/^> ?/, '')), width - 2).map((part) => `| ${part}`.trimEnd())
  if (line.startsWith('- '))
    return wrap(inline(line.slice(2)), width - 2).map((part, at) => (at === 0 ? `- ${part}` : `  ${part}`))
  if (/^<\/?details>$/.test(line)) return ['']
  return wrap(inline(line), width)
}

/** Markup off, entities read: what is left is what the page shows. */
function inline(text: string): string {
  return text
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/<[^>]*>/g, '')
    .replace(/\*\*|`/g, '')
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
}

function isRow(line: string): boolean {
  return line.startsWith('| ') && line.endsWith(' |')
}

const GAP = '   '

function table(rows: readonly string[], width: number): string[] {
  const [head = [], rule = [], ...body] = rows.map((row) => row.slice(2, -2).split(' | '))
  const cells = [head, ...body].map((row) => row.map((cell) => inline(cell.trim())))
  return columns(
    cells,
    width,
    rule.map((mark) => mark.trim().endsWith(':'))
  )
}

/**
 * Rows of cells, the first of them the head, as lines with aligned columns. A column in which nothing is said takes no
 * room.
 *
 * @param right which columns are aligned to the right.
 */
export function columns(
  cells: readonly (readonly string[])[],
  width: number,
  right: readonly boolean[] = []
): string[] {
  const [head = [], ...body] = cells
  const natural = head.map((_, column) => Math.max(...cells.map((row) => lengthOf(row[column] ?? ''))))
  const shown = natural.flatMap((_, column) => (body.some((row) => (row[column] ?? '') !== '') ? [column] : []))
  const widths = fit(natural, shown, width)
  const laid = cells.flatMap((row) => {
    const parts = shown.map((column) => wrap(row[column] ?? '', widths[column] ?? 0))
    return Array.from({ length: Math.max(1, ...parts.map((part) => part.length)) }, (_, line) =>
      shown
        .map((column, place) => pad(parts[place]?.[line] ?? '', widths[column] ?? 0, right[column] ?? false))
        .join(GAP)
        .trimEnd()
    )
  })
  const rule = shown.map((column) => '-'.repeat(widths[column] ?? 0)).join(GAP)
  return laid.toSpliced(1, 0, rule)
}

/** Takes from the widest column, a character at a time, until all fit. */
function fit(natural: readonly number[], shown: readonly number[], width: number): number[] {
  const widths = [...natural]
  const gaps = GAP.length * (shown.length - 1)
  const total = () => shown.reduce((sum, column) => sum + (widths[column] ?? 0), gaps)
  while (total() > width) {
    const widest = shown.reduce(
      (one, other) => ((widths[other] ?? 0) > (widths[one] ?? 0) ? other : one),
      shown[0] ?? 0
    )
    if ((widths[widest] ?? 0) <= 12) break
    widths[widest] = (widths[widest] ?? 0) - 1
  }
  return widths
}

/** Breaks a line at blanks, and inside a word only where it is longer than `width`. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    if (line !== '' && lengthOf(line) + 1 + lengthOf(word) > width) {
      lines.push(line)
      line = ''
    }
    const parts = pieces(word, width)
    const last = parts.pop() ?? ''
    lines.push(...parts)
    line = line === '' ? last : `${line} ${last}`
  }
  return [...lines, line]
}

/** A word in parts of at most `width`, cut after a slash or a dash where there is one: most long words are paths. */
function pieces(word: string, width: number): string[] {
  const characters = Array.from(word)
  if (characters.length <= width || width < 1) return [word]
  const line = characters.slice(0, width)
  const cut = Math.max(line.lastIndexOf('/'), line.lastIndexOf('-')) + 1 || width
  return [characters.slice(0, cut).join(''), ...pieces(characters.slice(cut).join(''), width)]
}

function pad(text: string, width: number, right: boolean): string {
  const room = ' '.repeat(Math.max(0, width - lengthOf(text)))
  return right ? room + text : text + room
}

/** In characters as a terminal counts them, near enough. */
function lengthOf(text: string): number {
  return Array.from(text.normalize('NFC')).length
}
