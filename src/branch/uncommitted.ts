import { lstat } from 'node:fs/promises'
import { join } from 'node:path'
import { unlessMissing } from './bare.ts'
import type { Clone } from './clone.ts'
import { DiskFiles, isStoredAs, MAX_COMPARED, skipByStats } from './disk.ts'
import type { ListedPath } from './output.ts'
import type { Repository } from './repository.ts'
import {
  blobIdOf,
  Selection,
  withFolders,
  type FileContent,
  type Matcher,
  type Source,
  type SourceFile
} from './source.ts'

// What a clone has beside its commits. The code that opened the repository closes it.

/** The index of a clone, which `git commit` would make a commit of. */
export class StagedFiles implements Source {
  readonly isUncommitted = true
  readonly history: Repository
  readonly #clone: Clone
  #paths: ReadonlySet<string> | undefined

  constructor(clone: Clone, repository: Repository) {
    this.#clone = clone
    this.history = repository
  }

  async list(_commit: string, matches: Matcher): Promise<Selection> {
    const selection = new Selection(matches)
    const paths = new Set<string>()
    await this.#clone.listIndex(({ path, id, skip }) => {
      paths.add(path)
      selection.add(path, id, skip)
    })
    this.#paths = paths
    return selection
  }

  prefetch(ids: Iterable<string>): Promise<boolean> {
    return this.history.prefetch(ids)
  }

  read(file: SourceFile, limit: number): Promise<FileContent> {
    return this.history.read(file, limit)
  }

  async missing(commit: string, paths: ReadonlySet<string>): Promise<ReadonlySet<string>> {
    if (this.#paths === undefined) await this.list(commit, () => false)
    return new Set(paths).difference(withFolders(this.#paths ?? []))
  }

  async [Symbol.asyncDispose](): Promise<void> {
    // Nothing stays open between two calls.
  }
}

/** The work tree of a clone: what `git add --all` and `git commit` would make a commit of. */
export class WorkTreeFiles implements Source {
  readonly isUncommitted = true
  readonly history: Repository
  readonly #clone: Clone
  readonly #disk: DiskFiles
  /** Files that Git does not have as they are, by path. */
  readonly #changed = new Map<string, SourceFile>()
  /** Paths that a sparse checkout leaves out. */
  readonly #leftOut = new Set<string>()

  constructor(clone: Clone, repository: Repository) {
    this.#clone = clone
    this.history = repository
    this.#disk = new DiskFiles(clone.root)
  }

  async list(_commit: string, matches: Matcher): Promise<Selection> {
    const selection = new Selection(matches)
    const all: ListedPath[] = []
    await this.#clone.listIndex((listed, isLeftOut) => {
      if (isLeftOut) this.#leftOut.add(listed.path)
      all.push(listed)
    })
    await this.#clone.listUntracked((path, isValid) => {
      all.push({ path, id: '', skip: isValid ? undefined : 'not UTF-8' })
    })
    const idLength = all.find(({ id }) => id !== '')?.id.length
    for (const listed of all) {
      const isOnDisk = matches(listed.path) && READ_FROM_DISK.has(listed.skip) && !this.#leftOut.has(listed.path)
      if (isOnDisk) await this.#addFromDisk(selection, listed, idLength)
      else selection.add(listed.path, listed.id, listed.skip)
    }
    selection.files.sort((one, other) => (one.path < other.path ? -1 : 1))
    return selection
  }

  async prefetch(ids: Iterable<string>): Promise<boolean> {
    const onDisk = new Set(Array.from(this.#changed.values(), ({ id }) => id))
    return this.history.prefetch(new Set(ids).difference(onDisk))
  }

  read(file: SourceFile, limit: number): Promise<FileContent> {
    // An earlier text of the same path is in Git.
    const isOnDisk = this.#changed.get(file.path)?.id === file.id
    return isOnDisk ? this.#disk.read(file, limit) : this.history.read(file, limit)
  }

  async missing(commit: string, paths: ReadonlySet<string>): Promise<ReadonlySet<string>> {
    return new Set(await this.#disk.missing(commit, paths)).difference(withFolders(this.#leftOut))
  }

  async [Symbol.asyncDispose](): Promise<void> {
    // Nothing stays open between two calls.
  }

  /** Adds nothing for a file that was removed. */
  async #addFromDisk(selection: Selection, { path, id }: ListedPath, idLength: number | undefined): Promise<void> {
    const stats = await unlessMissing(lstat(join(this.#clone.root, path)))
    if (stats === undefined) return
    const skip = skipByStats(stats)
    if (skip !== undefined) {
      selection.add(path, '', skip)
      return
    }
    const content = await this.#disk.read({ path, id }, MAX_COMPARED)
    if (content.kind === 'bytes' && isStoredAs(content.bytes, id)) {
      selection.add(path, id, undefined)
      return
    }
    const file = { path, id: content.kind === 'bytes' ? blobIdOf(content.bytes, idLength) : '' }
    this.#changed.set(path, file)
    selection.add(path, file.id, undefined)
  }
}

/** What the index calls a link may be a file by now. */
const READ_FROM_DISK: ReadonlySet<ListedPath['skip']> = new Set([undefined, 'symlink', 'special file'])
