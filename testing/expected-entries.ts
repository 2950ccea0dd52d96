/** What the knowledge base must hold, by rules that share no code with the Action. */
import { sourceOf } from '../service/provenance.ts'

const FRONT_MATTER = /^---\r?\n[^]*?\n(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/

/** The title of a plainly written runbook: in front matter, or the first heading. */
export function titleOf(runbook: string): string | undefined {
  const body = runbook.replace(FRONT_MATTER, '')
  const title = /^---\n[^]*?^title: "?(.+?)"?$[^]*?^---$/m.exec(runbook)?.[1]
  return title ?? /^# (.+)$/m.exec(body)?.[1] ?? /^(.+)\n=+$/m.exec(body)?.[1]
}

const SOURCE_LINE = /\nSource: .+, version [0-9a-f]{12}\n$/

/** The text of an entry above its source line; undefined where the line is missing, or does not fit to name and text. */
export function textSent(name: string, content: string): string | undefined {
  return sourceOf({ name, content }).provenance === 'repository' ? content.replace(SOURCE_LINE, '') : undefined
}

/**
 * Whether an entry has the text of a runbook above its source line: the same lines without front matter, except lines that
 * may hold a link, because the conversion makes link targets absolute.
 */
export function hasTextOf(entry: string, runbook: string): boolean {
  const expected = runbook
    .replace(/^\ufeff/, '')
    .replace(FRONT_MATTER, '')
    .trim()
    .split('\n')
  const actual = entry.replace(SOURCE_LINE, '').trim().split('\n')
  if (expected.length !== actual.length) return false
  return expected.every((line, index) => line === actual[index] || /[[\]<>()]|https?:/.test(line))
}
