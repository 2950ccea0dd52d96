import { mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'

/**
 * The folder with the objects and the configuration of a checkout. Its `.git` is a file in a worktree, in a submodule and with
 * `--separate-git-dir`, and a worktree has both in its main repository.
 *
 * @see https://git-scm.com/docs/gitrepository-layout
 */
export async function commonFolderOf(entry: string): Promise<string> {
  let folder = entry
  if (!(await stat(entry)).isDirectory()) {
    const [, named] = /^gitdir: (.+)/.exec((await readGitFile(entry)) ?? '') ?? []
    if (named === undefined) throw new Error(`${entry} names no folder`)
    folder = resolve(dirname(entry), named)
  }
  return resolve(folder, ((await readGitFile(join(folder, 'commondir'))) ?? '').trim())
}

/**
 * Makes a bare repository that borrows the objects of a checkout, and the list of commits whose parents the checkout lacks.
 * Nothing else of the checkout is read: Git's own commands for this would read its configuration.
 *
 * @param target the folder, which is not there yet.
 * @param commit any commit of the checkout: its length tells the algorithm of the ids.
 */
export async function makeBorrower(target: string, common: string, commit: string): Promise<void> {
  const objects = join(common, 'objects')
  const shallow = await readGitFile(join(common, 'shallow'))
  await mkdir(join(target, 'objects', 'info'), { recursive: true })
  await mkdir(join(target, 'refs'))
  const format = commit.length === 40 ? 0 : '1\n[extensions]\n\tobjectFormat = sha256'
  await writeFile(join(target, 'HEAD'), 'ref: refs/heads/main\n')
  await writeFile(join(target, 'config'), `[core]\n\tbare = true\n\trepositoryformatversion = ${format}\n`)
  await writeFile(join(target, 'objects', 'info', 'alternates'), `${objects}\n`)
  // A complete history has no list of commits without parents.
  if (shallow !== undefined) await writeFile(join(target, 'shallow'), shallow)
}

/** The text of one of Git's files; undefined if there is none. A pipe in its place would never end. */
export async function readGitFile(file: string): Promise<string | undefined> {
  const stats = await stat(file).catch(() => undefined)
  if (stats === undefined) return undefined
  if (!stats.isFile()) throw new Error(`${file} is not a file`)
  return readFile(file, 'utf8')
}
