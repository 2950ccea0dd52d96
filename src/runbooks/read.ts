import type { Content } from '../source/source.ts'
import { readFrontMatter, splitFrontMatter } from './front-matter.ts'
import { isIndex, nameOf, needsTitle, titleOf } from './name.ts'
import type { Problem, Reading, Style } from './runbook.ts'
import { decode } from './text.ts'
import { firstHeading } from './title.ts'

/** A runbook that can be sent: its name, and its text with the place where the Markdown begins. */
export interface Runbook {
  readonly kind: 'runbook'
  readonly name: string
  /** The whole text, without a byte order mark. */
  readonly text: string
  /** Offset of the Markdown: behind the front matter and the blank lines that follow it. */
  readonly body: number
}

/** Reads a runbook up to the point that its name takes; `path` is from the repository's root. */
export async function openRunbook(
  path: string,
  content: Content,
  style: Style
): Promise<Runbook | Exclude<Reading, { kind: 'named' }>> {
  const decoded = decode(content, style.maxBytes)
  if (decoded.kind === 'refused') return decoded
  const { text } = decoded

  const split = splitFrontMatter(text)
  if (split.kind === 'refused') return split
  const frontMatter = split.kind === 'block' ? await readFrontMatter(split.yaml) : split
  if (frontMatter.kind === 'refused') return frontMatter
  const isFrontMatter = split.kind === 'block' && frontMatter.kind === 'front matter'
  const body = isFrontMatter ? skipBlankLines(text, split.end) : 0

  const place = { path, repository: style.repository }
  const own = frontMatter.kind === 'front matter' ? frontMatter.title : undefined
  const title = own ?? (needsTitle(style.name) ? await firstHeading(text.slice(body)) : undefined) ?? titleOf(place)
  const named = nameOf(style.name, title, place)
  if (frontMatter.kind === 'front matter' && frontMatter.excluded !== undefined) {
    return { kind: 'excluded', name: named.kind === 'name' ? named.name : path, reason: frontMatter.excluded }
  }
  // Front matter that is kept is text that is sent.
  if ((style.frontMatter === 'keep' ? text : text.slice(body)).trim() === '') {
    // Site generators want such a page in every folder; it has never been anybody's runbook.
    if (isIndex(path) && named.kind === 'name') return { kind: 'excluded', name: named.name, reason: INDEX_PAGE }
    return { kind: 'refused', problem: EMPTY }
  }
  return named.kind === 'refused' ? named : { kind: 'runbook', name: named.name, text, body }
}

/**
 * The name of a runbook, or why it has none. Every selected runbook of the repository is read this way to find names that
 * collide, so it does no more than it must: no YAML parser where front matter is plain lines, no Markdown parser where the
 * text begins with a plain `# Title`.
 */
export async function readRunbook(path: string, content: Content, style: Style): Promise<Reading> {
  const runbook = await openRunbook(path, content, style)
  return runbook.kind === 'runbook' ? { kind: 'named', name: runbook.name } : runbook
}

const INDEX_PAGE = 'an index page without text'

/** An alert that finds an empty entry is answered with nothing, and nobody knows why. */
const EMPTY: Problem = {
  message: 'It has no text.',
  remedy: 'Write it, or keep it out with `draft: true` in its front matter.'
}

function skipBlankLines(text: string, from: number): number {
  const blank = /(?:[ \t]*\r?\n)*/y
  blank.lastIndex = from
  blank.test(text)
  return blank.lastIndex
}
