import { hash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { dirname, join, parse } from 'node:path'
import { findGitDir } from './checkout.ts'
import { Git, lastLine } from './command.ts'
import { linesOf } from './output.ts'
import type { Matcher, SourceFile } from './source.ts'
import { WorkTree } from './work-tree.ts'

/** Milliseconds for one question. */
const TIMEOUT = 30_000
/** Bytes of a file that is compared with the commit. */
const MAX_FILE = 64 * 1024 * 1024

/** The repository around a folder, as its user sees it: with the user's configuration and credentials. */
export class Clone {
  readonly gitDir: string
  /** Absolute path. */
  readonly root: string
  readonly git: Git
  readonly #rootOnly: Git

  /** @param program absolute path of Git. */
  constructor(program: string, gitDir: string, env: NodeJS.ProcessEnv) {
    this.gitDir = gitDir
    this.root = dirname(gitDir)
    // Named, Git also opens the repository of another user, as jobs in containers have it.
    this.git = new Git(program, gitDir, env, ['-C', this.root, `--git-dir=${gitDir}`, '--work-tree=.'])
    this.#rootOnly = new Git(program, gitDir, env, ['-C', this.root])
  }

  /**
   * Looks for the repository around a folder.
   *
   * @param folder absolute path without symbolic links.
   * @returns where it is, or in a clause why there is none.
   */
  static async find(folder: string): Promise<{ readonly gitDir: string } | { readonly why: string }> {
    const gitDir = await findGitDir(folder, parse(folder).root)
    if (gitDir !== undefined) return { gitDir }
    const isBare = ['HEAD', 'objects', 'refs'].every((name) => existsSync(join(folder, name)))
    return { why: isBare ? 'is a bare repository, which has no files' : 'is not in a Git repository' }
  }

  /** Whether Git trusts the repository: it is not of another user, and its configuration may start programs. */
  async isTrusted(): Promise<boolean> {
    // All that Git says: the name of a folder may have lines of its own.
    const { stderr } = await this.#rootOnly.run(['rev-parse', '--git-dir'])
    return !/dubious ownership|unsafe repository/.test(stderr)
  }

  /** The full id of what a name means; undefined where Git does not know it. */
  async commit(name: string): Promise<string | undefined> {
    return this.ask('rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`)
  }

  /** `origin`, or else the first one. */
  async remote(): Promise<string | undefined> {
    const remotes = linesOf((await this.ask('remote')) ?? '')
    return remotes.includes('origin') ? 'origin' : remotes[0]
  }

  /** The default branch of a remote; without a remote, the current one. Undefined where neither is known. */
  async branch(remote: string | undefined): Promise<string | undefined> {
    if (remote !== undefined) {
      // Not `--short`, which is longer where a tag has the same name.
      const folder = `refs/remotes/${remote}/`
      const known = await this.ask('symbolic-ref', `${folder}HEAD`)
      if (known?.startsWith(folder) === true) return known.slice(folder.length)
      const asked = (await this.ask('ls-remote', '--symref', '--', remote, 'HEAD')) ?? ''
      const [, branch] = /^ref: refs\/heads\/(.+)\tHEAD$/m.exec(asked) ?? []
      if (branch !== undefined) return branch
    }
    return (await this.ask('symbolic-ref', 'HEAD'))?.replace(/^refs\/heads\//, '')
  }

  /** Where a branch of a remote is, undefined where there is none; or why the remote does not tell. */
  async tip(
    remote: string,
    branch: string
  ): Promise<{ readonly tip: string | undefined } | { readonly problem: string }> {
    const { problem, stdout } = await this.#run(['ls-remote', '--', remote, `refs/heads/${branch}`])
    if (problem !== undefined) return { problem }
    // A pattern of `ls-remote` also matches the end of other names: `refs/heads/a/refs/heads/main`.
    const rows = linesOf(stdout).map((line) => line.split('\t'))
    return { tip: rows.find(([, ref]) => ref === `refs/heads/${branch}`)?.[0] }
  }

  /** Whether a commit of a remote, which is fetched, comes after another one. */
  async isNewer(remote: string, branch: string, tip: string, head: string): Promise<boolean> {
    const quiet = ['--quiet', '--no-tags', '--no-recurse-submodules', '--no-write-fetch-head']
    await this.ask('fetch', ...quiet, '--', remote, `refs/heads/${branch}`)
    return (await this.ask('merge-base', '--is-ancestor', head, tip)) !== undefined
  }

  /**
   * Selected files that differ from `HEAD`. Git is not asked for what files contain: it would start filters of `.git/config`.
   *
   * @param files of `HEAD`.
   */
  async uncommitted(files: readonly SourceFile[], matches: Matcher): Promise<string[]> {
    const lists = await Promise.all([
      this.ask('diff-index', '--cached', '--name-only', '-z', '--no-renames', 'HEAD'),
      this.ask('ls-files', '--others', '--deleted', '--exclude-standard', '-z')
    ])
    const names = lists.flatMap((list) => list?.split('\0') ?? [])
    const changed = new Set(names.filter((path) => path !== '' && matches(path)))
    const tree = new WorkTree(this.root)
    for (const { path, id } of files) {
      const bytes = await tree.read(path, MAX_FILE)
      if (bytes === undefined) continue
      // Git stores line feeds alone where it is configured to.
      const normal = Buffer.from(bytes.toString('latin1').replaceAll('\r\n', '\n'), 'latin1')
      if (blobId(bytes, id) !== id && blobId(normal, id) !== id) changed.add(path)
    }
    return [...changed].sort()
  }

  /** What a command prints; undefined where it fails. */
  async ask(...args: readonly string[]): Promise<string | undefined> {
    const { problem, stdout } = await this.#run(args)
    return problem === undefined ? stdout.replace(/\n$/, '') : undefined
  }

  async #run(args: readonly string[]): Promise<{ readonly stdout: string; readonly problem?: string }> {
    const late = { code: 1, stdout: '', stderr: `no answer in ${TIMEOUT / 1000} s` }
    const { code, stdout, stderr } = await this.git.run(args, { timeout: TIMEOUT }).catch(() => late)
    return code === 0 ? { stdout } : { stdout: '', problem: lastLine(stderr).replace(/\.$/, '') }
  }
}

/** As Git makes it, in the algorithm of another id. */
function blobId(bytes: Buffer, { length }: string): string {
  return hash(length === 40 ? 'sha1' : 'sha256', Buffer.concat([Buffer.from(`blob ${bytes.length}\0`), bytes]))
}
