import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { TestEnvironment } from '../../testing/test-environment.ts'
import type { JobResult } from '../../testing/runner/runner.ts'
import { LIST_PATH, UPSERT_PATH } from '../../src/knowledge/api-types.ts'
import { say, startMisbehaving } from '../support/misbehaving-service.ts'
import { outcomesOf, reportOf } from './report.ts'
import { expectSafe } from './safe.ts'

type Given = Readonly<Record<string, string>>

let environment: TestEnvironment

beforeAll(async () => {
  environment = await TestEnvironment.with({
    'docs/runbooks/disk-full.md': '# Disk full\n\nFree some space.\n',
    'docs/runbooks/node-down.MD': '# Node down\n\nStart it.\n',
    'docs/runbooks/disk.png': 'no text',
    [`docs/runbooks/${'a'.repeat(250)}/${'a'.repeat(250)}.txt`]: 'a',
    'README.md': '# Handbook\n'
  })
})

afterAll(async () => {
  await environment[Symbol.asyncDispose]()
})

const messages = ({ annotations }: JobResult): string[] => annotations.map(({ message }) => message)

/** The run is red because of this input, its message has these words, and no request was made. */
async function expectRefused(
  input: string,
  given: Given,
  says: RegExp,
  { env = {}, secrets = [] }: { env?: Given; secrets?: readonly string[] } = {}
): Promise<void> {
  const job = await environment.run(given, { env })
  expectSafe(job, environment.token, ...secrets)
  const { kind, message = '', hint = '' } = reportOf(job).failure ?? {}
  expect(kind).toBe('input')
  expect(message).toContain(`\`${input}\``)
  expect(`${message} ${hint}`).toMatch(says)
  expect(environment.received()).toEqual([])
}

