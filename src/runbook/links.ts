import type { Destination } from './markdown.ts'
import { linkResolver, type LinkBase } from './url.ts'

/** A file or folder of the repository that a relative link points to. */
export interface LinkTarget {
  /** Decoded path from the repository's root, without query and fragment. */
  readonly path: string
  /** 1-based line of the link in the file. */
  readonly line: number
}

/** In characters. A run may hold 64 such texts at a time. */
const MAX_CONTENT = 2 ** 24

/** Whether a text may have a relative destination. Most runbooks have none and need no parser. */
export function mayHaveRelativeLinks(markdown: string): boolean {
  return /\][(:](?![\s<]*(?:[a-z][a-z\d+.-]*:|#|\/\/|\)))|<(?:a|img)[\s/]/i.test(markdown)
}

/**
 * Makes relative links and images absolute, and changes nothing else. Undefined if the text would become too long.
 *
 * @param firstLine of the Markdown in its file.
 */
export function makeLinksAbsolute(
  markdown: string,
  destinations: readonly Destination[],
  path: string,
  base: LinkBase,
  firstLine: number
): { content: string; targets: readonly LinkTarget[] } | undefined {
  const resolve = linkResolver(path, base)
  const targets: LinkTarget[] = []
  const parts: string[] = []
  let length = markdown.length
  let end = 0
  let line = firstLine
  for (const destination of destinations) {
    const { from, to } = destination
    const resolved = resolve(markdown.slice(from, to), destination)
    if (resolved === undefined) continue
    length += resolved.url.length
    if (length > MAX_CONTENT) return undefined
    const before = markdown.slice(end, from)
    line += before.split('\n').length - 1
    parts.push(before, resolved.url)
    end = to
    if (resolved.path !== '') targets.push({ path: resolved.path, line })
  }
  parts.push(markdown.slice(end))
  return { content: parts.join(''), targets }
}
