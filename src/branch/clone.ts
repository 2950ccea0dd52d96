import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { realpath } from 'node:fs/promises'
import { dirname, join, parse, resolve } from 'node:path'
import { promisify } from 'node:util'
import { ActionError } from '../errors.ts'
import type { Job } from '../job/event.ts'
import { gitFolderOf } from './bare.ts'
import { findGitDir } from './checkout.ts'
import { findProgram, Git, lastLine } from './command.ts'
import { isStoredAs, MAX_COMPARED, WorkTree } from './disk.ts'
import { linesOf, parseIndex, splitRecords } from './output.ts'
import type { Matcher, SourceFile } from './source.ts'

/** Milliseconds for one question. */
const TIMEOUT = 30_000

/** The repository around a folder, as its user sees it: with the user's configuration and credentials. */
export class Clone {
  /** Absolute path. */
  readonly root: string
  readonly git: Git
  readonly #rootOnly: Git
  readonly #env: NodeJS.ProcessEnv

  private constructor(program: string, gitDir: string, env: NodeJS.ProcessEnv) {
    this.root = dirname(gitDir)
    this.#env = env
    // Named, Git also opens the repository of another user, as jobs in containers have it.
    this.git = new Git(program, gitDir, env, ['-C', this.root, `--git-dir=${gitDir}`, '--work-tree=.'])
    this.#rootOnly = new Git(program, gitDir, env, ['-C', this.root])
  }

  /**
   * Looks for the repository around a folder.
   *
   * @param program absolute path of Git.
   * @param folder absolute path without symbolic links.
   * @throws {ActionError} of kind `input` if there is none.
   */
  static async find(program: string, folder: string, env: NodeJS.ProcessEnv): Promise<Clone> {
    const gitDir = await findGitDir(folder, parse(folder).root)
    if (gitDir !== undefined) return new Clone(program, gitDir, env)
    const isBare = ['HEAD', 'objects', 'refs'].every((name) => existsSync(join(folder, name)))
    const why = isBare ? 'is a bare repository, which has no files' : 'is not in a Git repository'
    throw new ActionError('input', `${folder} ${why}.`, 'Run this in a clone.')
  }

  /** False if the repository belongs to another user, because Git lets its configuration start programs. */
  async isTrusted(): Promise<boolean> {
    // All that Git says: the name of a folder may have lines of its own.
    const { stderr } = await this.#rootOnly.run(['rev-parse', '--git-dir'])
    return !/dubious ownership|unsafe repository/.test(stderr)
  }

  /** The full id of what a name means; undefined if Git does not know it. */
  async commit(name: string): Promise<string | undefined> {
    return this.ask('rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`)
  }

  /** `origin`, or else the first one. */
  async remote(): Promise<string | undefined> {
    const remotes = linesOf((await this.ask('remote')) ?? '')
    return remotes.includes('origin') ? 'origin' : remotes[0]
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

  /** Fetches a commit of a remote, and tells whether it comes after another one. */
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
      const bytes = await tree.read(path, MAX_COMPARED)
      if (bytes !== undefined && !isStoredAs(bytes, id)) changed.add(path)
    }
    return [...changed].sort()
  }

  /** Lists the paths of the index: `git commit` would store these. */
  async listIndex(onPath: Parameters<typeof parseIndex>[0]): Promise<void> {
    await this.git.stream(['ls-files', '-t', '--stage', '-z'], parseIndex(onPath), { env: await this.#indexOfHook() })
  }

  /** The files of the work tree that are neither in the index nor ignored. */
  async listUntracked(onPath: Parameters<typeof splitRecords>[0]): Promise<void> {
    const command = ['ls-files', '--others', '--exclude-standard', '-z']
    await this.git.stream(command, splitRecords(onPath), { env: await this.#indexOfHook() })
  }

  /** For `git commit -a`, and `git commit FILE`, Git gives the hook an index of its own. Of another repository it is ignored. */
  async #indexOfHook(): Promise<NodeJS.ProcessEnv> {
    const given = this.#env['GIT_INDEX_FILE'] ?? ''
    if (given === '') return {}
    const index = resolve(this.root, given)
    const [folder, own] = await Promise.all([dirname(index), await gitFolderOf(this.git.gitDir)].map(realFolder))
    return folder !== undefined && folder === own ? { GIT_INDEX_FILE: index } : {}
  }

  /** What a command prints; undefined if it fails. */
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

async function realFolder(folder: string): Promise<string | undefined> {
  return realpath(folder).catch(() => undefined)
}

/** A URL of Git, in its parts: `https://host/owner/name.git`, `ssh://git@host/owner/name` or `git@host:owner/name.git`. */
const REMOTE = /^(?:(https?|ssh|git):\/\/(?:[^/]*@)?([^/@]+)\/|(?:[^/@:]+@)?([^/@:]{2,}):(?!:|\/\/))(.+)$/i

/** These hosts have one address, which people also write with `www.`, with `http:` or without a scheme. */
const PUBLIC_HOST = /^(?:www\.)?(github\.com|gitlab\.com)$/i

/** In characters. */
const MAX_URL = 2000

/** Where the web pages of a repository are, by the URL of its remote; undefined for a folder of this machine. */
export async function addressOf(
  url: string,
  hostOf: (alias: string) => Promise<string>
): Promise<Pick<Job, 'repository' | 'serverUrl'> | undefined> {
  if (url.length > MAX_URL) return undefined
  const full = PUBLIC_HOST.test(url.split('/', 1)[0] ?? '') ? `https://${url}` : url
  const [, scheme = 'ssh', host = '', sshHost = host, path = ''] = REMOTE.exec(full) ?? []
  const repository = path.replace(/^\/+|(?:\.git)?\/*$/g, '')
  // The configuration of a clone is no more to be trusted than its files.
  if (!/^(?:[\w.-]+|\[[\da-f:]+\])(?::\d+)?$/i.test(sshHost)) return undefined
  if (!/^(?!\.\.?(?:\/|$))[\w.%-]+(?:\/(?!\.\.?(?:\/|$))[\w.%-]+)+$/.test(repository)) return undefined
  if (/^http/i.test(scheme)) {
    const known = PUBLIC_HOST.exec(host)?.[1]
    const server = known === undefined ? `${scheme}://${host}` : `https://${known}`
    return { repository, serverUrl: server.toLowerCase() }
  }
  const server = await hostOf(sshHost.replace(/:\d+$/, ''))
  // Hosts for SSH through port 443.
  const web = server.toLowerCase().replace(/^(?:alt)?ssh\.(?=(?:github\.com|gitlab\.com)$)/, '')
  return { repository, serverUrl: `https://${web}` }
}

/** The host that an alias in the configuration of SSH means. */
export async function hostOfAlias(alias: string, env: NodeJS.ProcessEnv): Promise<string> {
  const ssh = findProgram('ssh', env)
  if (ssh === undefined || !/^\w/.test(alias)) return alias
  const asking = promisify(execFile)(ssh, ['-G', '--', alias], { env, timeout: 10_000 })
  const { stdout } = await asking.catch(() => ({ stdout: '' }))
  return /^hostname (\S+)$/m.exec(stdout)?.[1] ?? alias
}
