/**
 * The text of a runbook without what a conversion may change, by rules of its own rather than the Action's: front matter
 * at the start, and white space at both ends.
 */
function bodyOf(runbook: string): string {
  const text = runbook.replace(/^\ufeff/, '')
  return text.replace(/^---\r?\n[^]*?\n(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/, '').trim()
}

/**
 * Whether an entry says what a runbook says: the same number of lines, and the same lines, but those that could hold a
 * link, whose target the conversion may have made absolute.
 */
export function saysTheSame(entry: string, runbook: string): boolean {
  const expected = bodyOf(runbook).split('\n')
  const actual = entry.trim().split('\n')
  if (expected.length !== actual.length) return false
  return expected.every((line, index) => line === actual[index] || /[[\]<>()]|https?:/.test(line))
}

/** The title of a runbook that is written plainly: in front matter, or as the first heading. */
export function titleOf(runbook: string): string | undefined {
  const title = /^---\n[^]*?^title: "?(.+?)"?$[^]*?^---$/m.exec(runbook)?.[1]
  return title ?? /^# (.+)$/m.exec(bodyOf(runbook))?.[1] ?? /^(.+)\n=+$/m.exec(bodyOf(runbook))?.[1]
}
