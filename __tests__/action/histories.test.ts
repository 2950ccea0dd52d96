import { describe, expect, jest, test } from '@jest/globals'
import { Branch, BAD, DISK, OTHER, UNREADABLE, disk, expectRed, testOnBranch } from './branch.ts'
import { outcomesOf, reportOf } from './report.ts'
import type { FaultName, GitHubFault } from '../../testing/github/faults.ts'
import { workflowRun } from '../../testing/github/runs.ts'
import { deletionEvent, dispatchEvent, scheduleEvent } from '../../testing/github/events.ts'

/**
 * Histories of a branch that once ended green with a wrong knowledge base. After each green run the knowledge base must
 * equal the branch, by plain Git.
 */

// Some runs wait 15 s for GitHub, so the tests run several at a time.
jest.setTimeout(120_000)

const WORKFLOW = '.github/workflows/runbooks.yml'
/** A runbook whose entry differs by the input `front-matter`. */
const OWNED = '---\nowner: storage\n---\n# Disk full\n\nFirst.\n'

describe('the text of a commit whose run has failed is delivered by the next run', () => {
  // This takes half a minute, and almost no work.
  testOnBranch('although GitHub does not answer for the list of runs', async (branch) => {
    await branch.pushInVain({ [DISK]: disk('Second.') })
    branch.environment.github.setFaults({ route: 'runs', fault: 'hang' })
    const job = await branch.push({ [OTHER]: '# Other\n\nMore text.\n' })
    await branch.expectEqual(job)
    expect(job.annotations).toMatchObject([{ level: 'warning', message: expect.stringMatching(/cannot be reached/) }])
    expect(branch.environment.github.requests.filter(({ route }) => route === 'runs')).toHaveLength(3)
  })

  testOnBranch('after a rejected token', async (branch) => {
    expectRed(await branch.push({ [DISK]: disk('Second.') }, { inputs: { token: 'oap_wrong' } }))
    await branch.expectEqual(await branch.push({ [OTHER]: '# Other\n\nMore text.\n' }))
  })

  test.concurrent.each<[GitHubFault, names: RegExp]>([
    [
      { fault: 'rate limit', status: 429 },
      /the rate limit of the token is used up until \d\d:\d\d UTC\. Run the job again after that/
    ],
    [{ fault: 'secondary rate limit' }, /exceeds a secondary rate limit, which lasts 100 s\. Run the job again later/],
    [{ fault: 'server error' }, /it answers with HTTP 502\. Run the job again when GitHub answers/]
  ])('although GitHub’s list of runs has a fault: %j', async (fault, names) => {
    await using branch = await Branch.create()
    await branch.pushInVain({ [DISK]: disk('Second.') })
    branch.environment.github.setFaults({ ...fault, route: 'runs', seconds: 100 })
    const job = await branch.push({ [OTHER]: '# Other\n\nMore text.\n' })
    await branch.expectEqual(job)
    const warnings = job.annotations.map(({ level, message }) => `${level}: ${message}`)
    expect(warnings).toEqual([expect.stringMatching(/^warning: This run is a full sync/)])
    expect(warnings[0]).toMatch(names)
  })

  testOnBranch(
    'although the workflow is a file of another repository, whose name GitHub does not find',
    async (branch) => {
      await branch.pushInVain({ [DISK]: disk('Second.') })
      await branch.commit({ [OTHER]: '# Other\n\nMore text.\n' })
      const run = branch.environment.workflow.queue(await branch.pushed())
      const workflow = 'harbour/policies/.github/workflows/sync.yml'
      for (const each of branch.environment.github.runs) Object.assign(each, { workflow })
      const job = await branch.run(run, { env: { GITHUB_WORKFLOW_REF: `${workflow}@refs/heads/main` } })
      await branch.expectEqual(job)
      expect(job.annotations).toEqual([])
    }
  )

  testOnBranch(
    'although a branch was deleted in between, which GitHub lists as a run of the default branch',
    async (branch) => {
      const { environment, head: before } = branch
      await branch.pushInVain({ [DISK]: disk('Second.') })
      const place = { repository: environment.repository.name, ref: 'refs/heads/merged' }
      environment.github.advance(600_000)
      await branch.run(deletionEvent({ ...place, before, sha: branch.head }))
      await branch.expectEqual(await branch.push({ [OTHER]: '# Other\n\nMore text.\n' }))
    }
  )

  testOnBranch('although a run by hand with `mode: check` was green in between', async (branch) => {
    await branch.pushInVain({ [DISK]: disk('Second.') })
    const { environment, head: sha } = branch
    environment.github.advance(600_000)
    const place = { repository: environment.repository.name, ref: 'refs/heads/main', sha }
    environment.workflow.drop(dispatchEvent({ ...place, inputs: { mode: 'check' } }), 'success')
    await branch.expectEqual(await branch.push({ [OTHER]: '# Other\n\nMore text.\n' }))
  })

  testOnBranch('although pull requests of a fork’s branch with the same name have run', async (branch) => {
    await branch.pushInVain({ [DISK]: disk('Second.') })
    const { environment, head } = branch
    environment.github.runs.push(workflowRun({ number: 50, event: 'pull_request', sha: head }))
    await branch.expectEqual(await branch.push({ [OTHER]: '# Other\n\nMore text.\n' }))
  })
})

