import { InputError, type ActionError } from '../errors.ts'
import { shortId } from '../job/event.ts'
import type { Pulled } from '../sync/pull.ts'
import { count, format, joined, listed, locationOf, MAX_NAMED } from '../wording.ts'
import type { Result } from './journal.ts'
import { sayOverdue, type OverdueRunbook } from './overdue.ts'
import type { Outcome } from '../sync/deliver/fates.ts'
import { sayRepeat, sayStart } from './start.ts'
import { OUTCOMES, urgentOf, wordFor, type ReportRow } from './report-rows.ts'

/** A result, and the rows and numbers from which its sentences are made. */
export interface Findings extends Result {
  readonly rows: readonly ReportRow[]
  readonly totals: Readonly<Record<Outcome, number>>
  readonly overdue: readonly OverdueRunbook[]
  readonly now: Date
}

/** The first line: `1 runbook delivered; 1 runbook is not delivered: docs/dns.md (the file is not UTF-8).` */
export function sayFirst(run: Findings): string {
  const { ended, mode, nothing, pulled, alerts } = run
  if (nothing !== undefined) return `There is nothing to do: ${nothing}`
  if (ended !== undefined) return joined([ended.message, mode === 'sync' && sayLeft(ended, run)])
  switch (mode) {
    case 'sync':
      return sayRunbooks(run) || 'There is nothing to deliver.'
    case 'plan':
    case 'alerts':
      return joined([alerts?.firstLine, sayRunbooks(run)])
    case 'pull': {
      const [first] = pulled.filter(({ kind }) => kind !== 'changed')
      return joined([sentence([sayPulledFiles(pulled)]), first && joined([first.path, first.reason], ': ')])
    }
    case 'check':
      return 'The token is valid.'
    case 'list':
    case undefined:
      return ''
  }
}

/** The runbooks that a run has left undone because it ended early. */
function sayLeft({ kind }: ActionError, run: Findings): string {
  // An error of kind `stopped` says so itself, and a misspelled command sends nothing anyway.
  if (kind === 'stopped' || (kind === 'input' && run.workflow === '')) return ''
  return joined([!run.hasSent && 'Nothing was sent in this run; the assistant has what it had.', sayRunbooks(run)])
}

function sentence(parts: Parameters<typeof joined>[0]): string {
  const said = joined(parts, '; ')
  return said && `${said}.`
}

/** What was delivered, or would be; then what is missing, what is left to people, and what to know about all of it. */
function sayRunbooks(run: Findings): string {
  const { mode, rows } = run
  const isPlan = mode === 'plan'
  const of = (wanted: Outcome): readonly ReportRow[] => rows.filter(({ outcome }) => outcome === wanted)
  const pending = Map.groupBy(of('pending'), ({ brief }) => brief)
  const gone = of('orphaned').filter(({ cause }) => cause === null)
  const misnamed = of('orphaned').filter(({ cause }) => cause !== null)
  const said = sentence([
    isPlan ? sayPlan(run) : sayDelivery(run),
    !isPlan && isQuiet(run) && 'Everything is up to date',
    ...Array.from(pending, ([brief, those]) => sayPaths(those, `runbook ${brief}`, `runbooks ${brief}`)),
    sayMissing([...of('failed'), ...of('refused')], isPlan),
    sayPaths(
      of('kept'),
      'entry was edited in the assistant, and stays',
      'entries were edited in the assistant, and stay'
    ),
    sayPaths(gone, 'entry has no runbook any more', 'entries have no runbook any more'),
    sayPaths(misnamed, 'entry has another name than its runbook', 'entries have other names than their runbooks'),
    run.look?.rows.areWithoutTexts === true && '⚠️ the list shows no texts, so edits are replaced unseen',
    run.ended === undefined && sayOverdue(run.overdue, run.now, MAX_NAMED)
  ])
  const isFirst = mode === 'sync' && run.isFirstSync && said !== ''
  return isFirst ? `First sync of ${run.repository} into this workspace: ${said}` : said
}

/** True if there was nothing to do, and nothing is missing. */
function isQuiet({ ended, totals, rows }: Findings): boolean {
  const { upserted, retired, pending, unchanged } = totals
  const isIdle = upserted + retired + pending === 0 && unchanged > 0
  return ended === undefined && isIdle && !rows.some(({ needs }) => needs === 'person')
}

function sayDelivery({ totals, saved }: Findings): string {
  const replaced = saved.filter(({ became }) => became === 'replaced').length
  const done = [
    totals.upserted > 0 && `${count(totals.upserted, 'runbook')} delivered`,
    replaced > 0 && `${count(replaced, 'text')} of the assistant saved and replaced`,
    totals.retired > 0 && `${count(totals.retired, 'entry', 'entries')} retired`
  ]
  return joined(done, ', ')
}

function sayPlan({ rows, inventory }: Findings): string {
  const planned = rows.filter(({ outcome }) => outcome === 'planned')
  const sends = planned.filter(({ about }) => about === 'runbook').length
  if (inventory === undefined) return `${count(sends, 'runbook')} can be sent; nothing is known of the assistant`
  const replaced = planned.filter(({ replaces }) => replaces).length
  const texts = replaced > 0 ? ` and replace ${count(replaced, 'text')} of the assistant` : ''
  const does = [
    sends > 0 && `send ${count(sends, 'runbook')}${texts}`,
    planned.length > sends && `retire ${count(planned.length - sends, 'entry', 'entries')}`
  ]
  return `A sync would ${joined(does, ', and ') || 'send nothing'}`
}

