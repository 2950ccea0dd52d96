// The texts of entries, and what people change in them.
import type { StoredEntry } from '../../service/service.ts'
import { textOf } from '../../testing/expected-entries.ts'

/** What a person changes in a text, also in that of a file. */
export interface Change {
  /** Words that only this edit has. */
  readonly notes: readonly string[]
  /** What the step that it removes ends with, also in other words. */
  readonly gone?: string
  readonly apply: (text: string) => string
}

/** The same for names that services take for the same. */
export function fold(name: string): string {
  return name.trim().replace(/\s+/g, ' ').normalize('NFC').toUpperCase().toLowerCase()
}

/** Whether an entry begins with a source line. */
export function isSent({ content }: Pick<StoredEntry, 'content'>): boolean {
  return textOf(content) !== content
}

export function appending(notes: readonly string[]): Change {
  return { notes, apply: (text) => `${text.trimEnd()}\n\n${notes.join('\n')}\n` }
}

/** With a note in its first sentence. */
export function edited(text: string, note: string): string {
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
