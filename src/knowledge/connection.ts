import { getProxyUrl } from '@actions/http-client/lib/proxy'
import { setTimeout as delay } from 'node:timers/promises'
import { brotliDecompressSync, unzipSync, type ZlibOptions } from 'node:zlib'
import { Pool, ProxyAgent, type Dispatcher } from 'undici'
import type { Secret } from '../secret.ts'
import { networkError } from './failures.ts'
import { TIMES } from './times.ts'

/** Bytes that are read of an answer other than 2xx. */
const MAX_ERROR_BYTES = 16 * 1024

/** An answer of the service. */
export interface HttpResponse {
  /** The address of the request. */
  readonly url: string
  readonly status: number
  /** The first value of a header; empty if there is none. */
  readonly header: (name: string) => string
  readonly body:
    | { readonly kind: 'text'; readonly text: string }
    /** More than the limit in bytes. */
    | { readonly kind: 'too-large'; readonly limit: number }
    /** The content encoding is unknown, or the content does not conform to it. */
    | { readonly kind: 'damaged'; readonly encoding: string }
}

/** Requests in flight at most. */
export const CONCURRENCY = 8

export interface ClientOptions {
  readonly token: Secret
  /** Without a trailing slash. */
  readonly baseUrl: string
  /** Requests in flight at most; tests also need others than `CONCURRENCY`. */
  readonly concurrency?: number
  /** Cancels the run. */
  readonly signal: AbortSignal
  /** Gets a line for each request: path, status and time, never headers or bodies. */
  readonly trace: (line: string) => unknown
  readonly onProgress?: ((message: string) => void) | undefined
  /** Milliseconds for one attempt; tests cannot wait for 30 s. */
  readonly timeout?: number
}

/** HTTP to the service: no redirects, no retries, every answer bounded in time and bytes. */
export class Connection implements AsyncDisposable {
  /** The service with its port, and what is connected to: the service, or the proxy. */
  readonly #names: { readonly host: string; readonly peer: string }
  readonly #dispatcher: Dispatcher
  readonly #token: Secret
  readonly #baseUrl: string
  readonly #timeout: number

  constructor({ token, baseUrl, concurrency = CONCURRENCY, timeout = TIMES.attempt }: ClientOptions) {
    this.#token = token
    this.#baseUrl = baseUrl
    this.#timeout = timeout
    const url = new URL(baseUrl)
    // The deadline of an attempt replaces undici's own, of which none ends a slow trickle.
    const settings = {
      connections: concurrency,
      headersTimeout: 0,
      bodyTimeout: 0,
      connect: { timeout: TIMES.connect }
    }
    const proxy = getProxyUrl(url)
    this.#dispatcher =
      proxy === undefined
        ? new Pool(url.origin, settings)
        : new ProxyAgent({ ...settings, ...credentialsOf(proxy), uri: proxy.origin })
    this.#names = { host: url.host, peer: proxy === undefined ? url.host : `the proxy ${proxy.host}` }
  }

  /**
   * Sends one request.
   *
   * @param path below the base address, with a leading slash.
   * @param json the body.
   * @param limit bytes that are read of a 2xx answer.
   * @throws {RequestError} if there is no complete answer.
   */
  async post(path: string, json: unknown, limit: number): Promise<HttpResponse> {
    const url = new URL(this.#baseUrl + path)
    // `AbortSignal.timeout` would stay in memory long after the request.
    const controller = new AbortController()
    const { promise: stopped, reject } = Promise.withResolvers<never>()
    stopped.catch(() => undefined)
    const timer = setTimeout(() => {
      const error = new DOMException('The deadline has passed.', 'TimeoutError')
      controller.abort(error)
      reject(error)
    }, this.#timeout)
    try {
      const answer = this.#dispatcher.request({
        origin: url.origin,
        path: url.pathname,
        method: 'POST',
        headers: {
          authorization: `Bearer ${this.#token.reveal()}`,
          'content-type': 'application/json',
          accept: 'application/json',
          'accept-encoding': 'identity',
          'user-agent': 'runbook-sync'
        },
        body: JSON.stringify(json),
        signal: controller.signal
      })
      // undici aborts no request that waits for the connection through a proxy.
      const { statusCode, headers, body } = await Promise.race([answer, stopped])
      const header = (name: string): string => {
        const value = headers[name]
        return (typeof value === 'string' ? value : value?.[0]) ?? ''
      }
      const isSuccess = statusCode >= 200 && statusCode < 300
      const reading = readBody(body, isSuccess ? limit : MAX_ERROR_BYTES)
      // The status line of an error says enough, even if the body is damaged, or never ends after a 401.
      const none = Buffer.alloc(0)
      const whole = isSuccess ? reading : reading.catch(() => none)
      const bytes = await (statusCode === 401 ? Promise.race([whole, delay(1000, none, { ref: false })]) : whole)
      const encoding = header('content-encoding')
      const content = bytes === undefined ? { kind: 'too-large' as const, limit } : decode(bytes, encoding, limit)
      return { url: url.href, status: statusCode, header, body: content }
    } catch (error) {
      throw networkError(error, this.#names, this.#timeout)
    } finally {
      clearTimeout(timer)
    }
  }

  /** Ends all requests; their promises reject. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#dispatcher.destroy()
  }
}

/** Credentials of the URL are percent-encoded; `getProxyUrl` has decoded them. */
function credentialsOf({ username, password }: URL): { token?: string } {
  if (username === '') return {}
  return { token: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}` }
}

/** Undefined for more than `limit` bytes. */
async function readBody(body: AsyncIterable<Buffer>, limit: number): Promise<Buffer | undefined> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of body) {
    size += chunk.length
    // Leaving the loop destroys the stream, and with it the connection.
    if (size > limit) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** Content encodings. Some services and proxies use one although the request asks for none. */
const DECODERS = new Map<string, (bytes: Buffer, options: ZlibOptions) => Buffer>([
  ['', (bytes) => bytes],
  ['identity', (bytes) => bytes],
  ['gzip', unzipSync],
  ['x-gzip', unzipSync],
  ['deflate', unzipSync],
  ['br', brotliDecompressSync]
])

function decode(bytes: Buffer, encoding: string, limit: number): HttpResponse['body'] {
  // Nothing conforms to every encoding.
  if (bytes.length === 0) return { kind: 'text', text: '' }
  try {
    const content = DECODERS.get(encoding.toLowerCase())?.(bytes, { maxOutputLength: limit })
    return content === undefined ? { kind: 'damaged', encoding } : { kind: 'text', text: content.toString() }
  } catch (error) {
    const isTooLarge = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE'
    return isTooLarge ? { kind: 'too-large', limit } : { kind: 'damaged', encoding }
  }
}
