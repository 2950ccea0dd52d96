import { describe, expect, jest, test } from '@jest/globals'
import { existsSync } from 'node:fs'
import { readdir, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { CHECKOUTS, rootOf, type CheckoutKind } from '../../testing/github/checkout.ts'
import type { GitHubFault } from '../../testing/github/faults.ts'
import { openProxy } from '../../testing/github/proxy.ts'
import { HostedRepository } from '../../testing/github/repository.ts'
import { workflowRun } from '../../testing/github/runs.ts'
import type { StepOptions } from '../../testing/github/workflow.ts'
import { git } from '../../testing/git.ts'
import { temporaryFolder } from '../../testing/temporary-files.ts'
import { elsewhere, key } from '../support/certificates.ts'
import { Branch, DISK, OTHER, disk, expectRed, testOnBranch } from './branch.ts'
import { reportOf } from './report.ts'

jest.setTimeout(120_000)

/** Every file below a folder, with its size and time. */
async function filesBelow(folder: string): Promise<string[]> {
  const paths = await readdir(folder, { recursive: true })
  const files = paths.map(async (path) => {
    const { size, mtimeMs } = await stat(join(folder, path))
    return `${path} ${size} ${mtimeMs}`
  })
  return (await Promise.all(files)).sort()
}

/** A long-lived branch, merged after three pushes: a start that is visible does not show the whole range. */
async function history(branch: Branch): Promise<void> {
  const fork = branch.head
  const side = await branch.commit({ 'docs/runbooks/side.md': '# Side\n\nText.\n' })
  await branch.commit({ [DISK]: disk('Second.') }, [fork])
  await branch.commit({ [DISK]: disk('Third.') })
  await branch.commit({ 'docs/runbooks/side.md': '# Side\n\nText.\n', [DISK]: disk('First.') }, [branch.head, side])
}

describe.each<[kind: CheckoutKind, objectFormat: 'sha1' | 'sha256']>([
  ...CHECKOUTS.map((kind): [CheckoutKind, 'sha1'] => [kind, 'sha1']),
  ['depth 1', 'sha256'],
  ['full', 'sha256']
])('a checkout: %s (%s)', (kind, objectFormat) => {
  test.concurrent('the knowledge base equals the branch, and the checkout is not changed', async () => {
    await using branch = await Branch.create({}, { repository: { objectFormat }, step: { checkout: kind } })
    const { repository, github, service } = branch.environment
    github.requiresLogin = true
    await history(branch)
    const event = await branch.pushed()
    const workspace = await repository.checkout(event, kind)
    const before = await filesBelow(dirname(workspace))
    const requests = service.requests().length
    const job = await branch.run(event, { workspace, inputs: { root: rootOf(kind), verify: 'false' } })
    await branch.expectEqual(job)
    expect(await filesBelow(dirname(workspace))).toEqual(before)
    // What two commits of the range changed and changed back is sent; without Git everything is.
    const names = service
      .requests()
      .slice(requests)
      .map(({ body }) => (body as { name: string }).name)
    expect(names.sort()).toEqual(kind === 'without Git' ? ['Disk full', 'Other', 'Side'] : ['Disk full', 'Side'])
  })
})

testOnBranch('a workspace without Git is not delivered when the branch has moved on', async (branch) => {
  await branch.commit({ [DISK]: disk('Second.') })
  const event = await branch.pushed()
  await branch.commit({ [DISK]: disk('Third.') })
  expectRed(await branch.run(event, { checkout: 'without Git' }))
  expect(branch.environment.entries().get('Disk full')).toBe(disk('First.'))
})

testOnBranch('an empty workspace while GitHub limits the rate: red, and no question is repeated', async (branch) => {
  await using folder = await temporaryFolder()
  const { github } = branch.environment
  await branch.commit({ [DISK]: disk('Second.') })
  const event = await branch.pushed()
  github.setFaults({ route: 'runs', fault: 'secondary rate limit' })
  const job = await branch.run(event, { workspace: folder.path })
  expectRed(job)
  expect(job.log).toMatch(/is empty\. Add a step with `uses: actions\/checkout`/)
  expect(github.requests.filter(({ route }) => route === 'runs').length).toBeLessThan(2)
})

testOnBranch('a checkout of another repository: red, with the names of both', async (branch) => {
  await using folder = await temporaryFolder()
  const other = await HostedRepository.create(folder.path, { name: 'harbour/elsewhere' })
  await other.commit({ [DISK]: disk('Of another repository.') })
  other.url = 'https://github.com/harbour/elsewhere'
  await branch.commit({ [DISK]: disk('Second.') })
  const event = await branch.pushed()
  const workspace = await other.checkout({ ...event, sha: (await other.head()) ?? '' })
  const job = await branch.run(event, { workspace })
  expectRed(job)
  expect(job.log).toContain('harbour/elsewhere')
  expect(job.log).toContain('harbour/handbook')
})

testOnBranch('commits come from the server of the job, not from the `origin` of the checkout', async (branch) => {
  const { repository, github } = branch.environment
  repository.url = 'http://127.0.0.1:1/harbour/handbook'
  await branch.expectEqual(await branch.push({ [DISK]: disk('Second.') }))
  expect(github.fetches).toBeGreaterThan(0)
})

// An answer that does not come takes half a minute, and almost no work.
test.concurrent.each<[string, GitHubFault | undefined, StepOptions, says: RegExp]>([
  ['there is no answer', { fault: 'hang' }, {}, /too slow/],
  ['the answer is HTTP 502', { fault: 'server error' }, {}, /error: 502/],
  ['the answer leads elsewhere', { fault: 'server error', status: 302 }, {}, /error: 302/],
  [
    'the login is rejected',
    { fault: 'server error', status: 401 },
    {},
    /could not read Username|Authentication failed/
  ],
  ['there is no network', undefined, { serverUrl: 'http://127.0.0.1:1' }, /Failed to connect|Couldn't connect/]
])(
  'the history cannot be fetched, because %s: a full sync of the commit that is there',
  async (_, fault, step, says) => {
    await using branch = await Branch.create()
    branch.environment.github.setFaults(...(fault === undefined ? [] : [{ ...fault, route: 'git' as const }]))
    const job = await branch.push({ [DISK]: disk('Second.') }, step)
    await branch.expectEqual(job)
    expect(reportOf(job).range).toMatchObject({ kind: 'full', reason: expect.stringMatching(says) })
  }
)

testOnBranch('a proxy and a certificate authority of the environment are used by Git, too', async (branch) => {
  const { folder, github } = branch.environment
  await using proxy = await openProxy(github.url, { key, cert: elsewhere })
  const authority = join(folder, 'authority.pem')
  await writeFile(authority, elsewhere)
  github.requiresLogin = true
  const serverUrl = 'https://elsewhere.example'
  const env = { https_proxy: proxy.url, NODE_EXTRA_CA_CERTS: authority, GITHUB_API_URL: `${serverUrl}/api/v3` }
  const job = await branch.push({ [DISK]: disk('Second.') }, { serverUrl, env })
  await branch.expectEqual(job)
  expect(reportOf(job).range.kind).toBe('range')
  expect(github.fetches).toBeGreaterThan(0)
})

testOnBranch('a fetch is repeated after a fault that passes', async (branch) => {
  branch.environment.github.setFaults({ route: 'git', fault: 'server error', times: 1 })
  const job = await branch.push({ [DISK]: disk('Second.') })
  await branch.expectEqual(job)
  expect(reportOf(job).range.kind).toBe('range')
})

testOnBranch('an authorization that the machine has configured for Git is not sent', async (branch) => {
  const { github } = branch.environment
  github.requiresLogin = true
  const login = Buffer.from('x-access-token:ghs_ofTheMachine').toString('base64')
  const header = { key: `http.${github.url}/.extraheader`, value: `Authorization: Basic ${login}` }
  const env = { GIT_CONFIG_COUNT: '1', GIT_CONFIG_KEY_0: header.key, GIT_CONFIG_VALUE_0: header.value }
  const job = await branch.push({ [DISK]: disk('Second.') }, { env })
  await branch.expectEqual(job)
  const tokens = github.requests.filter(({ route }) => route === 'git').map(({ token }) => token)
  expect(new Set(tokens).size).toBe(1)
  expect(tokens[0]).not.toBe('ghs_ofTheMachine')
})

testOnBranch('`GIT_*` variables of the job do not lead Git elsewhere', async (branch) => {
  await using folder = await temporaryFolder()
  await git(folder.path, ['init', '--quiet', '--bare', 'trap'])
  const trap = join(folder.path, 'trap')
  const env = { GIT_DIR: trap, GIT_OBJECT_DIRECTORY: trap, GIT_WORK_TREE: trap, GIT_INDEX_FILE: join(trap, 'index') }
  await branch.expectEqual(await branch.push({ [DISK]: disk('Second.') }, { env }))
})

test.concurrent.each([
  [
    'Git 2.35',
    'case "$*" in *--batch-command*) exit 129 ;; *version*) echo git version 2.35.8 ;; *) exec "$REAL_GIT" "$@" ;; esac',
    'Git is too old: git version 2.35.8. Install Git 2.36 or newer on the runner.'
  ],
  ['a Git that is killed', 'kill -KILL $$', '`git version` failed: SIGKILL ended it.']
])('%s: red, with the reason', async (_, script, message) => {
  await using branch = await Branch.create()
  await using folder = await temporaryFolder()
  await writeFile(join(folder.path, 'git'), `#!/bin/sh\n${script}\n`, { mode: 0o755 })
  const git = (process.env['PATH'] ?? '').split(':').map((entry) => join(entry, 'git'))
  const env = { PATH: `${folder.path}:${process.env['PATH'] ?? ''}`, REAL_GIT: git.find(existsSync) ?? '' }
  const job = await branch.push({ [DISK]: disk('Second.') }, { env })
  expectRed(job)
  expect(job.log).toContain(message)
})

describe('what is sent, and what it costs', () => {
  test.concurrent('a merge commit of a long-lived branch sends only what the branch gained', async () => {
    await using branch = await Branch.create({ verify: 'false' })
    const fork = branch.head
    await branch.commit({ 'docs/runbooks/side.md': '# Side\n\nText.\n' }, [fork])
    const side = await branch.commit({ [OTHER]: '# Other\n\nMore text.\n' })
    await branch.commit({ [DISK]: disk('Second.') }, [fork])
    await branch.expectEqual(await branch.push())
    await branch.commit({ 'docs/runbooks/side.md': '# Side\n\nText.\n', [OTHER]: '# Other\n\nMore text.\n' }, [
      branch.head,
      side
    ])
    const { service } = branch.environment
    const requests = service.requests().length
    await branch.expectEqual(await branch.push())
    const names = service
      .requests()
      .slice(requests)
      .map(({ body }) => (body as { name: string }).name)
    expect(names.sort()).toEqual(['Other', 'Side'])
  })

  testOnBranch('a push at depth 1, with 98 runs since the base: 4 requests, 2 fetches', async (branch) => {
    const { github } = branch.environment
    for (let number = 2; number < 100; number++) {
      if (number % 7 === 2) await branch.commit({ [OTHER]: `# Other\n\nText ${number}.\n` })
      const run = { number, sha: branch.head, conclusion: 'failure', createdAt: github.now() } as const
      github.runs.push(workflowRun(run))
    }
    const requests = github.requests.length
    const event = await branch.environment.pushed()
    const job = await branch.environment.workflow.run(event, { inputs: { token: branch.token } })
    await branch.expectEqual(job)
    // With the texts of the range, by which the run tells edits by hand.
    expect(job.overwritten.size).toBe(0)
    expect(github.requests.slice(requests).filter(({ route }) => route !== 'git').length).toBeLessThanOrEqual(4)
    expect(github.fetches).toBeLessThanOrEqual(2)
  })

  test.concurrent('a push beside the run of a commit that the branch lost: one fetch', async () => {
    await using branch = await Branch.create({ verify: 'false' })
    await branch.deliver({ [DISK]: disk('Second.') })
    const base = branch.head
    const lost = await branch.commit({ [DISK]: disk('Lost.') })
    await branch.reset(base)
    const { github } = branch.environment
    github.runs.push(workflowRun({ number: 9, sha: lost, conclusion: null, createdAt: github.now() }))
    await branch.expectEqual(await branch.push({ [OTHER]: '# Other\n\nMore text.\n' }))
    expect(github.fetches).toBe(1)
  })

  testOnBranch('edits by hand, with 500 entries in the list: 6 more requests and one more fetch', async (branch) => {
    const { environment } = branch
    const entries = Array.from({ length: 498 }, (_, at) => environment.write(`By hand ${at}`, 'Text.'))
    await Promise.all(entries)
    const costs: { requests: number; fetches: number }[] = []
    for (const verify of ['false', 'auto']) {
      const [requests, fetches] = [environment.service.requests().length, environment.github.fetches]
      const job = await branch.push({ [DISK]: disk(`With verify: ${verify}.`) }, { inputs: { verify } })
      await branch.expectEqual(job)
      const cost = { requests: environment.service.requests().length, fetches: environment.github.fetches }
      costs.push({ requests: cost.requests - requests, fetches: cost.fetches - fetches })
    }
    const [without = { requests: 0, fetches: 0 }, seen = without] = costs
    expect(without.requests).toBe(1)
    expect(seen.requests).toBeGreaterThan(without.requests)
    expect(seen.requests - without.requests).toBeLessThanOrEqual(6)
    expect(seen.fetches - without.fetches).toBeLessThanOrEqual(1)
  })
})
