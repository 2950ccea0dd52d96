// The knowledge base of a history: a running service, and the people who change its entries.
import type { AnswerOptions, Service, StoredEntry } from '../../service/service.ts'
import { textOf } from '../../testing/expected-entries.ts'
import { nameIn, type Files } from './files.ts'
import type { Random } from './random.ts'

/** What a person wrote. */
export interface Edit {
  readonly name: string
  /** As the service stored it. */
  readonly content: string
  /** Words that only this edit has; undefined for the text of another runbook. */
  readonly note: string | undefined
  readonly at: number
}

/** The same for names that services take for the same. */
export function fold(name: string): string {
  return name.trim().replace(/\s+/g, ' ').normalize('NFC').toUpperCase().toLowerCase()
}

export class KnowledgeBase {
  readonly edits: Edit[] = []
  #deletedAt = 0
  #restoredAt = 0
  readonly #service: Service
  readonly #answers: AnswerOptions
  readonly #random: Random
  readonly #moment: () => number
  #backup: readonly StoredEntry[] = []

  constructor(service: Service, random: Random, moment: () => number) {
    this.#service = service
    this.#random = random
    this.#moment = moment
    this.#answers = random.chance(0.5) ? { cap: 4 } : {}
    this.disturb({})
  }

  get rows(): readonly StoredEntry[] {
    return this.#service.entries()
  }

  rowsOf(name: string): StoredEntry[] {
    return this.rows.filter((row) => fold(row.name) === fold(name))
  }

  /** The edit that an entry is, as a person left it. */
  editIn({ name, content }: Pick<StoredEntry, 'name' | 'content'>): Edit | undefined {
    return this.edits.findLast((edit) => edit.content === content && fold(edit.name) === fold(name))
  }

  /** Whether a person ever wrote under a name: a run may have left what it altered. */
  wasEdited(name: string): boolean {
    return this.edits.some((edit) => fold(edit.name) === fold(name))
  }

  /** The texts of files that have the edits of their entries, by path. @param files texts by path. */
  broughtIn(files: Files): Map<string, string> {
    const texts = new Map<string, string>()
    for (const [path, file] of files) {
      const [row] = this.rowsOf(nameIn(file))
      const note = row && this.editIn(row)?.note
      if (row === undefined || note === undefined || !isSent(row)) continue
      const isAppended = row.content.trimEnd().endsWith(`\n${note}`)
      texts.set(path, isAppended ? `${file.trimEnd()}\n\n${note}\n` : edited(file, note))
    }
    return texts
  }

  deletedSince(moment: number): boolean {
    return this.#deletedAt > moment
  }

  restoredSince(moment: number): boolean {
    return this.#restoredAt > moment
  }

  /** What the list does for a while beside what it always does. */
  disturb(answers: AnswerOptions): void {
    this.#service.answers.set({ ...this.#answers, ...answers })
  }

  /** A person goes on writing in an entry that a run has just sent. @returns what they did. */
  continue(name: string): string {
    const [row] = this.rowsOf(name)
    if (row === undefined || this.editIn(row) !== undefined) return 'nothing to edit'
    const note = this.#note()
    return this.#write('goes on with', row.name, `${row.content.trimEnd()}\n\n${note}\n`, note)
  }

  /** A person edits, deletes, copies or restores entries. @returns what they did. */
  change(): string {
    const random = this.#random
    const sent = this.rows.filter((row) => isSent(row) && this.editIn(row) === undefined)
    if (sent.length === 0) return 'nothing to edit'
    const { name, content } = random.pick(sent)
    const note = this.#note()
    return random.weighted<() => string>([
      [5, () => this.#write('edits', name, `${content.trimEnd()}\n\n${note}\n`, note)],
      [2, () => this.#write('edits inside', name, edited(content, note), note)],
      [1, () => this.#write('writes anew', name, `${note}\n`, note)],
      // The whole text, with its source line, over another entry.
      [1, () => this.#write(`copies “${name}” to`, random.pick(this.rows).name, content)],
      [2, () => this.#delete(name)],
      [1, () => this.#restore()]
    ])()
  }

  #note(): string {
    return `Edit ${this.edits.length + 1}e.`
  }

  #write(what: string, name: string, content: string, note?: string): string {
    if (this.rowsOf(name).some((row) => row.content === content)) return 'nothing to edit'
    this.#service.writeEntry({ name, content })
    this.edits.push({ name, content, note, at: this.#moment() })
    return `${what} “${name}” (${note ?? ''})`
  }

  #delete(name: string): string {
    this.#service.removeEntries({ name })
    this.#deletedAt = this.#moment()
    return `deletes “${name}”`
  }

  /** Everything is as it was at the last backup, also what people had edited. */
  #restore(): string {
    const backup = this.#backup
    this.#backup = this.rows
    if (backup.length === 0) return 'makes a backup'
    this.#service.removeEntries()
    for (const { name, content } of backup) this.#service.writeEntry({ name, content })
    const at = (this.#restoredAt = this.#deletedAt = this.#moment())
    const restored = this.rows.map((row) => this.editIn(row)).filter((edit) => edit !== undefined)
    this.edits.push(...restored.map((edit) => ({ ...edit, at })))
    return 'restores the backup'
  }
}

/** Whether an entry begins with a source line. */
function isSent({ content }: StoredEntry): boolean {
  return textOf(content) !== content
}

/** With a note in its first sentence. */
function edited(text: string, note: string): string {
  return text.replace(/\.(?=\s)/, `, ${note}`)
}

/** Whether an entry has the text of a file. */
export function hasText(content: string, text: string): boolean {
  return normal(textOf(content)) === normal(text)
}

function normal(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/[ \t]+$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
    .normalize('NFC')
}
