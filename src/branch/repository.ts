import { mkdtemp, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { ActionError, messageOf } from '../errors.ts'
import { shortId } from '../job/event.ts'
import { count } from '../wording.ts'
import { commonFolderOf, makeBorrower, readGitFile } from './bare.ts'
import { Git, gitError } from './command.ts'
import { mergeTexts } from './merge.ts'
import { ObjectReader, type ObjectInfo } from './objects.ts'
import { linesOf, parseChanged, parseListed, type ListedPath } from './output.ts'
import { fetchObjects, type GitSetup } from './remote.ts'
import {
  Selection,
  withFolders,
  type FileContent,
  type History,
  type Matcher,
  type MergedPart,
  type ReadFile,
  type Source,
  type SourceFile
} from './source.ts'

const FETCH =
  'Check that this machine reaches the repository (`permissions: contents: read` in a job), and start a new run: Run workflow, or push.'

/** Commits of a history that are looked at. Git reads 5,000 in less than a second. */
const MAX_COMMITS = 5000
/** Contents of one file that are found in a history. */
const MAX_VERSIONS = 100
/** Bytes of files that are asked for at a time, and held in memory, beside one more file. */
const MAX_BATCH = 1024 * 1024

const DIFFERENCES = ['diff-tree', '-r', '-z', '--raw', '--no-renames']

/**
 * A bare repository of our own that borrows the objects of the checkout. The checkout is never written to, and nothing in
 * its configuration, hooks and attributes has an effect.
 */
export class Repository implements Source, History {
  readonly folder: string
  readonly history = this
  readonly git: Git
  readonly #setup: GitSetup
  /** Why the last fetch that failed did so, as a clause. */
  #problem = ''
  #objects: ObjectReader | undefined
  #fetching: Promise<string | undefined> = Promise.resolve(undefined)
  /** What the commit has that was listed last. */
  #tree: { readonly commit: string; readonly listed: readonly ListedPath[] } | undefined

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
    const folder = await mkdtemp(join(job.temp, 'runbook-sync-git-')).catch((error: unknown) => {
      throw new ActionError(
        'files',
        `No folder can be made in the folder for temporary files (${job.temp}): ${messageOf(error)}.`,
        'Let this user write there, and make sure that the disk is not full.',
        { cause: error }
      )
    })
    const git = new Git(program, join(folder, 'git'), env)
    const repository = new Repository(git, dirname(entry), setup)
    try {
      const common = await commonFolderOf(entry)
      await makeBorrower(git.gitDir, common, job.sha)
      // A checkout that lacks the commit of the job may be of another repository.
      if (!(await repository.#has(job.sha))) await checkOrigin(git, common, repository.folder, job.repository)
      return repository
    } catch (error) {
      await checkVersion(git).finally(() => repository[Symbol.asyncDispose]())
      throw error
    }
  }

  async hasCommits(commits: readonly string[]): Promise<boolean> {
    const missing = await this.#missing([...new Set(commits)])
    return missing.length === 0 || this.#fetchCommits(missing)
  }

  async ensureCommits(...commits: readonly string[]): Promise<void> {
    if (await this.hasCommits(commits)) return
    const message = `The commit ${commits.map(shortId).join(' or ')} cannot be fetched: ${this.#problem}.`
    throw new ActionError('git', message, FETCH)
  }

  async peel(id: string): Promise<string> {
    const [commit] = await this.#reader.info([`${id}^{commit}`])
    if (commit === undefined) throw gitError(['cat-file'], `${id} is no commit`)
    return commit.id
  }

  async parents(commit: string): Promise<readonly string[]> {
    return (await this.#headerOf(commit)).flatMap((line) => /^parent (\w+)$/.exec(line)?.[1] ?? [])
  }

  async list(commit: string, matches: Matcher): Promise<Selection> {
    const selection = new Selection(matches)
    for (const { path, id, skip } of await this.#treeOf(commit)) selection.add(path, id, skip)
    return selection
  }

  async missing(commit: string, paths: ReadonlySet<string>): Promise<ReadonlySet<string>> {
    if (paths.size === 0) return new Set()
    // `git cat-file` answers 20,000 such questions in a second, and ends at some paths that people write.
    const listed = await this.#treeOf(commit)
    return new Set(paths).difference(withFolders(listed.map(({ path }) => path)))
  }

  async *contents(files: readonly SourceFile[], limit: number): AsyncGenerator<ReadFile> {
    const found = await this.#present(files.map(({ id }) => id))
    for (let start = 0, end = 0; start < files.length; start = end) {
      for (let bytes = 0; end < files.length && bytes < MAX_BATCH; end++) bytes += found[end]?.size ?? 0
      const small = found.slice(start, end).filter(({ size }) => size <= limit)
      const read = await this.#reader.contents(small.map(({ id }) => id))
      for (const [at, file] of files.slice(start, end).entries()) {
        const { size = 0 } = found[start + at] ?? {}
        const bytes = size <= limit ? read.shift() : undefined
        yield { file, content: bytes === undefined ? { kind: 'too-large', size } : { kind: 'bytes', bytes } }
      }
    }
  }

  async read(file: SourceFile, limit: number): Promise<FileContent> {
    for await (const { content } of this.contents([file], limit)) return content
    throw gitError(['cat-file'], `${file.path} has no content`)
  }

  async prefetch(ids: readonly string[]): Promise<void> {
    await this.#present(ids)
  }

  async differences(from: string, to: string, matches: Matcher): Promise<ReadonlySet<string> | undefined> {
    if (!(await this.hasCommits([from, to]))) return undefined
    return this.#withTrees([from, to], async () => {
      const changed = new Set<string>()
      for await (const { path, before, after } of parseChanged(this.git.records([...DIFFERENCES, from, to]))) {
        // A mode may have changed alone.
        if (before !== after && matches(path)) changed.add(path)
      }
      return changed
    })
  }

  async blobsOf(commit: string, paths: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>> {
    if (paths.length === 0) return new Map()
    const input = (await this.#ancestorsOf(commit)).map((id) => `${id}\n`).join('')
    // Git compares each path of a tree with each that it gets: 200 take twenty times as long as the folder of all.
    const folder = commonFolder(paths)
    const limits = folder === '' ? [] : ['--', `:(literal)${folder}`]
    // `-m`: what a merge has may be in none of its parents.
    const command = [...DIFFERENCES, '--stdin', '-m', '--root', '--no-commit-id', ...limits]
    const read = async (): Promise<ReadonlyMap<string, readonly string[]>> => {
      const blobs = new Map(paths.map((path) => [path, new Set<string>()]))
      for await (const { path, before, after } of parseChanged(this.git.records(command, { input }))) {
        const ids = blobs.get(path)
        for (const id of [after, before]) if (id !== undefined && ids && ids.size < MAX_VERSIONS) ids.add(id)
      }
      return new Map(Array.from(blobs, ([path, ids]) => [path, [...ids]]))
    }
    return this.#withTrees([commit], read, MAX_COMMITS)
  }

  async merge(ours: string, base: string, theirs: string): Promise<readonly MergedPart[]> {
    return mergeTexts(this.git, dirname(this.git.gitDir), ours, base, theirs)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.git[Symbol.dispose]()
    // On Windows a virus scanner may keep a file open; the runner empties this folder after the job.
    await rm(dirname(this.git.gitDir), { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined)
  }

  /** All paths of a commit. A run asks several times, and nearly always for one commit. */
  async #treeOf(commit: string): Promise<readonly ListedPath[]> {
    if (this.#tree?.commit === commit) return this.#tree.listed
    return this.#withTrees([commit], async () => {
      const listed: ListedPath[] = []
      const records = this.git.records(['ls-tree', '-r', '-z', '--full-tree', commit])
      for await (const record of records) listed.push(parseListed(record))
      this.#tree = { commit, listed }
      return listed
    })
  }

  /** A commit and its ancestors, the newest first. */
  async #ancestorsOf(commit: string): Promise<readonly string[]> {
    const walk = async (): Promise<string[]> =>
      linesOf(await this.git.text(['rev-list', `--max-count=${MAX_COMMITS}`, commit]))
    const ids = await walk()
    const shallow = linesOf((await readGitFile(join(this.git.gitDir, 'shallow'))) ?? '')
    const isCut = !new Set(shallow).isDisjointFrom(new Set(ids))
    // Only our own repository may get more history: a clone of a person stays as it is.
    const isOurs = this.#setup.user === undefined
    return isCut && isOurs && (await this.#fetchCommits([commit], { depth: MAX_COMMITS })) ? walk() : ids
  }

  /** The header of a commit that is here, in lines. */
  async #headerOf(commit: string): Promise<readonly string[]> {
    const [content] = await this.#reader.contents([commit])
    return content?.toString().split('\n\n', 1)[0]?.split('\n') ?? []
  }

  /** What files are, in their order. Those that a partial clone lacks are fetched. */
  async #present(ids: readonly string[], isFetched = false): Promise<readonly ObjectInfo[]> {
    const found = await this.#reader.info(ids)
    const missing = new Set(ids.filter((_, at) => found[at] === undefined))
    if (missing.size === 0) {
      const blobs = found.filter((object): object is ObjectInfo => object?.type === 'blob')
      if (blobs.length === ids.length) return blobs
      throw gitError(['cat-file'], 'what a tree calls a file is something else')
    }
    if (!isFetched && (await this.#fetch([...missing]))) return this.#present(ids, true)
    const what = `${count(missing.size, 'file')} that the checkout lacks`
    throw new ActionError('git', `${what} cannot be fetched: ${this.#problem.replace(/\.$/, '')}.`, FETCH)
  }

  /** Without history: two commits are compared without those between them. */
  async #fetchCommits(commits: readonly string[], { depth = 1, refetch = false } = {}): Promise<boolean> {
    const { sha } = this.#setup.job
    const known = (await this.#has(sha)) ? sha : undefined
    return this.#fetch(commits, known, [`--depth=${depth}`, ...(refetch ? ['--refetch'] : [])])
  }

  async #fetch(ids: readonly string[], known?: string, options: readonly string[] = []): Promise<boolean> {
    // One after the other: each locks files of the repository.
    this.#fetching = this.#fetching.then(() => fetchObjects(this.git, this.#setup, ids, known, options))
    const problem = await this.#fetching
    if (problem !== undefined) this.#problem = problem
    return problem === undefined
  }

  /** Runs what reads trees; fetches them if the checkout has none (`filter: tree:0`), and runs it again. */
  async #withTrees<T>(commits: readonly string[], run: () => Promise<T>, depth = 1): Promise<T> {
    try {
      return await run()
    } catch (error) {
      if (!(await this.#fetchCommits(commits, { depth, refetch: true }))) throw error
      return run()
    }
  }

  async #has(id: string): Promise<boolean> {
    return (await this.#missing([id])).length === 0
  }

  async #missing(ids: readonly string[]): Promise<string[]> {
    const found = await this.#reader.info(ids)
    return ids.filter((_, at) => found[at] === undefined)
  }

  get #reader(): ObjectReader {
    return (this.#objects ??= new ObjectReader(this.git.start(['cat-file', '--batch-command'])))
  }
}

/** The folder of all paths, or the path itself if there is one; empty for the root. */
function commonFolder([first = '', ...others]: readonly string[]): string {
  return others.reduce((folder, path) => {
    const parts = path.split('/')
    const differs = folder.split('/').findIndex((part, at) => part !== parts[at])
    return differs === -1 ? folder : parts.slice(0, differs).join('/')
  }, first)
}

/** @throws {ActionError} of kind `git` for a checkout whose configuration names another repository than `owner/name`. */
async function checkOrigin(git: Git, common: string, folder: string, repository: string): Promise<void> {
  const { stdout } = await git.run(['config', '--file', join(common, 'config'), '--get', 'remote.origin.url'])
  const origin = /[/:]([\w.-]+\/[\w.-]+?)(?:\.git)?\/?$/.exec(stdout.trim())?.[1]
  if (origin === undefined || origin.toLowerCase() === repository.toLowerCase()) return
  throw new ActionError(
    'git',
    `The checkout in ${folder} is of ${origin}; this workflow runs in ${repository}.`,
    `Check out ${repository} (leave out \`repository\` of actions/checkout), or name its folder with \`root\`; or run the ` +
      `workflow in ${origin}.`
  )
}

/** `git fetch --refetch` and `git cat-file --batch-command` came with 2.36. */
async function checkVersion(git: Git): Promise<void> {
  const answer = await git.text(['version'])
  const [, major, minor] = /(\d+)\.(\d+)/.exec(answer) ?? []
  if (Number(major) * 1000 + Number(minor) >= 2036) return
  throw new ActionError('git', `Git is too old: ${answer}.`, 'Install Git 2.36 or newer on this machine.')
}
