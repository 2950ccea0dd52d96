import { expect, jest } from '@jest/globals'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { git } from '../../testing/git.ts'
import { scheduleEvent } from '../../testing/github/events.ts'
import type { Project } from '../../testing/project.ts'
import type { JobResult } from '../../testing/runner/runner.ts'
import { DISK, OTHER, disk, other, testOnProject } from './delivered-project.ts'
import { outcomesOf, reportOf } from '../support/report.ts'
import { expectSafe } from '../support/safe.ts'

// They run several at a time.
jest.setTimeout(120_000)

const FIRST = disk('First.\n\nThe end.')
const note = (text: string): string => text.replace('The end.', 'The end, says Kim.')

/** Pulls into a checkout, on a schedule. */
async function pull(project: Project): Promise<{ job: JobResult; workspace: string }> {
  const { repository } = project
  const event = scheduleEvent({ repository: repository.name, sha: project.head })
  const workspace = await repository.checkout(event)
  const job = await project.run({ event, workspace, inputs: { mode: 'pull' } })
  expectSafe(job, project.token)
  return { job, workspace }
}

testOnProject('the whole circle: kept, pulled, merged, and the next change of the file is green', async (project) => {
  await project.deliver({ [DISK]: FIRST })
  const edited = project.edit('Disk full', note)
  const kept = await project.push({ [OTHER]: other('Changed.') })
  expect({ code: kept.exitCode, outcomes: outcomesOf(kept) }).toEqual({
    code: 0,
    outcomes: [`kept ${DISK}`, `upserted ${OTHER}`]
  })
  expect(kept.outputs).toMatchObject({ edits: '1', overwritten: '' })

  const { job, workspace } = await pull(project)
  expect({ code: job.exitCode, edits: job.outputs['edits'] }).toEqual({ code: 0, edits: '1' })
  expect(job.summary).toContain(DISK)
  expect(await git(workspace, ['status', '--porcelain'])).toBe(` M ${DISK}`)
  const pulled = await readFile(join(workspace, DISK), 'utf8')
  expect(pulled).toBe(note(FIRST))
  // The service got nothing but questions.
  expect(project.entries().get('Disk full')).toBe(edited)

  const merged = await project.push({ [DISK]: pulled })
  await project.expectEqual(merged)
  expect(merged.outputs).toMatchObject({ upserted: '1', edits: '0', overwritten: '' })
  const next = await project.push({ [DISK]: pulled.replace('First.', 'Second.') })
  await project.expectEqual(next)
  expect(next.outputs).toMatchObject({ upserted: '1', overwritten: '' })
})

testOnProject('a conflict is red, pulled into the file, and green again', async (project) => {
  await project.deliver({ [DISK]: FIRST })
  project.edit('Disk full', note)
  const red = await project.push({ [DISK]: FIRST.replace('First.', 'Second.') })
  expect({ code: red.exitCode, ...red.outputs }).toMatchObject({ code: 1, failed: '1', edits: '1' })
  const { job, workspace } = await pull(project)
  expect(reportOf(job).pulled).toEqual([{ path: DISK, file: DISK, kind: 'changed', reason: '' }])
  const pulled = await readFile(join(workspace, DISK), 'utf8')
  expect(pulled).toBe(note(FIRST.replace('First.', 'Second.')))
  const green = await project.push({ [DISK]: pulled })
  await project.expectEqual(green)
  expect(green.outputs).toMatchObject({ upserted: '1', failed: '0' })
})

testOnProject('what stands beside a file is a warning, and no pattern of runbooks selects it', async (project) => {
  project.paste('Disk full', 'By hand, with a secret.')
  const { job, workspace } = await pull(project)
  expect(job.exitCode).toBe(0)
  expect(job.annotations).toEqual([expect.objectContaining({ level: 'warning', file: DISK })])
  expect(await git(workspace, ['status', '--porcelain'])).toBe(`?? ${DISK}.edited`)
  expect(job.log + job.summary).not.toContain('a secret')
})
