import { describe, expect, jest, test } from '@jest/globals'
import { deletionEvent } from '../../testing/github/events.ts'
import type { FaultName, GitHubFault } from '../../testing/github/faults.ts'
import { git } from '../../testing/git.ts'
import type { JobResult } from '../../testing/runner/runner.ts'
import { Branch, BAD, DISK, OTHER, UNREADABLE, disk, expectRed, testOnBranch } from './branch.ts'
import { outcomesOf, reportOf } from './report.ts'

/**
 * Histories of a branch that once ended green with a wrong knowledge base. After each green run the knowledge base must
 * equal the branch, by plain Git.
 */

// Some runs wait 15 s for GitHub, so the tests run several at a time.
jest.setTimeout(120_000)

/** A runbook whose entry differs by the input `front-matter`. */
const OWNED = '---\nowner: storage\n---\n# Disk full\n\nFirst.\n'
type Inputs = Readonly<Record<string, string>>

const MORE = { [OTHER]: '# Other\n\nMore text.\n' }
const MINUTE = 60_000

function reasonOf(job: JobResult): string {
  return reportOf(job).range.reason
}

describe('a runbook that no run has delivered is delivered by the next one', () => {
  testOnBranch('after a rejected token, and a push whose job was skipped', async (branch) => {
    expectRed(await branch.push({ [DISK]: disk('Second.') }, { inputs: { token: 'oap_wrong' } }))
    await branch.pushInVain({ 'src/code.ts': 'export {}' })
    const job = await branch.push(MORE)
    await branch.expectEqual(job)
    expect(outcomesOf(job)).toEqual([`upserted ${DISK}`, `upserted ${OTHER}`])
  })

  test.concurrent.each<[string, step: Readonly<Record<string, string>>]>([
    ['with `continue-on-error` after a rejected token', { token: 'oap_wrong' }],
    ['with `mode: plan`', { mode: 'plan' }],
    ['with `mode: check`', { mode: 'check' }]
  ])('after a step that was not to fail: %s', async (_, inputs) => {
    await using branch = await Branch.create()
    await branch.push({ [DISK]: disk('Second.') }, { inputs })
    await branch.expectEqual(await branch.push(MORE))
  })

  testOnBranch('after a run that waits for an approval, and never gets it', async (branch) => {
    await branch.pushInVain({ [DISK]: disk('Second.') })
    await branch.expectEqual(await branch.push(MORE))
  })

  testOnBranch('although a branch was deleted in between, for which GitHub runs the default branch', async (branch) => {
    const { environment, head: before } = branch
    await branch.pushInVain({ [DISK]: disk('Second.') })
    const place = { repository: environment.repository.name, ref: 'refs/heads/merged' }
    await branch.expectEqual(await branch.run(deletionEvent({ ...place, before, sha: branch.head })))
  })

  testOnBranch('although a pull request and a tag with the name of the branch had plans', async (branch) => {
    await branch.pushInVain({ [DISK]: disk('Second.') })
    const event = await branch.pushed()
    await branch.run({ ...event, ref: 'refs/tags/main', payload: { ...event.payload, ref: 'refs/tags/main' } })
    await branch.expectEqual(await branch.push(MORE))
  })
})

