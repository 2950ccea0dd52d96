// Copies of the Action with a rule taken out, which the soak must find: one patch for each in `mutations/`.
import { readdirSync } from 'node:fs'
import { cp, mkdtemp, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { git } from '../../testing/git.ts'
import { ACTION_FOLDER } from '../../testing/runner/action-metadata.ts'

const FOLDER = join(import.meta.dirname, 'mutations')

/** The names of the patches. */
export const MUTATIONS: readonly string[] = readdirSync(FOLDER)
  .filter((file) => file.endsWith('.patch'))
  .map((file) => file.replace(/\.patch$/, ''))
  .sort()

/**
 * Makes a copy of the Action that runs its sources, with a patch.
 *
 * @param parent gets the folder of the copy, and is removed by its owner.
 * @returns the folder.
 */
export async function copyWithPatch(parent: string, name: string): Promise<string> {
  const folder = await mkdtemp(join(parent, 'action-'))
  for (const part of ['src', 'action.yml', 'package.json'])
    await cp(join(ACTION_FOLDER, part), join(folder, part), { recursive: true })
  await symlink(join(ACTION_FOLDER, 'node_modules'), join(folder, 'node_modules'))
  await git(folder, ['apply', '--unsafe-paths', join(FOLDER, 'run-sources.diff'), join(FOLDER, `${name}.patch`)])
  return folder
}
