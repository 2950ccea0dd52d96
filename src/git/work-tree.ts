import { randomUUID } from 'node:crypto'
import { constants, existsSync } from 'node:fs'
import { access, lstat, mkdir, realpath, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { ActionError, messageOf } from '../errors.ts'
import { DiskFiles } from './disk.ts'

/** The files that people see, as they are: with changes that are not committed. */
export class WorkTree {
  readonly root: string
  readonly #files: DiskFiles

  /** @param root absolute path without symbolic links. */
  constructor(root: string) {
    this.root = root
    this.#files = new DiskFiles(root)
  }

  /** A file below the root that no symbolic link leads to, at most `limit` bytes; undefined for anything else. */
  async read(path: string, limit: number): Promise<Buffer | undefined> {
    try {
      const content = await this.#files.read({ path, id: '' }, limit)
      return content.kind === 'bytes' ? content.bytes : undefined
    } catch (error) {
      if (error instanceof ActionError) return undefined
      throw error
    }
  }

  /** Replaces a file that `read` has read: whoever reads it finds the old text or the new one. */
  async replace(path: string, text: string): Promise<void> {
    const file = join(this.root, path)
    const next = join(dirname(file), `.${randomUUID()}.tmp`)
    try {
      const { mode } = await lstat(file)
      await access(file, constants.W_OK)
      await writeFile(next, text, { flag: 'wx', mode })
      await rename(next, file)
    } catch (error) {
      await rm(next, { force: true }).catch(() => undefined)
      throw unwritableError(path, error)
    }
  }

  /**
   * Makes a file, in new folders where needed, never through a symbolic link.
   *
   * @returns whether it was made: `taken` if another file or a symbolic link is in its place.
   */
  async create(path: string, text: string): Promise<'new' | 'equal' | 'taken'> {
    const file = join(this.root, path)
    try {
      if (!(await this.#makeFolder(dirname(file)))) return 'taken'
      await writeFile(file, text, { flag: 'wx' })
      return 'new'
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw unwritableError(path, error)
    }
    const known = await this.read(path, Buffer.byteLength(text))
    return known?.toString() === text ? 'equal' : 'taken'
  }

  /** False where something that is no folder is in the way. */
  async #makeFolder(folder: string): Promise<boolean> {
    if (folder === this.root) return true
    if (!(await this.#makeFolder(dirname(folder)))) return false
    await mkdir(folder).catch((error: unknown) => {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    })
    // A submodule is another repository.
    if (existsSync(join(folder, '.git'))) return false
    return (await lstat(folder)).isDirectory() && (await realpath(folder)) === folder
  }
}

function unwritableError(path: string, cause: unknown): ActionError {
  return new ActionError('files', `${path} cannot be written: ${messageOf(cause)}.`, 'Let this user write there.', {
    cause
  })
}
