import { posix } from 'node:path'
import { ActionError, type ErrorKind } from '../errors.ts'
import { shortId } from '../job/event.ts'
import { foldName } from '../normal-form.ts'
import { count, format, joined, listed, input, term } from '../wording.ts'
import type { Findings, Pulled } from './findings.ts'
import { isEdit, isMissing, OUTCOMES, type ForeignText, type Item, type Outcome, type Reported } from './outcome.ts'

/** How often each outcome occurs, in their order; without what waits on the branch beside a pull request. */
export function totalsOf({ outcomes }: Findings): Readonly<Record<Outcome, number>> {
  const totals = Object.fromEntries(Object.keys(OUTCOMES).map((outcome) => [outcome, 0])) as Record<Outcome, number>
  for (const { outcome, isWaiting } of outcomes) if (isWaiting !== true) totals[outcome]++
  return totals
}

/** The number of edits in the assistant that wait to come into the files, or that `pull` has found. */
export function editsOf({ mode, items, pulled }: Findings): number {
  if (mode === 'pull') return pulled.length
  return items.filter(({ decision }) => isEdit(decision) && decision.isWaiting !== true).length
}

/** The outcomes that occur, with their numbers. */
export function occurring(findings: Findings): [Outcome, number][] {
  return (Object.entries(totalsOf(findings)) as [Outcome, number][]).filter(([, total]) => total > 0)
}

/** `3 failed, 1 upserted`; empty without outcomes. */
export function countsOf(findings: Findings): string {
  return occurring(findings)
    .map(([outcome, total]) => `${format(total)} ${outcome}`)
    .join(', ')
}

/** `3 failed, 1 upserted; 40 selected`. */
export function selectionOf(findings: Findings): string {
  return joined([countsOf(findings), `${format(findings.selected)} selected`], '; ')
}

/** In the order of the outcomes, then of the paths. */
export function sorted(outcomes: readonly Reported[]): Reported[] {
  const order = Object.keys(OUTCOMES)
  const rank = ({ outcome }: Reported): number => order.indexOf(outcome)
  return [...outcomes].sort((a, b) => rank(a) - rank(b) || (a.path < b.path ? -1 : 1))
}

/** How names become unique: not by another template once there are entries. */
export function uniqueNames(findings: Findings): string {
  const { range, inventory, outcomes } = findings
  const { upserted, unchanged, kept } = totalsOf(findings)
  const known = inventory === undefined ? 0 : inventory.entries - inventory.withoutRunbook
  const hasEntries = (range?.base ?? '') !== '' || upserted + unchanged + kept + known > 0
  const duplicates = outcomes.filter(({ cause }) => cause === 'duplicate')
  const inFolder = new Set(duplicates.map(({ path, name = '' }) => `${posix.dirname(path)}\n${foldName(name)}`))
  const template = inFolder.size === duplicates.length ? '{dir}: {title}' : '{path}: {title}'
  return hasEntries
    ? `Give each a \`title\` of its own in the front matter; another ${input('entry-name')} would make new entries for all runbooks.`
    : `Set ${input('entry-name', `'${template}'`)} now, because later it would make new entries for all runbooks, or give each a \`title\` of its own in the front matter.`
}

/** Causes that the verdict names; the report has all of them. */
const MAX_CAUSES = 3

/** Why the run is red: what ended it, or what was not delivered; undefined for a green run. */
export function verdictOf(findings: Findings): ActionError | undefined {
  const { failure, mode, outcomes } = findings
  const missing = outcomes.filter(isMissing)
  const [leftOut] = findings.pulled.filter(({ kind }) => kind === 'left out')
  if (failure === undefined && leftOut !== undefined) {
    return new ActionError(
      'incomplete',
      `${describePull(findings)}. ${leftOut.reason}`,
      'Correct the entry in the assistant, then pull again.'
    )
  }
  if (missing.length === 0) return failure && withUnknown(failure, findings)
  const duplicates = missing.filter(({ cause }) => cause === 'duplicate')
  const others = missing.filter(({ cause }) => cause !== 'duplicate')
  const examples = duplicates.length > 0 && `Several runbooks have one name: ${exampleNames(duplicates)}.`
  const unique = duplicates.length > 0 && uniqueNames(findings)
  const undelivered = (of: readonly Reported[]): string =>
    `${joined([countMissing(findings), listed(of.map(({ path }) => path))], ': ')}.`
  if (failure !== undefined) {
    const message = joined([failure.message, undelivered(others.length > 0 ? missing : []), examples])
    const more = others.some(({ outcome }) => outcome === 'refused') && 'Correct what was refused, too.'
    return new ActionError(failure.kind, message, joined([failure.hint, more, unique]))
  }
  const reasons = sayByFile(others, ({ reason }) => reason)
  const isOne = reasons.length === 1 && duplicates.length === 0
  const message = isOne ? [undelivered(others), others[0]?.reason] : [undelivered([]), ...reasons, examples]
  const isRetried = missing.some(({ outcome }) => outcome !== 'refused')
  const next =
    mode === 'plan' ? 'Otherwise the next sync fails.' : isRetried && 'The next run delivers what is missing.'
  const hints = sayByFile(others, ({ hint }) => hint)
  const hint = hints.length === 1 && duplicates.length === 0 ? [others[0]?.hint] : hints
  return new ActionError('incomplete', joined(message), joined([...hint, unique, next]))
}

