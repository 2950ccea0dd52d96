import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer as createHttpServer } from 'node:http'
import { connect as connectTo, createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { connect } from '../../src/knowledge/client.ts'
import { DeliveryFailure } from '../../src/knowledge/knowledge.ts'
import { Secret } from '../../src/secret.ts'
import { elsewhere, expired, key, localhost } from '../support/certificates.ts'
import { say, startMisbehaving } from '../support/misbehaving-service.ts'

const TOKEN = 'pat_reaching'
const VARIABLES = ['https_proxy', 'HTTPS_PROXY', 'http_proxy', 'HTTP_PROXY', 'no_proxy', 'NO_PROXY'] as const

// The machine's own proxy settings are none of these tests' business.
let environment: Record<string, string | undefined>
beforeEach(() => {
  environment = { ...process.env }
  for (const name of VARIABLES) Reflect.deleteProperty(process.env, name)
})
afterEach(() => {
  process.env = environment
})

async function send(baseUrl: string, retries = 1): Promise<DeliveryFailure | { readonly attempts: number }> {
  await using knowledge = await connect({
    access: { token: new Secret(TOKEN), baseUrl },
    concurrency: 1,
    timeout: 2000,
    retries,
    signal: new AbortController().signal
  })
  return await knowledge.upsert({ name: 'n', content: 'c' }).catch((error: unknown) => {
    if (error instanceof DeliveryFailure) return error
    throw error
  })
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

async function freePort(): Promise<number> {
  const server = createServer()
  const port = await listen(server)
  await new Promise((resolve) => server.close(resolve))
  return port
}

/** A server below HTTP: what it does with each connection is all there is. */
async function startRaw(
  use: (socket: Socket) => void
): Promise<AsyncDisposable & { port: number; connections: number }> {
  const sockets: Socket[] = []
  const server = createServer((socket) => {
    sockets.push(socket)
    raw.connections += 1
    socket.on('error', () => undefined)
    use(socket)
  })
  const raw = {
    port: await listen(server),
    connections: 0,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    }
  }
  return raw
}

describe('a service that cannot be reached', () => {
  test('nothing listens', async () => {
    const port = await freePort()
    expect(await send(`http://127.0.0.1:${port}`)).toMatchObject({
      kind: 'unreachable',
      attempts: 2,
      message: `Nothing listens at 127.0.0.1:${port}: the connection was refused.`
    })
  })

  test('no such host', async () => {
    expect(await send('https://nowhere.invalid')).toMatchObject({
      kind: 'unreachable',
      attempts: 2,
      message: 'There is no host nowhere.invalid: its name cannot be resolved.'
    })
  })

  test('reset before anything was sent', async () => {
    await using raw = await startRaw((socket) => socket.resetAndDestroy())
    expect(await send(`http://127.0.0.1:${raw.port}`)).toMatchObject({
      kind: 'unreachable',
      attempts: 2,
      message: `The connection to 127.0.0.1:${raw.port} broke off before a complete answer was there.`
    })
    expect(raw.connections).toBe(2)
  })

  test('something that does not speak HTTP', async () => {
    await using raw = await startRaw((socket) => socket.end('220 mail.example ESMTP\r\n'))
    expect(await send(`http://127.0.0.1:${raw.port}`)).toMatchObject({
      kind: 'not-the-api',
      attempts: 1,
      message: expect.stringContaining('does not speak HTTP')
    })
  })

  test('https to a port that speaks http', async () => {
    await using service = await startMisbehaving(say(200))
    expect(await send(`https://127.0.0.1:${service.port}`)).toMatchObject({
      kind: 'unreachable',
      attempts: 1,
      message: expect.stringContaining('No secure connection')
    })
  })
})

describe('a certificate that is not trusted is not tried again, and nothing is sent', () => {
  test.each([
    { name: 'expired', cert: expired, trusted: true, message: 'has expired' },
    { name: 'of another host', cert: elsewhere, trusted: true, message: 'is for another host' },
    { name: 'signed by nobody we know', cert: localhost, trusted: false, message: 'is signed by nobody' },
    { name: 'signed by an authority of our own', cert: localhost, trusted: true, message: undefined }
  ])('$name', async ({ cert, trusted, message }) => {
    await using service = await startMisbehaving(say(200), { key, cert })
    const folder = await mkdtemp(join(tmpdir(), 'reaching-'))
    try {
      await writeFile(join(folder, 'ca.pem'), cert)
      // Node reads NODE_EXTRA_CA_CERTS when it starts, so that this takes a process of its own.
      const script = `
        const { connect } = await import(${JSON.stringify(new URL('../../src/knowledge/client.ts', import.meta.url))})
        const { Secret } = await import(${JSON.stringify(new URL('../../src/secret.ts', import.meta.url))})
        const access = { token: new Secret('t'), baseUrl: ${JSON.stringify(service.url)} }
        const signal = new AbortController().signal
        await using knowledge = await connect({ access, concurrency: 1, timeout: 5000, retries: 3, signal })
        const sent = await knowledge.upsert({ name: 'n', content: 'c' }).catch((failure) => failure)
        console.log(JSON.stringify({ ...sent, message: sent.message }))`
      const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script], {
        env: { ...process.env, ...(trusted ? { NODE_EXTRA_CA_CERTS: join(folder, 'ca.pem') } : {}) }
      })
      const sent = JSON.parse(stdout) as Record<string, unknown>
      if (message === undefined) expect(sent).toEqual({ attempts: 1 })
      else expect(sent).toMatchObject({ kind: 'unreachable', attempts: 1, message: expect.stringContaining(message) })
      expect(service.requests).toHaveLength(message === undefined ? 1 : 0)
    } finally {
      await rm(folder, { recursive: true })
    }
  })
})

