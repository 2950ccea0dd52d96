import type { Options } from './answer-options.ts'
import type { EntryText } from './entries.ts'

/** In UTF-16 units, as the length of a column in many databases. */
const NAME_CUT = 255

/** What is stored of an upsert. */
export function storedText({ name, content }: EntryText, { names, texts }: Options): EntryText {
  return { name: NAMES[names](name), content: texts.reduce((text, change) => TEXTS[change](text), content) }
}

const NAMES: Readonly<Record<Options['names'], (name: string) => string>> = {
  full: (name) => name,
  nfc: (name) => name.normalize('NFC'),
  cut: (name) => name.slice(0, NAME_CUT).toWellFormed(),
  upper: (name) => name.toUpperCase(),
  trim: (name) => name.trim()
}

const TEXTS: Readonly<Record<Options['texts'][number], (text: string) => string>> = {
  trim: (text) => text.trim(),
  lf: (text) => text.replace(/\r\n?/g, '\n'),
  nfc: (text) => text.normalize('NFC'),
  trailing_blanks: (text) => text.replace(/(?<![ \t])[ \t]+$/gm, ''),
  blank_lines: (text) => text.replace(/\n(?:[ \t]*\n){2,}/g, '\n\n')
}
