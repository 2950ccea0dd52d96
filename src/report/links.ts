import { forMarkdown, shortened } from './inert.ts'
import type { View } from './view.ts'

type Place = Pick<View, 'repository' | 'serverUrl' | 'range'>

const COMMIT = /^[0-9a-f]{40,64}$/

/** A file as a link to it at a commit, on the line; its path alone where there is no such page. */
export function fileLinked(
  path: string,
  line: number | undefined,
  commit: string | undefined,
  { repository, serverUrl }: Place
): string {
  const text = forMarkdown(shortened(path, 300)) + (line === undefined ? '' : `:${line}`)
  if (repository === '' || commit === undefined || !COMMIT.test(commit)) return text
  const encoded = path
    .toWellFormed()
    .split('/')
    .map((part) => encodeURIComponent(part).replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16)}`))
    .join('/')
  // Markdown has lines only where it is shown as text.
  const anchor = line === undefined ? '' : `?plain=1#L${line}`
  return `[${text}](${serverUrl}/${repository}/blob/${commit}/${encoded}${anchor})`
}

/** A commit as a link; empty where there is none. */
export function commitLinked(commit: string, { repository, serverUrl }: Place): string {
  if (!COMMIT.test(commit)) return ''
  const text = `<code>${short(commit)}</code>`
  return repository === '' ? text : `[${text}](${serverUrl}/${repository}/commit/${commit})`
}

/** Makes the two commits, which the reason of a range names as people know them, a link to what is between them. */
export function comparisonLinked(prose: string, { repository, serverUrl, range }: Place): string {
  const { base = '', head = '' } = range ?? {}
  if (repository === '' || !COMMIT.test(base) || !COMMIT.test(head) || base === head) return prose
  const [from, to] = [short(base), short(head)]
  const url = `${serverUrl}/${repository}/compare/${base}...${head}`
  return prose.replace(`${from} → ${to}`, () => `[<code>${from}</code> → <code>${to}</code>](${url})`)
}

function short(commit: string): string {
  return commit.slice(0, 7)
}
