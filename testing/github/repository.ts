import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { git, headOf, initRepository, writeRef, type GitOptions } from '../git.ts'
import { checkOut, type CheckoutKind } from './checkout.ts'
import { fastImportOf, type Tree } from './commit.ts'
import type { JobEvent } from './events.ts'

export interface RepositoryOptions {
  /** `owner/name`. */
  readonly name?: string
  readonly defaultBranch?: string
  readonly objectFormat?: 'sha1' | 'sha256'
}

export interface CommitOptions {
  /** The branch that gets the commit; the default branch without it, and none where it is `null`. */
  readonly branch?: string | null
  /** By default the present commit of the branch. */
  readonly parents?: readonly string[]
  /** Files whose paths are any bytes, written in Latin-1. */
  readonly bytes?: Tree
}

/** A repository as GitHub hosts it: bare, and it hands out any commit by its id. */
export class HostedRepository {
  /** `owner/name`. */
  name: string
  readonly defaultBranch: string
  readonly objectFormat: 'sha1' | 'sha256'
  readonly folder: string
  /** What checkouts get as `origin`. */
  url: string
  /** Where clones and checkouts are made; the owner of this folder removes them all. */
  readonly #parent: string
  /** Seconds since 1970. Fixed, so that equal histories have equal commit ids. */
  #clock = Date.UTC(2026, 0, 5, 9) / 1000

  private constructor(parent: string, folder: string, options: Required<RepositoryOptions>) {
    this.#parent = parent
    this.folder = folder
    this.url = pathToFileURL(folder).href
    this.name = options.name
    this.defaultBranch = options.defaultBranch
    this.objectFormat = options.objectFormat
  }

  /** A new, empty repository below the folder `parent`. */
  static async create(
    parent: string,
    { name = 'harbour/handbook', defaultBranch = 'main', objectFormat = 'sha1' }: RepositoryOptions = {}
  ): Promise<HostedRepository> {
    const folder = await mkdtemp(join(parent, 'hosted-'))
    const settings = '[uploadpack]\n\tallowAnySHA1InWant = true\n\tallowFilter = true\n'
    await initRepository(folder, { branch: defaultBranch, objectFormat, isBare: true, settings })
    return new HostedRepository(parent, folder, { name, defaultBranch, objectFormat })
  }

  /** The commit of a branch, if there is such a branch. */
  async head(branch = this.defaultBranch): Promise<string | undefined> {
    return (await this.heads()).get(branch)
  }

  /** The commit of each branch. Nothing packs the refs, so each is a file; a Git process takes longer than a request. */
  async heads(): Promise<ReadonlyMap<string, string>> {
    const folder = join(this.folder, 'refs', 'heads')
    const found = await readdir(folder, { recursive: true, withFileTypes: true })
    const files = found.filter((entry) => entry.isFile() && !entry.name.endsWith('.lock'))
    const read = async (file: string): Promise<[string, string]> => [
      relative(folder, file),
      (await readFile(file, 'utf8')).trim()
    ]
    return new Map(await Promise.all(files.map((entry) => read(join(entry.parentPath, entry.name)))))
  }

  /** Moves a branch to a commit that is already here, as a push does. */
  async setHead(commit: string, branch = this.defaultBranch): Promise<void> {
    await writeRef(this.folder, `refs/heads/${branch}`, commit)
  }

  /**
   * Makes a commit of exactly this tree without files on the disk, so that a path may be any bytes, and the tree may hold
   * what no checkout would write.
   *
   * @returns its id.
   */
  async commit(tree: Tree, options: CommitOptions = {}): Promise<string> {
    const { branch = this.defaultBranch, bytes = {} } = options
    const head = options.parents === undefined && branch !== null ? await this.head(branch) : undefined
    const parents = options.parents ?? (head === undefined ? [] : [head])
    this.#clock += 60
    const input = fastImportOf(tree, bytes, {
      branch,
      parents,
      time: this.#clock,
      zero: '0'.repeat(this.objectFormat === 'sha1' ? 40 : 64)
    })
    return git(this.folder, ['fast-import', '--quiet', '--force'], { input })
  }

  /** A clone to work in. */
  async clone(): Promise<WorkingCopy> {
    const folder = await mkdtemp(join(this.#parent, 'clone-'))
    await git(this.#parent, [
      'clone',
      '--quiet',
      '--config=maintenance.auto=false',
      pathToFileURL(this.folder).href,
      folder
    ])
    return new WorkingCopy(folder, this.defaultBranch)
  }

  /** A workspace as the steps before the Action leave it; returns its folder. */
  async checkout(event: JobEvent, kind: CheckoutKind = 'depth 1'): Promise<string> {
    return checkOut(this, event, kind, await mkdtemp(join(this.#parent, 'job-')))
  }
}

/** A clone in which runbooks are written, committed and pushed. */
export class WorkingCopy {
  readonly folder: string
  readonly #defaultBranch: string
  /** Seconds since 1970, as in `HostedRepository`. */
  #clock = Date.UTC(2026, 0, 5, 9) / 1000

  constructor(folder: string, defaultBranch: string) {
    this.folder = folder
    this.#defaultBranch = defaultBranch
  }

  async git(args: readonly string[], options?: GitOptions): Promise<string> {
    return git(this.folder, args, options)
  }

  /** Writes a file, making its folders. */
  async write(path: string, content: string | Uint8Array): Promise<void> {
    const target = join(this.folder, path)
    await mkdir(dirname(target), { recursive: true })
    await writeFile(target, content)
  }

  async rename(from: string, to: string): Promise<void> {
    await mkdir(dirname(join(this.folder, to)), { recursive: true })
    await rename(join(this.folder, from), join(this.folder, to))
  }

  async remove(path: string): Promise<void> {
    await rm(join(this.folder, path))
  }

  /** Commits every change, one minute after the last commit; also when there is none. Returns the commit's id. */
  async commit(message: string): Promise<string> {
    this.#clock += 60
    const date = `@${this.#clock} +0000`
    await this.git(['add', '--all', '--force'])
    await this.git(['commit', '--quiet', '--allow-empty', '-m', message], {
      env: { GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date }
    })
    return headOf(this.folder)
  }

  async push({ branch = this.#defaultBranch, force = false } = {}): Promise<void> {
    await this.git(['push', '--quiet', ...(force ? ['--force'] : []), 'origin', `HEAD:refs/heads/${branch}`])
  }
}
