import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ActionError } from '../errors.ts'
import { shortId } from '../event.ts'
import { BlobReader } from './blobs.ts'
import { findCheckout, originOf, type Checkout } from './checkout.ts'
import { Git, type GitOptions } from './command.ts'
import { parseDifferences, parseTree, splitRecords } from './records.ts'
import { Remote, type RemoteOptions } from './remote.ts'
import {
  FileListBuilder,
  type FileContent,
  type FileList,
  type Matcher,
  type Source,
  type SourceFile
} from './source.ts'

/** The longest history that is looked through, in commits. */
export const MAX_COMMITS = 10_000
/** The second fetch takes at least four times as many commits; each further one four times as many as the one before. */
const FIRST_DEPTH = 50

/** A commit and one of its parents. */
export type Edge = readonly [commit: string, parent: string]

/** The commits on all paths from one commit to a descendant. */
export interface CommitRange {
  readonly start: string
  readonly tip: string
  readonly edges: readonly Edge[]
}

export type RangeResult =
  | ({ readonly kind: 'range' } & CommitRange)
  /** `why` completes "a full sync, because …". */
  | { readonly kind: 'unknown'; readonly why: string }

export interface RepositoryOptions extends RemoteOptions {
  /** Folder for temporary files. */
  readonly temp: string
  /** The commit that started the job; a checkout that lacks it may be of another repository. */
  readonly ownCommit: string
}

/**
 * A bare repository of our own that borrows the objects of the checkout. The checkout is never written to, and nothing in
 * its configuration, hooks and attributes has an effect.
 */
export class Repository implements Source {
  readonly #git: Git
  readonly #gitDir: string
  readonly #folder: string
  readonly #remote: Remote
  readonly #ownCommit: string
  #blobs: BlobReader | undefined
  /** Fetches of trees by commit and depth, one after the other. */
  readonly #trees = new Map<string, Promise<boolean>>()
  #lastFetch: Promise<unknown> = Promise.resolve()

  private constructor(git: Git, folder: string, options: RepositoryOptions) {
    this.#git = git
    this.#folder = folder
    this.#gitDir = join(folder, 'git')
    this.#remote = new Remote(git, this.#gitDir, options)
    this.#ownCommit = options.ownCommit
  }

  /**
   * @param program absolute path of Git.
   * @param folder the checkout, or a folder in it; absolute, without symbolic links.
   * @param workspace the outermost folder in which a checkout is looked for.
   * @returns undefined where there is no checkout.
   * @throws {ActionError} of kind `git` where there is one that cannot be used.
   */
  static async open(
    program: string,
    folder: string,
    workspace: string,
    options: RepositoryOptions
  ): Promise<Repository | undefined> {
    const git = new Git(program, options.env)
    const [checkout] = await Promise.all([findCheckout(git, folder, workspace), checkVersion(git)])
    if (checkout === undefined) return undefined
    const repository = new Repository(git, await mkdtemp(join(options.temp, 'runbook-sync-git-')), options)
    try {
      await repository.#initialize(checkout)
      await repository.#checkOrigin(checkout, folder, options)
      return repository
    } catch (error) {
      await repository[Symbol.asyncDispose]()
      throw error
    }
  }

