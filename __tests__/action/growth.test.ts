import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals'
import { recordDelivery } from '../../testing/delivered.ts'
import type { JobResult } from '../../testing/runner/runner.ts'
import { TestEnvironment } from '../../testing/test-environment.ts'
import { say, startMisbehaving, type MisbehavingService } from '../support/misbehaving-service.ts'
import { outcomesOf, reported, reportOf } from './report.ts'
import { expectSafe } from './safe.ts'

/** Inputs for which the work once grew with the square of their size, and took minutes: the run ends in the time of a test. */
jest.setTimeout(90_000)

const LINKS = 200_000
const MARKDOWN: Readonly<Record<string, string>> = {
  'a link that is not closed, and blanks': `[a](b${' '.repeat(900_000)}`,
  'a link that is not closed, and tabs': `[a](b${'\t'.repeat(900_000)}`,
  '200,000 links on one line': '[](a)'.repeat(LINKS),
  '200,000 links and a character outside Latin-1': `${'[](a)'.repeat(LINKS)}漢`,
  'opening brackets': '['.repeat(900_000),
  'open links': '[a]('.repeat(225_000),
  'nested quotations': '> '.repeat(400_000),
  'backticks of every length': Array.from({ length: 1300 }, (_, at) => '`'.repeat(at + 1)).join(' '),
  emphasis: '*a _b '.repeat(150_000),
  'open tags': '<a href="'.repeat(100_000),
  'open comments': '<!--'.repeat(225_000),
  definitions: '[a]: b\n'.repeat(120_000),
  'list items': '- '.repeat(400_000),
  'table rows': '|a|\n|-|\n'.repeat(100_000),
  entities: '&amp;'.repeat(180_000),
  backslashes: '\\'.repeat(900_000),
  'quotations and text': '> a\n\n'.repeat(180_000),
  'nested lists': '- a\n  - b\n    - c\n'.repeat(50_000),
  'headings with underlines': 'a\n=\n'.repeat(225_000),
  'headings of a file without a title': '## a\n'.repeat(170_000)
}
const FRONT_MATTER: Readonly<Record<string, string>> = {
  anchors: Array.from({ length: 1500 }, (_, at) => `k${at}: &a${at} 1`).join('\n'),
  brackets: `x: ${'['.repeat(16_000)}`,
  'quoted text': `x: "${'\\"'.repeat(7_900)}"`,
  'long keys': `${'x'.repeat(16_000)}: 1`,
  'lines that are blank': '\n'.repeat(900_000)
}

const MANY = 1000
/** Paths of 1 MB in all. */
const LONG = Array<string>(4).fill('x'.repeat(240)).join('/')

let environment: TestEnvironment
let service: MisbehavingService

beforeAll(async () => {
  // Without these files on the disk: contents come from Git.
  environment = await TestEnvironment.with({ 'README.md': '# Handbook\n' })
  const markdown = Object.entries(MARKDOWN).map(([kind, text], at) => {
    const heading = kind.startsWith('headings') ? '' : `# ${kind}\n\n`
    // Without a relative link, no parser is needed.
    return [`docs/runbooks/m${at}.md`, `${heading}${text}\n\n[a](../../README.md)\n`] as const
  })
  const yaml = Object.entries(FRONT_MATTER).map(([kind, text], at) => {
    return [`docs/runbooks/y${at}.md`, `---\n${text}\n---\n# ${kind}\n\nText.\n`] as const
  })
  const same = Array.from({ length: 5000 }, (_, at) => [`docs/same/${at}.md`, '# One title\n\nText.\n'] as const)
  const many = Array.from(
    { length: MANY },
    (_, at) => [`docs/many/${LONG}/${at}.md`, `# Number ${at}\n\n${at}.\n`] as const
  )
  const after = await environment.repository.commit(
    Object.fromEntries([
      ...markdown,
      ...yaml,
      ...same,
      ...many,
      ['docs/huge.md', `# Huge\n\n${'x'.repeat(2e6)}`] as const
    ])
  )
  environment.event = environment.pushOf(environment.event.sha, after)
  service = await startMisbehaving(say(200))
})

afterAll(async () => {
  await service[Symbol.asyncDispose]()
  await environment[Symbol.asyncDispose]()
})

async function run(files: string, inputs: Readonly<Record<string, string>> = {}): Promise<JobResult> {
  const given = { 'base-url': service.url, files, ...inputs }
  environment.github.deployments.length = 0
  recordDelivery(environment, String(environment.event.payload['before']), given)
  service.requests.length = 0
  const job = await environment.run(given, { timeout: 60_000 })
  expectSafe(job, environment.token)
  return job
}

describe('a file that repeats one token', () => {
  let job: JobResult

  beforeAll(async () => {
    job = await run('docs/runbooks')
  })

  test.each(Object.keys(MARKDOWN).map((kind, at) => [kind, at]))('%s: delivered', (_, at) => {
    expect(reported(job, `docs/runbooks/m${at}.md`)).toMatchObject({ outcome: 'upserted' })
  })

  test('has a warning if its links stay as they are', () => {
    const paths = reportOf(job).diagnostics.flatMap(({ path, message }) =>
      message.includes('links stay') ? [path] : []
    )
    const kinds = Object.keys(MARKDOWN).filter((_, at) => paths.includes(`docs/runbooks/m${at}.md`))
    expect(kinds).toEqual(
      expect.arrayContaining(['open links', 'nested quotations', 'nested lists', '200,000 links on one line'])
    )
    expect(kinds).not.toContain('a link that is not closed, and blanks')
  })

  test.each(Object.keys(FRONT_MATTER).map((kind, at) => [kind, at] as const))('front matter, %s', (kind, at) => {
    const isRefused = ['anchors', 'brackets', 'long keys'].includes(kind)
    expect(reported(job, `docs/runbooks/y${at}.md`).outcome).toBe(isRefused ? 'refused' : 'upserted')
  })
})

test('a file of 2 MB with a raised `max-bytes` is delivered', async () => {
  const job = await run('docs/*.md', { 'max-bytes': '2000100' })
  expect(outcomesOf(job)).toEqual(['upserted docs/huge.md'])
})

test('5,000 runbooks with one title are refused in a message of bounded length', async () => {
  const job = await run('docs/same')
  expect(job.outputs).toMatchObject({ refused: '5000', upserted: '0' })
  const { reason } = reportOf(job).runbooks[7] ?? { reason: '' }
  expect(reason).toMatch(/^Its name “One title” is also that of docs\/same\/.* and 4,996 more: one entry/)
  expect(job.summary).toMatch(/more rows|rest is left out/)
})

test('1,000 files in a push, with paths of 1 MB, are delivered', async () => {
  const job = await run('docs/many', { concurrency: '64', 'base-url': environment.service.url })
  expect(job.outputs).toMatchObject({ upserted: String(MANY), base: environment.event.payload['before'] })
  const entries = environment.entries()
  expect(entries.size).toBe(MANY)
  expect([0, 777, 999].map((at) => entries.get(`Number ${at}`))).toEqual(
    ['0', '777', '999'].map((at) => `# Number ${at}\n\n${at}.\n`)
  )
  expect(reportOf(job).runbooks).toHaveLength(MANY)
  expect(job.log).toContain('and 800 more runbooks: see the summary')
  expect(job.summary).toMatch(/more rows|rest is left out/)
})
