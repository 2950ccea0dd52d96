import { shortId } from '../job/event.ts'
import { count, format, joined } from '../wording.ts'
import { groupsOf, isRed, needsPerson, type Report, type ReportNotice, type RowGroup } from './report.ts'
import type { Outcome, ReportRow } from './rows.ts'
import { Markup, type Sink } from './sink.ts'

/** Bytes. GitHub drops a summary of more than 1 MiB; the rest is for other steps. */
const MAX_BYTES = 1024 * 1024 - 64 * 1024
/** Rows of a part, files that one row names, and rows that are shown without unfolding. */
const MAX_ROWS = 2000
const MAX_FILES = 10
const UNFOLDED = 25
/** Notices about the run, and differences. */
const MAX_GENERAL = 10
const MAX_TEXTS = 20

/** The job summary: Markdown in which no text of others is markup. What needs a person comes first. */
export function summaryOf(report: Report, sink: Sink): string {
  return new Summary(report, sink).text()
}

class Summary {
  readonly #report: Report
  readonly #sink: Sink
  readonly #lines: Markup[] = []

  constructor(report: Report, sink: Sink) {
    this.#report = report
    this.#sink = sink
  }

  text(): string {
    this.#head()
    this.#person()
    this.#fileNotices()
    this.#alerts()
    this.#list('Delivered', ['upserted', 'retired'])
    this.#list('To be sent', ['planned'])
    this.#list('Entries without a runbook', ['orphaned'])
    this.#list('Left out', ['skipped'])
    this.#texts()
    return fit(this.#lines)
  }

  /** What happened, the counts once, and what concerns the whole run. */
  #head(): void {
    const { markup, prose } = this.#sink
    const { heading, failure, runbooks, counts, list, notices, mode } = this.#report
    const green = mode === 'plan' ? '📋' : '✅'
    const icon = new Markup(failure === null ? green : '❌')
    this.#add(markup`## ${icon} Runbook Sync: ${prose(heading)}`)
    // Rows say why they are missing.
    if (failure !== null && (!runbooks.some(isRed) || failure.kind !== 'incomplete')) {
      this.#box('CAUTION', [prose(failure.message), prose(failure.hint)])
    }
    this.#add(joinMarkup([this.#withCommit(counts), prose(list)], ' '))
    const general = notices.filter(({ path }) => path === null)
    for (const level of ['warning', 'notice'] as const) {
      const wanted = general.filter((notice) => notice.level === level)
      const shown = wanted.slice(0, MAX_GENERAL).map(({ message }) => prose(message))
      const more = wanted.length - shown.length
      this.#box(level === 'warning' ? 'WARNING' : 'NOTE', more > 0 ? [...shown, this.#more(more)] : shown)
    }
  }

