import { shortId, shortRef } from '../event.ts'
import type { SyncContext } from './context.ts'
import { REASONS, type Orphan } from './orphans.ts'

const TITLE = '**This runbook is retired. Do not follow it.**'

/** The note that replaces the text of a retired entry. Paths and names stand in code spans, in which nothing is markup. */
export function retirementNote(
  orphan: Orphan,
  { job, changes }: Pick<SyncContext, 'job' | 'changes'>,
  date: string
): string {
  const { path, reason, replacement } = orphan
  const { repository, serverUrl } = job
  const commit = `[\`${shortId(changes.tip)}\`](${serverUrl}/${repository}/commit/${changes.tip})`
  const instead =
    replacement === undefined
      ? `Look in \`${repository}\` for what replaces it.`
      : `Use ${codeSpan(replacement.name)} instead (\`${repository}\`, ${codeSpan(replacement.path)}).`
  return (
    `${TITLE}\n\nIts runbook ${codeSpan(path)} ${reason} as of commit ${commit} of ${date} ` +
    `(branch ${codeSpan(shortRef(job.ref))} of \`${repository}\`). ${instead}\n`
  )
}

/** Whether a text is such a note, unedited as far as its form tells. */
export function isRetirementNote(content: string): boolean {
  return content.startsWith(`${TITLE}\n\n`) && NOTE.test(content.slice(TITLE.length).trim())
}

/** Names with backticks are not recognized: a pattern for all code spans would take more than linear time. */
const NOTE = RegExp(
  `^Its runbook \`[^\`\\n]+\` (?:${Object.values(REASONS).join('|')}) as of commit ` +
    '\\[`[0-9a-f]+`\\]\\([^()\\s]+\\) of [\\d-]* \\(branch `[^`\\n]+` of `[^`\\n]+`\\)\\. ' +
    '(?:Look in `[^`\\n]+` for what replaces it|Use `[^`\\n]+` instead \\(`[^`\\n]+`, `[^`\\n]+`\\))\\.$'
)

/** A code span for any text: its fence is longer than every run of backticks in it (CommonMark 0.31, 6.1). */
function codeSpan(text: string): string {
  const line = text.replace(/\s+/g, ' ')
  const longest = (line.match(/`+/g) ?? []).reduce((length, run) => Math.max(length, run.length), 0)
  const fence = '`'.repeat(longest + 1)
  return longest === 0 ? `${fence}${line}${fence}` : `${fence} ${line} ${fence}`
}
