import type { Entry } from '../wire.ts'
import type { LeftBehind } from './plan.ts'

/** Where and when the branch stopped having the runbook, as far as this run can tell. */
export interface RetiredSince {
  /** `owner/name`. */
  readonly repository: string
  readonly serverUrl: string
  /** Branch or tag. */
  readonly ref: string
  readonly commit: string
  /** `2026-11-20`. */
  readonly date: string
}

/**
 * The note that takes the place of a retired runbook, so that the assistant stops quoting it: there is no way to delete
 * an entry. Paths and names stand in code spans, in which nothing is markup.
 */
export function retiredEntry({ path, name, reason, replacement }: LeftBehind, since: RetiredSince): Entry {
  const commit = `[\`${since.commit.slice(0, 7)}\`](${since.serverUrl}/${since.repository}/commit/${since.commit})`
  const instead =
    replacement === undefined
      ? 'Nothing replaces it.'
      : `Use ${code(replacement.name)} instead (\`${since.repository}\`, ${code(replacement.path)}).`
  return {
    name,
    content:
      '**This runbook is retired. Do not follow it.**\n\n' +
      `Its runbook ${code(path)} ${reason} as of commit ${commit} of ${since.date}` +
      ` (branch ${code(since.ref)} of \`${since.repository}\`). ${instead}\n`
  }
}

/** A code span around any text: its fence is longer than every run of backticks inside (CommonMark 0.31, 6.1). */
function code(text: string): string {
  const line = text.replace(/\s+/g, ' ')
  const longest = Math.max(0, ...(line.match(/`+/g) ?? []).map((run) => run.length))
  const fence = '`'.repeat(longest + 1)
  return longest === 0 ? `${fence}${line}${fence}` : `${fence} ${line} ${fence}`
}
