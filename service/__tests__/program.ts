import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url))

export interface Program extends AsyncDisposable {
  readonly child: ChildProcess
  readonly stdout: () => string
  readonly stderr: () => string
  /** The exit code, or the signal that ended it. */
  readonly ended: Promise<number | NodeJS.Signals | null>
}

/** The first token, which the program prints for a new database. */
export const tokenIn = (text: string): string | undefined => /^ {2}(oap_\w+)$/m.exec(text)?.[1]

interface Surroundings {
  /** Whether a shell starts it, as that of `npm run` does. */
  readonly shell?: boolean
  /** The largest size of any file that it writes, in KiB. */
  readonly limit?: number
}

/** Runs the service as `npm run service` does. */
export function runProgram(args: readonly string[], { shell = false, limit }: Surroundings = {}): Program {
  const prefix = [
    // The command after it keeps the shell from becoming the service itself.
    ...(shell ? ['/bin/sh', '-c', '"$@"; exit', 'sh'] : []),
    ...(limit === undefined ? [] : ['/bin/bash', '-c', `ulimit -f ${limit}; exec "$@"`, 'bash'])
  ]
  const env = { ...process.env, npm_lifecycle_event: shell ? 'service' : undefined }
  const [command = '', ...rest] = [...prefix, process.execPath, MAIN, ...args]
  const child = spawn(command, rest, { stdio: ['ignore', 'pipe', 'pipe'], env })
  let stdout = ''
  let stderr = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text))
  const ended = once(child, 'close').then(([code, signal]) => (signal ?? code) as number | NodeJS.Signals | null)
  return {
    child,
    stdout: () => stdout,
    stderr: () => stderr,
    ended,
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL')
      await ended
    }
  }
}

/** Waits for the ready line. */
export async function startProgram(args: readonly string[], options: Surroundings = {}) {
  const program = runProgram(['--port', '0', ...args], options)
  while (!program.stdout().endsWith('\n')) {
    const end = await Promise.race([once(program.child.stdout ?? program.child, 'data'), program.ended])
    if (!Array.isArray(end)) throw new Error(`ended with ${String(end)} before it was ready:\n${program.stderr()}`)
  }
  const [, url = ''] = /^ready (\S+)/.exec(program.stdout()) ?? []
  return { ...program, url }
}
