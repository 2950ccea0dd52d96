import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { ActionError, messageOf } from '../errors.ts'
import { shortId } from '../job/event.ts'
import { count, NEW_RUN } from '../wording.ts'
import { commonFolderOf, makeBorrower, readGitFile } from './bare.ts'
import { Git } from './command.ts'
import { mergeTexts } from './merge.ts'
import { ObjectReader } from './objects.ts'
import { fetchObjects, type GitSetup } from './remote.ts'
import {
  selectionOf,
  type FileContent,
  type History,
  type ListedPath,
  type Matcher,
  type Selection,
  type Source,
  type SourceFile
} from './source.ts'

/** Commits of a history that are searched. Git reads 5,000 in less than a second. */
const MAX_COMMITS = 5000
/** Files that are asked for at a time, and held in memory. */
const BATCH = 32
/** Asks for everything: a partial clone has commits whose files it lacks. */
const NO_HAVES = ['--refetch']

/**
 * A bare repository of our own that borrows the objects of the checkout. The checkout is never written to, and nothing in
 * its configuration, hooks and attributes has an effect.
 */
export class Repository implements Source, History {
  readonly folder: string
  readonly history = this
  readonly git: Git
  fetches = 0
  readonly #setup: GitSetup
  /** Commits whose history was fetched, up to `MAX_COMMITS`: it is not fetched again. */
  readonly #histories = new Set<string>()
  /** Options of a fetch that leave out what the commit of the job has; `--refetch` if that is not here. */
  #haves: readonly string[] = NO_HAVES
  /** Why the last fetch that failed did so, as a clause. */
  #problem = ''
  #objects: ObjectReader | undefined
  /** Commits that are here: a run asks for the same ones again and again. */
  readonly #here = new Set<string>()
  /** The paths of the last two commits that were listed: a run compares the head with one before. */
  readonly #trees = new Map<string, readonly ListedPath[]>()

  private constructor(git: Git, folder: string, setup: GitSetup) {
    this.git = git
    this.folder = folder
    this.#setup = setup
  }

  /**
   * @param entry absolute path of the checkout's `.git`.
   * @throws {ActionError} of kind `git` if the checkout cannot be used.
   */
  static async open(entry: string, setup: GitSetup): Promise<Repository> {
    const { program, job, env } = setup
    const resources = new AsyncDisposableStack()
    try {
      const folder = await mkdtemp(join(job.temp, 'runbook-sync-git-'))
      const repository = resources.use(
        new Repository(new Git(program, join(folder, 'git'), env), dirname(entry), setup)
      )
      await repository.#borrow(entry)
      return repository
    } catch (error) {
      await resources.disposeAsync()
      if (error instanceof ActionError) throw error
      const hint = `Start a new run, with a new checkout, and let this user write to ${job.temp}.`
      throw new ActionError('git', `Git cannot use the checkout ${entry}: ${messageOf(error)}.`, hint, { cause: error })
    }
  }

  get isShallow(): boolean {
    return existsSync(join(this.git.gitDir, 'shallow'))
  }

