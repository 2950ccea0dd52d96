import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { git } from '../../testing/git.ts'
import { rootOf, type CheckoutKind } from '../../testing/github/checkout.ts'
import type { Tree } from '../../testing/github/commit.ts'
import { pullRequestEvent, type JobEvent } from '../../testing/github/events.ts'
import { expectGreen, Project } from '../../testing/project.ts'
import { DISK, disk } from '../support/handbook.ts'
import { outcomesOf } from '../support/report.ts'
import { expectSafe } from '../support/safe.ts'

// Committed files that Git would take for a repository, or for Git. Each planted command leaves a file in `ran`.

let project: Project
let ran: string
let first: string
let workspace: string
let push: JobEvent
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
    `[url "ext::touch ${join(ran, 'url.insteadOf')} #"]\n\tinsteadOf = ${project.github.url}`,
    '[protocol]\n\tallow = always',
    `[remote "origin"]\n\turl = ssh://evil.example/x\n\tuploadpack = ${run('remote.origin.uploadpack')}\n`
  ]
  const hook = { mode: '100755', content: `#!/bin/sh\ntouch '${join(ran, 'hook')}'\n` } as const
  const hooks = ['reference-transaction', 'post-checkout', 'pre-auto-gc'].map((name) => [
    join(folder, 'hooks', name),
    hook
  ])
  return {
    [join(folder, 'HEAD')]: `${first}\n`,
    [join(folder, 'config')]: config.join('\n'),
    [join(folder, 'objects/info/alternates')]: `${objects}\n`,
    [join(folder, 'refs/heads/main')]: `${first}\n`,
    [join(folder, 'shallow')]: `${first}\n`,
    ...(Object.fromEntries(hooks) as Tree)
  }
}

beforeAll(async () => {
  project = await Project.create()
  first = await project.commit({ [DISK]: disk('Before.'), 'README.md': '# Handbook\n' })
  await project.pushed()
  ran = join(project.folder, 'ran')
  const fakeGit = { mode: '100755', content: `#!/bin/sh\ntouch '${join(ran, 'git')}'\n` } as const
  const planted = {
    [DISK]: disk('After.'),
    ...bareRepository('handbook', '../../.git/objects'),
    ...bareRepository('', '../.git/objects'),
    'handbook/docs/runbooks/trap.md': '# Trap\n\nText.\n',
    git: fakeGit,
    'tools/git': fakeGit
  }
  const head = await project.commit(planted, { branch: 'clarify', parents: [first] })
  const merge = await project.commit(planted, { branch: null, parents: [first, head] })
  await project.commit(planted)
  push = await project.pushed()
  const { name: repository } = project.repository
  pullRequest = pullRequestEvent({ repository, number: 7, base: first, head, merge })
  workspace = await project.repository.checkout(push)
})

afterAll(async () => {
  await project[Symbol.asyncDispose]()
})

beforeEach(async () => {
  await rm(ran, { recursive: true, force: true })
  await mkdir(ran)
  project.delete('Disk full')
})

test('Git takes the committed folder for a repository, and runs its commands', async () => {
  const missing = '1'.repeat(40)
  await git(join(workspace, 'handbook'), ['--git-dir=.', 'cat-file', '-e', missing]).catch(() => undefined)
  expect(await readdir(ran)).toEqual(expect.arrayContaining(['core.sshCommand', 'remote.uploadpack', 'ext']))
})

interface Case {
  readonly kind: CheckoutKind
  readonly root: string
  readonly event: 'a push' | 'a pull request'
}
test.each<Case>([
  { kind: 'full', root: 'handbook', event: 'a push' },
  { kind: 'below the workspace', root: 'handbook/handbook', event: 'a push' },
  { kind: 'without Git', root: '', event: 'a pull request' }
])('a checkout: $kind, with the root “$root”, $event: no committed command runs', async ({ kind, root, event }) => {
  const isPush = event === 'a push'
  const inputs = { root: root === '' ? rootOf(kind) : root, ...(isPush ? {} : { token: '' }) }
  const job = await project.run({ event: isPush ? push : pullRequest, checkout: kind, inputs })
  expectSafe(job, project.token)
  expectGreen(job)
  expect(outcomesOf(job)).toContain(`${isPush ? 'upserted' : 'planned'} ${DISK}`)
  expect(await readdir(ran)).toEqual([])
})

test.each([
  { what: 'an empty entry', path: ['', process.env['PATH']].join(delimiter) },
  { what: 'a folder of the checkout', path: ['tools', process.env['PATH']].join(delimiter) },
  // The disk is read.
  { what: 'nothing but a dot', path: '.' }
])('PATH with $what: the committed `git` does not run', async ({ path }) => {
  const job = await project.run({ event: push, workspace, env: { PATH: path } })
  expectSafe(job, project.token)
  expect(outcomesOf(job)).toEqual([`upserted ${DISK}`])
  expect(await readdir(ran)).toEqual([])
})
