import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Run } from './harness.ts'

/** @returns what the process wrote to its standard output. */
export async function runNode(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<string> {
  const options = { env: { ...process.env, ...env } }
  return (await promisify(execFile)(process.execPath, args, options)).stdout
}

/** Milliseconds of a Node process that does nothing. */
export const bareNode: Run = async () => {
  const started = performance.now()
  await runNode(['-e', '0'])
  return performance.now() - started
}

/**
 * Runs a program of `bench/children/`, where no code is warm, as on a runner.
 *
 * @returns the number that it prints.
 */
export async function runChild(program: string, ...args: readonly string[]): Promise<number> {
  const output = await runNode([join(import.meta.dirname, 'children', `${program}.ts`), ...args])
  const value = Number(output)
  if (output === '' || Number.isNaN(value)) throw new Error(`${program} printed no number: ${output.slice(0, 200)}`)
  return value
}
