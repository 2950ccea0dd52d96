import { rm } from 'node:fs/promises'

/**
 * Removes a file or folder below `RUNNER_TEMP`. On Windows a virus scanner may keep it open; the runner empties that folder
 * after the job, so that what stays does no harm.
 */
export async function removeTemporary(path: string): Promise<void> {
  await rm(path, { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined)
}
