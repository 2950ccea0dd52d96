import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { realpath } from 'node:fs/promises'
import { dirname, join, parse } from 'node:path'
import { promisify } from 'node:util'
import { ActionError } from '../errors.ts'
import { shortId } from '../event.ts'
import { findGitDir } from '../git/checkout.ts'
import { findGit, lastLine, withoutCredentials } from '../git/command.ts'
import { linesOf } from '../git/output.ts'
import type { Matcher } from '../git/source.ts'
import type { Address } from '../report/findings.ts'
import { addressOf, isGitLab } from './address.ts'
import { usageError, type Command } from './options.ts'

/** Milliseconds for one question. */
const TIMEOUT = 30_000
const execFileAsync = promisify(execFile)

/** What a command reads, and where its links lead. */
export interface Place extends Address {
  readonly checkout: Checkout
  /** The commit. */
  readonly head: string
  readonly remote: string | undefined
  readonly branch: string
  readonly isGitLab: boolean
}

/** The repository around the current folder. */
export async function locate(command: Command, env: NodeJS.ProcessEnv): Promise<Place> {
  const checkout = await Checkout.around(process.cwd(), env)
  const head = await checkout.head()
  const remote = await checkout.remote()
  const branch = command.branch ?? (await checkout.branch(remote))
  const address = await checkout.address(remote, command)
  return { ...address, checkout, head, remote, branch }
}

/** The repository around a folder, as its user sees it: with the user's configuration and credentials. */
class Checkout {
  /** Absolute path of Git. */
  readonly program: string
  readonly gitDir: string
  /** Absolute path. */
  readonly root: string
  readonly #env: NodeJS.ProcessEnv
  /** The variables of a job of GitLab; none elsewhere. */
  readonly #job: NodeJS.ProcessEnv

  private constructor(program: string, gitDir: string, env: NodeJS.ProcessEnv) {
    this.program = program
    this.gitDir = gitDir
    this.root = dirname(gitDir)
    // A hook of Git sets the first three.
    const none = { GIT_INDEX_FILE: undefined, GIT_DIR: undefined, GIT_WORK_TREE: undefined }
    this.#env = { ...env, ...none, GIT_TERMINAL_PROMPT: '0', GIT_OPTIONAL_LOCKS: '0', LC_ALL: 'C' }
    this.#job = env['GITLAB_CI'] === 'true' ? env : {}
  }

  /** @throws {ActionError} of kind `input` where there is no repository or no Git. */
  static async around(folder: string, env: NodeJS.ProcessEnv): Promise<Checkout> {
    const program = findGit(env)
    if (program === undefined) throw usageError('Git is not installed on this machine.', 'Install Git 2.36 or newer.')
    const here = await realpath(folder)
    const gitDir = await findGitDir(here, parse(here).root)
    if (gitDir === undefined) throw usageError(`${here} is not in a Git repository.`, 'Run this in a clone.')
    const checkout = new Checkout(program, gitDir, env)
    if ((env['CI'] ?? '') === '') await checkout.#requireOwner()
    return checkout
  }

  /** @throws {ActionError} of kind `input` where there is no commit. */
  async head(): Promise<string> {
    const head = await this.#ask('rev-parse', '--verify', '--quiet', 'HEAD^{commit}')
    if (head !== undefined) return head
    throw usageError('The repository has no commit, or Git cannot read it.', 'Commit the runbooks first.')
  }

  /** Runbooks that differ from `HEAD`; undefined where Git does not tell. */
  async uncommitted(matches: Matcher): Promise<string[] | undefined> {
    const status = await this.#ask('status', '--porcelain', '-z', '--no-renames', '--untracked-files=all')
    const paths = status?.split('\0').map((line) => line.slice(3))
    return paths?.filter((path) => path !== '' && matches(path))
  }

