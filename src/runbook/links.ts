import { findDestinations } from './markdown/destinations.ts'
import type { ConvertedRunbook, LinkTarget, RunbookOptions } from './runbook.ts'
import { refused, type Refused } from './text.ts'
import { baseUrl, linkResolver } from './url.ts'

/** In characters. V8 has no string of more than 2^29. */
const MAX_CONTENT = 2 ** 27

/** Refuses a text whose links, each with the URL of the repository and the folder, could exceed the limits of memory. */
export function checkLinks(markdown: string, path: string, options: RunbookOptions): Refused | undefined {
  const added = baseUrl(options, 'blob').length + encodeURIComponent(path).length
  // The shortest link, `[](a)`, has five characters.
  if ((markdown.length / 5) * added <= MAX_CONTENT) return undefined
  const links = markdown.match(/\](?:\(|\s*:)|<(?:a|img)\s/gi)?.length ?? 0
  if (links * added <= MAX_CONTENT) return undefined
  const message = `The file has ${links} links; as absolute links they would need more than ${MAX_CONTENT} characters.`
  return refused(message, 'Split it, or set `links: keep`.')
}

/** Makes relative links and images absolute, and changes nothing else. The Markdown starts at `start` of `text`. */
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
  for (const destination of findDestinations(markdown)) {
    const { from, to } = destination
    const resolved = resolve(markdown.slice(from, to), destination)
    if (resolved === undefined) continue
    const before = markdown.slice(end, from)
    line += before.split('\n').length - 1
    parts.push(before, resolved.url)
    end = to
    if (resolved.path !== '') targets.push({ path: resolved.path, line })
  }
  parts.push(markdown.slice(end))
  return { content: parts.join(''), targets }
}
