import { request } from 'node:http'
import { connect } from 'node:net'
import { buffer, text } from 'node:stream/consumers'
import { LIST_PATH, UPSERT_PATH } from '../service.ts'

/** One request exactly as given: the headers are pairs, so that one can be doubled or wrong. */
export interface RawRequest {
  readonly method?: string
  readonly headers?: readonly (readonly [string, string])[]
  readonly body?: string | Uint8Array | undefined
}

export interface RawAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly text: string
}

/** Below every client library, which would correct a request before it is sent. */
export function send(url: string, { method = 'GET', headers = [], body }: RawRequest = {}): Promise<RawAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<RawAnswer>()
  const { hostname, port, pathname, search, host } = new URL(url)
  const pairs: (readonly [string, string])[] = [...headers]
  if (!pairs.some(([name]) => name === 'Host')) pairs.unshift(['Host', host])
  if (body !== undefined) pairs.push(['Content-Length', String(Buffer.byteLength(body))])
  const options = { hostname, port, path: pathname + search, method, headers: pairs.flat(), agent: false as const }
  request(options, (answer) => {
    buffer(answer).then((bytes) => {
      resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text: bytes.toString() })
    }, reject)
  })
    .on('error', reject)
    .end(body)
  return promise
}

/** What a browser keeps of the answer to a sign-in link. */
export function sessionCookie(answer: RawAnswer): string {
  return ([answer.headers['set-cookie']].flat()[0] ?? '').split(';')[0] ?? ''
}

/** Sends a request without its end; the returned function sends the end, and gives all that is answered. */
export function beginRequest(url: string, path: string, token: string, body: string) {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${token}\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body.slice(0, 5)}`
  )
  return (): Promise<string> => {
    socket.write(body.slice(5))
    return text(socket)
  }
}

export interface Call {
  readonly token?: string
  readonly headers?: readonly (readonly [string, string])[]
  /** A string or bytes as they are, anything else as JSON. */
  readonly body?: unknown
  readonly method?: string
}

/** Calls the API. */
export function client(url: string) {
  async function call(path: string, { token, headers = [], body, method = 'POST' }: Call) {
    const pairs = [...headers]
    if (token !== undefined) pairs.push(['Authorization', `Bearer ${token}`])
    if (!pairs.some(([name]) => name === 'Content-Type')) pairs.push(['Content-Type', 'application/json'])
    const bytes = typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body)
    const answer = await send(url + path, { method, headers: pairs, body: bytes })
    const isJson = answer.headers['content-type'] === 'application/json'
    return { ...answer, json: isJson ? (JSON.parse(answer.text) as Record<string, unknown>) : {} }
  }

  return {
    call,
    list: (token: string, page_num: unknown = 1, page_size: unknown = 100) =>
      call(LIST_PATH, { token, body: { page_num, page_size } }),
    upsert: (token: string, name: unknown, content: unknown) => call(UPSERT_PATH, { token, body: { name, content } })
  }
}
