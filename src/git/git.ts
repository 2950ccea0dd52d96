import { readdir, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { ActionError, inputError, quoted, type Diagnostic } from '../errors.ts'
import { isInside } from './checkout.ts'
import { findGit } from './command.ts'
import { DiskFiles } from './disk.ts'
import { Repository, type RepositoryOptions } from './repository.ts'

export { DiskFiles } from './disk.ts'
export { Repository, type CommitRange, type Edge } from './repository.ts'
export type { FileContent, FileList, Matcher, SkippedPath, Source, SourceFile } from './source.ts'

export interface OpenOptions extends RepositoryOptions {
  readonly workspace: string
  /** Folder of the checkout below the workspace; empty for the workspace itself. */
  readonly root: string
}

export interface OpenedFiles {
  readonly files: Repository | DiskFiles
  readonly diagnostics: readonly Diagnostic[]
}

/**
 * The checkout below the workspace: through Git where there is a checkout and Git, else the files on the disk.
 *
 * @throws {ActionError} of kind `input` for a `root` that does not exist, of kind `git` for an empty workspace or a
 *   checkout that cannot be read.
 */
export async function openFiles(options: OpenOptions): Promise<OpenedFiles> {
  const { root } = options
  const workspace = await realpath(options.workspace).catch(() => undefined)
  const folder = await realpath(join(options.workspace, root)).catch(() => undefined)
  if (workspace === undefined) throw new ActionError('git', 'The workspace does not exist.', CHECK_OUT)
  if (folder === undefined || !isInside(folder, workspace)) {
    const problem = folder === undefined ? 'does not exist.' : 'leads out of the workspace.'
    throw inputError('root', `is ${quoted(root)}, which ${problem}`, 'Give the `path` of actions/checkout.')
  }
  const program = findGit(options.env)
  if (program !== undefined) {
    const repository = await Repository.open(program, folder, workspace, options)
    if (repository !== undefined) return { files: repository, diagnostics: [] }
  }
  if ((await readdir(folder)).length === 0) {
    throw new ActionError('git', `The folder ${folder} is empty.`, CHECK_OUT)
  }
  const why = program === undefined ? 'Git is not installed on this machine' : `${folder} is not a Git checkout`
  const message = `${why}: the run reads the runbooks from the disk and is a full sync.`
  return { files: new DiskFiles(folder), diagnostics: [{ level: 'notice', message }] }
}

const CHECK_OUT = 'Add a step with `uses: actions/checkout` before this one.'
