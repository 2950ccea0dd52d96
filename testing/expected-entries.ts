/** What the knowledge base must hold, by rules that share no code with the Action. */
import { sourceOf } from '../service/provenance.ts'

const FRONT_MATTER = /^---\r?\n[^]*?\n(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/
const SOURCE_LINE = /^Source: .+ \((?:version|retired) [0-9a-f]{12} of [0-9a-f]{12}\)\n+/m

/** The title of a plainly written runbook: in front matter, or the first heading. */
export function titleOf(runbook: string): string | undefined {
  const body = runbook.replace(FRONT_MATTER, '')
  const title = /^---\n[^]*?^title: "?(.+?)"?$[^]*?^---$/m.exec(runbook)?.[1]
  return title ?? /^# (.+)$/m.exec(body)?.[1] ?? /^(.+)\n=+$/m.exec(body)?.[1]
}

/** The source line of an entry; empty without one. */
export function sourceLineOf(entry: string): string {
  return SOURCE_LINE.exec(entry)?.[0].trim() ?? ''
}

/** The text of an entry without its source line. */
export function textOf(entry: string): string {
  return entry.replace(SOURCE_LINE, '')
}

/**
 * Whether an entry has the text of a runbook below its source line: the same lines without front matter, except lines that
 * may hold a link, because the conversion makes link targets absolute.
 */
export function hasTextOf(entry: string, runbook: string): boolean {
  const [expected, actual] = [runbook, textOf(entry)].map(linesOf)
  return (
    expected?.length === actual?.length &&
    expected?.every((line, index) => line === actual?.[index] || /[[\]<>()]|https?:/.test(line)) === true
  )
}

function linesOf(text: string): string[] {
  return text
    .replace(/^\ufeff/, '')
    .replace(FRONT_MATTER, '')
    .trim()
    .split('\n')
}

/**
 * How the knowledge base differs from the runbooks of a commit, a sentence each; empty if every runbook has an entry with
 * just its text, which nobody has changed since.
 *
 * @param entries content by name.
 * @param files text by path. Runbooks are Markdown files below `docs/runbooks`, without drafts and empty ones.
 */
export function differencesOf(
  entries: ReadonlyMap<string, string>,
  files: Iterable<readonly [path: string, text: string]>
): string[] {
  const runbooks = [...files].filter(
    ([path, text]) =>
      /^docs\/runbooks\/.*\.md$/.test(path) && !/^draft: true$/m.test(text) && linesOf(text).join('') !== ''
  )
  return runbooks.flatMap(([path, text]) => {
    const name = titleOf(text) ?? /([^/]*)\.md$/.exec(path)?.[1] ?? ''
    const content = entries.get(name)
    if (content === undefined) return [`There is no entry “${name}” of ${path}.`]
    if (!hasTextOf(content, text)) return [`The entry “${name}” of ${path} is ${JSON.stringify(content)}.`]
    const { provenance } = sourceOf({ name, content })
    return provenance === 'repository' ? [] : [`The entry “${name}” of ${path} is ${provenance}.`]
  })
}
