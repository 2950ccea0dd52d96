import type { Notice } from '../notices.ts'
import type { RunbookOutcome } from '../sync/outcome.ts'
import { forLog, shortened } from './inert.ts'
import { countOf, grouped, totalsOf, type View } from './view.ts'

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
  // A problem on a line of a file is mended first: it is the author's own; then what no later run will deliver either.
  const rank = ({ line, outcome }: RunbookOutcome): number => (line !== undefined ? 0 : outcome === 'refused' ? 1 : 2)
  wanted.sort((a, b) => rank(a) - rank(b))
  return wanted.slice(0, MOST_ERRORS).map(({ path, line, outcome, reason, remedy }) => ({
    level: 'error',
    title: `Runbook ${outcome}`,
    ...at(remedy === undefined ? reason : `${reason} ${remedy}`, path, line)
  }))
}

function notices(view: View, level: Notice['level']): Annotation[] {
  const wanted = view.notices.filter((notice) => notice.level === level)
  // What concerns the whole run, such as a token that is about to expire, before what concerns one file.
  wanted.sort((a, b) => Number(a.path !== undefined) - Number(b.path !== undefined))
  const shown = wanted.length <= MOST_NOTICES ? wanted : wanted.slice(0, MOST_NOTICES - 1)
  const annotations = shown.map(({ message, path, line }): Annotation => ({ level, ...at(message, path, line) }))
  const more = wanted.length - shown.length
  if (more > 0) annotations.push({ level, message: `${countOf(more, `more ${level}`)}: see the job summary.` })
  return annotations
}

/** The log shows the message alone, so that it has to name the file, too. */
function at(message: string, path: string | undefined, line: number | undefined): Omit<Annotation, 'level'> {
  if (path === undefined) return { message: text(message) }
  const place = line === undefined ? path : `${path}:${line}`
  return {
    message: text(message.includes(path) ? message : `${place}: ${message}`),
    file: path,
    ...(line !== undefined && { line })
  }
}

function leftBehind(view: View): Annotation[] {
  const { removed } = totalsOf(view.outcomes)
  if (removed === 0) return []
  const names = view.outcomes.filter(({ outcome }) => outcome === 'removed').map(({ name }) => `“${name ?? ''}”`)
  const shown = names.slice(0, 5).join(', ')
  const more = names.length > 5 ? ` and ${grouped(names.length - 5)} more` : ''
  return [
    {
      level: 'notice',
      title: 'Entries left behind',
      message: text(
        `No runbook stands behind ${names.length === 1 ? 'this entry' : 'these entries'} any more: ${shown}${more}. ` +
          (view.removed === 'retire'
            ? 'The summary says of each what `removed: retire` does to it; delete by hand in the assistant what it leaves.'
            : 'Delete by hand in the assistant, or let `removed: retire` overwrite them with a note.')
      )
    }
  ]
}

function text(message: string): string {
  return shortened(forLog(message), LONGEST)
}
