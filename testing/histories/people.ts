import { UPSERT_PATH } from '../../service/api-types.ts'
import type { AnswerOptions, FaultRule, Service, StoredEntry } from '../../service/service.ts'
import type { Random } from './random.ts'
import type { RandomService } from './services.ts'

export interface Edit {
  readonly name: string
  /** The entry as the service stored it; undefined where the person deleted it. */
  readonly content: string | undefined
  /** The text before it, without source line; undefined where there was no entry. */
  readonly before: string | undefined
  /** The text that the runbook gets if the edit comes home; undefined where the person replaced all of it. */
  readonly after: string | undefined
  /** A moment of the history. */
  readonly at: number
}

/** Entries that people have edited at a time: the Action believes a list only if most of its entries are as they were sent. */
const MOST_EDITED = 2

const SOURCE_LINE = /\n?Source: [^\n]+, version [0-9a-f]{12}(?:\n|$)/

/** An entry without its source line, which may stand above what a person wrote. */
export function textOf(entry: string): string {
  return entry.replace(SOURCE_LINE, '')
}

/** The same for texts and names that services take for the same. */
export function fold(text: string): string {
  const lines = text.replace(/\r\n?/g, '\n').replace(/[ \t]+$/gm, '')
  return lines
    .replace(/\n{3,}/g, '\n\n')
    .trim()
    .normalize('NFC')
    .toUpperCase()
    .toLowerCase()
}

interface Page {
  readonly items?: readonly Row[]
  readonly data?: Page
}
type Row = Readonly<Record<'deleted' | 'deleted_at', unknown> & { name: string; content?: string }>

/** The entries that an answer of the list shows, in any of its forms; none where it is cut, or an error. */
function rowsIn(json: string): readonly Row[] {
  try {
    const answer = JSON.parse(json) as Page | readonly Row[]
    const rows = 'length' in answer ? answer : (answer.items ?? answer.data?.items ?? [])
    return rows.filter((row) => row.deleted !== true && (row.deleted_at ?? null) === null)
  } catch {
    return []
  }
}

/** The knowledge base, and the people who edit entries. The workflow's secret belongs to one of two workspaces. */
export class KnowledgeBase {
  readonly service: RandomService
  readonly edits: Edit[] = []
  workspace = ''
  /** Whether the list is behind. */
  lags = false
  readonly #running: Service
  readonly #tokens = new Map<string, { readonly id: string; readonly value: string }>()
  #faults: readonly FaultRule[] = []

  constructor(running: Service, service: RandomService) {
    this.#running = running
    this.service = service
    for (const workspace of ['Second', 'First']) {
      running.workspaces.create(workspace)
      this.#tokens.set(workspace, running.tokens.create({ name: 'History', expiration: 'never', workspace }))
      this.workspace = workspace
    }
    this.setTrouble([], undefined)
  }

  get token(): string {
    return this.#tokens.get(this.workspace)?.value ?? ''
  }

  rows(workspace = this.workspace): readonly StoredEntry[] {
    return this.#running.entries(workspace)
  }

  /** Edits that are in a workspace. */
  edited(workspace = this.workspace): Edit[] {
    return this.rows(workspace).flatMap(({ name, content }) => this.editOf(name, content) ?? [])
  }

  /** What a person last wrote, or deleted, if an entry is like that. */
  editOf(name: string, content: string | undefined): Edit | undefined {
    const isSame = (edit: Edit): boolean => Boolean(content) || fold(edit.name) === fold(name)
    return this.edits.findLast((edit) => edit.content === content && isSame(edit))
  }

  /** Edits that an answer of the list shows, as far as it tells, and deletions that it does not show yet. */
  editsIn(json: string, workspace: string): Edit[] {
    const present = this.service.answers.content === undefined || this.lags ? [] : this.edited(workspace)
    return rowsIn(json).flatMap(({ name, content }) => {
      const shown = content === undefined ? undefined : this.editOf(name, content)
      // An empty text hides that there is one.
      const hidden = content === '' ? [] : present.filter((edit) => edit.name === name)
      return [shown ?? hidden, this.editOf(name, undefined) ?? []].flat()
    })
  }

  setTrouble(faults: readonly FaultRule[], lag: AnswerOptions['lag']): void {
    this.#faults = faults
    this.lags = lag !== undefined
    this.#running.faults.set(faults)
    this.#running.answers.set({ ...this.service.answers, ...(lag && { lag }) })
  }

  /** Others write entries that are of no runbook. */
  async fill(): Promise<void> {
    for (let at = 0; at < this.service.others; at++) await this.#write(`Entry ${at}`, 'Stays.\n')
  }

  /** A person edits, replaces, empties or deletes an entry, or writes one whose name a runbook may get later. */
  async edit(random: Random, at: number): Promise<Edit | undefined> {
    const sent = this.rows().filter(({ name, content }) => SOURCE_LINE.test(content) && !this.editOf(name, content))
    if (this.edited().length >= MOST_EDITED || sent.length === 0) return undefined
    const { name, content } = random.pick(sent)
    const text = textOf(content)
    const note = `Edit ${this.edits.length + 1}.\n`
    const inside = text.replace(/\.(?=\s)/, `, ${note.trim()}`)
    const other = random.pick([`Runbook ${random.integer(1, 60)}`, name.toUpperCase(), name.normalize('NFD')])
    const [written, made, after] = random.weighted<readonly [name: string, content?: string, after?: string]>([
      [2, [name, inside + content.slice(text.length), inside]],
      [2, [name, `${content}\n${note}`, `${text}\n${note}`]],
      [1, [name, note]],
      [1, [other, note]],
      [0.3, [name, '']],
      [0.3, [name, text]],
      [0.5, [name]]
    ])
    const former = this.rows().find((row) => fold(row.name) === fold(written))
    if (made === undefined) this.#running.removeEntries({ workspace: this.workspace, name })
    else await this.#write(written, made)
    const isNew = (row: StoredEntry): boolean => row.id !== former?.id || row.content !== former.content
    const stored = this.rows().find((row) => fold(row.name) === fold(written) && isNew(row))
    const before = former && textOf(former.content)
    const edit = { name: stored?.name ?? name, content: stored?.content, before, after, at }
    if (made === undefined || stored !== undefined) this.edits.push(edit)
    return edit
  }

  /** As in Settings → Access Tokens, with the secret updated. */
  rotate(): void {
    const { id } = this.#tokens.get(this.workspace) ?? { id: '' }
    this.#tokens.set(this.workspace, this.#running.tokens.rotate(id, this.workspace))
  }

  /** The secret gets a token of the other workspace. */
  switchWorkspace(): void {
    this.workspace = this.workspace === 'First' ? 'Second' : 'First'
  }

  /** Faults do not concern people, who see what was stored. */
  async #write(name: string, content: string): Promise<void> {
    const headers = { authorization: `Bearer ${this.token}`, 'content-type': 'application/json' }
    const isStored = this.service.answers.store === undefined
    const path = isStored ? UPSERT_PATH : `/_control/entries?workspace=${this.workspace}`
    const body = JSON.stringify(isStored ? { name, content } : [{ name, content }])
    this.#running.faults.set([])
    const { ok, status } = await fetch(this.#running.url + path, { method: 'POST', headers, body })
    this.#running.faults.set(this.#faults)
    if (!ok) throw new Error(`The service refuses an edit (HTTP ${status})`)
  }
}
