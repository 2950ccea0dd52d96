import { mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { ActionError, messageOf } from '../errors.ts'
import { COMMIT } from '../job/event.ts'

import { linesOf } from './output.ts'

// Git's own commands for this would start two processes, and one of them would read the configuration of the checkout.

/**
 * The folder that the `.git` of a checkout stands for, which is a file in a worktree, in a submodule and with
 * `--separate-git-dir`.
 *
 * @see https://git-scm.com/docs/gitrepository-layout
 */
export async function gitFolderOf(entry: string): Promise<string> {
  if ((await stat(entry)).isDirectory()) return entry
  const [, folder] = /^gitdir: ([^\r\n]+)[\r\n]*$/.exec((await readGitFile(entry)) ?? '') ?? []
  if (folder === undefined) throw new Error(`${entry} names no folder`)
  return resolve(dirname(entry), folder)
}

/**
 * The folder with the objects and the configuration of a checkout, which a worktree has in its main repository.
 *
 * @param entry the `.git` of the checkout.
 * @throws {ActionError} of kind `git` if this is no checkout.
 */
export async function commonFolderOf(entry: string): Promise<string> {
  try {
    const folder = await gitFolderOf(entry)
    const common = await readGitFile(join(folder, 'commondir'))
    return common === undefined ? folder : resolve(folder, common.replace(/[\r\n]+$/, ''))
  } catch (error) {
    throw damagedError(entry, error)
  }
}

/**
 * Makes a bare repository that borrows the objects of a checkout, and the list of commits whose parents the checkout lacks.
 * Nothing else of the checkout is read.
 *
 * @param target the folder, which is not there yet.
 * @param common that of `commonFolderOf`.
 * @param commit any commit of the checkout: its length tells the algorithm of the ids.
 * @throws {ActionError} of kind `git` if the checkout is damaged.
 */
export async function makeBorrower(target: string, common: string, commit: string): Promise<void> {
  const objects = join(common, 'objects')
  const shallow = await shallowOf(common, objects).catch((error: unknown) => {
    throw damagedError(common, error)
  })
  await mkdir(join(target, 'objects', 'info'), { recursive: true })
  await mkdir(join(target, 'refs'))
  const format = commit.length === 40 ? 0 : '1\n[extensions]\n\tobjectFormat = sha256'
  await writeFile(join(target, 'HEAD'), 'ref: refs/heads/main\n')
  await writeFile(join(target, 'config'), `[core]\n\tbare = true\n\trepositoryformatversion = ${format}\n`)
  await writeFile(join(target, 'objects', 'info', 'alternates'), `${objects}\n`)
  // A complete history has no list of commits without parents.
  if (shallow !== undefined) await writeFile(join(target, 'shallow'), shallow)
}

async function shallowOf(common: string, objects: string): Promise<string | undefined> {
  if (!(await stat(objects)).isDirectory()) throw new Error(`${objects} is not a folder`)
  // Git itself reads it, as far as it can be read.
  await readGitFile(join(objects, 'info', 'alternates'))
  const commits = await readGitFile(join(common, 'shallow'))
  // Git prints a line that is no commit, of any file that a link leads to.
  if (linesOf(commits ?? '').every((line) => COMMIT.test(line))) return commits
  throw new Error('the list of commits without parents is damaged')
}

/** The text of one of Git's files; undefined if there is none. A pipe in its place would never end. */
export async function readGitFile(file: string): Promise<string | undefined> {
  try {
    if ((await stat(file)).isFile()) return await readFile(file, 'utf8')
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined
    throw error
  }
  throw new Error(`${file} is not a file`)
}

function damagedError(folder: string, cause: unknown): ActionError {
  const message = `Git cannot use the checkout: ${folder} is damaged (${messageOf(cause)}).`
  return new ActionError('git', message, 'Start a new run, with a new checkout: Run workflow, or push.', { cause })
}
