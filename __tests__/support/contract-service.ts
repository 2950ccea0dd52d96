import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text as textOfStream } from 'node:stream/consumers'

// The service as its two public pages describe it, in memory. It is neither the local service nor of its code, which may share a
// mistake with the program. What the pages leave open is an option.

export interface ContractOptions {
  /** Flat paging is ignored, and an upsert needs trigger and configuration. By default both pages are right. */
  readonly strict?: true
  /** Unknown fields are refused, too. */
  readonly forbid?: true
  /** The specification alone: flat paging, `{name, content}`, and rows of just these. With `forbid`, other fields are refused. */
  readonly plain?: true
  /** Entries have triggers, but an upsert takes the specification's form alone. */
  readonly plainUpsert?: true
  /** The list shows of documents only `document_id`; `GET` shows the text, or shows none either. */
  readonly idsOnly?: 'get' | 'never'
  /** There is no `update`. */
  readonly noUpdate?: 404 | 405 | 501
  /** Errors are HTTP 200, and the status is in `code` alone. */
  readonly codes?: true
  /** An update, or an upsert, empties what it is not given. */
  readonly empties?: 'update' | 'upsert'
  /** The list shows every configuration with keys that are null. */
  readonly nullKeys?: true
  /** The list shows the state that so many readings before it would have shown. */
  readonly lag?: number
  /** An update of the name is refused. */
  readonly noRename?: true
  /** What an upsert makes of a name before it stores or finds it. */
  readonly names?: 'escaped' | 'case-insensitive'
  /** An upsert always makes another entry. */
  readonly multiplies?: true
  /** No page may have more rows; more is 413. */
  readonly maxPage?: number
}

type Fields = Readonly<Record<string, unknown>>

export interface ContractEntry {
  readonly id: number
  name: string
  type: string
  trigger: string
  trigger_config: Fields
  description: string | null
  text: string
  labels: Fields | null
  metadata: Fields | null
  workspace_id: string | null
  updated_at: number
}

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
/** What the configuration of a trigger must have. */
const BINDINGS: Readonly<Record<string, string>> = {
  application: 'application_id',
  service: 'service_id',
  infrastructure: 'infrastructure_id',
  connector: 'connector_id',
  bridge_node: 'bridge_node_client_id',
  proxy: 'proxy_id',
  alert: 'match_patterns'
}

