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
import { misused, type Command } from './options.ts'

/** Milliseconds for one question. */
const TIMEOUT = 30_000
const execFileAsync = promisify(execFile)

export const NAME_IT = 'Add `--repository OWNER/NAME`, and `--server-url URL` where it is not on github.com.'

/** What a command reads, and where its links lead. */
export interface Place extends Address {
  readonly checkout: Checkout
  /** The commit. */
  readonly head: string
  readonly remote: string | undefined
  readonly branch: string
  readonly isGitLab: boolean
}

/**
 * The repository around the current folder.
 *
 * @throws {ActionError} of kind `input` where it does not tell what the command needs.
 */
export async function locate(command: Command, env: NodeJS.ProcessEnv): Promise<Place> {
  const checkout = await Checkout.around(process.cwd(), env)
  const head = await checkout.head()
  const remote = await checkout.remote()
  const branch = command.branch ?? (await checkout.branch(remote))
  const address = await checkout.address(remote, command)
  const { links, nameTemplate, sourceLink } = command.inputs
  const needsAddress =
    sourceLink || nameTemplate.includes('{repository}') || (command.name === 'sync' && links === 'absolute')
  if (address === undefined && needsAddress) {
    throw misused(
      'The remote does not tell the address of the repository, which absolute links need.',
      `${NAME_IT} \`--links keep\` sends links as they are.`
    )
  }
  return { repository: '', serverUrl: '', isGitLab: false, ...address, checkout, head, remote, branch }
}

/** The repository around a folder, as its user sees it: with the user's configuration and credentials. */
export class Checkout {
  /** Absolute path of Git. */
  readonly program: string
  readonly gitDir: string
  /** Absolute path. */
  readonly root: string
  readonly #env: NodeJS.ProcessEnv

  private constructor(program: string, gitDir: string, env: NodeJS.ProcessEnv) {
    this.program = program
    this.gitDir = gitDir
    this.root = dirname(gitDir)
    // A hook of Git sets the index.
    this.#env = { ...env, GIT_INDEX_FILE: undefined, GIT_TERMINAL_PROMPT: '0', GIT_OPTIONAL_LOCKS: '0', LC_ALL: 'C' }
  }

  /** @throws {ActionError} of kind `input` where there is no repository or no Git. */
  static async around(folder: string, env: NodeJS.ProcessEnv): Promise<Checkout> {
    const program = findGit(env)
    if (program === undefined) throw misused('Git is not installed on this machine.', 'Install Git 2.36 or newer.')
    const here = await realpath(folder)
    const gitDir = await findGitDir(here, parse(here).root)
    if (gitDir === undefined) throw misused(`${here} is not in a Git repository.`, 'Run this in a clone.')
    const checkout = new Checkout(program, gitDir, env)
    if ((env['CI'] ?? '') === '') await checkout.#requireOwner()
    return checkout
  }

