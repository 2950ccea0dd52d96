import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const MAIN = fileURLToPath(new URL('../../src/service/main.ts', import.meta.url))

export interface Program extends AsyncDisposable {
  readonly child: ChildProcess
  readonly stdout: () => string
  readonly stderr: () => string
  /** The exit code, or the signal that ended it. */
  readonly ended: Promise<number | NodeJS.Signals | null>
}

export interface RunningProgram extends Program {
  readonly url: string
  readonly signInUrl: string
}

/** Runs the service as `npm run service` does; `limit` is a largest size of any file that it writes, in KiB. */
export function runProgram(args: readonly string[], { limit }: { limit?: number } = {}): Program {
  const command = [process.execPath, MAIN, ...args]
  const child =
    limit === undefined
      ? spawn(command[0] ?? '', command.slice(1))
      : spawn('/bin/bash', ['-c', `ulimit -f ${limit}; exec "$@"`, 'bash', ...command])
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
export async function startProgram(args: readonly string[], options: { limit?: number } = {}): Promise<RunningProgram> {
  const program = runProgram(['--port', '0', ...args], options)
  const ready = Promise.withResolvers<undefined>()
  program.child.stdout?.on('data', () => {
    if (program.stdout().endsWith('\n')) ready.resolve(undefined)
  })
  await Promise.race([
    ready.promise,
    program.ended.then((end) => {
      throw new Error(`ended with ${String(end)} before it was ready:\n${program.stderr()}`)
    })
  ])
  const [, url, signInUrl] = /^ready (\S+) sign-in (\S+)\n$/.exec(program.stdout()) ?? []
  if (url === undefined || signInUrl === undefined) throw new Error(`no ready line: ${program.stdout()}`)
  return { ...program, url, signInUrl }
}
