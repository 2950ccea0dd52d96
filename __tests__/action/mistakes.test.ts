import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { JobResult } from '../../testing/runner/runner.ts'
import { TestEnvironment } from '../../testing/test-environment.ts'
import { say, startMisbehaving } from '../support/misbehaving-service.ts'

/**
 * What people type or forget; `__tests__/inputs.test.ts` and `changes/patterns.test.ts` have more. The snapshot shows what they then read: the last line of the log, and how the summary begins. */
const INPUTS: readonly (readonly [mistake: string, inputs: Readonly<Record<string, string>>])[] = [
  ['no secret', { token: '' }],
  ['NAME=value as the token', { token: 'RUNBOOK_SYNC_TOKEN=rsp_A1b2C3d4E5f6' }],
  ['the mask as the token', { token: '***' }],
  ['Bearer before the token', { token: 'Bearer rsp_A1b2C3d4E5f6' }],
  ['the token of another service', { token: 'ghp_A1b2C3d4E5f6' }],
  ['no address', { 'base-url': '' }],
  ['an address with the path of the API', { 'base-url': 'https://assistant.example.com/personal/v1/knowledge' }],
  ['an address at which nothing listens', { 'base-url': 'http://127.0.0.1:9', retries: '0' }],
  ['a pattern with a typing error', { files: 'docs/runbook/**/*.md' }],
  ['a pattern with backslashes', { files: 'docs\\runbooks\\**' }],
  ['a root that does not exist', { root: 'handbok' }],
  ['an unknown mode', { mode: 'dry-run' }]
]

const RUNBOOKS = { 'docs/runbooks/a.md': '# A\n\nText.\n', 'docs/runbooks/b.md': '# B\n\nText.\n' }

let environment: TestEnvironment

beforeAll(async () => {
  environment = await TestEnvironment.with(RUNBOOKS)
})

afterAll(async () => {
  await environment[Symbol.asyncDispose]()
})

function expectReadable(job: JobResult): void {
  const steady = (text: string): string =>
    text
      .replaceAll(environment.folder, '/home/runner')
      .replace(/127\.0\.0\.1(:|&#58;)\d{4,}/g, 'host')
      .replace(/\b[0-9a-f]{40}\b/g, 'COMMIT')
      .replace(/<code>[0-9a-f]{7}\b/g, '<code>COMMIT')
  const log = job.log.trimEnd().split('\n')
  const [heading = '', alert = ''] = job.summary.split('\n\n')
  expect(
    [`exit ${job.exitCode ?? 'by a signal'}`, steady(log.at(-1) ?? ''), '', steady(heading), steady(alert)].join('\n')
  ).toMatchSnapshot()
}

test.each(INPUTS)('%s', async (_, inputs) => {
  expectReadable(await environment.run(inputs))
})

test.each<[string, number, string]>([
  ['an address of web pages', 200, '<!doctype html><title>Sign in</title>'],
  ['an address without the API', 404, '{"detail":"Not Found"}'],
  ['a token without permission', 403, '{"detail":"You may not edit knowledge"}'],
  ['an expired token', 401, '{"detail":"The access token is expired"}'],
  ['a revoked token', 401, '{"detail":"The access token is revoked"}']
])('%s', async (_, status, body) => {
  await using service = await startMisbehaving(say(status, body))
  expectReadable(await environment.run({ 'base-url': service.url }))
})

test('no step with actions/checkout', async () => {
  const workspace = join(environment.folder, 'empty')
  await mkdir(workspace)
  expectReadable(await environment.run({}, { workspace }))
})

test.each<[string, Readonly<Record<string, string | Buffer>>]>([
  ['a runbook in Latin-1', { ...RUNBOOKS, 'docs/runbooks/c.md': Buffer.from('# Caf\xe9\n', 'latin1') }],
  ['two runbooks with one title', { ...RUNBOOKS, 'docs/runbooks/c.md': '# A\n\nOther text.\n' }],
  ['a bracket that is not closed in the front matter', { 'docs/runbooks/a.md': '---\ntitle: [a\n---\nText.\n' }]
])('%s', async (_, tree) => {
  await environment.commit(tree)
  expectReadable(await environment.run())
})
