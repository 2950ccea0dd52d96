import { afterAll, expect, test } from '@jest/globals'
import { existsSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { Git, findProgram } from '../../src/branch/command.ts'
import { Secret } from '../../src/secret.ts'
import { git } from '../../testing/git.ts'
import { temporaryFolder } from '../../testing/temporary-files.ts'
import { skippingClock } from '../support/skipping-clock.ts'

const clock = skippingClock()
const { fetchObjects } = await import('../../src/branch/remote.ts')

afterAll(() => {
  clock[Symbol.dispose]()
})

test.each([
  ['502 is worth another fetch', 502, 2],
  ['404 is not', 404, 1],
  ['a login that is rejected is not, and no program of the machine is asked for another one', 401, 1],
  ['a redirect is not followed, because it would take the token elsewhere', 302, 1]
])('%s', async (_, status, fetches) => {
  await using resources = new AsyncDisposableStack()
  const folder = resources.use(await temporaryFolder())
  const asked: (string | undefined)[] = []
  const server = createServer(({ url = '', headers }, reply) => {
    asked.push(headers.authorization)
    const location = url.replace('/a/b', '/elsewhere')
    reply.writeHead(status, { location }).end()
  })
  resources.defer(() => void server.close())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const serverUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  await git(folder.path, ['init', '--quiet', '--bare', 'bare'])
  const ran = join(folder.path, 'ran')
  const helper = { GIT_CONFIG_COUNT: '1', GIT_CONFIG_KEY_0: 'credential.helper', GIT_CONFIG_VALUE_0: `!touch ${ran}` }
  const env = { ...process.env, ...helper }
  const program = findProgram('git', env) ?? ''
  const setup = { program, env, token: new Secret('ghs_A1b2C3d4') }
  const job = { repository: 'a/b', serverUrl, sha: '', temp: folder.path }
  const bare = resources.use(new Git(program, join(folder.path, 'bare'), env))
  expect(await fetchObjects(bare, { ...setup, job }, ['a'.repeat(40)], undefined, [])).toMatch(/\S/)
  const login = `Basic ${Buffer.from('x-access-token:ghs_A1b2C3d4').toString('base64')}`
  expect(asked).toEqual(Array<string>(fetches).fill(login))
  expect(existsSync(ran)).toBe(false)
})
