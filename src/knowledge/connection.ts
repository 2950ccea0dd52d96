import { getProxyUrl } from '@actions/http-client/lib/proxy'
import type { Readable } from 'node:stream'
import { Pool, ProxyAgent, type Dispatcher } from 'undici'
import type { Secret } from '../secret.ts'
import { HINTS, networkError, RequestError } from './failures.ts'

/** Milliseconds for one attempt. Gateways give up after 30 to 60 s, so that a later answer seldom comes. */
const ATTEMPT_TIMEOUT = 30_000
/** Milliseconds for a connection; a firewall that drops packets is told apart from a service that is slow. */
const CONNECT_TIMEOUT = 10_000
/** A page of tiny values takes twenty times as much memory as it has bytes. */
const MAX_ANSWER_BYTES = 8 * 1024 * 1024
/** What is read of an answer other than 2xx, in bytes and milliseconds: its status says enough, even if the body never ends. */
const MAX_ERROR_BYTES = 16 * 1024
const MAX_ERROR_TIME = 1000

/** An answer of the service. */
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
  /** The service with its port, and what is connected to: the service, or the proxy. */
  readonly #names: { readonly host: string; readonly peer: string }
  readonly #dispatcher: Dispatcher
  readonly #token: Secret
  readonly #baseUrl: string
  readonly #timeout: number

  constructor({ token, baseUrl, concurrency = CONCURRENCY, timeout = ATTEMPT_TIMEOUT }: ClientOptions) {
    this.#token = token
    this.#baseUrl = baseUrl
    this.#timeout = timeout
    const url = new URL(baseUrl)
    const settings = {
      connections: concurrency,
      // The deadline of an attempt replaces undici's own, of which none ends a slow trickle.
      headersTimeout: 0,
      bodyTimeout: 0,
      connect: { timeout: CONNECT_TIMEOUT }
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
   * @throws {RequestError} if there is no complete answer, or a 2xx answer is too large or encoded.
   */
  async post(path: string, json: unknown): Promise<HttpResponse> {
    const url = new URL(this.#baseUrl + path)
    // `AbortSignal.timeout` would stay in memory long after the request.
    const controller = new AbortController()
    const { promise: late, reject } = Promise.withResolvers<never>()
    const timer = setTimeout(() => {
      const message = `The service gave no complete answer within ${this.#timeout / 1000} s.`
      const error = new RequestError('service-failing', message, HINTS.works, { retryable: true })
      controller.abort(error)
      reject(error)
    }, this.#timeout)
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
    try {
      // undici aborts no request that waits for the connection through a proxy.
      return await Promise.race([answer.then((data) => readAnswer(url.href, data)), late])
    } catch (error) {
      throw error instanceof RequestError ? error : networkError(error, this.#names)
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

async function readAnswer(
  url: string,
  { statusCode: status, headers, body }: Dispatcher.ResponseData
): Promise<HttpResponse> {
  const header = (name: string): string => [headers[name]].flat()[0] ?? ''
  if (status < 200 || status >= 300) return { url, status, header, text: await readError(body) }
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of body as AsyncIterable<Buffer>) {
    size += chunk.length
    // Leaving the loop destroys the stream, and with it the connection.
    if (size > MAX_ANSWER_BYTES) {
      const message = `The answer (HTTP ${status}) is larger than ${MAX_ANSWER_BYTES / 2 ** 20} MiB and was not read.`
      const hint = 'Check `base-url`, or ask the people who run the service.'
      throw new RequestError('service-failing', message, hint, { tooLarge: true })
    }
    chunks.push(chunk)
  }
  const encoding = header('content-encoding')
  // The request accepts none.
  if (size > 0 && !/^(?:identity)?$/i.test(encoding)) {
    const message = `The service encoded its answer (${encoding}, HTTP ${status}), which the request does not accept.`
    throw new RequestError('service-failing', message, 'Ask the people who run the service or the network in between.')
  }
  return { url, status, header, text: Buffer.concat(chunks).toString() }
}

/** The beginning of a body, as far as it arrives in time. */
async function readError(body: Readable): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  const timer = setTimeout(() => body.destroy(), MAX_ERROR_TIME)
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      chunks.push(chunk)
      size += chunk.length
      if (size > MAX_ERROR_BYTES) break
    }
  } catch {
    // What has arrived is enough.
  } finally {
    clearTimeout(timer)
  }
  return Buffer.concat(chunks).subarray(0, MAX_ERROR_BYTES).toString()
}
