import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process'
import { Failure, messageOf } from '../failures.ts'

/** How one Git command ended. */
export interface Ended {
  readonly code: number
  readonly stdout: string
  /** The last of it only, for a message. */
  readonly stderr: string
}

export interface RunOptions {
  readonly input?: string
  /** Variables on top of those that every command gets. */
  readonly env?: Readonly<Record<string, string>>
  /** Milliseconds after which the command is ended. */
  readonly timeout?: number
}

/**
 * What no configuration of the user may change: nothing that is not Git itself is started for our commands, except what
 * the fetch needs to log in.
 */
const CONFIGURATION = [
  'core.fsmonitor=false',
  'core.hooksPath=/dev/null',
  'gc.auto=0',
  'maintenance.auto=false',
  'protocol.version=2',
  // A server that has accepted a connection and says nothing for a minute will not say anything any more.
  'http.lowSpeedLimit=1',
  'http.lowSpeedTime=60',
  'fetch.writeCommitGraph=false',
  'advice.detachedHead=false'
]

/** Variables that point Git to another repository or another state of this one, or make it print requests. */
const MISLEADING =
  /^(INPUT_.*|GIT_(DIR|WORK_TREE|COMMON_DIR|INDEX_FILE|OBJECT_DIRECTORY|ALTERNATE_OBJECT_DIRECTORIES|NAMESPACE|PREFIX|GRAFT_FILE|SHALLOW_FILE|REPLACE_REF_BASE|QUARANTINE_PATH|EXTERNAL_DIFF|DIFF_OPTS|TRACE.*|CURL_VERBOSE|.*_PATHSPECS))$/

const MAX_STDOUT = 1024 * 1024
const MAX_STDERR = 8 * 1024
/** No listing takes longer, not even one of a repository that must first fetch its trees. */
const TIMEOUT = 10 * 60 * 1000

/** The Git commands of one repository: none is left running after `dispose`. */
export class GitCommands implements AsyncDisposable {
  readonly #folder: string
  readonly #env: NodeJS.ProcessEnv
  readonly #running = new Set<ChildProcessWithoutNullStreams>()
  #disposed = false

  /**
   * @param folder absolute path of the checkout.
   * @param gitDir absolute path of its `.git`, or of a bare repository. That it is named, and not looked for by Git, is
   *   also why Git does not mind that somebody else owns it, as in a container job: it asks that only of what it finds.
   */
  constructor(folder: string, gitDir: string, env: NodeJS.ProcessEnv) {
    this.#folder = folder
    this.#env = {
      ...Object.fromEntries(Object.entries(env).filter(([name]) => !MISLEADING.test(name))),
      GIT_DIR: gitDir,
      GIT_NO_REPLACE_OBJECTS: '1',
      GIT_OPTIONAL_LOCKS: '0',
      // Nobody is there to answer a question.
      GIT_TERMINAL_PROMPT: '0',
      GIT_ASKPASS: '',
      SSH_ASKPASS: '',
      GCM_INTERACTIVE: 'never',
      LC_ALL: 'C'
    }
  }

  /** Runs a command whose answer is short. A code other than 0 is for the caller to judge. */
  async run(args: readonly string[], options: RunOptions = {}): Promise<Ended> {
    const chunks: Buffer[] = []
    let size = 0
    const { code, stderr } = await this.#watch(args, options, (chunk) => {
      size += chunk.length
      if (size <= MAX_STDOUT) chunks.push(chunk)
    })
    return { code, stdout: Buffer.concat(chunks).toString(), stderr }
  }

  /**
   * Runs a command whose answer may be of any length, and hands it on as it comes.
   *
   * @throws {Failure} of kind `source` when the command fails.
   */
  async stream(args: readonly string[], onChunk: (chunk: Buffer) => void): Promise<void> {
    const { code, stderr } = await this.#watch(args, {}, onChunk)
    if (code !== 0) throw gitFailure(args, stderr)
  }

  /**
   * Starts a command that stays and is talked to.
   *
   * @throws {Failure} of kind `source` once disposed of: what was still under way then must not go on with another command.
   */
  start(args: readonly string[], env: Readonly<Record<string, string>> = {}): ChildProcessWithoutNullStreams {
    if (this.#disposed) throw gitFailure(args, 'the job has ended')
    const child = spawn('git', [...CONFIGURATION.flatMap((setting) => ['-c', setting]), ...args], {
      cwd: this.#folder,
      env: { ...this.#env, ...env },
      stdio: 'pipe',
      windowsHide: true
    })
    this.#running.add(child)
    child.once('close', () => this.#running.delete(child))
    // Whoever waits for the command hears of its end; that it no longer reads is no news then.
    child.stdin.on('error', () => undefined)
    return child
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#disposed = true
    await Promise.all(
      [...this.#running].map(
        (child) =>
          new Promise<void>((resolve) => {
            child.once('close', () => {
              resolve()
            })
            kill(child, 'SIGKILL')
          })
      )
    )
  }

  #watch(
    args: readonly string[],
    { input = '', env = {}, timeout = TIMEOUT }: RunOptions,
    onChunk: (chunk: Buffer) => void
  ): Promise<{ code: number; stderr: string }> {
    return new Promise((resolve, reject) => {
      const child = this.start(args, env)
      let stderr = ''
      let failure: unknown
      const end = (error: unknown): void => {
        failure ??= error
        kill(child, 'SIGTERM')
      }
      const timer = setTimeout(() => {
        end(
          new Failure(
            'source',
            `\`git ${args[0] ?? ''}\` took longer than ${timeout / 1000} seconds.`,
            'Run the job again.'
          )
        )
      }, timeout)
      child.stdout.on('data', (chunk: Buffer) => {
        if (failure !== undefined) return
        try {
          onChunk(chunk)
        } catch (error) {
          end(error)
        }
      })
      child.stderr.on('data', (chunk: Buffer) => {
        stderr = (stderr + chunk.toString()).slice(-MAX_STDERR)
      })
      child.once('error', (error) => {
        clearTimeout(timer)
        reject(
          new Failure('source', `Git could not be started: ${messageOf(error)}.`, 'Install Git.', { cause: error })
        )
      })
      child.once('close', (code) => {
        clearTimeout(timer)
        if (failure === undefined) resolve({ code: code ?? -1, stderr: stderr.trim() })
        else reject(failure instanceof Error ? failure : new Error(messageOf(failure)))
      })
      child.stdin.end(input)
    })
  }
}

/** Also lets go of its output, which a helper that it started (`git-remote-https`) may hold open for as long as it likes. */
function kill(child: ChildProcessWithoutNullStreams, signal: NodeJS.Signals): void {
  child.kill(signal)
  child.stdout.destroy()
  child.stderr.destroy()
}

/** What Git itself says is wrong, for a person. */
export function gitFailure(args: readonly string[], stderr: string): Failure {
  return new Failure(
    'source',
    `\`git ${args[0] ?? ''}\` failed: ${lastLine(stderr).replace(/\.$/, '')}.`,
    'If the checkout is damaged, run the job again; actions/checkout makes a new one.'
  )
}

/** Git says what happened in the last line that is not a hint. */
export function lastLine(stderr: string): string {
  const lines = stderr.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('hint:'))
  const fatal = lines.findLast((line) => /^(fatal|error|remote):/.test(line))
  return (fatal ?? lines.at(-1) ?? 'no reason given').replace(/[^\x20-\x7e]/g, '?').slice(0, 300)
}
