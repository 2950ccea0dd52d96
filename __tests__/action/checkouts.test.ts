import { describe, expect, jest, test } from '@jest/globals'
import { mkdir, readdir, stat, writeFile } from 'node:fs/promises'
import { delimiter, dirname, join } from 'node:path'
import { git } from '../../testing/git.ts'
import { rootOf, type CheckoutKind } from '../../testing/github/checkout.ts'
import type { Tree } from '../../testing/github/commit.ts'
import { expectGreen, expectRed, Project } from '../../testing/project.ts'
import { elsewhere, key } from '../support/certificates.ts'
import { DISK, deliveredHandbook, disk, OTHER, other, pathOf, runbook, testOnHandbook } from '../support/handbook.ts'
import { outcomesOf, sentNames } from '../support/report.ts'
import { runSafely } from '../support/safe.ts'

// The environment of a process, and the checkout of a job. `__tests__/branch` has all kinds of checkouts and faults.

// They run several at a time.
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

test.concurrent.each<CheckoutKind>(['depth 1', 'below the workspace', 'without Git'])(
  'a checkout %s: a push sends what it changed, and leaves the checkout as it is; `contents: read` is enough',
  async (kind) => {
    await using project = await deliveredHandbook({ step: { checkout: kind, inputs: { root: rootOf(kind) } } })
    const { github } = project
    github.requiresLogin = true
    await project.commit({ [DISK]: disk('Second.'), [OTHER]: other('More.') })
    await project.commit({ [DISK]: disk('First.') })
    const event = await project.pushed()
    const workspace = await project.repository.checkout(event, kind)
    const before = await filesBelow(dirname(workspace))
    await project.expectEqual(await project.run({ event, workspace }))
    expect(await filesBelow(dirname(workspace))).toEqual(before)
    expect(sentNames(project)).toEqual(['Other'])
    // With each look, and at the end.
    const asked = github.requests.filter(({ route }) => route !== 'git')
    expect(asked.map(({ route, status }) => `${route} ${status}`)).toEqual(['tip 200', 'tip 200', 'tip 200'])
  }
)

testOnHandbook('what is missing comes through the proxy, and by the authority, of the environment', async (project) => {
  const { folder, github } = project
  await using proxy = await github.openProxy({ key, cert: elsewhere })
  const authority = join(folder, 'authority.pem')
  await writeFile(authority, elsewhere)
  github.requiresLogin = true
  const { fetches } = github
  const serverUrl = 'https://elsewhere.example'
  const trust = { NODE_EXTRA_CA_CERTS: authority, GIT_SSL_CAINFO: authority }
  const env = { https_proxy: proxy.url, ...trust, GITHUB_API_URL: `${serverUrl}/api/v3` }
  const job = await project.push({ [pathOf('New')]: runbook('New') }, { serverUrl, env })
  expect(outcomesOf(job)).toContain(`upserted ${pathOf('New')}`)
  expect(github.fetches).toBeGreaterThan(fetches)
})

testOnHandbook('the checkout of another owner works, and no login of the machine is sent', async (project) => {
  const { github, repository } = project
  github.requiresLogin = true
  const login = Buffer.from('x-access-token:ghs_ofTheMachine').toString('base64')
  const env = {
    GIT_TEST_ASSUME_DIFFERENT_OWNER: '1',
    GIT_CONFIG_COUNT: '1',
    GIT_CONFIG_KEY_0: `http.${github.url}/.extraheader`,
    GIT_CONFIG_VALUE_0: `Authorization: Basic ${login}`
  }
  await project.commit({ [DISK]: disk('Second.') })
  const event = await project.pushed()
  const workspace = await repository.checkout(event)
  await expect(git(workspace, ['status'], { env })).rejects.toThrow('dubious ownership')
  const { length } = github.requests
  await project.expectEqual(await project.run({ event, workspace, env }))
  const tokens = github.requests.slice(length).filter(({ route }) => route === 'git')
  expect(tokens.length).toBeGreaterThan(0)
  expect(tokens.map(({ token }) => token)).not.toContain('ghs_ofTheMachine')
})

testOnHandbook('a folder for temporary files that cannot be written: red, with its variable', async (project) => {
  const job = await project.push({ [DISK]: disk('Second.') }, { env: { RUNNER_TEMP: '/dev/null' } })
  expectRed(job)
  expect(job.stdout).toMatch(/Git cannot use the checkout .*: ENOTDIR.* let this user write to \/dev\/null/)
})

