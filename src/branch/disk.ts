import { constants, type Stats } from 'node:fs'
import { lstat, open, realpath } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { ActionError, messageOf } from '../errors.ts'
import {
  Selection,
  type FileContent,
  type Matcher,
  type ReadFile,
  type SkipReason,
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
    const selection = new Selection(matches)
    // Patterns of @actions/glob mean the same as ours; the matcher decides, so that both sources select alike.
    const pattern = `${this.#folder.replace(/[[*?\\]/g, (char) => (sep === '\\' ? char : `[${char}]`))}/**`
    const options = { followSymbolicLinks: false, matchDirectories: false, implicitDescendants: false }
    try {
      // Most runs have a checkout and need no walk over the disk.
      const { create } = await import('@actions/glob')
      const globber = await create(pattern, options)
      for await (const file of globber.globGenerator()) {
        const path = relative(this.#folder, file).split(sep).join('/')
        const stats = matches(path) ? await lstat(file) : undefined
        selection.add(path, '', stats && skipByStats(stats))
      }
    } catch (error) {
      throw unreadableError(`The files in ${this.#folder} cannot be listed: ${messageOf(error)}.`, error)
    }
    selection.files.sort((a, b) => (a.path < b.path ? -1 : 1))
    return selection
  }

  async *contents(files: readonly SourceFile[], limit: number): AsyncGenerator<ReadFile> {
    for (const file of files) yield { file, content: await this.read(file, limit) }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    // Nothing stays open between two calls.
  }

  /** Opens without following a symbolic link, then checks what was opened, so that nothing can be exchanged in between. */
  async read({ path }: SourceFile, limit: number): Promise<FileContent> {
    const name = join(this.#folder, path)
    const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK
    const file = await open(name, flags).catch((error: unknown) => {
      throw unreadableError(`${path} cannot be read: ${messageOf(error)}.`, error)
    })
    try {
      const stats = await file.stat()
      if (!stats.isFile() || (await realpath(name)) !== name || stats.ino !== (await lstat(name)).ino) {
        throw unreadableError(`${path} cannot be read: it is not a file inside the workspace.`)
      }
      if (stats.size > limit) return { kind: 'too-large', size: stats.size }
      const { buffer, bytesRead } = await file.read(Buffer.alloc(stats.size), 0, stats.size, 0)
      return { kind: 'bytes', bytes: buffer.subarray(0, bytesRead) }
    } finally {
      await file.close()
    }
  }

  async missing(_commit: string, paths: ReadonlySet<string>): Promise<ReadonlySet<string>> {
    const missing = new Set<string>()
    for (const path of paths) {
      const name = join(this.#folder, path)
      const stats = await lstat(name).catch(() => undefined)
      if (stats === undefined || !name.startsWith(this.#folder + sep)) missing.add(path)
    }
    return missing
  }
}

/** Why what is on the disk is never read; undefined for a regular file. */
function skipByStats(stats: Stats): SkipReason | undefined {
  if (stats.isFile()) return undefined
  return stats.isSymbolicLink() ? 'symlink' : 'special file'
}

function unreadableError(message: string, cause?: unknown): ActionError {
  const hint =
    'Let the user of this job read all files, give each a name in UTF-8, and change none while this step runs.'
  return new ActionError('files', message, hint, { cause })
}