/** `3 runbooks are not delivered: docs/a.md, docs/b.md (same name), docs/c.md:3 (the file is not UTF-8)` */
function sayMissing(rows: readonly ReportRow[], isPlan: boolean): string {
  if (rows.length === 0) return ''
  const places = rows.map(({ path, line, brief }, at) => {
    const isSaidNext = at + 1 < MAX_NAMED && rows[at + 1]?.brief === brief
    return joined([locationOf(path, line), !isSaidNext && `(${brief})`])
  })
  const are = count(rows.length, 'runbook is', 'runbooks are')
  const isNot = isPlan ? `${count(rows.length, 'runbook')} would not be` : `${are} not`
  return `${isNot} delivered: ${listed(places, MAX_NAMED)}`
}

/** `2 entries have no runbook any more: docs/a.md, docs/b.md` */
function sayPaths(rows: readonly ReportRow[], one: string, several: string): string {
  return rows.length === 0 ? '' : `${count(rows.length, one, several)}: ${pathsOf(rows)}`
}

function pathsOf(rows: readonly ReportRow[]): string {
  const paths = rows.map(({ path }) => path)
  return listed(paths, MAX_NAMED)
}

/** `2 files changed, 1 edit beside its file` */
function sayPulledFiles(pulled: readonly Pulled[]): string {
  const total = (wanted: Pulled['kind']): number => pulled.filter(({ kind }) => kind === wanted).length
  const parts = [
    total('changed') > 0 && `${count(total('changed'), 'file')} changed`,
    total('beside') > 0 && count(total('beside'), 'edit beside its file', 'edits beside their files'),
    total('not pulled') > 0 && `${format(total('not pulled'))} not pulled`
  ]
  return joined(parts, ', ') || 'There are no edits to pull'
}

/** The next step of a person, in sentences; empty if there is none. */
export function sayNext(run: Findings): string {
  const { ended, mode, workflow, pulled, rows, totals, alerts, overdue } = run
  if (ended !== undefined) {
    const isEmptyToken = ended instanceof InputError && ended.input === 'token'
    const isAboutToken = isEmptyToken || ended.kind === 'token-rejected' || ended.kind === 'forbidden'
    return joined([
      ended.hint,
      // Only the workflow knows the name of the secret.
      isAboutToken && run.workflowUrl !== '' && `The workflow: ${run.workflowUrl}.`,
      isEmptyToken ? sayRepeat(run) : sayStart(ended.kind, run)
    ])
  }
  const kinds = new Set(pulled.map(({ kind }) => kind))
  if (kinds.has('beside'))
    return 'Copy what is right from each `.edited` file into the file beside it, and delete the `.edited` file.'
  if (kinds.has('not pulled')) return 'A warning says what to do with each edit that is not pulled. Then pull again.'
  // In a job, a later step makes a pull request of them.
  if (kinds.has('changed') && workflow === '') return 'Look at the changes with `git diff`, then commit and push them.'
  const urgent = urgentOf(rows)
  const isIdle = urgent.length === 0
  const failed = run.fates.find((fate) => fate.is === 'failed')
  return joined([
    adviceFor(urgent),
    failed && sayStart(failed.error.kind, run),
    mode === 'plan' && urgent[0]?.red === true && 'Correct this first, or the next sync fails.',
    alerts?.nextStep,
    isIdle && totals.orphaned > 0 && 'Delete what you do not need in the assistant.',
    isIdle && overdue.some(({ named }) => named) && 'Review what is overdue, and change its date in the front matter.'
  ])
}

/** The first advice; after the files that it is about, if the first line may name others as well. */
function adviceFor(rows: readonly ReportRow[]): string {
  const { hint = '', about } = rows[0] ?? {}
  const same = rows.filter((row) => row.hint === hint)
  const more = rows.length - same.length
  if (more === 0 && about !== 'entry') return hint
  return joined([`${pathsOf(same)}: ${hint}`, more > 0 && `There is other advice for ${count(more, 'more runbook')}.`])
}

const WHERE_UNCOMMITTED = { worktree: 'in the work tree', staged: 'in the index' } as const

/** `1 refused, 3 delivered, 240 unchanged; 243 files selected at commit 3f2a1c9.` */
export function sayCounts({ look, totals, uncommitted }: Findings): string {
  if (look === undefined) return ''
  const found = OUTCOMES.filter((outcome) => totals[outcome] > 0)
  const outcomes = found.map((outcome) => `${format(totals[outcome])} ${wordFor(outcome)}`)
  const { head, fileAt } = look.runbooks
  const commit = head !== '' && `at commit ${shortId(head)}`
  const place = uncommitted === undefined ? commit : WHERE_UNCOMMITTED[uncommitted]
  const files = joined([`${count(fileAt.size, 'file')} selected`, place])
  return sentence([joined(outcomes, ', '), files])
}
