import { afterAll, expect, test } from '@jest/globals'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { LIST_PATH } from '../../service/service.ts'
import { Project } from '../../testing/project.ts'
import type { JobResult } from '../../testing/runner/runner.ts'
import { WITHOUT_WAITING } from '../support/without-waiting.ts'

/**
 * What people forget, or what a run finds out. The snapshot shows what they then read: the last line of the log, and how the
 * summary begins.
 */
const RUNBOOKS = { 'docs/runbooks/a.md': '# A\n\nText.\n', 'docs/runbooks/b.md': '# B\n\nText.\n' }

const project = await Project.create({ step: { env: WITHOUT_WAITING } })
await project.commit(RUNBOOKS)
await project.pushed()

afterAll(async () => {
  await project[Symbol.asyncDispose]()
})

function expectReadable(job: JobResult): void {
  const steady = (text: string): string =>
    text
      .replaceAll(project.folder, '/home/runner')
      .replace(/127\.0\.0\.1(:|&#58;)\d{4,}/g, 'host')
      .replace(/\b[0-9a-f]{40}\b/g, 'COMMIT')
      .replace(/\bcommit (\[?)[0-9a-f]{7}\b/g, 'commit $1COMMIT')
  const log = job.log.trimEnd().split('\n')
  const [heading = '', alert = ''] = job.summary.split('\n\n')
  expect(
    [`exit ${job.exitCode ?? 'by a signal'}`, steady(log.at(-1) ?? ''), '', steady(heading), steady(alert)].join('\n')
  ).toMatchSnapshot()
}

test.each<{ mistake: string; inputs: Readonly<Record<string, string>> }>([
  { mistake: 'no secret', inputs: { token: '' } },
  { mistake: 'an address at which nothing listens', inputs: { 'base-url': 'http://127.0.0.1:9' } },
  { mistake: 'a pattern with a typing error', inputs: { files: 'docs/runbook/**/*.md' } }
])('$mistake', async ({ inputs }) => {
  expectReadable(await project.run({ inputs }))
})

test('an expired token', async () => {
  const body = '{"detail":"The access token is expired"}'
  project.service.faults.set([{ path: LIST_PATH, status: 401, body }])
  const job = await project.run()
  expectReadable(job)
  expect(job.outputs).toMatchObject({ 'token-rejected': 'true', upserted: '0' })
  project.service.faults.set([])
})

test('no step with actions/checkout', async () => {
  const workspace = join(project.folder, 'empty')
  await mkdir(workspace)
  expectReadable(await project.run({ workspace }))
})

test('two runbooks with one title, and a bracket that is not closed', async () => {
  const changes = { 'docs/runbooks/b.md': '---\ntitle: [b\n---\nText.\n', 'docs/runbooks/c.md': '# A\n\nOther.\n' }
  expectReadable(await project.push(changes))
})
