import { rmSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const undone = new Set<() => void>()

process.once('exit', () => {
  for (const undo of undone) undo()
})

/**
 * Has `undo` called when the process ends before the returned object is disposed: after a failure nobody caught, or
 * `process.exit` in a signal handler. `undo` must be synchronous.
 */
export function undoOnExit(undo: () => void): Disposable {
  undone.add(undo)
  return { [Symbol.dispose]: () => void undone.delete(undo) }
}

export interface TemporaryFolder extends AsyncDisposable {
  /** Absolute. */
  readonly path: string
}

/** A new folder that is gone, with all that is in it, when it is disposed or the process ends. */
export async function temporaryFolder(): Promise<TemporaryFolder> {
  const path = await mkdtemp(join(tmpdir(), 'runbook-sync-'))
  // Git may still be closing files in it, hence the retries.
  const options = { recursive: true, force: true, maxRetries: 5, retryDelay: 50 }
  const registered = undoOnExit(() => {
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
