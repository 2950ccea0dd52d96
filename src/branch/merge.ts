import { randomUUID } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Git } from './command.ts'
import { gitError } from './command.ts'
import type { MergedPart } from './source.ts'

/** Longer than any row of such signs that people write below a heading. */
const MARKER_SIZE = 97

/** `git merge-file` says how many conflicts there are, or with a larger code that it failed. */
const MAX_CONFLICTS = 127

/**
 * Merges two changes of a text with Git.
 *
 * @param folder for the files that Git needs.
 */
export async function mergeTexts(
  git: Pick<Git, 'run'>,
  folder: string,
  ours: string,
  base: string,
  theirs: string
): Promise<readonly MergedPart[]> {
  const files = await Promise.all(
    [ours, base, theirs].map(async (text) => {
      const file = join(folder, `merge-${randomUUID()}`)
      // Git takes the last lines of two texts for different ones if one has no line break.
      await writeFile(file, text.endsWith('\n') || text === '' ? text : `${text}\n`)
      return file
    })
  )
  const command = ['merge-file', '-p', '--quiet', '--diff3', `--marker-size=${MARKER_SIZE}`]
  const { code, stdout, stderr } = await git.run([...command, ...files])
  await Promise.all(files.map(async (file) => rm(file, { force: true })))
  if (code > MAX_CONFLICTS) throw gitError(['merge-file'], stderr)
  return partsOf(stdout)
}

/** Takes the output of `git merge-file --diff3` apart. */
export function partsOf(output: string): MergedPart[] {
  const parts: MergedPart[] = []
  let conflict: { readonly ours: string[]; readonly base: string[]; readonly theirs: string[] } | undefined
  let side: 'ours' | 'base' | 'theirs' = 'ours'
  for (const line of output.split(/(?<=\n)/)) {
    const sign = MARKER.exec(line)?.[1]
    if (sign === '<') {
      conflict = { ours: [], base: [], theirs: [] }
      side = 'ours'
      parts.push(conflict)
    } else if (conflict === undefined) parts.push(line)
    else if (sign === '|') side = 'base'
    else if (sign === '=') side = 'theirs'
    else if (sign === '>') conflict = undefined
    else conflict[side].push(line)
  }
  return parts
}

const MARKER = new RegExp(`^([<|=>])\\1{${MARKER_SIZE - 1}}(?![<|=>])`)

/** What a merge gives; undefined if there is a conflict in which our side lacks something. */
export function textOfMerge(parts: readonly MergedPart[]): string | undefined {
  if (!parts.every((part) => typeof part === 'string' || hasAll(part))) return undefined
  return parts.flatMap((part) => (typeof part === 'string' ? part : part.ours)).join('')
}

/** True if the lines of the edit stand on the side of the runbook, in their order: there may be a new line right below. */
function hasAll({ ours, theirs }: Exclude<MergedPart, string>): boolean {
  let found = 0
  for (const line of ours) if (line === theirs[found]) found++
  // Without lines of its own, the edit has removed some.
  return theirs.length > 0 && found === theirs.length
}
