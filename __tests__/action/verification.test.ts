import { describe, expect, jest, test } from '@jest/globals'
import type { AnswerOptions, FaultRule } from '../../service/service.ts'
import { UPSERT_PATH } from '../../src/knowledge/api-types.ts'
import type { JobResult } from '../../testing/runner/runner.ts'
import { TestEnvironment } from '../../testing/test-environment.ts'
import { fastClock } from '../support/fast-clock.ts'
import { BAD, Branch, disk, DISK, expectRed, OTHER, UNREADABLE, type Changes } from './branch.ts'
import { outcomesOf, reported, reportOf } from './report.ts'
import { expectSafe } from './safe.ts'

// A list that lags is read again after seconds, so the tests run several at a time.
jest.setTimeout(60_000)

const NAMES = ['A', 'B', 'C']
/** How much faster the runs are. */
const TIMES = 20
const pathOf = (name: string): string => `docs/runbooks/${name.toLowerCase()}.md`
const textOf = (name: string): string => `# ${name}\n\nText.\n`

async function environmentOf(names = NAMES): Promise<TestEnvironment> {
  return TestEnvironment.with(Object.fromEntries(names.map((name) => [pathOf(name), textOf(name)])))
}

async function run(environment: TestEnvironment, inputs: Readonly<Record<string, string>> = {}): Promise<JobResult> {
  // For services whose list does not show what was sent, within two minutes.
  const job = await environment.run({ concurrency: '1', ...inputs }, { env: fastClock(TIMES) })
  expectSafe(job, environment.token)
  return job
}

function sent(environment: TestEnvironment): string[] {
  return environment.received(UPSERT_PATH).map(({ body }) => (body as { name: string }).name)
}

function told({ annotations }: JobResult, level: string): string[] {
  return annotations.filter((annotation) => annotation.level === level).map(({ message }) => message)
}

describe('a service that makes a copy instead of updating: red', () => {
  test.concurrent('the first entry that exists is looked up, and nothing else is sent', async () => {
    await using environment = await environmentOf()
    await environment.write('B', 'Old.\n')
    environment.service.answers.set({ match: 'copy' })
    const job = await run(environment)
    const message = expect.stringContaining('made a second entry “B” instead of updating the first')
    expect(reportOf(job).failure).toMatchObject({ kind: 'copies', message })
    expect(sent(environment)).toEqual(['B'])
    expect(job.outputs).toMatchObject({ upserted: '1', pending: '2' })
  })

  test.concurrent('the first one that is accepted, where another is rejected', async () => {
    await using environment = await environmentOf()
    for (const name of ['A', 'B']) await environment.write(name, 'Old.\n')
    environment.service.answers.set({ match: 'copy', ids: false })
    environment.service.faults.set([{ path: UPSERT_PATH, name: 'A', status: 400 }])
    expect(reportOf(await run(environment)).failure).toMatchObject({ kind: 'copies' })
    expect(sent(environment)).toEqual(['A', 'B'])
  })

  test.concurrent('no entry exists: nothing is sent twice', async () => {
    await using environment = await environmentOf()
    environment.service.answers.set({ match: 'copy' })
    expect((await run(environment)).exitCode).toBe(0)
    expect(sent(environment)).toEqual(NAMES)
  })
})

