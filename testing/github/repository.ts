import { mkdtemp, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { git, initRepository, type ObjectFormat } from '../git.ts'
import { checkOut, type CheckoutKind } from './checkout.ts'
import { fastImportOf, type Changes, type Tree } from './commit.ts'
import type { JobEvent } from './events.ts'

export interface CommitOptions {
  /** The branch that gets the commit; `main` without it, and none where it is `null`. */
  readonly branch?: string | null
  /** By default the present commit of the branch. */
  readonly parents?: readonly string[]
  /** Files whose paths are any bytes, written in Latin-1. */
  readonly bytes?: Tree
}

/** A repository as GitHub hosts it: bare, and it hands out any commit by its id. Its default branch is `main`. */
export class HostedRepository {
  readonly name = 'harbour/handbook'
  readonly folder: string
  readonly objectFormat: ObjectFormat
  /** What checkouts get as `origin`. */
  url: string
  /** Of all checkouts. Its owner removes them. */
  readonly #parent: string
  /** Seconds since 1970. Fixed, so that equal histories have equal commit ids. */
  #clock = Date.UTC(2026, 0, 5, 9) / 1000

  private constructor(parent: string, folder: string, objectFormat: ObjectFormat) {
    this.#parent = parent
    this.folder = folder
    this.objectFormat = objectFormat
    this.url = pathToFileURL(folder).href
  }

  /** A new, empty repository below the folder `parent`. */
  static async create(parent: string, objectFormat: ObjectFormat = 'sha1'): Promise<HostedRepository> {
    const folder = await mkdtemp(join(parent, 'hosted-'))
    const settings = '[uploadpack]\n\tallowAnySHA1InWant = true\n\tallowFilter = true\n'
    await initRepository(folder, { objectFormat, place: ['--bare', folder], settings })
    return new HostedRepository(parent, folder, objectFormat)
  }

  /** The commit of a branch, if there is such a branch. Nothing packs the refs, and a Git process takes longer than a request. */
  async head(branch = 'main'): Promise<string | undefined> {
    const file = join(this.folder, 'refs', 'heads', branch)
    return (await readFile(file, 'utf8').catch(() => undefined))?.trim()
  }

  /** Moves the branch to a commit that is already here, as a push does. */
  async setHead(commit: string): Promise<void> {
    await git(this.folder, ['update-ref', 'refs/heads/main', commit])
  }

  /**
   * Makes a commit of exactly this tree without files on the disk, so that a path may be any bytes, and the tree may hold
   * what no checkout would write.
   *
   * @returns its id.
   */
  async commit(tree: Tree, options?: CommitOptions): Promise<string> {
    return this.#commit(tree, true, options)
  }

  /** The same with the tree of the first parent, in which these files are different. */
  async change(changes: Changes, options?: CommitOptions): Promise<string> {
    return this.#commit(changes, false, options)
  }

  async #commit(changes: Changes, isWhole: boolean, options: CommitOptions = {}): Promise<string> {
    const { branch = 'main', bytes = {} } = options
    const head = branch === null ? undefined : await this.head(branch)
    const parents = options.parents ?? (head === undefined ? [] : [head])
    const time = (this.#clock += 60)
    const input = fastImportOf(changes, bytes, { branch, parents, time, isWhole })
    return git(this.folder, ['fast-import', '--quiet', '--force'], { input })
  }

  /** A workspace as the steps before the Action leave it. @returns its folder. */
  async checkout(event: JobEvent, kind: CheckoutKind = 'depth 1'): Promise<string> {
    return checkOut(this, event, kind, await mkdtemp(join(this.#parent, 'job-')))
  }
}
