import { writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { LIST_PATH, UPSERT_PATH, type Entry, type ListRequest } from '../src/wire.ts'

/** What arrived since the last `reset`. Times are milliseconds by this machine's clock, whatever the process. */
export interface Arrivals {
  readonly upserts: number
  readonly lists: number
  readonly connections: number
  /** First request complete. */
  readonly first: number
  /** Last answer handed over. */
  readonly last: number
  /** Largest page size asked for. */
  readonly pageSize: number
}

/**
 * The other side of a delivery, as little of it as there can be: takes everything, checks nothing, answers after
 * `latency` milliseconds, and gives back in lists what it was sent.
 */
export interface Sink extends AsyncDisposable {
  readonly url: string
  latency: number
  arrivals(): Arrivals
  /** Forgets the arrivals, and the entries too unless they are to be kept. */
  reset(options?: { readonly keep?: boolean }): void
  /** Writes the bodies of the upserts, as they arrived, as a JSON array of strings. */
  save(file: string): Promise<void>
}

export async function startSink(): Promise<Sink> {
  let latency = 0
  let arrivals = { upserts: 0, lists: 0, connections: 0, first: 0, last: 0, pageSize: 0 }
  let bodies: Buffer[] = []

  const server = createServer((request, response) => {
    void receive(request).then((body) => {
      if (arrivals.first === 0) arrivals.first = now()
      const answer = request.url === LIST_PATH ? list(body) : upsert(request, body)
      const reply = (): void => {
        send(response, answer)
        arrivals.last = now()
      }
      if (latency === 0) reply()
      else setTimeout(reply, latency)
    })
  })
  server.keepAliveTimeout = 60_000
  server.on('connection', () => (arrivals.connections += 1))

  function upsert(request: IncomingMessage, body: Buffer): Answer {
    if (request.url !== UPSERT_PATH) return { status: 404, body: '{}' }
    arrivals.upserts += 1
    bodies.push(body)
    return { status: 200, body: '{}' }
  }

  function list(body: Buffer): Answer {
    const { page_num: page, page_size: size } = JSON.parse(body.toString()) as ListRequest
    arrivals.lists += 1
    arrivals.pageSize = Math.max(arrivals.pageSize, size)
    return {
      status: 200,
      body: `{"items":[${entries()
        .slice((page - 1) * size, page * size)
        .join(',')}]}`
    }
  }

  /** One a name, the last that came; parsed only when somebody asks, so that delivering does not pay for it. */
  let known: { readonly of: number; readonly entries: readonly string[] } = { of: 0, entries: [] }
  function entries(): readonly string[] {
    if (known.of !== bodies.length) {
      const byName = new Map(bodies.map((body) => [(JSON.parse(body.toString()) as Entry).name, body]))
      const listed = [...byName.values()].map((body, at) => body.toString().replace('{', `{"id":"${at}",`))
      known = { of: bodies.length, entries: listed }
    }
    return known.entries
  }

  const { promise: listening, resolve, reject } = Promise.withResolvers<undefined>()
  server.once('error', reject)
  server.listen(0, '127.0.0.1', 1024, () => {
    resolve(undefined)
  })
  await listening
  const { port } = server.address() as AddressInfo

  return {
    url: `http://127.0.0.1:${port}`,
    get latency() {
      return latency
    },
    set latency(milliseconds) {
      latency = milliseconds
    },
    arrivals: () => ({ ...arrivals }),
    reset({ keep = false } = {}) {
      arrivals = { upserts: 0, lists: 0, connections: 0, first: 0, last: 0, pageSize: 0 }
      if (!keep) bodies = []
    },
    save: (file) => writeFile(file, JSON.stringify(bodies.map(String))),
    async [Symbol.asyncDispose]() {
      const { promise: closed, resolve: done } = Promise.withResolvers<undefined>()
      server.close(() => {
        done(undefined)
      })
      server.closeAllConnections()
      await closed
    }
  }
}

interface Answer {
  readonly status: number
  readonly body: string
}

function send(response: ServerResponse, { status, body }: Answer): void {
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
  response.writeHead(status, headers).end(body)
}

function receive(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  return new Promise((resolve) => {
    request.on('end', () => {
      resolve(Buffer.concat(chunks))
    })
  })
}

function now(): number {
  return performance.timeOrigin + performance.now()
}
