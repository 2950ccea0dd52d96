import { exclusionOf } from '../branch/patterns.ts'
import { isReadable } from '../knowledge/api-types.ts'
import { REMOVE_CREDENTIAL, sayCredentials } from '../runbook/credentials.ts'
import { adviseTemplate } from '../runbook/name.ts'
import { forgeOfLine } from '../runbook/source-line.ts'
import type { Conflict, Duplicate, WithCredential } from '../sync/decide/decision.ts'
import { isUnreadable, type Row } from '../sync/read/rows.ts'
import { COMMAND_LINE, joined, listed, quoted, shellQuoted, WORKFLOW } from '../wording.ts'
import type { Frame } from './journal.ts'
import { commandByHand, type Started } from './start.ts'

type Advised = Started & Pick<Frame, 'keepsTexts'>

/**
 * How a person discards a text of the assistant, in a sentence that goes on.
 *
 * @param path of its runbook; undefined if the same is said of many.
 */
export function sayDiscard(frame: Advised, path: string | undefined): string {
  const { workflow } = frame
  const command = 'runbook-sync sync --replace'
  const isJob = workflow !== ''
  // Who has a terminal has it there.
  const program = isJob ? ` (${COMMAND_LINE})` : ''
  // Without its file, only the page says what a workflow needs.
  const byHand = commandByHand(frame, { name: 'on-conflict', value: 'replace' })
  return joined(
    [
      path === undefined
        ? `use \`${command}\` with the path of the file${program}, or \`--on-conflict replace\` for all of them`
        : `use \`${command} ${shellQuoted(path)}\`${program}`,
      isJob &&
        frame.keepsTexts &&
        `or start ${workflow} by hand with \`on-conflict: replace\`, which is for all edits (${byHand === undefined ? WORKFLOW : `\`${byHand}\``})`
    ],
    ', '
  )
}

export function sayKeepOrDiscard(frame: Advised, path: string | undefined): string {
  const keep = 'To keep the text, bring it into the file with `runbook-sync pull`.'
  return `${keep} To discard it, or when you have merged it by hand, ${sayDiscard(frame, path)}.`
}

interface Explanation {
  /** Behind its path, if the reason is too long. */
  readonly brief?: string
  readonly reason: string
  readonly hint: string
}

/** Why a text of the assistant keeps a runbook from being delivered, and what to do. */
export function sayConflict({ cause, row }: Conflict, frame: Frame, path: string | undefined): Explanation {
  if (cause === 'conflict') {
    if (isUnreadable(row)) {
      return {
        reason: `The list shows no text of its entry${sayType(row)}, so a person may have written it.`,
        hint: `To replace it, ${sayDiscard(frame, path)}: what the list shows of it is saved. Otherwise, give the runbook another \`title\`.`
      }
    }
    const [what, why] = row.line === undefined ? ['wrote', 'has another text'] : ['edited', 'has changed since']
    const reason = `Somebody ${what} its entry in the assistant, and the file ${why}.`
    return { brief: `somebody ${what} its entry in the assistant`, reason, hint: sayKeepOrDiscard(frame, path) }
  }
  const isOther = row.origin === 'another repository'
  const forge = isOther && row.line !== undefined ? forgeOfLine(row.line, frame) : undefined
  if (forge !== undefined) {
    return {
      reason: 'Its entry comes from this repository, shown by another forge.',
      // Only a host whose name says nothing has entries of both kinds. An edit is lost if `replace` comes first.
      hint:
        forge === 'other'
          ? `Bring edits into the files with \`runbook-sync pull --forge other\`, and commit. After that, ${sayDiscard(frame, path)}.`
          : `Add \`--forge ${forge}\`.`
    }
  }
  const rename = 'give this one a `title`, or set `entry-name`.'
  return {
    reason: `Its entry comes from ${row.line?.address ?? ''}.`,
    hint: isOther
      ? `If this repository had that address before, ${sayDiscard(frame, path)} once: that replaces, and saves, edits as well. Otherwise, two runbooks have the same name: ${rename}`
      : `Two runbooks have the same name: ${rename} To replace the entry, ${sayDiscard(frame, path)}.`
  }
}

function sayType({ details }: Row): string {
  return details === undefined || isReadable(details.type) ? '' : `, which has the type ${quoted(details.type)}`
}

export function sayWithCredential({
  credentials,
  rows
}: WithCredential): Explanation & { readonly line: number | null } {
  const stays = rows.length > 0 ? ' Its entry in the assistant stays as it is.' : ''
  return {
    brief: 'a credential',
    reason: `The file contains a credential: ${sayCredentials(credentials)}.${stays}`,
    hint: `${REMOVE_CREDENTIAL} With \`warn\` for \`secrets\`, such runbooks are sent, with a warning.`,
    line: credentials[0]?.line ?? null
  }
}

/** One sentence for all files of a name: there may be thousands. */
export function sayDuplicate({ group, changed }: Duplicate): Explanation {
  const paths = group.map(({ path }) => path)
  const name = group[0]?.name ?? ''
  const isSame = group.every((other) => other.name === name)
  const spelling = isSame ? '' : ' (they differ only in case, blanks or Unicode form)'
  // Those that came last are the ones to rename.
  const latest = changed.length < group.length ? listed(paths.slice(0, changed.length)) : ''
  const exclusion = exclusionOf(paths[0] ?? '')
  return {
    brief: 'duplicate name',
    reason: `${listed(paths)} have the same name “${name}”${spelling}, so one entry would overwrite the other.`,
    hint: joined([
      `Give ${latest || 'each of them'} a \`title\` of its own in the front matter${adviseTemplate([group])}.`,
      exclusion !== undefined && `To leave one out, add a line such as \`${exclusion}\` at the end of \`files\`.`
    ])
  }
}
