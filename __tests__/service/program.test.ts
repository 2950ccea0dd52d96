import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect, createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startService } from '../../service/service.ts'
import { LIST_PATH, UPSERT_PATH } from '../../src/knowledge/api-types.ts'
import { client } from './http.ts'
import { hasStrace, runProgram, startProgram } from './program.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'service-'))
})
afterAll(() => rm(folder, { recursive: true }))

const tokenIn = (text: string): string | undefined => /^ {2}(oap_\w+)$/m.exec(text)?.[1]

describe('starting', () => {
  test('one ready line on stdout, and a first token on stderr that works', async () => {
    await using program = await startProgram([])
    expect(program.stdout()).toMatch(
      /^ready http:\/\/127\.0\.0\.1:\d+ sign-in http:\/\/127\.0\.0\.1:\d+\/sign-in\?key=[\w-]{43}\n$/
    )
    expect(program.signInUrl.startsWith(`${program.url}/sign-in?key=`)).toBe(true)
    const api = await client(program.url)
    expect((await api.list(tokenIn(program.stderr()) ?? '')).status).toBe(200)
    expect(program.stderr()).not.toContain('Warning')
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

  test('listens on 127.0.0.1 only', async () => {
    await using program = await startProgram([])
    const socket = connect(Number(new URL(program.url).port), '127.0.0.2')
    const [error] = (await once(socket, 'error')) as [NodeJS.ErrnoException]
    expect(error.code).toBe('ECONNREFUSED')
  })

  test.each([
    [['--port', 'eight'], '--port takes a number from 0 to 65535.'],
    [['--port', '65536'], '--port takes a number from 0 to 65535.'],
    [['--colour'], "Unknown option '--colour'"],
    [['positional'], "Unexpected argument 'positional'"],
    [['--db', '/nowhere/at/all.sqlite'], 'Its folder must exist and be writable.']
  ])('%j: a clear error and exit code 1', async (args, message) => {
    await using program = runProgram(args)
    expect(await program.ended).toBe(1)
    expect(program.stderr()).toContain(message)
    expect(program.stderr()).not.toMatch(/^ +at /m)
    expect(program.stdout()).toBe('')
  })

  test('a port that is taken: a clear error and exit code 1', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    await using program = runProgram(['--port', String((other.address() as AddressInfo).port)])
    expect(await program.ended).toBe(1)
    expect(program.stderr()).toBe('The port is in use by another process. Choose another one with --port.\n')
    other.close()
  })

  test('a second process on the same file: a clear error, and the first goes on', async () => {
    const db = join(folder, 'shared.sqlite')
    await using first = await startProgram(['--db', db])
    await using second = runProgram(['--port', '0', '--db', db])
    expect(await second.ended).toBe(1)
    expect(second.stderr()).toBe(`${db} is in use by another process. Stop that one, or name another file.\n`)
    const api = await client(first.url)
    expect((await api.upsert(tokenIn(first.stderr()) ?? '', 'x', 'y')).status).toBe(200)
  })
})

describe('stopping', () => {
  test.each(['SIGTERM', 'SIGINT'] as const)('%s: what is under way is answered, then it ends', async (signal) => {
    await using program = await startProgram(['--control'])
    const api = await client(program.url)
    const token = tokenIn(program.stderr()) ?? ''
    const body = JSON.stringify({ name: 'late', content: 'x' })
    const socket = connect(Number(new URL(program.url).port), '127.0.0.1')
    let answer = ''
    socket.setEncoding('utf8').on('data', (text: string) => (answer += text))
    socket.write(
      `POST ${UPSERT_PATH} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${token}\r\n` +
        `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body.slice(0, 5)}`
    )
    // An answer on another connection shows that the service has read this far.
    expect((await api.list(token)).status).toBe(200)
    const started = performance.now()
    program.child.kill(signal)
    // Nothing more is taken: not on a connection that was kept alive, and not on a new one.
    while ((await fetch(program.url + LIST_PATH).catch(() => undefined)) !== undefined);
    socket.write(body.slice(5))
    await once(socket, 'close')
    expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
    expect(answer).toContain('"created":true')
    expect(await program.ended).toBe(0)
    // Sooner than a kept-alive connection ends by itself, after 5 seconds.
    expect(performance.now() - started).toBeLessThan(4500)
    expect(program.stdout()).toMatch(/^ready [^\n]+\n$/)
  })
})

/** Ten in every run of the suite; the weekly soak asks for a hundred. */
const KILLS = Number(process.env['KILLS'] ?? 10)

describe('what was acknowledged is there', () => {
  test(
    'after SIGKILL in the middle of writes, again and again',
    async () => {
      const db = join(folder, 'killed.sqlite')
      let token: string | undefined
      const acknowledged = new Map<string, string>()
      for (let round = 0; round < KILLS; round++) {
        await using program = await startProgram(['--db', db])
        token ??= tokenIn(program.stderr())
        const writing = Array.from({ length: 4 }, async (_, writer) => {
          for (let index = 0; ; index++) {
            // Half of them new, half of them updates of what an earlier round wrote.
            const name = `runbook ${writer}-${index % 2 === 0 ? index : `${round}-${index}`}`
            const content = `${round} ${index} ${'x'.repeat(500 * (index % 7))}`
            const answer = await fetch(program.url + UPSERT_PATH, {
              method: 'POST',
              headers: { Authorization: `Bearer ${token ?? ''}`, 'Content-Type': 'application/json' },
              body: JSON.stringify({ name, content })
            }).catch(() => undefined)
            if (answer?.status === 200) acknowledged.set(name, content)
            else return answer?.status
            if (writer === 0 && index === 5 + 3 * (round % 10)) program.child.kill('SIGKILL')
          }
        })
        // Cut off, every one of them, and never an answer other than 200.
        expect(await Promise.all(writing)).toEqual([undefined, undefined, undefined, undefined])
        expect(await program.ended).toBe('SIGKILL')
      }
      await using service = await startService({ db })
      const kept = new Map(service.entries().map(({ name, content }) => [name, content]))
      // An update that was not acknowledged may have been stored: then it is a later one, of the round of the same kill.
      const lost = [...acknowledged].filter(([name, content]) => {
        const stored = kept.get(name)
        return stored === undefined || Number.parseInt(stored) < Number.parseInt(content)
      })
      expect(acknowledged.size).toBeGreaterThan(100)
      expect(lost).toEqual([])
    },
    6_000 * KILLS
  )

  /** Upserts until the disk makes trouble and beyond; kills; tells the statuses met, and what is lost of what was 200. */
  async function write(db: string, trouble: Parameters<typeof startProgram>[1]) {
    const acknowledged: string[] = []
    const statuses = new Set<number>()
    {
      await using program = await startProgram(['--db', db], trouble)
      const api = await client(program.url)
      const token = tokenIn(program.stderr()) ?? ''
      for (let index = 0; index < 100; index++) {
        const { status } = await api.upsert(token, `runbook ${index}`, 'x'.repeat(8000))
        statuses.add(status)
        if (status === 200) acknowledged.push(`runbook ${index}`)
      }
      expect((await api.list(token, 1, 1)).status).toBe(200)
    }
    await using service = await startService({ db })
    const kept = new Set(service.entries().map(({ name }) => name))
    return { statuses: [...statuses].sort(), lost: acknowledged.filter((name) => !kept.has(name)) }
  }

  test('when the file cannot grow', async () => {
    const db = join(folder, 'limited.sqlite')
    expect(await write(db, { limit: 256 })).toEqual({ statuses: [200, 500], lost: [] })
  })

  const straceTest = hasStrace ? test : test.skip
  straceTest.each([
    ['the disk is full', 'pwrite64:error=ENOSPC:when=90+', 507],
    ['the disk fails to write', 'pwrite64:error=EIO:when=90+', 500],
    ['the disk fails to keep what was written', 'fsync:error=EIO:when=25+', 500]
  ])('when %s (needs strace)', async (name, inject, status) => {
    const db = join(folder, `${name.replaceAll(' ', '-')}.sqlite`)
    expect(await write(db, { inject })).toEqual({ statuses: [200, status], lost: [] })
  })
})
