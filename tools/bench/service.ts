import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { LIST_PATH } from '../../src/knowledge/api-types.ts'

/** Entries as the list shows them, by name. */
export type Rows = ReadonlyMap<string, string>

/** A page of the list, an update, or an upsert in the specified or the documented form. */
interface Request extends Partial<Record<'page_num' | 'page_size', number>> {
  /** In an update. */
  readonly id?: string
  readonly name?: string
  readonly description?: string
  readonly content?: string
  readonly data?: { readonly document_content?: string | undefined }
}

/** Stores and lists what was sent, and takes as little CPU as possible, because it shares two cores with what is measured. */
export class BenchService implements AsyncDisposable {
  /** Milliseconds before each answer. */
  latency = 0
  upserts = 0
  rows = new Map<string, string>()
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

  reset(rows: Rows): void {
    this.rows = new Map(rows)
    this.upserts = 0
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#server[Symbol.asyncDispose]()
  }

  async #receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = (await json(request)) as Request
    if (this.latency > 0) await sleep(this.latency)
    response.setHeader('content-type', 'application/json')
    response.end(request.url === LIST_PATH ? this.#list(body) : this.#store(body))
  }

  /** An entry has its name as id, and keeps a description that a request does not name. */
  #store({ id = '', name = id, description, content, data = { document_content: content } }: Request): string {
    const listed = JSON.parse(this.rows.get(name) ?? '{}') as Request
    const row = { id: name, name, trigger: 'smart', description: description ?? listed.description ?? '', data }
    this.rows.set(name, JSON.stringify(row))
    this.upserts++
    return '{}'
  }

  #list({ page_num: page = 1, page_size: size = 1 }: Request): string {
    const items = [
      ...this.rows
        .values()
        .drop((page - 1) * size)
        .take(size)
    ].join(',')
    return `{"code":200,"data":{"page":{"total":${this.rows.size},"page_num":${page},"page_size":${size}},"items":[${items}]}}`
  }
}

/** Where two rows differ: in the description, the first line below the source line, else in this line, else elsewhere. */
export function differenceOf(...rows: readonly [floor: string, action: string | undefined]): string {
  const [floor = [], action = []] = rows.map((row = '{}') => {
    const { description = '', data } = JSON.parse(row) as Request
    const [line = '', ...below] = data?.document_content?.split('\n') ?? []
    return [description, ...below, line, row]
  })
  const at = floor.findIndex((line, nth) => line !== action[nth])
  return `The floor sends\n${floor[at]}\nand the Action\n${action[at]}`
}
