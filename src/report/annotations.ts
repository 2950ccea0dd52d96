import type { Notice } from '../notices.ts'
import { forLog, shortened } from './inert.ts'
import { countOf, totalsOf, type View } from './view.ts'

/** What GitHub shows of one step: ten errors (one is the verdict), ten warnings, ten notices. */
const MOST_ERRORS = 9
const MOST_NOTICES = 9
/** GitHub cuts a message at 4,096 characters. */
const LONGEST = 2000

export interface Annotation {
  readonly level: 'error' | Notice['level']
  readonly message: string
  readonly title?: string
  /** Path from the repository's root, exact. */
  readonly file?: string
  readonly line?: number
}

/** One annotation for each file that needs a person, the most useful first; what does not fit is summed up. */
export function annotationsOf(view: View): Annotation[] {
  return [...errors(view), ...notices(view, 'warning'), ...notices(view, 'notice'), ...leftBehind(view)]
}

function errors(view: View): Annotation[] {
  const wanted = view.outcomes.filter(({ outcome }) => outcome === 'refused' || outcome === 'failed')
  // A problem on a line of a file is mended first: it is the author's own.
  wanted.sort((a, b) => Number(b.line !== undefined) - Number(a.line !== undefined))
  return wanted.slice(0, MOST_ERRORS).map(({ path, line, outcome, reason, remedy }) => ({
    level: 'error',
    title: `Runbook ${outcome}`,
    message: text(remedy === undefined ? reason : `${reason} ${remedy}`),
    file: path,
    ...(line !== undefined && { line })
  }))
}

function notices(view: View, level: Notice['level']): Annotation[] {
  const wanted = view.notices.filter((notice) => notice.level === level)
  const shown = wanted.slice(0, MOST_NOTICES - 1)
  const annotations = shown.map(({ message, path, line }): Annotation => ({
    level,
    message: text(message),
    ...(path !== undefined && { file: path }),
    ...(line !== undefined && { line })
  }))
  const more = wanted.length - shown.length
  if (more > 0) annotations.push({ level, message: `${countOf(more, `more ${level}`)}: see the job summary.` })
  return annotations
}

function leftBehind(view: View): Annotation[] {
  const { removed } = totalsOf(view.outcomes)
  if (removed === 0) return []
  const names = view.outcomes.filter(({ outcome }) => outcome === 'removed').map(({ name }) => `“${name ?? ''}”`)
  const shown = names.slice(0, 5).join(', ')
  const more = names.length > 5 ? ` and ${(names.length - 5).toLocaleString('en')} more` : ''
  return [
    {
      level: 'notice',
      title: 'Entries left behind',
      message: text(
        `No runbook stands behind ${names.length === 1 ? 'this entry' : 'these entries'} any more: ${shown}${more}. ` +
          'Delete by hand in the assistant, or let `removed: retire` overwrite them with a note.'
      )
    }
  ]
}

function text(message: string): string {
  return shortened(forLog(message), LONGEST)
}
