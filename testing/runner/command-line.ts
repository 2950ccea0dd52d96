import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { open } from 'node:fs/promises'
import { resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { isBuilt } from '../../tools/sources.ts'

/** What `RUNBOOK_SYNC_CLI` names; without it, the bundle if it was built from the present sources, else the sources. */
export const COMMAND_LINE = resolve(process.env['RUNBOOK_SYNC_CLI'] ?? (isBuilt() ? 'dist/cli.js' : 'src/cli.ts'))

export interface Finished {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

export interface CommandOptions {
  readonly folder: string
  /** All variables. */
  readonly env: Readonly<Record<string, string>>
  readonly onStart?: ((child: ChildProcess) => void) | undefined
  /** Whether somebody reads standard output; true by default. */
  readonly isReading?: boolean | undefined
  /** A file that gets it instead. */
  readonly stdout?: string | undefined
  /** True if it gets a process group of its own, as a shell with a terminal starts it. */
  readonly isGroup?: boolean | undefined
  readonly nodeOptions?: readonly string[] | undefined
}

/** Runs the command line in a process of its own. */
export async function runCommandLine(
  args: readonly string[],
  { folder, env, onStart, isReading = true, isGroup = false, stdout: file, nodeOptions = [] }: CommandOptions
): Promise<Finished> {
  const options = ['--disable-warning=ExperimentalWarning', ...nodeOptions]
  await using target = file === undefined ? undefined : await open(file, 'w')
  const cache = process.env['NODE_COMPILE_CACHE']
  const child = spawn(process.execPath, [...options, COMMAND_LINE, ...args], {
    cwd: folder,
    env: { ...(cache !== undefined && { NODE_COMPILE_CACHE: cache }), ...env },
    detached: isGroup,
    stdio: ['ignore', target?.fd ?? 'pipe', 'pipe'],
    timeout: 60_000
  })
  onStart?.(child)
  if (!isReading) child.stdout?.destroy()
  const reading = isReading && child.stdout !== null ? text(child.stdout) : ''
  const errors = child.stderr === null ? '' : text(child.stderr)
  const [stdout, stderr] = await Promise.all([reading, errors, once(child, 'close')])
  return { code: child.exitCode, stdout, stderr }
}