  /** @throws {ActionError} of kind `input` where there is no commit. */
  async head(): Promise<string> {
    const head = await this.#ask('rev-parse', '--verify', '--quiet', 'HEAD^{commit}')
    if (head !== undefined) return head
    throw misused('The repository has no commit, or Git cannot read it.', 'Commit the runbooks first.')
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

  /** Where links lead; undefined without a remote that tells. */
  async address(
    remote: string | undefined,
    { repository, serverUrl }: Pick<Command, 'repository' | 'serverUrl'>
  ): Promise<(Address & { readonly isGitLab: boolean }) | undefined> {
    const isJob = this.#env['GITLAB_CI'] === 'true'
    const url = remote === undefined ? undefined : await this.#ask('remote', 'get-url', remote)
    const { CI_PROJECT_PATH, CI_SERVER_URL } = isJob ? this.#env : {}
    const known = addressOf(url ?? '')
    const name = repository ?? CI_PROJECT_PATH ?? known?.repository
    if (name === undefined) return undefined
    const server = serverUrl ?? CI_SERVER_URL ?? known?.serverUrl ?? 'https://github.com'
    const address = { repository: name, serverUrl: server }
    const hasPipeline = !address.serverUrl.endsWith('//github.com') && existsSync(join(this.root, '.gitlab-ci.yml'))
    return { ...address, isGitLab: isJob || hasPipeline || isGitLab(address) }
  }

  /**
   * The default branch of the remote; without a remote, the current branch.
   *
   * @throws {ActionError} of kind `input` where neither is known.
   */
  async branch(remote: string | undefined): Promise<string> {
    const ofJob = this.#env['GITLAB_CI'] === 'true' ? this.#env['CI_DEFAULT_BRANCH'] : undefined
    if (ofJob !== undefined) return ofJob
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
    throw misused('HEAD is detached, and the remote does not tell its default branch.', 'Add `--branch NAME`.')
  }

  /** @throws {ActionError} of kind `branch-moved` where the branch of the remote has another commit. */
  async requireCurrent(head: string, remote: string | undefined, branch: string): Promise<void> {
    const stale = (why: string, hint: string): ActionError =>
      new ActionError('branch-moved', why, `${hint} To send ${shortId(head)} all the same, add \`--allow-stale\`.`)
    if (remote === undefined) {
      throw stale(
        'The repository has no remote that could tell whether HEAD is current.',
        'Add one with `git remote add`.'
      )
    }
    // A remote may have its URL as its name.
    const shown = withoutCredentials(remote)
    const { problem, stdout } = await this.#run(['ls-remote', '--', remote, `refs/heads/${branch}`])
    if (problem !== undefined) {
      throw stale(
        `The remote ${shown} does not tell where ${branch} is: ${problem}.`,
        'Check that `git fetch` works here.'
      )
    }
    // A pattern of `ls-remote` also matches the end of other names: `refs/heads/a/refs/heads/main`.
    const rows = linesOf(stdout).map((line) => line.split('\t'))
    const tip = rows.find(([, ref]) => ref === `refs/heads/${branch}`)?.[0] ?? ''
    if (tip === '') throw stale(`The remote ${shown} has no branch ${branch}.`, 'Name the branch with `--branch`.')
    if (tip === head) return
    throw stale(
      `HEAD is ${shortId(head)}, and the branch ${branch} of ${shown} is at ${shortId(tip)}.`,
      'Pull or push, and run this again.'
    )
  }

  /**
   * Outside of a CI, Git decides whether the user trusts the repository, whose configuration names programs.
   *
   * @throws {ActionError} of kind `input` for the repository of somebody else.
   */
  async #requireOwner(): Promise<void> {
    const env = { ...this.#env, GIT_DIR: undefined, GIT_WORK_TREE: undefined }
    const options = { cwd: this.root, env, timeout: TIMEOUT, windowsHide: true }
    const stderr = await execFileAsync(this.program, ['rev-parse', '--git-dir'], options).then(
      () => '',
      (error: unknown) => (error as { readonly stderr?: string }).stderr ?? ''
    )
    if (!/dubious ownership|unsafe repository/.test(stderr)) return
    throw misused(
      `The repository ${this.root} belongs to another user.`,
      'If you trust it: `git config --global --add safe.directory` with this path.'
    )
  }

  async #ask(...args: readonly string[]): Promise<string | undefined> {
    const { problem, stdout } = await this.#run(args)
    return problem === undefined ? stdout.replace(/\n$/, '') : undefined
  }

  async #run(args: readonly string[]): Promise<{ readonly problem: string | undefined; readonly stdout: string }> {
    // Named, Git opens a repository of another user, too, as jobs in containers have it.
    const place = [`--git-dir=${this.gitDir}`, `--work-tree=${this.root}`]
    const options = { cwd: this.root, env: this.#env, timeout: TIMEOUT, maxBuffer: 2 ** 26, windowsHide: true }
    try {
      const { stdout } = await execFileAsync(this.program, [...place, ...args], options)
      return { problem: undefined, stdout }
    } catch (error) {
      const { stderr = '', killed } = error as { readonly stderr?: string; readonly killed?: boolean }
      const reason = killed === true ? `no answer in ${TIMEOUT / 1000} s` : lastLine(stderr)
      return { problem: reason.replace(/\.$/, ''), stdout: '' }
    }
  }
}