test('1,000 files in a commit, with paths of 1 MB, are planned', async () => {
  await using project = await Project.create()
  const folder = `docs/runbooks/${Array<string>(4).fill('x'.repeat(240)).join('/')}`
  const files = Array.from({ length: 1000 }, (_, at) => [`${folder}/${at}.md`, `# Number ${at}\n\n${at}.\n`])
  await project.commit(Object.fromEntries(files) as Tree)
  const event = await project.pushed()
  const job = await runSafely(project, { event, inputs: { mode: 'plan', token: '' } })
  expect(outcomesOf(job)).toHaveLength(1000)
  expect(job.log).toMatch(/and [\d,]+ more lines: see the JSON report/)
  expect(job.summary).toMatch(/more: see the JSON|rest is left out/)
})

// Committed files that Git would take for a repository, or for Git. Each planted command leaves a file in `ran`.
describe('a commit', () => {
  /** A bare repository below `folder`, with a command for every setting that runs one. */
  function bareRepository(folder: string, objects: string, { ran, head, url }: Record<string, string>): Tree {
    const run = (plant: string): string => `"echo \\"$INPUT_TOKEN\\" > ${ran}/${plant} #"`
    const config = [
      '[core]\n\trepositoryformatversion = 1\n\tbare = true\n\thooksPath = hooks',
      `\tsshCommand = ${run('core.sshCommand')}\n\tfsmonitor = ${run('core.fsmonitor')}`,
      `[diff]\n\texternal = ${run('diff.external')}\n[credential]\n\thelper = ${run('credential.helper')}`,
      // Git fetches a missing object from each of these.
      '[extensions]\n\tpartialClone = one',
      '[remote "one"]\n\turl = ssh://evil.example/x\n\tpromisor = true\n\tpartialclonefilter = blob:none',
      `[remote "two"]\n\turl = .\n\tpromisor = true\n\tuploadpack = ${run('remote.uploadpack')}`,
      // The remote that GITHUB_SERVER_URL names.
      `[url "ext::touch ${ran}/insteadOf #"]\n\tinsteadOf = ${url}\n[protocol]\n\tallow = always\n`
    ]
    const hook = { mode: '100755', content: `#!/bin/sh\ntouch '${ran}/hook'\n` } as const
    return {
      [join(folder, 'HEAD')]: `${head}\n`,
      [join(folder, 'config')]: config.join('\n'),
      [join(folder, 'objects/info/alternates')]: `${objects}\n`,
      [join(folder, 'refs/heads/main')]: `${head}\n`,
      [join(folder, 'hooks/post-checkout')]: hook,
      [join(folder, 'hooks/reference-transaction')]: hook
    }
  }

  async function plantedProject() {
    const project = await Project.create()
    const ran = join(project.folder, 'ran')
    await mkdir(ran)
    const head = await project.commit({ [DISK]: disk('Before.') })
    await project.pushed()
    const facts = { ran, head, url: project.github.url }
    const fakeGit = { mode: '100755', content: `#!/bin/sh\ntouch '${ran}/git'\n` } as const
    await project.commit({
      [DISK]: disk('After.'),
      ...bareRepository('handbook', '../../.git/objects', facts),
      ...bareRepository('', '../.git/objects', facts),
      [`handbook/${DISK}`]: disk('Trap.'),
      git: fakeGit,
      'tools/git': fakeGit
    })
    return Object.assign(project, { ran, workspace: await project.repository.checkout(await project.pushed()) })
  }

  test.each<{ what: string; root: string; path: string | undefined }>([
    { what: 'a bare repository, which is the root', root: 'handbook', path: process.env['PATH'] },
    { what: '`git`, to which PATH leads', root: '', path: ['', 'tools', process.env['PATH']].join(delimiter) },
    { what: '`git`, to which nothing else leads: the disk is read', root: '', path: '.' }
  ])('with $what, runs no committed command', async ({ root, path }) => {
    await using project = await plantedProject()
    const { ran, workspace } = project
    const job = await runSafely(project, { workspace, inputs: { root }, env: { PATH: path } })
    expectGreen(job)
    expect(outcomesOf(job)).toEqual([`upserted ${DISK}`])
    expect(await readdir(ran)).toEqual([])
    // Git itself runs them.
    const missing = ['--git-dir=.', 'cat-file', '-e', '1'.repeat(40)]
    await git(join(workspace, 'handbook'), missing).catch(() => undefined)
    expect(await readdir(ran)).toEqual(expect.arrayContaining(['core.sshCommand', 'remote.uploadpack']))
  })
})
