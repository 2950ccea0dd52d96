import { afterAll, expect, test } from '@jest/globals'
import { execFileSync } from 'node:child_process'
import { rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { recordDelivery } from '../../testing/delivered.ts'
import type { JobOptions, JobResult } from '../../testing/runner/runner.ts'
import { TestEnvironment } from '../../testing/test-environment.ts'
import { say, startMisbehaving, type Behaviour } from '../support/misbehaving-service.ts'
import { expectSafe } from '../support/safe.ts'

// A process, and more than one answer: `__tests__/action/answers.test.ts` has the answers to one upsert.

const DISK = 'docs/runbooks/disk.md'
const environment = await TestEnvironment.with({ [DISK]: '# Disk full\n\nText.\n' })
const base = environment.event.sha

afterAll(async () => {
  await environment[Symbol.asyncDispose]()
})

/** A run at a service with this list, which answers to each upsert in the same way. */
async function runAt(
  list: Behaviour,
  upsert: Behaviour,
  inputs: Readonly<Record<string, string>>,
  options: Partial<JobOptions> = {}
): Promise<JobResult> {
  await using service = await startMisbehaving(upsert)
  service.list = list
  return await environment.run({ 'base-url': service.url, retries: '0', timeout: '9', ...inputs }, options)
}

const publicTexts = ({ stdout, summary, report }: JobResult): string =>
  stdout.replace(/^::add-mask::.*$/gm, '') + summary + JSON.stringify(report)

test('a list of pages of 2 MiB without end: the run does not run out of memory', async () => {
  const list: Behaviour = (request, reply) => {
    const rows = Array.from({ length: 8000 }, (_, at) => ({
      id: `${request.body.page_num} ${at}`,
      name: `${request.body.page_num} ${at} ${'x'.repeat(200)}`
    }))
    say(200, JSON.stringify(rows))(request, reply)
  }
  const env = { NODE_OPTIONS: '--max-old-space-size=256' }
  const job = await runAt(list, say(200), { 'on-conflict': 'replace', 'confirm-within': '0' }, { env, timeout: 90_000 })
  expect({ signal: job.signal, stderr: job.stderr.slice(-300) }).toEqual({ signal: null, stderr: '' })
  expect(job.log).toContain('delivered')
}, 120_000)

test('the token as the name of an entry is not printed', async () => {
  const token = 'rsp_A1+b2/C3=d4%E5"f6g7&h8<i9>j0'
  const list: Behaviour = (request, reply) => {
    const rows = request.body.page_num === 1 ? [{ id: 1, name: `Old ${token}`, content: 'x' }] : []
    say(200, JSON.stringify(rows))(request, reply)
  }
  const job = await runAt(list, say(200), { token, mode: 'plan' })
  expectSafe(job, token)
  expect(job.log).toContain('1 has no runbook')
})

test.each([6000, 40_000])('a token of %i characters: no defect, and no part of it is printed', async (length) => {
  const token = Array.from({ length }, (_, at) => 'abcdefghij'[at % 10]).join('')
  const job = await runAt(say(404), say(401, '{"detail":"Unknown token."}'), { token })
  expect(publicTexts(job)).not.toMatch(/u\{61\}|regular expression|unexpected error|abcdefghij/i)
})

test.each([
  ['all_proxy', 'http://robin:hunter2%0A@127.0.0.1:9'],
  ['ALL_PROXY', 'http://robin:hun/ter2@127.0.0.1:9']
])('the password in %s=%s is not printed by Git', async (variable, value) => {
  // Git fetches the base, which the checkout lacks.
  recordDelivery(environment, base)
  await environment.commit({ [DISK]: '# Disk full\n\nNewer.\n' })
  expect(publicTexts(await environment.run({}, { env: { [variable]: value } }))).not.toMatch(/hunter2|ter2/)
  environment.github.deployments.length = 0
})

test('`.git/shallow` that is a link or a FIFO: nothing of another file is printed, and no hang', async () => {
  const secret = join(environment.folder, 'secret')
  await writeFile(secret, 'TOP-SECRET-LINE\n')
  const workspace = await environment.repository.checkout(environment.event)
  const path = join(workspace, '.git/shallow')
  for (const plant of [async () => symlink(secret, path), () => execFileSync('mkfifo', [path])]) {
    await rm(path, { force: true })
    await plant()
    const job = await environment.run({}, { workspace, timeout: 10_000 })
    expect(job.conclusion).not.toBe('cancelled')
    expect(publicTexts(job)).not.toContain('TOP-SECRET')
  }
})
