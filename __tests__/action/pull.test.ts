import { expect, test } from '@jest/globals'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DISK, deliveredProject, runbook } from '../support/handbook.ts'
import { reportOf } from '../support/report.ts'
import { runSafely } from '../support/safe.ts'

// A pull into the checkout of a job, through a whole process. `__tests__/sync/pull.test.ts` has what becomes of each edit.

test('an edit next to a line that the file has changed is in the file', async () => {
  const before = 'Wait 5 minutes.\n\n## Steps\n\nFree some space.'
  const withNote = (text: string): string => text.replace('## Steps', '## Note\n\nCall the owner.\n\n## Steps')
  await using project = await deliveredProject({ [DISK]: runbook('Disk full', before) })
  project.edit('Disk full', withNote)
  const file = runbook('Disk full', before.replace('5 minutes', '9 minutes'))
  await project.commit({ [DISK]: file })
  const event = await project.pushed()
  const workspace = await project.repository.checkout(event)
  const job = await runSafely(project, { event, workspace, inputs: { mode: 'pull' } })
  expect(await readFile(join(workspace, DISK), 'utf8')).toBe(withNote(file))
  expect(reportOf(job)).toMatchObject({ success: true, pulled: [{ path: DISK, kind: 'changed' }] })
})
