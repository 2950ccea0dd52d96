import type { RunbookOutcome } from '../sync/outcome.ts'
import { forMarkdown, shortened } from './inert.ts'
import { OUTCOMES, countOf, isUndelivered, totalsOf, verdictOf, type View } from './view.ts'

/** GitHub drops a step's summary above 1 MiB, with an error; the rest is for what other parts of the step wrote. */
const LIMIT = 1024 * 1024 - 64 * 1024
const LONGEST_REASON = 600
/** Rows beyond this many are folded away, unless they need a person. */
const UNFOLDED = 20

/** The job summary, as Markdown in which no text of others is markup. */
export function summaryOf(view: View): string {
  const parts = [headline(view), facts(view), problems(view), notices(view)]
  const before = parts.filter((part) => part !== '').join('\n\n')
  return `${before}\n\n${tables(view, LIMIT - Buffer.byteLength(before))}`.trimEnd() + '\n'
}

function headline(view: View): string {
  const totals = totalsOf(view.outcomes)
  const undelivered = totals.failed + totals.refused + totals.pending
  if (view.failure?.kind === 'token-rejected') return '## ❌ Runbook Sync: the token was rejected'
  if (view.failure?.kind === 'cancelled') return '## ❌ Runbook Sync: cancelled'
  if (undelivered > 0) {
    const verb = view.mode === 'plan' ? 'could not be' : undelivered === 1 ? 'was not' : 'were not'
    return `## ❌ Runbook Sync: ${countOf(undelivered, 'runbook')} ${verb} delivered`
  }
  if (view.failure !== undefined) return '## ❌ Runbook Sync: the run failed'
  if (view.mode === 'check') return '## ✅ Runbook Sync: the token is good'
  if (view.mode === 'plan')
    return `## 📋 Runbook Sync: a plan, ${countOf(totals.planned, 'runbook')} to send, nothing written`
  if (totals.upserted + totals.retired > 0)
    return `## ✅ Runbook Sync: ${countOf(totals.upserted, 'runbook')} delivered`
  return '## ✅ Runbook Sync: nothing to deliver'
}

function facts(view: View): string {
  const totals = totalsOf(view.outcomes)
  const counts = OUTCOMES.filter((outcome) => totals[outcome] > 0)
  const reason = view.range === undefined ? '' : forMarkdown(view.range.reason)
  if (counts.length === 0) return reason
  const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
  const table = [
    row(counts.map((outcome) => outcome)),
    row(counts.map(() => '---:')),
    row(counts.map((outcome) => totals[outcome].toLocaleString('en')))
  ]
  return [reason, table.join('\n')].filter((part) => part !== '').join('\n\n')
}

function problems(view: View): string {
  const verdict = verdictOf(view)
  if (verdict === undefined || view.failure === undefined) return ''
  const lines = `${forMarkdown(verdict.message)}\n\n**What to do:** ${forMarkdown(verdict.remedy)}`
  return `> [!CAUTION]\n${lines.replace(/^/gm, '> ')}`
}

function notices(view: View): string {
  return view.notices
    .slice(0, 20)
    .map(
      ({ message, path }) =>
        `- ${path === undefined ? '' : `${forMarkdown(path)}: `}${forMarkdown(shortened(message, LONGEST_REASON))}`
    )
    .join('\n')
}

function tables(view: View, budget: number): string {
  const sorted = [...view.outcomes].sort(
    (a, b) => OUTCOMES.indexOf(a.outcome) - OUTCOMES.indexOf(b.outcome) || (a.path < b.path ? -1 : 1)
  )
  const urgent = sorted.filter((outcome) => isUndelivered(outcome))
  const calm = sorted.filter((outcome) => !isUndelivered(outcome))
  const writer = new Writer(budget)
  if (urgent.length > 0) writer.section('### Needs a person', urgent, view)
  if (calm.length > 0) {
    const title = urgent.length > 0 ? 'The others' : 'Runbooks'
    if (calm.length <= UNFOLDED) writer.section(`### ${title}`, calm, view)
    else {
      writer.section(
        `<details>\n<summary>${title} (${calm.length.toLocaleString('en')})</summary>`,
        calm,
        view,
        '</details>'
      )
    }
  }
  return writer.text()
}

/** Writes rows as long as they fit, and says how many did not. */
class Writer {
  readonly #lines: string[] = []
  #left: number

  constructor(budget: number) {
    this.#left = budget
  }

  section(opening: string, outcomes: readonly RunbookOutcome[], view: View, closing = ''): void {
    this.#write(opening, '', '| runbook | entry | outcome | why | attempts |', '| --- | --- | --- | --- | ---: |')
    let written = 0
    for (const outcome of outcomes) {
      const row = rowOf(outcome, view)
      // Kept back: the sentence about what is left out, and the closing.
      if (this.#left < Buffer.byteLength(row) + 300) break
      this.#write(row)
      written++
    }
    const missing = outcomes.length - written
    if (missing > 0) {
      this.#write(
        '',
        `${countOf(missing, 'row')} left out: a summary holds 1 MiB. The JSON report (output \`report\`) has all.`
      )
    }
    this.#write('', ...(closing === '' ? [] : [closing, '']))
  }

  text(): string {
    return this.#lines.join('\n')
  }

  #write(...lines: readonly string[]): void {
    for (const line of lines) {
      this.#lines.push(line)
      this.#left -= Buffer.byteLength(line) + 1
    }
  }
}

function rowOf({ path, name, outcome, reason, remedy, attempts }: RunbookOutcome, view: View): string {
  const why = [reason, remedy ?? ''].filter((part) => part !== '').join(' ')
  const cells = [
    linked(path, outcome, view),
    forMarkdown(shortened(name ?? '', 200)),
    outcome,
    forMarkdown(shortened(why, LONGEST_REASON)),
    attempts > 0 ? String(attempts) : ''
  ]
  return `| ${cells.join(' | ')} |`
}

/** A runbook that is gone is linked where it still was. */
function linked(path: string, outcome: RunbookOutcome['outcome'], { repository, serverUrl, range }: View): string {
  const text = forMarkdown(shortened(path, 300))
  const commit = outcome === 'removed' || outcome === 'retired' ? range?.base : range?.head
  if (repository === '' || commit === undefined || commit === '') return text
  const encoded = path
    .toWellFormed()
    .split('/')
    .map((part) => encodeURIComponent(part).replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16)}`))
    .join('/')
  return `[${text}](${serverUrl}/${repository}/blob/${commit}/${encoded})`
}
