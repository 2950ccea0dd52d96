import { hash } from 'node:crypto'
import { shortId, shortRef, type Job } from '../event.ts'
import { composed } from '../knowledge/spelling.ts'
import type { Orphan } from './orphans.ts'

export interface NoteOptions extends Pick<Job, 'repository' | 'serverUrl'> {
  /** The branch or tag, in full. */
  readonly ref: string
  readonly commit: string
  /** Of the commit: `2026-11-20`. */
  readonly date: string
}

const TITLE = '**This runbook is retired. Do not follow it.**'
/** Ends the note. A hash of what stands before tells whether somebody has edited it. */
const MARKER = /\n<!-- runbook-sync: retired ([0-9a-f]{16}) -->\s*$/

/** The note that replaces the text of a retired entry. Paths and names stand in code spans, in which nothing is markup. */
export function retirementNote(orphan: Orphan, { repository, serverUrl, ref, commit, date }: NoteOptions): string {
  const { path, reason, replacement } = orphan
  const link = `[\`${shortId(commit)}\`](${serverUrl}/${repository}/commit/${commit})`
  const instead =
    replacement === undefined
      ? `Look in \`${repository}\` for what replaces it.`
      : `Use ${codeSpan(replacement.name)} instead (\`${repository}\`, ${codeSpan(replacement.path)}).`
  const text =
    `${TITLE}\n\nIts runbook ${codeSpan(path)} ${reason} as of commit ${link} of ${date} ` +
    `(branch ${codeSpan(shortRef(ref))} of \`${repository}\`). ${instead}\n`
  return `${text}\n<!-- runbook-sync: retired ${digestOf(text)} -->\n`
}

/** Whether a text is such a note, unedited. */
export function isRetirementNote(content: string): boolean {
  const found = MARKER.exec(content)
  return found !== null && digestOf(content.slice(0, found.index)) === found[1]
}

/** Without blanks, which services change. */
function digestOf(text: string): string {
  return hash('sha256', composed(text).replace(/\s+/g, ''), 'hex').slice(0, 16)
}

/** A code span for any text: its fence is longer than every run of backticks in it (CommonMark 0.31, 6.1). */
function codeSpan(text: string): string {
  const line = text.replace(/\s+/g, ' ')
  const longest = (line.match(/`+/g) ?? []).reduce((length, run) => Math.max(length, run.length), 0)
  const fence = '`'.repeat(longest + 1)
  return longest === 0 ? `${fence}${line}${fence}` : `${fence} ${line} ${fence}`
}