  /** The counts, in which the commit is a link. */
  #withCommit(counts: string): Markup {
    const { repository, head } = this.#report
    const { prose } = this.#sink
    const id = shortId(head)
    const at = counts.lastIndexOf(id)
    if (repository === '' || head === '' || at === -1) return prose(counts)
    const parts = [
      prose(counts.slice(0, at)),
      this.#link(this.#sink.markup`${id}`, `commit/${head}`),
      prose(counts.slice(at + id.length))
    ]
    return joinMarkup(parts, '')
  }

  #person(): void {
    const { markup, prose } = this.#sink
    const rows = this.#report.runbooks.filter(needsPerson)
    if (rows.length === 0) return
    const groups = groupsOf(rows)
    this.#add(markup`### Needs a person`)
    const lines = groups.slice(0, MAX_ROWS).map((group) => {
      const [first] = group.rows
      const icon = new Markup(first !== undefined && isRed(first) ? '❌' : '⚠️')
      const what = joinMarkup([prose(group.reason), prose(group.hint ?? '')], '<br>→ ')
      return markup`| ${icon} ${this.#files(group)} | ${what} |`
    })
    const more = groups.length - lines.length
    this.#add(joinMarkup([new Markup('| runbook | why, and what to do |\n| --- | --- |'), ...lines], '\n'))
    if (more > 0) this.#add(this.#more(more))
  }

  #files({ rows, outcome }: RowGroup): Markup {
    // What ended the run is the reason, and thousands of paths would only hide it.
    if (outcome === 'pending' && rows.length > 1) return this.#sink.markup`${count(rows.length, 'file')}`
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

  /** What is about single files: broken links, skipped files, edits that were pulled, texts that were replaced. */
  #fileNotices(): void {
    const { notices, pulled, saved } = this.#report
    const all = [...notices.filter(({ path }) => path !== null), ...pulled, ...saved]
    this.#part(
      'Worth a look',
      all.map((one) => this.#item(this.#file(one.path ?? '', 'line' in one ? one.line : null), one.message))
    )
  }

  #alerts(): void {
    const { markup, prose } = this.#sink
    const { alerts, alertCounts } = this.#report
    if (alertCounts.length === 0) return
    const missing = alerts.filter(({ state }) => state === 'dead' || state === 'without')
    const items = missing
      .sort((one, other) => Number(one.state === 'without') - Number(other.state === 'without'))
      .map(({ alert, file, line, state, reason }) => {
        return markup`- ${new Markup(state)}: ${alert}, ${this.#file(file, line)}${reason === null ? '' : prose(`. ${reason}`)}`
      })
    this.#part('Alerts', items, joinMarkup(alertCounts.map(prose), ' '))
  }

  #list(title: string, outcomes: readonly Outcome[]): void {
    const rows = this.#report.runbooks.filter(({ outcome }) => outcomes.includes(outcome))
    // What was delivered needs no reason.
    const isDone = outcomes.includes('upserted')
    this.#part(
      title,
      rows.map((row) => this.#item(this.#subject(row), isDone ? '' : joined([row.reason, row.hint ?? ''])))
    )
  }

  /** What differs, and what was replaced. */
  #texts(): void {
    const { markup, codeBlock } = this.#sink
    const { runbooks, saved } = this.#report
    const differing = runbooks.filter(({ difference }) => difference !== null).slice(0, MAX_TEXTS)
    for (const { path, difference } of differing) {
      const lines = ['--- in the assistant', '+++ in Git', ...(difference ?? [])]
      this.#folded(markup`Another text in the assistant: ${path}`, codeBlock('diff', lines))
    }
    for (const { path, text } of saved) {
      if (text !== null) this.#folded(markup`Replaced: ${path}`, codeBlock('text', text.split('\n')))
    }
  }

  /** A part with a heading, folded if it is long; nothing without items. */
  #part(title: string, items: readonly Markup[], opening: Markup = EMPTY): void {
    const { markup } = this.#sink
    if (items.length === 0 && opening === EMPTY) return
    const shown = items.slice(0, MAX_ROWS)
    const more = items.length - shown.length
    const isLong = items.length > UNFOLDED
    this.#add(markup`### ${title}`)
    this.#add(opening)
    if (isLong) this.#add(markup`<details>\n<summary>${items.length}</summary>`)
    // Line by line, so that a long part can be cut.
    this.#lines.push(...shown, EMPTY)
    if (more > 0) this.#add(this.#more(more))
    if (isLong) this.#add(new Markup('</details>'))
  }

  #folded(title: Markup, block: Markup): void {
    this.#add(this.#sink.markup`<details>\n<summary>${title}</summary>\n\n${block}\n\n</details>`)
  }

  #item(subject: Markup, text: string): Markup {
    return text === '' ? this.#sink.markup`- ${subject}` : this.#sink.markup`- ${subject}: ${this.#sink.prose(text)}`
  }

  #more(number: number): Markup {
    return new Markup(`And ${format(number)} more: see the JSON report.`)
  }

  /** A box of GitHub; nothing without paragraphs. */
  #box(kind: 'CAUTION' | 'WARNING' | 'NOTE', paragraphs: readonly Markup[]): void {
    if (paragraphs.length > 0)
      this.#add(joinMarkup([new Markup(`> [!${kind}]\n> `), joinMarkup(paragraphs, '\n>\n> ')]))
  }

  /** A paragraph. */
  #add(paragraph: Markup): void {
    if (paragraph.text !== '') this.#lines.push(paragraph, EMPTY)
  }

  /** A file as a link to its line at the commit; its path alone if the commit, or the repository, is not known. */
  #file(path: string, line: ReportNotice['line']): Markup {
    const { head } = this.#report
    const text = this.#sink.markup`${path}${line === null ? '' : `:${line}`}`
    // GitHub shows lines of Markdown only in the plain view.
    return this.#link(text, `blob/${head}/${this.#encoded(path)}${line === null ? '' : `?plain=1#L${line}`}`)
  }

  #link(text: Markup, target: string): Markup {
    const { repository, serverUrl, head } = this.#report
    if (repository === '' || head === '') return text
    return new Markup(`[${text.text}](${encodeURI(serverUrl)}/${this.#encoded(repository)}/${target})`)
  }

  /** A path as a part of an address. A parenthesis could end the link. */
  #encoded(path: string): string {
    const encoded = encodeURIComponent(this.#sink.redact(path).toWellFormed())
    return encoded.replaceAll('%2F', '/').replaceAll('(', '%28').replaceAll(')', '%29')
  }
}

const EMPTY = new Markup('')

function joinMarkup(parts: readonly Markup[], separator = ''): Markup {
  const texts = parts.map(({ text }) => text).filter((text) => text !== '')
  return new Markup(texts.join(separator))
}

/** As many lines as a summary holds. */
function fit(lines: readonly Markup[]): string {
  let left = MAX_BYTES
  const end = lines.findIndex(({ text }) => (left -= Buffer.byteLength(text) + 1) < 0)
  const text = (to?: number): string =>
    lines
      .slice(0, to)
      .map((line) => line.text)
      .join('\n')
  if (end === -1) return `${text().trimEnd()}\n`
  const kept = text(end)
  const isFolded = kept.lastIndexOf('<details>') > kept.lastIndexOf('</details>')
  const cut = 'The rest is left out, because a summary holds 1 MiB. The JSON report has more.'
  return `${kept}\n${isFolded ? '\n</details>\n' : ''}\n${cut}\n`
}
