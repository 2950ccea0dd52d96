import { execFile, spawn, type ChildProcessWithoutNullStreams, type ExecFileException } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, isAbsolute, join } from 'node:path'
import { promisify } from 'node:util'
import { ActionError, messageOf } from '../errors.ts'
import { NEW_RUN, printable, shorten } from '../wording.ts'

/** Settings that no configuration may change: it could start programs, or write to the checkout. */
const SETTINGS = [
  'core.hooksPath=/dev/null',
  'core.fsmonitor=false',
  // The address of a remote would be a program.
  'protocol.ext.allow=never',
  // Git would otherwise list the references of the borrowed checkout, by its configuration.
  'core.alternateRefsCommand=exit 0;',
  'maintenance.auto=false',
  // Git's servers send something every five seconds, also while they prepare an answer (`uploadpack.keepAlive`).
  'http.lowSpeedLimit=1',
  'http.lowSpeedTime=15'
].flatMap((setting) => ['-c', setting])

/** A redirect would take the token to another host. */
const ALONE = ['-c', 'http.followRedirects=false', '-c', 'credential.helper=']

/** Variables that reach Git: not the inputs, which hold the tokens, and none that names another repository. A hook has an index of its own. */
const KEPT = /^(?!INPUT_|GIT_(?:DIR|WORK_TREE|COMMON_DIR|PREFIX|NAMESPACE)$|GIT_.*OBJECT_DIRECTOR)/

/** Bytes that a command may print. A list of a million files has 100 MiB. */
const MAX_OUTPUT = 256 * 1024 * 1024
/** Milliseconds. A command that only reads the disk takes seconds, and would wait without end for a pipe in the place of a file. */
export const COMMAND_TIMEOUT = 60_000

const execFileAsync = promisify(execFile)

interface GitOptions {
  readonly input?: string | Buffer
  readonly env?: NodeJS.ProcessEnv
  /** Milliseconds after which the command is killed. */
  readonly timeout?: number
}

/** Runs Git commands in one repository. */
export class Git implements Disposable {
  readonly gitDir: string
  readonly #program: string
  readonly #before: readonly string[]
  readonly #disposal = new AbortController()
  readonly #options: { readonly env: NodeJS.ProcessEnv; readonly signal: AbortSignal; readonly windowsHide: true }

  /**
   * Both paths are absolute.
   *
   * @param user arguments that name the place, for commands that have the credentials and the configuration of a person.
   */
  constructor(program: string, gitDir: string, env: NodeJS.ProcessEnv, user?: readonly string[]) {
    this.#program = program
    this.gitDir = gitDir
    // Git opens a repository of another owner, as in a container job, only if it is named.
    this.#before = [...SETTINGS, ...(user ?? [...ALONE, `--git-dir=${gitDir}`])]
    const own = {
      ...Object.fromEntries(Object.entries(env).filter(([name]) => KEPT.test(name))),
      GIT_NO_LAZY_FETCH: '1',
      GIT_OPTIONAL_LOCKS: '0',
      GIT_TERMINAL_PROMPT: '0',
      ...(user === undefined && { GIT_ASKPASS: '', SSH_ASKPASS: '', GCM_INTERACTIVE: 'never' }),
      LC_ALL: 'C'
    }
    this.#options = { env: own, signal: this.#disposal.signal, windowsHide: true }
  }

  /** Runs a command. A code other than 0 is for the caller to interpret. */
  async run(args: readonly string[], { input = '', env = {}, timeout = COMMAND_TIMEOUT }: GitOptions = {}) {
    // After a timeout, `execFile` also closes the pipes, which `git-remote-https` may hold open after Git has ended.
    const options = { ...this.#options, env: { ...this.#options.env, ...env }, timeout, maxBuffer: MAX_OUTPUT }
    const command = execFileAsync(this.#program, [...this.#before, ...args], options)
    // The exit code reports a command that ended before it read its input.
    command.child.stdin?.on('error', () => undefined).end(input)
    try {
      return { code: 0, ...(await command) }
    } catch (error) {
      const { code, killed, signal, stdout = '', stderr = '' } = error as ExecFileException
      if (typeof code === 'number') return { code, stdout, stderr }
      if (killed === true) throw gitError(args, `it took longer than ${timeout / 1000} s`)
      // The message would begin with the whole command line.
      throw gitError(args, typeof signal === 'string' ? `${signal} ended it` : messageOf(error))
    }
  }

  /** The output of a command that must succeed, without the line end. */
  async text(args: readonly string[], options: GitOptions = {}): Promise<string> {
    const { code, stdout, stderr } = await this.run(args, options)
    if (code !== 0) throw gitError(args, stderr)
    return stdout.trimEnd()
  }

  /** The records that a command prints with `-z`; it must succeed. A name that is not UTF-8 has U+FFFD. */
  async records(args: readonly string[], options: GitOptions = {}): Promise<string[]> {
    return (await this.text(args, options)).split('\0').slice(0, -1)
  }

  /** Starts a command that the caller talks to, and gives a deadline. */
  start(args: readonly string[]): ChildProcessWithoutNullStreams {
    const child = spawn(this.#program, [...this.#before, ...args], this.#options)
    child.stdin.on('error', () => undefined)
    return child
  }

  /** Ends the commands that still run, and those that start later. */
  [Symbol.dispose](): void {
    this.#disposal.abort()
  }
}

/**
 * The absolute path of Git by `PATH`. Relative entries are skipped: a committed `git` in the working directory must
 * not be started, which Windows would do for a bare name.
 */
export function findGit(env: NodeJS.ProcessEnv): string | undefined {
  const name = process.platform === 'win32' ? 'git.exe' : 'git'
  const folders = (env['PATH'] ?? env['Path'] ?? '').split(delimiter).filter((folder) => isAbsolute(folder))
  return folders.map((folder) => join(folder, name)).find((file) => existsSync(file))
}

/** An error that quotes the line in which Git says what happened. */
export function gitError(args: readonly string[], stderr: string): ActionError {
  const command = args.find((arg) => /^[a-z][a-z-]*$/.test(arg)) ?? ''
  return new ActionError(
    'git',
    `\`git ${command}\` failed: ${lastLine(stderr)}.`,
    `Start ${NEW_RUN}, with a new checkout.`
  )
}

/** The line in which Git says what happened, without a full stop: the last one that is an error, else the last that is no hint. */
export function lastLine(stderr: string): string {
  const lines = stderr.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('hint:'))
  const error = lines.findLast((line) => /^(?:fatal|error|remote):/.test(line))
  const line = error ?? lines.at(-1) ?? 'no reason given'
  // Git prints the addresses of proxies and remotes with user and password, even if their characters are not encoded.
  const safe = shorten(line, 2000).replace(/([a-z][\w+.-]*:\/\/)?[^\s'"]*@/gi, '$1')
  return shorten(printable(safe), 300).replace(/\.$/, '')
}
