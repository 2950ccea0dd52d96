import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { rootOf, type CheckoutKind } from '../../testing/github/checkout.ts'
import type { Tree } from '../../testing/github/commit.ts'
import { pullRequestEvent, type JobEvent } from '../../testing/github/events.ts'
import { recordDelivery } from '../../testing/delivered.ts'
import { git } from '../../testing/git.ts'
import { TestEnvironment } from '../../testing/test-environment.ts'
import { outcomesOf } from '../support/report.ts'
import { expectSafe } from '../support/safe.ts'

/** Committed files that Git would take for a repository, or for Git. Each planted command leaves a file in `ran`. */

const BEFORE: Tree = { 'docs/runbooks/disk.md': '# Disk full\n\nBefore.\n', 'README.md': '# Handbook\n' }
const AFTER: Tree = { ...BEFORE, 'docs/runbooks/disk.md': '# Disk full\n\nAfter.\n' }

let environment: TestEnvironment
let ran: string
let first: string
let pullRequest: JobEvent

/** A bare repository below `folder`, with a command for every setting that runs one. */
function bareRepository(folder: string, objects: string): Tree {
  const run = (plant: string): string => `"echo \\"$INPUT_TOKEN\\" > ${join(ran, plant)} #"`
  const config = [
    '[core]\n\trepositoryformatversion = 1\n\tbare = true\n\thooksPath = hooks',
    `\tsshCommand = ${run('core.sshCommand')}\n\tfsmonitor = ${run('core.fsmonitor')}`,
    `\talternateRefsCommand = ${run('core.alternateRefsCommand')}\n\tpager = ${run('core.pager')}`,
    `[diff]\n\texternal = ${run('diff.external')}\n[credential]\n\thelper = ${run('credential.helper')}`,
    // Git fetches a missing object from each of these.
    '[extensions]\n\tpartialClone = one',
    '[remote "one"]\n\turl = ssh://evil.example/x\n\tpromisor = true\n\tpartialclonefilter = blob:none',
    `[remote "two"]\n\turl = .\n\tpromisor = true\n\tuploadpack = ${run('remote.uploadpack')}`,
    `[remote "three"]\n\turl = ext::touch ${join(ran, 'ext')}\n\tpromisor = true`,
    // The remote that GITHUB_SERVER_URL names, and every other.
    `[url "ext::touch ${join(ran, 'url.insteadOf')} #"]\n\tinsteadOf = ${environment.github.url}`,
    '[protocol]\n\tallow = always',
    `[remote "origin"]\n\turl = ssh://evil.example/x\n\tuploadpack = ${run('remote.origin.uploadpack')}\n`
  ]
  const hook = { mode: '100755', content: `#!/bin/sh\ntouch '${join(ran, 'hook')}'\n` } as const
  return {
    [join(folder, 'HEAD')]: `${first}\n`,
    [join(folder, 'config')]: config.join('\n'),
    [join(folder, 'objects/info/alternates')]: `${objects}\n`,
    [join(folder, 'refs/heads/main')]: `${first}\n`,
    [join(folder, 'shallow')]: `${first}\n`,
    ...Object.fromEntries(
      ['reference-transaction', 'post-checkout', 'pre-auto-gc'].map((name) => [join(folder, 'hooks', name), hook])
    )
  }
}

beforeAll(async () => {
  environment = await TestEnvironment.with(BEFORE)
  first = environment.event.sha
  ran = join(environment.folder, 'ran')
  const { repository } = environment
  const fakeGit = { mode: '100755', content: `#!/bin/sh\ntouch '${join(ran, 'git')}'\n` } as const
  const tree = {
    ...AFTER,
    ...bareRepository('handbook', '../../.git/objects'),
    ...bareRepository('', '../.git/objects'),
    'handbook/docs/runbooks/trap.md': '# Trap\n\nText.\n',
    git: fakeGit,
    'tools/git': fakeGit
  }
  await environment.commit(tree)
  const head = await repository.commit(tree, { branch: 'clarify', parents: [first] })
  const merge = await repository.commit(tree, { branch: null, parents: [first, head] })
  pullRequest = pullRequestEvent({ repository: repository.name, number: 7, base: first, head, merge })
})

afterAll(async () => {
  await environment[Symbol.asyncDispose]()
})

beforeEach(async () => {
  await rm(ran, { recursive: true, force: true })
  await mkdir(ran)
  environment.github.deployments.length = 0
  for (const root of ['', 'handbook', 'handbook/handbook']) recordDelivery(environment, first, { root })
})

test('Git takes the committed folder for a repository, and runs its commands', async () => {
  const folder = join(environment.workspace, 'handbook')
  const missing = '1'.repeat(40)
  await git(folder, ['--git-dir=.', 'cat-file', '-e', missing]).catch(() => undefined)
  expect(await readdir(ran)).toEqual(expect.arrayContaining(['core.sshCommand', 'remote.uploadpack', 'ext']))
})

test.each<[kind: CheckoutKind, root: string, name: 'a push' | 'a pull request']>([
  ['full', 'handbook', 'a push'],
  ['full', '', 'a pull request'],
  ['below the workspace', 'handbook/handbook', 'a push'],
  ['without Git', '', 'a pull request']
])('a checkout: %s, with the root %j, %s: no committed command runs', async (kind, root, name) => {
  const event = name === 'a push' ? environment.event : pullRequest
  const token = name === 'a push' ? {} : { token: '' }
  const workspace = await environment.repository.checkout(event, kind)
  const inputs = { root: root === '' ? rootOf(kind) : root, ...token }
  const job = await environment.run(inputs, { event, workspace })
  expectSafe(job, environment.token)
  expect(job.exitCode).toBe(0)
  const outcome = name === 'a push' ? 'upserted' : 'planned'
  expect(outcomesOf(job)).toEqual([`${outcome} docs/runbooks/disk.md`])
  expect(await readdir(ran)).toEqual([])
})

test.each([
  ['an empty entry', ['', process.env['PATH']].join(delimiter)],
  ['a folder of the checkout', ['tools', process.env['PATH']].join(delimiter)],
  // The disk is read.
  ['nothing but a dot', '.']
])('PATH with %s: the committed `git` does not run', async (_, path) => {
  const workspace = await environment.repository.checkout(environment.event)
  const job = await environment.run({}, { workspace, env: { PATH: path } })
  expectSafe(job, environment.token)
  expect(outcomesOf(job)).toEqual(['upserted docs/runbooks/disk.md'])
  expect(await readdir(ran)).toEqual([])
})
