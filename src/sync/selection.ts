import type { Changes } from '../changes/changes.ts'
import { inputError } from '../errors.ts'
import { count, listed, quoted } from '../wording.ts'
import type { SkippedPath } from '../git/git.ts'
import type { RunContext } from './context.ts'

const SKIPPED: Readonly<Record<SkippedPath['reason'], string>> = {
  symlink: 'it is a symbolic link, which the Action never follows',
  submodule: 'it is a submodule, whose files are in another repository',
  'not UTF-8': 'its name is not UTF-8',
  'special file': 'it is not a regular file'
}

/** Warns about paths that the patterns select and that are not read, and about patterns that are probably wrong. */
export function reportSelection(
  { inputs, usedPatterns, diagnose }: Pick<RunContext, 'inputs' | 'usedPatterns' | 'diagnose'>,
  { kind, selected: { files, skipped, otherCase } }: Changes
): void {
  for (const { path, reason } of skipped) {
    diagnose({ level: 'warning', path, message: `Skipped: ${SKIPPED[reason]}.` })
  }
  for (const path of otherCase) {
    const message = 'Not selected: `files` distinguishes upper and lower case. Rename the file or add a pattern.'
    diagnose({ level: 'warning', path, message })
  }
  if (kind !== 'full' || files.length === 0) return
  for (const line of inputs.files.filter((pattern) => !usedPatterns.has(pattern))) {
    const message = `The pattern ${quoted(line, 80)} of \`files\` has no effect: no file matches, or a later line decides. Correct or remove it.`
    diagnose({ level: 'warning', message })
  }
}

/** A full sync fails, so that a wrong pattern does not stay unnoticed; anything else warns. */
export function requireMatch(
  { inputs, mode, diagnose }: Pick<RunContext, 'inputs' | 'mode' | 'diagnose'>,
  { kind, selected }: Changes
): void {
  if (kind === 'nothing' || selected.files.length > 0) return
  const patterns = listed(inputs.files.map((pattern) => quoted(pattern, 80)))
  const error = inputError(
    'files',
    `matches no file: ${patterns}. ${count(selected.total, 'file')} looked at.`,
    'Correct the pattern, or add a runbook: a pattern begins at the repository’s root, upper and lower case differ, `*` ' +
      'stays inside a folder, and `**` does not.'
  )
  if (kind === 'full' && mode === 'sync') throw error
  diagnose({ level: 'warning', message: `${error.message} ${error.hint}` })
}
