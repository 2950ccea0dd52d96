import { posix } from 'node:path'
import type { Job } from '../job/event.ts'
import type { Inputs } from '../job/inputs.ts'
import { foldName } from '../normal-form.ts'
import { withoutInvisible } from './invisible.ts'
import { collapse, refused, type Refused } from './text.ts'

/** Characters: the documented service takes no more. */
const MAX_LENGTH = 255

/** True if a file stands for its folder, as a skill does. */
export function isIndex(path: string): boolean {
  return /^(?:readme|_?index|skill)$/i.test(stemOf(path))
}

/** The name of a file without its endings: of `disk.html.md.erb`, it is `disk`. */
export function stemOf(path: string): string {
  return posix.basename(path).replace(/(?<=.)(?:\.(?:html|md|mdx|markdown|mdown|mkd|erb))+$/i, '')
}

/**
 * Fills in a checked template, and leaves invisible characters out. Refuses an empty name and control characters.
 *
 * @param title what the file says; without it, a README or index file is called as its folder, and another file as itself.
 */
export function nameOf(
  { nameTemplate, repository }: Pick<Inputs, 'nameTemplate'> & Pick<Job, 'repository'>,
  path: string,
  title: string | undefined
): string | Refused {
  const { dir } = posix.parse(path)
  const stem = stemOf(path)
  const fallback = (isIndex(path) ? posix.basename(dir === '' ? repository : dir) : stem).replace(/[-_]+/g, ' ')
  // A long title in a repeated variable could exceed the memory.
  const values = { title: collapse(title ?? fallback).slice(0, 2 * MAX_LENGTH + 2), path, dir, stem, repository }
  const filled = nameTemplate.replace(/\{(\w+)\}/g, (_, variable: string) => values[variable as keyof typeof values])
  const name = collapse(withoutInvisible(filled))
  if (Array.from(name).length > MAX_LENGTH) return refusedName(`is longer than ${MAX_LENGTH} characters`)
  if (/\p{Cc}|\p{Cs}/u.test(name)) return refusedName('contains a control character')
  if (/^[\p{Cf}\p{Z}]*$/u.test(name)) return refusedName('is empty')
  return name
}

function refusedName(problem: string): Refused {
  return refused(`The name ${problem}.`, 'Add a `title` to the front matter, or change `entry-name`.')
}

/** The advice to set `entry-name`, for groups of files that share a name; empty if it would not give each a name of its own. */
export function adviseTemplate(groups: readonly (readonly { readonly path: string }[])[]): string {
  const isToldApart = groups.every((files) => {
    return new Set(files.map(({ path }) => foldName(posix.dirname(path)))).size === files.length
  })
  return isToldApart ? ', or set `entry-name` to `{dir}: {title}`, which renames all entries' : ''
}
