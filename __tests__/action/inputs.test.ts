import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import type { JobResult } from '../../testing/runner/runner.ts'
import { UPSERT_PATH } from '../../src/knowledge/api-types.ts'
import { say, startMisbehaving } from '../support/misbehaving-service.ts'
import { keepMessages, printMessages } from './messages.ts'
import { expectSafe } from './safe.ts'
import { TestEnvironment } from '../../testing/test-environment.ts'
import { reportOf } from './report.ts'

let environment: TestEnvironment

beforeAll(async () => {
  environment = await TestEnvironment.with({
    'docs/runbooks/disk-full.md': '# Disk full\n\nMake room.\n',
    'docs/runbooks/node-down.md': '# Node down\n\nStart it.\n',
    [`docs/runbooks/${'a'.repeat(250)}/${'a'.repeat(250)}.txt`]: 'a',
    'README.md': '# Handbook\n'
  })
}, 60_000)

afterAll(async () => {
  await environment[Symbol.asyncDispose]()
})

printMessages('Inputs')

/** Red for this input, said so that it can be mended, and not one request made. */
async function expectRefused(
  row: string,
  inputs: Readonly<Record<string, string>>,
  input: string,
  says: RegExp
): Promise<JobResult> {
  const job = await environment.run(inputs)
  expectSafe(job, environment.token)
  expect(job.exitCode).toBe(1)
  const { failure } = reportOf(job)
  expect(failure?.kind).toBe('input')
  expect(failure?.message).toMatch(new RegExp(`^Input \`${input}\` `))
  expect(`${failure?.message ?? ''} ${failure?.remedy ?? ''}`).toMatch(says)
  expect(environment.received()).toEqual([])
  keepMessages(row, job)
  return job
}

describe('the token', () => {
  test.each([
    ['empty', ''],
    ['white space only', ' \n\t ']
  ])('%s: the secret is missing, and no request', async (row, token) => {
    await expectRefused(
      `token: ${row}`,
      { token },
      'token',
      /the secret is missing.*forks and Dependabot get no secrets/
    )
  })

  test('a trailing newline is trimmed, and both forms are masked', async () => {
    const job = await environment.run({ token: `${environment.token}\r\n` })
    expectSafe(job, environment.token)
    expect(job.exitCode).toBe(0)
    expect(job.masks).toContain(environment.token)
    expect(new Set(environment.received(UPSERT_PATH).map(({ status }) => status))).toEqual(new Set([200]))
    expect(environment.entries().size).toBe(2)
  })

  test.each([
    ['an inner CR', 'rsp_A1\rb2C3d4E5'],
    ['an inner LF', 'rsp_A1\nb2C3d4E5'],
    ['an inner CRLF and a header', 'rsp_A1\r\nX-Admin: 1'],
    ['U+200B inside', 'rsp_A1\u200bb2C3d4E5'],
    ['U+200B behind', 'rsp_A1b2C3d4E5\u200b'],
    ['a Latin-1 letter', 'rsp_A1ü2C3d4E5'],
    ['a blank', 'rsp_A1 b2C3d4E5'],
    ['a DEL', 'rsp_A1\u007fb2C3d4E5'],
    ['a workflow command', 'rsp_A1\n::error::b2C3d4E5'],
    ['another secret below it', 'rsp_A1b2C3d4E5\nrsp_Z9y8X7w6V5']
  ])('with %s is refused, and the value not shown', async (row, token) => {
    const job = await expectRefused(`token with ${row}`, { token }, 'token', /not shown.*Settings → Access Tokens/)
    expectSafe(job, token, ...token.split(/[\r\n]+/))
  })

  test('with NUL: no environment can carry one', async () => {
    await expect(environment.run({ token: 'rsp_A1\0b2C3d4E5' })).rejects.toThrow(/null bytes/)
  })

  test.each(['Bearer rsp_A1b2C3d4E5', 'bearer\trsp_A1b2C3d4E5', 'Bearer  rsp_A1b2C3d4E5\n'])(
    'given as %j: without Bearer, please',
    async (token) => {
      const job = await expectRefused('token: Bearer xyz', { token }, 'token', /starts with `Bearer`.*value alone/)
      expectSafe(job, token.trim(), 'rsp_A1b2C3d4E5')
    }
  )
})

