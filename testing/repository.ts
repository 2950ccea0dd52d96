import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { JobEvent } from './events.ts'
import { git, type GitOptions } from './git.ts'

/** A repository as GitHub hosts it: bare, and willing to hand out any commit by its id. */
export class HostedRepository {
  /** `owner/name`. */
  readonly name: string
  readonly defaultBranch: string
  readonly folder: string
  /** Where clones and checkouts of it are made; whoever owns this folder removes them all. */
  readonly #parent: string

  private constructor(parent: string, folder: string, name: string, defaultBranch: string) {
    this.#parent = parent
    this.folder = folder
    this.name = name
    this.defaultBranch = defaultBranch
  }

  /** A new, empty one, below the folder `parent`. */
  static async create(
    parent: string,
    { name = 'harbour/handbook', defaultBranch = 'main' } = {}
  ): Promise<HostedRepository> {
    const folder = await mkdtemp(join(parent, 'hosted-'))
    await git(parent, ['init', '--quiet', '--bare', '--template=', `--initial-branch=${defaultBranch}`, folder])
    await git(folder, ['config', 'uploadpack.allowAnySHA1InWant', 'true'])
    await git(folder, ['config', 'gc.auto', '0'])
    return new HostedRepository(parent, folder, name, defaultBranch)
  }

  /** The commit a branch points to, if there is such a branch. */
  async head(branch = this.defaultBranch): Promise<string | undefined> {
    const commit = await git(this.folder, ['for-each-ref', '--format=%(objectname)', `refs/heads/${branch}`])
    return commit === '' ? undefined : commit
  }

  /** Lets a branch point to a commit that is already here, as a push does. */
  async setHead(commit: string, branch = this.defaultBranch): Promise<void> {
    await git(this.folder, ['update-ref', `refs/heads/${branch}`, commit])
  }

  /** A clone to work in. */
  async clone(): Promise<WorkingCopy> {
    const folder = await mkdtemp(join(this.#parent, 'clone-'))
    await git(this.#parent, ['clone', '--quiet', pathToFileURL(this.folder).href, folder])
    return new WorkingCopy(folder, this.defaultBranch)
  }

  /**
   * A workspace as actions/checkout leaves it: one commit unless `depth` is 0, on the branch of the event, or detached
   * where its ref is none.
   *
   * @param folder below the workspace, as `path` of actions/checkout.
   * @returns the workspace's folder.
   */
  async checkout({ ref, sha }: JobEvent, { depth = 1, folder = '.' } = {}): Promise<string> {
    const workspace = await mkdtemp(join(this.#parent, 'workspace-'))
    const target = join(workspace, folder)
    await mkdir(target, { recursive: true })
    const branch = ref.startsWith('refs/heads/') ? ref.slice('refs/heads/'.length) : undefined
    const tracking =
      branch !== undefined ? `refs/remotes/origin/${branch}` : ref.replace('refs/pull/', 'refs/remotes/pull/')
    const fetch = ['fetch', '--quiet', '--no-tags', '--prune', '--no-recurse-submodules']
    // Without the sample hooks, which nothing here would run.
    await git(target, ['init', '--quiet', '--template='])
    await git(target, ['remote', 'add', 'origin', pathToFileURL(this.folder).href])
    await git(target, ['config', '--local', 'gc.auto', '0'])
    if (depth > 0) {
      await git(target, [...fetch, `--depth=${depth}`, 'origin', `+${sha}:${tracking}`])
    } else {
      await git(target, [...fetch, 'origin', '+refs/heads/*:refs/remotes/origin/*', '+refs/tags/*:refs/tags/*'])
      // The branch may have moved on since the event.
      await git(target, ['update-ref', tracking, sha])
    }
    const place = branch === undefined ? [tracking] : ['-B', branch, tracking]
    await git(target, ['checkout', '--quiet', '--force', ...place])
    return workspace
  }
}

/** Somebody's clone, in which runbooks are written, committed and pushed. */
export class WorkingCopy {
  readonly folder: string
  readonly #defaultBranch: string
  /** Seconds since 1970. Fixed, so that equal histories have equal commit ids. */
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

  /** Commits all that has changed, one minute after the last time; also when nothing has. Returns the commit's id. */
  async commit(message: string): Promise<string> {
    this.#clock += 60
    const date = `@${this.#clock} +0000`
    await this.git(['add', '--all', '--force'])
    await this.git(['commit', '--quiet', '--allow-empty', '-m', message], {
      env: { GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date }
    })
    return this.git(['rev-parse', 'HEAD'])
  }

  async push({ branch = this.#defaultBranch, force = false } = {}): Promise<void> {
    await this.git(['push', '--quiet', ...(force ? ['--force'] : []), 'origin', `HEAD:refs/heads/${branch}`])
  }
}
