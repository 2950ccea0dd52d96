import { describe, expect, jest, test } from '@jest/globals'
import { readdir, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { CHECKOUTS, rootOf, type CheckoutKind } from '../../testing/github/checkout.ts'
import type { GitHubFault } from '../../testing/github/faults.ts'
import { openProxy } from '../../testing/github/proxy.ts'
import { HostedRepository } from '../../testing/github/repository.ts'
import { UPSERT_PATH } from '../../src/knowledge/api-types.ts'
import { git } from '../../testing/git.ts'
import { temporaryFolder } from '../../testing/temporary-files.ts'
import { elsewhere, key } from '../support/certificates.ts'
import type { JobResult } from '../../testing/runner/runner.ts'
import { Branch, DISK, OTHER, disk, expectRed, testOnBranch } from './branch.ts'
import { reportOf } from '../support/report.ts'

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
  ['depth 1', 'sha256']
])('a checkout: %s (%s)', (kind, objectFormat) => {
  test.concurrent('the knowledge base equals the branch, and the checkout is not changed', async () => {
    await using branch = await Branch.create(
      { root: rootOf(kind) },
      { repository: { objectFormat }, step: { checkout: kind } }
    )
    const { repository, github, service } = branch.environment
    github.requiresLogin = true
    await history(branch)
    const event = await branch.pushed()
    const workspace = await repository.checkout(event, kind)
    const before = await filesBelow(dirname(workspace))
    const requests = service.requests().length
    const job = await branch.run(event, { workspace })
    await branch.expectEqual(job)
    expect(reportOf(job).range.kind).toBe(kind === 'without Git' ? 'full' : 'range')
    expect(await filesBelow(dirname(workspace))).toEqual(before)
    // What commits on the way changed and changed back is not sent.
    const sent = service.requests().slice(requests)
    const upserts = sent.filter(({ path }) => path === UPSERT_PATH)
    expect(new Set(upserts.map(({ body }) => (body as { name: string }).name))).toEqual(new Set(['Side']))
  })
})

test.concurrent('a workspace without Git, and a branch that moves while the run delivers: red', async () => {
  await using branch = await Branch.create({}, { step: { checkout: 'without Git' } })
  const held = await branch.hold({ [DISK]: disk('Second.') })
  await branch.commit({ [OTHER]: '# Other\n\nMore text.\n' })
  await held.release()
  expectRed(await held.result)
})

test.concurrent('a workspace without Git: an entry is retired, and a second run sends nothing', async () => {
  await using branch = await Branch.create({ removed: 'retire' }, { step: { checkout: 'without Git' } })
  const outcomes = (job: JobResult): string[] => reportOf(job).runbooks.map(({ outcome, path }) => `${outcome} ${path}`)
  expect(outcomes(await branch.push({ [OTHER]: null }))).toEqual([`unchanged ${DISK}`, `retired ${OTHER}`])
  const { service } = branch.environment
  const note = service.entries().find(({ name }) => name === 'Other')?.content
  expect(note).toMatch(/^\*\*This runbook is retired[^]* was removed \(branch `main` of `harbour\/handbook`\)\./)
  const sent = (): number => service.requests().filter(({ path }) => path === UPSERT_PATH).length
  const before = sent()
  expect(outcomes(await branch.push({ 'README.md': '# Handbook\n' }))).toEqual([`unchanged ${DISK}`])
  expect(sent()).toBe(before)
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
test.concurrent.each<[string, GitHubFault, says: RegExp]>([
  ['there is no answer', { fault: 'hang' }, /too slow/],
  ['the login is rejected', { fault: 'server error', status: 401 }, /could not read Username|Authentication failed/]
])('the base cannot be fetched, because %s: a full sync of the commit that is there', async (_, fault, says) => {
  await using branch = await Branch.create()
  branch.environment.github.setFaults({ ...fault, route: 'git' })
  const job = await branch.push({ [DISK]: disk('Second.') })
  await branch.expectEqual(job)
  expect(reportOf(job).range).toMatchObject({ kind: 'full', reason: expect.stringMatching(says) })
})

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
  expect(reportOf(job).range.reason).toBe('Full sync: the server has another name.')
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

testOnBranch('Git 2.35: red, with the reason', async (branch) => {
  await using folder = await temporaryFolder()
  const script = '#!/bin/sh\ncase "$*" in *--batch-command*) exit 129 ;; *) echo git version 2.35.8 ;; esac\n'
  await writeFile(join(folder.path, 'git'), script, { mode: 0o755 })
  const env = { PATH: `${folder.path}:${process.env['PATH'] ?? ''}` }
  const job = await branch.push({ [DISK]: disk('Second.') }, { env })
  expectRed(job)
  expect(job.log).toMatch(/Git is too old: git version 2\.35\.8\. .*Install Git 2\.36 or newer on the runner\./)
})

testOnBranch('a folder for temporary files that cannot be written: red, with its variable', async (branch) => {
  const job = await branch.push({ [DISK]: disk('Second.') }, { env: { RUNNER_TEMP: '/dev/null' } })
  expect(job.exitCode).toBe(1)
  expect(job.stdout).toMatch(
    /No folder can be made in the folder for temporary files \(\/dev\/null\): .* Let this user write there/
  )
})

testOnBranch('a push of one runbook at depth 1: 7 requests to GitHub, 2 fetches', async (branch) => {
  const { github } = branch.environment
  const requests = github.requests.length
  const job = await branch.push({ [DISK]: disk('Second.') })
  await branch.expectEqual(job)
  // The base, and the former text of the runbook, which tells what its entry was called.
  expect(github.requests.slice(requests).filter(({ route }) => route !== 'git').length).toBeLessThanOrEqual(7)
  expect(github.fetches).toBeLessThanOrEqual(2)
})
