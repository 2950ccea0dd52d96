import type { Changes } from '../changes/changes.ts'
import type { Patterns } from '../changes/patterns.ts'
import { inputError } from '../errors.ts'
import type { SkippedPath } from '../git/git.ts'
import type { Findings } from '../report/findings.ts'
import { count, listed, quoted } from '../wording.ts'

const SKIPPED: Readonly<Record<SkippedPath['reason'], string>> = {
  symlink: 'it is a symbolic link, which Runbook Sync never follows',
  submodule: 'it is a submodule, whose files are in another repository',
  'not UTF-8': 'its name is not UTF-8',
  'special file': 'it is not a regular file'
}

/**
 * Warns about paths that the patterns select and that are not read, and about patterns that are probably wrong.
 *
 * @throws {ActionError} of kind `input` where nothing is selected: no run may be green while runbooks do not arrive.
 */
export function reportSelection(
  { isFull, selected: { files, skipped, total } }: Changes,
  patterns: Patterns,
  findings: Findings
): void {
  for (const { path, reason } of skipped) {
    findings.diagnose({ level: 'warning', path, message: `Skipped: ${SKIPPED[reason]}.` })
  }
  if (files.length === 0) {
    throw inputError(
      'files',
      `matches no file: ${listed(patterns.lines.map((pattern) => quoted(pattern, 80)))}. ${count(total, 'file')} looked at.`,
      'Correct the pattern, or add a runbook: a pattern begins at the repository’s root, upper and lower case differ, `*` ' +
        'stays inside a folder, and `**` does not.'
    )
  }
  for (const line of isFull ? patterns.unused : []) {
    const message = `The pattern ${quoted(line, 80)} of \`files\` has no effect: no file matches, or a later line decides. Correct or remove it.`
    findings.diagnose({ level: 'warning', message })
  }
}
