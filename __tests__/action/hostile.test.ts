import { expect, test } from '@jest/globals'
import { execFileSync } from 'node:child_process'
import { rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { recordDelivery } from '../../testing/delivered.ts'
import { TestEnvironment } from '../../testing/test-environment.ts'
import { reportOf } from './report.ts'
import { expectSafe } from './safe.ts'
import { say, startMisbehaving, type Behaviour } from '../support/misbehaving-service.ts'

const DISK = 'docs/runbooks/disk.md'
const TREE = { [DISK]: '# Disk full\n\nText.\n', 'docs/runbooks/other.md': '# Other\n\nText.\n' }
const json = (value: unknown): Behaviour => say(200, JSON.stringify(value))

async function run(
  behave: Behaviour,
  list: Behaviour | undefined,
  {
    tree = TREE,
    inputs = {},
    env = {},
    recorded = false,
    safe = true
  }: {
    tree?: Record<string, string>
    inputs?: Record<string, string>
    env?: Record<string, string>
    recorded?: boolean
    safe?: boolean
  } = {}
) {
  await using environment = await TestEnvironment.create()
  await using service = await startMisbehaving(behave)
  service.list = list
  const all = { 'base-url': service.url, retries: '0', timeout: '9', ...inputs }
  if (recorded) {
    const first = await environment.commit({ ...tree, [DISK]: '# Disk full\n\nOlder.\n' })
    recordDelivery(environment, first, all)
  }
  await environment.commit(tree)
  const job = await environment.run(all, { env, timeout: 25_000 })
  if (safe) expectSafe(job, inputs['token'] ?? environment.token)
  return { job, requests: service.requests }
}

const FORM = [null, []].map((data) => ({ code: 40_101, message: 'The token has expired', data }))
test.concurrent.each(FORM)('an error with 200 to everything, the list included, is not green: %j', async (answer) => {
  const { job } = await run(json(answer), json(answer), { recorded: true })
  expect({ exitCode: job.exitCode, upserted: job.outputs['upserted'] }).toEqual({ exitCode: 1, upserted: '0' })
})

test.concurrent.each(FORM)('a check that gets an error with 200 is not green: %j', async (answer) => {
  const { job } = await run(json(answer), json(answer), { inputs: { mode: 'check' } })
  expect(job.exitCode).toBe(1)
})

test.concurrent.each<[string, unknown]>([
  ['below error', { error: { code: 401, message: 'Token expired' } }],
  ['below error, as status', { error: { status: '401', message: 'Token expired' } }],
  ['below errors', { errors: [{ status: '401', title: 'Token expired' }] }],
  ['with its phrase', { status: '401 Unauthorized' }],
  ['as errorCode', { errorCode: 401, message: 'Token expired' }]
])('401 in JSON with 200 %s: one request', async (_, answer) => {
  const { job, requests } = await run(json(answer), say(404), { inputs: { concurrency: '1' } })
  expect({ kind: reportOf(job).failure?.kind, requests: requests.length }).toEqual({
    kind: 'token-rejected',
    requests: 1
  })
})

test.concurrent.each<[string, Behaviour]>([
  ['an empty body that is called gzip', say(200, '', { 'content-encoding': 'gzip' })],
  ['204 that is called gzip', say(204, '', { 'content-encoding': 'gzip' })]
])('200 with %s: a success', async (_, answer) => {
  expect((await run(answer, say(404))).job.exitCode).toBe(0)
})

test.concurrent.each([403, 404, 302])('%i whose body never ends: the status says what is wrong', async (status) => {
  const never: Behaviour = (_request, reply) => {
    reply.writeHead(status, { location: 'https://elsewhere.example/' })
    reply.write('{')
  }
  const { job } = await run(never, say(404), { inputs: { timeout: '3' } })
  expect(reportOf(job).failure?.message).toContain(`HTTP ${status}`)
})

const BLANKS = `x${' '.repeat(150_000)}x`
test('an entry of the list with 150,000 blanks does not hang the run', async () => {
  const list: Behaviour = (request, reply) =>
    json(request.body.page_num === 1 ? [{ id: 1, name: 'Unrelated', content: BLANKS }] : [])(request, reply)
  const { job } = await run(say(200), list, { recorded: true })
  expect(job.exitCode).toBe(0)
}, 60_000)

test('a runbook with 150,000 blanks does not hang the run', async () => {
  const list: Behaviour = (request, reply) =>
    json(request.body.page_num === 1 ? [{ id: 1, name: 'Disk full', content: 'x' }] : [])(request, reply)
  const { job } = await run(say(200), list, { recorded: true, tree: { ...TREE, [DISK]: `# Disk full\n\n${BLANKS}\n` } })
  expect(job.exitCode).toBe(0)
}, 60_000)

test('an entry of the list with 300,000 combining characters does not hang the run', async () => {
  const list: Behaviour = (request, reply) =>
    json(
      request.body.page_num === 1 ? [{ id: 1, name: 'Unrelated', content: 'a' + '\u0301\u0323'.repeat(150_000) }] : []
    )(request, reply)
  const { job } = await run(say(200), list, { recorded: true })
  expect(job.exitCode).toBe(0)
}, 60_000)

test('a list of pages of 8 MiB without end: the run does not run out of memory', async () => {
  const list: Behaviour = (request, reply) => {
    const rows = Array.from({ length: 8000 }, (_, at) => ({
      id: `${request.body.page_num} ${at}`,
      name: `${request.body.page_num} ${at} ${'x'.repeat(950)}`
    }))
    return json(rows)(request, reply)
  }
  const { job } = await run(say(200), list, { env: { NODE_OPTIONS: '--max-old-space-size=256' }, safe: false })
  expect({ signal: job.signal, stderr: job.stderr.slice(-300) }).toEqual({ signal: null, stderr: '' })
  expect(job.log).toContain('delivered')
}, 120_000)

test('the token as the name of an entry is not printed', async () => {
  const token = 'rsp_A1+b2/C3=d4%E5"f6g7&h8<i9>j0'
  const list: Behaviour = (request, reply) =>
    json(request.body.page_num === 1 ? [{ id: 1, name: `Old ${token}`, content: 'x' }] : [])(request, reply)
  await run(say(200), list, { inputs: { token, mode: 'plan' } })
})

test.each([['#'], ['?']])('a redirect to a path with a token that contains %s', async (mark) => {
  const token = `rsp_A1b2C3d4E5${mark}f6g7h8i9`
  const { job } = await run(say(302, '', { location: `https://elsewhere.example/${token}` }), say(404), {
    inputs: { token }
  })
  expect(JSON.stringify(job.report)).not.toContain('rsp_A1b2C3d4E5')
})

test('the header in percent-encoded base64 is not printed', async () => {
  const token = 'rsp_~~~???>>>~~~???>>>~~~???>>>'
  const form = encodeURIComponent(Buffer.from(`Bearer ${token}`).toString('base64'))
  expect(form).toMatch(/%2[BF]/)
  const { job } = await run(say(422, `{"detail":"${form}"}`), say(404), { inputs: { token } })
  expect(reportOf(job).runbooks[0]?.reason).not.toContain(form.slice(12, 30))
})

test.each([6000, 40_000])('a token of %i characters: no defect, and no part of it is printed', async (length) => {
  const token = Array.from({ length }, (_, at) => 'abcdefghij'[at % 10]).join('')
  const { job } = await run(say(401, '{"detail":"Unknown token."}'), say(404), { inputs: { token }, safe: false })
  const unmasked = job.stdout.replace(/^::add-mask::.*$/gm, '')
  expect(unmasked + JSON.stringify(job.report)).not.toMatch(/u\{61\}|regular expression|unexpected error/i)
  expect(unmasked).not.toContain('abcdefghij')
})

test.each([
  ['ALL_PROXY', 'http://robin:hunter2@'],
  ['all_proxy', 'http://robin:hunter2%0A@127.0.0.1:9'],
  ['ALL_PROXY', 'foo://robin:hunter2@127.0.0.1:9'],
  ['ALL_PROXY', 'http://robin:hun/ter2@127.0.0.1:9']
])('the password in %s=%s is not printed', async (variable, value) => {
  await using environment = await TestEnvironment.create()
  const first = await environment.commit(TREE)
  recordDelivery(environment, first, {})
  await environment.commit({ ...TREE, [DISK]: '# Disk full\n\nNewer.\n' })
  const job = await environment.run({}, { env: { [variable]: value } })
  expect(job.stdout + job.summary + JSON.stringify(job.report)).not.toMatch(/hunter2|ter2/)
})

test('`.git/shallow` that is a link: nothing of the other file is printed', async () => {
  await using environment = await TestEnvironment.with(TREE)
  const secret = join(environment.folder, 'secret')
  await writeFile(secret, 'TOP-SECRET-LINE\n')
  await rm(join(environment.workspace, '.git/shallow'), { force: true })
  await symlink(secret, join(environment.workspace, '.git/shallow'))
  const job = await environment.run()
  expect(job.stdout + job.summary + JSON.stringify(job.report)).not.toContain('TOP-SECRET')
})

test('`.git/shallow` that is a FIFO: no hang', async () => {
  await using environment = await TestEnvironment.with(TREE)
  const path = join(environment.workspace, '.git/shallow')
  await rm(path, { force: true })
  execFileSync('mkfifo', [path])
  const job = await environment.run({}, { timeout: 10_000 })
  expect(job.conclusion).not.toBe('cancelled')
}, 60_000)
