import { ActionError } from '../errors.ts'
import type { Pulled } from '../sync/pull.ts'
import { count, format, joined, listed } from '../wording.ts'
import { causesOf, listPaths, sayOnce, type Cause } from './causes.ts'
import { describeName, hasEntries, nameAdvice, sharedNames, type SharedNames } from './names.ts'
import { isMissing, reportedOf, type Reported } from './outcomes.ts'
import { describePulled } from './pulled.ts'
import type { Result } from './result.ts'

/** Names that several files have, and files, of which the verdict tells; the report has more. */
const MAX_NAMES = 3
const MAX_PATHS = 5

/** Why the run is red, and what to do; undefined for a green run. */
export function verdictOf(result: Result): ActionError | undefined {
  const missing = missingIn(result)
  if (result.ended !== undefined) return endedVerdict(result.ended, missing.rows, result)
  const notInFile = result.pulled.find(({ kind }) => kind !== 'changed')
  if (notInFile !== undefined) return pullVerdict(notInFile, result)
  return missing.rows.length === 0 ? alertsVerdict(result) : missingVerdict(missing, result)
}

/** Somebody has to look at an edit that is not in its file. @param first of them. */
function pullVerdict({ path, kind, reason }: Pulled, { pulled }: Result): ActionError {
  const hint =
    kind === 'beside'
      ? 'Copy what is right from each `.edited` file into the file beside it, and delete the `.edited` file.'
      : 'Correct the entry in the assistant, then pull again.'
  return new ActionError('incomplete', `${describePulled(pulled)}. ${path}: ${reason}`, hint)
}

/** A pull request is red for the dead addresses that it brings in. A sync never is, because the runbooks have arrived. */
function alertsVerdict({ alerts }: Result): ActionError | undefined {
  const dead = alerts?.broughtIn ?? []
  if (dead.length === 0) return undefined
  const places = listed(dead.map(({ alert, file, line }) => `${alert} (${file}:${line})`))
  return new ActionError(
    'incomplete',
    `${count(dead.length, 'alert has', 'alerts have')} an address that leads to no runbook: ${places}.`,
    'Correct the address, or add the runbook.'
  )
}

/** The verdict for a reader who sees the causes below it: several causes are counted here, and told there. */
export function openingOf(result: Result): Pick<ActionError, 'message' | 'hint'> | undefined {
  const { rows, causes, shared } = missingIn(result)
  // All names that files share are one cause.
  const isSimple = causes.length + Math.min(shared.length, 1) <= 1
  if (result.ended !== undefined || isSimple) return verdictOf(result)
  const hint = joined(['The reasons below say what to do.', nextStep(rows, result)])
  return { message: `${countMissing(rows, result)}: ${describeCauses(rows)}.`, hint }
}

/** `1 failure, 2 conflicts` */
function describeCauses(missing: readonly Reported[]): string {
  const total = (wanted: (row: Reported) => boolean): number => missing.filter(wanted).length
  const failed = total(({ outcome }) => outcome === 'failed')
  const pending = total(({ outcome }) => outcome === 'pending')
  const conflicts = total(({ outcome, cause }) => outcome === 'refused' && cause === 'conflict')
  const duplicates = total(({ outcome, cause }) => outcome === 'refused' && cause === 'duplicate')
  const others = missing.length - failed - pending - conflicts - duplicates
  return joined(
    [
      failed > 0 && count(failed, 'failure'),
      duplicates > 0 && count(duplicates, 'file with the name of another', 'files with the name of another'),
      conflicts > 0 &&
        count(conflicts, 'conflict with a text in the assistant', 'conflicts with texts in the assistant'),
      others > 0 && count(others, 'file to correct', 'files to correct'),
      pending > 0 && `${format(pending)} pending`
    ],
    ', '
  )
}

/** The verdict for a reader who has seen the causes above it. */
export function closingOf(result: Result): Pick<ActionError, 'message' | 'hint'> | undefined {
  const { rows } = missingIn(result)
  if (result.ended !== undefined || rows.length === 0) return verdictOf(result)
  return { message: `${countMissing(rows, result)}.`, hint: nextStep(rows, result) }
}

interface Missing {
  readonly rows: readonly Reported[]
  /** The causes of the rows that have a name of their own. */
  readonly causes: readonly Cause[]
  readonly shared: readonly SharedNames[]
}

/** What is not in the knowledge base as it should be, and why. */
function missingIn(result: Result): Missing {
  const all = reportedOf(result)
  const rows = all.filter(isMissing)
  return { rows, causes: causesOf(rows.filter(({ cause }) => cause !== 'duplicate')), shared: sharedNames(all) }
}

/** What ended the run explains what is missing, so that no path is named. */
function endedVerdict(ended: ActionError, missing: readonly Reported[], result: Result): ActionError {
  const { kind, message, hint, headline } = ended
  const total = missing.length > 0 && `${countMissing(missing, result)}.`
  return new ActionError(kind, joined([message, total]), hint, headline === undefined ? {} : { headline })
}

function missingVerdict({ rows, causes, shared }: Missing, result: Result): ActionError {
  const reasons = sayOnce(causes, ({ reason }) => reason, rows.length)
  const hints = sayOnce(causes, ({ hint }) => hint, rows.length)
  // A reason that stands alone is about all files, so that they are named here.
  const files = listPaths(reasons.length <= 1 && shared.length === 0 ? rows.map(({ path }) => path) : [], MAX_PATHS)
  const names = shared.length > 0 && `Several files have one name: ${listed(shared.map(describeName), MAX_NAMES)}.`
  const advice = shared.length > 0 && nameAdvice(shared, hasEntries(result))
  return new ActionError(
    'incomplete',
    joined([`${joined([countMissing(rows, result), files], ': ')}.`, ...reasons, names]),
    joined([advice, ...hints, nextStep(rows, result)])
  )
}

function nextStep(missing: readonly Reported[], { mode }: Pick<Result, 'mode'>): string {
  if (mode === 'plan') return 'Correct this first, or the next sync fails.'
  return missing.some(({ outcome }) => outcome !== 'refused') ? 'The next run delivers what is missing.' : ''
}

/** `3 runbooks were not delivered` */
export function countMissing({ length }: readonly Reported[], { mode }: Pick<Result, 'mode'>): string {
  if (mode === 'plan') return `${count(length, 'runbook')} would not be delivered`
  return `${count(length, 'runbook was', 'runbooks were')} not delivered`
}
