import { expect, test } from '@jest/globals'
import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { LIST_PATH, UPDATE_PATH } from '../../service/service.ts'
import { pullRequestEvent } from '../../testing/github/events.ts'
import { DISK, NIGHT, deliveredHandbook, disk, note, pathOf, runbook } from '../support/handbook.ts'
import { reportOf, reported } from '../support/report.ts'
import { runSafely } from '../support/safe.ts'
import { WITHOUT_WAITING } from '../../testing/skipping-clock.ts'

// What a run publishes and saves of a text that somebody wrote: log, annotations, summary, report, outputs and files.

const REPLACE = { 'on-conflict': 'replace' }

test('a text that is replaced is saved before; a public repository replaces none, and publishes none', async () => {
  await using project = await deliveredHandbook()
  const RUNNER_TEMP = await mkdtemp(join(project.folder, 'temp-'))
  const content = project.edit('Disk full', note)
  project.paste('Of a person', `${NIGHT}\n`)
  const savedBefore: string[] = []
  project.onRequest = ({ path }) => {
    if (path !== UPDATE_PATH) return
    const files = readdirSync(RUNNER_TEMP, { recursive: true, withFileTypes: true })
    const [file] = files.filter(({ name }) => name === '1-disk.md')
    savedBefore.push(file === undefined ? 'nothing' : readFileSync(join(file.parentPath, file.name), 'utf8'))
  }
  await project.commit({ [DISK]: disk('Second.') })
  const event = await project.pushed()
  const repository = { ...(event.payload['repository'] as object), private: false }
  const publicEvent = { ...event, payload: { ...event.payload, repository } }
  const env = { ...WITHOUT_WAITING, RUNNER_TEMP }
  const refused = await runSafely(project, { event: publicEvent, inputs: REPLACE, env })
  expect(reportOf(refused)).toMatchObject({ success: false, failure: { kind: 'files' }, saved: [] })
  for (const published of [refused.stdout, refused.summary, JSON.stringify([refused.report, refused.annotations])]) {
    expect(published).toContain('Disk full')
    expect(published).not.toMatch(/Written at night|Of a person/)
  }
  const job = await runSafely(project, { event, inputs: REPLACE, env })
  await project.expectEqual(job)
  const [header = '', ...text] = (savedBefore[0] ?? '').split('\n')
  expect({ updates: savedBefore.length, text: text.join('\n') }).toEqual({ updates: 1, text: content })
  expect(header).toMatch(
    / before run \d+ \(http:\/\/127\.0\.0\.1:\d+\/harbour\/handbook\/actions\/runs\/\d+\) replaced it, /
  )
  const file = join(job.outputs['overwritten'] ?? '', '1-disk.md')
  expect(await readFile(file, 'utf8')).toBe(savedBefore[0])
  expect(reportOf(job).saved).toMatchObject([{ path: DISK, name: 'Disk full', file }])
  expect(job.summary).toMatch(/^- .*The text of the entry “Disk full” in the assistant was replaced, and is saved in /m)
  const warning = { level: 'warning', file: DISK, message: expect.stringContaining(file) }
  expect(job.annotations).toContainEqual(expect.objectContaining(warning))
})

test('a plan of a pull request has 20 differences, in which nothing is markup, and saves nothing', async () => {
  await using project = await deliveredHandbook()
  const {
    repository,
    event: { sha: base }
  } = project
  const many = Array.from({ length: 25 }, (_, at) => `Some ${at}`)
  const files = many.map((title) => [pathOf(title), runbook(title, 'New.')])
  const proposed = { [DISK]: disk('Proposed.'), ...(Object.fromEntries(files) as Record<string, string>) }
  const head = await project.commit(proposed, { branch: 'clarify', parents: [base] })
  const merge = await project.commit(proposed, { branch: null, parents: [base, head] })
  project.edit('Disk full', note)
  const hostile = '</details>\n\r# x\n::error::pwned\n##[error]pwned\n\u202e```\n<img src=x>\n\n    @team\n'
  for (const name of many) project.paste(name, `${hostile}${'A line.\n'.repeat(100)}`)
  const event = pullRequestEvent(repository.name, merge)
  const job = await runSafely(project, { event, inputs: REPLACE })

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
  expect(job.summary).not.toMatch(/\r|\u202e/)
  expect(job.stdout).not.toMatch(/Written at night|A line/)
})
