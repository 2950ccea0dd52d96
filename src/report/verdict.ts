import { ActionError, type ErrorKind } from '../errors.ts'
import { count, format, listed } from '../wording.ts'
import { shortId } from '../event.ts'
import { OUTCOMES, type Outcome, type Reported } from './outcome.ts'
import type { Findings } from './findings.ts'

/** How often each outcome occurs, in their order. */
export function totalsOf({ outcomes }: Findings): Readonly<Record<Outcome, number>> {
  const totals = Object.fromEntries(Object.keys(OUTCOMES).map((outcome) => [outcome, 0])) as Record<Outcome, number>
  for (const { outcome } of outcomes) totals[outcome]++
  return totals
}

/** The outcomes that occur, with their numbers. */
export function occurring(findings: Findings): (readonly [Outcome, number])[] {
  return (Object.entries(totalsOf(findings)) as [Outcome, number][]).filter(([, total]) => total > 0)
}

/** `3 failed, 1 upserted`; empty without outcomes. */
export function countsOf(findings: Findings): string {
  return occurring(findings)
    .map(([outcome, total]) => `${format(total)} ${outcome}`)
    .join(', ')
}

/** In the order of the outcomes, then of the paths. */
export function sorted(outcomes: readonly Reported[]): Reported[] {
  const order = Object.keys(OUTCOMES)
  const rank = ({ outcome }: Reported): number => order.indexOf(outcome)
  return [...outcomes].sort((a, b) => rank(a) - rank(b) || (a.path < b.path ? -1 : 1))
}

/** Why the run is red: what ended it, or what was not delivered; undefined for a green run. */
export function verdictOf(findings: Findings): ActionError | undefined {
  const { failure } = findings
  const missing = undelivered(findings)
  if (missing.length === 0) return failure
  if (failure !== undefined) {
    const refused = missing.filter(({ outcome }) => outcome === 'refused')
    const isAnnotated = refused.some(({ isDuplicate }) => isDuplicate !== true)
    const more =
      (isAnnotated ? ' Correct what was refused, too; the annotations say how.' : '') +
      (refused.some(({ isDuplicate }) => isDuplicate) ? ` Several runbooks have one name: ${UNIQUE_NAMES}` : '')
    return new ActionError(
      failure.kind,
      `${failure.message} ${countUndelivered(findings)}: ${listed(missing.map(({ path }) => path))}.`,
      failure.hint + more,
      { cause: failure }
    )
  }
  return incomplete(findings, missing)
}

const UNIQUE_NAMES =
  "Set `entry-name: '{dir}: {title}'` before the first sync; later it would make new entries for all runbooks, so give each a `title` of its own in the front matter."
const NEXT_RUN = 'The next run of this job or of a push delivers what is missing.'
const AFTER_MERGE = 'Otherwise the sync after the merge fails.'

/** Of several causes, the first one and the names that are not unique. */
function incomplete(findings: Findings, missing: readonly Reported[]): ActionError {
  const duplicates = missing.filter(({ isDuplicate }) => isDuplicate)
  const others = missing.filter(({ isDuplicate }) => isDuplicate !== true)
  const [first] = others
  const hasOneCause = others.every(({ reason, hint }) => reason === first?.reason && hint === first.hint)
  const isRetried = missing.some(({ outcome }) => outcome !== 'refused')
  const message = [
    first === undefined
      ? `${countUndelivered(findings)}.`
      : `${countUndelivered(findings)}: ${listed(missing.map(({ path }) => path))}.`,
    first === undefined || hasOneCause ? first?.reason : `${first.path}: ${first.reason}`,
    duplicates.length > 0 && `Several runbooks have one name: ${exampleNames(duplicates)}.`
  ]
  const hint = [
    first?.hint,
    duplicates.length > 0 && UNIQUE_NAMES,
    findings.mode === 'plan' ? AFTER_MERGE : isRetried && NEXT_RUN
  ]
  return new ActionError('incomplete', message.filter(Boolean).join(' '), hint.filter(Boolean).join(' '))
}