describe('after a full sync that was not green, a push delivers what no commit shows', () => {
  test.concurrent.each(['failure', 'cancelled'] as const)('%s', async (conclusion) => {
    await using branch = await Branch.create()
    const { environment, head: sha } = branch
    // The knowledge base is restored from a backup.
    await environment.write('Disk full', disk('Of a backup.'))
    environment.github.advance(600_000)
    environment.workflow.drop(scheduleEvent({ repository: environment.repository.name, sha }), conclusion)
    const job = await branch.push({ [OTHER]: null })
    await branch.expectEqual(job)
    expect(job.outputs['removed']).toBe('1')
  })
})

testOnBranch('a local action outside `.github` belongs to the workflow', async (branch) => {
  await branch.deliver({ [DISK]: OWNED })
  const job = await branch.push({ 'ci/steps/action.yml': 'runs:\n' }, { inputs: { 'front-matter': 'keep' } })
  expect(job.exitCode).toBe(0)
  expect(branch.environment.entries().get('Disk full')).toBe(OWNED)
})

testOnBranch('a refusal is not forgotten when the branch moves to a commit that cannot be fetched', async (branch) => {
  const { github } = branch.environment
  await using held = await branch.hold({ [DISK]: disk('Second.'), [BAD]: UNREADABLE })
  await branch.commit({ [OTHER]: '# Other\n\nMore text.\n' })
  github.setFaults({ route: 'git', fault: 'server error', status: 500 })
  await held.release()
  expectRed(await held.result)
})

describe('a text that was delivered from a commit without a run, and taken back without a run, is replaced', () => {
  test.concurrent.each<[string, deliver: (branch: Branch) => Promise<unknown>]>([
    ['a schedule', (branch) => branch.schedule()],
    ['a dispatch with `scope: changed`', (branch) => branch.dispatch('changed')]
  ])('delivered by %s', async (_, deliver) => {
    await using branch = await Branch.create()
    await branch.commit({ [DISK]: disk('Without a run.') })
    await deliver(branch)
    expect(branch.environment.entries().get('Disk full')).toBe(disk('Without a run.'))
    await branch.commit({ [DISK]: disk('First.') })
    await branch.expectEqual(await branch.push({ [OTHER]: '# Other\n\nMore text.\n' }))
  })

  testOnBranch('delivered by a run that follows the branch', async (branch) => {
    await using held = await branch.hold({ [OTHER]: '# Other\n\nMore text.\n' })
    await branch.commit({ [DISK]: disk('Without a run.') })
    await held.release()
    await branch.expectEqual(await held.result)
    await branch.commit({ [DISK]: disk('First.') })
    await branch.expectEqual(await branch.push({ [OTHER]: '# Other\n\nEven more text.\n' }))
  })
})

