import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { openRateLimit, type RateLimitOptions } from '../../service/rate-limit.ts'
import { LIST_PATH } from '../../service/service.ts'

export interface ServiceOptions {
  /** Milliseconds before each answer. */
  readonly latency?: number
  readonly rateLimit?: RateLimitOptions
  /** Whether a 429 has the header. */
  readonly retryAfter?: boolean
  /** Whether the list shows what was sent. */
  readonly stores?: boolean
}

/** The least service that there can be: accepts every upsert, and costs as little CPU as possible. */
export class BenchService implements AsyncDisposable {
  /** Bodies of the accepted upserts. */
  bodies: string[] = []
  /** Entries that the list shows, by name; undefined where there is no list. */
  listed: Map<string, unknown> | undefined
  /** Requests for a page of it. */
  lists = 0
  /** By `performance.now()`: the first request, and the last answer. */
  first = 0
  last = 0
  readonly #options: ServiceOptions
  readonly #limit
  readonly #server = createServer((request, response) => void this.#receive(request, response))

  private constructor(options: ServiceOptions) {
    this.#options = options
    this.listed = options.stores === true ? new Map() : undefined
    this.#limit = openRateLimit(options.rateLimit)
    this.#server.keepAliveTimeout = 60_000
  }

  static async start(options: ServiceOptions = {}): Promise<BenchService> {
    const service = new BenchService(options)
    service.#server.listen(0, '127.0.0.1')
    await once(service.#server, 'listening')
    return service
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  reset(): void {
    this.bodies = []
    if (this.#options.stores === true) this.listed = new Map()
    this.first = this.last = 0
  }

  /**
   * Milliseconds from the first request to the last answer.
   *
   * @throws {Error} unless each of `count` entries was sent exactly once.
   */
  delivered(count: number): number {
    const names = new Set(this.bodies.map((body) => (JSON.parse(body) as { name: string }).name))
    if (names.size === count && this.bodies.length === count) return this.last - this.first
    throw new Error(`${this.bodies.length} upserts of ${names.size} entries instead of ${count}`)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.close()
    this.#server.closeAllConnections()
    await once(this.#server, 'close')
  }

  async #receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (this.first === 0) this.first = performance.now()
    const body = (await buffer(request)).toString()
    const { latency = 0 } = this.#options
    if (latency > 0) await sleep(latency)
    const { status = 200, ...answer } = this.#answerOf(request.url, body)
    const headers = status === 429 && this.#options.retryAfter === true ? { 'retry-after': '1' } : {}
    response.writeHead(status, { ...headers, 'content-type': 'application/json' }).end(JSON.stringify(answer))
    this.last = performance.now()
  }

  #answerOf(path: string | undefined, body: string): { readonly status?: number; readonly items?: readonly unknown[] } {
    try {
      this.#limit.take('')
    } catch {
      return { status: 429 }
    }
    if (path !== LIST_PATH) {
      this.bodies.push(body)
      const entry = JSON.parse(body) as { readonly name: string }
      if (this.#options.stores === true) this.listed?.set(entry.name, entry)
      return {}
    }
    const { page_num: page, page_size: size } = JSON.parse(body) as { page_num: number; page_size: number }
    this.lists++
    const items = this.listed && [...this.listed.values()].slice((page - 1) * size, page * size)
    return items === undefined ? {} : { items }
  }
}
