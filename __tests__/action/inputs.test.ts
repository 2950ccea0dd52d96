import { afterAll, expect, test } from '@jest/globals'
import { TestEnvironment } from '../../testing/test-environment.ts'
import { LIST_PATH, UPSERT_PATH } from '../../src/knowledge/api-types.ts'
import { say, startMisbehaving } from '../support/misbehaving-service.ts'
import { outcomesOf, reportOf } from '../support/report.ts'
import { runSafely } from '../support/safe.ts'

// `__tests__/inputs.test.ts` has what is accepted and refused.

type Given = Readonly<Record<string, string>>

const environment = await TestEnvironment.with({
  'docs/runbooks/disk-full.md': '# Disk full\n\nFree some space.\n',
  [`docs/runbooks/${'a'.repeat(250)}/${'a'.repeat(250)}.txt`]: 'a'
})

afterAll(async () => {
  await environment[Symbol.asyncDispose]()
})

const run = (given: Given, env: Given = {}, ...secrets: readonly string[]) =>
  runSafely(environment, given, { env, timeout: 10_000 }, ...secrets)

test.each<[string, Given, says: RegExp, secrets: string[], env?: Given]>([
  [
    'a token with another secret below it',
    { token: 'rsp_A1b2C3d4E5\nrsp_Z9y8X7w6V5' },
    /`token` contains a space/,
    ['rsp_A1b2C3d4E5', 'rsp_Z9y8X7w6V5']
  ],
  ['a password', { 'base-url': 'https://robin:s3cr3t-w0rd@a.example' }, /a user name or password/, ['s3cr3t-w0rd']],
  [
    'a proxy with a line break in the password',
    {},
    /`https_proxy` is not the address of an HTTP proxy/,
    ['pa55'],
    { https_proxy: 'http://robin:pa55%0Apa55@proxy.example' }
  ]
])('%s is refused, not shown, and nothing is requested', async (_, given, says, secrets, env = {}) => {
  const job = await run(given, env, ...secrets)
  const { kind, message = '', hint = '' } = reportOf(job).failure ?? {}
  expect(kind).toBe('input')
  expect(`${message} ${hint}`).toMatch(says)
  expect(environment.received()).toEqual([])
})

test('a token with a trailing newline: trimmed and masked; where it works after its date, a warning says so', async () => {
  const job = await run({ token: `${environment.token}\r\n`, 'token-expires-on': '2020-01-31' })
  expect(outcomesOf(job)).toEqual(['upserted docs/runbooks/disk-full.md'])
  expect(job.masks).toContain(environment.token)
  const message = expect.stringMatching(/2020-01-31.*yet the token works: correct the date\.$/)
  expect(job.annotations).toContainEqual(expect.objectContaining({ level: 'warning', message }))
})

test('an address with a base path and a trailing slash is joined once', async () => {
  await using service = await startMisbehaving(say(200))
  service.list = undefined
  await run({ 'base-url': `${service.url.replace('127.0.0.1', 'localhost')}/assistant/api/` })
  const paths = new Set(service.requests.map((request) => request.path))
  expect(paths).toEqual(new Set([`/assistant/api${LIST_PATH}`, `/assistant/api${UPSERT_PATH}`]))
  const logins = new Set(service.requests.map(({ headers }) => headers.authorization))
  expect(logins).toEqual(new Set([`Bearer ${environment.token}`]))
})

test.each<[string, Given, env: Given]>([
  ['a proxy without a scheme', { 'base-url': 'https://assistant.invalid' }, { https_proxy: 'localhost:9' }],
  ['an address in IPv6', { 'base-url': 'http://[::1]:9' }, {}]
])('%s is used', async (_, given, env) => {
  expect((await run({ ...given, retries: '0' }, env)).log).toMatch(/the connection was refused|No route leads/)
})

test('patterns of which two have no effect: warnings that name them', async () => {
  const job = await run({ files: 'docs/runbooks\nhandbook/**\n!docs/x.md', mode: 'plan', token: '' })
  const warnings = job.annotations.filter(({ level, file }) => level === 'warning' && file === undefined)
  expect(warnings.map(({ message }) => message)).toEqual([
    expect.stringMatching(/`handbook\/\*\*`.*has no effect/),
    expect.stringMatching(/`!docs\/x\.md`.*has no effect/)
  ])
})

test('patterns that are made to backtrack: the run ends', async () => {
  const lines = [
    `docs/runbooks/${'a*'.repeat(300)}b`,
    `${'**/a*/'.repeat(140)}b.md`,
    `docs/**/${'?*'.repeat(300)}b`,
    `docs/**/${'[a-z]*'.repeat(150)}b`,
    ...Array<string>(400).fill(`docs/runbooks/${'a*'.repeat(120)}b/**/*c`)
  ]
  expect(outcomesOf(await run({ files: lines.join('\n'), mode: 'plan', token: '' }))).toEqual([])
})
