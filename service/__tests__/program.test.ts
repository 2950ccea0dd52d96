import { describe, expect, test } from '@jest/globals'
import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { connect, createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { LIST_PATH, UPSERT_PATH } from '../service.ts'
import { folderForTests } from './folder.ts'
import { beginRequest, client, send } from './http.ts'
import { runProgram, startProgram, tokenIn } from './program.ts'

const folder = await folderForTests()

const READY = /^ready http:\/\/127\.0\.0\.1:\d+ sign-in http:\/\/127\.0\.0\.1:\d+\/sign-in\?key=[\w-]{43}\n$/

describe('starting', () => {
  test('one ready line on stdout, on stderr a first token that works, and 127.0.0.1 only', async () => {
    await using program = await startProgram([])
    expect(program.stdout()).toMatch(READY)
    expect(program.signInUrl.startsWith(`${program.url}/sign-in?key=`)).toBe(true)
    const api = await client(program.url)
    expect((await api.list(tokenIn(program.stderr()) ?? '')).status).toBe(200)
    expect(program.stderr()).not.toContain('Warning')
    const socket = connect(Number(new URL(program.url).port), '127.0.0.2')
    const [error] = (await once(socket, 'error')) as [NodeJS.ErrnoException]
    expect(error.code).toBe('ECONNREFUSED')
  })

  test('the first token is for a new database only, and is stored', async () => {
    const db = join(folder, 'first.sqlite')
    let token: string | undefined
    {
      await using program = await startProgram(['--db', db])
      token = tokenIn(program.stderr())
      program.child.kill('SIGTERM')
      expect(await program.ended).toBe(0)
    }
    await using program = await startProgram(['--db', db])
    expect(program.stderr()).toBe('')
    expect((await (await client(program.url)).list(token ?? '')).status).toBe(200)
  })

  test('--seed and --rate-limit', async () => {
    const files = {
      'disk-full.md': 'Free some.\n',
      'payments/gateway.md': '---\ntitle: x\n---\n\n# Restart the gateway  \n\nDrain it.\n',
      'picture.png': 'not Markdown'
    }
    await mkdir(join(folder, 'runbooks/payments'), { recursive: true })
    for (const [name, content] of Object.entries(files)) await writeFile(join(folder, 'runbooks', name), content)
    const args = ['--seed', join(folder, 'runbooks'), '--rate-limit', '3']
    await using program = await startProgram(args)
    const api = await client(program.url)
    const token = tokenIn(program.stderr()) ?? ''
    const items = [
      { name: 'disk-full', data: { content: files['disk-full.md'] } },
      { name: 'Restart the gateway', data: { content: '# Restart the gateway  \n\nDrain it.\n' } }
    ]
    expect((await api.list(token)).json['data']).toMatchObject({ items })
    expect(program.stderr()).toContain(`2 entries from ${join(folder, 'runbooks')}, as if a person had written them\n`)
    const statuses = await Promise.all(Array.from({ length: 9 }, async () => (await api.list(token, 1, 1)).status))
    expect(new Set(statuses)).toContain(429)
  })

  test.each([
    [['--port', 'TAKEN'], 'The port is in use by another process. Choose another one with --port.\n'],
    [['--port', 'eight'], '--port takes a number from 0 to 65535.'],
    [['--db', '/nowhere/at/all.sqlite'], 'Name a file in a folder that exists and is writable.\n'],
    [['--port', '0', '--seed', 'FOLDER/invalid'], 'latin1.md is not UTF-8.']
  ])('%j: a clear error and exit code 1', async (args, message) => {
    await mkdir(join(folder, 'invalid'), { recursive: true })
    await writeFile(join(folder, 'invalid/latin1.md'), Buffer.from([0x61, 0xff]))
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const port = String((other.address() as AddressInfo).port)
    await using program = runProgram(args.map((arg) => arg.replace('FOLDER', folder).replace('TAKEN', port)))
    expect(await program.ended).toBe(1)
    expect(program.stderr()).toContain(message)
    expect(program.stderr()).not.toMatch(/^ +at /m)
    expect(program.stdout()).toBe('')
    other.close()
  })
})

test('started by npm, it ends when npm is gone', async () => {
  await using program = await startProgram([], { shell: true })
  program.child.kill('SIGKILL')
  // The service has inherited the pipes, so they are open until it ends.
  expect(await program.ended).toBe('SIGKILL')
  await expect(client(program.url)).rejects.toThrow()
})

test.each(['SIGTERM', 'SIGINT'] as const)('%s: a request that has begun is answered, then it ends', async (signal) => {
  await using program = await startProgram(['--control'])
  const api = await client(program.url)
  const token = tokenIn(program.stderr()) ?? ''
  const finish = beginRequest(program.url, UPSERT_PATH, token, '{"name":"late","content":"x"}')
  // An answer on another connection shows that the service has read this far.
  expect((await api.list(token)).status).toBe(200)
  program.child.kill(signal)
  // No other request is taken, neither on a kept-alive connection nor on a new one.
  while ((await send(program.url + LIST_PATH).catch(() => undefined)) !== undefined);
  const answer = await finish()
  expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
  expect(answer).toContain('"name":"late"')
  expect(await program.ended).toBe(0)
  expect(program.stdout()).toMatch(READY)
})
