import { rmSync } from 'node:fs'
import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Where tests make their folders. */
export const TEMPORARY = process.env['RUNBOOK_SYNC_TEST_FOLDER'] ?? tmpdir()

// A Git process may still write into the folder, hence the retries.
const OPTIONS = { recursive: true, force: true, maxRetries: 5, retryDelay: 50 }
const folders = new Set<string>()

process.once('exit', () => {
  for (const folder of folders) rmSync(folder, OPTIONS)
})

export interface TemporaryFolder extends AsyncDisposable {
  /** Absolute, without symbolic links. */
  readonly path: string
}

/** A new folder, which is removed with its content when it is disposed or the process ends. */
export async function temporaryFolder(): Promise<TemporaryFolder> {
  const path = await mkdtemp(join(await realpath(TEMPORARY), 'runbook-sync-'))
  folders.add(path)
  return {
    path,
    async [Symbol.asyncDispose]() {
      await rm(path, OPTIONS)
      folders.delete(path)
    }
  }
}
