import { randomUUID } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gitError, type Git } from './command.ts'

/** `git merge-file` says how many conflicts there are, or with a larger code that it failed. */
const MAX_CONFLICTS = 127

/**
 * Merges two changes of a text with Git.
 *
 * @param folder for the files that Git needs.
 * @returns undefined if there is a conflict.
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
  const command = ['merge-file', '-p', '--quiet', ...files.map(({ path }) => path)]
  const { code, stdout, stderr } = await git.run(command)
  for (const { path } of files) await rm(path, { force: true })
  if (code > MAX_CONFLICTS) throw gitError(['merge-file'], stderr)
  return code === 0 ? stdout : undefined
}