/** `“Overview” (docs/a/README.md, docs/b/README.md)` and two more. */
function exampleNames(duplicates: readonly Reported[]): string {
  const groups = [...Map.groupBy(duplicates, ({ name = '' }) => name.toLowerCase()).values()]
  const examples = groups.map(
    (group) =>
      `“${group[0]?.name ?? ''}” (${listed(
        group.map(({ path }) => path),
        3
      )})`
  )
  return listed(examples, 3)
}

/** Runbooks of the branch that are not in the knowledge base as they should be. */
function undelivered({ outcomes }: Findings): Reported[] {
  return outcomes.filter(({ outcome }) => outcome === 'failed' || outcome === 'refused' || outcome === 'pending')
}

function countUndelivered(findings: Findings): string {
  const { length } = undelivered(findings)
  const verb = findings.mode === 'plan' ? 'would not be' : length === 1 ? 'was not' : 'were not'
  return `${count(length, 'runbook')} ${verb} delivered`
}

const FAILURES: Partial<Readonly<Record<ErrorKind, string>>> = {
  input: 'an input cannot be used',
  git: 'the checkout cannot be read',
  github: 'a question to GitHub failed',
  'branch-moved': 'the branch moved',
  'token-rejected': 'the token was rejected',
  cancelled: 'the job was cancelled',
  unreachable: 'the service cannot be reached'
}

/** What happened in a few words: the heading of the summary and, for a green run, the last line of the log. */
export function headlineOf(findings: Findings): string {
  const { failure, mode, edits } = findings
  const { upserted, retired, planned, unchanged, orphaned } = totalsOf(findings)
  if (failure?.kind === 'token-rejected' || failure?.kind === 'cancelled') return causeOf(failure)
  if (undelivered(findings).length > 0) return countUndelivered(findings)
  if (failure !== undefined) return causeOf(failure)
  if (mode === 'check') return 'the token is valid'
  const edited = edits.filter(({ isAttributed, replaced }) => isAttributed && replaced).length
  if (mode === 'plan') {
    const lost = edited > 0 ? `, ${count(edited, 'edit')} by hand to be replaced` : ''
    const gone = orphaned > 0 ? `, ${format(orphaned)} orphaned` : ''
    return `a plan: ${count(planned, 'runbook')} to send${lost}${gone}, nothing written`
  }
  const written: string[] = []
  if (upserted > 0) written.push(`${count(upserted, 'runbook')} delivered`)
  if (edited > 0) written.push(`${count(edited, 'edit')} by hand replaced`)
  if (retired > 0) written.push(`${format(retired)} retired`)
  if (written.length === 0) written.push(unchanged > 0 ? 'everything was already there' : 'nothing to deliver')
  if (orphaned > 0) written.push(`${format(orphaned)} orphaned`)
  return written.join(', ')
}

/** Which commit the knowledge base has, as a sentence; empty where the run does not tell. */
export function standingOf(findings: Findings): string {
  const { mode, range } = findings
  const isKnown = mode === 'sync' && range !== undefined && range.kind !== 'nothing' && range.tip !== ''
  return isKnown && verdictOf(findings) === undefined ? `The knowledge base has commit ${shortId(range.tip)}.` : ''
}

/** For the record on GitHub: `2 not delivered: the token was rejected`. Names of files stay in the report. */
export function descriptionOf(findings: Findings): string {
  const { length } = undelivered(findings)
  if (length === 0) return headlineOf(findings)
  const refused = totalsOf(findings).refused
  const why =
    findings.failure === undefined ? (refused === length ? 'refused' : 'see the run') : causeOf(findings.failure)
  return `${format(length)} not delivered: ${why}`
}

function causeOf({ kind }: ActionError): string {
  return FAILURES[kind] ?? 'the run failed'
}
