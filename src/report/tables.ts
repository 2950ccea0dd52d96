import type { RunbookOutcome } from '../sync/outcome.ts'
import { forMarkdown, proseForMarkdown, shortened } from './inert.ts'
import { fileLinked } from './links.ts'
import { signed } from './signs.ts'
import { countOf, grouped, type View } from './view.ts'

const LONGEST_NAME = 200
const LONGEST_REASON = 600
/** Bytes kept for the sentence about what is left out, and for the end of what is folded. */
const RESERVE = 400

export interface Section {
  readonly title: string
  /** Our own Markdown. */
  readonly intro?: string
  readonly rows: readonly RunbookOutcome[]
  /** With more rows than these it is folded away. */
  readonly unfolded: number
}

interface Column {
  readonly title: string
  readonly rule: string
  readonly cell: (row: RunbookOutcome) => string
}

/** Writes tables of runbooks as long as they fit, and says how many rows did not. */
export class TableWriter {
  readonly #view: View
  readonly #lines: string[] = []
  #left: number

  /** @param budget bytes that all of it may take. */
  constructor(view: View, budget: number) {
    this.#view = view
    this.#left = budget
  }

  /** Our own Markdown, where there is room for it. */
  text(markdown: string): void {
    if (markdown !== '' && this.#left > Buffer.byteLength(markdown) + RESERVE) this.#write(markdown)
  }

  section({ title, intro, rows, unfolded }: Section): void {
    if (rows.length === 0) return
    const folded = rows.length > unfolded
    const shared = sharedReason(rows)
    const columns = this.#columns(rows, shared !== undefined)
    this.#write(
      ...(folded ? ['<details>', `<summary>${title} (${grouped(rows.length)})</summary>`, ''] : [`### ${title}`, '']),
      ...(intro === undefined ? [] : [intro, '']),
      ...(shared === undefined ? [] : [proseForMarkdown(shared), '']),
      line(columns.map((column) => column.title)),
      line(columns.map((column) => column.rule))
    )
    let written = 0
    for (const row of rows) {
      const text = line(columns.map(({ cell }) => cell(row)))
      if (this.#left < Buffer.byteLength(text) + RESERVE) break
      this.#write(text)
      written++
    }
    const missing = rows.length - written
    if (missing > 0) {
      const why = 'a summary holds 1 MiB. The JSON report (output <code>report</code>) has all.'
      this.#write('', `${countOf(missing, 'row')} left out: ${why}`)
    }
    this.#write('', ...(folded ? ['</details>', ''] : []))
  }

  toString(): string {
    return this.#lines.join('\n')
  }

  /** Only those in which something is said. */
  #columns(rows: readonly RunbookOutcome[], reasonIsShared: boolean): Column[] {
    const columns: Column[] = [{ title: 'runbook', rule: '---', cell: (row) => this.#linked(row) }]
    if (rows.some(({ name }) => name !== undefined)) {
      const cell = ({ name = '' }: RunbookOutcome): string => forMarkdown(shortened(name, LONGEST_NAME))
      columns.push({ title: 'entry', rule: '---', cell })
    }
    columns.push({ title: 'outcome', rule: '---', cell: ({ outcome }) => signed(outcome) })
    if (!reasonIsShared && rows.some(({ reason, remedy }) => reason !== '' || remedy !== undefined)) {
      const todo = rows.some(({ remedy }) => remedy !== undefined)
      columns.push({ title: todo ? 'why, and what to do' : 'why', rule: '---', cell: why })
    }
    if (rows.some(({ attempts }) => attempts > 0)) {
      columns.push({
        title: 'attempts',
        rule: '---:',
        cell: ({ attempts }) => (attempts > 0 ? grouped(attempts) : '')
      })
    }
    return columns
  }

  /** A runbook that is gone is linked where it still was. */
  #linked({ path, line, outcome }: RunbookOutcome): string {
    const { range } = this.#view
    const commit = outcome === 'removed' || outcome === 'retired' ? range?.base : range?.head
    return fileLinked(path, line, commit, this.#view)
  }

  #write(...lines: readonly string[]): void {
    for (const each of lines) {
      this.#lines.push(each)
      this.#left -= Buffer.byteLength(each) + 1
    }
  }
}

/** What is the same for all is said once. */
function sharedReason(rows: readonly RunbookOutcome[]): string | undefined {
  const [first] = rows
  if (first === undefined || rows.length < 2 || first.reason === '' || first.remedy !== undefined) return undefined
  return rows.every(({ reason, remedy }) => reason === first.reason && remedy === undefined) ? first.reason : undefined
}

function why({ reason, remedy = '' }: RunbookOutcome): string {
  const parts = [reason, remedy].map((part) => proseForMarkdown(shortened(part, LONGEST_REASON)))
  return parts.filter((part) => part !== '').join('<br> → ')
}

function line(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`
}
