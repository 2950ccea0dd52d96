import type { Dirent } from 'node:fs'
import { lstat, readdir, readFile, realpath } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { ActionError, messageOf } from '../errors.ts'
import {
  selectionOf,
  type FileContent,
  type ListedPath,
  type Matcher,
  type Selection,
  type Source,
  type SourceFile
} from './source.ts'

/** The files of a folder that is no Git checkout, such as runbooks that an earlier step wrote. */
export class DiskFiles implements Source {
  readonly history = undefined
  readonly #folder: string

  /** @param folder absolute path without symbolic links. */
  constructor(folder: string) {
    this.#folder = folder
  }

  /** @throws {ActionError} of kind `files` for a folder that cannot be read. */
  async list(_commit: string, matches: Matcher): Promise<Selection> {
    const entries = await readdir(this.#folder, { recursive: true, withFileTypes: true }).catch((error: unknown) => {
      throw unreadableError(`The files in ${this.#folder} cannot be listed`, error)
    })
    const listed = entries
      .filter((entry) => !entry.isDirectory())
      .map((entry): ListedPath => {
        const path = relative(this.#folder, join(entry.parentPath, entry.name)).replaceAll(sep, '/')
        return { path, id: '', skip: skipOf(entry) }
      })
      .sort((a, b) => (a.path < b.path ? -1 : 1))
    return selectionOf(listed, matches)
  }

  async *contents(files: readonly SourceFile[], limit: number) {
    for (const file of files) yield { file, content: await this.read(file, limit) }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    // Nothing stays open between two calls.
  }

  async read({ path }: SourceFile, limit: number): Promise<FileContent> {
    const name = join(this.#folder, path)
    try {
      const stats = await lstat(name)
      if (!stats.isFile() || (await realpath(name)) !== name) throw new Error('it is not a file inside the workspace')
      if (stats.size > limit) return { kind: 'too-large', size: stats.size }
      return { kind: 'bytes', bytes: await readFile(name) }
    } catch (error) {
      throw unreadableError(`${path} cannot be read`, error)
    }
  }
}

function skipOf(entry: Dirent): ListedPath['skip'] {
  if (entry.isSymbolicLink()) return 'symlink'
  if (!entry.isFile()) return 'special file'
  return entry.name.includes('\ufffd') ? 'not UTF-8' : undefined
}

function unreadableError(problem: string, cause: unknown): ActionError {
  const hint = 'Let the user of this job read all files, and change none while this step runs.'
  return new ActionError('files', `${problem}: ${messageOf(cause)}.`, hint, { cause })
}
