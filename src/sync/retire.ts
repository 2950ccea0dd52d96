import { shortId, shortRef } from '../event.ts'
import type { Entry } from '../knowledge/api-types.ts'
import type { Decision } from '../report/outcome.ts'
import { sourceLine, versionOf } from '../runbook/source-line.ts'
import type { LinkBase } from '../runbook/links.ts'

export interface NoteOptions {
  /** Where links lead. */
  readonly link: LinkBase
  /** The branch or tag, in full. */
  readonly ref: string
  readonly commit: string
  /** Of the commit: `2026-11-20`. */
  readonly date: string
}

/**
 * The entry of a runbook that is gone: a note in place of its text, because the API cannot delete. Paths and names stand in
 * code spans, in which nothing is markup.
 */
export function retirementNote(
  { path, name = '', gone }: Pick<Decision, 'path' | 'name' | 'gone'>,
  { link, ref, commit, date }: NoteOptions
): Entry & { readonly version: string } {
  const { repository, serverUrl } = link
  const commitLink = `[\`${shortId(commit)}\`](${serverUrl}/${repository}/commit/${commit})`
  const instead =
    gone?.now === undefined
      ? `Look in \`${repository}\` for what replaces it.`
      : `Use ${codeSpan(gone.now.name ?? '')} instead (\`${repository}\`, ${codeSpan(gone.now.path)}).`
  const text =
    '**This runbook is retired. Do not follow it.**\n\n' +
    `Its runbook ${codeSpan(path)} ${gone?.how ?? 'is gone'} as of commit ${commitLink} of ${date} ` +
    `(branch ${codeSpan(shortRef(ref))} of \`${repository}\`). ${instead}`
  const version = versionOf(name, path, text)
  return { name, content: `${text}\n\n${sourceLine(path, version, link, 'retired')}\n`, version }
}

/** A code span for any text: its fence is longer than every run of backticks in it (CommonMark 0.31, 6.1). */
function codeSpan(text: string): string {
  const line = text.replace(/\s+/g, ' ')
  const longest = (line.match(/`+/g) ?? []).reduce((length, run) => Math.max(length, run.length), 0)
  const fence = '`'.repeat(longest + 1)
  return longest === 0 ? `${fence}${line}${fence}` : `${fence} ${line} ${fence}`
}
