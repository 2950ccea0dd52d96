import { destinationsOf } from './destinations.ts'
import { resolve, type Base } from './links.ts'
import type { Target } from './runbook.ts'

/**
 * Makes the relative links and images of a Markdown text absolute; no byte but those of their destinations changes.
 *
 * @param path of the file, from the repository's root
 * @param firstLine the line of the file on which `markdown` begins, from 1
 */
export function makeAbsolute(
  markdown: string,
  path: string,
  base: Base,
  firstLine: number
): { readonly linked: string; readonly targets: readonly Target[] } {
  const targets: Target[] = []
  let linked = ''
  let at = 0
  let line = firstLine
  let counted = 0
  for (const destination of destinationsOf(markdown)) {
    const { from, to } = destination
    const resolved = resolve(markdown.slice(from, to), destination, path, base)
    if (resolved === undefined) continue
    linked += markdown.slice(at, from) + resolved.url
    at = to
    for (let end = markdown.indexOf('\n', counted); end !== -1 && end < from; end = markdown.indexOf('\n', counted)) {
      counted = end + 1
      line++
    }
    if (resolved.path !== '') targets.push({ path: resolved.path, line })
  }
  return { linked: linked + markdown.slice(at), targets }
}
