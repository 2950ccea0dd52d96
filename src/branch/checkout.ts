import { lstat, readdir, realpath } from 'node:fs/promises'
import { dirname, join, sep } from 'node:path'
import { ActionError, InputError, type Diagnostic } from '../errors.ts'
import type { Job } from '../job/event.ts'
import type { Inputs } from '../job/inputs.ts'
import { quoted } from '../wording.ts'
import { findGit } from './command.ts'
import { DiskFiles } from './disk.ts'
import { Patterns } from './patterns.ts'
import { Repository } from './repository.ts'
import type { Source } from './source.ts'

const CHECK_OUT = 'Add a step with `uses: actions/checkout` before this one.'

/**
 * The checkout below the workspace: through Git if there are a checkout and Git, else the files on the disk.
 *
 * @throws {ActionError} of kind `input` for a `root` that does not exist or is missing, of kind `git` for an empty workspace or
 *   a checkout that cannot be read.
 */
export async function openSource(
  { root, githubToken, files }: Pick<Inputs, 'root' | 'githubToken' | 'files'>,
  job: Job,
  env: NodeJS.ProcessEnv,
  diagnose: (diagnostic: Diagnostic) => void
): Promise<Source> {
  const workspace = await realpath(job.workspace).catch(() => undefined)
  const folder = await realpath(join(job.workspace, root)).catch(() => undefined)
  if (workspace === undefined) throw new ActionError('git', 'The workspace does not exist.', CHECK_OUT)
  if (folder === undefined || !`${folder}${sep}`.startsWith(`${workspace}${sep}`)) {
    const problem = folder === undefined ? 'does not exist.' : 'leads out of the workspace.'
    throw new InputError('root', `is ${quoted(root)}, which ${problem}`, 'Give the `path` of actions/checkout.')
  }
  const program = findGit(env)
  const entry = await findGitDir(folder, workspace)
  if (program !== undefined && entry !== undefined) {
    return Repository.open(entry, { program, job, token: githubToken, env })
  }
  if ((await readdir(folder)).length === 0) {
    throw new ActionError('git', `The folder ${folder} is empty.`, CHECK_OUT)
  }
  const why = program === undefined ? 'Git is not installed on this machine' : `${folder} is not a Git checkout`
  const onDisk = new DiskFiles(folder)
  const selection = await onDisk.list('', new Patterns(files).matches)
  const [top = '', ...others] = new Set(selection.files.map(({ path }) => path.split('/', 1)[0]))
  const below = join(folder, top)
  if (entry === undefined && others.length === 0 && (await findGitDir(below, below)) !== undefined) {
    throw new InputError(
      'root',
      `is not set to the checkout: all files that \`files\` selects are in its folder ${quoted(top)}.`,
      `Set it to the \`path\` of actions/checkout, and let the patterns of \`files\` begin there: \`docs/**\`, not ${quoted(`${top}/docs/**`)}.`
    )
  }
  diagnose({ level: 'notice', message: `${why}, so the runbooks are read from the disk.` })
  return onDisk
}

/**
 * The `.git` of the checkout that `folder` belongs to, looked for upwards as far as `workspace`. Only an entry called `.git`
 * counts: Git cannot commit one, whereas a bare repository (`HEAD`, `objects/`, `refs/`, `config`) may be committed content
 * whose configuration runs programs.
 *
 * @param folder inside `workspace`; both are absolute and without symbolic links.
 */
export async function findGitDir(folder: string, workspace: string): Promise<string | undefined> {
  const entry = join(folder, '.git')
  if ((await lstat(entry).catch(() => undefined)) !== undefined) return entry
  return folder === workspace ? undefined : findGitDir(dirname(folder), workspace)
}
