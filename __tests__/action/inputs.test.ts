import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { TestEnvironment } from '../../testing/test-environment.ts'
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
  test.each([
    ['empty', ''],
    ['white space only', ' \n\t ']
  ])('%s: the secret is missing', async (_, token) => {
    await expectRefused('token', { token }, /the secret is missing.*forks and Dependabot get no secrets/)
  })

  test.each<[string, string, RegExp]>([
    ['an inner CR', 'rsp_A1\rb2C3d4E5', /contains a space, a line break/],
    ['an inner LF', 'rsp_A1\nb2C3d4E5', /contains a space, a line break/],
    ['an inner CRLF and a header', 'rsp_A1\r\nX-Admin: 1', /contains a space, a line break/],
    ['U+200B inside', 'rsp_A1\u200bb2C3d4E5', /a character that no token has/],
    ['a Latin-1 letter', 'rsp_A1ü2C3d4E5', /a character that no token has/],
    ['a DEL', 'rsp_A1\u007fb2C3d4E5', /a character that no token has/],
    ['a workflow command below it', 'rsp_A1b2C3\n::error::b2C3d4E5', /contains a space, a line break/],
    ['another secret below it', 'rsp_A1b2C3d4E5\nrsp_Z9y8X7w6V5', /contains a space, a line break/],
    ['Bearer', 'Bearer rsp_A1b2C3d4E5', /starts with `Bearer`.*value of the token alone/],
    ['Bearer and a tab', 'bearer\trsp_A1b2C3d4E5\n', /starts with `Bearer`/],
    ['double quotes', '"rsp_A1b2C3d4E5"', /is in quotation marks/],
    ['single quotes', "'rsp_A1b2C3d4E5'", /is in quotation marks/],
    ['NAME=value', 'RUNBOOK_SYNC_TOKEN=rsp_A1b2C3d4E5', /starts with `NAME=`/],
    ['***', '***', /asterisks/],
    ['${TOKEN}', '${TOKEN}', /the name of a variable/]
  ])('with %s: refused, the value is not shown', async (_, token, says) => {
    const secrets = token.split(/[\s"'=]+/).filter((value) => /\d/.test(value) && value.length >= 8)
    await expectRefused('token', { token }, says, { secrets })
  })

  test('with NUL: no environment has one', async () => {
    await expect(environment.run({ token: 'rsp_A1\0b2C3d4E5' })).rejects.toThrow(/null bytes/)
  })

  test('with a trailing newline: trimmed, and both forms are masked', async () => {
    const job = await environment.run({ token: `${environment.token}\r\n`, verify: 'false' })
    expectSafe(job, environment.token)
    expect(outcomesOf(job)).toEqual(['upserted docs/runbooks/disk-full.md'])
    expect(job.masks).toContain(environment.token)
  })

  test('that has expired by `token-expires-on`: a warning that says so', async () => {
    const job = await environment.run({ mode: 'plan', 'token-expires-on': '2020-01-31' })
    expectSafe(job, environment.token)
    const message = expect.stringMatching(/The token expired on 2020-01-31.*Rotate/)
    expect(job.annotations).toContainEqual(expect.objectContaining({ level: 'warning', message }))
  })
})

