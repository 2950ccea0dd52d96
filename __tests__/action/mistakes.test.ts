import { afterAll, expect, test } from '@jest/globals'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { LIST_PATH } from '../../service/service.ts'
import { Project, type Changes } from '../../testing/project.ts'
import type { JobResult } from '../../testing/runner/runner.ts'
import { WITHOUT_WAITING } from '../support/without-waiting.ts'

/**
 * What people forget, or what a run finds out. The snapshot shows what they then read: the last line of the log, and how the
 * summary begins. `__tests__/job/inputs.test.ts` shows the messages about what they type.
 */
const INPUTS: readonly (readonly [mistake: string, inputs: Readonly<Record<string, string>>])[] = [
  ['no secret', { token: '' }],
  ['an address at which nothing listens', { 'base-url': 'http://127.0.0.1:9' }],
  ['a pattern with a typing error', { files: 'docs/runbook/**/*.md' }],
  ['a root that does not exist', { root: 'handbok' }]
]

const RUNBOOKS = { 'docs/runbooks/a.md': '# A\n\nText.\n', 'docs/runbooks/b.md': '# B\n\nText.\n' }

const project = await Project.create()
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

test.each(INPUTS)('%s', async (_, inputs) => {
  expectReadable(await project.run({ inputs: { mode: 'sync', ...inputs }, env: WITHOUT_WAITING }))
})

test.each<{ mistake: string; status: number; body: string }>([
  { mistake: 'an address of web pages', status: 200, body: '<!doctype html><title>Sign in</title>' },
  { mistake: 'an address without the API', status: 404, body: '{"detail":"Not Found"}' },
  { mistake: 'a token without permission', status: 403, body: '{"detail":"You may not edit knowledge"}' },
  { mistake: 'an expired token', status: 401, body: '{"detail":"The access token is expired"}' }
])('$mistake', async ({ status, body }) => {
  project.service.faults.set([{ path: LIST_PATH, status, body }])
  expectReadable(await project.run())
  project.service.faults.set([])
})

test('no step with actions/checkout', async () => {
  const workspace = join(project.folder, 'empty')
  await mkdir(workspace)
  expectReadable(await project.run({ workspace }))
})

test.each<{ mistake: string; changes: Changes }>([
  {
    mistake: 'a runbook in Latin-1',
    changes: { 'docs/runbooks/c.md': Buffer.from('# Caf\xe9\n', 'latin1') }
  },
  { mistake: 'two runbooks with one title', changes: { 'docs/runbooks/c.md': '# A\n\nOther text.\n' } },
  {
    mistake: 'a bracket that is not closed in the front matter',
    changes: { 'docs/runbooks/c.md': null, 'docs/runbooks/a.md': '---\ntitle: [a\n---\nText.\n' }
  }
])('$mistake', async ({ changes }) => {
  expectReadable(await project.push(changes))
})
