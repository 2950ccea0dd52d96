import { existsSync } from 'node:fs'
import { mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { ActionError, messageOf } from '../errors.ts'

/**
 * Makes a folder if it is missing.
 *
 * @param folder absolute path.
 * @throws {ActionError} of kind `input` if that is impossible.
 */
export async function makeFolder(folder: string): Promise<void> {
  // With `recursive`, Node tries without an end if a parent that exists takes no folder, as /proc.
  const missing: string[] = []
  for (let path = folder; !existsSync(path); path = dirname(path)) missing.unshift(path)
  try {
    for (const path of missing) await mkdir(path)
    if (!(await stat(folder)).isDirectory()) throw new Error('a file has its name')
  } catch (error) {
    const message = `The folder ${folder} cannot be made: ${messageOf(error)}.`
    throw new ActionError('input', message, 'Choose another folder.', { cause: error })
  }
}