describe('the address', () => {
  test.each<[string, string, RegExp]>([
    ['empty', '', /is empty/],
    ['http elsewhere', 'http://assistant.example', /must begin with `https/],
    ['http to a name that begins like this machine', 'http://127.0.0.1.evil.example', /must begin with `https/],
    ['http to a name like localhost', 'http://localhost.evil.example', /must begin with `https/],
    ['file:', 'file:///etc/passwd', /must begin with `https/],
    ['javascript:', 'javascript:alert(1)', /must begin with `https/],
    ['a user name and password', 'https://robin:s3cr3t-w0rd@assistant.example', /a user name or password/],
    ['a query', 'https://assistant.example/api?x=1', /query/],
    ['an empty query', 'https://assistant.example/api?', /query/],
    ['a fragment', 'https://assistant.example/#api', /fragment/],
    ['a host alone', 'assistant.example', /not a URL/],
    ['words', 'the assistant', /white space/],
    ['a line break and a command', 'https://assistant.example/\n::error::x', /white space/],
    ['the path of the API', 'https://assistant.example/api/personal/v1/knowledge', /contains `\/personal\/v1`/],
    ['the path of another version', 'https://assistant.example/personal/v2', /contains `\/personal\/v2`/]
  ])('%s: refused', async (_, baseUrl, says) => {
    await expectRefused('base-url', { 'base-url': baseUrl }, says)
  })

  test.each([
    ['http://127.0.0.1', '127.0.0.1', ''],
    ['http://[::1]', '::1', ''],
    ['http://localhost', 'localhost', ''],
    ['a trailing slash', '127.0.0.1', '///'],
    ['a base path', '127.0.0.1', '/assistant/api'],
    ['a base path with a trailing slash', '127.0.0.1', '/assistant/api/']
  ])('%s: accepted, and joined once', async (_, host, path) => {
    await using service = await startMisbehaving(say(200), undefined, host === '::1' ? '::1' : '127.0.0.1')
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
    const job = await environment.run({ 'base-url': 'http://[::1]:9', retries: '0', verify: 'false' })
    expectSafe(job, environment.token)
    expect(job.stdout).toContain('http://[::1]:9'.slice('http://'.length))
    expect(job.stdout).not.toContain('[: :1]')
  })
})

describe('a proxy', () => {
  test.each(['http://robin:100%pa55@proxy.example:3128', 'http://%zz:pa55w0rd@proxy.example', 'socks5://pa55@proxy'])(
    'https_proxy=%s: refused, without the password',
    async (proxy) => {
      const env = { https_proxy: proxy }
      await expectRefused('https_proxy', {}, /is not the address of an HTTP proxy.*`%25`/, { env, secrets: ['pa55'] })
    }
  )

  test.each(['127.0.0.1:9', 'localhost:9'])('https_proxy=%s, without a scheme: used', async (proxy) => {
    const inputs = { 'base-url': 'https://assistant.invalid', retries: '0', verify: 'false' }
    const job = await environment.run(inputs, { env: { https_proxy: proxy } })
    expectSafe(job, environment.token)
    expect(reportOf(job).failure?.kind ?? '').toMatch(/unreachable|incomplete/)
    expect(job.log).toMatch(/the connection was refused/)
  })
})

describe('patterns', () => {
  test.each<[string, string, RegExp]>([
    ['../**', '../**', /cannot leave it/],
    ['`..` inside', 'docs/../../secrets/**', /cannot leave it/],
    ['an absolute path', '/etc/*.md', /is an absolute path.*`etc\/\*\.md`/],
    ['a home folder', '~/runbooks/*.md', /is an absolute path.*`runbooks\/\*\.md`/],
    ['backslashes', 'docs\\runbooks\\**', /`docs\/runbooks\/\*\*`/],
    ['joined by commas', 'docs/*.md,ops/*.md', /one pattern a line: `docs\/\*\.md`, `ops\/\*\.md`/],
    ['braces', '*.{md,markdown}', /one line for each: `\*\.md`, `\*\.markdown`/],
    ['an extended pattern', '@(docs|ops)/*.md', /extended pattern/],
    ['only exclusions', '!docs/**', /only patterns that exclude/],
    ['nothing but comments', '# docs', /has no pattern/],
    ['10,000 characters', `docs/${'a*'.repeat(5000)}.md`, /10008 characters/],
    ['1,000 lines', 'docs/*.md\n'.repeat(1000), /1000 patterns/],
    ['a workflow command', '../::error::x##[error]y', /cannot leave it/]
  ])('%s: refused, with the way to write it', async (_, files, says) => {
    await expectRefused('files', { files }, says)
  })

  test('that match nothing on a full sync: red, with the patterns and the number of files', async () => {
    const files = 'handbook/**/*.md\nplaybooks/*.md'
    await expectRefused('files', { files }, /`handbook\/\*\*\/\*\.md`, `playbooks\/\*\.md`.*5 files/)
  })

  test('that match nothing in a plan: a warning', async () => {
    const job = await environment.run({ files: 'handbook/**', mode: 'plan', token: '', 'base-url': '' })
    expectSafe(job)
    const message = expect.stringMatching(/`handbook\/\*\*`.*5 files/)
    expect(job.annotations).toEqual([expect.objectContaining({ level: 'warning', message })])
  })

  test('a bare folder: its Markdown files', async () => {
    const job = await environment.run({ files: 'docs/runbooks', mode: 'plan', token: '' })
    expectSafe(job)
    expect(outcomesOf(job)).toEqual(['planned docs/runbooks/disk-full.md', 'planned docs/runbooks/node-down.MD'])
  })

  test('`*.md` beside a file `.MD`: a warning', async () => {
    const job = await environment.run({ mode: 'plan', token: '' })
    expect(job.annotations).toContainEqual(
      expect.objectContaining({ file: 'docs/runbooks/node-down.MD', message: expect.stringContaining('Not selected') })
    )
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

describe('a value', () => {
  test.each<[string, string, RegExp]>([
    ['concurrency', '0', /from 1 to 64/],
    ['concurrency', '-1', /from 1 to 64/],
    ['concurrency', '1e9', /from 1 to 64/],
    ['concurrency', 'eight', /from 1 to 64/],
    ['shard', '5/4', /`3\/8`/],
    ['shard', '0/3', /`3\/8`/],
    ['shard', 'x', /`3\/8`/],
    ['mode', 'push', /`auto`, `sync`, `plan`, `check`/],
    ['mode', '::error::x', /`auto`, `sync`, `plan`, `check`/],
    ['scope', 'some', /`auto`, `changed`, `all`/],
    ['front-matter', 'remove', /`strip`, `keep`/],
    ['removed', 'delete', /`report`, `retire`/],
    ['manual-edits', 'merge', /`save`, `refuse`/],
    ['timeout', '0', /more than 0/],
    ['timeout', '30s', /seconds/],
    ['retries', '-1', /from 0 to 20/],
    ['max-bytes', '1MB', /from 1 to/],
    ['token-expires-on', '2027-02-30', /`2027-02-01`/],
    ['since', '--upload-pack=x', /no commit of this repository/],
    ['since', 'a b', /a commit of the branch/],
    ['root', '../elsewhere', /inside the workspace/],
    ['root', '/etc', /inside the workspace/],
    ['root', 'nowhere', /does not exist/],
    ['name', '{titel}', /unknown variable `\{titel\}`/],
    ['name', '{title', /brace/],
    ['name', '{constructor}', /unknown variable/],
    ['github-token', 'ghs_A1b2\nC3d4E5f6', /contains a space, a line break.*Leave it out/],
    ['github-token', 'ghs_A1b2é3d4E5f6', /a character that no token has.*Leave it out/]
  ])('%s: %j is refused, with what it takes', async (input, value, says) => {
    await expectRefused(input, { [input]: value }, says)
  })

  test.each<[string, Given]>([
    ['since', { since: 'main', scope: 'all' }],
    ['shard', { shard: '1/2', scope: 'changed' }],
    ['shard', { shard: '1/2', removed: 'retire' }],
    ['manual-edits', { 'manual-edits': 'refuse', verify: 'false' }]
  ])('of `%s` that contradicts another: refused', async (input, given) => {
    await expectRefused(input, given, /\.$/)
  })
})
