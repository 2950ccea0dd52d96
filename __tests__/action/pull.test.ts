import { expect, jest, test } from '@jest/globals'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { git } from '../../testing/git.ts'
import { expectRed, Project } from '../../testing/project.ts'
import type { JobResult } from '../../testing/runner/runner.ts'
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
  expect(job.exitCode).toBe(0)
  return { job, workspace, status: await git(workspace, ['status', '--porcelain']) }
}

test.concurrent('an edit that was kept is in the file, and its merge is green, as is the next change', async () => {
  await using project = await Project.delivered(HANDBOOK)
  const edited = project.edit('Disk full', note)
  expect((await project.push({ [OTHER]: '# Other\n\nChanged.\n' })).outputs).toMatchObject({ failed: '0', edits: '1' })
  const { job, workspace, status } = await pull(project)
  expect(status).toBe(` M ${DISK}`)
  expect(job.summary).toContain('1 file changed')
  const file = await readFile(join(workspace, DISK), 'utf8')
  expect(file).toBe(note(FIRST))
  // Nothing is sent.
  expect(project.entries().get('Disk full')).toBe(edited)
  await project.deliver({ [DISK]: file })
  const next = await project.push({ [DISK]: file.replace('First.', 'Second.') })
  await project.expectEqual(next)
  expect(next.outputs).toMatchObject({ upserted: '1', edits: '0', overwritten: '' })
})

test.concurrent('an edit in conflict with a push is merged into its file, and green again', async () => {
  await using project = await Project.delivered(HANDBOOK)
  project.edit('Disk full', note)
  const red = await project.push({ [DISK]: FIRST.replace('First.', 'Second.') })
  expectRed(red)
  expect(red.outputs).toMatchObject({ failed: '1', edits: '1' })
  const { job, workspace } = await pull(project)
  expect(reportOf(job).pulled).toEqual([{ path: DISK, file: DISK, kind: 'changed', reason: '' }])
  const file = await readFile(join(workspace, DISK), 'utf8')
  expect(file).toBe(note(FIRST.replace('First.', 'Second.')))
  await project.deliver({ [DISK]: file })
})

test.concurrent('what stands beside a file is a warning, without its text, and no runbook', async () => {
  await using project = await Project.delivered(HANDBOOK)
  project.paste('Disk full', 'By hand, with a secret.')
  const { job, status } = await pull(project)
  expect(status).toBe(`?? ${DISK}.edited`)
  expect(job.annotations).toEqual([expect.objectContaining({ level: 'warning', file: DISK })])
  expect(job.log + job.summary).not.toContain('a secret')
  const beside = await project.push({ [`${DISK}.edited`]: 'By hand.' })
  expect(reportOf(beside).runbooks.map(({ path }) => path)).not.toContain(`${DISK}.edited`)
})

test.concurrent('without Git: red, and it says what is missing', async () => {
  await using project = await Project.delivered(HANDBOOK)
  const workspace = await project.repository.checkout(project.event, 'without Git')
  const job = await project.dispatch({ workspace, inputs: { mode: 'pull' } })
  expectRed(job)
  expect(job.log).toMatch(/needs Git, and a checkout\. Put actions\/checkout before this step/)
})
