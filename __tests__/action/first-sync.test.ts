import { expect, test } from '@jest/globals'
import { deliveredHandbook, disk, DISK, other } from '../support/handbook.ts'
import { reportOf } from '../support/report.ts'
import { runSafely } from '../support/safe.ts'

test('a token of another workspace: a push of one file sends nothing, and a change of the workflow goes on', async () => {
  await using project = await deliveredHandbook()
  project.service.removeEntries()
  await project.commit({ [DISK]: disk('Second.') })
  const stopped = await runSafely(project, { event: await project.pushed() })
  expect(reportOf(stopped)).toMatchObject({
    success: false,
    failure: { kind: 'stopped' },
    firstLine: 'This workspace has no entry of harbour/handbook, so nothing was sent.',
    nextStep: expect.stringMatching(/^Is the token of the right workspace\? If so, start the workflow by hand/)
  })
  expect(project.texts()).toEqual({})
  await project.commit({ '.github/workflows/runbooks.yml': 'on: [push, workflow_dispatch]\n' })
  const job = await runSafely(project, { event: await project.pushed() })
  expect(reportOf(job).firstLine).toBe(
    `First sync of ${project.repository.name} into this workspace: 2 runbooks delivered.`
  )
  expect(project.texts()).toEqual({ 'Disk full': disk('Second.'), Other: other('Text.') })
})
