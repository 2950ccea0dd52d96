import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { ActionError } from '../errors.ts'
import { shortId } from '../event.ts'
import { checkOrigin } from './checkout.ts'
import { Git } from './command.ts'
import { edgesOf, findRange, MAX_COMMITS, TOO_LONG, UNRELATED, type Edge, type RangeResult } from './range.ts'
import { ObjectReader } from './objects.ts'
import { linesOf, parseDifferences, parseTree, splitRecords } from './records.ts'
import { Remote, type GitSetup } from './remote.ts'
import { FileListBuilder, type FileContent, type FileList, type Matcher, type SourceFile } from './source.ts'

/** The second fetch takes at least four times as many commits; each further one four times as many as the one before. */
const FIRST_DEPTH = 50

/** The texts of one file on a range of commits, as object ids. */
export interface FileVersions {
  /** At the start of the range; undefined where it was not there, or nothing is known. */
  readonly before: string | undefined
  /** At all ends of the edges that touch the file. */
  readonly versions: ReadonlySet<string>
}

/**
 * A bare repository of our own that borrows the objects of the checkout. The checkout is never written to, and nothing in
 * its configuration, hooks and attributes has an effect.
 */
export class Repository implements AsyncDisposable {
  readonly #git: Git
  readonly #remote: Remote
  readonly #ownCommit: string
  #objects: ObjectReader | undefined

  private constructor(git: Git, setup: GitSetup) {
    this.#git = git
    this.#remote = new Remote(git, setup)
    this.#ownCommit = setup.job.sha
  }

