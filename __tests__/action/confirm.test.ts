import { describe, expect, jest, test } from '@jest/globals'
import { BROKEN } from '../../service/kinds.ts'
import { LIST_PATH, UPSERT_PATH, type AnswerOptions, type FaultRule } from '../../service/service.ts'
import { expectRed } from '../../testing/project.ts'
import { deliveredProject, DISK, OTHER, disk, other, testOnProject } from './delivered-project.ts'
import { outcomesOf, reported, sentNames } from '../support/report.ts'

// A service that says that it stored an entry is believed only if its list shows the entry. Each of these services was green
// once, or red for ever.

// They run several at a time.
jest.setTimeout(120_000)

const SHORT = { inputs: { 'confirm-within': '1' } }
const path = (name: string): string => `docs/runbooks/${name.toLowerCase()}.md`
const runbook = (name: string): string => `# ${name}\n\n${'Free some space. '.repeat(20)}End.\n`

/** Answers of services to a request that they did not carry out. */
const FORMS: readonly (readonly [status: number, body: unknown])[] = [
  [200, { detail: 'Not authenticated' }],
  [200, { status: false }],
  [200, { Success: false }],
  [200, { errorMessage: 'The workspace is read-only.' }],
  [200, { errno: 1, errmsg: 'no permission' }],
  [200, { base_resp: { status_code: 1004, status_msg: 'login fail' } }],
  [200, { meta: { status: 403 } }],
  [200, { message: 'Quota exceeded' }],
  [200, { ret: -1 }],
  [200, { result: 'error' }],
  [200, { Response: { Error: { Code: 'AuthFailure' } } }],
  [200, 'Unauthorized'],
  [200, []],
  [200, null],
  [202, { state: 'queued' }],
  [207, { results: [{ status: 409, error: 'locked' }] }]
]

testOnProject(
  'what is answered by an error with a status of success has failed, and comes with the next push',
  async (project) => {
    const { service } = project
    const names = FORMS.map((_, at) => `Form ${at}`)
    const rules = FORMS.map(([status, body], at): FaultRule => {
      return { path: UPSERT_PATH, name: `Form ${at}`, status, body: JSON.stringify(body) }
    })
    service.faults.set([...rules, { path: UPSERT_PATH, name: 'Disk full', status: 202, body: '{}' }])
    const changes = {
      ...Object.fromEntries(names.map((name) => [path(name), runbook(name)])),
      [path('Good')]: runbook('Good')
    }
    const job = await project.push({ ...changes, [DISK]: disk('Second.') }, SHORT)
    expectRed(job)
    expect(outcomesOf(job)).toEqual(
      [...names.map((name) => `failed ${path(name)}`), `failed ${DISK}`, `upserted ${path('Good')}`].sort()
    )
    expect(job.outputs).toMatchObject({ upserted: '1', failed: String(FORMS.length + 1) })

    service.faults.set([])
    const next = await project.push({ 'README.md': 'No runbook.\n' }, SHORT)
    await project.expectEqual(next)
    expect(outcomesOf(next)).toContain(`upserted ${path('Form 0')}`)
  }
)

describe('a service that', () => {
  test.concurrent.each(Object.entries(BROKEN))('%s: red', async (_, { answers = {}, faults = [] }) => {
    await using project = await deliveredProject()
    project.service.answers.set(answers)
    project.service.faults.set(faults)
    const job = await project.push({ [DISK]: disk('Second, which is longer.'), [OTHER]: other('More text.') }, SHORT)
    expectRed(job)
    project.service.answers.set({})
    project.service.faults.set([])
    const next = await project.push({ 'README.md': 'No runbook.\n' })
    // Nobody can delete a copy, so it stays a warning.
    await project.expectEqual(next)
  })
})

describe('a new runbook, whose entry the list shows', () => {
  const name = 'Longer'

  test.concurrent.each<{ how: string; answers: AnswerOptions }>([
    { how: 'without its first line', answers: { stored: ['no_first_line'], only: { name } } },
    { how: 'replaced by moderation', answers: { shown: ['moderated'], only: { name } } },
    { how: 'with another text at each reading', answers: { shown: ['differs'], only: { name } } },
    { how: 'never', answers: { missing: { name, after: 0 } } }
  ])('$how: it has failed, and nobody is said to have edited it', async ({ answers }) => {
    await using project = await deliveredProject()
    project.service.answers.set(answers)
    const job = await project.push({ [path(name)]: runbook(name) }, SHORT)
    expectRed(job)
    expect(outcomesOf(job)).toEqual([`failed ${path(name)}`])
    expect(job.outputs).toMatchObject({ failed: '1', edits: '0' })
  })
})

describe('the input `confirm-within`', () => {
  testOnProject('a list that is behind: the run waits, and is green', async (project) => {
    project.service.answers.set({ lag: { requests: 2 } })
    await project.expectEqual(await project.push({ [DISK]: disk('Second.'), [OTHER]: other('More text.') }))
  })

  testOnProject('a list that stays behind: red if the time is over, and the next push confirms', async (project) => {
    project.service.answers.set({ lag: 'never' })
    const job = await project.push({ [DISK]: disk('Second.') }, SHORT)
    expectRed(job)
    expect(outcomesOf(job)).toEqual([`failed ${DISK}`])
    expect(reported(job, DISK).hint).toContain('`confirm-within`')
    project.service.answers.set({})
    await project.expectEqual(await project.push({ 'README.md': 'No runbook.\n' }))
    expect(sentNames(project)).toEqual([])
  })

  testOnProject('0: the list is not read, and a push sends what it changed', async (project) => {
    project.edit('Other', (content) => `${content}\nCall Sam.\n`)
    const job = await project.push({ [DISK]: disk('Second.') }, { inputs: { 'confirm-within': '0' } })
    expect({ exitCode: job.exitCode, sent: sentNames(project) }).toEqual({ exitCode: 0, sent: ['Disk full'] })
    expect(project.received(LIST_PATH)).toEqual([])
    expect(job.summary).toMatch(/^## .*1 runbook accepted, not confirmed; edits in the assistant are replaced/)
  })
})
