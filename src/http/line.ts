import { gunzipSync } from 'node:zlib'
import type { Dispatcher } from 'undici'
import Pool from 'undici/lib/dispatcher/pool.js'
import { Failure } from '../failures.ts'
import type { Secret } from '../secret.ts'
import { proxyFor } from './proxy.ts'

/** An error's answer is read this far: enough for what a person needs of it. */
const ERROR_BYTES = 16 * 1024

/** An answer, as far as it was read. */
export interface Answer {
  readonly status: number
  /** Names in lower case. */
  readonly headers: ReadonlyMap<string, string>
  readonly text: string
  /** True when there was more than was asked for. */
  readonly cut: boolean
}

export interface Request {
  readonly method: 'GET' | 'POST'
  /** Below the base address, with a leading slash. */
  readonly path: string
  /** JSON; as bytes where it may be large, for undici makes bytes of it anyway and text would be held besides. */
  readonly body?: string | Buffer
  /** How many bytes of a 2xx answer to read; the rest is dropped together with its connection. */
  readonly limit: number
}

export interface LineOptions {
  readonly baseUrl: string
  readonly token: Secret
  readonly connections: number
  /** Milliseconds for one exchange, from the first try to connect to the answer's last byte. */
  readonly timeout: number
}

/** No complete answer within the time for one exchange. */
export class DeadlineError extends Error {
  readonly code = 'DEADLINE'
}

/**
 * The connections to one API that speaks JSON: one HTTP exchange at a time on each, kept alive between them, which keeps
 * no process alive. It follows no redirect, tries nothing again, bounds the time and the bytes of every answer, and trusts
 * the certificates that Node trusts (`NODE_EXTRA_CA_CERTS` included).
 */
export class Line implements AsyncDisposable {
  readonly #dispatcher: Dispatcher
  readonly #options: LineOptions
  readonly #base: URL
  #aborted: Error | undefined

  private constructor(dispatcher: Dispatcher, base: URL, options: LineOptions) {
    this.#dispatcher = dispatcher
    this.#base = base
    this.#options = options
  }

  static async open(options: LineOptions): Promise<Line> {
    const base = new URL(options.baseUrl)
    return new Line(await dispatcherFor(base, options), base, options)
  }

  /**
   * Ends every exchange that is under way; each rejects with `reason`, and so does every later one. There is no set of them
   * to go through: what is added to and deleted from one for ever makes the engine keep what was in it, for a while.
   */
  abort(reason: Error): void {
    this.#aborted ??= reason
    void this.#dispatcher.destroy()
  }

  /** @throws what undici throws, a `DeadlineError`, or the reason given to `abort`. */
  send({ method, path, body, limit }: Request): Promise<Answer> {
    const { timeout, token } = this.#options
    const request = {
      origin: this.#base.origin,
      path: this.#base.pathname.replace(/\/+$/, '') + path,
      method,
      headers: {
        authorization: `Bearer ${token.reveal()}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        accept: 'application/json',
        // GitHub's lists are a tenth of their size packed; of what the service answers only the beginning may be read.
        'accept-encoding': method === 'GET' ? 'gzip' : 'identity',
        'user-agent': 'runbook-sync'
      },
      ...(body !== undefined && { body })
    }
    return new Promise((resolve, reject) => {
      // undici cannot abort a request that still waits for its connection, hence the own state.
      let abort: ((reason: Error) => void) | undefined
      let over: Error | undefined
      const deadline = setTimeout(() => {
        over = new DeadlineError(`no complete answer within ${timeout / 1000} s`)
        abort?.(over)
        reject(over)
      }, timeout)

      let status = 0
      let headers = new Map<string, string>()
      const chunks: Buffer[] = []
      let size = 0
      let most = ERROR_BYTES
      const answer = (cut: boolean): void => {
        clearTimeout(deadline)
        const bytes = Buffer.concat(chunks)
        const text =
          headers.get('content-encoding') === 'gzip' ? unpacked(bytes, most) : new TextDecoder().decode(bytes)
        resolve({ status, headers, cut, text })
      }
      this.#dispatcher.dispatch(request, {
        onConnect: (stop: (reason?: Error) => void) => {
          abort = stop
          if (over !== undefined) stop(over)
        },
        onHeaders: (code, raw) => {
          status = code
          headers = headersOf(raw)
          if (code >= 200 && code < 300) most = limit
          return true
        },
        onData: (chunk) => {
          const room = most - size
          size += chunk.length
          chunks.push(size > most ? chunk.subarray(0, room) : chunk)
          if (size > most) {
            answer(true)
            abort?.(new Error('The rest of the answer is not needed.'))
          }
          return true
        },
        onComplete: () => {
          answer(false)
        },
        onError: (error) => {
          clearTimeout(deadline)
          reject(this.#aborted ?? error)
        }
      })
    })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#dispatcher.destroy()
  }
}

async function dispatcherFor(base: URL, { connections, timeout }: LineOptions): Promise<Dispatcher> {
  const options = { connections, headersTimeout: 0, bodyTimeout: 0, connect: { timeout } }
  const proxy = proxyFor(base, process.env)
  if (proxy === undefined) return new Pool(base.origin, options)
  if (!URL.canParse(proxy) || !/^https?:$/.test(new URL(proxy).protocol)) {
    // Not shown: it may hold a password.
    throw new Failure(
      'input',
      `The environment variable \`https_proxy\` is not the address of an http proxy, and ${base.host} is to be reached through it.`,
      'Correct it, for example `http://proxy.example.com:3128`, or add the host to `no_proxy`.'
    )
  }
  const { ProxyAgent } = await import('undici')
  return new ProxyAgent({ ...options, uri: proxy })
}

/** Nothing where it is damaged, or more than `limit` bytes. */
function unpacked(bytes: Buffer, limit: number): string {
  try {
    return gunzipSync(bytes, { maxOutputLength: limit }).toString()
  } catch {
    return ''
  }
}

function headersOf(raw: readonly Buffer[]): Map<string, string> {
  const headers = new Map<string, string>()
  for (let i = 0; i + 1 < raw.length; i += 2) {
    headers.set(String(raw[i]).toLowerCase(), raw[i + 1]?.toString('latin1') ?? '')
  }
  return headers
}