  async #initialize({ objects, shallow, objectFormat }: Checkout): Promise<void> {
    const init = ['init', '--quiet', '--bare', '--template=', `--object-format=${objectFormat}`, this.#gitDir]
    await this.#git.text(init)
    await mkdir(join(this.#gitDir, 'objects', 'info'), { recursive: true })
    await writeFile(join(this.#gitDir, 'objects', 'info', 'alternates'), `${objects}\n`)
    await copyFile(shallow, join(this.#gitDir, 'shallow')).catch((error: unknown) => {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    })
  }

  async #checkOrigin(checkout: Checkout, folder: string, { repository }: RepositoryOptions): Promise<void> {
    if (await this.has(this.#ownCommit)) return
    const origin = await originOf(this.#git, checkout)
    if (origin === undefined || origin.toLowerCase() === repository.toLowerCase()) return
    throw new ActionError(
      'git',
      `The checkout in ${folder} is of ${origin}; this workflow runs in ${repository}.`,
      `Check out ${repository} (leave out \`repository\` of actions/checkout), or name its folder with \`root\`; or run the ` +
        `workflow in ${origin}.`
    )
  }

  /** Whether all of the objects are here. */
  async has(...ids: readonly string[]): Promise<boolean> {
    return (await this.#missingObjects(ids)).length === 0
  }

  /**
   * Makes a commit readable.
   *
   * @throws {ActionError} of kind `git` where it cannot be fetched.
   */
  async ensureCommit(commit: string): Promise<void> {
    if ((await this.has(commit)) || (await this.#fetchHistory(commit, 1))) return
    throw new ActionError(
      'git',
      `The commit ${shortId(commit)} cannot be fetched: ${this.#remote.problem}.`,
      'Give the job `permissions: contents: read`, check that the runner reaches GitHub, and run the job again.'
    )
  }

  /** The full id of the commit that an id of a tag or commit means. */
  async peel(id: string): Promise<string> {
    return this.#command(['rev-parse', '--verify', '--end-of-options', `${id}^{commit}`])
  }

  /** The parents of a commit, also where a shallow history hides them. */
  async parents(commit: string): Promise<readonly string[]> {
    const [header = ''] = (await this.#command(['cat-file', 'commit', commit])).split('\n\n', 1)
    return header.split('\n').flatMap((line) => (line.startsWith('parent ') ? [line.slice('parent '.length)] : []))
  }

  /** The commit's date: `2026-11-20`. */
  async dateOf(commit: string): Promise<string> {
    return (await this.#command(['rev-list', '--no-walk', '--format=%cs', commit])).split('\n').at(-1) ?? ''
  }

  /**
   * The commits between the common ancestor of `ancestors` and their descendant `tip`. Fetches the history until none of
   * them could be hidden.
   *
   * @param needed asked where commits must be fetched: how many; undefined where `ancestors` are none of `tip`.
   */
  async range(
    tip: string,
    ancestors: readonly string[],
    needed: () => Promise<number | undefined>
  ): Promise<RangeResult> {
    let result = await this.#rangeOf(tip, ancestors)
    if (result.kind !== 'incomplete') return result
    const first = await needed()
    if (first === undefined) return unrelated
    for (let depth = first; result.kind === 'incomplete'; depth = 4 * Math.max(depth, FIRST_DEPTH)) {
      if (depth > 4 * MAX_COMMITS) return tooLong
      if (!(await this.#fetchHistory(tip, depth))) {
        return { kind: 'unknown', why: `the history cannot be fetched (${this.#remote.problem})` }
      }
      result = await this.#rangeOf(tip, ancestors)
    }
    return result
  }

  /** The last `count` commits before and including `tip` with their parents, as far as they can be had. */
  async recentEdges(tip: string, count: number): Promise<readonly Edge[]> {
    const hidden = await this.#shallow()
    const commits = await this.#command(['rev-list', `--max-count=${count}`, tip])
    if (commits.split('\n').some((commit) => hidden.has(commit))) await this.#fetchHistory(tip, count)
    const boundary = await this.#shallow()
    const lines = (await this.#command(['rev-list', '--parents', `--max-count=${count}`, tip])).split('\n')
    return lines.flatMap((line) => {
      const [commit = '', ...parents] = line.split(' ')
      return boundary.has(commit) ? [] : parents.map((parent): Edge => [commit, parent])
    })
  }

  /** The selected paths that differ between two commits, with the text of the first; undefined where it had none. */
  async difference(from: string, to: string, matches: Matcher): Promise<Map<string, string | undefined>> {
    return this.#withTrees([from, to], 1, async () => {
      const before = new Map<string, string | undefined>()
      const parse = parseDifferences((difference) => {
        if (matches(difference.path)) before.set(difference.path, difference.before)
      })
      await this.#git.stream(this.#args([...DIFF_TREE, from, to]), parse)
      return before
    })
  }

  /**
   * The selected paths that one of the edges touches, with every text that they have at one of its ends.
   *
   * @param tip the commit that all edges lead to.
   */
  async versions(tip: string, edges: readonly Edge[], matches: Matcher): Promise<Map<string, Set<string>>> {
    return this.#withTrees([tip], edges.length + 1, async () => {
      const versions = new Map<string, Set<string>>()
      const parse = parseDifferences(({ path, before, after }) => {
        if (!matches(path)) return
        const texts = versions.get(path) ?? new Set()
        versions.set(path, texts)
        for (const id of [before, after]) if (id !== undefined) texts.add(id)
      })
      const input = edges.map(([commit, parent]) => `${commit} ${parent}\n`).join('')
      await this.#git.stream(this.#args([...DIFF_TREE, '--stdin', '--no-commit-id']), parse, { input })
      return versions
    })
  }

  async list(commit: string, matches: Matcher): Promise<FileList> {
    return this.#withTrees([commit], 1, async () => {
      const builder = new FileListBuilder(matches)
      const parse = parseTree(({ path, valid, kind, id }) => {
        builder.add(path, id, kind !== 'file' ? kind : valid ? undefined : 'not UTF-8')
      })
      await this.#git.stream(this.#args(['ls-tree', '-r', '-z', '--full-tree', commit]), parse)
      return builder.list
    })
  }

  async prefetch(ids: Iterable<string>): Promise<void> {
    const missing = await this.#missingObjects([...ids])
    // Objects have no common history to negotiate about.
    if (missing.length === 0 || (await this.#remote.fetch(missing, [], ['fetch.negotiationAlgorithm=noop']))) return
    throw new ActionError(
      'git',
      `${missing.length} files that the checkout lacks cannot be fetched: ${this.#remote.problem}.`,
      'Run the job again; if this stays, use actions/checkout without `filter`.'
    )
  }

  read({ id }: SourceFile, limit: number): Promise<FileContent> {
    this.#blobs ??= new BlobReader(this.#git.start(this.#args(['cat-file', '--batch'])))
    return this.#blobs.read(id, limit)
  }

  async missing(commit: string, paths: ReadonlySet<string>): Promise<ReadonlySet<string>> {
    const missing = new Set(paths)
    const parse = splitRecords((path) => {
      missing.delete(path)
    })
    if (missing.size > 0) {
      await this.#git.stream(this.#args(['ls-tree', '-r', '-t', '-z', '--name-only', '--full-tree', commit]), parse)
    }
    return missing
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#git[Symbol.asyncDispose]()
    await rm(this.#folder, { recursive: true, force: true, maxRetries: 3 })
  }

  /** `incomplete`: commits that decide are not here. */
  async #rangeOf(tip: string, ancestors: readonly string[]): Promise<RangeResult | { readonly kind: 'incomplete' }> {
    const shallow = await this.#shallow()
    const incomplete = { kind: 'incomplete' } as const
    if (!(await this.has(tip))) return incomplete
    const otherwise = shallow.size === 0 ? unrelated : incomplete
    const commits = [...new Set(ancestors)]
    if (!(await this.has(...commits))) return otherwise
    const input = `${commits.join('\n')}\n^${tip}\n`
    if ((await this.#command(['rev-list', '--max-count=1', '--stdin'], { input })) !== '') return otherwise
    const base = await this.#git.run(this.#args(['merge-base', '--octopus', ...commits]))
    const start = base.stdout.trim()
    if (start === '') return otherwise

    const list = ['rev-list', '--topo-order', '--parents', `--max-count=${MAX_COMMITS + 1}`, `${start}..${tip}`]
    const lines = (await this.#command(list)).split('\n').filter((line) => line !== '')
    if (lines.length > MAX_COMMITS) return tooLong
    // A commit without its parents may be one of a side branch that began behind the start.
    if (lines.some((line) => shallow.has(line))) return incomplete
    return { kind: 'range', start, tip, edges: edgesBetween(start, lines) }
  }

  /** The commits whose parents are not here. */
  async #shallow(): Promise<ReadonlySet<string>> {
    const text = await readFile(join(this.#gitDir, 'shallow'), 'latin1').catch(() => '')
    return new Set(text.split('\n').filter((line) => line !== ''))
  }

  async #fetchHistory(tip: string, depth: number, more: readonly string[] = []): Promise<boolean> {
    const own = await this.has(this.#ownCommit)
    // Without a depth, a complete checkout stays complete and only new commits are fetched.
    const limited = more.length > 0 || !own || (await this.#shallow()).size > 0
    const options = [...(limited ? [`--depth=${depth}`] : []), ...(own ? [`--negotiation-tip=${this.#ownCommit}`] : [])]
    return this.#remote.fetch([tip], [...options, ...more], own ? [] : ['fetch.negotiationAlgorithm=noop'])
  }

  /** Runs what reads trees; fetches them where the checkout has none (`filter: tree:0`) and runs it again. */
  async #withTrees<T>(commits: readonly string[], depth: number, run: () => Promise<T>): Promise<T> {
    try {
      return await run()
    } catch (error) {
      for (const commit of commits) {
        const key = `${commit} ${depth}`
        const fetched =
          this.#trees.get(key) ?? this.#lastFetch.then(() => this.#fetchHistory(commit, depth, ['--refetch']))
        this.#trees.set(key, fetched)
        this.#lastFetch = fetched
        if (!(await fetched)) throw error
      }
      return run()
    }
  }

  async #missingObjects(ids: readonly string[]): Promise<string[]> {
    if (ids.length === 0) return []
    const input = `${ids.join('\n')}\n`
    const answer = await this.#command(['cat-file', '--batch-check=%(objecttype)'], { input })
    return answer.split('\n').flatMap((line) => (line.endsWith(' missing') ? [line.slice(0, -' missing'.length)] : []))
  }

  #args(args: readonly string[]): string[] {
    return [`--git-dir=${this.#gitDir}`, ...args]
  }

  async #command(args: readonly string[], options?: GitOptions): Promise<string> {
    return this.#git.text(this.#args(args), options)
  }
}

/** `git fetch --refetch` came with 2.36. */
async function checkVersion(git: Git): Promise<void> {
  const answer = await git.text(['version'])
  const [, major, minor] = /(\d+)\.(\d+)/.exec(answer) ?? []
  if (Number(major) * 1000 + Number(minor) >= 2036) return
  throw new ActionError('git', `Git is too old: ${answer}.`, 'Install Git 2.36 or newer on the runner.')
}

const DIFF_TREE = ['diff-tree', '-r', '-z', '--raw', '--no-renames']

const unrelated = {
  kind: 'unknown',
  why: 'the branch no longer contains a commit that an earlier run delivered'
} as const

const tooLong = {
  kind: 'unknown',
  why: 'more than 10,000 commits lie between the last base and the branch'
} as const

/**
 * The edges on the paths from `start`, as `git rev-list --ancestry-path` has them.
 *
 * @param lines of `git rev-list --topo-order --parents`: a commit comes before its parents.
 */
function edgesBetween(start: string, lines: readonly string[]): Edge[] {
  const onPath = new Set([start])
  const edges: Edge[] = []
  for (const line of lines.toReversed()) {
    const [commit = '', ...parents] = line.split(' ')
    for (const parent of parents) {
      if (!onPath.has(parent)) continue
      onPath.add(commit)
      edges.push([commit, parent])
    }
  }
  return edges
}