  async remote(): Promise<string | undefined> {
    const remotes = linesOf((await this.#ask('remote')) ?? '')
    return remotes.includes('origin') ? 'origin' : remotes[0]
  }

  /** Where links lead; without a repository where the remote does not tell. */
  async address(
    remote: string | undefined,
    { repository, serverUrl }: Pick<Command, 'repository' | 'serverUrl'>
  ): Promise<Address & { readonly isGitLab: boolean }> {
    const url = remote === undefined ? undefined : await this.#ask('remote', 'get-url', remote)
    const known = addressOf(url ?? '')
    const { GITLAB_CI, CI_PROJECT_PATH, CI_SERVER_URL } = this.#job
    const address = {
      repository: repository ?? CI_PROJECT_PATH ?? known?.repository ?? '',
      serverUrl: serverUrl ?? CI_SERVER_URL ?? known?.serverUrl ?? 'https://github.com'
    }
    const hasPipeline = !address.serverUrl.endsWith('//github.com') && existsSync(join(this.root, '.gitlab-ci.yml'))
    return { ...address, isGitLab: GITLAB_CI !== undefined || hasPipeline || isGitLab(address) }
  }

  /**
   * The default branch of the remote; without a remote, the current branch.
   *
   * @throws {ActionError} of kind `input` where neither is known.
   */
  async branch(remote: string | undefined): Promise<string> {
    const { CI_DEFAULT_BRANCH } = this.#job
    if (CI_DEFAULT_BRANCH !== undefined) return CI_DEFAULT_BRANCH
    if (remote !== undefined) {
      // Not `--short`, which is longer where a tag has the same name.
      const folder = `refs/remotes/${remote}/`
      const known = await this.#ask('symbolic-ref', `${folder}HEAD`)
      if (known?.startsWith(folder) === true) return known.slice(folder.length)
      const asked = (await this.#ask('ls-remote', '--symref', '--', remote, 'HEAD')) ?? ''
      const [, branch] = /^ref: refs\/heads\/(.+)\tHEAD$/m.exec(asked) ?? []
      if (branch !== undefined) return branch
    }
    const current = await this.#ask('symbolic-ref', 'HEAD')
    if (current !== undefined) return current.replace(/^refs\/heads\//, '')
    throw usageError('HEAD is detached, and the remote does not tell its default branch.', 'Add `--branch NAME`.')
  }

  /** @throws {ActionError} of kind `branch-moved` where the branch of the remote has another commit. */
  async requireCurrent({ head, remote, branch }: Place): Promise<void> {
    const staleError = (why: string, hint: string): ActionError =>
      new ActionError('branch-moved', why, `${hint} To send ${shortId(head)} all the same, add \`--allow-stale\`.`)
    if (remote === undefined) {
      const why = 'The repository has no remote that could tell whether HEAD is current.'
      throw staleError(why, 'Add one with `git remote add`.')
    }
    // A remote may have its URL as its name.
    const shown = withoutCredentials(remote)
    const { problem, stdout } = await this.#run(['ls-remote', '--', remote, `refs/heads/${branch}`])
    if (problem !== undefined) {
      const why = `The remote ${shown} does not tell where ${branch} is: ${problem}.`
      throw staleError(why, 'Check that `git fetch` works here.')
    }
    // A pattern of `ls-remote` also matches the end of other names: `refs/heads/a/refs/heads/main`.
    const rows = linesOf(stdout).map((line) => line.split('\t'))
    const [tip] = rows.find(([, ref]) => ref === `refs/heads/${branch}`) ?? []
    if (tip === head) return
    const place = tip === undefined ? 'does not exist' : `is at ${shortId(tip)}`
    const why = `HEAD is ${shortId(head)}, and the branch ${branch} of ${shown} ${place}.`
    throw staleError(why, 'Pull or push, and run this again; `--branch` names another branch.')
  }

  /**
   * Outside of a CI, Git decides whether the user trusts the repository, whose configuration names programs.
   *
   * @throws {ActionError} of kind `input` for the repository of somebody else.
   */
  async #requireOwner(): Promise<void> {
    // All that Git says: the name of a folder may have lines of its own.
    const { stderr } = await this.#run(['rev-parse', '--git-dir'], [])
    if (!/dubious ownership|unsafe repository/.test(stderr)) return
    throw usageError(
      `The repository ${this.root} belongs to another user.`,
      'If you trust it: `git config --global --add safe.directory` with this path.'
    )
  }

  async #ask(...args: readonly string[]): Promise<string | undefined> {
    const { problem, stdout } = await this.#run(args)
    return problem === undefined ? stdout.replace(/\n$/, '') : undefined
  }

  /** @param place named, Git opens a repository of another user, too, as jobs in containers have it. */
  async #run(
    args: readonly string[],
    place = [`--git-dir=${this.gitDir}`, `--work-tree=${this.root}`]
  ): Promise<{ readonly stdout: string; readonly stderr: string; readonly problem?: string }> {
    const options = { cwd: this.root, env: this.#env, timeout: TIMEOUT, maxBuffer: 2 ** 26, windowsHide: true }
    try {
      return await execFileAsync(this.program, [...place, ...args], options)
    } catch (error) {
      const { stderr = '', killed } = error as { readonly stderr?: string; readonly killed?: boolean }
      const reason = killed === true ? `no answer in ${TIMEOUT / 1000} s` : lastLine(stderr)
      return { stdout: '', stderr, problem: reason.replace(/\.$/, '') }
    }
  }
}
