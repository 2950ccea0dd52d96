import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process'
import { accessSync, constants, statSync } from 'node:fs'
import { delimiter, isAbsolute, join } from 'node:path'
import { ActionError, messageOf } from '../errors.ts'

/** How a Git command ended. */
interface GitExit {
  readonly code: number
  /** Its last 8 KiB. */
  readonly stderr: string
}

interface GitOptions {
  readonly input?: string
  readonly env?: Readonly<Record<string, string>>
  /** Milliseconds after which the command is killed. */
  readonly timeout?: number
}

/** Settings that no configuration of the machine may change. */
const SETTINGS = [
  'core.hooksPath=/dev/null',
  'core.fsmonitor=false',
  // A file in the checkout's objects that states the parents of commits.
  'core.commitGraph=false',
  // Git would otherwise list the references of the borrowed checkout, by its configuration.
  'core.alternateRefsCommand=exit 0;',
  'gc.auto=0',
  'maintenance.auto=false',
  'fetch.writeCommitGraph=false',
  'protocol.version=2',
  // Git's servers send something every five seconds, also while they prepare an answer (`uploadpack.keepAlive`).
  'http.lowSpeedLimit=1',
  'http.lowSpeedTime=15'
].flatMap((setting) => ['-c', setting])

/**
 * Variables of the environment that reach Git: not the inputs, which hold the tokens; of `GIT_*` those about certificates
 * and the installation, never another repository.
 */
const KEPT_VARIABLES =
  /^(?!INPUT_|GIT_)|^GIT_(?:SSL_.*|EXEC_PATH|CONFIG_(?:NOSYSTEM|SYSTEM|GLOBAL|COUNT|KEY_\d+|VALUE_\d+)|TEST_.*)$/

const MAX_STDOUT = 64 * 1024 * 1024
const MAX_STDERR = 8 * 1024
/** Milliseconds. */
export const TIMEOUT = 10 * 60 * 1000

/** Runs Git commands in one repository. Disposing kills those that still run and refuses new ones. */
export class Git implements AsyncDisposable {
  readonly gitDir: string
  readonly #program: string
  readonly #env: NodeJS.ProcessEnv
  readonly #running = new Set<ChildProcessWithoutNullStreams>()
  #disposed = false