class Refusal extends Error {
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

export class ContractService implements AsyncDisposable {
  readonly token = 'oap_contract'
  url = ''
  options: ContractOptions
  entries: ContractEntry[] = []
  readonly requests: ContractRequest[] = []
  /** Called, and waited for, before each request. @param nth counts the requests to this path, from 1. A status that it gives is the answer. */
  beforeRequest: (nth: number, path: string, body: Fields) => unknown = () => undefined
  /** True once the token is rejected. */
  isRevoked = false
  readonly #server = createServer((incoming, reply) => {
    void this.#answer(incoming).then(({ status, answer }) => {
      reply.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
    })
  })
  #ids = 0
  #clock = 1_767_000_000_000
  /** What each reading of the list would have shown without a lag. */
  #readings: (readonly ContractEntry[])[] = []

  constructor(options: ContractOptions) {
    this.options = options
  }

  async start(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
    this.url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
    return this
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  /** @param id of an entry, or its name if only one has it. */
  of(id: number | string): ContractEntry {
    const [found, another] = this.entries.filter((entry) => entry.id === id || entry.name === id)
    if (found === undefined || another !== undefined) throw new Error(`Not one entry is ${id}.`)
    return found
  }

  bodiesOf(path: string): readonly Fields[] {
    return this.requests.filter((request) => request.path === path).map(({ body }) => body)
  }

  /** A person writes an entry. */
  add(fields: Partial<ContractEntry> & Pick<ContractEntry, 'name' | 'text'>): ContractEntry {
    const plain = { type: 'document', trigger: 'smart', trigger_config: {}, description: null, labels: null }
    const rest = { metadata: null, workspace_id: 'wks-1', updated_at: this.#clock++ }
    const entry = { ...plain, ...rest, ...fields, id: ++this.#ids }
    this.entries.push(entry)
    return entry
  }

  /** A person changes an entry: edits, binds, renames, labels or describes it, or gives it another type. */
  change(id: number | string, fields: Partial<Omit<ContractEntry, 'id'>>): void {
    Object.assign(this.of(id), { updated_at: this.#clock++ }, fields)
  }

  /** A person copies an entry, and changes the copy. */
  copy(id: number | string, fields: Partial<ContractEntry> = {}): ContractEntry {
    return this.add({ ...structuredClone(this.of(id)), ...fields })
  }

  delete(id: number | string): void {
    const gone = this.of(id)
    this.entries = this.entries.filter((entry) => entry !== gone)
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
      if (typeof told === 'number') throw new Refusal(told, 'no')
      if (this.isRevoked || incoming.headers.authorization !== `Bearer ${this.token}`) throw new Refusal(401, 'token')
      const data = this.#do(incoming.method ?? '', path, body)
      return { status: 200, answer: this.options.plain ? data : { code: 200, message: 'common.success', data } }
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      const { status, message } = error
      return { status: this.options.codes ? 200 : status, answer: { code: status, message, data: null } }
    }
  }

  #do(method: string, path: string, body: Fields): Fields {
    const { plain, plainUpsert, strict, forbid, noUpdate, idsOnly } = this.options
    if (method === 'GET' && !plain && /^\d+$/.test(path))
      return this.#row(this.#byId(Number(path)), idsOnly === 'never')
    const isSpecified = plain === true || (plainUpsert === true && path === 'upsert')
    const known = method === 'POST' ? (isSpecified ? SPECIFIED : DOCUMENTED)[path] : undefined
    if (known === undefined) throw new Refusal(404, `There is no ${path}.`)
    if (path === 'update' && noUpdate !== undefined) throw new Refusal(noUpdate, 'There is no update.')
    const unknown = Object.keys(body).find((name) => !known.includes(name))
    if (forbid && unknown !== undefined) throw new Refusal(422, `${unknown} is not permitted.`)
    if (path === 'list') return this.#list(body)
    const isPlain = isSpecified || (!strict && !forbid && body['data'] === undefined)
    const needed = isPlain ? ['name', 'content'] : ['name', 'trigger', 'trigger_config']
    const missing = (path === 'update' ? ['id'] : needed).find((name) => body[name] === undefined)
    if (missing !== undefined) throw new Refusal(422, `${missing} is required.`)
    return this.#row(path === 'update' ? this.#update(body) : this.#upsert(body), false)
  }

  #list(body: Fields): Fields {
    const { plain, strict, forbid, lag = 0, maxPage = 200 } = this.options
    const nested = plain ? undefined : (body['page'] as Fields | undefined)
    const flat = strict || forbid ? (plain ? body : {}) : body
    const number = Number(nested?.['page_no'] ?? flat['page_num'] ?? 1)
    const size = Number(nested?.['page_size'] ?? flat['page_size'] ?? 20)
    if (size > maxPage) throw new Refusal(413, 'page_size is too large.')
    if (size < 1 || number < 1) throw new Refusal(422, 'page is out of range.')
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
    const { text, ...fields } = entry
    if (this.options.plain) return { name: entry.name, content: text }
    const isDocument = entry.type === 'document'
    const data = isDocument
      ? hidesText
        ? { document_id: `doc-${entry.id}` }
        : { document_content: text }
      : { content: text }
    const nulls = this.options.nullKeys ? { application_id: null, service_id: null } : {}
    const common = { is_public: false, is_readonly: false, is_applied: false, source: 'custom', forked_from: null }
    return { ...fields, ...common, data, trigger_config: { ...nulls, ...entry.trigger_config } }
  }

  #update(body: Fields): ContractEntry {
    const entry = this.#byId(Number(body['id']))
    if (body['data'] !== undefined && body['type'] === undefined)
      throw new Refusal(422, 'type is required beside data.')
    const isRenamed = body['name'] !== undefined && body['name'] !== entry.name
    if (isRenamed && this.options.noRename) throw new Refusal(422, 'name cannot be changed.')
    const emptied = { labels: null, description: null, trigger: 'smart', trigger_config: {} }
    this.#store(entry, { ...(this.options.empties === 'update' && emptied), ...body })
    return entry
  }

  #upsert({ content, ...body }: Fields): ContractEntry {
    const { names, empties, multiplies, plain } = this.options
    const given = String(body['name'])
    const name = names === 'escaped' ? given.replace(/&/g, '&amp;').replace(/</g, '&lt;') : given
    const [trigger, config] = [body['trigger'] ?? 'smart', (body['trigger_config'] ?? {}) as Fields]
    const found = this.entries.find((entry) => {
      const isSameName =
        names === 'case-insensitive' ? entry.name.toLowerCase() === name.toLowerCase() : entry.name === name
      const isSameTrigger = entry.trigger === trigger && sorted(entry.trigger_config) === sorted(config)
      return isSameName && (plain === true || isSameTrigger) && !multiplies
    })
    const entry = found ?? { ...this.add({ name, text: '' }) }
    if (found === undefined) this.entries.pop()
    const emptied = empties === 'upsert' ? { labels: null, description: null } : {}
    const data = body['data'] ?? { document_content: content, content }
    this.#store(entry, { ...emptied, ...body, name: entry.name, trigger, trigger_config: config, data })
    if (found === undefined) this.entries.push(entry)
    return entry
  }

  /** Changes nothing if anything is wrong. */
  #store(entry: ContractEntry, fields: Fields): void {
    const { name = entry.name, type = entry.type, trigger = entry.trigger, data } = fields
    const config = (fields['trigger_config'] ?? entry.trigger_config) as Fields
    if (typeof name !== 'string' || name.trim() === '' || name.length > 255)
      throw new Refusal(422, 'name is not valid.')
    if (type !== 'default' && type !== 'document') throw new Refusal(422, 'type is not valid.')
    const bound = BINDINGS[String(trigger)]
    const isFilled = bound !== undefined && ![undefined, null, ''].includes(config[bound] as string)
    const isBoundWell = bound === undefined ? trigger === 'smart' || trigger === 'always' : isFilled
    if (!isBoundWell) throw new Refusal(422, 'trigger_config is not valid.')
    const field = type === 'default' ? 'content' : 'document_content'
    const text = data === undefined ? entry.text : (data as Fields)[field]
    if (typeof text !== 'string') throw new Refusal(422, `data.${field} is required.`)
    const kept = ['labels', 'description', 'metadata'].filter((each) => fields[each] !== undefined)
    const rest = Object.fromEntries(kept.map((each) => [each, fields[each]]))
    Object.assign(entry, { name, type, trigger, trigger_config: config, text, ...rest, updated_at: this.#clock++ })
  }

  #byId(id: number): ContractEntry {
    const entry = this.entries.find((one) => one.id === id)
    if (entry === undefined) throw new Refusal(404, `There is no entry ${id}.`)
    return entry
  }
}

function sorted(config: Fields): string {
  return JSON.stringify(Object.entries(config).sort(([one], [other]) => (one < other ? -1 : 1)))
}
