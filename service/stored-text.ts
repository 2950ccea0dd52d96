import { alter } from './alterations.ts'
import { isSelected, type Options } from './answer-options.ts'
import type { EntryText } from './entries.ts'

/** In UTF-16 units, as the length of a column in many databases. */
const NAME_CUT = 255

/** What is stored of an upsert. */
export function storedText({ name, content }: EntryText, { names, stored, only }: Options): EntryText {
  const isAltered = stored.length > 0 && isSelected({ name, content }, only)
  return {
    name: names.reduce((present, change) => NAMES[change](present), name),
    content: isAltered ? alter(content, stored, { name, reading: 0 }) : content
  }
}

const NAMES: Readonly<Record<Options['names'][number], (name: string) => string>> = {
  trim: (name) => name.trim(),
  nfc: (name) => name.normalize('NFC'),
  lower: (name) => name.toLowerCase(),
  upper: (name) => name.toUpperCase(),
  cut: (name) => name.slice(0, NAME_CUT).toWellFormed()
}
