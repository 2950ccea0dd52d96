import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { openRateLimit, type RateLimitOptions } from './rate-limit.ts'
import { LIST_PATH } from '../../service/service.ts'

export interface ServiceOptions {
  readonly rateLimit?: RateLimitOptions
  /** Whether a 429 has the header. */
  readonly retryAfter?: boolean
}

/** Rows of a page as the Action asks for it. */
const PAGE_SIZE = 100

/**
 * The least service that there can be: stores and lists what was sent, and costs as little CPU as possible, because it shares two
 * cores with what is measured.
 */
export class BenchService implements AsyncDisposable {
  /** Milliseconds before each answer. */
  latency = 0
  /** Bodies of the accepted upserts. */
  bodies: string[] = []
  /** By `performance.now()`: the first upsert, and the last answer to one. */
  first = 0
  last = 0
  /** By name, the body of the last upsert. */
  #entries = new Map<string, string>()
  /** The same as the list shows it, and the answers with these rows, by number and size of the page. */
  #rows: string[] = []
  readonly #pages = new Map<string, Buffer>()
  readonly #options: ServiceOptions
  readonly #isAllowed: () => boolean
  readonly #server = createServer((request, response) => void this.#receive(request, response))

  private constructor(options: ServiceOptions) {
    this.#options = options
    this.#isAllowed = options.rateLimit === undefined ? () => true : openRateLimit(options.rateLimit)
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

  get stored(): ReadonlyMap<string, string> {
    return this.#entries
  }

  /** Forgets what it received, has these entries (by name, the body of an upsert), and makes ready what it will answer. */
  clear(entries: Iterable<readonly [name: string, body: string]> = []): void {
    this.bodies = []
    this.#entries = new Map(entries)
    this.#rows = Array.from(this.#entries, rowOf)
    this.#pages.clear()
    for (let page = 1; page <= Math.ceil(this.#rows.length / PAGE_SIZE); page++) this.#page(page, PAGE_SIZE)
    this.first = this.last = 0
  }

  /**
   * Milliseconds from the first upsert to the last answer to one.
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
    const isUpsert = request.url !== LIST_PATH
    if (isUpsert && this.first === 0) this.first = performance.now()
    const body = (await buffer(request)).toString()
    if (this.latency > 0) await sleep(this.latency)
    const answer = this.#answerOf(isUpsert, body)
    const status = answer === undefined ? 429 : 200
    const headers = status === 429 && this.#options.retryAfter === true ? { 'retry-after': '1' } : {}
    response.writeHead(status, { ...headers, 'content-type': 'application/json' }).end(answer)
    if (isUpsert) this.last = performance.now()
  }

  /** Undefined if there were too many requests. */
  #answerOf(isUpsert: boolean, body: string): Buffer | string | undefined {
    if (!this.#isAllowed()) return undefined
    if (isUpsert) {
      this.bodies.push(body)
      this.#store((JSON.parse(body) as { readonly name: string }).name, body)
      return '{}'
    }
    const { page_num: page, page_size: size } = JSON.parse(body) as { page_num: number; page_size: number }
    return this.#page(page, size)
  }

  #store(name: string, body: string): void {
    const at = this.#entries.has(name) ? [...this.#entries.keys()].indexOf(name) : this.#entries.size
    this.#entries.set(name, body)
    this.#rows[at] = rowOf([name, body], at)
    this.#pages.clear()
  }

  #page(page: number, size: number): Buffer {
    const key = `${page}/${size}`
    const rows = this.#rows
    const answer =
      this.#pages.get(key) ??
      Buffer.from(
        `{"code":200,"message":"common.success","data":{"page":{"total":${rows.length},"page_num":${page},"page_size":${size}},` +
          `"items":[${rows.slice((page - 1) * size, page * size).join(',')}]}}`
      )
    this.#pages.set(key, answer)
    return answer
  }
}

/** The text is `data.content`. The name beside it costs less than taking the body apart. */
function rowOf([name, body]: readonly [name: string, body: string], at: number): string {
  return `{"id":${at + 1},"name":${JSON.stringify(name)},"data":${body}}`
}
