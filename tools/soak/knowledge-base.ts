// The knowledge base of a history: a running service, and the people who change its entries.
import { hash } from 'node:crypto'
import type { AnswerOptions, Service, StoredEntry } from '../../service/service.ts'
import { markerIn, nameIn, type Files } from './files.ts'
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

/** A line with a digest, and the id of a file. */
export const SOURCE_LINE = /^Source: .* \((?:version|retired) [0-9a-f]{12} of [0-9a-f]{12}\)\n*/m

/** An entry without its source line. */
export function textIn(content: string): string {
  return content.replace(SOURCE_LINE, '')
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
  #token: { readonly id: string; readonly value: string }
  #backup: readonly StoredEntry[] = []

  constructor(service: Service, random: Random, moment: () => number) {
    this.#service = service
    this.#random = random
    this.#moment = moment
    this.#answers = random.chance(0.5) ? { cap: 4 } : {}
    service.answers.set(this.#answers)
    this.#token = service.tokens.create({ name: 'History', expiration: 'never' })
  }

  get token(): string {
    return this.#token.value
  }

  get rows(): readonly StoredEntry[] {
    return this.#service.entries()
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
      const row = this.rows.find(({ name }) => fold(name) === fold(nameIn(file)))
      const note = row && this.editIn(row)?.note
      if (row === undefined || note === undefined || !SOURCE_LINE.test(row.content)) continue
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

  rotate(): void {
    this.#token = this.#service.tokens.rotate(this.#token.id)
  }

  /** What the list does for a while beside what it always does. */
  disturb(answers: AnswerOptions): void {
    this.#service.answers.set({ ...this.#answers, ...answers })
  }

  /** A person goes on writing in an entry that a run has just sent. @returns what they did. */
  continue(name: string): string {
    const row = this.rows.find((each) => fold(each.name) === fold(name))
    if (row === undefined || this.editIn(row) !== undefined) return 'nothing to edit'
    const note = this.#note()
    return this.#write('goes on with', row.name, `${row.content.trimEnd()}\n\n${note}\n`, note)
  }

  /** A person edits, deletes, copies or restores entries, or another repository sends one. @returns what they did. */
  change(): string {
    const random = this.#random
    const sent = this.rows.filter((row) => SOURCE_LINE.test(row.content) && this.editIn(row) === undefined)
    if (sent.length === 0) return 'nothing to edit'
    const { name, content } = random.pick(sent)
    const note = this.#note()
    return random.weighted<() => string>([
      [5, () => this.#write('edits', name, `${content.trimEnd()}\n\n${note}\n`, note)],
      [2, () => this.#write('edits inside', name, edited(content, note), note)],
      [1, () => this.#write('writes anew', name, `${note}\n`, note)],
      [1, () => this.#copy(name, content, random.pick(this.rows).name)],
      [0.5, () => this.#send(random.pick(this.rows).name, `${note}\n`)],
      [2, () => this.#delete(name)],
      [1, () => this.#restore()]
    ])()
  }

  #note(): string {
    return `Edit ${this.edits.length + 1}e.`
  }

  /** The whole text, with its source line, over another entry. */
  #copy(from: string, content: string, to: string): string {
    if (fold(to) === fold(from)) return 'nothing to copy'
    return this.#write('copies', to, content, undefined)
  }

  /** Another repository sends a runbook of the same name. */
  #send(name: string, text: string): string {
    const digest = hash('sha256', `${fold(name)}\n${text.trim()}`).slice(0, 12)
    const address = 'https://github.com/harbour/other/blob/main/docs/runbooks/other.md'
    const line = `Source: [docs/runbooks/other.md](${address}) (version ${digest} of 1a2b3c4d5e6f)`
    return this.#write('sends from elsewhere', name, `${line}\n\n${text}`, undefined)
  }

  #write(what: string, name: string, content: string, note: string | undefined): string {
    this.#service.writeEntry({ name, content })
    this.edits.push({ name, content, note, at: this.#moment() })
    return `${what} “${name}” (${note ?? markerIn(content)})`
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
    for (const row of this.rows) {
      const edit = this.editIn(row)
      if (edit !== undefined) this.edits.push({ ...edit, at })
    }
    return 'restores the backup'
  }
}

/** With a note in its first sentence. */
function edited(text: string, note: string): string {
  return text.replace(/\.(?=\s)/, `, ${note}`)
}

/** Whether an entry has the text of a file. */
export function hasText(content: string, text: string): boolean {
  return normal(textIn(content)) === normal(text)
}

function normal(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/[ \t]+$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
    .normalize('NFC')
}
