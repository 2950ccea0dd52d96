import { expect, jest } from '@jest/globals'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { git } from '../../testing/git.ts'
import { elsewhere, key } from '../support/certificates.ts'
import { DISK, disk, OTHER, other, pathOf, runbook, testOnHandbook } from '../support/handbook.ts'
import { outcomesOf, sentNames } from '../support/report.ts'
import { runSafely } from '../support/safe.ts'

// The environment of a process, and the checkout of a job. `__tests__/branch` has all kinds of checkouts and faults.

// They run several at a time.
jest.setTimeout(120_000)

testOnHandbook('without Git, a push sends what it changed; `contents: read` is enough', async (project) => {
  await project.commit({ [DISK]: disk('Second.'), [OTHER]: other('More.') })
  await project.expectEqual(await project.push({ [DISK]: disk('First.') }, { checkout: 'without Git' }))
  expect(sentNames(project)).toEqual(['Other'])
  // With each look, and at the end.
  const asked = project.github.requests.filter(({ route }) => route !== 'git')
  expect(asked.map(({ route, status }) => `${route} ${status}`)).toEqual(['tip 200', 'tip 200', 'tip 200'])
})

testOnHandbook('what is missing comes through the proxy, and by the authority, of the environment', async (project) => {
  const { folder, github } = project
  await using proxy = await github.openProxy({ key, cert: elsewhere })
  const authority = join(folder, 'authority.pem')
  await writeFile(authority, elsewhere)
  const env = { https_proxy: proxy.url, NODE_EXTRA_CA_CERTS: authority, GIT_SSL_CAINFO: authority }
  const given = { serverUrl: 'https://elsewhere.example', env }
  const job = await project.push({ [pathOf('New')]: runbook('New') }, given)
  expect(outcomesOf(job)).toContain(`upserted ${pathOf('New')}`)
  expect(github.requests).toContainEqual(expect.objectContaining({ route: 'git', status: 200 }))
})

testOnHandbook('the checkout of another owner works, and no login of the machine is sent', async (project) => {
  const { github, repository } = project
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

// Each planted command leaves a file in `ran`.
testOnHandbook(
  'nothing that is committed runs: a bare repository, which is the root, and `git` on PATH',
  async (project) => {
    const { folder, github, event: first } = project
    const ran = join(folder, 'ran')
    await mkdir(ran)
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
      `[url "ext::touch ${ran}/insteadOf #"]\n\tinsteadOf = ${github.url}\n[protocol]\n\tallow = always\n`
    ]
    const script = { mode: '100755', content: `#!/bin/sh\ntouch '${ran}/script'\n` } as const
    await project.commit({
      [DISK]: disk('Second.'),
      'bare/HEAD': `${first.sha}\n`,
      'bare/config': config.join('\n'),
      'bare/objects/info/alternates': '../../.git/objects\n',
      'bare/refs/heads/main': `${first.sha}\n`,
      'bare/hooks/post-checkout': script,
      'bare/hooks/reference-transaction': script,
      [`bare/${DISK}`]: disk('Trap.'),
      git: script,
      'tools/git': script
    })
    const event = await project.pushed()
    const workspace = await project.repository.checkout(event)
    const env = { PATH: ['', 'tools', process.env['PATH']].join(delimiter) }
    const job = await runSafely(project, { event, workspace, inputs: { root: 'bare' }, env })
    expect(job.exitCode).toBe(0)
    expect(outcomesOf(job)).toEqual([`upserted ${DISK}`])
    expect(await readdir(ran)).toEqual([])
    // Git itself runs them.
    await git(join(workspace, 'bare'), ['--git-dir=.', 'cat-file', '-e', '1'.repeat(40)]).catch(() => undefined)
    expect(await readdir(ran)).toEqual(expect.arrayContaining(['core.sshCommand', 'remote.uploadpack']))
  }
)
