import { expect, jest, test } from '@jest/globals'
import { git } from '../../testing/git.ts'
import { expectRed } from '../../testing/project.ts'
import { deliveredProject, DISK, OTHER, disk, other, testOnProject } from './delivered-project.ts'
import { outcomesOf, sentNames } from '../support/report.ts'

/**
 * What needs Git, GitHub or a process of a history after which the next push of another file heals everything, or names it.
 * `__tests__/sync/histories.test.ts` has more of them.
 */

// They run several at a time.
jest.setTimeout(120_000)

const MORE = { [OTHER]: other('More text.') }

testOnProject(
  'what no run delivered, after a rejected token and a skipped push, comes with the next one',
  async (project) => {
    expectRed(await project.push({ [DISK]: disk('Second.') }, { inputs: { token: 'oap_wrong' } }))
    await project.pushInVain({ 'src/code.ts': 'export {}' })
    const job = await project.push(MORE)
    await project.expectEqual(job)
    expect(outcomesOf(job)).toEqual([`upserted ${DISK}`, `upserted ${OTHER}`])
  }
)

testOnProject('an entry that somebody deleted comes with the next push', async (project) => {
  project.delete('Disk full')
  const job = await project.push(MORE)
  await project.expectEqual(job)
  expect(outcomesOf(job)).toEqual([`upserted ${DISK}`, `upserted ${OTHER}`])
})

testOnProject('entries of a restored backup come with the next push', async (project) => {
  const backup = project.entries()
  await project.deliver({ [DISK]: disk('Second.'), ...MORE })
  for (const [name, content] of backup) project.paste(name, content)
  const job = await project.push({ 'README.md': 'No runbook.\n' })
  await project.expectEqual(job)
  expect(outcomesOf(job)).toEqual([`upserted ${DISK}`, `upserted ${OTHER}`])
})

testOnProject('another input sends the runbooks whose texts it may change', async (project) => {
  await project.push({ [DISK]: disk('See [other](other.md).') })
  const job = await project.push({ 'README.md': 'No runbook.\n' }, { inputs: { links: 'absolute' } })
  await project.expectEqual(job)
  expect(project.entries().get('Disk full')).toContain(`](${project.github.repositoryUrl}/blob/main/${OTHER})`)
})

testOnProject('a run by hand right after a green one sends nothing', async (project) => {
  await project.expectEqual(await project.dispatch())
  expect(sentNames(project)).toEqual([])
})

testOnProject('a commit of a killed run that is forced away without a run: its text is replaced', async (project) => {
  const { head } = project
  const held = await project.hold({ [DISK]: disk('Of a killed run.') })
  held.signal('SIGKILL')
  await held.result
  await held.release()
  await project.reset(head)
  await project.repository.prune()
  await project.expectEqual(await project.push(MORE))
})

testOnProject('a branch that moves while a run delivers: the run delivers its head', async (project) => {
  const held = await project.hold({ [DISK]: disk('Second.') })
  await project.commit(MORE)
  await held.release()
  await project.expectEqual(await held.result)
})

testOnProject('an annotated tag with `mode: sync`: its commit is delivered', async (project) => {
  await project.commit({ [DISK]: disk('Second.') })
  await git(project.repository.folder, ['tag', '--annotate', '--message=Release', 'v1', project.head])
  const event = await project.pushed()
  const tag = { ...event, ref: 'refs/tags/v1', payload: { ...event.payload, ref: 'refs/tags/v1' } }
  const job = await project.run({ event: tag, inputs: { mode: 'sync' } })
  expect({ exitCode: job.exitCode, sent: sentNames(project) }).toEqual({ exitCode: 0, sent: ['Disk full', 'Other'] })
})

test.concurrent('a workflow file that is another one at the head: red, and nothing is sent', async () => {
  await using project = await deliveredProject()
  await project.commit({ [DISK]: disk('Second.') })
  const event = await project.pushed()
  await project.commit({ '.github/workflows/runbooks.yml': 'on: [push, schedule]\n' })
  const job = await project.run({ event })
  expectRed(job)
  expect(sentNames(project)).toEqual([])
  expect(job.log).toMatch(/[Ss]tart a new run/)
})
