import { expect, test } from '@jest/globals'
import { once } from 'node:events'
import { connect, createServer, type AddressInfo } from 'node:net'
import { LIST_PATH, UPSERT_PATH } from '../service.ts'
import { beginRequest, client, send } from './http.ts'
import { runProgram, startProgram, tokenIn } from './program.ts'

const READY = /^ready (http:\/\/127\.0\.0\.1:\d+) sign-in \1\/sign-in\?key=[\w-]{43}\n$/

test('one ready line on stdout, on stderr a first token that works, and 127.0.0.1 only', async () => {
  await using program = await startProgram([])
  expect(program.stdout()).toMatch(READY)
  expect((await client(program.url).list(tokenIn(program.stderr()) ?? '')).status).toBe(200)
  expect(program.stderr()).not.toContain('Warning')
  const socket = connect(Number(new URL(program.url).port), '127.0.0.2')
  const [error] = (await once(socket, 'error')) as [NodeJS.ErrnoException]
  expect(error.code).toBe('ECONNREFUSED')
})

test.each([
  [['--port', 'TAKEN'], 'The port is in use by another process. Choose another one with --port.\n'],
  [['--port', 'eight'], '--port takes a number from 0 to 65535.'],
  [['--porte', '8'], "Unknown option '--porte'"],
  [['--db', '/nowhere/at/all.sqlite'], 'name a new file in a folder that is writable.\n']
])('%j: a clear error and exit code 1', async (args, message) => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const port = String((other.address() as AddressInfo).port)
  await using program = runProgram(args.map((arg) => arg.replace('TAKEN', port)))
  expect(await program.ended).toBe(1)
  expect(program.stderr()).toContain(message)
  expect(program.stderr()).not.toMatch(/^ +at /m)
  expect(program.stdout()).toBe('')
  other.close()
})

test('started by npm, it ends when npm is gone', async () => {
  await using program = await startProgram([], { shell: true })
  program.child.kill('SIGKILL')
  // The service has inherited the pipes, so they are open until it ends.
  expect(await program.ended).toBe('SIGKILL')
  await expect(send(program.url)).rejects.toThrow()
})

test('SIGTERM: a request that has begun is answered, then it ends', async () => {
  await using program = await startProgram(['--control'])
  const api = client(program.url)
  const token = tokenIn(program.stderr()) ?? ''
  const finish = beginRequest(program.url, UPSERT_PATH, token, '{"name":"late","content":"x"}')
  // An answer on another connection shows that the service has read this far.
  expect((await api.list(token)).status).toBe(200)
  program.child.kill('SIGTERM')
  // No other request is taken, neither on a kept-alive connection nor on a new one.
  while ((await send(program.url + LIST_PATH).catch(() => undefined)) !== undefined);
  const answer = await finish()
  expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
  expect(answer).toContain('"name":"late"')
  expect(await program.ended).toBe(0)
})
