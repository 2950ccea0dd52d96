import type { Job } from '../event.ts'
import type { FileContent } from '../git/git.ts'
import type { Inputs } from '../inputs.ts'
import { readFrontMatter } from './front-matter.ts'
import { checkLinks, makeLinksAbsolute } from './links.ts'
import { isIndex, nameOf } from './name.ts'
import { decode, type Refused } from './text.ts'
import { firstHeading } from './title.ts'

/** How a run converts runbooks into entries. */
export interface RunbookOptions
  extends Pick<Inputs, 'nameTemplate' | 'frontMatter' | 'links' | 'maxBytes'>, Pick<Job, 'repository' | 'serverUrl'> {
  /** The branch or tag that absolute links point to, without `refs/heads/`. */
  readonly ref: string
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
  /** `convert` keeps the text of the file in memory until the result is dropped. */
  | { readonly kind: 'runbook'; readonly name: string; readonly convert: () => ConvertedRunbook }
  /** The file has no entry. `name` is the name that its entry would have, if it has a valid one. */
  | { readonly kind: 'skipped'; readonly name: string | undefined; readonly reason: string; readonly hint?: string }
  | Refused

/** Reads one file as a runbook, in linear time. `path` begins at the repository's root and has slashes. */
export function readRunbook(path: string, content: FileContent, options: RunbookOptions): RunbookResult {
  const text = decode(content, options.maxBytes)
  if (typeof text !== 'string') return text
  const frontMatter = readFrontMatter(text)
  if ('kind' in frontMatter) return frontMatter
  const { end } = frontMatter
  const markdown = text.slice(end)

  const name = nameOf(options, path, () => frontMatter.title ?? firstHeading(markdown))
  const skipped = { kind: 'skipped', name: typeof name === 'string' ? name : undefined } as const
  if (frontMatter.exclusion !== undefined) return { ...skipped, reason: frontMatter.exclusion }
  if (markdown.trim() === '') {
    // Static site generators need an index page in each folder, often without text.
    if (isIndex(path)) return { ...skipped, reason: 'index page without text' }
    return { ...skipped, reason: 'no text', hint: 'Write some, or remove the file.' }
  }
  if (typeof name !== 'string') return name
  const convert = (): ConvertedRunbook => {
    const start = options.frontMatter === 'keep' ? 0 : end
    if (options.links === 'keep') return { content: text.slice(start), targets: [] }
    const { content, targets } = makeLinksAbsolute(text, end, path, options)
    return { content: text.slice(start, end) + content, targets }
  }
  const tooLarge = options.links === 'keep' ? undefined : checkLinks(markdown, path, options)
  return tooLarge ?? { kind: 'runbook', name, convert }
}
