import { blobIdOf, type FileContent, type SourceFile } from '../branch/source.ts'
import type { Inputs } from '../job/inputs.ts'
import { readFrontMatter } from './front-matter.ts'
import { hasAddresses, makeLinksAbsolute, mayHaveRelativeLinks, type LinkBase } from './links.ts'
import { parseMarkdown, type MarkdownDocument } from './markdown.ts'
import { findTitle, isIndex, nameOf } from './name.ts'
import { sealedEntry, textOf, versionOf } from './source-line.ts'
import { decode, refused, type Refused } from './text.ts'

/** How a run converts runbooks into entries. */
export interface RunbookOptions extends Pick<Inputs, 'nameTemplate' | 'frontMatter'>, LinkBase {}

export interface ConvertedRunbook {
  /** The name of the entry. */
  readonly name: string
  /** The text of the entry. */
  readonly content: string
  /** The text of the entry without its source line and in normal form, as `textOf` returns it. */
  readonly text: string
  /** The front matter, if the entry keeps it. */
  readonly above: string
  /** The text of the file below its front matter, with the links of the entry. It has the lines of the file. */
  readonly below: string
  /**
   * Where all relative links lead, in document order; empty if the repository is not known. `path` is decoded, from the repository's
   * root, without query and fragment; `line` is that of the link in the file, from 1.
   */
  readonly targets: readonly { readonly path: string; readonly line: number }[]
  /** What the author has to know although the runbook is sent. */
  readonly warnings: readonly string[]
}

export type RunbookResult =
  | {
      readonly kind: 'runbook'
      readonly name: string
      /** The version of its entry: see `versionOf`. */
      readonly version: string
      /** The names of alerts in its front matter: a list, or a text with commas. */
      readonly alerts: readonly string[]
      /** Keeps the text of the file in memory until the result is dropped. */
      readonly convert: () => ConvertedRunbook | Refused
    }
  /** The file has no entry. `name` is the name that its entry would have, if it has a valid one. */
  | { readonly kind: 'skipped'; readonly name: string | undefined; readonly reason: string; readonly hint?: string }
  | Refused

const TOO_COMPLEX =
  'The Markdown is too long or too deeply nested to parse. Its links stay as they are, and only `# …` on its first line is ' +
  'its title. Split the file.'

/** Reads one file as a runbook. */
export function readRunbook({ path, id }: SourceFile, content: FileContent, options: RunbookOptions): RunbookResult {
  const text = decode(content)
  if (typeof text !== 'string') return text
  // A file on the disk has the id that Git would give it.
  const blob = id === '' && content.kind === 'bytes' ? blobIdOf(content.bytes) : id
  return orRefused(() => readText({ path, blob }, text, options))
}

/** The entry of a text, but for its version; undefined if it has none. */
export function convertText(
  path: string,
  text: string,
  options: RunbookOptions
): Omit<ConvertedRunbook, 'content'> | undefined {
  const result = orRefused(() => readText({ path, blob: '' }, text, options))
  const converted = result.kind === 'runbook' ? result.convert() : result
  return 'kind' in converted ? undefined : converted
}

/** Another machine may have a larger stack, and would send other links. */
function orRefused<Result>(run: () => Result): Result | Refused {
  try {
    return run()
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    return refused('The Markdown is nested too deeply for the memory of this machine.', 'Split the file.')
  }
}

function readText(
  { path, blob }: { readonly path: string; readonly blob: string },
  text: string,
  options: RunbookOptions
): RunbookResult {
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
  const file = { blob, name, path }
  const version = versionOf(file, options)
  const keepsFrontMatter = options.frontMatter === 'keep'
  const convert = (): ConvertedRunbook => {
    const firstLine = text.slice(0, end).split('\n').length
    const { destinations } =
      hasAddresses(options) && mayHaveRelativeLinks(markdown) ? parseOnce() : { destinations: [] }
    const converted = makeLinksAbsolute(markdown, destinations, path, options, firstLine)
    const above = keepsFrontMatter ? text.slice(0, end) : ''
    const below = converted?.content ?? markdown
    const isTooComplex = converted === undefined || document?.isTooComplex === true
    const content = sealedEntry({ name, path, version }, { above, below }, options)
    return {
      name,
      content,
      text: textOf(content),
      above,
      below,
      targets: converted?.targets ?? [],
      warnings: isTooComplex ? [TOO_COMPLEX] : []
    }
  }
  return {
    kind: 'runbook',
    name,
    version,
    alerts: frontMatter.alerts,
    convert: () => orRefused(convert)
  }
}