  /** Both paths are absolute. */
  constructor(program: string, gitDir: string, env: NodeJS.ProcessEnv) {
    this.#program = program
    this.gitDir = gitDir
    this.#env = {
      ...Object.fromEntries(Object.entries(env).filter(([name]) => KEPT_VARIABLES.test(name))),
      GIT_NO_REPLACE_OBJECTS: '1',
      GIT_NO_LAZY_FETCH: '1',
      GIT_OPTIONAL_LOCKS: '0',
      GIT_TERMINAL_PROMPT: '0',
      GIT_ASKPASS: '',
      SSH_ASKPASS: '',
      GCM_INTERACTIVE: 'never',
      LC_ALL: 'C'
    }
  }

  /** Runs a command. A code other than 0 is for the caller to interpret. */
  async run(args: readonly string[], options: GitOptions = {}): Promise<GitExit & { readonly stdout: string }> {
    const chunks: Buffer[] = []
    let size = 0
    const { code, stderr } = await this.#wait(args, options, (chunk) => {
      size += chunk.length
      if (size > MAX_STDOUT) throw gitError(args, 'its output is larger than 64 MiB')
      chunks.push(chunk)
    })
    return { code, stdout: Buffer.concat(chunks).toString(), stderr }
  }

  /** The output of a command that must succeed, without the line end. */
  async text(args: readonly string[], input = ''): Promise<string> {
    const { code, stdout, stderr } = await this.run(args, { input })
    if (code !== 0) throw gitError(args, stderr)
    return stdout.trimEnd()
  }

  /** Runs a command that must succeed and passes on its output, of any size, in chunks. */
  async stream(args: readonly string[], onChunk: (chunk: Buffer) => void, input = ''): Promise<void> {
    const { code, stderr } = await this.#wait(args, { input }, onChunk)
    if (code !== 0) throw gitError(args, stderr)
  }

  /** Starts a command that the caller talks to. */
  start(args: readonly string[], env: Readonly<Record<string, string>> = {}): ChildProcessWithoutNullStreams {
    if (this.#disposed) throw gitError(args, 'the job has ended')
    const child = spawn(this.#program, [...SETTINGS, `--git-dir=${this.gitDir}`, ...args], {
      env: { ...this.#env, ...env },
      stdio: 'pipe',
      windowsHide: true
    })
    this.#running.add(child)
    child.once('close', () => this.#running.delete(child))
    // The exit code reports a command that ended before it read its input.
    child.stdin.on('error', () => undefined)
    return child
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#disposed = true
    const ended = [...this.#running].map((child) => new Promise((resolve) => child.once('close', resolve)))
    for (const child of this.#running) kill(child, 'SIGKILL')
    await Promise.all(ended)
  }

  async #wait(
    args: readonly string[],
    { input = '', env = {}, timeout = TIMEOUT }: GitOptions,
    onChunk: (chunk: Buffer) => void
  ): Promise<GitExit> {
    const child = this.start(args, env)
    const { promise, resolve, reject } = Promise.withResolvers<GitExit>()
    const stop = (error: unknown): void => {
      reject(error)
      kill(child, 'SIGTERM')
    }
    const timer = setTimeout(() => {
      stop(gitError(args, `it took longer than ${timeout / 1000} s`))
    }, timeout)
    let stderr = ''
    child.stdout.on('data', (chunk: Buffer) => {
      try {
        onChunk(chunk)
      } catch (error) {
        stop(error)
      }
    })
    child.stderr.on('data', (chunk: Buffer) => {
      stderr = (stderr + chunk.toString()).slice(-MAX_STDERR)
    })
    child.once('error', (error) => {
      reject(new ActionError('git', `Git cannot be started: ${messageOf(error)}.`, 'Install Git.', { cause: error }))
    })
    child.once('close', (code) => {
      resolve({ code: code ?? -1, stderr: stderr.trim() })
    })
    child.stdin.end(input)
    return promise.finally(() => {
      clearTimeout(timer)
    })
  }
}

/**
 * The absolute path of `git` by `PATH`. Relative entries are skipped: a committed `git` in the working directory must
 * not be started, which Windows would do for a bare name.
 */
export function findGit(env: NodeJS.ProcessEnv): string | undefined {
  const name = process.platform === 'win32' ? 'git.exe' : 'git'
  const path = env['PATH'] ?? env['Path'] ?? ''
  return path
    .split(delimiter)
    .filter((folder) => isAbsolute(folder))
    .map((folder) => join(folder, name))
    .find(isExecutable)
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}

/** `git-remote-https`, which Git starts, may hold the pipes open after Git has ended. */
function kill(child: ChildProcessWithoutNullStreams, signal: NodeJS.Signals): void {
  child.kill(signal)
  child.stdout.destroy()
  child.stderr.destroy()
}

/** What Git reported, for a person. */
export function gitError(args: readonly string[], stderr: string): ActionError {
  const command = args.find((arg) => /^[a-z][a-z-]*$/.test(arg)) ?? ''
  return new ActionError(
    'git',
    `\`git ${command}\` failed: ${lastLine(stderr).replace(/\.$/, '')}.`,
    'Run the job again: actions/checkout makes a new checkout.'
  )
}

/** The line in which Git says what happened: the last one that is an error, else the last that is no hint. */
export function lastLine(stderr: string): string {
  const lines = stderr.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('hint:'))
  const error = lines.findLast((line) => /^(?:fatal|error|remote):/.test(line))
  return (error ?? lines.at(-1) ?? 'no reason given').replace(/[^\x20-\x7e]/g, '?').slice(0, 300)
}