describe('what a red run has delivered is replaced', () => {
  const partly = { [DISK]: disk('Of a red run.'), [BAD]: UNREADABLE }

  testOnBranch('when its commit is reverted', async (branch) => {
    expectRed(await branch.push(partly))
    await branch.expectEqual(await branch.push({ [DISK]: disk('First.'), [BAD]: null }))
  })

  testOnBranch('when its run is deleted and its commit reverted without a run', async (branch) => {
    expectRed(await branch.push(partly))
    branch.environment.github.runs.pop()
    await branch.commit({ [DISK]: disk('First.'), [BAD]: null })
    // Only the runs tell which commits there were: the event names the last one.
    await branch.environment.pushed()
    await branch.expectEqual(await branch.push({ [OTHER]: '# Other\n\nMore text.\n' }))
  })

  testOnBranch('when its commit is force-pushed away', async (branch) => {
    const { head } = branch
    expectRed(await branch.push(partly))
    await branch.reset(head)
    await branch.expectEqual(await branch.push())
  })

  test.concurrent.each<[string, { readonly pruned?: boolean; readonly elsewhere?: boolean }]>([
    ['can be fetched', {}],
    ['is gone from the server', { pruned: true }],
    ['is in the checkout of all branches', { elsewhere: true }]
  ])('when its commit is force-pushed away by a push whose run is dropped, and %s', async (_, lost) => {
    await using branch = await Branch.create()
    const { head, environment } = branch
    expectRed(await branch.push(partly))
    if (lost.elsewhere === true) await environment.repository.setHead(branch.head, 'topic')
    await branch.reset(head)
    environment.workflow.drop(await branch.pushed())
    if (lost.pruned === true) await environment.repository.prune()
    const checkout = lost.elsewhere === true ? 'full' : 'depth 1'
    await branch.expectEqual(await branch.push({ [OTHER]: '# Other\n\nMore text.\n' }, { checkout }))
  })

  testOnBranch('when it came of a workflow file that is reverted', async (branch) => {
    await branch.deliver({ [DISK]: OWNED })
    await branch.commit({ [WORKFLOW]: 'on: push\nwith:\n  front-matter: keep\n', [BAD]: UNREADABLE })
    expectRed(await branch.push({}, { inputs: { 'front-matter': 'keep' } }))
    expect(branch.environment.entries().get('Disk full')).toBe(OWNED)
    await branch.expectEqual(await branch.push({ [WORKFLOW]: 'on: push\n', [BAD]: null }))
  })
})

describe('runs without a `concurrency` group', () => {
  testOnBranch(
    'a run that is overtaken, killed after it wrote, and run again counts its own first attempt',
    async (branch) => {
      await using slow = await branch.hold({ [DISK]: disk('Old.') })
      await branch.expectEqual(await branch.push({ [DISK]: disk('First.'), [OTHER]: '# Other\n\nMore text.\n' }))
      await slow.release()
      slow.signal('SIGKILL')
      await slow.result
      await branch.expectEqual(await branch.rerun(slow.run.number))
    }
  )

  testOnBranch('a run that is overtaken and killed after it wrote: the next push replaces its text', async (branch) => {
    await using slow = await branch.hold({ [DISK]: disk('Old.') })
    await branch.expectEqual(await branch.push({ [DISK]: disk('New.') }))
    await slow.release()
    slow.signal('SIGKILL')
    await slow.result
    await branch.expectEqual(await branch.push({ [OTHER]: '# Other\n\nMore text.\n' }))
  })

  testOnBranch('a run that is older than the base, still in progress, and has written after it', async (branch) => {
    const changes = { [DISK]: disk('Old.'), 'docs/runbooks/disk2.md': '# Second disk\n\nText.\n' }
    const wrote = Promise.withResolvers<undefined>()
    const [first, second] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()]
    const reached = Promise.withResolvers<undefined>()
    await using gate = await branch.gate(async ({ kind, count }) => {
      if (kind === 'list') return
      if (count === 1) {
        reached.resolve(undefined)
        await first.promise
      } else {
        wrote.resolve(undefined)
        await second.promise
      }
    })
    await branch.commit(changes)
    const inputs = { 'base-url': gate.url, concurrency: '1', timeout: '60' }
    const slow = await branch.start(await branch.pushed(), { inputs })
    await Promise.race([reached.promise, slow.result])
    await branch.expectEqual(await branch.push({ [DISK]: disk('New.') }))
    first.resolve(undefined)
    await Promise.race([wrote.promise, slow.result])
    expect(branch.environment.entries().get('Disk full')).toBe(disk('Old.'))
    await branch.expectEqual(await branch.push({ [OTHER]: '# Other\n\nMore text.\n' }))
    slow.signal('SIGKILL')
    second.resolve(undefined)
    await slow.result
  })

  testOnBranch('the last request of a killed run arrives half a minute later', async (branch) => {
    const { github } = branch.environment
    await using slow = await branch.hold({ [DISK]: disk('Old.') })
    slow.signal('SIGKILL')
    await slow.result
    // The base begins 20 s after the killed run has ended, and before its request arrives.
    await branch.commit({ [DISK]: disk('New.') })
    github.advance(20_000)
    await branch.expectEqual(await branch.run(await branch.environment.pushed()))
    github.advance(10_000)
    await slow.release()
    expect(branch.environment.entries().get('Disk full')).toBe(disk('Old.'))
    await branch.expectEqual(await branch.push({ [OTHER]: '# Other\n\nMore text.\n' }))
  })

  testOnBranch(
    'a branch that is reset while a run delivers: the run is compared with the commit that it delivered last',
    async (branch) => {
      await using held = await branch.hold({ [OTHER]: '# Other\n\nMore text.\n' })
      const own = branch.head
      // The run follows the branch, and then the branch is back at the run's own commit.
      await branch.commit({ [DISK]: disk('Followed.') })
      branch.environment.workflow.drop(await branch.pushed())
      let asked = 0
      branch.environment.github.onRequest = async ({ route }) => {
        if (route === 'tip' && ++asked === 2) await branch.reset(own)
      }
      await held.release()
      expectRed(await held.result)
      await branch.expectEqual(await branch.push({ [OTHER]: '# Other\n\nEven more text.\n' }))
    }
  )
})

