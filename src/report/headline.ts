import type { ActionError, ErrorKind } from '../errors.ts'
import { shortId } from '../job/event.ts'
import { count, format, joined, listed, shorten, term } from '../wording.ts'
import { countOutcomes, dueItems, editsOf, isMissing, reportedOf, totalsOf } from './outcomes.ts'
import { describePulled } from './pulled.ts'
import type { Outcome, Result } from './result.ts'
import { countMissing, openingOf, verdictOf } from './verdict.ts'

/** What ended a run, if its error has no words of its own. */
const ENDINGS: Partial<Readonly<Record<ErrorKind, string>>> = {
  input: 'an input cannot be used',
  github: 'a question to GitHub failed',
  git: 'the checkout cannot be read',
  'branch-moved': 'the branch moved',
  'token-rejected': 'the token was rejected',
  unreachable: 'the service cannot be reached',
  cancelled: `${term('job')} was cancelled`
}

/** What happened and what to do, in sentences: the first line of the log. */
export function headlineOf(result: Result): string {
  const opening = openingOf(result)
  if (opening !== undefined) return joined([opening.message, opening.hint])
  return joined([`${happenedIn(result)}.`, ...remainingWork(result)])
}

/** The heading of a summary. Unlike the first line of the log, it leaves out what to do in a red run, which stands below it. */
export function headingOf(result: Result): string {
  return verdictOf(result) === undefined ? headlineOf(result) : happenedIn(result)
}

/** What happened, in a few words. */
function happenedIn(result: Result): string {
  const { ended, mode } = result
  if (ended !== undefined) return endingOf(ended)
  const missing = reportedOf(result).filter(isMissing)
  if (missing.length > 0) return countMissing(missing, result)
  switch (mode) {
    case 'check':
      return 'the token is valid'
    case 'pull':
      return describePulled(result.pulled)
    case 'plan':
      return describePlan(result)
    case 'sync':
      return describeSync(result)
    case 'list':
    case 'alerts':
    case undefined:
      // What they print says the rest.
      return 'done'
  }
}

function endingOf({ kind, headline }: ActionError): string {
  return headline ?? ENDINGS[kind] ?? 'the run failed'
}

function describePlan(result: Result): string {
  const { planned } = totalsOf(result)
  if (planned === 0) return 'a sync would send nothing'
  const replaced = replacedIn(result)
  const texts = replaced > 0 && ` and replace ${count(replaced, 'text')} of the assistant`
  // Without the list nobody can say what is there already.
  const most = result.inventory === undefined ? 'at most ' : ''
  return `a sync would send ${most}${count(planned, 'runbook')}${texts || ''}; nothing was written`
}

function describeSync(result: Result): string {
  const { upserted, retired, unchanged, kept } = totalsOf(result)
  const { length } = result.saved
  const parts = [
    upserted > 0 && `${count(upserted, 'runbook')} delivered`,
    length > 0 && `${count(length, 'text')} of the assistant saved and replaced`,
    retired > 0 && `${count(retired, 'entry', 'entries')} retired`
  ]
  const nothing = kept === 0 && unchanged > 0 ? 'everything is up to date' : 'nothing to deliver'
  return joined(parts, ', ') || nothing
}

/** What a green run leaves to people. */
function remainingWork(result: Result): string[] {
  const { orphaned } = totalsOf(result)
  const edits = result.mode === 'pull' ? 0 : editsOf(result)
  const [edited, advice] =
    edits === 1
      ? ['1 entry was edited in the assistant.', 'Bring the edit into the file, or discard it.']
      : [`${format(edits)} entries were edited in the assistant.`, 'Bring the edits into the files, or discard them.']
  const gone = count(orphaned, 'entry has', 'entries have')
  return [
    ...(edits > 0 ? [edited, advice] : []),
    ...(orphaned > 0 ? [`${gone} no runbook. Delete what you do not need in the assistant.`] : [])
  ]
}

/** Number of runbooks that a plan would send over a text that no run has sent. */
function replacedIn(result: Result): number {
  return dueItems(result).filter(({ outcome, texts = [] }) => outcome === 'planned' && texts.length > 0).length
}

/** `3 failed, 1 upserted`; empty without outcomes. */
function describeTotals(totals: Readonly<Record<Outcome, number>>): string {
  return Object.entries(totals)
    .filter(([, total]) => total > 0)
    .map(([outcome, total]) => `${format(total)} ${outcome}`)
    .join(', ')
}

/** What waits on the branch in any case, in one line; empty if nothing does. */
export function describeWaiting(result: Result): string {
  const waiting = reportedOf(result).filter(({ isWaiting }) => isWaiting)
  if (waiting.length === 0) return ''
  return `Also waiting on the branch, and not changed here: ${describeTotals(countOutcomes(waiting))}.`
}

/** `3 upserted, 240 unchanged; 243 files selected at commit 3f2a1c9.` */
export function describeCounts(result: Result): string {
  const { head, selected } = result
  if (selected === 0 && head === '') return ''
  const commit = head !== '' && `at commit ${shortId(head)}`
  const files = joined([`${count(selected, 'file')} selected`, commit])
  return `${joined([describeTotals(totalsOf(result)), files], '; ')}.`
}

/**
 * What the list held when the run looked, so that two swapped tokens or a forgotten entry are noticed: `52 entries: 48
 * current, 3 differ, 1 orphaned; 272 of other repositories.` Empty if the list was not read.
 */
export function describeInventory({ inventory, mode }: Result): string {
  if (inventory === undefined) return ''
  const { entries, current, differing, orphaned, unselected, elsewhere, byHand, names } = inventory
  const others = [
    elsewhere > 0 && `${format(elsewhere)} of other repositories`,
    unselected > 0 && `${format(unselected)} of other files or branches, or retired`,
    byHand > 0 && `${format(byHand)} written by hand`
  ]
  const own = [
    current > 0 && `${format(current)} current`,
    differing > 0 && count(differing, 'differs', 'differ'),
    orphaned > 0 && `${format(orphaned)} orphaned`
  ]
  const total = count(entries - elsewhere - unselected - byHand, 'entry', 'entries')
  const when = mode === 'sync' ? 'Before this run the knowledge base had' : 'The knowledge base has'
  const named = listed(names.map((name) => `“${shorten(name, 100)}”`))
  return joined([
    `${when} ${joined([joined([total, joined(own, ', ')], ': '), joined(others, ', ')], '; ')}.`,
    named !== '' && `Without a runbook: ${named}.`
  ])
}
