import { stat } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'

/** A repository on the disk. */
export interface Repository {
  /** Where it is checked out; a bare one, itself. */
  readonly folder: string
  readonly gitDir: string
}

/**
 * The repository that `folder` is in, looked for upwards as Git does, but no further than `workspace`: what lies around
 * the workspace of a runner is none of the job's. Looked for here, so that Git need not: it would refuse a repository
 * that it finds and that belongs to somebody else, and only a command that names it is taken as meant.
 */
export async function findRepository(folder: string, workspace: string): Promise<Repository | undefined> {
  for (let at = folder; isInside(at, workspace); at = dirname(at)) {
    const gitDir = join(at, '.git')
    if ((await kindOf(gitDir)) !== undefined) return { folder: at, gitDir }
    if (await isBare(at)) return { folder: at, gitDir: at }
    if (at === workspace) return undefined
  }
  return undefined
}

function isInside(folder: string, workspace: string): boolean {
  const path = relative(workspace, folder)
  return path !== '..' && !path.startsWith(`..${sep}`)
}

async function isBare(folder: string): Promise<boolean> {
  const kinds = await Promise.all(['HEAD', 'objects', 'refs'].map((name) => kindOf(join(folder, name))))
  return kinds.join() === 'file,folder,folder'
}

async function kindOf(path: string): Promise<'file' | 'folder' | undefined> {
  try {
    return (await stat(path)).isDirectory() ? 'folder' : 'file'
  } catch {
    return undefined
  }
}
