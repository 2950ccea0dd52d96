import { blobIdOf, type FileContent, type SourceFile, type Tree } from '../branch/source.ts'
import type { Inputs } from '../job/inputs.ts'
import { closeGaps, withoutComments } from './comments.ts'
import { readFrontMatter, type FrontMatter } from './front-matter.ts'
import { makeLinksAbsolute, type AbsoluteLinks, type LinkBase } from './links.ts'
import { parseMarkdown, type MarkdownDocument } from './markdown.ts'
import { invisibleIn, linesWithInvisible, withoutInvisible, type InvisibleLines } from './invisible.ts'
import { isIndex, nameOf, stemOf } from './name.ts'
import { summaryOf } from './description.ts'
import { blobDigits, textAround, textDigestOf, withoutPastedLine } from './source-line.ts'
import { decode, refusalOfLanguage, type Refused } from './text.ts'

/** How a run converts runbooks into entries. */
export type RunbookOptions = Pick<Inputs, 'nameTemplate' | 'frontMatter' | 'comments'> & LinkBase

/** A file as an entry. */
export interface ConvertedRunbook
  extends
    Pick<AbsoluteLinks, 'dead' | 'written'>,
    Pick<FrontMatter, 'alerts' | 'reviewBy' | 'mistakes'>,
    Pick<MarkdownDocument, 'isTooComplex'> {
  readonly kind: 'runbook'
  readonly name: string
  /** True if the name has a title that is that of the file, or of its folder. A file cannot say so later. */
  readonly isNamedByFile: boolean
  /** The text of the entry without its source line, in normal form. */
  readonly text: string
  /** `textDigestOf` the name and this text. */
  readonly textDigest: string
  /** The purpose, as the file states it; empty if it does not. */
  readonly summary: string
  /** True if its front matter describes it: then no other description stays. */
  readonly isDescribed: boolean
  /** The first digits of Git's id of the file. */
  readonly blob: string
  /** The front matter, if it is kept: it stands above the source line. */
  readonly above: string
  /** The text below it, with the links of the entry. It has the last lines of the file, one for each. */
  readonly below: string
  readonly leavesOutComments: boolean
  /** The line of the file with a comment that never ends; undefined if there is none. */
  readonly openComment: number | undefined
  /** True if the entry has comments, which a reader of the page does not see. */
  readonly hasComments: boolean
  /** Invisible characters that the name had in the file, as `U+200B`. */
  readonly invisibleInName: readonly string[]
  readonly invisible: InvisibleLines | undefined
}

export type RunbookResult =
  | ConvertedRunbook
  /** The file has no entry. `name` is the name that its entry would have, if it has a valid one. */
  | { readonly kind: 'skipped'; readonly name: string | undefined; readonly reason: string; readonly hint?: string }
  | Refused

/** Reads one file as a runbook. @param tree of the commit, in which its links are resolved. */
export function readRunbook(
  { path, id }: SourceFile,
  content: FileContent,
  options: RunbookOptions,
  tree: Tree
): RunbookResult {
  const text = refusalOfLanguage(path) ?? decode(content)
  if (typeof text !== 'string') return text
  // A file on the disk has the id that Git would give it.
  const blob = id === '' && content.kind === 'bytes' ? blobIdOf(content.bytes) : id
  return convertText({ path, id: blob }, text, options, tree)
}

export function convertText(
  { path, id }: SourceFile,
  source: string,
  options: RunbookOptions,
  tree: Tree
): RunbookResult {
  const frontMatter = readFrontMatter(source)
  if ('kind' in frontMatter) return frontMatter
  const markdown = withoutPastedLine(source.slice(frontMatter.end))
  const document = parseMarkdown(markdown, path)
  const skillName = /^skill$/i.test(stemOf(path)) ? frontMatter.name : ''
  const title = [frontMatter.title, document.title, skillName].find(Boolean)
  const name = nameOf(options, path, title)
  const skipped = { kind: 'skipped', name: typeof name === 'string' ? name : undefined } as const
  if (frontMatter.exclusion !== undefined) return { ...skipped, reason: frontMatter.exclusion }
  if (markdown.trim() === '' || document.isEmpty) {
    // Static site generators need an index page in each folder, often without text.
    if (isIndex(path)) return { ...skipped, reason: 'index page without text' }
    return { ...skipped, reason: 'without text', hint: 'Write some, or remove the file.' }
  }
  if (typeof name !== 'string') return name
  const firstLine = source.slice(0, source.length - markdown.length).split('\n').length
  const { destinations, comments, openComment, isTooComplex } = document
  const isStripped = options.comments === 'strip' && comments.length > 0
  const shown = isStripped ? withoutComments(markdown, comments) : markdown
  const linked = makeLinksAbsolute(shown, destinations, { path, firstLine }, options, tree)
  const { dead, written } = linked
  const below = isStripped ? closeGaps(linked.content) : linked.content
  const above = options.frontMatter === 'keep' ? source.slice(0, frontMatter.end) : ''
  const blob = blobDigits(id)
  const { alerts, reviewBy, mistakes } = frontMatter
  const text = textAround({ above, below })
  return {
    kind: 'runbook',
    name,
    isNamedByFile: title === undefined && options.nameTemplate.includes('{title}'),
    text,
    textDigest: textDigestOf(name, text),
    summary: summaryOf(withoutInvisible(frontMatter.description), withoutInvisible(document.paragraph ?? '')),
    isDescribed: frontMatter.description !== '',
    reviewBy,
    blob,
    above,
    below,
    leavesOutComments: isStripped,
    openComment: openComment && markdown.slice(0, openComment).split('\n').length + firstLine - 1,
    hasComments: comments.length > 0 && !isStripped,
    invisibleInName: invisibleIn(title ?? stemOf(path)),
    invisible: linesWithInvisible(below, firstLine),
    alerts,
    mistakes,
    dead,
    written,
    isTooComplex
  }
}
