import { describe, expect, jest, test } from '@jest/globals'
import { readdir, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { CHECKOUTS, rootOf, type CheckoutKind } from '../../testing/github/checkout.ts'
import type { GitHubFault } from '../../testing/github/faults.ts'
import { openProxy } from '../../testing/github/proxy.ts'
import { HostedRepository } from '../../testing/github/repository.ts'
import { git } from '../../testing/git.ts'
import { temporaryFolder } from '../../testing/temporary-files.ts'
import { elsewhere, key } from '../support/certificates.ts'
import { expectRed, type Project } from '../../testing/project.ts'
import { deliveredProject, DISK, OTHER, disk, testOnProject } from './delivered-project.ts'
import { outcomesOf, sentNames } from '../support/report.ts'

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
async function history(project: Project): Promise<void> {
  const fork = project.head
  const side = await project.commit({ 'docs/runbooks/side.md': '# Side\n\nText.\n' })
  await project.commit({ [DISK]: disk('Second.') }, { parents: [fork] })
  await project.commit({ [DISK]: disk('Third.') })
  await project.commit(
    { 'docs/runbooks/side.md': '# Side\n\nText.\n', [DISK]: disk('First.') },
    { parents: [project.head, side] }
  )
}

describe.each<[kind: CheckoutKind, objectFormat: 'sha1' | 'sha256']>([
  ...CHECKOUTS.map((kind): [CheckoutKind, 'sha1'] => [kind, 'sha1']),
  ['depth 1', 'sha256']
])('a checkout: %s (%s)', (kind, objectFormat) => {
  test.concurrent('the knowledge base equals the branch, and the checkout is not changed', async () => {
    const step = { checkout: kind, inputs: { root: rootOf(kind) } }
    await using project = await deliveredProject({ repository: { objectFormat }, step })
    const { repository, github } = project
    github.requiresLogin = true
    await history(project)
    const event = await project.pushed()
    const workspace = await repository.checkout(event, kind)
    const before = await filesBelow(dirname(workspace))
    await project.expectEqual(await project.run({ event, workspace }))
    expect(await filesBelow(dirname(workspace))).toEqual(before)
    // What commits on the way changed and changed back is not sent.
    expect(sentNames(project)).toEqual(['Side'])
  })
})

test.concurrent('a workspace without Git, and a branch that moves while the run delivers: red', async () => {
  await using project = await deliveredProject({ step: { checkout: 'without Git' } })
  const held = await project.hold({ [DISK]: disk('Second.') })
  await project.commit({ [OTHER]: '# Other\n\nMore text.\n' })
  await held.release()
  expectRed(await held.result)
})

test.concurrent('a workspace without Git: an entry is retired, and a second run sends nothing', async () => {
  const step = { checkout: 'without Git', inputs: { removed: 'retire' } } as const
  await using project = await deliveredProject({ step })
  expect(outcomesOf(await project.push({ [OTHER]: null }))).toEqual([`retired ${OTHER}`])
  expect(project.entries().get('Other')).toMatch(/^Retired [0-9a-f]{12}\.[0-9a-f]{12} of \[/)
  expect(outcomesOf(await project.push({ 'README.md': '# Handbook\n' }))).toEqual([])
  expect(sentNames(project)).toEqual([])
})

testOnProject('a checkout of another repository: red, with the names of both', async (project) => {
  await using folder = await temporaryFolder()
  const other = await HostedRepository.create(folder.path, { name: 'harbour/elsewhere' })
  await other.commit({ [DISK]: disk('Of another repository.') })
  other.url = 'https://github.com/harbour/elsewhere'
  await project.commit({ [DISK]: disk('Second.') })
  const event = await project.pushed()
  const workspace = await other.checkout({ ...event, sha: (await other.head()) ?? '' })
  const job = await project.run({ event, workspace })
  expectRed(job)
  expect(job.log).toContain('harbour/elsewhere')
  expect(job.log).toContain('harbour/handbook')
})

testOnProject('commits come from the server of the job, not from the `origin` of the checkout', async (project) => {
  const { repository, github } = project
  repository.url = 'http://127.0.0.1:1/harbour/handbook'
  await project.expectEqual(await project.push({ [DISK]: disk('Second.') }))
  expect(github.fetches).toBeGreaterThan(0)
})

// An answer that does not come takes half a minute, and almost no work.
test.concurrent.each<{ why: string; fault: GitHubFault; says: RegExp }>([
  { why: 'there is no answer', fault: { fault: 'hang' }, says: /too slow/ },
  {
    why: 'the login is rejected',
    fault: { fault: 'server error', status: 401 },
    says: /could not read Username|Authentication failed/
  }
])('the head is newer and cannot be fetched, because $why: red', async ({ fault, says }) => {
  await using project = await deliveredProject()
  await project.commit({ [DISK]: disk('Second.') })
  const event = await project.pushed()
  await project.commit({ [DISK]: disk('Third.') })
  project.github.setFaults({ ...fault, route: 'git' })
  const job = await project.run({ event })
  expectRed(job)
  expect(job.log).toMatch(says)
  expect(sentNames(project)).toEqual([])
})

testOnProject('the commit before the push is gone: everything concerns the run', async (project) => {
  project.paste('Other', 'By hand.\n')
  await project.commit({ [DISK]: disk('Second.') })
  await project.pushed()
  const event = project.pushOf({ before: 'd'.repeat(40), after: project.head })
  const job = await project.run({ event })
  expectRed(job)
  expect(outcomesOf(job)).toEqual([`refused ${OTHER}`, `upserted ${DISK}`])
})

testOnProject('a proxy and a certificate authority of the environment are used by Git, too', async (project) => {
  const { folder, github } = project
  await using proxy = await openProxy(github.url, { key, cert: elsewhere })
  const authority = join(folder, 'authority.pem')
  await writeFile(authority, elsewhere)
  github.requiresLogin = true
  const serverUrl = 'https://elsewhere.example'
  const env = { https_proxy: proxy.url, NODE_EXTRA_CA_CERTS: authority, GITHUB_API_URL: `${serverUrl}/api/v3` }
  const job = await project.push({ [DISK]: disk('Second.') }, { serverUrl, env })
  // The entries lead to a server of another name, as those of another repository do.
  expect(outcomesOf(job)).toEqual([`refused ${DISK}`, `refused ${OTHER}, waiting`])
  expect(github.fetches).toBeGreaterThan(0)
})

testOnProject('a fetch is repeated after a fault that passes', async (project) => {
  project.github.setFaults({ route: 'git', fault: 'server error', times: 1 })
  const job = await project.push({ [DISK]: disk('Second.') })
  await project.expectEqual(job)
})

testOnProject('an authorization that the machine has configured for Git is not sent', async (project) => {
  const { github } = project
  github.requiresLogin = true
  const login = Buffer.from('x-access-token:ghs_ofTheMachine').toString('base64')
  const header = { key: `http.${github.url}/.extraheader`, value: `Authorization: Basic ${login}` }
  const env = { GIT_CONFIG_COUNT: '1', GIT_CONFIG_KEY_0: header.key, GIT_CONFIG_VALUE_0: header.value }
  const job = await project.push({ [DISK]: disk('Second.') }, { env })
  await project.expectEqual(job)
  const tokens = github.requests.filter(({ route }) => route === 'git').map(({ token }) => token)
  expect(new Set(tokens).size).toBe(1)
  expect(tokens[0]).not.toBe('ghs_ofTheMachine')
})

testOnProject('`GIT_*` variables of the job do not lead Git elsewhere', async (project) => {
  await using folder = await temporaryFolder()
  await git(folder.path, ['init', '--quiet', '--bare', 'trap'])
  const trap = join(folder.path, 'trap')
  const env = { GIT_DIR: trap, GIT_OBJECT_DIRECTORY: trap, GIT_WORK_TREE: trap, GIT_INDEX_FILE: join(trap, 'index') }
  await project.expectEqual(await project.push({ [DISK]: disk('Second.') }, { env }))
})

testOnProject('Git 2.35: red, with the reason', async (project) => {
  await using folder = await temporaryFolder()
  const script = '#!/bin/sh\ncase "$*" in *--batch-command*) exit 129 ;; *) echo git version 2.35.8 ;; esac\n'
  await writeFile(join(folder.path, 'git'), script, { mode: 0o755 })
  const env = { PATH: `${folder.path}:${process.env['PATH'] ?? ''}` }
  const job = await project.push({ [DISK]: disk('Second.') }, { env })
  expectRed(job)
  expect(job.log).toMatch(/Git is too old: git version 2\.35\.8\. .*Install Git 2\.36 or newer on the runner\./)
})

testOnProject('a folder for temporary files that cannot be written: red, with its variable', async (project) => {
  const job = await project.push({ [DISK]: disk('Second.') }, { env: { RUNNER_TEMP: '/dev/null' } })
  expect(job.exitCode).toBe(1)
  expect(job.stdout).toMatch(
    /No folder can be made in the folder for temporary files \(\/dev\/null\): .* Let this user write there/
  )
})

testOnProject('a push of one runbook at depth 1: 2 requests to GitHub, 1 fetch', async (project) => {
  const { github } = project
  const [requests, fetches] = [github.requests.length, github.fetches]
  await project.expectEqual(await project.push({ [DISK]: disk('Second.') }))
  // The head of the branch before and after; the commit before the push.
  expect(github.requests.slice(requests).filter(({ route }) => route !== 'git').length).toBeLessThanOrEqual(2)
  expect(github.fetches - fetches).toBeLessThanOrEqual(1)
})
