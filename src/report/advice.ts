import { joined, shellQuoted, WORKFLOW } from '../wording.ts'
import type { Frame } from './journal.ts'

/**
 * How a person discards a text of the assistant, in a sentence that goes on.
 *
 * @param path of its runbook; undefined if the same is said of many.
 */
export function sayDiscard({ workflow }: Pick<Frame, 'workflow'>, path: string | undefined): string {
  const command = 'runbook-sync sync --replace'
  return joined(
    [
      path === undefined
        ? `use \`${command}\` with the path of the file, or \`--on-conflict replace\` for all of them`
        : `use \`${command} ${shellQuoted(path)}\``,
      // What a workflow offers, only its page says.
      workflow !== '' &&
        `or start ${workflow} by hand with \`on-conflict: replace\`, which is for all edits (${WORKFLOW})`
    ],
    ', '
  )
}

/** What a person can do about an edit. */
export function sayKeepOrDiscard(frame: Pick<Frame, 'workflow'>, path: string | undefined): string {
  const keep = 'To keep the text, bring it into the file with `runbook-sync pull`.'
  return `${keep} To discard it, or when you have merged it by hand, ${sayDiscard(frame, path)}.`
}