describe('what the inputs say is what the knowledge base has', () => {
  // `__tests__/changes/base.test.ts` has all settings.
  test.concurrent.each<[string, before: Inputs, inputs: Inputs, text: string]>([
    ['an input comes from a variable that changed', {}, { 'front-matter': 'keep' }, OWNED],
    ['an input, and back', { 'front-matter': 'keep' }, {}, disk('First.')]
  ])('%s', async (_, before, inputs, text) => {
    await using branch = await Branch.create()
    await branch.deliver({ [DISK]: OWNED })
    if ('front-matter' in before) await branch.push(MORE, { inputs: before })
    const job = await branch.push({ 'README.md': 'No runbook.\n' }, { inputs })
    expect([job.exitCode, reasonOf(job)]).toEqual([0, 'Full sync: the input `front-matter` changed.'])
    expect(branch.environment.entries().get('Disk full')).toBe(text)
  })

  testOnBranch('the secret belongs to another workspace now', async (branch) => {
    const { service } = branch.environment
    service.workspaces.create('Elsewhere')
    const token = service.tokens.create({ name: 'Other', expiration: '30 days', workspace: 'Elsewhere' })
    const job = await branch.push({ 'README.md': 'No runbook.\n' }, { inputs: { token: token.value } })
    expect(outcomesOf(job)).toEqual([`upserted ${DISK}`, `upserted ${OTHER}`])
    expect(reasonOf(job)).toBe('Full sync: the token or `base-url` changed.')
  })

  testOnBranch('another branch delivers the same entries', async (branch) => {
    await branch.environment.write('Disk full', 'As the other one wrote it.\n')
    const { settings } = branch.environment.github.deployments[0]?.payload as { settings: Record<string, string> }
    settings['ref'] = 'x'
    const job = await branch.push({ 'README.md': 'No runbook.\n' })
    await branch.expectEqual(job)
    expect(reasonOf(job)).toMatch(/another workflow or branch delivers to this environment/)
  })

  testOnBranch('two jobs for two knowledge bases: a red run of one does not concern the other', async (branch) => {
    const second = { inputs: { environment: 'second' } }
    await branch.push({}, second)
    await branch.commit({ [DISK]: disk('Second.') })
    const event = await branch.pushed()
    expectRed(await branch.run(event, { inputs: { token: 'oap_wrong' } }))
    await branch.expectEqual(await branch.run(event, second))
    const job = await branch.push({ 'README.md': 'No runbook.\n' }, { inputs: { environment: 'Second' } })
    expect(reasonOf(job)).toBe('Nothing changed since the last delivery.')
    expect(outcomesOf(await branch.push(MORE))).toEqual([`upserted ${DISK}`, `upserted ${OTHER}`])
  })

  testOnBranch(
    'two steps of a run with other inputs in one environment: the second is red, and sends nothing',
    async (branch) => {
      await branch.commit(MORE)
      const run = branch.environment.workflow.queue(await branch.pushed())
      await branch.expectEqual(await branch.run(run))
      run.attempt--
      const job = await branch.run(run, { inputs: { files: OTHER } })
      expect(reportOf(job).failure).toMatchObject({
        kind: 'input',
        message: expect.stringMatching(/`environment` is `knowledge-base` in another step/)
      })
      expect(job.outputs).toMatchObject({ upserted: '0' })
    }
  )

  testOnBranch('a run that is repeated with old inputs: red, and it sends nothing', async (branch) => {
    await branch.deliver({ [DISK]: OWNED })
    await branch.expectEqual(
      await branch.push(
        { ...MORE, '.github/workflows/runbooks.yml': 'on: push\nwith:\n  front-matter: keep\n' },
        { inputs: { 'front-matter': 'keep' } }
      )
    )
    const job = await branch.rerun(2)
    expect(reportOf(job).failure).toMatchObject({
      kind: 'event',
      message: expect.stringMatching(/newer run .* other inputs/)
    })
    expect(branch.environment.entries().get('Disk full')).toBe(OWNED)
  })
})

