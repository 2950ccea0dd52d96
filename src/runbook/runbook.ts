import type { FileContent } from '../git/git.ts'
import { readFrontMatter } from './front-matter.ts'
import { checkLinks, makeLinksAbsolute } from './links.ts'
import { isIndex, nameOf } from './name.ts'
import { decode, type Refused } from './text.ts'
import { firstHeading } from './title.ts'

export { checkNameTemplate } from './name.ts'

/** How a run converts runbooks into entries. */
export interface RunbookOptions {
  /** Checked by `checkNameTemplate`. Variables: `{title}`, `{path}`, `{dir}`, `{stem}`, `{repository}`. */
  readonly nameTemplate: string
  readonly frontMatter: 'strip' | 'keep'
  readonly links: 'absolute' | 'keep'
  /** The largest allowed file, in bytes. */
  readonly maxBytes: number
  /** `owner/name`. */
  readonly repository: string
  /** `https://github.com`, or the server of GitHub Enterprise; no trailing slash. */
  readonly serverUrl: string
  /** The branch or tag that absolute links point to, without `refs/heads/`. */
  readonly ref: string
}

/** Why a file cannot become an entry, and what its author can do. */
export interface ContentProblem {
  readonly message: string
  readonly hint: string
  /** 1-based position in the file, if known. */
  readonly line?: number
  readonly column?: number
}

/** A file or folder of the repository that a relative link points to. */
export interface LinkTarget {
  /** Decoded path from the repository's root, without query and fragment. */
  readonly path: string
  /** 1-based line of the link in the file. */
  readonly line: number
}

export interface ConvertedRunbook {
  /** The text of the entry. */
  readonly content: string
  /** All relative links in document order; empty with `links: keep`. */
  readonly targets: readonly LinkTarget[]
}

export type RunbookResult =
  | {
      readonly kind: 'runbook'
      readonly name: string
      /** Keeps the text of the file in memory until the result is dropped. */
      readonly convert: () => ConvertedRunbook
    }
  /** The file has no entry. `name` is the name that its entry would have, if it has a valid one. */
  | { readonly kind: 'skipped'; readonly name?: string; readonly reason: string; readonly level: 'none' | 'warning' }
  | Refused

/**
 * Reads one file as a runbook: decodes it, parses its front matter, finds its name. Takes time linear in the size of the file.
 *
 * @param path from the repository's root, with slashes
 */
export function readRunbook(path: string, content: FileContent, options: RunbookOptions): RunbookResult {
  const decoded = decode(content, options.maxBytes)
  if (decoded.kind === 'refused') return decoded
  const { text } = decoded
  const frontMatter = readFrontMatter(text)
  if (frontMatter.kind === 'refused') return frontMatter
  const { end } = frontMatter
  const markdown = text.slice(end)

  const named = nameOf(options, path, () => frontMatter.title ?? firstHeading(markdown))
  const name = named.kind === 'name' ? { name: named.name } : {}
  if (frontMatter.exclusion !== undefined) {
    return { kind: 'skipped', ...name, reason: frontMatter.exclusion, level: 'none' }
  }
  if (markdown.trim() === '') {
    // Static site generators need an index page in each folder, often without text.
    if (isIndex(path)) return { kind: 'skipped', ...name, reason: 'index page without text', level: 'none' }
    return { kind: 'skipped', ...name, reason: 'no text', level: 'warning' }
  }
  if (named.kind === 'refused') return named
  if (options.links === 'keep') {
    const content = options.frontMatter === 'keep' ? text : markdown
    return { kind: 'runbook', name: named.name, convert: () => ({ content, targets: [] }) }
  }
  const tooLarge = checkLinks(markdown, path, options)
  if (tooLarge !== undefined) return tooLarge
  const convert = (): ConvertedRunbook => {
    const { content, targets } = makeLinksAbsolute(text, end, path, options)
    return { content: options.frontMatter === 'keep' ? text.slice(0, end) + content : content, targets }
  }
  return { kind: 'runbook', name: named.name, convert }
}
