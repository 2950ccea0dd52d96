import { isUtf8 } from 'node:buffer'
import { constants, type Dirent } from 'node:fs'
import { lstat, open, readdir, realpath } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { Failure, messageOf } from '../failures.ts'
import type { Choose, Comparison, Content, Listing, Skipped, Source, SourceFile } from './source.ts'

/**
 * The files of a folder that is no Git work tree: runbooks that the job has made. @actions/glob finds them; none is
 * read that is not a regular file inside the folder, whatever links lead there.
 *
 * @param folder absolute path, without symlinks.
 * @param patterns lines of `files`, already checked.
 */
export function openDisk(folder: string, patterns: readonly string[]): Source {
  return new DiskSource(folder, patterns)
}

class DiskSource implements Source {
  readonly kind = 'disk'
  readonly problem = 'there is no Git here'
  readonly #folder: string
  readonly #patterns: readonly string[]

  constructor(folder: string, patterns: readonly string[]) {
    this.#folder = folder
    this.#patterns = patterns
  }

  async list(_commit: string, choose: Choose): Promise<Listing> {
    const { paths, unreadable, looked } = await this.#walk(choose)
    const files: SourceFile[] = []
    const skipped: Skipped[] = unreadable.map((path) => ({ path, reason: 'not UTF-8' }))
    for (const path of (await this.#glob(choose)) ?? paths) {
      const reason = await this.#unfit(path)
      if (reason === undefined) files.push({ path, id: '' })
      else skipped.push({ path, reason })
    }
    return { files: files.sort(byBytes), skipped: skipped.sort(byBytes), looked }
  }

  compare(): Promise<Comparison> {
    return Promise.reject(new TypeError('the disk knows one state only'))
  }

  has(): Promise<boolean> {
    return Promise.resolve(false)
  }

  resolve(): Promise<undefined> {
    return Promise.resolve(undefined)
  }

  parents(): Promise<readonly string[]> {
    return Promise.resolve([])
  }

  mergeBase(): Promise<undefined> {
    return Promise.resolve(undefined)
  }

  prefetch(): Promise<void> {
    return Promise.resolve()
  }

  /**
   * What is opened is checked after it is open, so that nothing can be put in its place in between: it must be a
   * regular file, and the same one that stands at a place inside the folder with no link on the way.
   */
  async read({ path }: SourceFile, limit: number): Promise<Content> {
    const name = join(this.#folder, path)
    const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK
    const file = await open(name, flags).catch((error: unknown) => {
      throw unreadable(path, messageOf(error), error)
    })
    try {
      const stats = await file.stat()
      const there = await lstat(name)
      if (!stats.isFile() || (await realpath(name)) !== name || stats.ino !== there.ino || stats.dev !== there.dev) {
        throw unreadable(path, 'it is not, or no longer, a file inside the workspace')
      }
      if (stats.size > limit) return { kind: 'too-large', size: stats.size }
      const bytes = Buffer.alloc(stats.size)
      let size = 0
      while (size < bytes.length) {
        const { bytesRead } = await file.read(bytes, size, bytes.length - size, size)
        if (bytesRead === 0) break
        size += bytesRead
      }
      return { kind: 'bytes', bytes: bytes.subarray(0, size) }
    } finally {
      await file.close()
    }
  }

  async missing(_commit: string, paths: ReadonlySet<string>): Promise<ReadonlySet<string>> {
    const missing = new Set<string>()
    for (const path of paths) {
      const name = join(this.#folder, path)
      const inside = name === this.#folder || name.startsWith(this.#folder + sep)
      if (!inside || !(await exists(name))) missing.add(path)
    }
    return missing
  }

  dateOf(): Promise<string> {
    return Promise.reject(new TypeError('the disk knows no commits'))
  }

  async [Symbol.asyncDispose](): Promise<void> {
    // Nothing stays open between two calls.
  }

  /**
   * `undefined` where @actions/glob gives up, which it does at the first name that it cannot look at: one that is not
   * UTF-8, one that vanishes, one that a pattern takes for a folder. Then what the walk has chosen stands, which is the
   * same set by the same meaning.
   */
  async #glob(choose: Choose): Promise<readonly string[] | undefined> {
    const { create } = await import('@actions/glob')
    const lines = this.#patterns.map((pattern) => rooted(this.#folder, pattern)).join('\n')
    try {
      const globber = await create(lines, { followSymbolicLinks: false, matchDirectories: false })
      return (await globber.glob()).map((path) => relative(this.#folder, path).split(sep).join('/')).filter(choose)
    } catch {
      return undefined
    }
  }

  /** Every file below the folder: how many, which are chosen, and which of those have no readable name. */
  async #walk(choose: Choose): Promise<{ paths: string[]; unreadable: string[]; looked: number }> {
    const paths: string[] = []
    const unreadable: string[] = []
    let looked = 0
    const slash = Buffer.from('/')
    const root = Buffer.from(`${this.#folder}/`)
    const folders = [Buffer.alloc(0)]
    for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
      for (const entry of await entriesOf(root, folder, choose)) {
        const bytes = Buffer.concat([folder, entry.name])
        if (entry.isDirectory()) {
          folders.push(Buffer.concat([bytes, slash]))
          continue
        }
        looked++
        const path = bytes.toString()
        if (choose(path)) (isUtf8(bytes) ? paths : unreadable).push(path)
      }
    }
    return { paths, unreadable, looked }
  }

  /** Why a path is never read. */
  async #unfit(path: string): Promise<Skipped['reason'] | undefined> {
    const name = join(this.#folder, path)
    try {
      const stats = await lstat(name)
      if (stats.isSymbolicLink()) return 'symlink'
      if (!stats.isFile()) return 'special file'
      return (await realpath(name)) === name ? undefined : 'outside the workspace'
    } catch {
      return 'special file'
    }
  }
}

/** What a folder holds; nothing where it cannot be read and no runbook can be in it. Its name ends in a slash. */
async function entriesOf(root: Buffer, folder: Buffer, choose: Choose): Promise<readonly Dirent<Buffer>[]> {
  try {
    return await readdir(Buffer.concat([root, folder]), { encoding: 'buffer', withFileTypes: true })
  } catch (error) {
    const path = folder.toString().slice(0, -1)
    if (path !== '' && choose.reaches?.(path) === false) return []
    const why = messageOf(error).replace(/, scandir .*/s, '')
    throw new Failure(
      'source',
      `The folder \`${path === '' ? '.' : path}\` cannot be read: ${why}.`,
      'Let the user of this job read it, or leave it out with a last line in `files`, such as `!path/of/it/**`.',
      { cause: error }
    )
  }
}

/** A pattern that means the same from the root of the disk, whatever folder the process is in. */
function rooted(folder: string, pattern: string): string {
  const [, not = '', rest = ''] = /^((?:!\s*)*)(?:\.\/+|\.$)?(.*)$/s.exec(pattern.trim()) ?? []
  return `${not}${folder.replace(/[\\*?[]/g, (character) => (character === '\\' ? '\\\\' : `[${character}]`))}/${rest}`
}

function byBytes(one: { readonly path: string }, other: { readonly path: string }): number {
  return Buffer.compare(Buffer.from(one.path), Buffer.from(other.path))
}

async function exists(name: string): Promise<boolean> {
  return lstat(name).then(
    () => true,
    () => false
  )
}

function unreadable(path: string, why: string, cause?: unknown): Failure {
  const remedy = 'Let the user of this job read it, and leave files alone while this step runs.'
  return new Failure('source', `\`${path}\` cannot be read: ${why}.`, remedy, { cause })
}