/** Each text once, after the files that it is about: `docs/a.md, docs/b.md: The file is not UTF-8.` */
function sayByFile(rows: readonly Reported[], textOf: (row: Reported) => string | undefined): string[] {
  const groups = [...Map.groupBy(rows, textOf)].filter(([text]) => text !== undefined)
  const shown = groups.slice(0, MAX_CAUSES).map(
    ([text, of]) =>
      `${listed(
        of.map(({ path }) => path),
        3
      )}: ${text ?? ''}`
  )
  const more = groups.slice(MAX_CAUSES).flatMap(([, of]) => of).length
  return more > 0 ? [...shown, `${count(more, 'more runbook')}: see the report.`] : shown
}

/** What ended a run before it knew what to deliver. */
function withUnknown(failure: ActionError, { isDelivery, range }: Findings): ActionError {
  if (!isDelivery || range !== undefined) return failure
  const message = joined([failure.message, 'Nothing was delivered; which runbooks wait is not known.'])
  return new ActionError(failure.kind, message, failure.hint, { cause: failure })
}

/** `“Overview” (docs/a/README.md, docs/b/README.md)`, and two more. */
function exampleNames(duplicates: readonly Reported[]): string {
  const groups = Map.groupBy(duplicates, ({ name = '' }) => name.toLowerCase())
  const examples = Array.from(groups.values(), (group) => {
    const paths = group.map(({ path }) => path)
    return `“${group[0]?.name ?? ''}” (${listed(paths, 3)})`
  })
  return listed(examples, 3)
}

/** How much is missing, where something is: `3 runbooks were not delivered`. */
export function countMissing({ outcomes, mode, failure }: Findings): string {
  const missing = outcomes.filter(isMissing)
  const { length } = missing
  if (mode === 'plan') {
    const undecided = failure === undefined ? 0 : missing.filter(({ outcome }) => outcome === 'pending').length
    const refused = length > undecided && `${count(length - undecided, 'runbook')} would not be delivered`
    return joined([refused, undecided > 0 && `${count(undecided, 'runbook was', 'runbooks were')} not decided`], ', ')
  }
  return `${count(length, 'runbook was', 'runbooks were')} not delivered`
}

const CAUSES: Partial<Readonly<Record<ErrorKind, string>>> = {
  input: 'an input cannot be used',
  github: 'a question to GitHub failed',
  git: 'the checkout cannot be read',
  'branch-moved': 'the branch moved',
  'token-rejected': 'the token was rejected',
  unreachable: 'the service cannot be reached'
}

function causeOf({ kind, headline }: ActionError): string {
  if (kind === 'cancelled') return `${term('job')} was cancelled`
  return headline ?? CAUSES[kind] ?? 'the run failed'
}

