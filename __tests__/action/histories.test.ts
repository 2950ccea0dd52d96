import { describe, expect, jest, test } from '@jest/globals'
import { git } from '../../testing/git.ts'
import { Branch, BAD, DISK, OTHER, UNREADABLE, disk, expectRed, testOnBranch } from './branch.ts'
import { outcomesOf, reportOf } from '../support/report.ts'

/**
 * What needs Git, GitHub or a process of a history in which a run once ended green with a wrong knowledge base.
 * `__tests__/sync/histories.test.ts` has more of them. After each green run the knowledge base must equal the branch.
 */

// Some runs wait 15 s for GitHub, so the tests run several at a time.
jest.setTimeout(120_000)

const MORE = { [OTHER]: '# Other\n\nMore text.\n' }

testOnBranch(
  'what no run delivered, after a rejected token and a skipped push, comes with the next one',
  async (branch) => {
    expectRed(await branch.push({ [DISK]: disk('Second.') }, { inputs: { token: 'oap_wrong' } }))
    await branch.pushInVain({ 'src/code.ts': 'export {}' })
    const job = await branch.push(MORE)
    await branch.expectEqual(job)
    expect(outcomesOf(job)).toEqual([`upserted ${DISK}`, `upserted ${OTHER}`])
  }
)

testOnBranch('two jobs for two knowledge bases: a red run of one does not concern the other', async (branch) => {
  const second = { inputs: { environment: 'second' } }
  await branch.push({}, second)
  await branch.commit({ [DISK]: disk('Second.') })
  const event = await branch.pushed()
  expectRed(await branch.run(event, { inputs: { token: 'oap_wrong' } }))
  await branch.expectEqual(await branch.run(event, second))
  const job = await branch.push({ 'README.md': 'No runbook.\n' }, { inputs: { environment: 'Second' } })
  expect(reportOf(job).range.reason).toBe('Nothing changed since the last delivery.')
  expect(outcomesOf(await branch.push(MORE))).toEqual([`upserted ${DISK}`, `upserted ${OTHER}`])
})

describe('records', () => {
  // `__tests__/github/github.test.ts` has all causes.
  testOnBranch('that cannot be read: a full sync with a warning, which names the permission', async (branch) => {
    await branch.pushInVain({ [DISK]: disk('Second.') })
    branch.environment.github.setFaults({ fault: 'forbidden', route: 'records' })
    const job = await branch.push({ 'README.md': 'No runbook.\n' })
    await branch.expectEqual(job)
    expect(outcomesOf(job)).toEqual([`upserted ${DISK}`, `upserted ${OTHER}`])
    expect(job.annotations[0]).toMatchObject({
      level: 'warning',
      message: expect.stringMatching(
        /^This run is a full sync.* lacks a permission .*`permissions: \{ contents: read, deployments: write \}`/
      )
    })
  })

  testOnBranch('that cannot be made: red before anything is sent, with the permission to add', async (branch) => {
    branch.environment.github.setFaults({ fault: 'forbidden', route: 'record' })
    const job = await branch.push(MORE)
    expectRed(job)
    expect(reportOf(job).failure).toMatchObject({
      kind: 'github',
      hint: expect.stringMatching(/deployments: write/)
    })
    expect(job.outputs).toMatchObject({ upserted: '0' })
  })

  testOnBranch(
    'that are behind for a moment, whose statuses are mixed, and whose making has no answer: no full sync',
    async (branch) => {
      const { github } = branch.environment
      github.lag.answers = 2
      github.statusOrder = 'mixed'
      github.setFaults({ route: 'record', fault: 'lost answer', times: 1 })
      const job = await branch.push(MORE)
      await branch.expectEqual(job)
      const { annotations } = job
      expect({ outcomes: outcomesOf(job), annotations }).toEqual({ outcomes: [`upserted ${OTHER}`], annotations: [] })
    }
  )

  test.concurrent('are neither read nor made with `environment: none`, and each run is a full sync', async () => {
    await using branch = await Branch.create({ environment: 'none' })
    const { github } = branch.environment
    github.deployments.length = 0
    github.permissions.deployments = 'none'
    await branch.pushInVain({ [DISK]: disk('Second.') })
    const job = await branch.push({ 'README.md': 'No runbook.\n' })
    await branch.expectEqual(job)
    expect(outcomesOf(job)).toEqual([`unchanged ${OTHER}`, `upserted ${DISK}`])
    expect(github.requests.filter(({ route }) => /record|mark/.test(route))).toEqual([])
  })
})

describe('a commit that a run has delivered', () => {
  testOnBranch('is gone from the server: a full sync', async (branch) => {
    const { deployments } = branch.environment.github
    deployments[0] = { ...deployments[0], sha: 'd'.repeat(40) } as (typeof deployments)[0]
    const job = await branch.push(MORE)
    await branch.expectEqual(job)
    expect(reportOf(job).range.reason).toMatch(/a commit that was delivered cannot be fetched \(.*not our ref/)
  })

  testOnBranch('was red, and is forced away without a run: its text is replaced', async (branch) => {
    const { head } = branch
    expectRed(await branch.push({ [DISK]: disk('Of a red run.'), [BAD]: UNREADABLE }))
    await branch.reset(head)
    await branch.environment.repository.prune()
    await branch.expectEqual(await branch.push(MORE))
  })
})

testOnBranch('an annotated tag with `mode: sync`: its commit is delivered, then the branch in full', async (branch) => {
  await branch.commit({ [DISK]: disk('Second.') })
  const { folder } = branch.environment.repository
  await git(folder, ['tag', '--annotate', '--message=Release', 'v1', branch.head])
  const event = await branch.pushed()
  const tag = { ...event, ref: 'refs/tags/v1', payload: { ...event.payload, ref: 'refs/tags/v1' } }
  await branch.expectEqual(await branch.run(tag, { inputs: { mode: 'sync' } }))
  const job = await branch.push({ [DISK]: disk('First.') })
  await branch.expectEqual(job)
  expect(reportOf(job).range.reason).toMatch(/another workflow or branch delivers to this environment/)
})
