import { getProxyUrl } from '@actions/http-client/lib/proxy'
import { promisify } from 'node:util'
import { brotliDecompress, unzip } from 'node:zlib'
import { Pool, ProxyAgent, type Dispatcher } from 'undici'
import type { Secret } from '../errors.ts'

/** Bytes that are read of an answer other than 2xx. */
const MAX_ERROR_BYTES = 16 * 1024
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
  /** More than the limit in bytes. */
  | { readonly kind: 'too-large'; readonly limit: number }
  /** The content encoding is unknown, or the content does not conform to it. */
  | { readonly kind: 'damaged'; readonly encoding: string }

export interface ConnectionOptions {
  readonly token: Secret
  /** Without a trailing slash. */
  readonly baseUrl: string
  /** Connections, and so requests in flight. */
  readonly concurrency: number
  /** Milliseconds for one attempt, from the connection to the last byte. */
  readonly timeout: number
}

/** HTTP to the service: no redirects, no retries, every answer bounded in time and bytes. */
export class Connection implements AsyncDisposable {
  /** Of the service, with its port. */
  readonly host: string
  /** What is connected to, for messages: the host, or the proxy. */
  readonly peer: string
  readonly #dispatcher: Dispatcher
  readonly #origin: string
  readonly #basePath: string
  readonly #options: ConnectionOptions

  constructor(options: ConnectionOptions) {
    const { baseUrl, concurrency, timeout } = options
    const url = new URL(baseUrl)
    // The deadline of an attempt replaces undici's own, of which none ends a slow trickle.
    const connect = { timeout: Math.min(timeout, CONNECT_TIMEOUT) }
    const settings = { connections: concurrency, headersTimeout: 0, bodyTimeout: 0, connect }
    const proxy = getProxyUrl(url)
    this.#dispatcher =
      proxy === undefined ? new Pool(url.origin, settings) : new ProxyAgent(proxySettings(proxy, settings))
    this.host = url.host
    this.peer = proxy === undefined ? url.host : `the proxy ${proxy.host}`
    this.#origin = url.origin
    this.#basePath = url.pathname.replace(/\/+$/, '')
    this.#options = options
  }

  /**
   * Sends one request.
   *
   * @param path below the base address, with a leading slash.
   * @param json the body.
   * @param limit bytes that are read of a 2xx answer.
   * @param signal aborts; the promise then rejects with its reason.
   * @throws what undici throws; a `TimeoutError` after the deadline.
   */
  async post(path: string, json: unknown, limit: number, signal: AbortSignal): Promise<HttpResponse> {
    const { token, timeout } = this.#options
    const { statusCode, headers, body } = await this.#dispatcher.request({
      origin: this.#origin,
      path: this.#basePath + path,
      method: 'POST',
      headers: {
        authorization: `Bearer ${token.reveal()}`,
        'content-type': 'application/json',
        accept: 'application/json',
        'accept-encoding': 'identity',
        'user-agent': 'runbook-sync'
      },
      body: JSON.stringify(json),
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeout)])
    })
    const header = (name: string): string => {
      const value = headers[name]
      return (typeof value === 'string' ? value : value?.[0]) ?? ''
    }
    const isSuccess = statusCode >= 200 && statusCode < 300
    const content = await readBody(body, isSuccess ? limit : MAX_ERROR_BYTES)
    const url = `${this.#origin}${this.#basePath}${path}`
    const decoded = await decode(content, header('content-encoding').toLowerCase(), limit)
    return { url, status: statusCode, header, body: decoded }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#dispatcher.destroy()
  }
}

type PoolSettings = ConstructorParameters<typeof Pool>[1]

/** Credentials of the URL are percent-encoded; `getProxyUrl` has decoded them. */
function proxySettings(proxy: URL, settings: PoolSettings): ProxyAgent.Options {
  const credentials = Buffer.from(`${proxy.username}:${proxy.password}`).toString('base64')
  const token = proxy.username === '' ? {} : { token: `Basic ${credentials}` }
  return { ...settings, ...token, uri: proxy.origin }
}

async function readBody(body: AsyncIterable<Buffer>, limit: number): Promise<{ bytes: Buffer; complete: boolean }> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of body) {
    size += chunk.length
    // Leaving the loop destroys the stream, and with it the connection.
    if (size > limit) return { bytes: Buffer.concat(chunks), complete: false }
    chunks.push(chunk)
  }
  return { bytes: Buffer.concat(chunks), complete: true }
}

const unzipAsync = promisify(unzip)
const brotliAsync = promisify(brotliDecompress)

async function decode(
  { bytes, complete }: { bytes: Buffer; complete: boolean },
  encoding: string,
  limit: number
): Promise<HttpBody> {
  if (encoding === '' || encoding === 'identity') {
    return complete ? { kind: 'text', text: bytes.toString() } : { kind: 'too-large', limit }
  }
  try {
    const options = { maxOutputLength: limit }
    const isZip = /^(?:x-gzip|gzip|deflate)$/.test(encoding)
    if (!complete || (!isZip && encoding !== 'br')) return { kind: 'damaged', encoding }
    const text = isZip ? await unzipAsync(bytes, options) : await brotliAsync(bytes, options)
    return { kind: 'text', text: text.toString() }
  } catch {
    return { kind: 'damaged', encoding }
  }
}
