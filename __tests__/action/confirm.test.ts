import { describe, expect, jest, test } from '@jest/globals'
import { LIST_PATH, UPSERT_PATH, type AnswerOptions, type FaultRule } from '../../service/service.ts'
import { scheduleEvent } from '../../testing/github/events.ts'
import type { StepOptions } from '../../testing/github/workflow.ts'
import type { JobResult } from '../../testing/runner/runner.ts'
import { Branch, DISK, OTHER, disk, expectRed, testOnBranch } from './branch.ts'
import { outcomesOf, reported } from '../support/report.ts'

// A service that says that it stored an entry is believed only where its list shows the entry. Each of these services was
// green once, or red for ever.

// They run several at a time.
jest.setTimeout(120_000)

const SHORT = { inputs: { 'confirm-within': '1' } }
const WAITING = /^waiting for the list to show \d+ entr(?:y|ies)$/m
const path = (name: string): string => `docs/runbooks/${name.toLowerCase()}.md`
const runbook = (name: string): string => `# ${name}\n\n${'Free some space. '.repeat(20)}End.\n`

async function fullSync(branch: Branch, step?: StepOptions): Promise<JobResult> {
  return branch.run(scheduleEvent({ repository: branch.environment.repository.name, sha: branch.head }), step)
}

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

testOnBranch(
  'a push: what is answered by an error with a status of success has failed, and comes with the next',
  async (branch) => {
    const { service } = branch.environment
    const names = FORMS.map((_, at) => `Form ${at}`)
    const rules = FORMS.map(([status, body], at): FaultRule => {
      return { path: UPSERT_PATH, name: `Form ${at}`, status, body: JSON.stringify(body) }
    })
    service.faults.set([...rules, { path: UPSERT_PATH, name: 'Disk full', status: 202, body: '{}' }])
    const changes = {
      ...Object.fromEntries(names.map((name) => [path(name), runbook(name)])),
      [path('Good')]: runbook('Good')
    }
    const job = await branch.push({ ...changes, [DISK]: disk('Second.') }, SHORT)
    expectRed(job)
    const reasons = names.map((name) => [name, reported(job, path(name)).outcome, reported(job, path(name)).reason])
    const missing = 'The service accepted the entry, and its list does not show it.'
    expect(reasons).toEqual(names.map((name) => [name, 'failed', missing]))
    expect(reported(job, DISK)).toMatchObject({
      outcome: 'failed',
      reason: expect.stringMatching(/shows another version\.$/)
    })
    expect(job.outputs).toMatchObject({ upserted: '1', failed: String(FORMS.length + 1) })
    expect(reported(job, DISK).hint).toContain('raise `confirm-within`')

    service.faults.set([])
    const next = await branch.push({ 'README.md': 'No runbook.\n' }, SHORT)
    await branch.expectEqual(next)
    expect(outcomesOf(next)).toContain(`upserted ${path('Form 0')}`)
  }
)

testOnBranch(
  'a token without permission, to which everything answers `code: 1003` and an empty list: red',
  async (branch) => {
    const body = JSON.stringify({ code: 1003, message: 'no permission', data: [] })
    branch.environment.service.faults.set([{ status: 200, body }])
    for (const text of ['Second.', 'Third.']) {
      const job = await branch.push({ [DISK]: disk(text) }, SHORT)
      expectRed(job)
      expect(job.outputs).toMatchObject({ upserted: '0' })
    }
  }
)

