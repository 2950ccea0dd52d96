import { expect, test } from '@jest/globals'
import { mkdtemp, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { UPDATE_PATH } from '../../service/service.ts'
import { Project } from '../../testing/project.ts'
import { DISK, OTHER, deliveredHandbook, disk, note, other, pathOf, runbook } from '../support/handbook.ts'
import { list, say, startMisbehaving } from '../support/misbehaving-service.ts'
import { outcomesOf, reportOf } from '../support/report.ts'
import { expectSafe } from '../support/safe.ts'

// `__tests__/cli/process.test.ts` has SIGINT.

test('SIGTERM: nothing else is sent, and the service may have stored what it never answers', async () => {
  const titles = ['One', 'Two', 'Three', 'Four', 'Five']
  await using project = await Project.create()
  await project.commit(Object.fromEntries(titles.map((title) => [pathOf(title), runbook(title)])))
  await project.pushed()
  await using service = await startMisbehaving((request, reply) => {
    if (request.nth === 1) return say(200)(request, reply)
    if (request.nth === titles.length) job.signal('SIGTERM')
    return undefined
  })
  service.list = (request, reply) => list(...service.requests.slice(0, 1).map(({ body }) => body))(request, reply)
  const job = await project.start({ inputs: { 'base-url': service.url } })
  const result = await job.result
  expectSafe(result, project.token)
  expect(result.outputs).toMatchObject({ upserted: '1' })
  expect(result.summary).toContain('cancelled')
  expect(service.requests).toHaveLength(titles.length)
  const { failure, runbooks } = reportOf(result)
  expect(failure?.kind).toBe('cancelled')
  const pending = runbooks.filter(({ outcome }) => outcome === 'pending').map(({ reason }) => reason)
  expect(pending).toEqual(Array(titles.length - 1).fill('Sent, not confirmed.'))
})

test('SIGKILL at the first update: the text that it replaces is saved, and the next push of another file heals the rest', async () => {
  await using project = await deliveredHandbook()
  const env = { RUNNER_TEMP: await mkdtemp(join(project.folder, 'temp-')), GITHUB_RUN_NUMBER: '7' }
  const content = project.edit('Disk full', note)
  // Of more than three, one that the list already shows is sent before all others.
  const others = ['Third', 'Fourth', 'Fifth'].map((title) => [pathOf(title), runbook(title)] as const)
  await project.commit({ [DISK]: disk('Second.'), ...Object.fromEntries(others) })
  await project.pushed()
  project.onRequest = async ({ path }) => {
    if (path !== UPDATE_PATH) return
    project.onRequest = undefined
    running.signal('SIGKILL')
    await running.result
  }
  const running = await project.start({ inputs: { 'on-conflict': 'replace' }, env })
  const killed = await running.result
  expect(killed.signal).toBe('SIGKILL')
  const saved = await readFile(join(killed.outputs['overwritten'] ?? '', '1-disk.md'), 'utf8')
  expect(saved).toMatch(
    /^<!-- .* before run 7 \(http:\S+\/harbour\/handbook\/actions\/runs\/\d+\) replaced it, .*-->\n/
  )
  expect(saved.slice(saved.indexOf('\n') + 1)).toBe(content)
  await project.idle()
  const job = await project.push({ [OTHER]: other('More text.') })
  await project.expectEqual(job)
  expect(outcomesOf(job)).toEqual([OTHER, ...others.map(([path]) => path)].sort().map((path) => `upserted ${path}`))
})
