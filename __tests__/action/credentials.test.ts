import { expect, test } from '@jest/globals'
import { gitHubToken } from '../runbook/secret-values.ts'
import { deliveredProject, note, pathOf, runbook } from '../support/handbook.ts'
import { outcomesOf } from '../support/report.ts'
import { expectSafe } from '../support/safe.ts'

// Through a whole process in debug mode. `__tests__/sync/credential-places.test.ts` has more places and runs.

test('a credential in a title, a text and an edit is in nothing that a run leaves or sends', async () => {
  const values = [gitHubToken(), gitHubToken(), gitHubToken()]
  const [title, text, edit] = values
  const [body, edited] = [pathOf('Body'), pathOf('Edited')]
  await using project = await deliveredProject({ [body]: runbook('Body'), [edited]: runbook('Edited') })
  project.edit('Edited', (content) => note(`${content}\n${edit}\n`))
  const titled = 'docs/runbooks/titled.md'
  const changes = {
    [body]: runbook('Body', text),
    [edited]: runbook('Edited', 'New.'),
    [titled]: runbook(`Run ${title}`)
  }
  const job = await project.push(changes, { env: { RUNNER_DEBUG: '1' } })
  expectSafe(job, project.token)
  expect(outcomesOf(job)).toEqual([body, edited, titled].map((path) => `refused ${path}`))
  const sent = project.received().map((request) => request.body)
  const left = [job.stdout, job.summary, JSON.stringify([job.outputs, job.report, sent])].join('\n')
  for (const value of values) expect(left).not.toContain(value.slice(4, 12))
})
