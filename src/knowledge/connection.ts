import { getProxyUrl } from '@actions/http-client/lib/proxy'
import { Pool, ProxyAgent, type Dispatcher } from 'undici'
import type { Secret } from '../secret.ts'
import { HINTS, networkError, RequestError, type Hosts } from './failures.ts'

/** Milliseconds for one attempt. Gateways give up after 30 to 60 s, so that a later answer seldom comes. */
const ATTEMPT_TIMEOUT = 30_000
/** Milliseconds for a connection; a firewall that drops packets is told apart from a service that is slow. */
const CONNECT_TIMEOUT = 10_000
/** A page of tiny values takes twenty times as much memory as it has bytes. */
const MAX_ANSWER_BYTES = 8 * 1024 * 1024
/** Bytes that are read of an answer other than 2xx: its status says enough. */
const MAX_ERROR_BYTES = 16 * 1024

export interface HttpResponse {
  /** The address of the request. */
  readonly url: string
  readonly status: number
  /** The first value of a header; empty if there is none. */
  readonly header: (name: string) => string
  /** The body; the beginning of it if the status is not 2xx. */
  readonly text: string
}

/** Requests in flight at most. */
export const CONCURRENCY = 8

export interface ClientOptions {
  readonly token: Secret
  /** Without a trailing slash. */
  readonly baseUrl: string
  /** Requests in flight at most; tests also need others than `CONCURRENCY`. */
  readonly concurrency?: number
  /** Ends the run; its reason is an `ActionError`. */
  readonly signal: AbortSignal
  /** Gets a line for each request: path, status and time, never headers or bodies. */
  readonly trace: (line: string) => unknown
  readonly onProgress?: ((message: string) => void) | undefined
  /** Milliseconds for one attempt; tests cannot wait for 30 s. */
  readonly timeout?: number
}

/** HTTP to the service: no redirects, no retries, every answer bounded in time and bytes. */
export class Connection implements AsyncDisposable {
  readonly #hosts: Hosts
  readonly #dispatcher: Dispatcher
  readonly #options: ClientOptions

  constructor(options: ClientOptions) {
    this.#options = options
    const url = new URL(options.baseUrl)
    const settings = {
      connections: options.concurrency ?? CONCURRENCY,
      // It fails in ways of its own, and eight requests at a time gain nothing by it.
      allowH2: false,
      // The deadline of an attempt replaces undici's own, of which none ends a slow trickle.
      headersTimeout: 0,
      bodyTimeout: 0,
      connect: { timeout: CONNECT_TIMEOUT }
    }
    const proxy = getProxyUrl(url)
    this.#dispatcher =
      proxy === undefined ? new Pool(url.origin, settings) : new ProxyAgent({ ...settings, uri: proxy.href })
    this.#hosts = { host: url.host, peer: proxy === undefined ? url.host : `the proxy ${proxy.host}` }
  }

  /**
   * Sends one request.
   *
   * @param path below the base address, with a leading slash.
   * @param json the body; undefined for `GET`.
   * @throws {RequestError} if there is no complete answer, or a 2xx answer is too large.
   */
  async request(method: 'GET' | 'POST', path: string, json?: unknown): Promise<HttpResponse> {
    const { token, baseUrl, timeout = ATTEMPT_TIMEOUT } = this.#options
    const url = new URL(baseUrl + path)
    // `AbortSignal.timeout` would stay in memory long after the request.
    const controller = new AbortController()
    const { promise: late, reject } = Promise.withResolvers<never>()
    const timer = setTimeout(() => {
      const message = `The service gave no complete answer within ${timeout / 1000} s.`
      const error = new RequestError('service-failing', message, HINTS.works, { retryable: true })
      controller.abort(error)
      reject(error)
    }, timeout)
    const answer = this.#dispatcher.request({
      origin: url.origin,
      path: url.pathname,
      method,
      headers: {
        authorization: `Bearer ${token.reveal()}`,
        ...(json !== undefined && { 'content-type': 'application/json' }),
        accept: 'application/json',
        'accept-encoding': 'identity',
        'user-agent': 'runbook-sync'
      },
      body: json === undefined ? null : JSON.stringify(json),
      signal: controller.signal
    })
    try {
      // undici aborts no request that waits for the connection through a proxy.
      return await Promise.race([answer.then((data) => readAnswer(url.href, data)), late])
    } catch (error) {
      throw error instanceof RequestError ? error : networkError(error, this.#hosts)
    } finally {
      clearTimeout(timer)
    }
  }

  /** Ends all requests; their promises reject. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#dispatcher.destroy()
  }
}

async function readAnswer(
  url: string,
  { statusCode: status, headers, body }: Dispatcher.ResponseData
): Promise<HttpResponse> {
  const isSuccess = status >= 200 && status < 300
  const max = isSuccess ? MAX_ANSWER_BYTES : MAX_ERROR_BYTES
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      chunks.push(chunk)
      size += chunk.length
      // Leaving the loop destroys the stream, and with it the connection.
      if (size > max) break
    }
  } catch (error) {
    // Of an error, what has arrived is enough.
    if (isSuccess) throw error
  }
  if (isSuccess && size > max) {
    const message = `The answer (HTTP ${status}) is larger than ${max / 2 ** 20} MiB and was not read.`
    const hint = 'Check `base-url`, or ask the people who run the service.'
    throw new RequestError('service-failing', message, hint, { tooLarge: true })
  }
  const header = (name: string): string => [headers[name]].flat()[0] ?? ''
  return { url, status, header, text: Buffer.concat(chunks).subarray(0, max).toString() }
}