describe('the address', () => {
  test.each([
    ['http elsewhere', 'http://assistant.example', /https/],
    ['http to a name that begins like this machine', 'http://127.0.0.1.evil.example', /https/],
    ['http to a name like localhost', 'http://localhost.evil.example', /https/],
    ['file:', 'file:///etc/passwd', /https/],
    ['ftp:', 'ftp://assistant.example', /https/],
    ['javascript:', 'javascript:alert(1)', /https/],
    ['a user name and password', 'https://robin:s3cr3t@assistant.example', /user name or password/],
    ['a user name', 'https://robin@assistant.example', /user name or password/],
    ['a query', 'https://assistant.example/api?x=1', /query/],
    ['an empty query', 'https://assistant.example/api?', /query/],
    ['a fragment', 'https://assistant.example/#api', /fragment/],
    ['a host alone', 'assistant.example', /not a URL|https/],
    ['a path alone', '/api', /not a URL/],
    ['words', 'the assistant', /a blank/],
    ['a workflow command', '::error::assistant', /not a URL/],
    ['a line break', 'https://assistant.example/\n::error::x', /line break/]
  ])('%s is refused', async (row, baseUrl, says) => {
    const job = await expectRefused(`base-url: ${row}`, { 'base-url': baseUrl }, 'base-url', says)
    expectSafe(job, 's3cr3t')
  })

  test('empty is refused', async () => {
    await expectRefused('base-url: empty', { 'base-url': '' }, 'base-url', /is empty/)
  })

  test.each([
    ['http://127.0.0.1', '127.0.0.1', ''],
    ['http://[::1]', '::1', ''],
    ['http://localhost', 'localhost', ''],
    ['a trailing slash', '127.0.0.1', '/'],
    ['several trailing slashes', '127.0.0.1', '///'],
    ['a base path', '127.0.0.1', '/assistant/api'],
    ['a base path with a trailing slash', '127.0.0.1', '/assistant/api/']
  ])('%s is accepted, and joined once', async (_, host, path) => {
    await using service = await startMisbehaving(say(200), undefined, host === '::1' ? '::1' : '127.0.0.1')
    const origin = service.url.replace('127.0.0.1', host === 'localhost' ? 'localhost' : '127.0.0.1')
    const job = await environment.run({ 'base-url': origin + path, verify: 'false' })
    expectSafe(job, environment.token)
    expect(job.exitCode).toBe(0)
    expect(new Set(service.requests.map(({ path: asked }) => asked))).toEqual(
      new Set([path.replace(/\/+$/, '') + '/personal/v1/knowledge/upsert'])
    )
    expect(service.requests.map(({ headers }) => headers.authorization)).toEqual(
      Array.from({ length: 2 }, () => `Bearer ${environment.token}`)
    )
  })
})

