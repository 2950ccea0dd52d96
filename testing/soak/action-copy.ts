import { execFile } from 'node:child_process'
import { cp, mkdtemp, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { ACTION_FOLDER } from '../runner/action-metadata.ts'

/** One exact piece of a file of the Action, and what stands there instead. */
export interface Replacement {
  readonly file: string
  readonly anchor: string
  readonly text: string
}

/**
 * Makes a copy of the Action that runs its sources, some of them changed.
 *
 * @param parent gets the folder of the copy, and is removed by its owner.
 * @returns the folder.
 * @throws {Error} where the sources do not have an anchor exactly once.
 */
export async function copyAction(parent: string, replacements: readonly Replacement[]): Promise<string> {
  const folder = await mkdtemp(join(parent, 'action-'))
  await cp(join(ACTION_FOLDER, 'src'), join(folder, 'src'), { recursive: true })
  for (const name of ['action.yml', 'package.json', 'tsconfig.json'])
    await cp(join(ACTION_FOLDER, name), join(folder, name))
  await symlink(join(ACTION_FOLDER, 'node_modules'), join(folder, 'node_modules'))
  const main = { file: 'action.yml', anchor: 'main: dist/index.js', text: 'main: src/index.ts' }
  for (const replacement of [main, ...replacements]) {
    const path = join(folder, replacement.file)
    await writeFile(path, replaceIn(await readFile(path, 'utf8'), replacement))
  }
  return folder
}

/** @throws {Error} where a copy does not compile: a program that cannot run shows nothing. */
export async function checkTypes(folder: string): Promise<void> {
  const compiler = join(ACTION_FOLDER, 'node_modules', 'typescript', 'bin', 'tsc')
  await promisify(execFile)(process.execPath, [compiler, '--project', folder]).catch((error: unknown) => {
    throw new Error(`A copy of the Action does not compile: ${(error as { stdout: string }).stdout}`, { cause: error })
  })
}

function replaceIn(source: string, { file, anchor, text }: Replacement): string {
  const parts = source.split(anchor)
  if (parts.length !== 2) throw new Error(`${file} has ${parts.length - 1} times: ${anchor}`)
  return parts.join(text)
}