  async fetchCommits(commits: readonly string[]): Promise<boolean> {
    const unknown = commits.filter((commit) => !this.#here.has(commit))
    const missing = await this.#missing(unknown)
    if (missing.length > 0 && !(await this.#fetch(missing, ['--depth=1', ...this.#haves]))) return false
    for (const commit of unknown) this.#here.add(commit)
    return true
  }

  async ensureCommits(...commits: readonly string[]): Promise<void> {
    if (!(await this.fetchCommits(commits))) throw this.#fetchError(`The commit ${commits.map(shortId).join(' or ')}`)
  }

  async parents(commit: string): Promise<readonly string[]> {
    const [header = ''] = (await this.git.text(['cat-file', 'commit', commit])).split('\n\n', 1)
    return Array.from(header.matchAll(/^parent (\w+)$/gm), ([, id = '']) => id)
  }

  async list(commit: string, matches: Matcher): Promise<Selection> {
    return selectionOf(await this.#treeOf(commit), matches)
  }

  async *contents(files: readonly SourceFile[], limit: number) {
    await this.prefetch(files.map(({ id }) => id))
    for (let start = 0; start < files.length; start += BATCH) {
      const batch = files.slice(start, start + BATCH)
      yield* await Promise.all(batch.map(async (file) => ({ file, content: await this.read(file, limit) })))
    }
  }

  async read(file: SourceFile, limit: number): Promise<FileContent> {
    this.#objects ??= new ObjectReader(this.git.start(['cat-file', '--batch']))
    const content = await this.#objects.read(file.id, limit)
    if (content !== undefined) return content
    await this.prefetch([file.id])
    return this.read(file, limit)
  }

  async prefetch(ids: readonly string[]): Promise<void> {
    const missing = await this.#missing(ids)
    if (missing.length === 0 || (await this.#fetch(missing, NO_HAVES))) return
    throw this.#fetchError(`${count(missing.length, 'file')} that the checkout lacks`)
  }

  async differences(from: string, to: string, matches: Matcher): Promise<ReadonlySet<string> | undefined> {
    if (!(await this.fetchCommits([from, to]))) return undefined
    const before = new Map((await this.#treeOf(from)).map(({ path, id }) => [path, id]))
    const changed = new Set<string>()
    for (const { path, id } of await this.#treeOf(to)) {
      if (before.get(path) !== id) changed.add(path)
      before.delete(path)
    }
    return new Set([...changed, ...before.keys()].filter(matches))
  }

  async blobsOf(commit: string, paths: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>> {
    const blobs = new Map(paths.map((path) => [path, new Set<string>()]))
    const { user } = this.#setup
    // Only our own repository may get more history: a clone of a person stays as it is.
    if (user === undefined && !this.#histories.has(commit) && this.isShallow) {
      this.#histories.add(commit)
      await this.#fetch([commit], [`--depth=${MAX_COMMITS}`, ...this.#haves])
    }
    const input = `${await this.git.text(['rev-list', `--max-count=${MAX_COMMITS}`, commit])}\n`
    // Git compares each path of a tree with each that it gets: 200 take twenty times as long as the folder of all.
    const folders = new Set(paths.flatMap((path) => /^(?!\.\.?(?:\/|$))[^/\0]+/.exec(path)?.[0] ?? []))
    const limits = Array.from(folders, (folder) => `:(literal)${folder}`)
    // `-c`: what a merge has may be in none of its parents.
    const command = ['diff-tree', '--stdin', '-r', '-c', '-z', '--raw', '--root', '--no-renames', '--no-commit-id']
    const records = await this.#readTrees([...command, '--', ...limits], commit, { input, depth: MAX_COMMITS })
    // `:<modes> <ids> <status>`, then the path.
    for (let at = 1; at < records.length; at += 2) {
      const [, id] = /([0-9a-f]{40,}) [A-CE-Z]+$/.exec(records[at - 1] ?? '') ?? []
      if (id !== undefined) blobs.get(records[at] ?? '')?.add(id)
    }
    return new Map(Array.from(blobs, ([path, ids]) => [path, [...ids]]))
  }

  async merge(ours: string, base: string, theirs: string): Promise<string | undefined> {
    return mergeTexts(this.git, dirname(this.git.gitDir), ours, base, theirs)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.git[Symbol.dispose]()
    // On Windows a virus scanner may keep a file open; the runner empties this folder after the job.
    await rm(dirname(this.git.gitDir), { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined)
  }

  /** @throws {ActionError} of kind `git` for a checkout of another repository. */
  async #borrow(entry: string): Promise<void> {
    const { sha, repository } = this.#setup.job
    const common = await commonFolderOf(entry)
    await makeBorrower(this.git.gitDir, common, sha)
    if ((await this.#missing([sha])).length === 0) {
      this.#here.add(sha)
      this.#haves = [`--negotiation-tip=${sha}`]
      return
    }
    const config = (await readGitFile(join(common, 'config'))) ?? ''
    const origin = /^\[remote "origin"\][^[]*?\burl *= *\S*[/:]([\w.-]+\/[\w.-]+?)(?:\.git)?\/?$/m.exec(config)?.[1]
    if (origin === undefined || origin.toLowerCase() === repository.toLowerCase()) return
    throw new ActionError(
      'git',
      `The checkout in ${this.folder} is of ${origin}; this workflow runs in ${repository}.`,
      `Check out ${repository} (leave out \`repository\` of actions/checkout), or name its folder with \`root\`; or run ` +
        `the workflow in ${origin}.`
    )
  }

  async #treeOf(commit: string): Promise<readonly ListedPath[]> {
    const known = this.#trees.get(commit)
    if (known !== undefined) return known
    const records = await this.#readTrees(['ls-tree', '-r', '-z', '--full-tree', commit], commit, { depth: 1 })
    const listed = records.map(parseListed)
    for (const older of [...this.#trees.keys()].slice(0, -1)) this.#trees.delete(older)
    this.#trees.set(commit, listed)
    return listed
  }

  /** Runs a command that reads trees. They are fetched if the checkout has none (`filter: tree:0`). */
  async #readTrees(
    command: readonly string[],
    commit: string,
    { input = '', depth }: { readonly input?: string; readonly depth: number }
  ): Promise<readonly string[]> {
    try {
      return await this.git.records(command, { input })
    } catch (error) {
      if (!(await this.#fetch([commit], [`--depth=${depth}`, ...NO_HAVES]))) throw error
      return this.git.records(command, { input })
    }
  }

  async #fetch(ids: readonly string[], options: readonly string[]): Promise<boolean> {
    this.fetches++
    const problem = await fetchObjects(this.git, this.#setup, ids, options)
    this.#problem = problem ?? this.#problem
    return problem === undefined
  }

  #fetchError(what: string): ActionError {
    const hint = `Check that this machine reaches the repository (\`permissions: contents: read\` in a job), and start ${NEW_RUN}.`
    return new ActionError('git', `${what} cannot be fetched: ${this.#problem}.`, hint)
  }

  async #missing(ids: readonly string[]): Promise<string[]> {
    if (ids.length === 0) return []
    const input = Array.from(new Set(ids), (id) => `${id}\n`).join('')
    const answers = await this.git.text(['cat-file', '--batch-check=%(objectname)'], { input })
    return Array.from(answers.matchAll(/^(\w+) missing$/gm), ([, id = '']) => id)
  }
}

/** A record of `git ls-tree -r -z`: `<mode> <type> <id>TAB<path>`. */
function parseListed(record: string): ListedPath {
  const tab = record.indexOf('\t')
  const [mode = '', , id = ''] = record.slice(0, tab).split(' ')
  const path = record.slice(tab + 1)
  return { path, id, skip: SKIPPED_MODES[mode] ?? (path.includes('\ufffd') ? 'not UTF-8' : undefined) }
}

const SKIPPED_MODES: Readonly<Record<string, ListedPath['skip']>> = { 120000: 'symlink', 160000: 'submodule' }