describe('the token', () => {
  test('white space only: the secret is missing', async () => {
    await expectRefused('token', { token: ' \n\t ' }, /no secret has this name.*forks and Dependabot get no secrets/)
  })

  test.each<[string, string, RegExp]>([
    ['an inner CRLF and a header', 'rsp_A1\r\nX-Admin: 1', /contains a space, a line break/],
    ['U+200B inside', 'rsp_A1\u200bb2C3d4E5', /a character that no token has/],
    ['a workflow command below it', 'rsp_A1b2C3\n::error::b2C3d4E5', /contains a space, a line break/],
    ['another secret below it', 'rsp_A1b2C3d4E5\nrsp_Z9y8X7w6V5', /contains a space, a line break/]
  ])('with %s: refused, the value is not shown', async (_, token, says) => {
    const secrets = token.split(/[\s"'=]+/).filter((value) => /\d/.test(value) && value.length >= 8)
    await expectRefused('token', { token }, says, { secrets })
  })

  test('with NUL: no environment has one', async () => {
    await expect(environment.run({ token: 'rsp_A1\0b2C3d4E5' })).rejects.toThrow(/null bytes/)
  })

  test('with a trailing newline: trimmed, and both forms are masked', async () => {
    const job = await environment.run({ token: `${environment.token}\r\n` })
    expectSafe(job, environment.token)
    expect(outcomesOf(job)).toEqual(['upserted docs/runbooks/disk-full.md'])
    expect(job.masks).toContain(environment.token)
  })

  test('that has expired by `token-expires-on`: a warning that says so', async () => {
    const expired = { 'token-expires-on': '2020-01-31' }
    const works = await environment.run({ ...expired, mode: 'check' })
    expectSafe(works, environment.token)
    expect(messages(works)).toContainEqual(
      expect.stringMatching(/2020-01-31.*yet the token works: correct the date\.$/)
    )
    const unknown = await environment.run({ ...expired, mode: 'plan', token: '' })
    expect(messages(unknown)).toContainEqual(expect.stringMatching(/The token expired on 2020-01-31.*Rotate/))
  })
})

describe('the address', () => {
  test.each<[string, string, RegExp]>([
    ['http to a name that begins like this machine', 'http://127.0.0.1.evil.example', /must begin with `https/],
    ['a user name and password', 'https://robin:s3cr3t-w0rd@assistant.example', /a user name or password/],
    ['a line break and a command', 'https://assistant.example/\n::error::x', /white space/]
  ])('%s: refused', async (_, baseUrl, says) => {
    await expectRefused('base-url', { 'base-url': baseUrl }, says)
  })

  test.each([
    ['http://[::1] and trailing slashes', '::1', '///'],
    ['http://localhost and a base path with a trailing slash', 'localhost', '/assistant/api/']
  ])('%s: accepted, and joined once', async (_, host, path) => {
    await using service = await startMisbehaving(say(200), undefined, host === '::1' ? '::1' : '127.0.0.1')
    service.list = undefined
    const origin = host === 'localhost' ? service.url.replace('127.0.0.1', host) : service.url
    const job = await environment.run({ 'base-url': origin + path })
    expectSafe(job, environment.token)
    const base = path.replace(/\/+$/, '')
    expect(new Set(service.requests.map((request) => request.path))).toEqual(
      new Set([base + LIST_PATH, base + UPSERT_PATH])
    )
    expect(new Set(service.requests.map(({ headers }) => headers.authorization))).toEqual(
      new Set([`Bearer ${environment.token}`])
    )
  })

  test('http://[::1] where nothing listens: shown as it was given', async () => {
    const job = await environment.run({ 'base-url': 'http://[::1]:9', retries: '0' })
    expectSafe(job, environment.token)
    expect(job.stdout).toContain('http://[::1]:9'.slice('http://'.length))
    expect(job.stdout).not.toContain('[: :1]')
  })
})

describe('a proxy', () => {
  test.each([
    ['a bad percent escape', '100%pa55'],
    ['a line break', 'pa55%0Apa55']
  ])('with %s in the password: refused, and not shown', async (_, password) => {
    const env = { https_proxy: `http://robin:${password}@proxy.example:3128` }
    await expectRefused('https_proxy', {}, /is not the address of an HTTP proxy.*`%25`/, { env, secrets: ['pa55'] })
  })

  test('without a scheme: used', async () => {
    const inputs = { 'base-url': 'https://assistant.invalid', retries: '0' }
    const job = await environment.run(inputs, { env: { https_proxy: 'localhost:9' } })
    expectSafe(job, environment.token)
    expect(reportOf(job).failure?.kind ?? '').toMatch(/unreachable|incomplete/)
    expect(job.log).toMatch(/the connection was refused/)
  })
})

describe('patterns', () => {
  test('with a workflow command: refused, with the way to write it', async () => {
    await expectRefused('files', { files: '../::error::x##[error]y' }, /cannot leave it/)
  })

  test('that match nothing in a plan: red', async () => {
    const job = await environment.run({ files: 'handbook/**', mode: 'plan', token: '', 'base-url': '' })
    expectSafe(job)
    expect(reportOf(job).failure?.message).toMatch(/`handbook\/\*\*`.*5 files/)
  })

  test('of which two have no effect: warnings that name them', async () => {
    const job = await environment.run({ files: 'docs/runbooks/*.md\nhandbook/**\n!docs/x.md', mode: 'plan', token: '' })
    expectSafe(job)
    const warnings = job.annotations.filter(({ level, file }) => level === 'warning' && file === undefined)
    expect(warnings.map(({ message }) => message)).toEqual([
      expect.stringMatching(/`handbook\/\*\*`.*has no effect/),
      expect.stringMatching(/`!docs\/x\.md`.*has no effect/)
    ])
  })

  test('a bare folder: its Markdown files', async () => {
    const job = await environment.run({ files: 'docs/runbooks', mode: 'plan', token: '' })
    expectSafe(job)
    expect(outcomesOf(job)).toEqual(['planned docs/runbooks/disk-full.md', 'planned docs/runbooks/node-down.MD'])
  })

  test('built to backtrack: the run ends', async () => {
    const lines = [
      `docs/runbooks/${'a*'.repeat(300)}b`,
      `${'**/a*/'.repeat(140)}b.md`,
      `docs/**/${'?*'.repeat(300)}b`,
      `docs/**/${'[a-z]*'.repeat(150)}b`,
      ...Array<string>(400).fill(`docs/runbooks/${'a*'.repeat(120)}b/**/*c`)
    ]
    const job = await environment.run({ files: lines.join('\n'), mode: 'plan', token: '' }, { timeout: 10_000 })
    expectSafe(job)
    expect(outcomesOf(job)).toEqual([])
  })
})

test.each<[string, string, RegExp]>([
  ['mode', '::error::x', /`auto`, `sync`, `plan`, `check`/],
  ['environment', 'a\n::error::x', /the name of an environment/],
  ['entry-name', '{constructor}', /unknown variable/],
  ['github-token', 'ghs_A1b2\nC3d4E5f6', /contains a space, a line break.*Leave it out/]
])('%s: %j is refused, with what it takes', async (input, value, says) => {
  await expectRefused(input, { [input]: value }, says)
})
