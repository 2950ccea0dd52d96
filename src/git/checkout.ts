import { lstat } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import type { Git } from './command.ts'

/** What is taken from the checkout: where its objects are, and nothing that its configuration could decide. */
export interface Checkout {
  /** Absolute path of its `.git`. */
  readonly gitDir: string
  /** Absolute path of its objects. */
  readonly objects: string
  /** Absolute path of the list of commits without parents; the file need not exist. */
  readonly shallow: string
  readonly objectFormat: 'sha1' | 'sha256'
}

/**
 * The checkout that `folder` belongs to, looked for upwards as far as `workspace`. Only an entry called `.git` counts: Git
 * cannot commit one, whereas a bare repository (`HEAD`, `objects/`, `refs/`, `config`) may be committed content whose
 * configuration runs programs.
 *
 * @throws {ActionError} of kind `git` for a checkout that Git cannot read.
 */
export async function findCheckout(git: Git, folder: string, workspace: string): Promise<Checkout | undefined> {
  const gitDir = await findGitDir(folder, workspace)
  if (gitDir === undefined) return undefined
  // Git trusts a repository of another owner, as in a container job, only if it is named.
  const options = ['-c', 'safe.directory=*', `--git-dir=${gitDir}`, 'rev-parse', '--path-format=absolute']
  const answer = await git.text([
    ...options,
    ...['--git-path', 'objects', '--git-path', 'shallow', '--show-object-format=storage']
  ])
  const [objects = '', shallow = '', format] = answer.split('\n')
  return { gitDir, objects, shallow, objectFormat: format === 'sha256' ? 'sha256' : 'sha1' }
}

/** `owner/name` of the repository that the checkout came from; undefined where its configuration does not say. */
export async function originOf(git: Git, { gitDir }: Checkout): Promise<string | undefined> {
  const { stdout } = await git.run([`--git-dir=${gitDir}`, 'config', '--get', 'remote.origin.url'])
  return /[/:]([\w.-]+\/[\w.-]+?)(?:\.git)?\/?$/.exec(stdout.trim())?.[1]
}

async function findGitDir(folder: string, workspace: string): Promise<string | undefined> {
  for (let at = folder; isInside(at, workspace); at = dirname(at)) {
    const gitDir = join(at, '.git')
    const exists = await lstat(gitDir).then(
      () => true,
      () => false
    )
    if (exists) return gitDir
    if (at === workspace) return undefined
  }
  return undefined
}

/** Both paths are absolute and without symbolic links. */
export function isInside(path: string, folder: string): boolean {
  const way = relative(folder, path)
  return way !== '..' && !way.startsWith(`..${sep}`)
}