testOnBranch('a branch that moves without an end: the run is red after 20 rounds', async (branch) => {
  let text = 0
  branch.environment.github.onRequest = async ({ route }) => {
    if (route === 'tip') await branch.commit({ [DISK]: disk(`Text ${++text}.`) })
  }
  const job = await branch.push({ [DISK]: disk('Second.') })
  const { kind, message } = reportOf(job).failure ?? {}
  expect({ kind, message }).toEqual({
    kind: 'branch-moved',
    message: 'The branch main moved 20 times while this run delivered.'
  })
})

testOnBranch('GitHub is asked again after a fault that passes', async (branch) => {
  branch.environment.github.setFaults({ route: 'runs', fault: 'server error', times: 2 })
  const job = await branch.push({ [OTHER]: '# Other\n\nMore text.\n' })
  await branch.expectEqual(job)
  expect(reportOf(job).range.kind).toBe('range')
  expect(job.annotations).toEqual([])
})

describe('a run that is repeated', () => {
  testOnBranch('counts newer failed runs', async (branch) => {
    await branch.pushInVain({ [OTHER]: '# Other\n\nMore text.\n' })
    expectRed(await branch.push({ [DISK]: disk('Of a red run.'), [BAD]: UNREADABLE }))
    await branch.commit({ [DISK]: disk('First.'), [BAD]: null })
    await branch.expectEqual(await branch.rerun(2))
  })

  test.concurrent.each<[FaultName, 'tip' | 'git']>([
    ['HTML', 'tip'],
    ['server error', 'git']
  ])('does not bring back old text while GitHub answers with the fault: %s (%s)', async (fault, route) => {
    await using branch = await Branch.create()
    await branch.deliver({ [DISK]: disk('Old.') })
    await branch.deliver({ [DISK]: disk('New.') })
    branch.environment.github.setFaults({ route, fault })
    expectRed(await branch.rerun(2))
    expect(branch.environment.entries().get('Disk full')).toBe(disk('New.'))
  })

  testOnBranch('with an old workflow file does not bring back its inputs', async (branch) => {
    await branch.deliver({ [DISK]: OWNED })
    await branch.deliver({ [WORKFLOW]: 'on: push\nwith:\n  front-matter: keep\n' })
    expectRed(await branch.rerun(2))
    expect(branch.environment.entries().get('Disk full')).toBe(OWNED)
  })
})

