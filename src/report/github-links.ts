import type { Diagnostic } from '../errors.ts'
import { shortId } from '../job/event.ts'
import { shorten } from '../wording.ts'
import { escapeMarkdown } from './escape.ts'
import type { Findings } from './findings.ts'

/** A file as a link to its line at a commit; its path alone where there is no commit. */
export function linkFile(
  { path = '', line }: Partial<Diagnostic>,
  commit = '',
  { repository, serverUrl }: Findings['address']
): string {
  const text = escapeMarkdown(shorten(path, 300)) + (line === undefined ? '' : `:${line}`)
  if (repository === '' || commit === '') return text
  // GitHub shows lines of Markdown only in the plain view.
  const anchor = line === undefined ? '' : `?plain=1#L${line}`
  return `[${text}](${serverUrl}/${repository}/blob/${commit}/${encoded(path).replaceAll('%2F', '/')}${anchor})`
}

/** The commits of the range as a link: to their difference, or to the only one. */
export function linkCommits({ address: { repository, serverUrl }, range }: Findings): string {
  const { base = '', tip = '' } = range ?? {}
  if (repository === '' || tip === '') return ''
  const path = base === '' || base === tip ? `commit/${tip}` : `compare/${base}...${tip}`
  return `([<code>${commitsOf(base, tip)}</code>](${serverUrl}/${repository}/${path}))`
}

/** GitHub's page with all deliveries to the environment; empty where none is recorded. */
export function linkEnvironment({ address: { repository, serverUrl }, environment }: Findings): string {
  if (repository === '' || environment === undefined) return ''
  return `[all deliveries](${serverUrl}/${repository}/deployments/${encoded(environment)})`
}

/** `3f2a1c9 → 8d0e7b1`, or the only commit. */
export function commitsOf(base: string, tip: string): string {
  return base === '' || base === tip ? shortId(tip) : `${shortId(base)} → ${shortId(tip)}`
}

/** A part of an address. A parenthesis could end the link. */
function encoded(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replaceAll('(', '%28').replaceAll(')', '%29')
}
