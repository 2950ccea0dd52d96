import { lstat, readFile, realpath } from 'node:fs/promises'
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

  /** @throws {ActionError} of kind `files` for a folder or name that cannot be read. */
  async list(_commit: string, matches: Matcher): Promise<Selection> {
    // Patterns of @actions/glob mean the same as ours; the matcher decides, so that both sources select alike.
    const pattern = `${this.#folder.replace(/[[*?]/g, '[$&]')}/**`
    const options = { followSymbolicLinks: false, matchDirectories: false, implicitDescendants: false }
    const listed: ListedPath[] = []
    try {
      // Most runs have a checkout and need no walk over the disk.
      const { create } = await import('@actions/glob')
      for (const file of await (await create(pattern, options)).glob()) {
        const stats = await lstat(file)
        const special = stats.isSymbolicLink() ? 'symlink' : 'special file'
        const path = relative(this.#folder, file).split(sep).join('/')
        listed.push({ path, id: '', skip: stats.isFile() ? undefined : special })
      }
    } catch (error) {
      throw unreadableError(`The files in ${this.#folder} cannot be listed`, error)
    }
    return selectionOf(
      listed.sort((a, b) => (a.path < b.path ? -1 : 1)),
      matches
    )
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
      if (stats.size > limit) return { kind: 'too-large' }
      return { kind: 'bytes', bytes: await readFile(name) }
    } catch (error) {
      throw unreadableError(`${path} cannot be read`, error)
    }
  }
}

function unreadableError(problem: string, cause: unknown): ActionError {
  const hint = 'Let this user read all files, give each a name in UTF-8, and change none while the run is under way.'
  return new ActionError('files', `${problem}: ${messageOf(cause)}.`, hint, { cause })
}