describe('proxies', () => {
  /** A proxy that connects everybody to `port` and keeps what it saw in clear. */
  async function startProxy(port: number, status = 200) {
    const seen: string[] = []
    const sockets = new Set<Socket>()
    const server = createHttpServer((request, reply) => {
      seen.push(`${request.method ?? ''} ${request.url ?? ''} ${JSON.stringify(request.headers)}`)
      reply.end('{}')
    })
    server.on('connection', (socket: Socket) => sockets.add(socket))
    server.on('connect', (request, socket: Socket) => {
      seen.push(`CONNECT ${request.url ?? ''} ${JSON.stringify(request.headers)}`)
      if (status !== 200) {
        socket.end(`HTTP/1.1 ${status} No\r\n\r\n`)
        return
      }
      const onward = connectTo(port, '127.0.0.1')
      sockets.add(onward)
      socket.write('HTTP/1.1 200 OK\r\n\r\n')
      socket.pipe(onward).pipe(socket)
      for (const side of [socket, onward]) side.on('error', () => undefined)
    })
    return {
      port: await listen(server),
      seen,
      async [Symbol.asyncDispose]() {
        for (const socket of sockets) socket.destroy()
        await new Promise((resolve) => server.close(resolve))
      }
    }
  }

  test.each(['https_proxy', 'HTTPS_PROXY'])(
    '%s is used for https, in a tunnel that hides the token',
    async (variable) => {
      await using service = await startMisbehaving(say(200), { key, cert: localhost })
      await using proxy = await startProxy(service.port)
      process.env[variable] = `http://me:secret@127.0.0.1:${proxy.port}`
      // The certificate is not trusted, and that is how far it goes: the TLS handshake went through the tunnel.
      expect(await send('https://assistant.example:8443')).toMatchObject({
        kind: 'unreachable',
        attempts: 1,
        message: 'The certificate of assistant.example:8443 is signed by nobody this runner trusts.'
      })
      expect(proxy.seen).toHaveLength(1)
      expect(proxy.seen[0]).toMatch(/^CONNECT assistant\.example:8443 .*"proxy-authorization":"Basic bWU6c2VjcmV0"/)
      expect(proxy.seen[0]).not.toContain(TOKEN)
    }
  )

  test('a proxy that refuses is named as what it is', async () => {
    await using proxy = await startProxy(0, 407)
    process.env['https_proxy'] = `http://127.0.0.1:${proxy.port}`
    expect(await send('https://assistant.example')).toMatchObject({
      kind: 'unreachable',
      attempts: 1,
      message: 'The proxy does not connect to assistant.example (407).'
    })
  })

  test('plain http, which is for this machine only, goes through none', async () => {
    await using service = await startMisbehaving(say(200))
    await using proxy = await startProxy(service.port)
    process.env['http_proxy'] = process.env['https_proxy'] = `http://127.0.0.1:${proxy.port}`
    expect(await send(service.url)).toEqual({ attempts: 1 })
    expect(proxy.seen).toEqual([])
  })

  test('an address of a proxy that is none is a failure of its own, and not shown', async () => {
    process.env['https_proxy'] = 'socks5://me:secret@proxy'
    const sent = send('https://assistant.example')
    await expect(sent).rejects.toMatchObject({ kind: 'input', message: expect.stringContaining('`https_proxy`') })
    await expect(sent).rejects.toMatchObject({ message: expect.not.stringContaining('secret') })
  })
})