describe('after a full sync the list', () => {
  const accepted = (name: string): FaultRule => ({ path: UPSERT_PATH, name, status: 200 })

  test.concurrent.each<[string, AnswerOptions, FaultRule[], notices: unknown[]]>([
    ['shows everything', {}, [], []],
    ['shows it two readings later', { lag: { requests: 2 } }, [], []],
    ['shows it 30 s later, by the clock of the run', { lag: { ms: 30_000 / TIMES } }, [], []],
    [
      'does not show the last entry: a notice',
      {},
      [accepted('C')],
      [expect.stringMatching(/cannot confirm that everything arrived: it does not show 1 of 3 entries/)]
    ]
  ])('%s', async (_, answers, faults, notices) => {
    await using environment = await environmentOf()
    environment.service.answers.set(answers)
    environment.service.faults.set(faults)
    const job = await run(environment)
    expect(outcomesOf(job)).toEqual(NAMES.map((name) => `upserted ${pathOf(name)}`))
    const summary = expect.stringMatching(/summary\.md$/)
    expect(job.outputs).toMatchObject({ base: '', head: environment.event.sha, summary })
    expect(told(job, 'notice')).toEqual(notices)
  })

  test.concurrent.each<
    [string, (environment: TestEnvironment) => Promise<void> | void, failed: string[], reason: RegExp]
  >([
    [
      'shows nothing of what was sent',
      ({ service }) => {
        service.answers.set({ lag: 'never' })
      },
      NAMES,
      /its list does not show it/
    ],
    [
      'shows that nothing was stored',
      ({ service }) => {
        service.answers.set({ store: 'none' })
      },
      NAMES,
      /its list does not show it/
    ],
    [
      'lacks an entry, and shows a later one',
      ({ service }) => {
        service.faults.set([accepted('B')])
      },
      ['B'],
      /its list does not show it/
    ],
    [
      'still shows the text of before',
      async (environment) => {
        await environment.write('B', 'Old.\n')
        environment.service.answers.set({ store: 'new', ids: false })
      },
      ['B'],
      /still shows the text of before/
    ]
  ])('%s: it has failed', async (_, prepare, failed, reason) => {
    await using environment = await environmentOf()
    await prepare(environment)
    const job = await run(environment)
    for (const name of failed) {
      expect(reported(job, pathOf(name))).toMatchObject({ outcome: 'failed', reason: expect.stringMatching(reason) })
    }
    expect(job.outputs).toMatchObject({ upserted: String(NAMES.length - failed.length), failed: String(failed.length) })
  })
})

test.concurrent('several entries of one name: a warning', async () => {
  await using environment = await environmentOf()
  environment.service.answers.set({ match: 'copy' })
  await environment.write('B', 'One.\n')
  await environment.write('B', 'Two.\n')
  environment.service.answers.set({ match: 'name' })
  const warnings = told(await run(environment), 'warning')
  expect(warnings).toContainEqual(expect.stringContaining('several entries named “B”. Remove the outdated ones'))
})

test.concurrent('`mode: check` says whether the token is valid, and how many entries there are', async () => {
  await using environment = await environmentOf()
  expect((await run(environment, { mode: 'check' })).log).toMatch(
    /Runbook Sync: the token is valid\. The knowledge base has 0 entries\.\n$/
  )
  expect(environment.received()).toMatchObject([{ body: { page_size: 1 } }, { body: { page_size: 100 } }])
  const rejected = await run(environment, { mode: 'check', token: 'oap_wrong' })
  expect(reportOf(rejected).failure?.kind).toBe('token-rejected')
})

test.concurrent('a plan without `token` and `base-url` says that it cannot see the knowledge base', async () => {
  await using environment = await environmentOf()
  const job = await run(environment, { mode: 'plan', token: '', 'base-url': '' })
  expect(job.outputs).toMatchObject({ upserted: '0', pending: '0' })
  expect(told(job, 'notice')).toEqual([expect.stringMatching(/^Without `token` and `base-url` the plan cannot see/)])
})

describe('an entry stays as it is', () => {
  test.concurrent.each<[string, Changes]>([
    ['cannot be read', { [DISK]: UNREADABLE }],
    ['has the name of another one', { [DISK]: disk('Second.'), 'docs/runbooks/third.md': disk('Third.') }]
  ])('while its runbook %s, and nobody is told to delete it', async (_, changes) => {
    await using branch = await Branch.create({ removed: 'retire' })
    const job = await branch.push(changes)
    expectRed(job)
    expect(job.outputs).toMatchObject({ orphaned: '0', retired: '0' })
    expect(branch.environment.entries().get('Disk full')).toBe(disk('First.'))
  })

  test.concurrent('while another runbook is refused, although its own is gone', async () => {
    await using branch = await Branch.create({ removed: 'retire' })
    expectRed(await branch.push({ [DISK]: null, [BAD]: UNREADABLE }))
    expect(branch.environment.entries().get('Disk full')).toBe(disk('First.'))
  })

  test.concurrent('where there are two of its name, although its runbook is gone', async () => {
    await using branch = await Branch.create({ removed: 'retire' })
    const { service } = branch.environment
    service.answers.set({ match: 'copy' })
    await branch.environment.write('Disk full', disk('First.'))
    service.answers.set({})
    expect((await branch.push({ [DISK]: null })).outputs).toMatchObject({ orphaned: '1', retired: '0' })
  })
})

test.concurrent('a workspace without Git, and a branch that moves while the run delivers: red', async () => {
  await using branch = await Branch.create({}, { step: { checkout: 'without Git' } })
  const held = await branch.hold({ [DISK]: disk('Second.') })
  await branch.commit({ [OTHER]: '# Other\n\nMore text.\n' })
  await held.release()
  expectRed(await held.result)
})
