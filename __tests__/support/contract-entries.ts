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
  /** An upsert empties what it is not given. */
  readonly empties?: true
  /** The list shows every configuration with keys that are null. */
  readonly nullKeys?: true
  /** The list shows the state that so many readings before it would have shown. */
  readonly lag?: number
  /** Descriptions that are longer are refused, or cut; 0: they are dropped. */
  readonly descriptions?: { readonly refusedFrom: number } | { readonly cutAt: number }
  /** The list does not show descriptions, and no request may have one. */
  readonly undescribed?: true
  /** An update of the name is refused. */
  readonly noRename?: true
  /** An upsert always makes another entry. */
  readonly multiplies?: true
}

export type Fields = Readonly<Record<string, unknown>>

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

/** The entries of a knowledge base, what people do to them, and what requests do. */
export class ContractEntries {
  readonly entries: ContractEntry[] = []
  options: ContractOptions
  #ids = 0
  #clock = 1_767_000_000_000

  constructor(options: ContractOptions) {
    this.options = options
  }

  /** @param id of an entry, or its name if only one has it. */
  of(id: number | string): ContractEntry {
    const [found, another] = this.entries.filter((entry) => entry.id === id || entry.name === id)
    if (found === undefined || another !== undefined) throw new Error(`Not one entry is ${id}.`)
    return found
  }

  /** A person writes an entry. */
  add(fields: Partial<ContractEntry> & Pick<ContractEntry, 'name' | 'text'>): ContractEntry {
    const entry = this.#made(fields)
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
    this.entries.splice(this.entries.indexOf(this.of(id)), 1)
  }

  update(body: Fields): ContractEntry {
    const entry = this.byId(Number(body['id']))
    const needsType = body['data'] !== undefined && body['type'] === undefined
    const needsTrigger = body['trigger_config'] !== undefined && body['trigger'] === undefined
    if (needsType || needsTrigger) refuse(422, `${needsType ? 'type' : 'trigger'} is required.`)
    const isRenamed = body['name'] !== undefined && body['name'] !== entry.name
    if (isRenamed && this.options.noRename) refuse(422, 'name cannot be changed.')
    this.#store(entry, body)
    return entry
  }

  upsert({ content, ...body }: Fields): ContractEntry {
    const { empties, multiplies, plain } = this.options
    const name = String(body['name'])
    const [trigger, config] = [body['trigger'] ?? 'smart', (body['trigger_config'] ?? {}) as Fields]
    const found = this.entries.find((entry) => {
      const isSameTrigger = entry.trigger === trigger && sorted(entry.trigger_config) === sorted(config)
      return entry.name === name && (plain === true || isSameTrigger) && !multiplies
    })
    const entry = found ?? this.#made({ name, text: '' })
    const emptied = empties ? { labels: null, description: null } : {}
    const data = body['data'] ?? { document_content: content, content }
    this.#store(entry, { ...emptied, ...body, name: entry.name, trigger, trigger_config: config, data })
    if (found === undefined) this.entries.push(entry)
    return entry
  }

  /** Changes nothing if anything is wrong. */
  #store(entry: ContractEntry, fields: Fields): void {
    const { name = entry.name, type = entry.type, trigger = entry.trigger, data } = fields
    const config = (fields['trigger_config'] ?? entry.trigger_config) as Fields
    if (typeof name !== 'string' || name.trim() === '' || name.length > 255) refuse(422, 'name is not valid.')
    if (type !== 'default' && type !== 'document') refuse(422, 'type is not valid.')
    const isFree = trigger === 'smart' || trigger === 'always'
    const bound = BINDINGS[String(trigger)] ?? ''
    if (!isFree && [config[bound] ?? []].flat().length === 0) refuse(422, 'trigger_config is not valid.')
    const described = fields['description']
    const { descriptions, undescribed } = this.options
    if (undescribed && described !== undefined && described !== null) refuse(422, 'description is not permitted.')
    const limit = descriptions !== undefined && 'refusedFrom' in descriptions ? descriptions.refusedFrom : Infinity
    if (typeof described === 'string' && described.length >= limit) refuse(422, 'description is too long.')
    const field = type === 'default' ? 'content' : 'document_content'
    const text = data === undefined ? entry.text : (data as Fields)[field]
    if (typeof text !== 'string') refuse(422, `data.${field} is required.`)
    const kept = ['labels', 'description', 'metadata'].filter((each) => fields[each] !== undefined)
    const rest = Object.fromEntries(kept.map((each) => [each, fields[each]]))
    const isCut = typeof described === 'string' && descriptions !== undefined && 'cutAt' in descriptions
    if (isCut) rest['description'] = described.slice(0, descriptions.cutAt) || null
    Object.assign(entry, { name, type, trigger, trigger_config: config, text, ...rest, updated_at: this.#clock++ })
  }

  #made(fields: Partial<ContractEntry> & Pick<ContractEntry, 'name' | 'text'>): ContractEntry {
    const plain = { type: 'document', trigger: 'smart', trigger_config: {}, description: null, labels: null }
    const rest = { metadata: null, workspace_id: 'wks-1', updated_at: this.#clock++ }
    return { ...plain, ...rest, ...fields, id: ++this.#ids }
  }

  byId(id: number): ContractEntry {
    return this.entries.find((one) => one.id === id) ?? refuse(404, `There is no entry ${id}.`)
  }
}

export class RefusedRequest extends Error {
  status = 0
}

/** Answers with an error. */
export function refuse(status: number, message: string): never {
  throw Object.assign(new RefusedRequest(message), { status })
}

function sorted(config: Fields): string {
  return JSON.stringify(Object.entries(config).sort(([one], [other]) => (one < other ? -1 : 1)))
}
