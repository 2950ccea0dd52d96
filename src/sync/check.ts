import type { KnowledgeClient } from '../knowledge/client.ts'
import type { Journal } from '../report/journal.ts'
import { count } from '../wording.ts'
import type { Row } from './entries.ts'
import { readEntries } from './read-entries.ts'

/**
 * Looks whether a token works, and whether the list shows what a sync needs.
 *
 * @throws {ActionError} if the list cannot be read.
 */
export async function checkService(client: KnowledgeClient, journal: Journal): Promise<void> {
  const entries = await readEntries(client, () => false)
  const { rows } = entries
  const sent = rows.filter(({ line }) => line !== undefined)
  journal.decided({
    head: '',
    selected: 0,
    decisions: [],
    inventory: {
      entries: rows.length,
      current: 0,
      differing: 0,
      orphaned: 0,
      // Without a commit nobody knows which file an entry is from.
      unselected: 0,
      elsewhere: 0,
      byHand: rows.length - sent.length,
      names: []
    }
  })
  journal.notice({
    level: rows.every(isHidden) && rows.length > 0 ? 'warning' : 'notice',
    message: verdictOn(rows, sent)
  })
}

function verdictOn(rows: readonly Row[], sent: readonly Row[]): string {
  const hidden = rows.filter(isHidden).length
  if (rows.length === 0) return 'This assistant fits, as far as an empty list can show.'
  if (hidden === rows.length) {
    return (
      'This assistant fits in part: its list shows names but no texts, so every run sends every runbook and replaces edits ' +
      'unseen.'
    )
  }
  const some = hidden > 0 ? ` ${count(hidden, 'entry shows', 'entries show')} no text.` : ''
  const edited = sent.filter(({ state }) => state === 'edited').length
  const known =
    sent.length === 0
      ? ''
      : ` ${edited} of ${count(sent.length, 'synced entry', 'synced entries')} ${edited === 1 ? 'was' : 'were'} edited.`
  return `This assistant fits: its list shows names and texts.${some}${known}`
}

function isHidden({ state }: Row): boolean {
  return state === 'hidden'
}
