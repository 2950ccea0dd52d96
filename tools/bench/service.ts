import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { LIST_PATH } from '../../service/api.ts'

/** An upsert, in the specified or the documented form. */
interface Sent {
  readonly name: string
  readonly content?: string
  readonly data?: object
}

/**
 * The least service that there can be: stores and lists what was sent, and costs as little CPU as possible, because it shares two
 * cores with what is measured.
 */
export class BenchService implements AsyncDisposable {
  /** Milliseconds before each answer. */
  latency = 0
  /** By name, the last upsert, as the list shows it. */
  rows = new Map<string, string>()
  upserts = 0
  readonly #server = createServer((request, response) => void this.#receive(request, response))

  static async start(): Promise<BenchService> {
    const service = new BenchService()
    service.#server.keepAliveTimeout = 60_000
    service.#server.listen(0, '127.0.0.1')
    await once(service.#server, 'listening')
    return service
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#server[Symbol.asyncDispose]()
  }

  async #receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = (await buffer(request)).toString()
    if (this.latency > 0) await sleep(this.latency)
    response.setHeader('content-type', 'application/json')
    response.end(request.url === LIST_PATH ? this.#page(body) : this.#store(body))
  }

  #store(body: string): string {
    const { name, content, data = { content } } = JSON.parse(body) as Sent
    this.rows.set(name, JSON.stringify({ id: name, name, data }))
    this.upserts++
    return '{}'
  }

  #page(body: string): string {
    const { page_num: page, page_size: size } = JSON.parse(body) as { page_num: number; page_size: number }
    const rows = this.rows.values().drop((page - 1) * size)
    const items = [...rows.take(size)].join(',')
    return `{"code":200,"data":{"page":{"total":${this.rows.size},"page_num":${page},"page_size":${size}},"items":[${items}]}}`
  }
}
