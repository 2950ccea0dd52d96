import { realpath } from 'node:fs/promises'
import { dirname, parse } from 'node:path'
import { findGitDir } from '../branch/checkout.ts'
import { Git, lastLine } from '../branch/command.ts'
import { usageError } from './command-line.ts'

/** Milliseconds for one question. */
const TIMEOUT = 30_000

/** The repository around a folder, as its user sees it: with the user's configuration and credentials. */
export class Clone {
  /** Absolute path. */
  readonly root: string
  /** Absolute path of Git. */
  readonly program: string
  readonly git: Git
  readonly #unnamed: Git

  private constructor(program: string, gitDir: string, env: NodeJS.ProcessEnv) {
    this.root = dirname(gitDir)
    this.program = program
    // Named, Git also opens the repository of another user, as jobs in containers have it.
    this.git = new Git(program, gitDir, env, ['-C', this.root, `--git-dir=${gitDir}`, '--work-tree=.'])
    this.#unnamed = new Git(program, gitDir, env, ['-C', this.root])
  }

  /** Looks for the repository around a folder. @param program absolute path of Git. */
  static async find(program: string, folder: string, env: NodeJS.ProcessEnv): Promise<Clone> {
    const place = await realpath(folder)
    const gitDir = await findGitDir(place, parse(place).root)
    if (gitDir !== undefined) return new Clone(program, gitDir, env)
    throw usageError(`${place} is not in the work tree of a Git repository.`, 'Run this in a clone.')
  }

  /** False if the repository belongs to another user, because Git lets its configuration start programs. */
  async isTrusted(): Promise<boolean> {
    const { stderr } = await this.#unnamed.run(['rev-parse', '--git-dir'])
    return !/dubious ownership|unsafe repository/.test(stderr)
  }

  /** The full id of what a name means; undefined if Git does not know it. */
  async commit(name: string): Promise<string | undefined> {
    return this.ask('rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`)
  }

  /** `origin`, or else the first one. */
  async remote(): Promise<string | undefined> {
    const remotes = (await this.ask('remote')) ?? ''
    return /^origin$/m.test(remotes) ? 'origin' : /^.+$/m.exec(remotes)?.[0]
  }

  /** The default branch of a remote; without a remote, the current one. Undefined if neither is known. */
  async branch(remote: string | undefined): Promise<string | undefined> {
    if (remote !== undefined) {
      // Not `--short`, which is longer if a tag has the same name.
      const folder = `refs/remotes/${remote}/`
      const known = await this.ask('symbolic-ref', `${folder}HEAD`)
      if (known?.startsWith(folder) === true) return known.slice(folder.length)
      // HEAD may be on any branch, and its name says nothing about the default one.
      const asked = (await this.ask('ls-remote', '--symref', '--', remote, 'HEAD')) ?? ''
      const [, branch] = /^ref: refs\/heads\/(.+)\tHEAD$/m.exec(asked) ?? []
      if (branch !== undefined) return branch
    }
    return (await this.ask('symbolic-ref', 'HEAD'))?.replace(/^refs\/heads\//, '')
  }

  /** Where a branch of a remote is, undefined if there is none; or why the remote does not say. */
  async tip(remote: string, branch: string): Promise<{ readonly tip?: string | undefined; readonly problem?: string }> {
    const { problem, commits } = await this.#commitsOf(remote, [`refs/heads/${branch}`])
    return problem === undefined ? { tip: commits[0] } : { problem }
  }

  /** True if a remote has no branch or tag of this name; false also if it does not say. */
  async isGone(remote: string, name: string): Promise<boolean> {
    const { problem, commits } = await this.#commitsOf(remote, [`refs/heads/${name}`, `refs/tags/${name}`])
    return problem === undefined && commits.length === 0
  }

  async #commitsOf(remote: string, refs: readonly string[]) {
    const { problem, stdout } = await this.#run(['ls-remote', '--', remote, ...refs])
    const rows = stdout.split('\n').map((line) => line.split('\t'))
    // A pattern of `ls-remote` also matches the end of other names: `refs/heads/a/refs/heads/main`.
    return { problem, commits: rows.flatMap(([commit = '', ref = '']) => (refs.includes(ref) ? [commit] : [])) }
  }

  /** The output of a command; undefined if it fails. */
  async ask(...args: readonly string[]): Promise<string | undefined> {
    const { problem, stdout } = await this.#run(args)
    return problem === undefined ? stdout.replace(/\n$/, '') : undefined
  }

  async #run(args: readonly string[]): Promise<{ readonly stdout: string; readonly problem?: string }> {
    const late = { code: 1, stdout: '', stderr: `no answer in ${TIMEOUT / 1000} s` }
    const { code, stdout, stderr } = await this.git.run(args, { timeout: TIMEOUT }).catch(() => late)
    return code === 0 ? { stdout } : { stdout: '', problem: lastLine(stderr) }
  }
}
