import { sayDay } from '../runbook/review.ts'
import { joined } from '../wording.ts'
import { isSaidOfFiles, type Report } from './report.ts'
import type { ReportRow } from './report-rows.ts'
import { Markup, type Sink } from './sink.ts'
import type { Outcome } from '../sync/deliver/fates.ts'
import { groupsOf } from './report-lines.ts'

/** Bytes. GitHub drops a summary of more than 1 MiB; the rest is for other steps. */
const MAX_BYTES = 1024 * 1024 - 64 * 1024
/** Files that one row names, items that are shown without unfolding, and differences. */
const MAX_FILES = 10
const UNFOLDED = 25
const MAX_TEXTS = 20

/** The job summary: Markdown in which no text of others is markup. What needs a person comes first. */
export class Summary {
  readonly #report: Report
  readonly #sink: Sink
  readonly #lines: Markup[] = []

  constructor(report: Report, sink: Sink) {
    this.#report = report
    this.#sink = sink
  }

  readonly #prose = (sentence: string): Markup => {
    const { workflowUrl } = this.#report
    return this.#sink.prose(sentence, workflowUrl === '' ? [] : [[workflowUrl, workflowUrl.split('/').at(-1) ?? '']])
  }

  text(): string {
    const prose = this.#prose
    const { markup, codeBlock } = this.#sink
    const { runbooks, saved, notices, alerts, alertCounts, list, where, overdue } = this.#report
    this.#head()
    this.#person()
    for (const { path, difference } of runbooks.filter((row) => row.difference !== null).slice(0, MAX_TEXTS)) {
      this.#folded(markup`Another text in the assistant: ${path}`, [codeBlock('diff', difference ?? [])])
    }
    const about = notices.flatMap(({ path, line, message }) => {
      return path === null ? [] : markup`- ${this.#file(path, line)}: ${prose(message)}`
    })
    this.#part('Worth a look', about)
    const items = alerts
      .filter(({ state }) => state === 'without')
      .map(({ alert, file, line }) => markup`- ${alert}, ${this.#file(file, line)}`)
    this.#part('Alerts without a runbook', items)
    this.#add(joinMarkup(alertCounts.map(prose), ' '))
    this.#list('Orphaned entries', 'orphaned')
    const late = (overdue ?? []).filter(({ named }) => named)
    const since = late.map((one) => markup`- ${this.#file(one.path, null)} “${one.name}”: since ${sayDay(one.since)}`)
    this.#part('Overdue', since)
    this.#list('Not delivered', 'pending')
    this.#list('Delivered', 'upserted')
    this.#list('Retired', 'retired')
    this.#list('To be sent', 'planned')
    this.#list('Left out', 'skipped')
    this.#add(prose(joined([list, where])))
    // Last, because they may be long.
    for (const { path, text } of saved) {
      if (text !== null) this.#folded(markup`Replaced: ${path}`, [codeBlock('text', text.split('\n'))])
    }
    return fit(this.#lines)
  }

  /** The first line, the next step, the counts, and the notices about the whole run. */
  #head(): void {
    const prose = this.#prose
    const { failure, firstLine, nextStep, runbooks, counts, notices, mode, listShowsTexts } = this.#report
    const green = runbooks.some(isForPerson) || listShowsTexts === false ? '⚠️' : '✅'
    const success = mode === 'plan' ? '📋' : green
    this.#add(new Markup(`## ${failure === null ? success : '❌'} Runbook Sync`))
    if (failure === null || isSaidOfFiles(this.#report)) this.#add(prose(firstLine))
    else this.#box('CAUTION', [firstLine, nextStep])
    this.#add(prose(counts))
    const general = (wanted: string): readonly string[] =>
      notices.filter(({ path, level }) => path === null && level === wanted).map(({ message }) => message)
    this.#box('WARNING', general('warning'))
    this.#box('NOTE', general('notice'))
  }

  #person(): void {
    const prose = this.#prose
    const { markup } = this.#sink
    const missing = this.#report.runbooks.filter(isForPerson)
    const rows = groupsOf(missing).map((group) => {
      const [first] = group
      const icon = new Markup(first.red ? '❌' : '⚠️')
      return markup`| ${icon} ${this.#files(group)} | ${prose(first.reason)} | ${prose(first.hint)} |`
    })
    if (rows.length === 0) return
    this.#add(new Markup('### Needs a person'))
    this.#lines.push(new Markup('| runbook | why | what to do |\n| --- | --- | --- |'), ...rows, EMPTY)
  }

  #files(rows: readonly ReportRow[]): Markup {
    const shown = rows.slice(0, MAX_FILES).map((row) => this.#subject(row))
    const more = rows.length - shown.length
    return joinMarkup([...shown, more > 0 ? this.#sink.markup`and ${more} more` : EMPTY], '<br>')
  }

  /** A file with the name of its entry. A file that is gone is not at this commit. */
  #subject({ about, path, line, name }: ReportRow): Markup {
    const { markup } = this.#sink
    const file = about === 'entry' ? markup`${path}` : this.#file(path, line)
    return name === null ? file : markup`${file} “${name}”`
  }

  #list(title: string, outcome: Outcome): void {
    const { markup } = this.#sink
    const rows = this.#report.runbooks.filter((row) => row.outcome === outcome && !isForPerson(row))
    const items = rows.map((row) => {
      const said = this.#prose(joined([row.reason, row.hint, row.description ?? '']))
      return joinMarkup([markup`- ${this.#subject(row)}`, said], ': ')
    })
    this.#part(title, items)
  }

  /** A part with a heading, folded if it is long; nothing without items. */
  #part(title: string, items: readonly Markup[]): void {
    if (items.length === 0) return
    this.#add(new Markup(`### ${title}`))
    if (items.length > UNFOLDED) this.#folded(this.#sink.markup`${items.length}`, items)
    else this.#lines.push(...items, EMPTY)
  }

  /** Line by line, so that a long part can be cut. */
  #folded(title: Markup, lines: readonly Markup[]): void {
    const opening = this.#sink.markup`<details>\n<summary>${title}</summary>\n`
    this.#lines.push(opening, ...lines, EMPTY, new Markup('</details>'), EMPTY)
  }

  /** A box of GitHub; nothing without paragraphs. */
  #box(kind: 'CAUTION' | 'WARNING' | 'NOTE', paragraphs: readonly string[]): void {
    const said = joinMarkup(paragraphs.map(this.#prose), '\n>\n> ')
    if (said.text !== '') this.#add(new Markup(`> [!${kind}]\n> ${said.text}`))
  }

  #add(paragraph: Markup): void {
    if (paragraph.text !== '') this.#lines.push(paragraph, EMPTY)
  }

  /** A file as a link to its line at the commit; its path alone if the commit, or the repository, is not known. */
  #file(path: string, line: number | null): Markup {
    const { repository, serverUrl, head } = this.#report
    const text = this.#sink.markup`${path}${line === null ? '' : `:${line}`}`
    if (repository === '' || head === '') return text
    // GitHub shows lines of Markdown only in the plain view.
    const target = `blob/${head}/${this.#encoded(path)}${line === null ? '' : `?plain=1#L${line}`}`
    return new Markup(`[${text.text}](${encodeURI(serverUrl)}/${this.#encoded(repository)}/${target})`)
  }

  /** A path as a part of an address. A parenthesis could end the link. */
  #encoded(path: string): string {
    const encoded = encodeURIComponent(this.#sink.redact(path).toWellFormed())
    return encoded.replaceAll('%2F', '/').replaceAll('(', '%28').replaceAll(')', '%29')
  }
}

const EMPTY = new Markup('')

function isForPerson({ needs }: ReportRow): boolean {
  return needs === 'person'
}

function joinMarkup(parts: readonly Markup[], separator: string): Markup {
  const texts = parts.map(({ text }) => text).filter((text) => text !== '')
  return new Markup(texts.join(separator))
}

/** As many lines as a summary holds. */
function fit(lines: readonly Markup[]): string {
  let left = MAX_BYTES
  const end = lines.findIndex(({ text }) => (left -= Buffer.byteLength(text) + 1) < 0)
  const texts = lines.map(({ text }) => text)
  if (end === -1) return `${texts.join('\n').trimEnd()}\n`
  const kept = texts.slice(0, end).join('\n')
  const isFolded = kept.lastIndexOf('<details>') > kept.lastIndexOf('</details>')
  const cut = 'The rest is left out, because a summary holds 1 MiB. The JSON report has more.'
  return `${kept}\n${isFolded ? '\n</details>\n' : ''}\n${cut}\n`
}
