import type { FileContent } from '../git/git.ts'
import type { Inputs } from '../inputs.ts'
import { readFrontMatter } from './front-matter.ts'
import { makeLinksAbsolute, mayHaveRelativeLinks, type LinkTarget } from './links.ts'
import { parseMarkdown, type MarkdownDocument } from './markdown.ts'
import { isIndex, nameOf } from './name.ts'
import { decode, type Refused } from './text.ts'
import { findTitle } from './title.ts'
import type { LinkBase } from './url.ts'

export type { LinkTarget } from './links.ts'

/** How a run converts runbooks into entries. */
export interface RunbookOptions extends Pick<Inputs, 'nameTemplate' | 'frontMatter' | 'links' | 'maxBytes'>, LinkBase {}

export interface ConvertedRunbook {
  /** The text of the entry. */
  readonly content: string
  /** All relative links in document order; empty with `links: keep`. */
  readonly targets: readonly LinkTarget[]
  /** What the author has to know although the runbook is sent. */
  readonly warning: string | undefined
}

export type RunbookResult =
  /** `convert` keeps the text of the file in memory until the result is dropped. */
  | { readonly kind: 'runbook'; readonly name: string; readonly convert: () => ConvertedRunbook }
  /** The file has no entry. `name` is the name that its entry would have, if it has a valid one. */
  | { readonly kind: 'skipped'; readonly name: string | undefined; readonly reason: string; readonly hint?: string }
  | Refused

const TOO_COMPLEX =
  'The Markdown is too long or too deeply nested to parse. Its links stay as they are, and only `# …` on its first line is ' +
  'its title. Split the file.'

/** Reads one file as a runbook. `path` begins at the repository's root and has slashes. */
export function readRunbook(path: string, content: FileContent, options: RunbookOptions): RunbookResult {
  const text = decode(content, options.maxBytes)
  if (typeof text !== 'string') return text
  const frontMatter = readFrontMatter(text)
  if ('kind' in frontMatter) return frontMatter
  const { end } = frontMatter
  const markdown = text.slice(end)
  let document: MarkdownDocument | undefined
  const parseOnce = (): MarkdownDocument => (document ??= parseMarkdown(markdown))

  const name = nameOf(options, path, () => frontMatter.title ?? findTitle(markdown, parseOnce))
  const skipped = { kind: 'skipped', name: typeof name === 'string' ? name : undefined } as const
  if (frontMatter.exclusion !== undefined) return { ...skipped, reason: frontMatter.exclusion }
  if (markdown.trim() === '') {
    // Static site generators need an index page in each folder, often without text.
    if (isIndex(path)) return { ...skipped, reason: 'index page without text' }
    return { ...skipped, reason: 'no text', hint: 'Write some, or remove the file.' }
  }
  if (typeof name !== 'string') return name
  const convert = (): ConvertedRunbook => {
    const firstLine = text.slice(0, end).split('\n').length
    const { destinations } =
      options.links === 'keep' || !mayHaveRelativeLinks(markdown) ? { destinations: [] } : parseOnce()
    const converted = makeLinksAbsolute(markdown, destinations, path, options, firstLine)
    return {
      content: (options.frontMatter === 'keep' ? text.slice(0, end) : '') + (converted?.content ?? markdown),
      targets: converted?.targets ?? [],
      warning: converted === undefined || document?.isTooComplex === true ? TOO_COMPLEX : undefined
    }
  }
  return { kind: 'runbook', name, convert }
}
