import { startService, UPSERT_PATH, type FaultRule, type Service } from '../../service/service.ts'
import { textOf } from './oracle.ts'
import type { Random } from './random.ts'

/** What a person wrote into an entry. */
export interface Edit {
  readonly name: string
  /** The entry that it made. */
  readonly content: string
  /** The text before it, without source line; undefined where there was no entry. */
  readonly before: string | undefined
  /** The text that the runbook gets if the edit comes home; undefined where the person replaced all of it. */
  readonly after: string | undefined
  /** A moment of the history. */
  readonly at: number
}

/** Entries that people have edited at a time: the Action believes a list only if most of its entries are as they were sent. */
const MOST_EDITED = 2

/** The service, its faults, and the people who edit entries. The workflow's secret belongs to one of two workspaces. */
export class KnowledgeBase implements AsyncDisposable {
  readonly #service: Service
  readonly #tokens = new Map<string, { readonly id: string; readonly value: string }>()
  /** By content. */
  readonly #edits = new Map<string, Edit>()
  #faults: readonly FaultRule[] = []
  workspace = ''

  private constructor(service: Service) {
    this.#service = service
    for (const workspace of ['Second', 'First']) {
      service.workspaces.create(workspace)
      this.#tokens.set(workspace, service.tokens.create({ name: 'Soak', expiration: '30 days', workspace }))
      this.workspace = workspace
    }
  }

  static async start(): Promise<KnowledgeBase> {
    return new KnowledgeBase(await startService({ port: 0, control: true }))
  }

  get url(): string {
    return this.#service.url
  }

  get token(): string {
    return this.#tokens.get(this.workspace)?.value ?? ''
  }

  /** Content by name. */
  entries(workspace = this.workspace): ReadonlyMap<string, string> {
    return new Map(this.#service.entries(workspace).map(({ name, content }) => [name, content]))
  }

  /** Undefined for what no person wrote. */
  editOf(content: string | undefined): Edit | undefined {
    return content === undefined ? undefined : this.#edits.get(content)
  }

  /** Of the present workspace. */
  get edited(): Edit[] {
    return [...this.entries().values()].flatMap((content) => this.editOf(content) ?? [])
  }

  /** @param lag in list requests; 0 for none. */
  setTrouble(faults: readonly FaultRule[], lag: number): void {
    this.#faults = faults
    this.#service.faults.set(faults)
    this.#service.answers.set(lag === 0 ? {} : { lag: { requests: lag } })
  }

  /** A person edits an entry, replaces its text, or writes one whose name a runbook may get later. */
  async edit(random: Random, at: number): Promise<Edit | undefined> {
    const number = this.#edits.size + 1
    const texts = [...this.entries()].map(([name, content]) => {
      return { name, content, before: (this.editOf(content) ?? { before: textOf(content) }).before }
    })
    const sent = texts.filter(({ content }) => textOf(content) !== content && this.editOf(content) === undefined)
    if (this.edited.length >= MOST_EDITED || sent.length === 0) return undefined
    const { name, content, before = '' } = random.pick(sent)
    const inside = before.replace(/\.\n/, `, edit ${number}.\n`)
    const note = `Edit ${number}.\n`
    const other = `Runbook ${random.integer(1, 60)}`
    const made = random.weighted([
      [2, { name, content: content.replace(before, inside), before, after: inside }],
      [2, { name, content: `${content}\n${note}`, before, after: `${before}\n${note}` }],
      [1, { name, content: note, before, after: undefined }],
      [1, { name: other, content: note, before: texts.find((entry) => entry.name === other)?.before, after: undefined }]
    ])
    const edit = { ...made, at }
    this.#edits.set(edit.content, edit)
    await this.#write(edit)
    return edit
  }

  /** As in Settings → Access Tokens, with the secret updated. */
  rotate(): void {
    const { id } = this.#tokens.get(this.workspace) ?? { id: '' }
    this.#tokens.set(this.workspace, this.#service.tokens.rotate(id, this.workspace))
  }

  /** The secret gets a token of the other workspace. */
  switchWorkspace(): void {
    this.workspace = [...this.#tokens.keys()].find((name) => name !== this.workspace) ?? this.workspace
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#service[Symbol.asyncDispose]()
  }

  /** Faults do not concern people. */
  async #write({ name, content }: Edit): Promise<void> {
    const headers = { authorization: `Bearer ${this.token}`, 'content-type': 'application/json' }
    this.#service.faults.set([])
    const body = JSON.stringify({ name, content })
    const { status } = await fetch(this.url + UPSERT_PATH, { method: 'POST', headers, body })
    this.#service.faults.set(this.#faults)
    if (status !== 200) throw new Error(`The service refuses an edit (HTTP ${status})`)
  }
}
