import { exclusionOf } from '../branch/patterns.ts'
import { foldName } from '../normal-form.ts'
import type { Conflict, Decision, Orphan, SharedName } from '../sync/decide.ts'
import type { Look } from '../sync/look.ts'
import type { Row } from '../sync/rows.ts'
import type { Sent, SentEntries, Shipment } from '../sync/sent.ts'
import { format, input, joined, term } from '../wording.ts'
import type { Described, ForeignText, Item } from './result.ts'

/** Files that a message names beside its own. */
const MAX_OTHERS = 3

/** What was decided and what became of it, in sentences. */
export function itemsOf(look: Look, sent: SentEntries): Item[] {
  const items = look.decisions.map((decision) => itemOf(decision, sent, look))
  const decided = new Set(
    look.decisions.flatMap((decision) => ('row' in decision ? [foldName(decision.row.name)] : []))
  )
  // The list shows a note, and no orphan any more.
  const retired = sent.all.filter(({ shipment, name }) => shipment.do === 'retire' && !decided.has(foldName(name)))
  return [...items, ...retired.map((one) => sentItem(one, look))]
}

function itemOf(decision: Decision, sent: SentEntries, look: Look): Item {
  const known = sentFor(decision, sent)
  // Somebody has changed it since, and that is what people have to know.
  const isOvertaken =
    known?.state.is === 'shown' && (decision.do === 'refuse' || ('why' in decision && decision.why === 'edited'))
  if (known !== undefined && !isOvertaken) return sentItem(known, look)
  return { decision: describe(decision, look), state: 'open', attempts: 0, error: undefined }
}

/** What the run has sent of the text that a decision is about. */
function sentFor(decision: Decision, sent: SentEntries): Sent | undefined {
  if (decision.do === 'orphan' || decision.do === 'retire') {
    const known = sent.of(decision.row.name)
    return known?.shipment.do === 'retire' ? known : undefined
  }
  if (!('rows' in decision)) return undefined
  const { name, digest, path } = decision.runbook
  const known = sent.of(name)
  return known?.digest === digest && known.path === path ? known : undefined
}

function sentItem({ shipment, attempts, state }: Sent, look: Look): Item {
  const decision = describe(shipment, look)
  switch (state.is) {
    case 'waiting':
      return { decision, state: 'accepted', attempts, error: undefined }
    case 'shown':
      return { decision, state: 'stored', attempts, error: undefined }
    case 'failed':
    case 'altered':
      return { decision, state: 'failed', attempts, error: state.error }
  }
}

function describe(decision: Decision | Shipment, look: Look): Described {
  switch (decision.do) {
    case 'send': {
      const { path, name } = decision.runbook
      const texts = decision.replaced.map((row) => foreignText(row))
      return { about: 'runbook', path, name, kind: 'send', reason: WHY_SENT[decision.why], texts }
    }
    case 'leave': {
      const { path, name } = decision.runbook
      const about = { about: 'runbook', path, name } as const
      if (decision.why === 'current') return { ...about, kind: 'unchanged', reason: '' }
      const texts = decision.rows.filter(({ state }) => state !== 'ours').map((row) => foreignText(row))
      return {
        ...about,
        kind: 'kept',
        reason: `Somebody edited the entry “${name}” in the assistant; the edit stays.`,
        hint: KEPT,
        texts
      }
    }
    case 'leave out': {
      const { path, name, kind, reason, hint, line } = decision.file
      const cause = kind === 'refused' ? ({ cause: 'text' } as const) : {}
      return { about: 'runbook', path, name, kind, reason, hint, line, ...cause, isWaiting: !decision.isRed }
    }
    case 'refuse':
      return decision.why === 'shared name' ? describeShared(decision, look) : describeConflict(decision, look)
    case 'orphan':
    case 'retire':
      return describeOrphan(decision)
  }
}

const WHY_SENT = {
  new: 'A new entry.',
  changed: 'Updates its entry.',
  'in the file': 'The runbook has the text of the assistant now.',
  'no text': 'The list shows no text of the entry, so it cannot be compared.',
  replaces: 'Replaces a text of the assistant.',
  'not compared': ''
} as const

const KEPT = `Bring the edit into the file with \`runbook-sync pull\`, or discard it: ${term('replace')}.`

