import type { AnnotationProperties } from '@actions/core'
import { locationOf, type Diagnostic } from '../errors.ts'
import { count, joined, listed } from '../wording.ts'
import { isMissing, type Reported } from './outcome.ts'
import type { Findings } from './findings.ts'
import { isOfPerson, replacingOf } from './verdict.ts'

/** GitHub shows ten annotations of a level and step; the verdict is one of the errors. */
const MAX_ANNOTATIONS = 9

export interface Annotation extends AnnotationProperties {
  readonly level: 'error' | Diagnostic['level']
  /** Not escaped. */
  readonly message: string
}

/** One annotation for each file that needs a person; the last one of a level sums up what does not fit. */
export function annotationsOf(findings: Findings): Annotation[] {
  return [
    ...errors(findings),
    ...diagnostics([...edits(findings), ...findings.diagnostics], 'warning'),
    ...diagnostics(findings.diagnostics, 'notice'),
    ...orphans(findings)
  ]
}

function errors({ outcomes }: Findings): Annotation[] {
  // First what its author can correct on a line of the file, then what no later run delivers either.
  const rank = ({ line, outcome }: Reported): number => (line !== undefined ? 0 : outcome === 'refused' ? 1 : 2)
  return outcomes
    .filter((one) => isMissing(one) && one.outcome !== 'pending')
    .sort((a, b) => rank(a) - rank(b))
    .slice(0, MAX_ANNOTATIONS)
    .map(({ path, line, outcome, reason, hint }) => ({
      level: 'error',
      title: `Runbook ${outcome}`,
      ...on({ message: joined([reason, hint]), path, line }, reason)
    }))
}

/** Edits that stay, and those that a sync replaces. */
function edits(findings: Findings): Diagnostic[] {
  const { items, outcomes, mode } = findings
  const kept = outcomes.filter(({ outcome, isWaiting }) => outcome === 'kept' && isWaiting !== true)
  const unclear = items.filter(
    ({ files, decision: { texts = [] } }) => files.length > 0 && !texts.some(isOfPerson)
  ).length
  return [
    ...kept.map(({ path, reason, hint }) => ({ level: 'warning', path, message: joined([reason, hint]) }) as const),
    ...replacingOf(findings).map(({ decision: { path, name = '' }, files }) => {
      const effect =
        mode === 'plan'
          ? 'A sync replaces the text.'
          : `The run replaced the text, and saved it until the job ends as ${files.join(', ')}.`
      return { level: 'warning', path, message: `The entry “${name}” has a text of the assistant. ${effect}` } as const
    }),
    ...(unclear === 0
      ? []
      : [
          {
            level: 'warning',
            message: `The run replaced ${count(unclear, 'text')} of the assistant that a person may have written, and saved ${unclear === 1 ? 'it' : 'them'} until the job ends.`
          } as const
        ])
  ]
}

function diagnostics(all: readonly Diagnostic[], level: Diagnostic['level']): Annotation[] {
  const wanted = all.filter((diagnostic) => diagnostic.level === level)
  // What concerns the whole run comes first.
  wanted.sort((a, b) => Number(a.path !== undefined) - Number(b.path !== undefined))
  const shown = wanted.length <= MAX_ANNOTATIONS ? wanted : wanted.slice(0, MAX_ANNOTATIONS - 1)
  const annotations = shown.map((diagnostic): Annotation => ({ level, ...on(diagnostic) }))
  const more = wanted.length - shown.length
  if (more > 0) annotations.push({ level, message: `${count(more, `more ${level}`)}: see the job summary.` })
  return annotations
}

/**
 * The log shows the message without its file, so the message names the file.
 *
 * @param start of the message, which may name it.
 */
function on({ path, line, message = '' }: Partial<Diagnostic>, start = message): Omit<Annotation, 'level'> {
  if (path === undefined) return { message }
  const named = joined([locationOf({ path, line, message: start }), message], ': ')
  return { message: named, file: path, ...(line !== undefined && { startLine: line }) }
}

function orphans({ outcomes }: Findings): Annotation[] {
  const names = outcomes
    .filter(({ outcome, isWaiting }) => outcome === 'orphaned' && isWaiting !== true)
    .map(({ name, path }) => (name === undefined ? path : `“${name}”`))
  if (names.length === 0) return []
  const subject = count(names.length, 'entry has', 'entries have')
  const message = `${subject} no runbook: ${listed(names)}. The job summary says why, and what to do.`
  return [{ level: 'notice', title: 'Orphaned entries', message }]
}
