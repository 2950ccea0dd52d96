import { getProxyUrl } from '@actions/http-client/lib/proxy'
import { brotliDecompressSync, unzipSync, type ZlibOptions } from 'node:zlib'
import { errors, Pool, ProxyAgent, type Dispatcher } from 'undici'
import type { Secret } from '../errors.ts'
import type { Inputs } from '../inputs.ts'

/** Bytes. A page of tiny values takes twenty times as much memory as it has bytes. */
export const MAX_ANSWER = 8 * 1024 * 1024
/** Milliseconds; a firewall that drops packets is told apart from a service that is slow. */
const CONNECT_TIMEOUT = 10_000

/** An answer of the service. */
export interface HttpResponse {
  /** That was asked. */
  readonly url: string
  readonly status: number
  /** Of a header, its first value; empty where there is none. */
  readonly header: (name: string) => string
  readonly body: HttpBody
}

export type HttpBody =
  | { readonly kind: 'text'; readonly text: string }
  /** More than `MAX_ANSWER`. */
  | { readonly kind: 'too-large' }
  /** The content encoding is unknown, or the content does not conform to it. */
  | { readonly kind: 'damaged'; readonly encoding: string }

export interface ConnectionOptions extends Pick<Inputs, 'concurrency' | 'timeout'> {
  readonly token: Secret
  /** Without a trailing slash. */
  readonly baseUrl: string
}

/** HTTP to the service: no redirects, no retries, every answer bounded in time and bytes. */
export class Connection implements AsyncDisposable {
  /** Of the service, with its port. */
  readonly host: string
  /** What is connected to, for messages: the host, or the proxy. */
  readonly peer: string
  readonly #url: URL
  readonly #dispatcher: Dispatcher
  readonly #options: ConnectionOptions

  constructor(options: ConnectionOptions) {
    const { baseUrl, concurrency, timeout } = options
    const url = new URL(baseUrl)
    this.#url = url
    // The deadline of an attempt replaces undici's own, of which none ends a slow trickle.
    const connect = { timeout: Math.min(timeout, CONNECT_TIMEOUT) }
    const limits = { headersTimeout: 0, bodyTimeout: 0, maxResponseSize: MAX_ANSWER }
    const settings = { ...limits, connections: concurrency, connect }
    const proxy = getProxyUrl(url)
    this.#dispatcher =
      proxy === undefined
        ? new Pool(url.origin, settings)
        : new ProxyAgent({ ...settings, ...credentialsOf(proxy), uri: proxy.origin })
    this.host = url.host
    this.peer = proxy === undefined ? url.host : `the proxy ${proxy.host}`
    this.#options = options
  }

  /**
   * Sends one request.
   *
   * @param path below the base address, with a leading slash.
   * @param json the body.
   * @throws what undici throws; a `TimeoutError` after the deadline.
   */
  async post(path: string, json: unknown): Promise<HttpResponse> {
    const { token, timeout } = this.#options
    const { origin, pathname } = this.#url
    // `AbortSignal.timeout` would stay in memory long after the request.
    const controller = new AbortController()
    const { promise: stopped, reject } = Promise.withResolvers<never>()
    stopped.catch(() => undefined)
    const timer = setTimeout(() => {
      const error = new DOMException('The deadline has passed.', 'TimeoutError')
      controller.abort(error)
      reject(error)
    }, timeout)
    try {
      const answer = this.#dispatcher.request({
        origin,
        path: pathname.replace(/\/$/, '') + path,
        method: 'POST',
        headers: {
          authorization: `Bearer ${token.reveal()}`,
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
      const content = await readBody(body, header('content-encoding').toLowerCase())
      return { url: this.#options.baseUrl + path, status: statusCode, header, body: content }
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

/** Content encodings. Some services and proxies use one although the request asks for none. */
const DECODERS = new Map<string, (bytes: Uint8Array, options: ZlibOptions) => Uint8Array>([
  ['', (bytes) => bytes],
  ['identity', (bytes) => bytes],
  ['gzip', unzipSync],
  ['x-gzip', unzipSync],
  ['deflate', unzipSync],
  ['br', brotliDecompressSync]
])

async function readBody(body: Dispatcher.ResponseData['body'], encoding: string): Promise<HttpBody> {
  const bytes = await body.bytes().catch((error: unknown) => {
    if (error instanceof errors.ResponseExceededMaxSizeError) return undefined
    throw error
  })
  if (bytes === undefined) return { kind: 'too-large' }
  try {
    const content = DECODERS.get(encoding)?.(bytes, { maxOutputLength: MAX_ANSWER })
    return content === undefined
      ? { kind: 'damaged', encoding }
      : { kind: 'text', text: Buffer.from(content).toString() }
  } catch (error) {
    const isTooLarge = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE'
    return isTooLarge ? { kind: 'too-large' } : { kind: 'damaged', encoding }
  }
}
