/** What the knowledge base must hold, by rules that share no code with the Action. */
import { sourceOf } from '../service/provenance.ts'

const FRONT_MATTER = /^---\n[^]*?\n---\n/
const SOURCE_LINE = /^Source: .+ \((?:version|retired) [0-9a-f]{12} of [0-9a-f]{12}(?:, [^()\n]+)?\)\n*/m

/** The title of a plainly written runbook: in front matter, or the first heading. */
export function titleOf(runbook: string): string {
  const title = /^---\n[^]*?^title: "?(.+?)"?$[^]*?^---$/m.exec(runbook)
  return (title ?? /^# (.+)$|^(.+)\n=+$/m.exec(runbook.replace(FRONT_MATTER, '')))?.slice(1).find(Boolean) ?? ''
}

/** The text of an entry without its source line. */
export function textOf(entry: string): string {
  return entry.replace(SOURCE_LINE, '')
}

/** Whether an entry has the lines of a runbook, except those that may hold a link, which the conversion makes absolute. */
function hasTextOf(entry: string, runbook: string): boolean {
  const [expected = [], actual = []] = [runbook.replace(FRONT_MATTER, ''), textOf(entry)].map((text) =>
    text.trim().split('\n')
  )
  return (
    expected.length === actual.length &&
    expected.every((line, index) => line === actual[index] || /[[\]<>()]|https?:/.test(line))
  )
}

/**
 * How the knowledge base, content by name, differs from the runbooks of a commit, Markdown files below `docs/runbooks`; empty if
 * every runbook has an entry with just its text, which nobody has changed since.
 */
export function differencesOf(
  entries: ReadonlyMap<string, string>,
  files: ReadonlyMap<string, Buffer | string>
): string[] {
  const runbooks = [...files].filter(([path]) => /^docs\/runbooks\/.*\.md$/.test(path))
  return runbooks.flatMap(([path, bytes]) => {
    const name = titleOf(bytes.toString())
    const content = entries.get(name)
    if (content === undefined) return [`There is no entry “${name}” of ${path}.`]
    if (!hasTextOf(content, bytes.toString())) return [`The entry “${name}” of ${path} is ${JSON.stringify(content)}.`]
    const { provenance } = sourceOf({ name, content })
    return provenance === 'repository' ? [] : [`The entry “${name}” of ${path} is ${provenance}.`]
  })
}
