import { Patterns } from '../branch/patterns.ts'
import type { Source } from '../branch/source.ts'
import type { Diagnostic } from '../errors.ts'
import { parseMarkdown } from '../runbook/markdown.ts'
import { decode, MAX_BYTES } from '../runbook/text.ts'
import type { Branch, Runbooks } from '../sync/runbooks.ts'
import { judgeAlerts, type AlertFacts, type AlertsTable } from './alerts.ts'
import { readRules, type RuleFile } from './rules.ts'

/** Which alerts have a runbook at a commit. @param origin names what selects the rules, for a message. */
export async function alertsOfCommit(
  { source, options }: Pick<Branch, 'source' | 'options'>,
  runbooks: Runbooks,
  rules: AsyncIterable<RuleFile>,
  origin: string
): Promise<{ readonly table: AlertsTable; readonly problems: readonly Diagnostic[] }> {
  const read = await readRules(rules)
  const table = await judgeAlerts(read, { ...runbooks, base: options, hasHeading: headingsIn(source, runbooks) })
  const message = `No rule file was found, so no alert was looked at. Correct ${origin}.`
  const problems = table.files > 0 ? read.problems : [...read.problems, { level: 'warning', message } as const]
  return { table, problems }
}

/** Tells whether a runbook has a heading with an anchor. Reads each runbook once. */
function headingsIn(source: Source, { at }: Runbooks): AlertFacts['hasHeading'] {
  const known = new Map<string, ReadonlySet<string>>()
  return async (path, anchor) => {
    if (!known.has(path)) {
      const file = at.get(path)
      const text = file?.kind === 'runbook' ? decode(await source.read(file, MAX_BYTES)) : undefined
      known.set(path, await anchorsOf(typeof text === 'string' ? text : ''))
    }
    return known.get(path)?.has(anchor.toLowerCase()) ?? false
  }
}

/** The anchors that GitHub makes of the headings of a text, and those that it has in HTML, in lower case. */
export async function anchorsOf(text: string): Promise<ReadonlySet<string>> {
  // Few runs have an address with an anchor.
  const { default: GithubSlugger } = await import('github-slugger')
  const slugger = new GithubSlugger()
  const html = text.matchAll(/<[a-z][^<>]*\s(?:id|name)=["']?([^\s"'>]+)/gi)
  const slugs = parseMarkdown(text).headings.map((heading) => slugger.slug(heading.trim()))
  return new Set([...slugs, ...Array.from(html, ([, id = '']) => id.toLowerCase())])
}

/** The files with alerts that the input selects at a commit. */
export async function* rulesAt(source: Source, head: string, patterns: readonly string[]): AsyncGenerator<RuleFile> {
  const { files, skipped } = await source.list(head, new Patterns(patterns, 'alerts').matches)
  for await (const { file, content } of source.contents(files, MAX_BYTES)) yield { path: file.path, content }
  for (const { path, reason } of skipped) yield { path, skipped: reason }
}
