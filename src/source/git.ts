import { Blobs } from './blobs.ts'
import { GitCommands, gitFailure } from './git-command.ts'
import { readDifferences, readSettings, readTree, splitRecords, type Kind } from './git-records.ts'
import { findRepository } from './git-repository.ts'
import { Remote, type Origin } from './remote.ts'
import type { Choose, Comparison, Content, Difference, Listing, Skipped, Source, SourceFile } from './source.ts'

/** An object id, SHA-1 or SHA-256; nothing else is ever handed to Git as one. */
const OBJECT_ID = /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/

export interface GitOptions extends Origin {
  /** The outermost folder in which a repository is looked for. */
  readonly workspace: string
  readonly env: NodeJS.ProcessEnv
}

/**
 * The Git repository at `folder`, whatever the checkout: any depth, sparse, partial, bare, of another owner. Nothing of
 * it is changed but that objects are added.
 *
 * @returns `undefined` where there is none.
 * @throws {Failure} of kind `source` where there is one that cannot be read.
 */
export async function openGit(folder: string, options: GitOptions): Promise<Source | undefined> {
  const found = await findRepository(folder, options.workspace)
  if (found === undefined) return undefined
  const git = new GitCommands(found.folder, found.gitDir, options.env)
  // Of its own settings, which Git reads only in a repository that it can use; there may be none of these (code 1).
  const { code, stdout, stderr } = await git.run(['config', '--local', '--includes', '-z', '--get-regexp', SETTINGS])
  if (code > 1) await whyUnreadable(git, stderr)
  const { [ORIGIN_URL]: origin = '', ...partial } = readSettings(stdout)
  return new GitSource(git, new Remote(git, options, options.env, origin), Object.keys(partial).length > 0)
}

const ORIGIN_URL = 'remote.origin.url'

/** The remote, and what a clone has that leaves objects out on purpose (`filter`, `sparse-checkout` of actions/checkout). */
const SETTINGS = '^(remote\\.origin\\.url|extensions\\.partialclone|remote\\..*\\.(promisor|partialclonefilter))$'

/** `git config` only says that there is no repository here. */
async function whyUnreadable(git: GitCommands, otherwise: string): Promise<never> {
  const args = ['rev-parse', '--git-dir']
  const { code, stderr } = await git.run(args)
  throw gitFailure(args, code === 0 ? otherwise : stderr)
}

class GitSource implements Source {
  readonly kind = 'git'
  readonly #git: GitCommands
  readonly #remote: Remote
  readonly #partial: boolean
  /** Whether a commit is in the clone, for those that were asked about; one that is does not go away. */
  readonly #here = new Map<string, Promise<boolean>>()
  /** The last fetch. They wait for each other: two would lock each other out. */
  #fetch: Promise<boolean> = Promise.resolve(true)
  #blobs: Blobs | undefined

  constructor(git: GitCommands, remote: Remote, partial: boolean) {
    this.#git = git
    this.#remote = remote
    this.#partial = partial
  }

  get problem(): string {
    return this.#remote.problem
  }

  async list(commit: string, choose: Choose): Promise<Listing> {
    const files: SourceFile[] = []
    const skipped: Skipped[] = []
    let looked = 0
    const take = readTree(({ path, valid, kind, id }) => {
      if (kind === 'file') looked++
      if (!choose(path)) {
        if (kind === 'submodule' && choose.reaches?.(path)) skipped.push({ path, reason: 'submodule' })
        return
      }
      const reason = valid ? REASONS[kind] : 'not UTF-8'
      if (reason === undefined) files.push({ path, id })
      else skipped.push({ path, reason })
    })
    await this.#git.stream(['ls-tree', '-r', '-z', '--full-tree', checked(commit)], take)
    return { files, skipped, looked }
  }

  async compare(base: string, head: string, choose: Choose): Promise<Comparison> {
    const differences: Difference[] = []
    const skipped: Skipped[] = []
    const take = readDifferences(({ path, valid, before, after }) => {
      if (!choose(path)) return
      if (!valid) {
        skipped.push({ path, reason: 'not UTF-8' })
        return
      }
      const reason = REASONS[after.kind]
      if (reason !== undefined && after.kind !== 'other') skipped.push({ path, reason })
      const difference = {
        path,
        ...(before.kind === 'file' && { before: before.id }),
        ...(after.kind === 'file' && { after: after.id })
      }
      // The same id on both sides is a change of mode, which is none of a runbook.
      if (difference.before !== difference.after) differences.push(difference)
    })
    const options = ['-r', '-z', '--raw', '--no-renames', '--no-ext-diff', '--no-relative']
    await this.#git.stream(['diff-tree', ...options, checked(base), checked(head)], take)
    return { differences, skipped }
  }

