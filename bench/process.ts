import { spawn } from 'node:child_process'
import { readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'
import type { Programs } from './javascript.ts'
import type { Sample } from './measure.ts'

export interface Program {
  readonly command: string
  readonly args: readonly string[]
  readonly folder?: string
  readonly env?: Readonly<Record<string, string | undefined>>
  /** Exit codes that are as they should be; others end the benchmark, for a failed run says nothing. */
  readonly exitCodes?: readonly number[]
}

export interface Finished {
  /** By `performance.now()` of this process. */
  readonly started: number
  /** Milliseconds from the start of the process to its end. */
  readonly time: number
  readonly stdout: string
}

/** Runs a program and measures the time from its start to its end. */
export async function time({ command, args, folder, env, exitCodes = [0] }: Program): Promise<Finished> {
  const { promise, resolve, reject } = Promise.withResolvers<{ ended: number; code: number | null }>()
  const started = performance.now()
  const child = spawn(command, args, {
    cwd: folder,
    env:
      env === undefined
        ? process.env
        : Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined)),
    stdio: ['ignore', 'pipe', 'pipe']
  })
  child.once('error', reject)
  child.once('exit', (code) => {
    resolve({ ended: performance.now(), code })
  })
  const [stdout, stderr, { ended, code }] = await Promise.all([text(child.stdout), text(child.stderr), promise])
  if (!exitCodes.includes(code ?? -1)) {
    throw new Error(`${command} ended with ${String(code)}:\n${stdout.slice(-4000)}${stderr.slice(-4000)}`)
  }
  return { started, time: ended - started, stdout }
}

/** The same, and what `program`, a Node process, used: `cpu` in seconds, `peak` and `young` in MiB. */
export async function timeAndUsage(
  program: Program,
  programs: Programs
): Promise<Finished & { readonly usage: Sample }> {
  const report = join(tmpdir(), `runbook-sync-usage-${process.pid}.json`)
  const preload = `--import=${pathToFileURL(programs.path('usage')).href}`
  const env = { ...(program.env ?? process.env), NODE_OPTIONS: preload, BENCH_USAGE: report }
  try {
    const finished = await time({ ...program, env })
    return { ...finished, usage: JSON.parse(await readFile(report, 'utf8')) as Sample }
  } finally {
    await rm(report, { force: true })
  }
}

/**
 * Runs one of the programs of `bench/children/` with these variables, and reads the JSON that it prints.
 */
export async function ask<T>(program: string, variables: Readonly<Record<string, string>>): Promise<T> {
  const { stdout } = await time({ command: process.execPath, args: [program], env: { ...process.env, ...variables } })
  return JSON.parse(stdout) as T
}

/** The floor of floors: a Node that does nothing. */
export const BARE_NODE = {
  name: '`node -e 0`',
  run: async (): Promise<Sample> => ({ time: (await time({ command: process.execPath, args: ['-e', '0'] })).time })
}