describe('records that cannot be read or made', () => {
  // `__tests__/github/github.test.ts` has all causes.
  test.concurrent.each<[GitHubFault, names: RegExp]>([
    [{ fault: 'secondary rate limit' }, /it limits the rate of requests until \d\d:\d\d UTC\. Run the job again after/],
    [{ fault: 'hang' }, /cannot be reached/],
    [{ fault: 'forbidden' }, /lacks a permission .*`permissions: \{ contents: read, deployments: write \}`/]
  ])('a full sync with a warning, which skips nothing: %j', async (fault, names) => {
    await using branch = await Branch.create()
    await branch.pushInVain({ [DISK]: disk('Second.') })
    branch.environment.github.setFaults({ ...fault, route: 'records', seconds: 100 })
    const job = await branch.push({ 'README.md': 'No runbook.\n' })
    await branch.expectEqual(job)
    expect(outcomesOf(job)).toEqual([`upserted ${DISK}`, `upserted ${OTHER}`])
    const warnings = job.annotations.map(({ level, message }) => `${level}: ${message}`)
    expect(warnings[0]).toMatch(/^warning: This run is a full sync/)
    expect(warnings[0]).toMatch(names)
  })

  test.concurrent.each<[string, (branch: Branch) => void, reason: RegExp]>([
    [
      'the own record is never shown',
      ({ environment }) => (environment.github.lag.answers = 9),
      /earlier deliveries are not known/
    ],
    [
      'a base that is gone from the server',
      (branch) =>
        void (branch.environment.github.deployments[0] = {
          ...branch.environment.github.deployments[0],
          sha: 'd'.repeat(40)
        } as never),
      /a commit that was delivered cannot be fetched \(.*not our ref/
    ]
  ])('a full sync: %s', async (_, happen, reason) => {
    await using branch = await Branch.create()
    happen(branch)
    const job = await branch.push(MORE)
    await branch.expectEqual(job)
    expect(reasonOf(job)).toMatch(reason)
  })

  test.concurrent.each<GitHubFault>([{ fault: 'forbidden' }, { fault: 'server error' }])(
    'a record that cannot be made: red before anything is sent, with the permission to add: %j',
    async (fault) => {
      await using branch = await Branch.create()
      branch.environment.github.setFaults({ ...fault, route: 'record' })
      const job = await branch.push(MORE)
      expectRed(job)
      const { kind, hint } = reportOf(job).failure ?? {}
      expect(kind).toBe('github')
      if (fault.fault !== 'server error') expect(hint).toMatch(/deployments: write/)
      expect(job.outputs).toMatchObject({ upserted: '0' })
    }
  )

  test.concurrent.each<[string, (branch: Branch) => void]>([
    ['they are behind for a moment', ({ environment }) => (environment.github.lag.answers = 2)],
    [
      'the answer about a new record is lost',
      ({ environment }) => {
        environment.github.setFaults({ route: 'record', fault: 'lost answer', times: 1 })
      }
    ],
    ['statuses come in another order', ({ environment }) => (environment.github.statusOrder = 'mixed')]
  ])('no full sync: %s', async (_, happen) => {
    await using branch = await Branch.create()
    happen(branch)
    const job = await branch.push(MORE)
    await branch.expectEqual(job)
    expect({ outcomes: outcomesOf(job), annotations: job.annotations }).toEqual({
      outcomes: [`upserted ${OTHER}`],
      annotations: []
    })
  })

  testOnBranch(
    'a status that cannot be set: a warning, and the next push compares with one more commit',
    async (branch) => {
      branch.environment.github.setFaults({ route: 'mark', fault: 'server error' })
      const job = await branch.push({ [DISK]: disk('Second.') })
      await branch.expectEqual(job)
      expect(job.annotations).toMatchObject([
        { level: 'warning', message: expect.stringMatching(/does not mark the record/) }
      ])
      branch.environment.github.setFaults()
      const next = await branch.push(MORE)
      await branch.expectEqual(next)
      expect(outcomesOf(next)).toEqual([`upserted ${DISK}`, `upserted ${OTHER}`])
    }
  )

  testOnBranch('a deleted record: an older base, or a full sync', async (branch) => {
    await branch.expectEqual(await branch.push({ [DISK]: disk('Second.') }))
    branch.environment.github.deployments.pop()
    await branch.expectEqual(await branch.push(MORE))
    branch.environment.github.deployments.length = 0
    const job = await branch.push(MORE)
    await branch.expectEqual(job)
    expect(reasonOf(job)).toBe('Full sync: no delivery is recorded yet.')
  })
})

describe('after a full sync that was not green, a push delivers what no commit shows', () => {
  testOnBranch('killed before it wrote', async (branch) => {
    // The knowledge base is restored from a backup.
    await branch.environment.write('Disk full', disk('Of a backup.'))
    branch.environment.github.setFaults({ route: 'mark', fault: 'forbidden' })
    await branch.dispatch({ token: 'oap_wrong' })
    branch.environment.github.setFaults()
    const job = await branch.push(MORE)
    await branch.expectEqual(job)
    expect(reasonOf(job)).toMatch(/the last full sync did not succeed|the token or `base-url` changed/)
  })
})

test.concurrent(
  '`environment: none`: each run is a full sync that skips what is there, and nothing is recorded',
  async () => {
    await using branch = await Branch.create({ environment: 'none' })
    const { github } = branch.environment
    github.deployments.length = 0
    github.permissions.deployments = 'none'
    await branch.pushInVain({ [DISK]: disk('Second.') })
    const job = await branch.push({ 'README.md': 'No runbook.\n' })
    await branch.expectEqual(job)
    expect(outcomesOf(job)).toEqual([`unchanged ${OTHER}`, `upserted ${DISK}`])
    expect(github.requests.filter(({ route }) => /record|mark/.test(route))).toEqual([])
  }
)

testOnBranch('a refusal is not forgotten when the branch moves to a commit that cannot be fetched', async (branch) => {
  const held = await branch.hold({ [DISK]: disk('Second.'), [BAD]: UNREADABLE })
  await branch.commit(MORE)
  branch.environment.github.setFaults({ route: 'git', fault: 'server error', status: 500 })
  await held.release()
  expectRed(await held.result)
})

describe('a text that was delivered from a commit without a run, and taken back without a run, is replaced', () => {
  testOnBranch('delivered by a schedule', async (branch) => {
    await branch.commit({ [DISK]: disk('Without a run.') })
    await branch.expectEqual(await branch.schedule())
    await branch.commit({ [DISK]: disk('First.') })
    await branch.expectEqual(await branch.push(MORE))
  })

  testOnBranch('delivered by a run that follows the branch', async (branch) => {
    const held = await branch.hold(MORE)
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
  ])('when its commit is force-pushed away by a push without a run, and %s', async (_, lost) => {
    await using branch = await Branch.create()
    const { head, environment } = branch
    expectRed(await branch.push(partly))
    if (lost.elsewhere === true) await environment.repository.setHead(branch.head, 'topic')
    await branch.reset(head)
    if (lost.pruned === true) await environment.repository.prune()
    const checkout = lost.elsewhere === true ? 'full' : 'depth 1'
    await branch.expectEqual(await branch.push(MORE, { checkout }))
  })

  testOnBranch('when it came of inputs that are taken back', async (branch) => {
    await branch.deliver({ [DISK]: OWNED })
    expectRed(await branch.push({ [BAD]: UNREADABLE }, { inputs: { 'front-matter': 'keep' } }))
    expect(branch.environment.entries().get('Disk full')).toBe(OWNED)
    await branch.expectEqual(await branch.push({ [BAD]: null }))
  })
})

describe('runs without a `concurrency` group', () => {
  testOnBranch('a run that is overtaken, killed after it wrote, and run again', async (branch) => {
    const slow = await branch.hold({ [DISK]: disk('Old.') })
    await branch.expectEqual(await branch.push({ [DISK]: disk('First.'), ...MORE }))
    await slow.release()
    slow.signal('SIGKILL')
    await slow.result
    await branch.expectEqual(await branch.rerun(slow.run.number))
  })

  testOnBranch('a run that is overtaken and killed after it wrote: the next push replaces its text', async (branch) => {
    const slow = await branch.hold({ [DISK]: disk('Old.') })
    await branch.expectEqual(await branch.push({ [DISK]: disk('New.') }))
    await slow.release()
    slow.signal('SIGKILL')
    await slow.result
    await branch.expectEqual(await branch.push(MORE))
  })

  testOnBranch('the last request of a killed run arrives half a minute later', async (branch) => {
    const { github } = branch.environment
    const slow = await branch.hold({ [DISK]: disk('Old.') })
    slow.signal('SIGKILL')
    await slow.result
    // The killed run’s record has a status: a step after it has set it.
    const [killed] = github.deployments.slice(-1)
    killed?.statuses.push({ state: 'failure', createdAt: github.now(), description: '', logUrl: '' })
    // The base begins 20 s later, and before the request arrives.
    await branch.commit({ [DISK]: disk('New.') })
    github.advance(20_000)
    await branch.expectEqual(await branch.run(await branch.environment.pushed()))
    github.advance(10_000)
    await slow.release()
    expect(branch.environment.entries().get('Disk full')).toBe(disk('Old.'))
    await branch.expectEqual(await branch.push(MORE))
  })

  testOnBranch('a run that begins while another has just made its record: the second look shows it', async (branch) => {
    const { github } = branch.environment
    const slow = await branch.hold({ [DISK]: disk('Old.') })
    const made = github.deployments.splice(-1)
    await branch.commit({ [DISK]: disk('First.'), ...MORE })
    github.onRequest = ({ route }) => {
      if (route === 'record') github.deployments.push(...made.splice(0))
    }
    const job = await branch.run(await branch.pushed())
    github.onRequest = undefined
    expect(outcomesOf(job)).toEqual([`upserted ${DISK}`, `upserted ${OTHER}`])
    await slow.release()
    slow.signal('SIGKILL')
    await slow.result
  })

  testOnBranch(
    'a branch that is reset while a run delivers: the run is compared with the commit that it delivered last',
    async (branch) => {
      const held = await branch.hold(MORE)
      const own = branch.head
      // The run follows the branch, and then the branch is back at the run's own commit.
      await branch.commit({ [DISK]: disk('Followed.') })
      let asked = 0
      branch.environment.github.onRequest = async ({ route }) => {
        if (route === 'tip' && ++asked === 3) await branch.reset(own)
      }
      await held.release()
      expectRed(await held.result)
      await branch.expectEqual(await branch.push({ [OTHER]: '# Other\n\nEven more text.\n' }))
    }
  )

  testOnBranch('a run that delivers for an hour makes a new record every 50 minutes', async (branch) => {
    const { github } = branch.environment
    // The clock of the process, not that of GitHub.
    const FAST = `const every = setInterval; globalThis.setInterval = (work, ms) => every(work, ms / 3000)`
    const env = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(FAST)}` }
    const held = await branch.hold({ [DISK]: disk('Second.') }, { env })
    const made = (): number => github.requests.filter(({ route }) => route === 'record').length
    const thrice = Promise.withResolvers<undefined>()
    github.onRequest = () => {
      if (made() >= 3) thrice.resolve(undefined)
    }
    await thrice.promise
    await held.release()
    await branch.expectEqual(await held.result)
    const states = github.deployments.slice(1).map(({ statuses }) => statuses.map(({ state }) => state).join())
    expect(states.at(-1)).toBe('success')
    expect(new Set(states.slice(0, -1))).toEqual(new Set(['failure']))
  })
})

describe('a run that is repeated', () => {
  testOnBranch('counts newer failed runs', async (branch) => {
    await branch.pushInVain(MORE)
    expectRed(await branch.push({ [DISK]: disk('Of a red run.'), [BAD]: UNREADABLE }))
    await branch.commit({ [DISK]: disk('First.'), [BAD]: null })
    await branch.expectEqual(await branch.rerun(2))
  })

  test.concurrent.each<[FaultName, 'tip' | 'git' | 'compare']>([
    ['HTML', 'tip'],
    ['forbidden', 'compare'],
    ['server error', 'git']
  ])('does not bring back old text while GitHub answers with the fault: %s (%s)', async (fault, route) => {
    await using branch = await Branch.create()
    await branch.deliver({ [DISK]: disk('Old.') })
    await branch.deliver({ [DISK]: disk('New.') })
    await branch.commit(MORE)
    branch.environment.github.setFaults({ route, fault })
    expectRed(await branch.rerun(2))
    expect(branch.environment.entries().get('Disk full')).toBe(disk('New.'))
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
    const held = await branch.hold({ [DISK]: disk('Second.') })
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
    await branch.expectEqual(await branch.push(MORE))
  })

  testOnBranch('all the time: the run is red', async (branch) => {
    branch.environment.github.setFaults({ route: 'tip', fault: await branch.environment.github.snapshot() })
    expectRed(await branch.push({ [DISK]: disk('Second.') }))
    branch.environment.github.setFaults()
    await branch.expectEqual(await branch.push(MORE))
  })

  testOnBranch('to a repeated run, for a moment, although a record is newer', async (branch) => {
    await branch.deliver({ [DISK]: disk('Old.') })
    const past = await branch.environment.github.snapshot()
    await branch.deliver({ [DISK]: disk('New.') })
    branch.environment.github.setFaults({ route: 'tip', fault: past, times: 2 })
    await branch.expectEqual(await branch.rerun(2))
  })

  testOnBranch('and older records, for a moment', async (branch) => {
    const { head, environment } = branch
    const past = await environment.github.snapshot()
    expectRed(await branch.push({ [DISK]: disk('Of a red run.'), [BAD]: UNREADABLE }))
    await branch.reset(head)
    environment.github.setFaults({ route: 'records', fault: past, times: 1 })
    await branch.expectEqual(await branch.push(MORE))
  })
})

testOnBranch('a run whose branch was forced back while it was queued does not count for its commit', async (branch) => {
  const { head, environment } = branch
  await branch.commit({ [DISK]: disk('Second.') })
  const second = branch.head
  const queued = environment.workflow.queue(await branch.pushed())
  await branch.reset(head)
  environment.github.advance(10 * MINUTE)
  const job = await branch.run(queued)
  if (job.exitCode === 0) await branch.expectEqual(job)
  await branch.reset(second)
  await branch.expectEqual(await branch.push(MORE))
})

describe('a tag with `mode: sync`', () => {
  test.concurrent.each([
    ['lightweight', []],
    ['annotated', ['--annotate', '--message=Release']]
  ])('%s: its commit is delivered, and the branch after it in full', async (_, options) => {
    await using branch = await Branch.create()
    await branch.commit({ [DISK]: disk('Second.') })
    await git(branch.environment.repository.folder, ['tag', ...options, 'v1', branch.head])
    const event = await branch.pushed()
    const tag = { ...event, ref: 'refs/tags/v1', payload: { ...event.payload, ref: 'refs/tags/v1' } }
    await branch.expectEqual(await branch.run(tag, { inputs: { mode: 'sync' } }))
    const job = await branch.push({ [DISK]: disk('First.') })
    await branch.expectEqual(job)
    expect(reasonOf(job)).toMatch(/another workflow or branch delivers to this environment/)
  })

  testOnBranch('that was moved: red', async (branch) => {
    const event = await branch.pushed()
    await branch.commit({ [DISK]: disk('Second.') })
    await git(branch.environment.repository.folder, ['tag', 'v1', branch.head])
    const tag = { ...event, ref: 'refs/tags/v1', payload: { ...event.payload, ref: 'refs/tags/v1' } }
    expectRed(await branch.run(tag, { inputs: { mode: 'sync' } }))
  })
})

test.concurrent.each([
  ['the run reads the list', 'list'],
  ['its entry is retired', 'upsert']
])('a runbook that comes back while %s is delivered again', async (_, moment) => {
  await using branch = await Branch.create({ removed: 'retire' })
  let asked = 0
  branch.onRequest = async ({ kind }) => {
    if (kind === moment && ++asked === 1) await branch.commit({ [DISK]: disk('Back again.') })
  }
  await branch.expectEqual(await branch.push({ [DISK]: null }))
  expect(asked).toBeGreaterThan(0)
})

testOnBranch('a runbook that comes back while the run delivers others is not called orphaned', async (branch) => {
  const held = await branch.hold({ [DISK]: null, ...MORE })
  await branch.commit({ [DISK]: disk('Back again.') })
  await held.release()
  const job = await held.result
  await branch.expectEqual(job)
  expect(job.outputs['orphaned']).toBe('0')
})

testOnBranch(
  'a runbook that is removed while the run delivers others is orphaned, and nothing else',
  async (branch) => {
    const held = await branch.hold({ [DISK]: disk('Second.') })
    await branch.commit({ [DISK]: null })
    await held.release()
    expect(outcomesOf(await held.result)).toEqual([`orphaned ${DISK}`])
  }
)
