import type { KnowledgeClient } from '../knowledge/client.ts'
import { readList } from '../knowledge/list.ts'
import type { Journal } from '../report/journal.ts'
import { count, format, joined } from '../wording.ts'

/** No list tells it, and a wrong guess makes copies, which no API deletes. */
const MATCHING_KEY =
  'No list can show by what an upsert finds the entry to update. Without ids, Runbook Sync relies on the name: a sync that updates ' +
  'more than three entries updates one first, and stops if that makes a second entry.'

const FORMS = {
  both: 'It takes both forms of a request.',
  documented: 'It takes the documented form of a request alone (`page`).',
  specified: 'It takes the specified form of a request alone (`page_num`).'
} as const

/** Looks whether a token works, and whether the list shows what a sync needs. */
export async function checkService(client: KnowledgeClient, { notice }: Journal): Promise<void> {
  const { rows, readOnly, total } = await readList(client, ({ name, textField, details }) => ({
    name,
    textField,
    details
  }))
  const shown = rows.filter(({ name }) => name !== '')
  const fields = Map.groupBy(shown, ({ textField }) => textField)
  const without = fields.get(undefined)?.length ?? 0
  const [hidden] = shown.filter(({ textField, details }) => textField === undefined && details?.id !== undefined)
  const text = hidden?.details?.id === undefined ? '' : await client.textOf(hidden.details.id)
  const isAnswered = text !== ''
  const showsNoText = shown.length > 0 && without === shown.length && !isAnswered
  notice({ level: showsNoText ? 'warning' : 'notice', message: sayFit(shown.length, isAnswered ? 0 : without) })
  const texts = Array.from(fields, ([field, { length }]) => field !== undefined && `${format(length)} in \`${field}\``)
  const triggers = shown.filter(({ details }) => details !== undefined).length
  const workspaces = new Set(shown.flatMap(({ details }) => details?.workspace ?? []))
  const details = [
    `${joined([`The list shows ${count(shown.length, 'entry', 'entries')}`, joined(texts, ', ')], '; texts: ')}.`,
    isAnswered && `${count(without, 'text')} of them only if it is asked for by its id.`,
    total === 0 ? 'It names no total.' : `Its total is ${format(total)}.`,
    readOnly > 0 && `${count(readOnly, 'read-only entry is', 'read-only entries are')} left out.`,
    FORMS[client.dialect.listForms[0].name],
    triggers > 0 && `${count(triggers, 'entry has', 'entries have')} a trigger, so entries are updated by their ids.`,
    workspaces.size > 0 && `They are of ${count(workspaces.size, 'workspace')}.`
  ]
  notice({ level: 'notice', message: joined(details) })
  if (triggers === 0) notice({ level: 'notice', message: MATCHING_KEY })
}

function sayFit(entries: number, without: number): string {
  if (entries === 0) return 'This assistant fits, as far as an empty list can show.'
  if (without === entries) {
    return (
      'This assistant fits in part: its list shows names but no texts, so every run sends every runbook and replaces edits ' +
      'unseen.'
    )
  }
  const some = without > 0 && `${count(without, 'entry shows', 'entries show')} no text.`
  return joined(['This assistant fits: its list shows names and texts.', some])
}
