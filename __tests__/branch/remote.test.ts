import { expect, test } from '@jest/globals'
import { existsSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { Git, findGit } from '../../src/branch/command.ts'
import { fetchObjects } from '../../src/branch/remote.ts'
import { Secret } from '../../src/secret.ts'
import { git } from '../../testing/git.ts'
import { temporaryFolder } from '../../testing/temporary-files.ts'

test.each([
  ['a server that fails', 502],
  ['a login that is rejected: no program of the machine is asked for another one', 401],
  ['a redirect, which would take the token elsewhere', 302]
])('a second fetch after %s', async (_, status) => {
  await using resources = new AsyncDisposableStack()
  const folder = resources.use(await temporaryFolder())
  const asked: (string | undefined)[] = []
  const server = createServer(({ url = '', headers }, reply) => {
    asked.push(headers.authorization)
    reply.writeHead(status, { location: url.replace('/a/b', '/elsewhere') }).end()
  })
  resources.defer(() => void server.close())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const serverUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  await git(folder.path, ['init', '--quiet', '--bare', 'bare'])
  const ran = join(folder.path, 'ran')
  const helper = { GIT_CONFIG_COUNT: '1', GIT_CONFIG_KEY_0: 'credential.helper', GIT_CONFIG_VALUE_0: `!touch ${ran}` }
  const env = { ...process.env, ...helper }
  const program = findGit(env) ?? ''
  const job = { repository: 'a/b', serverUrl, sha: '', temp: folder.path }
  const setup = { program, env, job, token: new Secret('ghs_A1b2C3d4') }
  const bare = resources.use(new Git(program, join(folder.path, 'bare'), env))
  expect(await fetchObjects(bare, setup, ['a'.repeat(40)], [])).toMatch(/\S/)
  const login = `Basic ${Buffer.from('x-access-token:ghs_A1b2C3d4').toString('base64')}`
  expect(asked).toEqual([login, login])
  expect(existsSync(ran)).toBe(false)
})