/** @param isElsewhere true if it comes from another repository, or from a file that `files` does not select. */
function foreignText({ state, content }: Row, isElsewhere = false): ForeignText {
  if (isElsewhere) return { origin: 'elsewhere', content }
  return { origin: state === 'by hand' ? 'by hand' : 'edited', content }
}

function describeConflict({ why, runbook, row, rows, isRed }: Conflict, look: Look): Described {
  const { path, name } = runbook
  const isElsewhere = why === 'elsewhere'
  const about = { about: 'runbook', path, name, kind: 'refused', cause: 'conflict', isWaiting: !isRed } as const
  const texts = isElsewhere
    ? [foreignText(row, true)]
    : rows.filter(({ state }) => state !== 'ours').map((one) => foreignText(one))
  if (!isElsewhere) {
    const how = why === 'edited' ? 'Somebody edited' : 'Somebody wrote'
    return {
      ...about,
      texts,
      reason: `${how} the entry “${name}” in the assistant.`,
      hint:
        'To keep the text, bring it into the file with `runbook-sync pull`. ' +
        `To discard it, or when you have merged it by hand, ${term('replace')}.`
    }
  }
  const from = row.line?.address ?? ''
  const isOther = row.line !== undefined && !look.facts.unselected.has(row.line.path)
  const renamed =
    isOther &&
    `If this repository was there before, ${term('replace')} once: that replaces, and saves, edits as well. Otherwise, two`
  return {
    ...about,
    texts,
    reason: `The entry “${name}” comes from ${from}.`,
    hint: joined([
      renamed || 'Two',
      `runbooks have the same name: give this one a \`title\`, or set ${input('entry-name')}.`,
      !isOther && `To replace the entry, ${term('replace')}.`
    ])
  }
}

/** Why a file is refused whose name others have. The message of each of 20,000 duplicates must not grow with their number. */
function describeShared({ runbook: { path, name }, group, broughtIn, isRed }: SharedName, look: Look): Described {
  const near = group
    .slice(0, MAX_OTHERS + 1)
    .filter((other) => other.path !== path)
    .slice(0, MAX_OTHERS)
  const others = group.length - 1
  const more = others - near.length
  const shown = near.map((other) => other.path).join(', ') + (more > 0 ? ` and ${format(more)} more` : '')
  const isSame = near.every((other) => other.name === name)
  const spelling = isSame ? '' : ' (they differ only in case, blanks or Unicode form)'
  const exclusion = exclusionOf(path)
  const leaveOut =
    exclusion === undefined
      ? ''
      : `, or leave this one out by the line \`${exclusion}\` at the end of ${input('files')}`
  // The file that came last is the one to rename.
  const causes = group.slice(0, Math.min(broughtIn, MAX_OTHERS)).map((one) => one.path)
  const isCause = broughtIn === 0 || look.facts.changed?.has(path) === true
  return {
    about: 'runbook',
    path,
    name,
    kind: 'refused',
    cause: 'duplicate',
    reason: `${shown} ${others === 1 ? 'has' : 'have'} the same name “${name}”${spelling}, so one entry would overwrite the other${others === 1 ? '' : 's'}.`,
    hint: isCause
      ? `Give it a \`title\` of its own in the front matter${leaveOut}.`
      : `Give ${causes.join(', ')} a \`title\` of its own in the front matter.`,
    isWaiting: !isRed
  }
}

function describeOrphan({ do: what, row, isHere, now }: Orphan): Described {
  const { name, line, state } = row
  const isEdited = state !== 'ours'
  return {
    about: 'entry',
    path: line.path,
    name,
    kind: what === 'retire' ? 'retire' : 'orphaned',
    now,
    reason: joined([
      `Its runbook ${howItWent(line.path, isHere, now)}.`,
      isEdited && 'Somebody edited the entry, so it stays.'
    ]),
    hint: isEdited ? 'Copy what you need of it, then delete the entry in the assistant.' : DELETE[what]
  }
}

const DELETE = { orphan: 'Delete its entry in the assistant.', retire: undefined } as const

/** In words that follow "Its runbook". */
function howItWent(path: string, isHere: boolean, now: Orphan['now']): string {
  if (now === undefined) return isHere ? 'is left out now (draft, `runbook: false` or without text)' : 'was removed'
  return now.path === path ? `is called “${now.name}” now` : `was moved to ${now.path}, with the name “${now.name}”`
}
