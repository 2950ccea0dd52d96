import type { Diagnostic } from '../errors.ts'
import { isUnselected } from '../sync/decide.ts'
import type { Look } from '../sync/look.ts'
import { claimedRows } from '../sync/rows.ts'
import type { SentEntries } from '../sync/sent.ts'
import { count, input, listed } from '../wording.ts'

/** Bytes. The documentation of the service recommends smaller ones. */
const RECOMMENDED_SIZE = 50 * 1024

/** What was sent although it is larger than recommended. */
export function sizeNotices(sent: SentEntries): Diagnostic[] {
  const large = sent.all.filter(({ size, state }) => size > RECOMMENDED_SIZE && state.is === 'shown').length
  if (large === 0) return []
  const message = `${count(large, 'entry', 'entries')} of more than 50 KB ${large === 1 ? 'was' : 'were'} sent. Smaller documents are recommended: split a runbook if the assistant does not find what is in it.`
  return [{ level: 'notice', message }]
}

/** What the list shows, or does not show, beside what was decided. */
export function listNotices({ runbooks, rows, facts, isWithoutTexts }: Look): Diagnostic[] {
  const notices: Diagnostic[] = []
  const hidden = [...claimedRows(runbooks, rows)].filter(({ state }) => state === 'no text').length
  if (isWithoutTexts) {
    const message =
      'The list shows no texts, so nothing can be compared: every run sends every runbook, and edits in the assistant are replaced unseen.'
    notices.push({ level: 'notice', message })
  } else if (hidden > 0) {
    const message = `Edits in the assistant are not seen in ${count(hidden, 'entry', 'entries')} whose text the list does not show.`
    notices.push({ level: 'warning', message })
  }
  if (rows.hidden > 0) {
    const message =
      'The list names more entries than it shows. If it hides one that somebody edited, its runbook looks new, and replaces the edit unseen.'
    notices.push({ level: 'notice', message })
  }
  const unselected = rows.all.flatMap(({ line }) => (line !== undefined && isUnselected(line, facts) ? line.path : []))
  if (unselected.length > 0) {
    const paths = listed([...new Set(unselected)])
    const message = `${count(unselected.length, 'entry comes', 'entries come')} from files that ${input('files')} does not select: ${paths}. Another step delivers them, or they were moved.`
    notices.push({ level: 'notice', message })
  }
  const several = runbooks.named.filter(({ name }) => rows.of(name).length > 1)
  if (several.length > 0) {
    const names = listed(several.map(({ name }) => `“${name}”`))
    const message = `The knowledge base has several entries named ${names}. Remove the outdated ones in the assistant.`
    notices.push({ level: 'warning', message })
  }
  return notices
}
