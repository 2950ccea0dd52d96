import { hash } from 'node:crypto'
import { format, joined } from '../wording.ts'
import { collapse } from './text.ts'

// What an entry is for: an assistant reads this before it opens an entry.

/** Characters of what a paragraph or the front matter says, of the names in the source line, and of a description in all. */
const MAX_PARAGRAPH = 250
const MAX_OWN = 700
const MAX_LIST = 700
const MAX_DESCRIPTION = 1000
/** Characters of a name; those of alerts are words. */
const MAX_NAME = 200

/** Of a note that a runbook is gone. */
export const RETIRED = 'This runbook is retired. Do not follow it.'

/** The names that can stand in a source line, sorted, each once. What a template or a pattern leaves in a name is none. */
export function listableNames(names: readonly string[]): readonly string[] {
  const fit = names.filter(
    (name) => name.length < MAX_NAME && !/[`\r\n]|\((?:version|retired)|Source: |\{[{%]/.test(name)
  )
  return [...new Set(fit)].sort()
}

/** Names for a source line: `` `DiskFull`, `DiskSlow` and 12 more ``; empty without any. @param names as `listableNames` gives them. */
export function alertList(names: readonly string[]): string {
  return listUpTo(
    MAX_LIST,
    names.map((name) => `\`${name}\``)
  )
}

/** True for a list in which nobody has written. */
export function isAlertList(text: string): boolean {
  return /^`[^`\n]+`(?:, `[^`\n]+`)*(?: and [\d,]+ more)?$/.test(text)
}

/** The purpose of a file, from its front matter or its first paragraph; empty without both. */
export function summaryOf(own: string, paragraph: string): string {
  return own === '' ? cut(paragraph, MAX_PARAGRAPH) : cut(collapse(own), MAX_OWN)
}

/** The description of an entry: what its file says, and the names of its alerts that this lacks; empty without both. */
export function descriptionOf(summary: string, names: readonly string[]): string {
  const words = new Set(summary.match(/[\p{L}\p{N}_]+/gu))
  const others = names.filter((name) => !words.has(name))
  const sentence = summary === '' || /[.!?:…]["')\]]*$/.test(summary) ? summary : `${summary}.`
  const length = MAX_DESCRIPTION - sentence.length - ' Alerts:  and 9,999 more.'.length
  const list = listUpTo(length, others)
  return list === '' ? summary : joined([sentence, `Alerts: ${list}.`])
}

/** Six digits that stand for a description in a source line; `none` for an empty one. */
export function describedDigits(description: string): string {
  return description === '' ? 'none' : hash('sha256', description).slice(0, 6)
}

/** At most so many characters, before the words for the rest. */
function listUpTo(limit: number, items: readonly string[]): string {
  let length = -', '.length
  const fitting = items.findIndex((item) => (length += item.length + ', '.length) > limit)
  const shown = fitting === -1 ? items : items.slice(0, fitting)
  const more = items.length - shown.length
  return shown.length === 0 ? '' : joined([shown.join(', '), more > 0 && `and ${format(more)} more`])
}

/** The sentences that fit, else the words. */
function cut(text: string, limit: number): string {
  if (text.length <= limit) return text
  const head = text.slice(0, limit + 1)
  const sentences = /^[^]*[.!?。！？]["')\]]*(?=\s)/.exec(head)?.[0]
  return (sentences ?? head.slice(0, Math.max(head.lastIndexOf(' '), 1))).trimEnd().toWellFormed()
}
