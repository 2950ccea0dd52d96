import type { JudgedAlert } from '../alerts/alerts.ts'
import type { Diagnostic } from '../errors.ts'
import { isElsewhere } from '../sync/decide.ts'
import type { Look } from '../sync/look.ts'
import type { Pulled } from '../sync/pull.ts'
import { hasName } from '../sync/runbooks.ts'
import type { SavedText } from '../saved-texts.ts'
import type { SentEntries } from '../sync/sent.ts'
import { count, joined, listed, REPLACE } from '../wording.ts'

/** Bytes. The documentation of the service recommends smaller ones. */
const RECOMMENDED_SIZE = 50 * 1024
/** Long enough for a holiday, in days. */
const WARN_DAYS = 14
const DAY = 24 * 60 * 60 * 1000

/** What was sent although it is larger than recommended. */
export function sizeNotices(sent: SentEntries): Diagnostic[] {
  const large = sent.all.filter(({ size, state }) => size > RECOMMENDED_SIZE && state.is === 'shown').length
  if (large === 0) return []
  const message = `${count(large, 'entry', 'entries')} of more than 50 KB ${large === 1 ? 'was' : 'were'} sent. Smaller documents are recommended: split a runbook if the assistant does not find what is in it.`
  return [{ level: 'notice', message }]
}

/** What the list shows, or does not show, beside what was decided. */
export function listNotices({ runbooks, rows }: Look): Diagnostic[] {
  const notices: Diagnostic[] = []
  const hidden = rows.all.filter(({ name, state }) => state === 'no text' && hasName(runbooks, name)).length
  if (rows.areWithoutTexts) {
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
  const unselected = rows.all.flatMap((row) => {
    return row.line !== undefined && row.origin === 'this branch' && isElsewhere(row, runbooks) ? row.line.path : []
  })
  if (unselected.length > 0) {
    const paths = listed([...new Set(unselected)])
    const message = `${count(unselected.length, 'entry comes', 'entries come')} from files that \`files\` does not select: ${paths}. Another step delivers them, or they were moved.`
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

/** A warning around the day on which the token stops working. The service cannot be asked. */
export function expiryNotices(expiresOn: Date | undefined, hasReadList: boolean, now: Date): Diagnostic[] {
  if (expiresOn === undefined) return []
  const days = Math.ceil((expiresOn.getTime() - now.getTime()) / DAY)
  if (days > WARN_DAYS) return []
  const day = expiresOn.toISOString().slice(0, 10)
  if (days <= 0 && hasReadList) {
    const message = `The date in the workflow is past (\`token-expires-on: ${day}\`), yet the token works: correct the date.`
    return [{ level: 'warning', message }]
  }
  const when = days > 0 ? `expires on ${day}, in ${count(days, 'day')}` : `expired on ${day}`
  const message =
    `The token ${when} (\`token-expires-on\`). Choose Rotate in Settings → Access Tokens of the assistant, store the new ` +
    'value in the secret at once, because the old one stops working, and update `token-expires-on`.'
  return [{ level: 'warning', message }]
}

export function saySaved({ name, file }: SavedText): string {
  return `The run replaced a text of the entry “${name}” in the assistant. The old text is in ${file}, on a runner until the job ends.`
}

/** What became of an edit, and what to do with it. */
export function sayPulled({ kind, reason }: Pulled): string {
  switch (kind) {
    case 'changed':
      return joined(['An edit from the assistant is in the file now.', reason])
    case 'beside':
      return joined([
        'An edit from the assistant is beside the file, with `.edited` after its name.',
        reason,
        // If both changed the same lines, no sync can tell that the edit is in the file.
        `Copy what is right, and delete that file. If the next sync refuses the runbook, ${REPLACE}.`
      ])
    case 'left out':
      return reason
  }
}

export function sayDeadAlert({ alert, reason }: JudgedAlert): string {
  return `The alert ${alert} has no runbook at its address. ${reason} Correct the address, or add the runbook.`
}
