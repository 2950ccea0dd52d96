import { expect, jest } from '@jest/globals'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { git } from '../../testing/git.ts'
import { scheduleEvent } from '../../testing/github/events.ts'
import type { JobResult } from '../../testing/runner/runner.ts'
import { type Branch, DISK, OTHER, disk, testOnBranch } from './branch.ts'
import { reportOf } from '../support/report.ts'
import { expectSafe } from '../support/safe.ts'

// They run several at a time.
jest.setTimeout(120_000)

const FIRST = disk('First.\n\nThe end.')
const NOTE = (text: string): string => text.replace('The end.', 'The end, says Kim.')

async function edit({ environment }: Branch, name: string, change: (text: string) => string): Promise<void> {
  await environment.write(name, change(environment.entries().get(name) ?? ''))
}

/** Pulls into a checkout, on a schedule. */
async function pull(branch: Branch): Promise<{ job: JobResult; workspace: string }> {
  const { repository } = branch.environment
  const event = scheduleEvent({ repository: repository.name, sha: branch.head })
  const workspace = await repository.checkout(event)
  const job = await branch.run(event, { workspace, inputs: { mode: 'pull' } })
  expectSafe(job, branch.token)
  return { job, workspace }
}

testOnBranch('the whole circle: kept, pulled, merged, and the next change of the file is green', async (branch) => {
  await branch.deliver({ [DISK]: FIRST })
  await edit(branch, 'Disk full', NOTE)
  const full = await branch.run(scheduleEvent({ repository: branch.environment.repository.name, sha: branch.head }))
  expect({ code: full.exitCode, ...full.outputs }).toMatchObject({ code: 0, kept: '1', edits: '1', overwritten: '' })
  expect((await branch.push({ [OTHER]: '# Other\n\nChanged.\n' })).exitCode).toBe(0)

  const { job, workspace } = await pull(branch)
  expect({ code: job.exitCode, edits: job.outputs['edits'] }).toEqual({ code: 0, edits: '1' })
  expect(job.summary).toContain('1 file changed')
  expect(job.summary).toContain(DISK)
  expect(await git(workspace, ['status', '--porcelain'])).toBe(` M ${DISK}`)
  const pulled = await readFile(join(workspace, DISK), 'utf8')
  expect(pulled).toBe(NOTE(FIRST))
  // The service got nothing but questions.
  expect(branch.environment.service.entries().find(({ name }) => name === 'Disk full')?.content).toContain('says Kim')

  const merged = await branch.push({ [DISK]: pulled })
  expect({ code: merged.exitCode, ...merged.outputs }).toMatchObject({ code: 0, upserted: '1', overwritten: '' })
  const next = await branch.push({ [DISK]: pulled.replace('First.', 'Second.') })
  await branch.expectEqual(next)
  expect(next.outputs).toMatchObject({ upserted: '1', kept: '0', overwritten: '' })
})

testOnBranch(
  'with a conflict: a change of the file that was edited is red, pulled into it, and green again',
  async (branch) => {
    await branch.deliver({ [DISK]: FIRST })
    await edit(branch, 'Disk full', NOTE)
    const red = await branch.push({ [DISK]: FIRST.replace('First.', 'Second.') })
    expect({ code: red.exitCode, ...red.outputs }).toMatchObject({ code: 1, refused: '1', edits: '1' })
    const { job, workspace } = await pull(branch)
    expect(reportOf(job).pulled).toEqual([{ path: DISK, file: DISK, kind: 'changed', reason: '' }])
    const pulled = await readFile(join(workspace, DISK), 'utf8')
    expect(pulled).toBe(NOTE(FIRST.replace('First.', 'Second.')))
    const green = await branch.push({ [DISK]: pulled })
    await branch.expectEqual(green)
    expect(green.outputs).toMatchObject({ upserted: '1', refused: '0' })
  }
)

testOnBranch('what stands beside a file is a warning, and no pattern of runbooks selects it', async (branch) => {
  await branch.environment.write('Disk full', 'By hand, with a secret.')
  const { job, workspace } = await pull(branch)
  expect(job.exitCode).toBe(0)
  expect(job.annotations).toEqual([expect.objectContaining({ level: 'warning', file: DISK })])
  expect(await git(workspace, ['status', '--porcelain'])).toBe(`?? ${DISK}.edited`)
  expect(job.log + job.summary).not.toContain('a secret')
})
