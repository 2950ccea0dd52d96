import { lstatSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { ActionError, messageOf } from '../errors.ts'
import { COMMIT, shortId } from '../job/event.ts'
import { Git, gitError } from './command.ts'
import { ObjectReader } from './objects.ts'
import { linesOf, parseDifferences, parseTree, splitRecords } from './output.ts'
import { fetchObjects, type GitSetup } from './remote.ts'
import { Selection, type FileContent, type Matcher, type SourceFile } from './source.ts'
import { count, term } from '../wording.ts'

/**
 * A bare repository of our own that borrows the objects of the checkout. The checkout is never written to, and nothing in
 * its configuration, hooks and attributes has an effect.
 */
export class Repository implements AsyncDisposable {
  /** Absolute path of the checkout. */
  readonly folder: string
  /** Why the last fetch that failed did so. */
  problem = ''
  readonly #git: Git
  readonly #setup: GitSetup
  #objects: ObjectReader | undefined

  private constructor(git: Git, folder: string, setup: GitSetup) {
    this.#git = git
    this.folder = folder
    this.#setup = setup
  }

  /**
   * @param gitDir absolute path of the checkout's `.git`.
   * @throws {ActionError} of kind `git` where the checkout cannot be used.
   */
  static async open(gitDir: string, setup: GitSetup): Promise<Repository> {
    const { program, job, env } = setup
    const checkout = new Git(program, gitDir, env)
    const folder = await mkdtemp(join(job.temp, 'runbook-sync-git-')).catch((error: unknown) => {
      throw new ActionError(
        'files',
        `No folder can be made in the folder for temporary files (${job.temp}): ${messageOf(error)}.`,
        'Let this user write there, and make sure that the disk is not full.',
        { cause: error }
      )
    })
    const repository = new Repository(new Git(program, join(folder, 'git'), env), dirname(gitDir), setup)
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
    const stats = lstatSync(shallow, { throwIfNoEntry: false })
    // A complete history has no list of commits without parents.
    if (stats === undefined) return
    // A pipe would never end, and Git prints a line that is no commit, of any file that a link leads to.
    const commits = stats.isFile() ? await readFile(shallow, 'latin1') : '?'
    if (!linesOf(commits).every((line) => COMMIT.test(line)))
      throw gitError(['rev-parse'], 'the list of commits without parents is damaged')
    await writeFile(join(gitDir, 'shallow'), commits)
  }

  /** Whether commits are here, or could be fetched: all of them, or none. */
  async hasCommits(commits: readonly string[]): Promise<boolean> {
    const missing = await this.#reader.missing([...new Set(commits)])
    return missing.length === 0 || this.#fetchCommits(missing)
  }

  /**
   * Makes commits readable.
   *
   * @throws {ActionError} of kind `git` where they cannot be fetched.
   */
  async ensureCommits(...commits: readonly string[]): Promise<void> {
    if (await this.hasCommits(commits)) return
    throw new ActionError(
      'git',
      `The commit ${commits.map(shortId).join(' or ')} cannot be fetched: ${this.problem}.`,
      term('fetch')
    )
  }

  /** The full id of the commit that an id of a tag or commit means. */
  async peel(id: string): Promise<string> {
    return this.#git.text(['rev-parse', '--verify', '--end-of-options', `${id}^{commit}`])
  }

  /** The parents of a commit, even if a shallow history hides them. */
  async parents(commit: string): Promise<readonly string[]> {
    const [header = ''] = (await this.#git.text(['cat-file', 'commit', commit])).split('\n\n', 1)
    return Array.from(header.matchAll(/^parent (\w+)$/gm), ([, id = '']) => id)
  }

  /** The commit's date: `2026-11-20`. */
  async dateOf(commit: string): Promise<string> {
    return this.#git.text(['rev-list', '--no-walk', '--no-commit-header', '--format=%cs', commit])
  }

  /**
   * By path, the object ids that the selected files have in `commits` where `tip` has something else; none where a file is
   * new in `tip`. Undefined where one of the commits cannot be had.
   */
  async earlierIds(
    tip: string,
    commits: readonly string[],
    matches: Matcher
  ): Promise<Map<string, Set<string>> | undefined> {
    if (!(await this.hasCommits([tip, ...commits]))) return undefined
    return this.#withTrees([tip, ...commits], async () => {
      const found = new Map<string, Set<string>>()
      const parse = parseDifferences((path, before) => {
        if (!matches(path)) return
        const known = found.get(path) ?? new Set()
        found.set(path, known)
        if (before !== undefined) known.add(before)
      })
      const input = commits.map((commit) => `${tip} ${commit}\n`).join('')
      const command = ['diff-tree', '-r', '-z', '--raw', '--no-renames', '--stdin', '--no-commit-id']
      await this.#git.stream(command, parse, input)
      return found
    })
  }

  /** The regular files of a commit that the patterns select. */
  async list(commit: string, matches: Matcher): Promise<Selection> {
    return this.#withTrees([commit], async () => {
      const selection = new Selection(matches)
      await this.#git.stream(['ls-tree', '-r', '-z', '--full-tree', commit], parseTree(selection))
      return selection
    })
  }

  /** The object ids that a path had in the history of a commit, as far as it is here, the newest first. */
  async versions(commit: string, path: string, most: number): Promise<readonly string[]> {
    const ids = new Set<string>()
    const parse = parseDifferences((_, before) => {
      if (before !== undefined) ids.add(before)
    })
    const command = ['log', '--format=', '--raw', '-z', '--no-renames', '--no-abbrev', `--max-count=${most}`, commit]
    await this.#git.stream([...command, '--', `:(literal)${path}`], parse)
    return [...ids]
  }

  /**
   * Merges two changes of a text, line by line.
   *
   * @returns undefined where they conflict.
   */
  async merge(ours: string, base: string, theirs: string): Promise<string | undefined> {
    const files: string[] = []
    for (const text of [ours, base, theirs]) {
      const file = join(dirname(this.#git.gitDir), `merge-${files.length}`)
      // Git takes the last lines of two texts for different ones where one has no line break.
      await writeFile(file, text.endsWith('\n') || text === '' ? text : `${text}\n`)
      files.push(file)
    }
    const { code, stdout, stderr } = await this.#git.run(['merge-file', '-p', '--quiet', ...files])
    if (code > 127) throw gitError(['merge-file'], stderr)
    return code === 0 ? stdout : undefined
  }

  /** Makes files readable at once that a partial clone lacks. */
  async prefetch(ids: Iterable<string>): Promise<void> {
    const missing = await this.#reader.missing([...ids])
    if (missing.length === 0 || (await this.#fetch(missing))) return
    const what = `${count(missing.length, 'file')} that the checkout lacks`
    throw new ActionError('git', `${what} cannot be fetched: ${this.problem.replace(/\.$/, '')}.`, term('fetch'))
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
    // On Windows a virus scanner may keep a file open; the runner empties this folder after the job.
    await rm(dirname(this.#git.gitDir), { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined)
  }

  /** Without history: two commits are compared without those between them. */
  async #fetchCommits(commits: readonly string[], more: readonly string[] = []): Promise<boolean> {
    const { sha } = this.#setup.job
    return this.#fetch(commits, (await this.#has(sha)) ? sha : undefined, ['--depth=1', ...more])
  }

  async #fetch(ids: readonly string[], known?: string, options: readonly string[] = []): Promise<boolean> {
    const problem = await fetchObjects(this.#git, this.#setup, ids, known, options)
    if (problem !== undefined) this.problem = problem
    return problem === undefined
  }

  /** Runs what reads trees; fetches them where the checkout has none (`filter: tree:0`) and runs it again. */
  async #withTrees<T>(commits: readonly string[], run: () => Promise<T>): Promise<T> {
    try {
      return await run()
    } catch (error) {
      if (!(await this.#fetchCommits(commits, ['--refetch']))) throw error
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

/** @throws {ActionError} of kind `git` for a checkout whose configuration names another repository than `owner/name`. */
async function checkOrigin(git: Git, repository: string): Promise<void> {
  const { stdout } = await git.run(['config', '--get', 'remote.origin.url'])
  const origin = /[/:]([\w.-]+\/[\w.-]+?)(?:\.git)?\/?$/.exec(stdout.trim())?.[1]
  if (origin === undefined || origin.toLowerCase() === repository.toLowerCase()) return
  throw new ActionError(
    'git',
    `The checkout in ${dirname(git.gitDir)} is of ${origin}; this workflow runs in ${repository}.`,
    `Check out ${repository} (leave out \`repository\` of actions/checkout), or name its folder with \`root\`; or run the ` +
      `workflow in ${origin}.`
  )
}

/** `git fetch --refetch` and `git cat-file --batch-command` came with 2.36. */
async function checkVersion(git: Git): Promise<void> {
  const answer = await git.text(['version'])
  const [, major, minor] = /(\d+)\.(\d+)/.exec(answer) ?? []
  if (Number(major) * 1000 + Number(minor) >= 2036) return
  throw new ActionError('git', `Git is too old: ${answer}.`, `Install Git 2.36 or newer on ${term('machine')}.`)
}
