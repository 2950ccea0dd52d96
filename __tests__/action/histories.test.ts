import { expect, jest } from '@jest/globals'
import { DISK, OTHER, disk, other, pathOf, runbook, testOnHandbook } from '../support/handbook.ts'
import { outcomesOf, reportOf } from '../support/report.ts'

/**
 * Histories with real processes and real Git, and a GitHub that forbids everything but what `contents: read` allows.
 * `__tests__/sync/histories.test.ts` has most of them.
 */

// They run several at a time.
jest.setTimeout(120_000)

testOnHandbook('a run is killed at its first upsert: the next push of another file heals that', async (project) => {
  // Of more than three, one is sent before all others.
  const others = ['Third', 'Fourth', 'Fifth'].map((title) => [pathOf(title), runbook(title)] as const)
  const held = await project.hold({ [DISK]: disk('Second.'), ...Object.fromEntries(others) })
  held.signal('SIGKILL')
  expect((await held.result).signal).toBe('SIGKILL')
  await held.release()
  const job = await project.push({ [OTHER]: other('More text.') })
  await project.expectEqual(job)
  expect(outcomesOf(job)).toEqual([OTHER, ...others.map(([path]) => path)].sort().map((path) => `upserted ${path}`))
  expect(job.outputs).toMatchObject({ overwritten: '', edits: '0' })
})

testOnHandbook('the head moves while a run delivers: the run delivers that, too', async (project) => {
  const held = await project.hold({ [DISK]: disk('Second.') })
  await project.commit({ [OTHER]: other('More text.') })
  await held.release()
  const job = await held.result
  await project.expectEqual(job)
  expect(outcomesOf(job)).toEqual([`upserted ${DISK}`, `upserted ${OTHER}`])
  expect(reportOf(job).head).toBe(project.head)
})

testOnHandbook(
  '`contents: read` is enough: a push asks GitHub for the head with each look and at the end, and fetches twice',
  async (project) => {
    const { github } = project
    const { length } = github.requests
    await project.expectEqual(await project.push({ [DISK]: disk('Second.') }))
    const asked = github.requests.slice(length)
    expect(asked.filter(({ route }) => route !== 'git').map(({ route, status }) => `${route} ${status}`)).toEqual([
      'tip 200',
      'tip 200',
      'tip 200'
    ])
    expect(asked.filter(({ url }) => url.includes('/info/refs')).length).toBeLessThanOrEqual(2)
  }
)

testOnHandbook('a repository that is renamed takes over its entries by hand', async (project) => {
  project.rename('harbour/runbooks')
  await project.commit({ 'README.md': 'Handbook.\n' })
  await project.expectEqual(await project.dispatch({ inputs: { 'on-conflict': 'replace' } }))
  expect(project.entries().get('Disk full')).toContain('/harbour/runbooks/blob/main/')
})
