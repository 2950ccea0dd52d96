import { posix } from 'node:path'
import type { Job } from '../job/event.ts'
import type { Inputs } from '../job/inputs.ts'
import { parseMarkdown, type MarkdownDocument } from './markdown.ts'
import { collapse, refused, type Refused } from './text.ts'

/** A longer name is a paragraph that became a heading by mistake. */
const MAX_LENGTH = 1000

/** True if a file stands for its folder. */
export function isIndex(path: string): boolean {
  return /^(?:readme|_?index)$/i.test(posix.parse(path).name)
}

/**
 * Fills in a checked template. Refuses an empty name and control characters. Without a title, a README or index file has
 * the name of its folder, and another file has its own name. Calls `titleInText` only if the template uses the title.
 */
export function nameOf(
  { nameTemplate, repository }: Pick<Inputs, 'nameTemplate'> & Pick<Job, 'repository'>,
  path: string,
  titleInText: () => string | undefined
): string | Refused {
  const { dir, name: stem } = posix.parse(path)
  const fallback = isIndex(path) ? posix.basename(dir === '' ? repository : dir) : stem
  // A long title in a repeated variable could exceed the memory. A space at the cut would be trimmed.
  const title = nameTemplate.includes('{title}') ? collapse(titleInText() ?? fallback).slice(0, MAX_LENGTH + 2) : ''
  const values = { title, path, dir, stem, repository }
  const name = collapse(
    nameTemplate.replace(/\{(\w+)\}/g, (_, variable: string) => values[variable as keyof typeof values])
  )
  if (name.length > MAX_LENGTH) return refusedName(`is longer than ${MAX_LENGTH} characters`)
  if (/\p{Cc}|\p{Cs}/u.test(name)) return refusedName('contains a control character')
  if (/^[\p{Cf}\p{Z}]*$/u.test(name)) return refusedName('is empty')
  return name
}

function refusedName(problem: string): Refused {
  return refused(`The name ${problem}.`, 'Add a `title` to the front matter, or change `entry-name`.')
}

/** In characters. Most texts have their first H1 in this range. */
const MAX_HEAD = 4096
/** The first line that can be an H1, or the underline of one. */
const H1_LINE = /(?:^|[\r\n]) {0,3}(?:#(?:[ \t][^\r\n]*)?|=+[ \t]*)(?=[\r\n]|$)/

/**
 * The plain text of the first H1. Parses no more than necessary, because each run needs the titles of all runbooks.
 *
 * @param parseAll parses the whole text.
 */
export function findTitle(markdown: string, parseAll: () => MarkdownDocument): string | undefined {
  const line = H1_LINE.exec(markdown)
  if (line === null) return undefined
  const head = markdown.slice(0, line.index + line[0].length)
  // Most runbooks begin with an H1 without markup.
  const plain = collapse(/^\s*#([^\\`*_~<&[{#=]+)$/.exec(head)?.[1] ?? '')
  if (plain !== '') return plain
  const title = head.length > MAX_HEAD ? undefined : parseMarkdown(head).title
  // The definition of a reference may be anywhere.
  const isReference = head.includes('[') && markdown.includes(']:')
  return title === undefined || isReference ? (parseAll().title ?? title) : title
}
