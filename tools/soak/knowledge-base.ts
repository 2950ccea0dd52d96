// The knowledge base of a history: a running service, and the people who change its entries.
import type { AnswerOptions, Service, StoredEntry } from '../../service/service.ts'
import { formatted, nameIn, type Files } from './files.ts'
import { reworked, stepsIn, withoutStep } from './lists.ts'
import type { Random } from './random.ts'
import { appending, edited, fold, isSent, type Change } from './texts.ts'

/** The contract of the service. Some of its entries have ids, by which people and runs change them. */
export const MODES = {
  strict: { contract: 'strict' },
  lenient: { contract: 'lenient' },
  forbid: { contract: 'strict', forbid: true },
  plain: { contract: 'plain' }
} as const satisfies Record<string, AnswerOptions>

export type Mode = keyof typeof MODES

/** What a person wrote, or gave another name. */
export interface Edit {
  readonly id: number
  readonly name: string
  /** As the service stored it. */
  readonly content: string
  /** Undefined for a text or name of something else. */
  readonly change: Change | undefined
  readonly at: number
}

/** What people write begins with it, and nothing else does. */
const NOTE = 'Edit '

export class KnowledgeBase {
  readonly mode: Mode
  readonly edits: Edit[] = []
  /** When people last changed an entry, deleted one, and restored all of a backup. */
  changedAt = 0
  deletedAt = 0
  restoredAt = 0
  readonly #service: Service
  readonly #answers: AnswerOptions
  readonly #random: Random
  readonly #moment: () => number
  /** What belongs to people, by id, and when they last changed it. */
  readonly #personal = new Map<number, { readonly is: string; readonly at: number }>()
  #backup: readonly StoredEntry[] = []
  #numbers = 0

