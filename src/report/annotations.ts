import type { AnnotationProperties } from '@actions/core'
import { locationOf, type Diagnostic } from '../errors.ts'
import { count, joined, listed, shorten } from '../wording.ts'
import { alertNotices } from './judged-alerts.ts'
import { editNotices } from './notices.ts'
import { dueItems, isMissing, reportedOf, type Reported } from './outcomes.ts'
import type { ShownResult } from './shown.ts'

/** GitHub shows ten annotations of a level and step. The tenth sums up: of the errors, it is the verdict. */
const MAX_ANNOTATIONS = 9
const MAX_NAME = 100

/** Not escaped. */
interface Annotation extends Pick<AnnotationProperties, 'title' | 'file' | 'startLine'> {
  readonly level: 'error' | Diagnostic['level']
  readonly message: string
}

/** One annotation for each file that needs a person, and for each notice about the whole run. */
export function annotationsOf(result: ShownResult, notices: readonly Diagnostic[]): Annotation[] {
  const of = (level: Diagnostic['level']): Diagnostic[] => notices.filter((notice) => notice.level === level)
  const alerts = result.alerts === undefined ? [] : alertNotices(result.alerts)
  return [
    ...errors(result),
    ...atMostTen([...editNotices(result), ...of('warning'), ...alerts], 'warning'),
    ...atMostTen([...of('notice'), ...orphans(result)], 'notice')
  ]
}

function errors(result: ShownResult): Annotation[] {
  // First what its author can correct on a line of the file, then what no later run delivers either.
  const rank = ({ line, outcome }: Reported): number => {
    if (line !== undefined) return 0
    return outcome === 'refused' ? 1 : 2
  }
  return reportedOf(result)
    .filter((row) => isMissing(row) && row.outcome !== 'pending')
    .sort((one, other) => rank(one) - rank(other))
    .slice(0, MAX_ANNOTATIONS)
    .map(({ path, line, outcome, reason, hint }) => ({
      level: 'error',
      title: `Runbook ${outcome}`,
      ...onFile({ path, line, message: joined([reason, hint]) }, reason)
    }))
}

/** Annotations of one level: what concerns the whole run first, and one for each file. */
function atMostTen(notices: readonly Diagnostic[], level: Diagnostic['level']): Annotation[] {
  const groups = Map.groupBy(notices, (notice) => notice.path ?? notice)
  const wanted = [...groups.values()]
    .flatMap(summedUp)
    .sort((one, other) => Number(one.path !== undefined) - Number(other.path !== undefined))
  const shown = wanted.slice(0, MAX_ANNOTATIONS).map((notice): Annotation => ({ level, ...onFile(notice) }))
  const more = wanted.length - shown.length
  return more === 0 ? shown : [...shown, { level, message: `${count(more, `more ${level}`)}: see the job summary.` }]
}

/** The first notice of a file, which says how many more there are. */
function summedUp([first, ...more]: readonly Diagnostic[]): Diagnostic[] {
  if (first === undefined) return []
  if (more.length === 0) return [first]
  const others = `This file has ${count(more.length, 'more warning or notice', 'more warnings or notices')}: see the job summary.`
  return [{ ...first, message: joined([first.message, others]) }]
}

/**
 * The log shows the message without its file, so the message names the file.
 *
 * @param start of the message, which may name it.
 */
function onFile({ path, line, message }: Omit<Diagnostic, 'level'>, start = message): Omit<Annotation, 'level'> {
  if (path === undefined) return { message }
  const named = joined([locationOf({ path, line, message: start }), message], ': ')
  return { message: named, file: path, ...(line !== undefined && { startLine: line }) }
}

function orphans(result: ShownResult): Diagnostic[] {
  const names = dueItems(result)
    .filter(({ outcome }) => outcome === 'orphaned')
    .map(({ name, path }) => (name === undefined ? path : `“${shorten(name, MAX_NAME)}”`))
  if (names.length === 0) return []
  const subject = count(names.length, 'entry has', 'entries have')
  const message = `${subject} no runbook: ${listed(names)}. The job summary says why, and what to do.`
  return [{ level: 'notice', message }]
}
