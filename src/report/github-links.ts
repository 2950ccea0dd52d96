import type { Diagnostic } from '../errors.ts'
import { shortId } from '../job/event.ts'
import { shorten } from '../wording.ts'
import { Markup, markup } from './markup.ts'
import type { Result } from './result.ts'

const MAX_PATH = 300

/** A file as a link to its line at the commit of a result; its path alone if the commit, or the repository, is not known. */
export function linkFile({ path = '', line }: Partial<Diagnostic>, { address, head }: Result): Markup {
  const place = line === undefined ? '' : `:${line}`
  const text = markup`${shorten(path, MAX_PATH)}${new Markup(place)}`
  // GitHub shows lines of Markdown only in the plain view.
  const anchor = line === undefined ? '' : `?plain=1#L${line}`
  return link(text, address, head, `blob/${head}/${encoded(path)}${anchor}`)
}

/** A commit as a link; its short id alone if the repository is not known. */
export function linkCommit({ address, head }: Result): Markup {
  return link(markup`<code>${shortId(head)}</code>`, address, head, `commit/${head}`)
}

function link(text: Markup, { repository, serverUrl }: Result['address'], head: string, target: string): Markup {
  if (repository === '' || head === '') return text
  return markup`[${text}](${new Markup(`${encodeURI(serverUrl)}/${encoded(repository)}/${target}`)})`
}

/** A path as a part of an address. A parenthesis could end the link. */
function encoded(path: string): string {
  return encodeURIComponent(path.toWellFormed()).replaceAll('%2F', '/').replaceAll('(', '%28').replaceAll(')', '%29')
}
