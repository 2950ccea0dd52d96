import { describe, expect, jest, test } from '@jest/globals'
import { readdir, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { git } from '../../testing/git.ts'
import { rootOf, type CheckoutKind } from '../../testing/github/checkout.ts'
import { openProxy } from '../../testing/github/proxy.ts'

import { expectGreen, expectRed, type Project } from '../../testing/project.ts'
import { temporaryFolder } from '../../testing/temporary-files.ts'
import { elsewhere, key } from '../support/certificates.ts'
import { DISK, deliveredHandbook, disk, pathOf, runbook, testOnHandbook } from '../support/handbook.ts'
import { outcomesOf, sentNames } from '../support/report.ts'

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

/** A long-lived branch, merged after two commits that change a runbook and change it back. */
async function mergeSide(project: Project): Promise<void> {
  const fork = project.head
  const side = await project.commit({ [pathOf('Side')]: runbook('Side') }, { branch: 'side' })
  await project.commit({ [DISK]: disk('Second.') }, { parents: [fork] })
  await project.commit({ [DISK]: disk('Third.') })
  const merged = { [pathOf('Side')]: runbook('Side'), [DISK]: disk('First.') }
  await project.commit(merged, { parents: [project.head, side] })
}

describe('a checkout', () => {
  // `__tests__/branch/repository.test.ts` has all kinds.
  test.concurrent.each<CheckoutKind>(['depth 1', 'full', 'treeless', 'below the workspace', 'without Git'])(
    '%s: a push sends what it changed, and leaves the checkout as it is',
    async (kind) => {
      await using project = await deliveredHandbook({ step: { checkout: kind, inputs: { root: rootOf(kind) } } })
      project.github.requiresLogin = true
      await mergeSide(project)
      const event = await project.pushed()
      const workspace = await project.repository.checkout(event, kind)
      const before = await filesBelow(dirname(workspace))
      await project.expectEqual(await project.run({ event, workspace }))
      expect(await filesBelow(dirname(workspace))).toEqual(before)
      expect(sentNames(project)).toEqual(['Side'])
    }
  )
})

describe('commits that the checkout lacks', () => {
  testOnHandbook('come from the server of the job, not from the `origin` of the checkout', async (project) => {
    const { repository, github } = project
    repository.url = `http://127.0.0.1:1/${repository.name}`
    const { fetches } = github
    await project.expectEqual(await project.push({ [DISK]: disk('Second.') }))
    expect(github.fetches).toBeGreaterThan(fetches)
  })

  testOnHandbook('cannot be fetched, because the login is rejected: the push is about everything', async (project) => {
    const bad = pathOf('Bad')
    await project.pushInVain({ [bad]: '\0' })
    project.github.setFaults({ route: 'git', fault: 'server error', status: 401 })
    const job = await project.push({ [DISK]: disk('Second.') })
    expectRed(job)
    expect(outcomesOf(job)).toEqual([`refused ${bad}`, `upserted ${DISK}`])
  })

  testOnHandbook('are fetched again after a fault that passes', async (project) => {
    const bad = pathOf('Bad')
    await project.pushInVain({ [bad]: '\0' })
    project.github.setFaults({ route: 'git', fault: 'server error', times: 1 })
    const job = await project.push({ [DISK]: disk('Second.') })
    expectGreen(job)
    expect(outcomesOf(job)).toEqual([`refused ${bad}, waiting`, `upserted ${DISK}`])
  })

  testOnHandbook('come through the proxy, and by the certificate authority, of the environment', async (project) => {
    const { folder, github } = project
    await using proxy = await openProxy(github.url, { key, cert: elsewhere })
    const authority = join(folder, 'authority.pem')
    await writeFile(authority, elsewhere)
    github.requiresLogin = true
    const { fetches } = github
    const serverUrl = 'https://elsewhere.example'
    const env = { https_proxy: proxy.url, NODE_EXTRA_CA_CERTS: authority, GITHUB_API_URL: `${serverUrl}/api/v3` }
    const job = await project.push({ [pathOf('New')]: runbook('New') }, { serverUrl, env })
    expect(outcomesOf(job)).toContain(`upserted ${pathOf('New')}`)
    expect(github.fetches).toBeGreaterThan(fetches)
  })

  testOnHandbook('are not fetched with a login that the machine has configured for Git', async (project) => {
    const { github } = project
    github.requiresLogin = true
    const login = Buffer.from('x-access-token:ghs_ofTheMachine').toString('base64')
    const env = {
      GIT_CONFIG_COUNT: '1',
      GIT_CONFIG_KEY_0: `http.${github.url}/.extraheader`,
      GIT_CONFIG_VALUE_0: `Authorization: Basic ${login}`
    }
    await project.expectEqual(await project.push({ [DISK]: disk('Second.') }, { env }))
    const tokens = github.requests.filter(({ route }) => route === 'git').map(({ token }) => token)
    expect(tokens.length).toBeGreaterThan(0)
    expect(tokens).not.toContain('ghs_ofTheMachine')
  })

  testOnHandbook('are neither looked for nor stored where `GIT_*` variables of the job point', async (project) => {
    await using folder = await temporaryFolder()
    await git(folder.path, ['init', '--quiet', '--bare', 'trap'])
    const trap = join(folder.path, 'trap')
    const env = { GIT_DIR: trap, GIT_OBJECT_DIRECTORY: trap, GIT_WORK_TREE: trap, GIT_INDEX_FILE: join(trap, 'index') }
    const before = await filesBelow(trap)
    await project.expectEqual(await project.push({ [DISK]: disk('Second.') }, { env }))
    expect(await filesBelow(trap)).toEqual(before)
  })
})

testOnHandbook('a folder for temporary files that cannot be written: red, with its variable', async (project) => {
  const job = await project.push({ [DISK]: disk('Second.') }, { env: { RUNNER_TEMP: '/dev/null' } })
  expectRed(job)
  expect(job.stdout).toMatch(
    /No folder can be made in the folder for temporary files \(\/dev\/null\): .* Let this user write there/
  )
})