describe('a full sync of a new runbook, whose entry the list shows', () => {
  const name = 'Longer'

  test.concurrent.each<[string, AnswerOptions, says: RegExp]>([
    ['without text', { store: 'empty' }, /cut or replaced its text\.$/],
    ['cut to its beginning', { content: 'cut', only: { name } }, /cut or replaced its text\.$/],
    ['with the text of another one', { swap: [name, 'Disk full'] }, /shows another version\.$/],
    ['under no name', { vanish: { name, requests: 0 } }, /does not show it\.$/]
  ])('%s: it has failed', async (_, answers, says) => {
    await using branch = await Branch.create()
    branch.environment.service.answers.set(answers)
    await branch.commit({ [path(name)]: runbook(name) })
    const job = await fullSync(branch, SHORT)
    expectRed(job)
    expect(reported(job, path(name))).toMatchObject({ outcome: 'failed', reason: expect.stringMatching(says) })
  })

  testOnBranch(
    'replaced by moderation: it has failed, then again, and nobody is said to have edited it',
    async (branch) => {
      branch.environment.service.answers.set({ content: 'removed', only: { name } })
      await branch.commit({ [path(name)]: runbook(name) })
      for (let run = 1; run <= 2; run++) {
        const job = await fullSync(branch, SHORT)
        expectRed(job)
        const reason = expect.stringMatching(/cut or replaced its text\.$/)
        expect(reported(job, path(name))).toMatchObject({ outcome: 'failed', reason })
        expect(job.outputs).toMatchObject({ edits: '0' })
      }
    }
  )
})

describe('two full syncs and a push are green, and wait for nothing, where the list shows texts', () => {
  const CHANGES = /^notice: The service changes texts: /m
  const CANNOT_TELL = /^notice: Nobody can tell whether everything was stored: /m

  test.concurrent.each<[AnswerOptions['content'], says: RegExp | undefined]>([
    ['full', undefined],
    ['html', CHANGES],
    ['footer', CHANGES],
    ['none', CANNOT_TELL]
  ])('%s', async (content, says) => {
    await using branch = await Branch.create()
    branch.environment.service.answers.set({ content })
    await branch.commit({ [OTHER]: '# Other\n\nMore <b>text</b>.\n' })
    const jobs = [await fullSync(branch), await fullSync(branch), await branch.push({ [DISK]: disk('Second.') })]
    for (const job of jobs) {
      await branch.expectEqual(job)
      expect(job.log).not.toMatch(WAITING)
    }
    const told = jobs[0]?.annotations.map(({ level, message }) => `${level}: ${message}`).join('\n')
    if (says === undefined) expect(told).toBe('')
    else expect(told).toMatch(says)
  })
})

describe('the input `confirm-within`', () => {
  testOnBranch('a list that is behind: the run waits, says for how many entries, and is green', async (branch) => {
    const { service } = branch.environment
    service.answers.set({ lag: { requests: 2 } })
    const job = await branch.push({ [DISK]: disk('Second.'), [OTHER]: '# Other\n\nMore text.\n' })
    await branch.expectEqual(job)
    expect(WAITING.exec(job.log)?.[0]).toBe('waiting for the list to show 2 entries')
  })

  testOnBranch('a list that stays behind: red when the time is over, and the next push sends again', async (branch) => {
    const { service } = branch.environment
    service.answers.set({ lag: 'never' })
    const job = await branch.push({ [DISK]: disk('Second.') }, SHORT)
    expectRed(job)
    expect(outcomesOf(job)).toEqual([`failed ${DISK}`])
    service.answers.set({})
    const next = await branch.push({ 'README.md': 'No runbook.\n' })
    await branch.expectEqual(next)
    expect(outcomesOf(next)).toEqual([`upserted ${DISK}`])
  })

  testOnBranch('0: the list is not read after sending', async (branch) => {
    const { service } = branch.environment
    service.answers.set({ lag: 'never' })
    const { length } = service.requests()
    const job = await branch.push({ [DISK]: disk('Second.') }, { inputs: { 'confirm-within': '0' } })
    await branch.expectEqual(job)
    const paths = service
      .requests()
      .slice(length)
      .map(({ path }) => path)
    expect(paths.lastIndexOf(LIST_PATH)).toBeLessThan(paths.indexOf(UPSERT_PATH))
  })
})