  constructor(service: Service, random: Random, moment: () => number, mode: Mode) {
    this.mode = mode
    this.#service = service
    this.#random = random
    this.#moment = moment
    this.#answers = {
      ...MODES[mode],
      // A service that refuses other fields, and shows fewer rows than it is asked for, refuses each form of the list.
      ...(mode !== 'forbid' && random.chance(0.5) && { cap: 4 }),
      ...(this.hasIds && random.chance(0.5) && { context: 'unbound' }),
      ...(this.hasIds && random.chance(0.25) && { texts: 'get' })
    }
    this.disturb({})
  }

  get hasIds(): boolean {
    return this.mode !== 'plain'
  }

  /** Whether its list shows which file the entries of old names are of. */
  get canRename(): boolean {
    return this.hasIds && this.#answers.texts !== 'get'
  }

  get rows(): readonly StoredEntry[] {
    return this.#service.entries()
  }

  /** The names of the entries that there were not before. */
  namesSince(before: readonly StoredEntry[]): Set<string> {
    const ids = new Set(before.map(({ id }) => id))
    return new Set(this.rows.filter(({ id }) => !ids.has(id)).map(({ name }) => fold(name)))
  }

  rowsOf(name: string): StoredEntry[] {
    return this.rows.filter((row) => fold(row.name) === fold(name))
  }

  /** The edit that an entry is, as a person left it. */
  editIn({ id, content }: Pick<StoredEntry, 'id' | 'content'>): Edit | undefined {
    return this.edits.findLast((edit) => edit.id === id && edit.content === content)
  }

  /** Whether a person ever wrote under a name: a run may have left what it altered. */
  wasEdited(name: string): boolean {
    return this.edits.some((edit) => fold(edit.name) === fold(name))
  }

  /** The entries of a name whose text is that of some file, as a run has sent it. */
  sentOf(name: string): StoredEntry[] {
    return this.rowsOf(name).filter((row) => isSent(row) && this.editIn(row) === undefined)
  }

  /** The texts of files that have the edits of their entries, or a half of them, or another change of the same list, by path. @param files texts by path. */
  broughtIn(files: Files): Map<string, string> {
    const [texts, random] = [new Map<string, string>(), this.#random]
    for (const [path, file] of files) {
      const row = this.rowsOf(nameIn(file)).find((one) => isSent(one) && this.editIn(one)?.change !== undefined)
      const change = row && this.editIn(row)?.change
      if (change === undefined) continue
      const { notes, gone, apply } = change
      const other = (step: string): string => (random.chance(0.2) ? formatted(file) : reworked(random, file, step))
      const half = gone === undefined ? edited(file, notes[0] ?? '') : other(gone)
      texts.set(path, notes.length !== 1 && random.chance(0.5) ? half : apply(file))
    }
    return texts
  }

  /** What runs have changed of what belongs to people. @param seen when the last run had seen what people had changed. */
  alteredByRuns(seen: number): string[] {
    return this.rows.flatMap((row) => {
      const [before, is] = [this.#personal.get(row.id), personalIn(row)]
      this.#personal.set(row.id, { is, at: before?.at ?? 0 })
      const isAltered = before !== undefined && before.is !== is && before.at < seen
      return isAltered ? [`a run made of “${row.name}”, which was ${before.is}, ${is}`] : []
    })
  }

  /** What the list does for a while beside what it always does. */
  disturb(answers: AnswerOptions): void {
    this.#service.answers.set({ ...this.#answers, ...answers })
  }

  /** A person goes on writing in an entry that a run has just sent. @returns what they did. */
  continue(name: string): string {
    const [row] = this.sentOf(name)
    return row === undefined ? 'nothing to edit' : this.#edit('goes on with', row, appending([this.#note()]))
  }

  /** A person removes a step of an entry that has some. @returns what they did. */
  removeStep(): string {
    const listed = this.#untouched().filter(({ content }) => stepsIn(content).length > 0)
    if (listed.length === 0) return 'nothing to edit'
    const row = this.#random.pick(listed)
    const gone = this.#random.pick(stepsIn(row.content))
    return this.#edit(`removes ${gone} of`, row, { notes: [], gone, apply: (text) => withoutStep(text, gone) })
  }

  /** A person changes entries. @returns what they did. */
  change(): string {
    const [random, rows, sent] = [this.#random, this.rows, this.#untouched()]
    if (sent.length === 0) return 'nothing to edit'
    const [row, any] = [random.pick(sent), random.pick(rows)]
    const [note, other] = [this.#note(), this.#note()]
    const inside: Change = { notes: [note], apply: (text) => edited(text, note) }
    const both: Change = { notes: [note, other], apply: (text) => appending([other]).apply(edited(text, note)) }
    const { people } = this.#service
    const name = random.chance(0.5) ? any.name : `Renamed ${note}`
    const ofIds = this.hasIds ? 1 : 0
    return random.weighted<() => string>([
      [4, () => this.#edit('edits', row, appending([note]))],
      [2, () => this.#edit('edits inside', row, inside)],
      [2, () => this.#edit('edits twice', row, both)],
      [4, () => this.removeStep()],
      [1, () => this.#write('writes anew', row, `${note}\n`, { notes: [note], apply: (text) => `${text}\n${note}\n` })],
      // The whole text, with its source line, over another entry.
      [1, () => this.#write(`copies “${row.name}” to`, any, row.content)],
      [2, () => this.#delete(row)],
      [1, () => this.#restore()],
      [1, () => this.#rename(row, name)],
      [0.5, () => this.#try('respells', any, () => people.rename(any.id, any.name.toUpperCase()))],
      [2 * ofIds, () => this.#bind(any)],
      [ofIds, () => this.#try('labels', any, () => people.label(any.id, { by: note }))],
      [ofIds, () => this.#try('describes', any, () => people.describe(any.id, note))],
      [ofIds, () => this.#copy(row, {})],
      [ofIds, () => this.#copy(any, { name: `Copy ${note}` })]
    ])()
  }

  /** Entries that a run has sent, and nobody has edited since. */
  #untouched(): StoredEntry[] {
    return this.rows.filter((row) => isSent(row) && this.editIn(row) === undefined)
  }

  #note(): string {
    return `${NOTE}${++this.#numbers}e.`
  }

  /** Does what the screen may refuse. @returns what was done. */
  #try(what: string, { name }: StoredEntry, act: () => StoredEntry): string {
    try {
      const row = act()
      this.changedAt = this.#moment()
      this.#personal.set(row.id, { is: personalIn(row), at: this.changedAt })
      return `${what} “${name}” (${row.id}): “${row.name}” is ${personalIn(row)}`
    } catch (error) {
      return `cannot do so: ${what} “${name}”: ${String(error)}`
    }
  }

  #edit(what: string, row: StoredEntry, change: Change): string {
    return this.#write(what, row, change.apply(row.content), change)
  }

  #write(what: string, row: StoredEntry, content: string, change?: Change): string {
    if (row.content === content) return 'nothing to edit'
    const done = this.#try(what, row, () => this.#service.people.edit(row.id, content))
    this.edits.push({ id: row.id, name: row.name, content, change, at: this.#moment() })
    return `${done} ${change?.notes.join(' ') ?? ''}`
  }

  /** A text under another name is no text of a run. */
  #rename(row: StoredEntry, name: string): string {
    const done = this.#try('renames', row, () => this.#service.people.rename(row.id, name))
    const [now] = this.rows.filter(({ id }) => id === row.id)
    if (now === undefined || fold(now.name) === fold(row.name)) return done
    this.edits.push({ id: now.id, name: now.name, content: now.content, change: undefined, at: this.#moment() })
    this.deletedAt = this.#moment()
    return done
  }

  /** Binds an entry, or unbinds it. */
  #bind(row: StoredEntry): string {
    const { people } = this.#service
    if (row.trigger !== 'smart') return this.#try('unbinds', row, () => people.bind(row.id, 'smart'))
    const [trigger, config] = this.#binding()
    return this.#try('binds', row, () => people.bind(row.id, trigger, config))
  }

  #binding() {
    const patterns = { match_patterns: [`Alert${this.#random.integer(1, 3)}`] }
    return this.#random.pick([
      ['alert', patterns],
      ['service', { service_id: `s-${this.#random.integer(1, 2)}` }],
      ['always', {}]
    ] as const)
  }

  /** Makes another entry, bound to something else. @param changes of the copy. */
  #copy(row: StoredEntry, changes: { readonly name?: string }): string {
    const [trigger, triggerConfig] = this.#binding()
    const type = this.#random.pick(['document', 'default'] as const)
    const isTaken = this.rowsOf(changes.name ?? row.name).some((one) => one.trigger === trigger)
    if (isTaken) return 'nothing to copy'
    const { people } = this.#service
    const done = this.#try('copies', row, () => people.copy(row.id, { trigger, triggerConfig, type, ...changes }))
    const copy = this.rows.at(-1)
    if (copy === undefined) return done
    const edit = this.editIn(row) ?? { change: undefined }
    const isEdit = changes.name !== undefined || this.editIn(row) !== undefined
    const { id, name, content } = copy
    if (isEdit) this.edits.push({ id, name, content, change: edit.change, at: this.#moment() })
    return done
  }

  #delete({ id, name }: StoredEntry): string {
    this.#service.people.delete(id)
    this.changedAt = this.deletedAt = this.#moment()
    return `deletes “${name}” (${id})`
  }

  /** Everything is as it was at the last backup, also what people had edited. */
  #restore(): string {
    const [backup, { people }] = [this.#backup, this.#service]
    this.#backup = this.rows
    if (backup.length === 0) return 'makes a backup'
    this.#service.removeEntries()
    const at = (this.restoredAt = this.deletedAt = this.changedAt = this.#moment())
    for (const row of backup) {
      const { name, content, type, trigger, triggerConfig, description, labels } = row
      const fields = { content, type, trigger, triggerConfig, description, labels }
      // A name finds the first entry of it.
      const { id } = people.write({ ...fields, name: `restored ${row.id}` })
      this.#try('restores', row, () => people.rename(id, name))
      const edit = this.editIn(row)
      if (edit !== undefined) this.edits.push({ ...edit, id, at })
    }
    return 'restores the backup'
  }
}

/** What only people change. A run writes descriptions, too, but not over one of theirs. */
function personalIn({ type, trigger, triggerConfig, description, labels }: StoredEntry): string {
  const own = description?.startsWith(NOTE) === true ? description : ''
  return JSON.stringify([type, trigger, triggerConfig, own, labels])
}
