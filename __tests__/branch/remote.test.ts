import { expect, test } from '@jest/globals'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Git, findGit } from '../../src/branch/command.ts'
import { fetchObjects } from '../../src/branch/remote.ts'
import { Secret } from '../../src/secret.ts'
import { startMisbehaving } from '../support/misbehaving-service.ts'
import { git } from '../../testing/git.ts'
import { temporaryFolder } from '../../testing/temporary-files.ts'

test.each([
  ['a server that fails', 502],
  ['a login that is rejected: no program of the machine is asked for another one', 401],
  ['a redirect, which would take the token elsewhere', 302]
])('a second fetch after %s', async (_, status) => {
  await using folder = await temporaryFolder()
  await using server = await startMisbehaving(({ path }, reply) => {
    reply.writeHead(status, { location: path.replace('/a/b', '/elsewhere') }).end()
  })
  await git(folder.path, ['init', '--quiet', '--bare', 'bare'])
  const ran = join(folder.path, 'ran')
  const helper = { GIT_CONFIG_COUNT: '1', GIT_CONFIG_KEY_0: 'credential.helper', GIT_CONFIG_VALUE_0: `!touch ${ran}` }
  const env = { ...process.env, ...helper }
  const program = findGit(env) ?? ''
  const job = { repository: 'a/b', serverUrl: server.url, sha: '', temp: folder.path }
  const setup = { program, env, job, token: new Secret('ghs_A1b2C3d4') }
  using bare = new Git(program, join(folder.path, 'bare'), env)
  expect(await fetchObjects(bare, setup, ['a'.repeat(40)], [])).toMatch(/\S/)
  const login = `Basic ${Buffer.from('x-access-token:ghs_A1b2C3d4').toString('base64')}`
  expect(server.requests.map(({ headers }) => headers.authorization)).toEqual([login, login])
  expect(existsSync(ran)).toBe(false)
})