  /**
   * @param gitDir absolute path of the checkout's `.git`.
   * @throws {ActionError} of kind `git` where the checkout cannot be used.
   */
  static async open(gitDir: string, setup: GitSetup): Promise<Repository> {
    const { program, job, env } = setup
    const checkout = new Git(program, gitDir, env)
    const folder = await mkdtemp(join(job.temp, 'runbook-sync-git-'))
    const repository = new Repository(new Git(program, join(folder, 'git'), env), setup)
    try {
      await repository.#borrowFrom(checkout)
      // A checkout that lacks the commit of the job may be of another repository.
      if (!(await repository.#has(job.sha))) await checkOrigin(checkout, job.repository)
      return repository
    } catch (error) {
      await repository[Symbol.asyncDispose]()
      await checkVersion(checkout)
      throw error
    }
  }

  /** Takes from the checkout where its objects are, and nothing that its configuration could decide. */
  async #borrowFrom(checkout: Git): Promise<void> {
    const command = ['rev-parse', '--path-format=absolute']
    const names = ['--git-path', 'objects', '--git-path', 'shallow', '--show-object-format=storage']
    const [objects = '', shallow = '', objectFormat = ''] = linesOf(await checkout.text([...command, ...names]))
    const { gitDir } = this.#git
    await this.#git.text(['init', '--quiet', '--bare', '--template=', `--object-format=${objectFormat}`])
    await mkdir(join(gitDir, 'objects', 'info'), { recursive: true })
    await writeFile(join(gitDir, 'objects', 'info', 'alternates'), `${objects}\n`)
    await copyFile(shallow, join(gitDir, 'shallow')).catch(emptyIfMissing)
  }

  /** Whether a commit is here, or could be fetched. */
  async hasCommit(commit: string): Promise<boolean> {
    return (await this.#has(commit)) || this.#fetchHistory([commit], 1)
  }

  /**
   * Makes a commit readable.
   *
   * @throws {ActionError} of kind `git` where it cannot be fetched.
   */
  async ensureCommit(commit: string): Promise<void> {
    if (await this.hasCommit(commit)) return
    throw new ActionError(
      'git',
      `The commit ${shortId(commit)} cannot be fetched: ${this.#remote.problem}.`,
      'Give the job `permissions: contents: read`, check that the runner reaches GitHub, and run the job again.'
    )
  }

  /** The full id of the commit that an id of a tag or commit means. */
  async peel(id: string): Promise<string> {
    return this.#git.text(['rev-parse', '--verify', '--end-of-options', `${id}^{commit}`])
  }

  /** The parents of a commit, also where a shallow history hides them. */
  async parents(commit: string): Promise<readonly string[]> {
    const [header = ''] = (await this.#git.text(['cat-file', 'commit', commit])).split('\n\n', 1)
    return Array.from(header.matchAll(/^parent (\w+)$/gm), ([, id = '']) => id)
  }

  /** The commit's date: `2026-11-20`. */
  async dateOf(commit: string): Promise<string> {
    return this.#git.text(['rev-list', '--no-walk', '--no-commit-header', '--format=%cs', commit])
  }

  /**
   * The commits between the common ancestor of `ancestors` and their descendant `tip`. Fetches the history until none of
   * them could be hidden.
   *
   * @param ancestors probably the oldest first.
   * @param depthOf how many commits must be fetched for an ancestor; undefined where it is no ancestor of `tip`.
   */
  async range(
    tip: string,
    ancestors: readonly string[],
    depthOf: (ancestor: string) => Promise<number | undefined>
  ): Promise<RangeResult> {
    for (let depth = 0; ;) {
      const shallow = await this.#shallow()
      const [missing] = await this.#reader.missing([tip, ...ancestors])
      const range = missing === undefined ? await findRange(this.#git, tip, ancestors, shallow) : undefined
      if (range !== undefined) return range
      if (shallow.size === 0 && missing !== tip) return UNRELATED
      const isFirst = depth === 0
      const ancestor = isFirst ? ancestors[0] : missing
      const least = ancestor === undefined ? 0 : await depthOf(ancestor)
      if (least === undefined) return UNRELATED
      depth = isFirst ? least : Math.max(least, 4 * Math.max(depth, FIRST_DEPTH))
      if (depth > 4 * MAX_COMMITS) return TOO_LONG
      if (!(await this.#fetchHistory([tip], depth))) {
        return { kind: 'unknown', why: `the history cannot be fetched (${this.#remote.problem})` }
      }
    }
  }

  /** The last `count` commits before and including `tip` with their parents, as far as they can be had. */
  async recentEdges(tip: string, count: number): Promise<readonly Edge[]> {
    const list = ['rev-list', '--parents', `--max-count=${count}`, tip]
    const shallow = await this.#shallow()
    let lines = linesOf(await this.#git.text(list))
    if (lines.some((line) => shallow.has(line))) {
      await this.#fetchHistory([tip], count)
      lines = linesOf(await this.#git.text(list))
    }
    return edgesOf(lines)
  }

  /**
   * The texts of the selected files that one of the edges touches, by path.
   *
   * @param tip the commit that all edges lead to.
   * @param edges those of a `CommitRange` in its order; `before` means nothing in another order.
   */
  async versions(tip: string, edges: readonly Edge[], matches: Matcher): Promise<Map<string, FileVersions>> {
    const start = edges[0]?.[1] ?? tip
    return this.#withTrees([tip, start], edges.length + 1, async () => {
      const files = new Map<string, FileVersions & { readonly versions: Set<string> }>()
      const parse = parseDifferences((path, before, after) => {
        if (!matches(path)) return
        const file = files.get(path) ?? { before, versions: new Set() }
        files.set(path, file)
        for (const id of [before, after]) if (id !== undefined) file.versions.add(id)
      })
      const input = edges.map(([commit, parent]) => `${commit} ${parent}\n`).join('')
      const command = ['diff-tree', '-r', '-z', '--raw', '--no-renames', '--stdin', '--no-commit-id']
      await this.#git.stream(command, parse, input)
      return files
    })
  }

  /** The regular files of a commit that the patterns select. */
  async list(commit: string, matches: Matcher): Promise<FileList> {
    return this.#withTrees([commit], 1, async () => {
      const builder = new FileListBuilder(matches)
      const parse = parseTree((path, id, skip) => {
        builder.add(path, id, skip)
      })
      await this.#git.stream(['ls-tree', '-r', '-z', '--full-tree', commit], parse)
      return builder.list
    })
  }

  /** Makes files readable at once that a partial clone lacks. */
  async prefetch(ids: Iterable<string>): Promise<void> {
    const missing = await this.#reader.missing([...ids])
    if (missing.length === 0 || (await this.#remote.fetch(missing, undefined))) return
    throw new ActionError(
      'git',
      `${missing.length} files that the checkout lacks cannot be fetched: ${this.#remote.problem}.`,
      'Run the job again; if this stays, use actions/checkout without `filter`.'
    )
  }

  /** The content of a file, at most `limit` bytes. Calls may overlap. */
  read({ id }: SourceFile, limit: number): Promise<FileContent> {
    return this.#reader.read(id, limit)
  }

  /** Those of `paths` that are neither a file nor a folder in `commit`. */
  async missing(commit: string, paths: ReadonlySet<string>): Promise<ReadonlySet<string>> {
    const missing = new Set(paths)
    const parse = splitRecords((path) => {
      missing.delete(path)
    })
    if (missing.size > 0) {
      await this.#git.stream(['ls-tree', '-r', '-t', '-z', '--name-only', '--full-tree', commit], parse)
    }
    return missing
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#git[Symbol.dispose]()
    await rm(dirname(this.#git.gitDir), { recursive: true, force: true, maxRetries: 3 })
  }

  /** The commits whose parents are not here. */
  async #shallow(): Promise<ReadonlySet<string>> {
    return new Set(linesOf(await readFile(join(this.#git.gitDir, 'shallow'), 'latin1').catch(emptyIfMissing)))
  }

  async #fetchHistory(commits: readonly string[], depth: number, more: readonly string[] = []): Promise<boolean> {
    const hasOwn = await this.#has(this.#ownCommit)
    // Without a depth, a complete checkout stays complete and only new commits are fetched.
    const isLimited = more.length > 0 || !hasOwn || (await this.#shallow()).size > 0
    const options = [...(isLimited ? [`--depth=${depth}`] : []), ...more]
    return this.#remote.fetch(commits, hasOwn ? this.#ownCommit : undefined, options)
  }

  /** Runs what reads trees; fetches them where the checkout has none (`filter: tree:0`) and runs it again. */
  async #withTrees<T>(commits: readonly string[], depth: number, run: () => Promise<T>): Promise<T> {
    try {
      return await run()
    } catch (error) {
      if (!(await this.#fetchHistory(commits, depth, ['--refetch']))) throw error
      return run()
    }
  }

  async #has(id: string): Promise<boolean> {
    return (await this.#reader.missing([id])).length === 0
  }

  get #reader(): ObjectReader {
    return (this.#objects ??= new ObjectReader(this.#git.start(['cat-file', '--batch-command'])))
  }
}

/** `git fetch --refetch` and `git cat-file --batch-command` came with 2.36. */
async function checkVersion(git: Git): Promise<void> {
  const answer = await git.text(['version'])
  const [, major, minor] = /(\d+)\.(\d+)/.exec(answer) ?? []
  if (Number(major) * 1000 + Number(minor) >= 2036) return
  throw new ActionError('git', `Git is too old: ${answer}.`, 'Install Git 2.36 or newer on the runner.')
}

/** A complete history has no list of commits without parents. */
function emptyIfMissing(error: unknown): string {
  if ((error as NodeJS.ErrnoException).code === 'ENOENT') return ''
  throw error
}