describe('GitHub shows an older commit of the branch', () => {
  testOnBranch('at the start of a run, for a moment', async (branch) => {
    const past = await branch.environment.github.snapshot()
    branch.environment.github.setFaults({ route: 'tip', fault: past, times: 2 })
    await branch.expectEqual(await branch.push({ [DISK]: disk('Second.') }))
  })

  testOnBranch('at the end of a run, for a moment', async (branch) => {
    const { github } = branch.environment
    const past = await github.snapshot()
    await using held = await branch.hold({ [DISK]: disk('Second.') })
    github.setFaults({ route: 'tip', fault: past, times: 2 })
    await held.release()
    await branch.expectEqual(await held.result)
  })

  testOnBranch('after a forced push, for a moment', async (branch) => {
    const { head, environment } = branch
    await branch.deliver({ [DISK]: disk('Second.') })
    await branch.deliver({ [DISK]: disk('Third.') })
    const past = await environment.github.snapshot()
    await branch.reset(head)
    environment.github.setFaults({ route: 'tip', fault: past, times: 2 })
    await branch.expectEqual(await branch.push({ [OTHER]: '# Other\n\nMore text.\n' }))
  })

  testOnBranch('all the time: the run is red', async (branch) => {
    branch.environment.github.setFaults({ route: 'tip', fault: await branch.environment.github.snapshot() })
    expectRed(await branch.push({ [DISK]: disk('Second.') }))
    branch.environment.github.setFaults()
    await branch.expectEqual(await branch.push({ [OTHER]: '# Other\n\nMore text.\n' }))
  })

  testOnBranch('to a repeated run, for a moment, although the list of runs shows a newer one', async (branch) => {
    await branch.deliver({ [DISK]: disk('Old.') })
    const past = await branch.environment.github.snapshot()
    await branch.deliver({ [DISK]: disk('New.') })
    branch.environment.github.setFaults({ route: 'tip', fault: past, times: 2 })
    await branch.expectEqual(await branch.rerun(2))
  })

  testOnBranch('and to a repeated run an older list of runs, which shows its first attempt', async (branch) => {
    const { environment } = branch
    await branch.deliver({ [OTHER]: '# Other\n\nMore text.\n' })
    const { head } = branch
    const past = await environment.github.snapshot()
    await branch.commit({ [DISK]: disk('Of a red run.') })
    await environment.write('Disk full', disk('Of a red run.'))
    environment.workflow.drop(await branch.pushed(), 'failure')
    await branch.reset(head)
    environment.workflow.drop(await branch.pushed())
    environment.github.setFaults({ route: 'runs', fault: past, times: 1 })
    await branch.expectEqual(await branch.rerun(2))
  })

  testOnBranch('and an older list of runs: a full sync', async (branch) => {
    const { head, environment } = branch
    const past = await environment.github.snapshot()
    expectRed(await branch.push({ [DISK]: disk('Of a red run.'), [BAD]: UNREADABLE }))
    await branch.reset(head)
    environment.workflow.drop(await branch.pushed())
    environment.github.setFaults({ route: 'runs', fault: past })
    await branch.expectEqual(await branch.push({ [OTHER]: '# Other\n\nMore text.\n' }))
  })
})

testOnBranch('a run whose branch was forced back while it was queued does not count for its commit', async (branch) => {
  const { head, environment } = branch
  await branch.commit({ [DISK]: disk('Second.') })
  const second = branch.head
  const queued = environment.workflow.queue(await branch.pushed())
  await branch.reset(head)
  environment.github.advance(600_000)
  const job = await branch.run(queued)
  if (job.exitCode === 0) await branch.expectEqual(job)
  await branch.reset(second)
  await branch.expectEqual(await branch.push({ [OTHER]: '# Other\n\nMore text.\n' }))
})

test.concurrent.each([
  ['the run reads the list', 'list'],
  ['its entry is retired', 'upsert']
])('a runbook that comes back while %s is delivered again', async (_, moment) => {
  await using branch = await Branch.create({ removed: 'retire' })
  let asked = 0
  await using gate = await branch.gate(async ({ kind }) => {
    if (kind === moment && ++asked === 1) await branch.commit({ [DISK]: disk('Back again.') })
  })
  await branch.commit({ [DISK]: null })
  await branch.expectEqual(await branch.run(await branch.pushed(), { inputs: { 'base-url': gate.url } }))
  expect(asked).toBeGreaterThan(0)
})

testOnBranch('a runbook that comes back while the run delivers others is not called orphaned', async (branch) => {
  await using held = await branch.hold({ [DISK]: null, [OTHER]: '# Other\n\nMore text.\n' })
  await branch.commit({ [DISK]: disk('Back again.') })
  await held.release()
  const job = await held.result
  await branch.expectEqual(job)
  expect(job.outputs['removed']).toBe('0')
})

testOnBranch(
  'a runbook that is removed while the run delivers others is orphaned, and nothing else',
  async (branch) => {
    await using held = await branch.hold({ [DISK]: disk('Second.') })
    await branch.commit({ [DISK]: null })
    await held.release()
    const job = await held.result
    expect(outcomesOf(job)).toEqual([`orphaned ${DISK}`])
  }
)

testOnBranch('a tag with the name of the branch does not count as a delivery of the branch', async (branch) => {
  await branch.pushInVain({ [DISK]: disk('Second.') })
  const event = await branch.pushed()
  await branch.run({ ...event, ref: 'refs/tags/main', payload: { ...event.payload, ref: 'refs/tags/main' } })
  await branch.expectEqual(await branch.push({ [OTHER]: '# Other\n\nMore text.\n' }))
})
