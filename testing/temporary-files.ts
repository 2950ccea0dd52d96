import { rmSync } from 'node:fs'
import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Where tests make their folders. */
export const TEMPORARY = process.env['RUNBOOK_SYNC_TEST_FOLDER'] ?? tmpdir()

const cleanups = new Set<() => void>()

process.once('exit', () => {
  for (const cleanUp of cleanups) cleanUp()
})

/**
 * Calls `cleanUp` when the process ends before the returned object is disposed: after an uncaught error, or after
 * `process.exit` in a signal handler. `cleanUp` must be synchronous.
 */
export function cleanUpOnExit(cleanUp: () => void): Disposable {
  cleanups.add(cleanUp)
  return { [Symbol.dispose]: () => void cleanups.delete(cleanUp) }
}

export interface TemporaryFolder extends AsyncDisposable {
  /** Absolute, without symbolic links. */
  readonly path: string
}

/** A new folder, which is removed with its content when it is disposed or the process ends. */
export async function temporaryFolder(): Promise<TemporaryFolder> {
  const path = await mkdtemp(join(await realpath(TEMPORARY), 'runbook-sync-'))
  // A Git process may still write into the folder, hence the retries.
  const options = { recursive: true, force: true, maxRetries: 5, retryDelay: 50 }
  const registered = cleanUpOnExit(() => {
    rmSync(path, options)
  })
  return {
    path,
    async [Symbol.asyncDispose]() {
      await rm(path, options)
      registered[Symbol.dispose]()
    }
  }
}