describe('patterns', () => {
  test('that match nothing: success, with a notice that names them and how many files were looked at', async () => {
    const job = await environment.run({ files: 'handbook/**/*.md\nplaybooks/*.md' })
    expectSafe(job, environment.token)
    expect(job.exitCode).toBe(0)
    expect(job.annotations).toMatchObject([
      { level: 'notice', message: expect.stringMatching(/handbook\/\*\*\/\*\.md, playbooks\/\*\.md.*4 files/) }
    ])
    expect(environment.received()).toEqual([])
    keepMessages('files: nothing matches', job)
  })

  test.each([
    ['../**', '../**', /cannot leave it/],
    ['a .. inside', 'docs/../../secrets/**', /cannot leave it/],
    ['an absolute path', '/etc/*.md', /`etc\/\*\.md`/],
    ['a home folder', '~/runbooks/*.md', /home folder/],
    ['braces', '*.{md,markdown}', /one line for each: `\*\.md`, then `\*\.markdown`/],
    ['an extended glob', '@(docs|ops)/*.md', /extended glob/],
    ['only exclusions', '!docs/**', /choose/],
    ['nothing but comments', '# docs', /has no pattern/],
    ['10,000 characters', `docs/${'a*'.repeat(5000)}.md`, /10008 characters/],
    ['1,000 lines', 'docs/*.md\n'.repeat(1000), /1000 patterns/],
    ['a workflow command', '../::error::x##[error]y', /cannot leave it/]
  ])('%s: refused, with the way to write it', async (row, files, says) => {
    await expectRefused(`files: ${row}`, { files }, 'files', says)
  })

  test.each([
    ['stars between letters', `docs/runbooks/${'a*'.repeat(300)}b`],
    ['folders that may be anywhere', `${'**/a*/'.repeat(140)}b.md`],
    ['questions and stars', `docs/**/${'?*'.repeat(300)}b`],
    ['classes and stars', `docs/**/${'[a-z]*'.repeat(150)}b`],
    ['500 lines of them', `docs/runbooks/${'a*'.repeat(120)}b/**/*c\n`.repeat(500)]
  ])('built to backtrack, %s: bounded, and fast', async (_, files) => {
    const job = await environment.run({ files })
    expectSafe(job, environment.token)
    expect(job.exitCode).toBe(0)
    // A bound that a slow machine keeps too; what backtracks takes longer than the universe has had.
    expect(job.milliseconds).toBeLessThan(10_000)
  })
})

describe('values', () => {
  test.each([
    ['concurrency', '0', /from 1 to 64/],
    ['concurrency', '-1', /from 1 to 64/],
    ['concurrency', '1e9', /from 1 to 64/],
    ['concurrency', 'eight', /from 1 to 64/],
    ['shard', '5/4', /`3\/8`/],
    ['shard', '0/3', /`3\/8`/],
    ['shard', 'x', /`3\/8`/],
    ['shard', '1/99999999', /`3\/8`/],
    ['mode', 'push', /`auto`, `sync`, `plan` or `check`/],
    ['mode', '::error::x', /`auto`, `sync`, `plan` or `check`/],
    ['scope', 'some', /`auto`, `changed` or `all`/],
    ['front-matter', 'remove', /`strip` or `keep`/],
    ['source-link', 'yes', /`true` or `false`/],
    ['removed', 'delete', /`report` or `retire`/],
    ['timeout', '0', /more than 0/],
    ['timeout', '30s', /seconds/],
    ['retries', '-1', /from 0 to 20/],
    ['max-bytes', '1MB', /from 1 to/],
    ['token-expires-on', '2027-02-30', /`2027-02-01`/],
    ['token-expires-on', 'soon', /`2027-02-01`/],
    ['since', '--upload-pack=x', /commit/],
    ['root', '../elsewhere', /inside the workspace/],
    ['root', '/etc', /inside the workspace/],
    ['root', 'nowhere', /does not exist/],
    ['name', '{titel}', /unknown variable `\{titel\}`/],
    ['name', '{title', /brace/],
    ['name', '{constructor}', /unknown variable/]
  ])('%s: %s is refused, naming the input and what it takes', async (input, value, says) => {
    await expectRefused(`${input}: ${value}`, { [input]: value }, input, says)
  })

  test.each([
    ['since', { since: 'main', scope: 'all' }],
    ['shard', { shard: '1/2', scope: 'changed' }],
    ['shard', { shard: '1/2', removed: 'retire' }]
  ])('%s in a combination that contradicts itself is refused', async (input, inputs) => {
    await expectRefused(`${input}: ${JSON.stringify(inputs)}`, inputs, input, /[.]$/)
  })
})
