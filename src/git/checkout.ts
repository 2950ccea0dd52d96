import { lstat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { ActionError } from '../errors.ts'
import type { Git } from './command.ts'

/**
 * The `.git` of the checkout that `folder` belongs to, looked for upwards as far as `workspace`. Only an entry called `.git`
 * counts: Git cannot commit one, whereas a bare repository (`HEAD`, `objects/`, `refs/`, `config`) may be committed content
 * whose configuration runs programs.
 *
 * @param folder inside `workspace`; both are absolute and without symbolic links.
 */
export async function findGitDir(folder: string, workspace: string): Promise<string | undefined> {
  const gitDir = join(folder, '.git')
  if ((await lstat(gitDir).catch(() => undefined)) !== undefined) return gitDir
  return folder === workspace ? undefined : findGitDir(dirname(folder), workspace)
}

/** @throws {ActionError} of kind `git` for a checkout whose configuration names another repository than `owner/name`. */
export async function checkOrigin(git: Git, repository: string): Promise<void> {
  const { stdout } = await git.run(['config', '--get', 'remote.origin.url'])
  const origin = /[/:]([\w.-]+\/[\w.-]+?)(?:\.git)?\/?$/.exec(stdout.trim())?.[1]
  if (origin === undefined || origin.toLowerCase() === repository.toLowerCase()) return
  throw new ActionError(
    'git',
    `The checkout in ${dirname(git.gitDir)} is of ${origin}; this workflow runs in ${repository}.`,
    `Check out ${repository} (leave out \`repository\` of actions/checkout), or name its folder with \`root\`; or run the ` +
      `workflow in ${origin}.`
  )
}
