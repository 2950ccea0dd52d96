import { alter } from './alterations.ts'
import { isSelected, type Options } from './answer-options.ts'
import type { StoredEntry } from './entries.ts'

/** The `content` of an entry in a list. */
export function shownContent(entry: StoredEntry, { shown, only, content }: Options, reading: number): unknown {
  return isSelected(entry, only) ? CONTENTS[content](alter(entry.content, shown, { ...entry, reading })) : entry.content
}

const CONTENTS: Readonly<Record<Options['content'], (text: string) => unknown>> = {
  text: (text) => text,
  null: () => null,
  rich_text: (text) => ({ type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text }] }] })
}
