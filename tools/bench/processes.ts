import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Run } from './harness.ts'

/** @returns what the process wrote to its standard output. */
export async function runNode(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<string> {
  const options = { env: { ...process.env, ...env } }
  return (await promisify(execFile)(process.execPath, args, options)).stdout
}

/** Milliseconds until something is done. */
export async function timed(run: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await run()
  return performance.now() - started
}

/** Milliseconds of a Node process that does nothing. */
export const bareNode: Run = () => timed(() => runNode(['-e', '0']))

/**
 * Runs a program of `tools/bench/children/`, where no code is warm, as on a runner.
 *
 * @returns the number that it prints.
 */
export async function runChild(program: string, ...args: readonly string[]): Promise<number> {
  const output = await runNode([join(import.meta.dirname, 'children', `${program}.ts`), ...args])
  const value = Number(output)
  if (output === '' || Number.isNaN(value)) throw new Error(`${program} printed no number: ${output.slice(0, 200)}`)
  return value
}

/** What a process used until its end. */
export interface Usage {
  /** Milliseconds of CPU time. */
  readonly cpu: number
  /** MiB of memory at the most. */
  readonly memory: number
  /** The processes that it started, by program and command. */
  readonly processes: readonly string[]
}

/** Makes a Node process write its usage to a file: `env` is for the process, `read` for afterwards. Its own children do not count. */
export function recordUsage(file: string): {
  readonly env: Record<string, string>
  readonly read: () => Promise<Usage>
} {
  return {
    env: { NODE_OPTIONS: `--import=${PRELOAD}`, USAGE_FILE: file },
    read: async () => JSON.parse(await readFile(file, 'utf8')) as Usage
  }
}

/** Linux's own count of memory: `maxRSS` begins with what the parent held when it forked. */
const PRELOAD = `data:text/javascript,${encodeURIComponent(`
  import { subscribe } from 'node:diagnostics_channel'
  import { readFileSync, writeFileSync } from 'node:fs'
  const children = []
  const COMMANDS = ['cat-file', 'ls-tree', 'diff-tree', 'fetch', 'config', 'version', 'init', 'rev-list']
  subscribe('child_process', ({ process: child }) => children.push(child))
  process.once('exit', () => {
    const [, peak] = /VmHWM:\\s+(\\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))
    const { user, system } = process.cpuUsage()
    writeFileSync(process.env.USAGE_FILE, JSON.stringify({
      cpu: (user + system) / 1000,
      memory: peak / 1024,
      processes: children.map(({ spawnargs }) => COMMANDS.find((each) => spawnargs.includes(each)) ?? spawnargs.join(' '))
    }))
  })`)}`
