import type { Diagnostic } from '../errors.ts'
import type { Inventory } from '../sync/inventory.ts'
import type { Look } from '../sync/look.ts'
import type { Pulled } from '../sync/pull.ts'
import { hasName } from '../sync/read/runbooks.ts'
import { entriesAmong } from '../sync/read/rows.ts'
import { ENTRY_STATES, standingOf } from '../sync/read/standing.ts'
import { count, format, joined, listed } from '../wording.ts'
import { sayDiscard } from './advice.ts'
import { descriptionNotices } from './descriptions.ts'
import type { ReplacedText, Result } from './journal.ts'

/** Bytes. The documentation of the service recommends smaller ones. */
const RECOMMENDED_SIZE = 50 * 1024
/** Long enough for a holiday, in days. */
const WARN_DAYS = 14
const DAY = 24 * 60 * 60 * 1000

/** Notices and warnings, which do not fail the run: those first that are about all of it. */
export function noticesOf(result: Result, now: Date): Diagnostic[] {
  const { look, notices, pulled, saved, sizes, alerts } = result
  const all = [
    ...expiryNotices(result, now),
    ...notices,
    ...(look === undefined ? [] : listNotices(look)),
    ...sizeNotices(sizes),
    ...descriptionNotices(result),
    ...pulled.flatMap((one) => [sayPulled(one, result), ...credentialsIn(one)]),
    ...saved.map((text) => saySaved(text, result)),
    ...(alerts?.notices ?? [])
  ]
  return all.sort((one, other) => Number(one.path !== undefined) - Number(other.path !== undefined))
}

function notice(message: string): Diagnostic {
  return { level: 'notice', message }
}

function warning(message: string): Diagnostic {
  return { level: 'warning', message }
}

function sizeNotices(sizes: readonly number[]): Diagnostic[] {
  const large = sizes.filter((size) => size > RECOMMENDED_SIZE).length
  if (large === 0) return []
  const were = count(large, 'entry of more than 50 KB was', 'entries of more than 50 KB were')
  const hint = 'Smaller documents are recommended: split a runbook if the assistant does not find what is in it.'
  return [notice(`${were} sent. ${hint}`)]
}

/** A warning around the day on which the token stops working. The service cannot be asked. */
function expiryNotices({ tokenExpiresOn, inventory }: Result, now: Date): Diagnostic[] {
  if (tokenExpiresOn === undefined) return []
  const days = Math.ceil((tokenExpiresOn.getTime() - now.getTime()) / DAY)
  if (days > WARN_DAYS) return []
  const day = tokenExpiresOn.toISOString().slice(0, 10)
  if (days <= 0 && inventory !== undefined) {
    const past = `The date in the workflow is past (\`token-expires-on: ${day}\`), yet the token works: correct the date.`
    return [warning(past)]
  }
  const when = days > 0 ? `expires on ${day}, in ${count(days, 'day')}` : `expired on ${day}`
  const hint =
    'Choose Rotate in Settings → Access Tokens of the assistant, store the new value as the secret that the workflow gives to `token` at once, ' +
    'because the old value stops working, and update `token-expires-on`.'
  return [warning(`The token ${when} (\`token-expires-on\`). ${hint}`)]
}

function saySaved(text: ReplacedText, { workflow }: Pick<Result, 'workflow'>): Diagnostic {
  const { of, path, name, file } = text
  const where = joined([
    `saved in ${file}.`,
    text.hasCredential === true && 'It has a credential, and is not shown: rotate that.',
    workflow !== '' &&
      'The runner deletes that folder after the job, so a later step has to keep it (output `overwritten`).'
  ])
  const said = {
    replaced: warning(`The ${of} of the entry “${name}” in the assistant was replaced, and is ${where}`),
    merged: notice(`The edit of the entry “${name}” is in the file now. Its text in the assistant is ${where}`),
    unknown: warning(`The ${of} of the entry “${name}” may have been replaced. A copy of it is ${where}`),
    'not replaced': notice(`The ${of} of the entry “${name}” was not replaced. A copy of it is ${where}`)
  }
  return { ...said[text.became], path }
}

function sayPulled({ path, file, kind, reason }: Pulled, result: Result): Diagnostic {
  if (kind === 'changed') return { ...notice('An edit from the assistant is in the file now.'), path }
  if (kind === 'not pulled') return { ...warning(reason), path }
  // If both changed the same lines, no sync can tell that the edit is in the file.
  const copy = 'Copy what is right into the file, and delete the `.edited` one.'
  const discard = `If the next sync refuses the runbook, ${sayDiscard(result, path)}.`
  return { ...warning(`The edit is in ${file}. ${reason} ${copy} ${discard}`), path }
}

/** A person may have pasted one at night. */
function credentialsIn({ file, credentials = [] }: Pulled): Diagnostic[] {
  return credentials.map(({ line, kind }) => {
    const message = `The edit has brought a credential into the file: ${kind}. Remove it before you commit, and rotate it: everybody who may ask the assistant can read it.`
    return { ...warning(message), path: file, line }
  })
}

/** Warnings and notices about entries that the list hides, or shows twice, or that no file explains. */
function listNotices({ runbooks, rows }: Look): Diagnostic[] {
  const { areWithoutTexts } = rows
  const hidden = rows.all.filter(({ name, by }) => by === 'unknown' && hasName(runbooks, name)).length
  const unselected = rows.all.flatMap((row) => {
    return standingOf(row, runbooks) === 'another step' ? (row.line?.path ?? []) : []
  })
  const several = runbooks.named.filter(({ name }) => entriesAmong(rows.of(name)).some(({ length }) => length > 1))
  const names = listed(several.map(({ name }) => `“${name}”`))
  const come = count(unselected.length, 'entry comes', 'entries come')
  const all = [
    !areWithoutTexts &&
      hidden > 0 &&
      warning(
        `Edits in the assistant are not seen in ${count(hidden, 'entry', 'entries')} whose text the list does not show.`
      ),
    rows.isIncomplete &&
      notice(
        'The list names more entries than it shows. If it hides one that somebody edited, its runbook looks new, and replaces the edit unseen.'
      ),
    unselected.length > 0 &&
      notice(
        `${come} from files that \`files\` does not select: ${listed([...new Set(unselected)])}. Another step delivers them, or they were moved.`
      ),
    several.length > 0 &&
      warning(`The knowledge base has several entries named ${names}. Remove the outdated ones in the assistant.`)
  ]
  return all.filter((one) => one !== false)
}

/** So that two swapped tokens or a forgotten entry are noticed: `52 entries: 48 current, 3 outdated, 1 by-hand`. */
export function sayInventory(inventory: Inventory): string {
  const parts = ENTRY_STATES.map((state) => inventory[state] > 0 && `${format(inventory[state])} ${state}`)
  return joined([count(inventory.entries, 'entry', 'entries'), joined(parts, ', ')], ': ')
}
