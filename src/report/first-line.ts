import { InputError, type ActionError } from '../errors.ts'
import { shortId } from '../job/event.ts'
import type { Pulled } from '../sync/pull.ts'
import { count, format, joined, listed, locationOf } from '../wording.ts'
import type { Result } from './journal.ts'
import { sayOverdue, type OverdueRunbook } from './overdue.ts'
import type { Outcome } from '../sync/deliver/fates.ts'
import { sayRepeat, sayStart } from './start.ts'
import { isUndelivered, needsPerson, OUTCOMES, wordFor, type ReportRow } from './report-rows.ts'

/** Files that a sentence names. */
export const MAX_NAMED = 3

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
  // The first says itself that nothing was sent. Nobody expects that of a command that was misspelled.
  if (kind === 'stopped' || (kind === 'input' && run.workflow === '')) return ''
  return joined([!run.hasSent && 'Nothing was sent in this run; the assistant has what it had.', sayRunbooks(run)])
}

function sentence(parts: Parameters<typeof joined>[0]): string {
  const said = joined(parts, '; ')
  return said && `${said}.`
}

/** The runbooks that were delivered, or would be; then those that are missing or left over. */
function sayRunbooks(run: Findings): string {
  const { mode, rows } = run
  const pending = Map.groupBy(
    rows.filter(({ outcome }) => outcome === 'pending'),
    ({ brief }) => brief
  )
  const missing = rows.filter((row) => isUndelivered(row) && row.outcome !== 'pending')
  const kept = rows.filter(({ outcome }) => outcome === 'kept')
  const orphans = rows.filter(({ outcome }) => outcome === 'orphaned')
  const gone = orphans.filter(({ cause }) => cause === null)
  const misnamed = orphans.filter(({ cause }) => cause !== null)
  const isNot =
    mode === 'plan'
      ? `${count(missing.length, 'runbook')} would not be delivered`
      : count(missing.length, 'runbook is not delivered', 'runbooks are not delivered')
  const stay = count(
    kept.length,
    'entry was edited in the assistant, and stays',
    'entries were edited in the assistant, and stay'
  )
  const have = count(gone.length, 'entry has', 'entries have')
  const differ = count(
    misnamed.length,
    'entry has another name than its runbook',
    'entries have other names than their runbooks'
  )
  const isUpToDate = mode !== 'plan' && isQuiet(run)
  const said = sentence([
    mode === 'plan' ? sayPlan(run) : sayDelivery(run),
    isUpToDate && orphans.length === 0 && 'Everything is up to date',
    ...Array.from(pending, ([brief, those]) => `${count(those.length, 'runbook')} ${brief}: ${pathsOf(those)}`),
    missing.length > 0 && `${isNot}: ${sayFiles(missing)}`,
    kept.length > 0 && `${stay}: ${pathsOf(kept)}`,
    gone.length > 0 && `${have} no runbook any more: ${pathsOf(gone)}`,
    misnamed.length > 0 && `${differ}: ${pathsOf(misnamed)}`,
    isUpToDate && orphans.length > 0 && 'everything else is up to date',
    run.look?.rows.areWithoutTexts === true && '⚠️ the list shows no texts, so edits are replaced unseen',
    run.ended === undefined && sayOverdue(run.overdue, run.now, MAX_NAMED)
  ])
  const isFirst = mode === 'sync' && run.isFirstSync && said !== ''
  return isFirst ? `First sync of ${run.repository} into this workspace: ${said}` : said
}

/** True if there was nothing to do, and nothing is missing. */
function isQuiet({ ended, totals, rows }: Findings): boolean {
  const isNothingDone = totals.upserted + totals.retired === 0
  return ended === undefined && isNothingDone && totals.unchanged > 0 && !rows.some(needsPerson)
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

/** `docs/a.md, docs/b.md (same name), docs/c.md (the file is not UTF-8) and 2 more` */
function sayFiles(rows: readonly ReportRow[]): string {
  const shown = rows.slice(0, MAX_NAMED)
  const groups = [...Map.groupBy(shown, ({ brief }) => brief)]
  const named = groups.map(([brief, of]) => {
    const places = of.map(({ path, line }) => locationOf(path, line))
    return `${places.join(', ')} (${brief})`
  })
  const more = rows.length - shown.length
  return joined([named.join(', '), more > 0 && `and ${format(more)} more`])
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
  const isFailing = rows.some(({ red }) => red)
  const missing = rows.filter((row) => (isFailing ? row.red : needsPerson(row)))
  const failed = run.fates.find((fate) => fate.is === 'failed')
  return joined([
    adviceFor(missing, totals.orphaned, workflow === '' ? 'The lines above say' : 'The report says'),
    failed && sayStart(failed.error.kind, run),
    mode === 'plan' && isFailing && 'Correct this first, or the next sync fails.',
    alerts?.nextStep,
    missing.length === 0 && totals.orphaned > 0 && 'Delete what you do not need in the assistant.',
    missing.length === 0 &&
      overdue.some(({ named }) => named) &&
      'Review what is overdue, and change its date in the front matter.'
  ])
}

/** The first advice; after the files that it is about, if the first line names others as well. @param say begins the sentence about these. */
function adviceFor(rows: readonly ReportRow[], orphaned: number, say: string): string {
  const { hint = '', outcome } = rows[0] ?? {}
  const same = rows.filter((row) => row.hint === hint)
  const more = rows.length - same.length
  if (more === 0 && (outcome !== 'orphaned' || orphaned === 1)) return hint
  return joined([`${pathsOf(same)}: ${hint}`, more > 0 && `${say} what to do about ${count(more, 'more runbook')}.`])
}

const SAID_OF_ALL: readonly Outcome[] = ['upserted', 'planned', 'unchanged']

const WHERE_UNCOMMITTED = { worktree: 'in the work tree', staged: 'in the index' } as const

/** `1 refused, 3 delivered, 240 unchanged; 243 files selected at commit 3f2a1c9.` */
export function sayCounts({ look, totals, uncommitted }: Findings): string {
  if (look === undefined) return ''
  const found = OUTCOMES.filter((outcome) => totals[outcome] > 0)
  // Of what became of all of them, the first line says the number.
  const isSaid = found.length === 1 && found.some((outcome) => SAID_OF_ALL.includes(outcome))
  const outcomes = isSaid ? [] : found.map((outcome) => `${format(totals[outcome])} ${wordFor(outcome)}`)
  const { head, at } = look.runbooks
  const commit = head !== '' && `at commit ${shortId(head)}`
  const place = uncommitted === undefined ? commit : WHERE_UNCOMMITTED[uncommitted]
  const files = joined([`${count(at.size, 'file')} selected`, place])
  return sentence([joined(outcomes, ', '), files])
}
