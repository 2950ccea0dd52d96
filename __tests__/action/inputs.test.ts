import { afterAll, expect, test } from '@jest/globals'
import { LIST_PATH } from '../../service/service.ts'
import { Project } from '../../testing/project.ts'
import { say, startMisbehaving } from '../support/misbehaving-service.ts'
import { outcomesOf, reportOf } from '../support/report.ts'
import { runSafely } from '../support/safe.ts'
import { WITHOUT_WAITING } from '../support/without-waiting.ts'

// `__tests__/job/inputs.test.ts` has what is accepted and refused.

type Given = Readonly<Record<string, string>>

const project = await Project.create()
await project.commit({
  'docs/runbooks/disk-full.md': '# Disk full\n\nFree some space.\n',
  [`docs/runbooks/${'a'.repeat(250)}/${'a'.repeat(250)}.txt`]: 'a'
})
await project.pushed()

afterAll(async () => {
  await project[Symbol.asyncDispose]()
})

const run = (inputs: Given, env: Given = {}, ...secrets: readonly string[]) =>
  runSafely(project, { inputs, env, timeout: 20_000 }, ...secrets)

test.each<{ what: string; inputs: Given; env?: Given; says: RegExp; secrets: readonly string[] }>([
  {
    what: 'a token with another secret below it',
    inputs: { token: 'rsp_A1b2C3d4E5\nrsp_Z9y8X7w6V5' },
    says: /`token` contains a space/,
    secrets: ['rsp_A1b2C3d4E5', 'rsp_Z9y8X7w6V5']
  },
  {
    what: 'a password',
    inputs: { 'base-url': 'https://robin:s3cr3t-w0rd@a.example' },
    says: /a user name or password/,
    secrets: ['s3cr3t-w0rd']
  },
  {
    what: 'a proxy with a line break in the password',
    inputs: {},
    env: { https_proxy: 'http://robin:pa55%0Apa55@proxy.example' },
    says: /`https_proxy` is not the address of an HTTP proxy/,
    secrets: ['pa55']
  }
])('$what is refused, not shown, and nothing is requested', async ({ inputs, env, says, secrets }) => {
  const job = await run(inputs, env, ...secrets)
  const { kind, message = '', hint = '' } = reportOf(job).failure ?? {}
  expect(kind).toBe('input')
  expect(`${message} ${hint}`).toMatch(says)
  expect(project.received()).toEqual([])
})

test('a token with a trailing newline: trimmed and masked; if it works after its date, a warning says so', async () => {
  const job = await run({ token: `${project.token}\r\n`, 'token-expires-on': '2020-01-31' })
  expect(outcomesOf(job)).toEqual(['upserted docs/runbooks/disk-full.md'])
  expect(job.masks).toContain(project.token)
  const message = expect.stringMatching(/2020-01-31.*the token works.*correct the date/i)
  expect(job.annotations).toContainEqual(expect.objectContaining({ level: 'warning', message }))
})

test('an address with a base path and a trailing slash is joined once', async () => {
  await using service = await startMisbehaving(say(403))
  service.list = undefined
  await run({ 'base-url': `${service.url.replace('127.0.0.1', 'localhost')}/assistant/api/` })
  const paths = new Set(service.requests.map(({ path }) => path))
  expect(paths).toEqual(new Set([`/assistant/api${LIST_PATH}`]))
  const logins = new Set(service.requests.map(({ headers }) => headers.authorization))
  expect(logins).toEqual(new Set([`Bearer ${project.token}`]))
})

test.each<{ what: string; inputs: Given; env: Given }>([
  {
    what: 'a proxy without a scheme',
    inputs: { 'base-url': 'https://assistant.invalid' },
    env: { https_proxy: 'localhost:9' }
  },
  { what: 'an address in IPv6', inputs: { 'base-url': 'http://[::1]:9' }, env: {} }
])('$what is used', async ({ inputs, env }) => {
  expect((await run(inputs, { ...env, ...WITHOUT_WAITING })).log).toMatch(/the connection was refused|No route leads/)
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
