import { expect, test } from '@jest/globals'
import { LIST_PATH } from '../../service/service.ts'
import { pullRequestEvent } from '../../testing/github/events.ts'
import { DISK, deliveredHandbook, disk, note, pathOf, runbook } from '../support/handbook.ts'
import { reported } from '../support/report.ts'
import { runSafely } from '../support/safe.ts'

test('a plan of a pull request has 20 differences, in which nothing is markup, and saves nothing', async () => {
  await using project = await deliveredHandbook()
  const { repository, event: push } = project
  const many = Array.from({ length: 25 }, (_, at) => `Some ${at}`)
  const files = many.map((title) => [pathOf(title), runbook(title, 'New.')] as const)
  const proposed = { [DISK]: disk('Proposed.'), ...Object.fromEntries(files) }
  const head = await project.commit(proposed, { branch: 'clarify', parents: [push.sha] })
  const merge = await project.commit(proposed, { branch: null, parents: [push.sha, head] })
  project.edit('Disk full', note)
  const hostile = '</details>\n\r# x\n::error::pwned\n##[error]pwned\n\u202e```\n<img src=x>\n\n    @team\n'
  for (const name of many) project.paste(name, `${hostile}${'A line.\n'.repeat(100)}`)
  const event = pullRequestEvent(repository.name, merge)
  const job = await runSafely(project, { event, inputs: { 'on-conflict': 'replace' } })

  expect(new Set(project.received().map(({ path }) => path))).toEqual(new Set([LIST_PATH]))
  expect(job.outputs).not.toHaveProperty('overwritten')
  const reason = 'It replaces a text of the assistant, which is saved first.'
  expect(reported(job, DISK)).toMatchObject({ outcome: 'planned', reason })
  const sections = job.summary.split('Another text in the assistant: ').slice(1)
  expect(sections).toHaveLength(20)
  expect(sections[0]).toMatch(/^-Written at night\.\n\+Proposed\.$/m)
  for (const section of sections) {
    const [, code = ''] = /\n\n~~~diff\n([^]*?)\n~~~(?:\n|$)/.exec(section) ?? []
    expect(code.split('\n').length).toBeLessThanOrEqual(62)
    expect(section.replace(code, '')).not.toMatch(/pwned|<img|@team|A line/)
  }
  expect(job.stdout).not.toMatch(/Written at night|A line/)
})
