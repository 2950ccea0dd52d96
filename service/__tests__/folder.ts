import { afterAll } from '@jest/globals'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A new folder, which is removed after the last test of the file. */
export async function folderForTests(): Promise<string> {
  const folder = await mkdtemp(join(process.env['RUNBOOK_SYNC_TEST_FOLDER'] ?? tmpdir(), 'service-'))
  afterAll(() => rm(folder, { recursive: true }))
  return folder
}
