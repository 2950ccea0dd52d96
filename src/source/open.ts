import { readdir, realpath } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { Failure, invalidInput } from '../failures.ts'
import type { Job } from '../github/job.ts'
import type { Inputs } from '../inputs.ts'
import type { Notice } from '../notices.ts'
import { openDisk } from './disk.ts'
import { openGit } from './git.ts'
import type { Source } from './source.ts'

export interface Opened {
  readonly source: Source
  readonly notices: readonly Notice[]
}

/**
 * The checkout: `root` below the workspace, from Git where it is a repository, else from the disk.
 *
 * @param env the runner's, which Git's commands get.
 * @throws {Failure} of kind `input` for a `root` that is not there, of kind `source` for a workspace that is empty or a
 *   repository that cannot be read.
 */
export async function openSource(
  job: Job,
  inputs: Pick<Inputs, 'root' | 'files' | 'githubToken'>,
  env: NodeJS.ProcessEnv = process.env
): Promise<Opened> {
  const workspace = await realPathOf(job.workspace)
  const folder = await realPathOf(join(job.workspace, inputs.root))
  if (workspace === undefined || folder === undefined) {
    const missing = workspace === undefined ? 'The workspace' : `The folder \`${inputs.root}\``
    throw inputs.root === ''
      ? new Failure('source', `${missing} does not exist.`, CHECK_OUT)
      : invalidInput('root', `cannot be used. ${missing} does not exist.`, 'Give the `path` of actions/checkout.')
  }
  if (folder !== workspace && !folder.startsWith(workspace + sep)) {
    throw invalidInput('root', 'leads out of the workspace.', 'Give the `path` of actions/checkout.')
  }

  let withoutGit = 'There is no Git work tree here'
  try {
    const source = await openGit(folder, {
      workspace,
      env,
      serverUrl: job.serverUrl,
      repository: job.repository,
      token: inputs.githubToken
    })
    if (source !== undefined) return { source, notices: [] }
  } catch (error) {
    if (!isNotInstalled(error)) throw error
    withoutGit = 'Git is not installed on this machine'
  }
  if ((await readdir(folder)).length === 0) {
    throw new Failure('source', `The folder \`${folder}\` is empty.`, CHECK_OUT)
  }
  const message = `${withoutGit}: the runbooks are read from the disk as they are, and all of them are in every run.`
  return { source: openDisk(folder, inputs.files), notices: [{ level: 'notice', message }] }
}

const CHECK_OUT = 'Add a step with `uses: actions/checkout` before this one.'

async function realPathOf(path: string): Promise<string | undefined> {
  return realpath(path).catch(() => undefined)
}

function isNotInstalled(error: unknown): boolean {
  return error instanceof Failure && (error.cause as NodeJS.ErrnoException | undefined)?.code === 'ENOENT'
}
