import { expect, jest, test } from '@jest/globals'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { git } from '../../testing/git.ts'
import { expectGreen, expectRed, type Project } from '../../testing/project.ts'
import type { JobResult } from '../../testing/runner/runner.ts'
import { deliveredProject } from '../support/handbook.ts'
import { reportOf } from '../support/report.ts'
import { expectSafe } from '../support/safe.ts'

// The mode in a checkout. `__tests__/sync/pull.test.ts` has what becomes of each edit.

// They run several at a time.
jest.setTimeout(120_000)

const DISK = 'docs/runbooks/disk.md'
const OTHER = 'docs/runbooks/other.md'
const FIRST = '# Disk full\n\nFirst.\n\nThe end.\n'
const note = (text: string): string => text.replace('The end.', 'The end, says Kim.')
const HANDBOOK = { [DISK]: FIRST, [OTHER]: '# Other\n\nText.\n' }

/** Pulls into a checkout, by hand. */
async function pull(project: Project): Promise<{ job: JobResult; workspace: string; status: string }> {
  const workspace = await project.repository.checkout(project.event)
  const job = await project.dispatch({ workspace, inputs: { mode: 'pull' } })
  expectSafe(job, project.token)
  return { job, workspace, status: await git(workspace, ['status', '--porcelain']) }
}

test.concurrent('an edit is in the file, and a push of the file is green', async () => {
  await using project = await deliveredProject(HANDBOOK)
  const edited = project.edit('Disk full', note)
  const { job, workspace, status } = await pull(project)
  expectGreen(job)
  expect(status).toBe(` M ${DISK}`)
  expect(job.summary).toContain('An edit from the assistant is in the file now.')
  expect(reportOf(job).pulled).toMatchObject([{ path: DISK, file: DISK, kind: 'changed', reason: '' }])
  const file = await readFile(join(workspace, DISK), 'utf8')
  expect(file).toBe(note(FIRST))
  // Nothing is sent.
  expect(project.entries().get('Disk full')).toBe(edited)
  const pushed = await project.push({ [DISK]: file })
  await project.expectEqual(pushed)
  expect(pushed.outputs).toMatchObject({ edits: '0', overwritten: '' })
})

test.concurrent('what stands beside a file is red, with a warning at the file, without its text', async () => {
  await using project = await deliveredProject(HANDBOOK)
  project.paste('Disk full', 'By hand, with a secret.')
  const { job, status } = await pull(project)
  expectRed(job)
  expect(status).toBe(`?? ${DISK}.edited`)
  expect(job.annotations).toContainEqual(expect.objectContaining({ level: 'warning', file: DISK }))
  expect(job.log + job.summary).not.toContain('a secret')
})
