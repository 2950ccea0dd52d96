import { blobIdOf, type FileContent, type SourceFile } from '../branch/source.ts'
import type { Inputs } from '../job/inputs.ts'
import { readFrontMatter } from './front-matter.ts'
import { makeLinksAbsolute, mayHaveRelativeLinks, type LinkBase } from './links.ts'
import { parseMarkdown, type MarkdownDocument } from './markdown.ts'
import { findTitle, isIndex, nameOf } from './name.ts'
import { blobDigits, withoutPastedLine, writeEntry } from './source-line.ts'
import { decode, refused, type Refused } from './text.ts'

/** How a run converts runbooks into entries. */
export interface RunbookOptions extends Pick<Inputs, 'nameTemplate' | 'frontMatter'>, LinkBase {}

/** A file as an entry. */
export interface ConvertedRunbook {
  readonly kind: 'runbook'
  readonly name: string
  /** The text of the entry, with its source line. */
  readonly content: string
  /** Of name and text, without the source line. */
  readonly digest: string
  /** The first digits of Git's id of the file. */
  readonly blob: string
  /** What stands above the source line: the front matter, if it is kept. */
  readonly above: string
  /** What stands below it, with the links of the entry. It has the last lines of the file, one for each. */
  readonly below: string
  /** The names of alerts in the front matter: a list, or a text with commas. */
  readonly alerts: readonly string[]
  /**
   * Where all relative links lead, in document order. `path` is decoded, from the repository's root, without query and
   * fragment; `line` is that of the link in the file, from 1.
   */
  readonly targets: readonly { readonly path: string; readonly line: number }[]
  /** How the file writes what has become an address, by the address. */
  readonly written: ReadonlyMap<string, string>
  /** What the author has to know although the runbook is sent. */
  readonly warnings: readonly string[]
}

export type RunbookResult =
  | ConvertedRunbook
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
  return convertText({ path, id: blob }, text, options)
}

/** Reads the text of a file as a runbook. */
export function convertText(file: SourceFile, text: string, options: RunbookOptions): RunbookResult {
  try {
    return convert(file, text, options)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    // Another machine may have a larger stack, and would send other links.
    return refused('The Markdown is nested too deeply for the memory of this machine.', 'Split the file.')
  }
}

function convert({ path, id }: SourceFile, text: string, options: RunbookOptions): RunbookResult {
  const frontMatter = readFrontMatter(text)
  if ('kind' in frontMatter) return frontMatter
  const markdown = withoutPastedLine(text.slice(frontMatter.end))
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
  const firstLine = text.slice(0, text.length - markdown.length).split('\n').length
  const { destinations } = mayHaveRelativeLinks(markdown) ? parseOnce() : { destinations: [] }
  const converted = makeLinksAbsolute(markdown, destinations, path, options, firstLine)
  const above = options.frontMatter === 'keep' ? text.slice(0, frontMatter.end) : ''
  const below = converted?.content ?? markdown
  const blob = blobDigits(id)
  const isTooComplex = converted === undefined || document?.isTooComplex === true
  return {
    kind: 'runbook',
    name,
    ...writeEntry({ kind: 'version', name, path, blob }, { above, below }, options),
    blob,
    above,
    below,
    alerts: frontMatter.alerts,
    targets: converted?.targets ?? [],
    written: converted?.written ?? new Map(),
    warnings: isTooComplex ? [TOO_COMPLEX] : []
  }
}
