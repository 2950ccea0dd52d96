import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text as textOfStream } from 'node:stream/consumers'
import { ContractEntries, RefusedRequest, refuse, type ContractEntry, type Fields } from './contract-entries.ts'

export type { ContractEntry, ContractOptions } from './contract-entries.ts'

export interface ContractRequest {
  /** Behind `/personal/v1/knowledge/`. */
  readonly path: string
  readonly body: Fields
}

const COMMON = ['name', 'trigger', 'trigger_config', 'type', 'description', 'data', 'labels', 'metadata']
const DOCUMENTED: Readonly<Record<string, readonly string[]>> = {
  list: ['filters', 'sort', 'page', 'include_public', 'context_visible_only'],
  update: ['id', ...COMMON],
  upsert: COMMON
}
const SPECIFIED: typeof DOCUMENTED = { list: ['page_num', 'page_size'], upsert: ['name', 'content'] }

/** The service as its two public pages describe it, on this machine. */
export class ContractService extends ContractEntries implements AsyncDisposable {
  readonly token = 'oap_contract'
  url = ''
  readonly requests: ContractRequest[] = []
  /**
   * Called, and waited for, before each request. If it gives a status, that is the answer.
   *
   * @param nth counts the requests to this path, from 1.
   */
  beforeRequest: (nth: number, path: string, body: Fields) => unknown = () => undefined
  readonly #server = createServer((incoming, reply) => {
    this.#answer(incoming)
      .then(({ status, answer }) => {
        reply.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
      })
      .catch(() => reply.destroy())
  })
  /** What each reading of the list would have shown without a lag. */
  #readings: (readonly ContractEntry[])[] = []

  async start(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
    this.url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  bodiesOf(path: string): readonly Fields[] {
    return this.requests.filter((request) => request.path === path).map(({ body }) => body)
  }

  /** So much time passes that the list shows everything. */
  settle(): void {
    this.#readings = []
  }

  async #answer(incoming: IncomingMessage): Promise<{ readonly status: number; readonly answer: Fields }> {
    const path = (incoming.url ?? '').replace('/personal/v1/knowledge/', '')
    const sent = await textOfStream(incoming)
    const body = (sent === '' ? {} : JSON.parse(sent)) as Fields
    this.requests.push({ path, body })
    try {
      const told = await this.beforeRequest(this.bodiesOf(path).length, path, body)
      if (typeof told === 'number') refuse(told, 'no')
      if (incoming.headers.authorization !== `Bearer ${this.token}`) refuse(401, 'token')
      const data = this.#do(incoming.method ?? '', path, body)
      return { status: 200, answer: this.options.plain ? data : { code: 200, message: 'common.success', data } }
    } catch (error) {
      if (!(error instanceof RefusedRequest)) throw error
      const { status, message } = error
      return { status: this.options.codes ? 200 : status, answer: { code: status, message, data: null } }
    }
  }

  #do(method: string, path: string, body: Fields): Fields {
    const { plain, plainUpsert, strict, forbid, noUpdate, idsOnly } = this.options
    const id = method === 'GET' && !plain ? Number(path) : NaN
    if (!Number.isNaN(id)) return this.#row(this.byId(id), idsOnly === 'never')
    const isSpecified = plain === true || (plainUpsert === true && path === 'upsert')
    const known = method === 'POST' ? (isSpecified ? SPECIFIED : DOCUMENTED)[path] : undefined
    if (known === undefined) refuse(404, `There is no ${path}.`)
    if (path === 'update' && noUpdate !== undefined) refuse(noUpdate, 'There is no update.')
    const unknown = Object.keys(body).find((name) => !known.includes(name))
    if (forbid && unknown !== undefined) refuse(422, `${unknown} is not permitted.`)
    if (path === 'list') return this.#list(body)
    const isPlain = isSpecified || (!strict && !forbid && body['data'] === undefined)
    const needed = isPlain ? ['name', 'content'] : ['name', 'trigger', 'trigger_config']
    const missing = (path === 'update' ? ['id'] : needed).find((name) => body[name] === undefined)
    if (missing !== undefined) refuse(422, `${missing} is required.`)
    return this.#row(path === 'update' ? this.update(body) : this.upsert(body), false)
  }

  #list(body: Fields): Fields {
    const { plain, strict, forbid, lag = 0 } = this.options
    const nested = plain ? undefined : (body['page'] as Fields | undefined)
    const flat = strict || forbid ? (plain ? body : {}) : body
    const number = Number(nested?.['page_no'] ?? flat['page_num'] ?? 1)
    const size = Number(nested?.['page_size'] ?? flat['page_size'] ?? 20)
    if (size < 1 || size > 200 || number < 1) refuse(422, 'page is out of range.')
    // Unless it is asked for, the list leaves out what the assistant uses only beside something else.
    const showsAll = plain === true || body['context_visible_only'] === false
    if (number === 1) this.#readings.push(structuredClone(this.entries))
    const shown = this.#readings[Math.max(0, this.#readings.length - 1 - lag)] ?? []
    const rows = shown.filter(({ trigger }) => showsAll || trigger === 'smart' || trigger === 'always')
    const items = rows.slice((number - 1) * size, number * size).map((entry) => this.#row(entry))
    if (plain) return { total: rows.length, items }
    const isPaged = nested !== undefined || flat['page_num'] !== undefined
    return { page: isPaged ? { total: rows.length, page_num: number, page_size: size } : null, items }
  }

  #row(entry: ContractEntry, hidesText = this.options.idsOnly !== undefined): Fields {
    const { text, description, ...fields } = entry
    if (this.options.plain) return { name: entry.name, content: text }
    const document = hidesText ? { document_id: `doc-${entry.id}` } : { document_content: text }
    const isText = entry.type === 'document' || entry.type === 'default'
    const shown = entry.type === 'document' ? document : { content: text }
    // A topology has no text.
    const data = isText ? shown : { nodes: [{ id: 'a' }] }
    const nulls = this.options.nullKeys ? { application_id: null, service_id: null } : {}
    const common = { is_public: false, is_readonly: false, is_applied: false, source: 'custom', forked_from: null }
    const described = this.options.undescribed ? {} : { description }
    return { ...fields, ...described, ...common, data, trigger_config: { ...nulls, ...entry.trigger_config } }
  }
}
