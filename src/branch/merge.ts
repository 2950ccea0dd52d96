import { randomUUID } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gitError, type Git } from './command.ts'

/** `git merge-file` says how many conflicts there are, or with a larger code that it failed. */
const MAX_CONFLICTS = 127

/** Marks of conflicts: longer than any row of such signs that people write below a heading. */
const SIZE = 97
const CONFLICT = RegExp(
  ['<', '\\|', '=', '>'].map((sign) => `^(?:${sign}){${SIZE}}(?!${sign})[^\\n]*\\n`).join('([^]*?)'),
  'gm'
)

/**
 * Merges two changes of a text with Git.
 *
 * @param folder for the files that Git needs.
 * @returns undefined if there is a conflict in which our side lacks something of theirs.
 */
export async function mergeTexts(
  git: Pick<Git, 'run'>,
  folder: string,
  ours: string,
  base: string,
  theirs: string
): Promise<string | undefined> {
  const files = [ours, base, theirs].map((text) => ({ text, path: join(folder, `merge-${randomUUID()}`) }))
  // Git takes the last lines of two texts for different ones if one has no line break.
  for (const { text, path } of files) await writeFile(path, text.replace(/([^\n])$/, '$1\n'))
  const command = ['merge-file', '-p', '--quiet', '--diff3', `--marker-size=${SIZE}`]
  const { code, stdout, stderr } = await git.run([...command, ...files.map(({ path }) => path)])
  for (const { path } of files) await rm(path, { force: true })
  if (code > MAX_CONFLICTS) throw gitError(['merge-file'], stderr)
  const conflicts = [...stdout.matchAll(CONFLICT)]
  const isMerged = conflicts.every(([, own = '', , other = '']) => hasAll(own, other))
  return isMerged ? stdout.replace(CONFLICT, '$1') : undefined
}

/** True if the lines of the edit stand on the side of the runbook, in their order: there may be a new line right below. */
function hasAll(ours: string, theirs: string): boolean {
  const edit = theirs.split(/(?<=\n)/)
  let found = 0
  for (const line of ours.split(/(?<=\n)/)) if (line === edit[found]) found++
  // Without lines of its own, the edit has removed some.
  return theirs !== '' && found === edit.length
}
