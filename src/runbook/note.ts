import type { LinkBase } from './links.ts'
import { describedDigits, RETIRED } from './description.ts'
import { writeEntry, type SourceLine, type WrittenEntry } from './source-line.ts'

/** A runbook that is gone: what its line said. */
interface RetiredRunbook extends Pick<SourceLine, 'path' | 'blob'> {
  readonly name: string
  /** The runbook that it has become; undefined if there is none. */
  readonly successor: { readonly name: string; readonly path: string } | undefined
}

/**
 * The entry of a runbook that is gone: a note in place of its text, because the API cannot delete. Paths and names stand in
 * code spans, in which nothing is markup.
 */
export function retirementNote({ name, path, blob, successor }: RetiredRunbook, base: LinkBase): WrittenEntry {
  const { repository, ref } = base
  const instead =
    successor === undefined
      ? `Look in \`${repository}\` for what replaces it.`
      : `Use ${codeSpan(successor.name)} instead (\`${repository}\`, ${codeSpan(successor.path)}).`
  const below =
    `**${RETIRED}**\n\n` +
    `Its runbook ${codeSpan(path)} is not on the branch ${codeSpan(ref)} of \`${repository}\` any more. ${instead}`
  const facts = {
    kind: 'retired',
    path,
    blob,
    alerts: '',
    described: describedDigits(RETIRED),
    reviewBy: undefined
  } as const
  return writeEntry(name, { above: '', below }, facts, base)
}

/** A code span for any text: its fence is longer than every run of backticks in it (CommonMark 0.31, 6.1). */
function codeSpan(text: string): string {
  const line = text.replace(/\s+/g, ' ')
  const longest = (line.match(/`+/g) ?? []).reduce((length, run) => Math.max(length, run.length), 0)
  const fence = '`'.repeat(longest + 1)
  return longest === 0 ? `${fence}${line}${fence}` : `${fence} ${line} ${fence}`
}
