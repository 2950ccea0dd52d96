import type { KnowledgeClient } from '../knowledge/client.ts'
import { readList } from '../knowledge/reading.ts'
import type { Journal } from '../report/journal.ts'
import { count, format, joined, listed } from '../wording.ts'
import { digestOf, readText } from '../runbook/source-line.ts'

/** What the list shows. */
interface Found {
  entries: number
  /** Entries with a source line, and those of them that somebody edited. */
  sent: number
  edited: number
  /** How many texts each field has. */
  readonly fields: Map<string, number>
  readOnly: number
  total: number
}

/** No list tells it, and a wrong guess makes copies, which no API deletes. */
const MATCHING_KEY =
  'No list can show by what an upsert finds the entry to update. Runbook Sync relies on the name: a sync that updates more ' +
  'than three entries updates one first, and stops if that makes a second entry.'

/**
 * Looks whether a token works, and whether the list shows what a sync needs.
 *
 * @throws {ActionError} if the list cannot be read.
 */
export async function checkService(client: KnowledgeClient, journal: Journal): Promise<void> {
  const found: Found = { entries: 0, sent: 0, edited: 0, fields: new Map(), readOnly: 0, total: 0 }
  for await (const { rows, readOnly, total } of readList(client)) {
    found.readOnly = readOnly
    found.total = total
    for (const { name, content, textField } of rows) {
      if (name === '') continue
      if (textField !== undefined) found.fields.set(textField, (found.fields.get(textField) ?? 0) + 1)
      note(found, name, content)
    }
  }
  const showsNoText = found.entries > 0 && found.fields.size === 0
  journal.notice({ level: showsNoText ? 'warning' : 'notice', message: verdictOn(found) })
  journal.notice({ level: 'notice', message: detailsOf(found) })
  journal.notice({ level: 'notice', message: MATCHING_KEY })
}

function note(found: Found, name: string, content: string): void {
  const { line, text } = readText(content)
  found.entries++
  if (line === undefined) return
  found.sent++
  if (line.digest !== digestOf(name, text)) found.edited++
}

function verdictOn({ entries, sent, edited, fields }: Found): string {
  const hidden = entries - sum(fields)
  if (entries === 0) return 'This assistant fits, as far as an empty list can show.'
  if (hidden === entries) {
    return (
      'This assistant fits in part: its list shows names but no texts, so every run sends every runbook and replaces edits ' +
      'unseen.'
    )
  }
  const some = hidden > 0 ? `${count(hidden, 'entry shows', 'entries show')} no text.` : ''
  const known =
    sent === 0
      ? ''
      : `${edited} of ${count(sent, 'synced entry', 'synced entries')} ${edited === 1 ? 'was' : 'were'} edited.`
  return joined(['This assistant fits: its list shows names and texts.', some, known])
}

function detailsOf({ entries, fields, readOnly, total }: Found): string {
  const texts = listed(Array.from(fields, ([field, many]) => `${format(many)} in \`${field}\``))
  return joined([
    `The list shows ${count(entries, 'entry', 'entries')}${texts === '' ? '.' : `; texts: ${texts}.`}`,
    total === 0 ? 'It names no total.' : `Its total is ${format(total)}.`,
    readOnly === 0
      ? ''
      : `${count(readOnly, 'read-only entry is', 'read-only entries are')} left out, because an upsert may not change ${readOnly === 1 ? 'it' : 'them'}.`
  ])
}

function sum(fields: ReadonlyMap<string, number>): number {
  return [...fields.values()].reduce((all, many) => all + many, 0)
}
