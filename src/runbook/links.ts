import { findDestinations } from './markdown/destinations.ts'
import type { ContentProblem, ConvertedRunbook, LinkTarget, RunbookOptions } from './runbook.ts'
import { baseUrl, linkResolver } from './url.ts'

/** In characters. V8 has no string of more than 2^29. */
const MAX_CONTENT = 2 ** 27

/** Refuses a text whose links, each with the URL of the repository and the folder, could exceed the limits of memory. */
export function linksProblem(markdown: string, path: string, options: RunbookOptions): ContentProblem | undefined {
  const added = baseUrl(options, 'blob').length + encodeURIComponent(path).length
  const isSafe = (links: number): boolean => links * added <= MAX_CONTENT
  // The shortest link, `[](a)`, has five characters.
  if (isSafe(markdown.length / 5)) return undefined
  const links = markdown.match(/\](?:\(|\s*:)|<(?:a|img)\s/gi)?.length ?? 0
  if (isSafe(links)) return undefined
  return {
    message: `The file has ${links} links; as absolute links they would need more than ${MAX_CONTENT} characters.`,
    hint: 'Split it, or set `links: keep`.'
  }
}

/**
 * Makes the relative links and images of a file absolute. All characters outside their destinations stay as they are.
 *
 * @param start where the Markdown starts in `text`
 */
export function makeLinksAbsolute(
  text: string,
  start: number,
  path: string,
  options: RunbookOptions
): ConvertedRunbook {
  const markdown = text.slice(start)
  const resolve = linkResolver(path, options)
  const targets: LinkTarget[] = []
  const parts: string[] = []
  let end = 0
  let line = text.slice(0, start).split('\n').length
  let nextLine = markdown.indexOf('\n')
  for (const destination of findDestinations(markdown)) {
    const { from, to } = destination
    const resolved = resolve(markdown.slice(from, to), destination)
    if (resolved === undefined) continue
    parts.push(markdown.slice(end, from), resolved.url)
    end = to
    for (; nextLine !== -1 && nextLine < from; nextLine = markdown.indexOf('\n', nextLine + 1)) line++
    if (resolved.path !== '') targets.push({ path: resolved.path, line })
  }
  parts.push(markdown.slice(end))
  return { content: parts.join(''), targets }
}