/** What happened in a few words: the heading of the summary and, for a green run, the last line of the log. */
export function headlineOf(findings: Findings): string {
  const { failure, mode, outcomes } = findings
  const { upserted, retired, planned, unchanged, orphaned, kept } = totalsOf(findings)
  if (failure?.kind === 'token-rejected' || failure?.kind === 'cancelled') return causeOf(failure)
  if (outcomes.some(isMissing)) return countMissing(findings)
  if (failure !== undefined) return causeOf(failure)
  if (mode === 'check') return 'the token is valid'
  if (mode === 'pull') return describePull(findings)
  const edited = replacingOf(findings).length
  const replaced = edited > 0 && count(edited, 'edit')
  const waiting = kept > 0 && `${count(kept, 'edit waits', 'edits wait')} to come home`
  const gone = orphaned > 0 && `${format(orphaned)} orphaned`
  if (mode === 'plan') {
    const lost = replaced && `${replaced} to be replaced`
    return joined([`a plan with ${count(planned, 'runbook')} to send`, lost, waiting, gone, 'nothing written'], ', ')
  }
  const delivered = upserted > 0 && `${count(upserted, 'runbook')} delivered`
  const written = joined(
    [delivered, replaced && `${replaced} replaced`, retired > 0 && `${format(retired)} retired`],
    ', '
  )
  const nothing = unchanged + kept > 0 ? 'everything was already there' : 'nothing to deliver'
  return joined([written === '' ? nothing : written, waiting, gone], ', ')
}

/** `2 files changed, 1 edit beside its file`. */
function describePull({ pulled }: Findings): string {
  const total = (wanted: Pulled['kind']): number => pulled.filter(({ kind }) => kind === wanted).length
  const [changed, beside, made, leftOut] = [total('changed'), total('beside'), total('new'), total('left out')]
  const parts = [
    changed > 0 && `${count(changed, 'file')} changed`,
    beside > 0 && count(beside, 'edit beside its file', 'edits beside their files'),
    made > 0 && count(made, 'new file'),
    leftOut > 0 && `${format(leftOut)} left out`
  ]
  return joined(parts, ', ') || 'no edit to bring home'
}

/** What replaced a text of a person; of a plan, what would, without what waits on the branch beside a pull request. */
export function replacingOf({ items, mode }: Findings): Item[] {
  return items.filter(({ sent, decision: { kind, texts = [], isWaiting } }) => {
    const replaces = mode === 'plan' ? isWaiting !== true : sent !== undefined
    return kind === 'send' && replaces && texts.some(isOfPerson)
  })
}

/** Whether a person wrote a text, as far as anybody can tell. */
export function isOfPerson({ origin }: ForeignText): boolean {
  return origin !== 'unclear'
}

/** Which commit the knowledge base has, as a sentence; empty where the run does not tell. */
export function standingOf(findings: Findings): string {
  const { mode, range } = findings
  const isKnown = mode === 'sync' && range !== undefined && range.kind !== 'nothing' && range.tip !== ''
  return isKnown && verdictOf(findings) === undefined ? `The knowledge base has commit ${shortId(range.tip)}.` : ''
}

/**
 * What the knowledge base held, as a sentence, so that two swapped tokens or a forgotten entry are noticed: `52 entries: 48
 * of runbooks, 3 differ, 1 has no runbook`. Empty where it is not known.
 */
export function describeInventory({ inventory, mode }: Findings): string {
  if (inventory === undefined) return ''
  const { entries, isComplete, differing, withoutRunbook, names } = inventory
  const same = entries - differing - withoutRunbook
  const parts = [
    same > 0 && `${format(same)} of runbooks`,
    differing > 0 && count(differing, 'differs', 'differ'),
    withoutRunbook > 0 && count(withoutRunbook, 'has no runbook', 'have no runbook')
  ]
  const total = joined([!isComplete && 'at least', count(entries, 'entry', 'entries')])
  // A check knows no runbooks.
  const what = mode === 'check' ? total : joined([total, joined(parts, ', ')], ': ')
  const when = mode === 'sync' ? 'Before this run the knowledge base had' : 'The knowledge base has'
  const shown = names.length > 0 && `Without a runbook: ${listed(names.map((name) => `“${name}”`))}.`
  return joined([`${when} ${what}.`, shown])
}

/** The last line of a green run. */
export function lastLineOf(findings: Findings): string {
  const now = findings.mode === 'check' ? describeInventory(findings) : standingOf(findings)
  return joined([`${headlineOf(findings)}.`, now])
}

/** For the record on GitHub: `2 not delivered: the token was rejected`. Names of files stay in the report. */
export function descriptionOf(findings: Findings): string {
  const { length } = findings.outcomes.filter(isMissing)
  if (length === 0) return headlineOf(findings)
  const others = totalsOf(findings).refused === length ? 'refused' : 'see the run'
  const why = findings.failure === undefined ? others : causeOf(findings.failure)
  return `${format(length)} not delivered: ${why}`
}
