import { shortId, shortRef } from '../job/event.ts'
import type { Decision } from '../report/result.ts'
import { hasAddresses } from '../runbook/links.ts'
import type { RunbookOptions } from '../runbook/runbook.ts'
import { sealedEntry, versionOf } from '../runbook/source-line.ts'

/** The commit that a note names; undefined for files on the disk. */
interface NotedCommit {
  readonly id: string
  /** `2026-11-20`. */
  readonly date: string
}

/**
 * The entry of a runbook that is gone: a note in place of its text, because the API cannot delete. Paths and names stand in
 * code spans, in which nothing is markup.
 */
export function retirementNote(
  { path, name = '', now }: Pick<Decision, 'path' | 'name' | 'now'>,
  options: RunbookOptions,
  ref: string,
  commit: NotedCommit | undefined
): string {
  const { repository } = options
  const since = commit === undefined ? '' : ` as of commit ${linkTo(commit, options)} of ${commit.date}`
  const instead =
    now === undefined
      ? `Look in \`${repository}\` for what replaces it.`
      : `Use ${codeSpan(now.name ?? '')} instead (\`${repository}\`, ${codeSpan(now.path)}).`
  const below =
    '**This runbook is retired. Do not follow it.**\n\n' +
    `Its runbook ${codeSpan(path)} is not on the branch ${codeSpan(shortRef(ref))} of \`${repository}\` any more${since}. ${instead}`
  const version = versionOf({ blob: '', name, path }, options)
  return sealedEntry({ kind: 'retired', name, path, version }, { above: '', below }, options)
}

function linkTo({ id }: NotedCommit, options: RunbookOptions): string {
  const { serverUrl, repository } = options
  return hasAddresses(options) ? `[\`${shortId(id)}\`](${serverUrl}/${repository}/commit/${id})` : `\`${shortId(id)}\``
}

/** A code span for any text: its fence is longer than every run of backticks in it (CommonMark 0.31, 6.1). */
function codeSpan(text: string): string {
  const line = text.replace(/\s+/g, ' ')
  const longest = (line.match(/`+/g) ?? []).reduce((length, run) => Math.max(length, run.length), 0)
  const fence = '`'.repeat(longest + 1)
  return longest === 0 ? `${fence}${line}${fence}` : `${fence} ${line} ${fence}`
}
