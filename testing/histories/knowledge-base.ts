// The knowledge base of a history: a running service, and the people who edit its entries.
import type { AnswerOptions, FaultRule, Service, StoredEntry } from '../../service/service.ts'
import type { Random } from './random.ts'
import type { RandomService } from './services.ts'

export interface Edit {
  readonly name: string
  /** The entry as the service stored it; undefined where the person deleted it. */
  readonly content: string | undefined
  /** The text before it, without source line; undefined where there was no entry. */
  readonly before: string | undefined
  /** Words that only this edit has. */
  readonly note: string
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

export class KnowledgeBase {
  readonly service: RandomService
  readonly edits: Edit[] = []
  /** The one of the two workspaces to which the workflow's secret belongs. */
  workspace = ''
  /** Since when the list has been behind: what is older, it shows. Infinity where it is not. */
  lagsSince = Infinity
  readonly #running: Service
  readonly #tokens = new Map<string, { readonly id: string; readonly value: string }>()

  constructor(running: Service, service: RandomService) {
    this.#running = running
    this.service = service
    for (const workspace of ['Second', 'First']) {
      running.workspaces.create(workspace)
      this.#tokens.set(workspace, running.tokens.create({ name: 'History', expiration: 'never', workspace }))
      this.workspace = workspace
    }
    running.answers.set(service.answers)
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

  setTrouble(faults: readonly FaultRule[], lag: AnswerOptions['lag'], now: number): void {
    this.lagsSince = lag === undefined ? Infinity : now
    this.#running.faults.set(faults)
    this.#running.answers.set({ ...this.service.answers, ...(lag && { lag }) })
  }

  /** Others write entries that are of no runbook. */
  async fill(): Promise<void> {
    const entries = Array.from({ length: this.service.others }, (_, at) => ({
      name: `Entry ${at}`,
      content: 'Stays.\n'
    }))
    await this.#write(entries)
  }

  /**
   * A person edits, replaces, empties or deletes an entry, or writes one whose name a runbook may get later.
   *
   * @param moment gives the moment after it.
   * @returns undefined where nothing can be edited.
   */
  async edit(random: Random, moment: () => number): Promise<Edit | undefined> {
    const sent = this.rows().filter(({ name, content }) => SOURCE_LINE.test(content) && !this.editOf(name, content))
    if (this.edited().length >= MOST_EDITED || sent.length === 0) return undefined
    const { name, content } = random.pick(sent)
    const text = textOf(content)
    const note = `Edit ${this.edits.length + 1}.`
    const inside = text.replace(/\.(?=\s)/, `, ${note}`)
    const other = random.pick([`Runbook ${random.integer(1, 60)}`, name.toUpperCase(), name.normalize('NFD')])
    const [written, made] = random.weighted<readonly [name: string, content?: string]>([
      [2, [name, inside + content.slice(text.length)]],
      [2, [name, `${content}\n${note}\n`]],
      [1, [name, `${note}\n`]],
      [1, [other, `${note}\n`]],
      [0.3, [name, '']],
      [0.3, [name, text]],
      [0.5, [name]]
    ])
    const former = this.rows().find((row) => fold(row.name) === fold(written))
    if (made === undefined) this.#running.removeEntries({ workspace: this.workspace, name })
    else await this.#write([{ name: written, content: made }])
    // Else a run has replaced it at once.
    const stored = this.rows().find((row) => fold(row.name) === fold(written) && fold(row.content) === fold(made ?? ''))
    if (made !== undefined && stored === undefined) return undefined
    const earlier = former && this.editOf(former.name, former.content)
    const before = earlier === undefined ? former && textOf(former.content) : earlier.before
    const edit = { name: stored?.name ?? name, content: stored?.content, before, note, at: moment() }
    this.edits.push(edit)
    return edit
  }

  /** The text that the runbook gets if an edit comes home; undefined where it replaced all of it. */
  homeOf({ content = '' }: Edit): string | undefined {
    return SOURCE_LINE.test(content) ? textOf(content) : undefined
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

  async #write(entries: readonly Pick<StoredEntry, 'name' | 'content'>[]): Promise<void> {
    const url = `${this.#running.url}/_control/entries?workspace=${this.workspace}`
    const headers = { 'content-type': 'application/json' }
    const { ok, status } = await fetch(url, { method: 'POST', headers, body: JSON.stringify(entries) })
    if (!ok) throw new Error(`The service refuses an edit (HTTP ${status})`)
  }
}
