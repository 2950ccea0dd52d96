import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { access, chmod, constants, lstat, mkdir, realpath, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { DiskFiles } from './branch/disk.ts'
import { ActionError, messageOf } from './errors.ts'

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

  /**
   * Replaces a file that still is what `read` gave: other programs find the old text or the new one.
   *
   * @returns whether it was replaced; false if somebody has changed or removed it since.
   */
  async replace(path: string, bytes: Buffer, expected: Buffer): Promise<boolean> {
    const file = join(this.root, path)
    const next = join(dirname(file), `.${randomUUID()}.tmp`)
    try {
      const stats = await lstat(file).catch(() => undefined)
      if (stats === undefined) return false
      await access(file, constants.W_OK)
      await writeFile(next, bytes, { flag: 'wx' })
      // Whatever the mask of this process is.
      await chmod(next, stats.mode)
      const present = await this.read(path, expected.length)
      if (present?.equals(expected) !== true) return false
      await rename(next, file)
      return true
    } catch (error) {
      throw unwritableError(path, error)
    } finally {
      await rm(next, { force: true }).catch(() => undefined)
    }
  }

  /**
   * Makes a file, in new folders if needed, never through a symbolic link.
   *
   * @returns true if the file is there now; false if another one, or a symbolic link, is in its place.
   */
  async create(path: string, bytes: Buffer): Promise<boolean> {
    const file = join(this.root, path)
    try {
      if (!(await this.#makeFolder(dirname(file)))) return false
      await writeFile(file, bytes, { flag: 'wx' })
      return true
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw unwritableError(path, error)
    }
    const known = await this.read(path, bytes.length)
    return known?.equals(bytes) === true
  }

  /** False if something that is no folder is in the way. */
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
