import { lstat, readdir, realpath } from 'node:fs/promises'
import { dirname, join, sep } from 'node:path'
import { ActionError, inputError, type Diagnostic } from '../errors.ts'
import { quoted } from '../wording.ts'
import type { Job } from '../job/event.ts'
import type { Inputs } from '../job/inputs.ts'
import { findProgram } from './command.ts'
import { DiskFiles } from './disk.ts'
import { Repository } from './repository.ts'

/** The files of a commit, read from Git or from the disk. The disk has one state and ignores the commit. */
export type Source = Repository | DiskFiles

const CHECK_OUT = 'Add a step with `uses: actions/checkout` before this one.'

/**
 * The checkout below the workspace: through Git where there is a checkout and Git, else the files on the disk.
 *
 * @throws {ActionError} of kind `input` for a `root` that does not exist, of kind `git` for an empty workspace or a
 *   checkout that cannot be read.
 */
export async function openSource(
  { root, githubToken }: Pick<Inputs, 'root' | 'githubToken'>,
  job: Job,
  env: NodeJS.ProcessEnv,
  diagnose: (diagnostic: Diagnostic) => void
): Promise<Source> {
  const workspace = await realpath(job.workspace).catch(() => undefined)
  const folder = await realpath(join(job.workspace, root)).catch(() => undefined)
  if (workspace === undefined) throw new ActionError('git', 'The workspace does not exist.', CHECK_OUT)
  if (folder === undefined || !`${folder}${sep}`.startsWith(`${workspace}${sep}`)) {
    const problem = folder === undefined ? 'does not exist.' : 'leads out of the workspace.'
    throw inputError('root', `is ${quoted(root)}, which ${problem}`, 'Give the `path` of actions/checkout.')
  }
  const program = findProgram('git', env)
  const gitDir = await findGitDir(folder, workspace)
  if (program !== undefined && gitDir !== undefined) {
    return Repository.open(gitDir, { program, job, token: githubToken, env })
  }
  if ((await readdir(folder)).length === 0) {
    throw new ActionError('git', `The folder ${folder} is empty.`, CHECK_OUT)
  }
  const why = program === undefined ? 'Git is not installed on this machine' : `${folder} is not a Git checkout`
  const message = `${why}: the run reads the runbooks from the disk and is a full sync.`
  diagnose({ level: 'notice', message })
  return new DiskFiles(folder)
}

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