  async has(...commits: readonly string[]): Promise<boolean> {
    if (!commits.every((commit) => OBJECT_ID.test(commit))) return false
    if ((await this.#absent(commits)).length === 0) return true
    this.#fetch = this.#fetch.then(async () => {
      // An earlier fetch may have been for some of them.
      const absent = await this.#absent(commits)
      if (absent.length > 0 && !(await this.#remote.fetchCommits(absent))) return false
      for (const commit of absent) this.#here.set(commit, Promise.resolve(true))
      return true
    })
    return this.#fetch
  }

  async resolve(name: string): Promise<string | undefined> {
    const { code, stdout } = await this.#git.run([
      'rev-parse',
      '--verify',
      '--quiet',
      '--end-of-options',
      `${name}^{commit}`
    ])
    return code === 0 ? stdout.trim() : undefined
  }

  async parents(commit: string): Promise<readonly string[]> {
    const args = ['cat-file', 'commit', checked(commit)]
    const { code, stdout, stderr } = await this.#git.run(args)
    if (code !== 0) throw gitFailure(args, stderr)
    const [head = ''] = stdout.split('\n\n', 1)
    return head.split('\n').flatMap((line) => (line.startsWith('parent ') ? [line.slice('parent '.length)] : []))
  }

  async mergeBase(one: string, other: string): Promise<string | undefined> {
    const { code, stdout } = await this.#git.run(['merge-base', checked(one), checked(other)])
    return code === 0 ? stdout.trim() : undefined
  }

  async prefetch(...files: readonly Iterable<SourceFile>[]): Promise<void> {
    if (!this.#partial) return
    const wanted = new Set<string>()
    for (const some of files) for (const { id } of some) wanted.add(checked(id))
    if (wanted.size === 0) return
    let rest = ''
    // The one question about objects that no version of Git answers by fetching them.
    await this.#git.stream(
      ['cat-file', '--batch-all-objects', '--unordered', '--batch-check=%(objectname)'],
      (chunk) => {
        const lines = (rest + chunk.toString('latin1')).split('\n')
        rest = lines.pop() ?? ''
        for (const line of lines) wanted.delete(line)
      }
    )
    // What this cannot bring, reading tries once more, and says of which file it failed.
    if (wanted.size > 0) await this.#remote.fetchBlobs([...wanted])
  }

  read(file: SourceFile, limit: number): Promise<Content> {
    this.#blobs ??= new Blobs(this.#git.start(['cat-file', '--batch'], this.#remote.login))
    return this.#blobs.read(checked(file.id), limit)
  }

  async missing(commit: string, paths: ReadonlySet<string>): Promise<ReadonlySet<string>> {
    const missing = new Set(paths)
    if (missing.size === 0) return missing
    const take = splitRecords((path) => {
      missing.delete(path)
    })
    await this.#git.stream(['ls-tree', '-r', '-t', '-z', '--name-only', '--full-tree', checked(commit)], take)
    return missing
  }

  async dateOf(commit: string): Promise<string> {
    const args = ['rev-list', '--no-walk', '--format=%cs', checked(commit)]
    const { code, stdout, stderr } = await this.#git.run(args)
    if (code !== 0) throw gitFailure(args, stderr)
    return stdout.trim().split('\n').at(-1) ?? ''
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#git[Symbol.asyncDispose]()
  }

  /** Those of the commits that are not in the clone; all that were not asked about before are one question. */
  async #absent(commits: readonly string[]): Promise<readonly string[]> {
    const unknown = [...new Set(commits)].filter((commit) => !this.#here.has(commit))
    if (unknown.length > 0) {
      const answer = this.#present(unknown)
      const isHere = async (commit: string): Promise<boolean> => (await answer).has(commit)
      for (const commit of unknown) this.#here.set(commit, isHere(commit))
    }
    const here = await Promise.all(commits.map(async (commit) => (await this.#here.get(commit)) ?? false))
    return commits.filter((_, at) => here[at] === false)
  }

  /** Asked in a way that makes no partial clone fetch the commits, and with them, as it does, all of the history. */
  async #present(commits: readonly string[]): Promise<ReadonlySet<string>> {
    const names = commits.map((commit) => `${commit}^{commit}`)
    const args = ['rev-list', '--no-walk', '--ignore-missing', '--missing=allow-any', ...names]
    const { stdout } = await this.#git.run(args)
    const present = stdout.split('\n').slice(0, -1)
    // By number first: the id of an annotated tag is answered by that of its commit.
    return new Set(present.length === commits.length ? commits : present)
  }
}

/** Why a path of a kind is never read; a file is. */
const REASONS: Readonly<Record<Kind, Skipped['reason'] | undefined>> = {
  file: undefined,
  symlink: 'symlink',
  submodule: 'submodule',
  other: 'special file'
}

function checked(id: string): string {
  if (!OBJECT_ID.test(id)) throw new TypeError(`not an object id: ${JSON.stringify(id.slice(0, 80))}`)
  return id
}
