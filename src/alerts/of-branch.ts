import { Patterns } from '../branch/patterns.ts'
import type { Source } from '../branch/source.ts'
import type { Diagnostic } from '../errors.ts'
import { parseMarkdown } from '../runbook/markdown.ts'
import { decode, MAX_BYTES } from '../runbook/text.ts'
import type { Branch, Runbooks } from '../sync/runbooks.ts'
import { alertsTable, judgeAlerts, type AlertFacts, type AlertsTable } from './alerts.ts'
import { readRules, type RuleFile } from './rules.ts'

/** Which alerts have a runbook at a commit. @param origin names what selects the rules, for a message. */
export async function alertsOfCommit(
  { source, settings }: Pick<Branch, 'source' | 'settings'>,
  runbooks: Runbooks,
  rules: AsyncIterable<RuleFile>,
  origin: string
): Promise<{ readonly table: AlertsTable; readonly problems: readonly Diagnostic[] }> {
  const read = await readRules(rules)
  const { selects, tree, at } = runbooks
  const anchors = new Map<string, ReadonlySet<string>>()
  const facts = { place: settings, runbooks: statusOf(runbooks), tree, selects, anchors }
  const named = judgeAlerts(read.alerts, facts).filter(
    ({ address, state }) => address.includes('#') && state === 'runbook'
  )
  for (const path of new Set(named.map((alert) => alert.path))) {
    const file = at.get(path)
    const text = file?.kind === 'runbook' ? decode(await source.read(file, MAX_BYTES)) : undefined
    if (typeof text === 'string') anchors.set(path, await anchorsOf(text))
  }
  const table = alertsTable(read, facts)
  const message = `No rule file was found, so no alert was looked at. Correct ${origin}.`
  const problems = table.files > 0 ? read.problems : [...read.problems, { level: 'warning', message } as const]
  return { table, problems }
}

/** The anchors that GitHub makes of the headings of a text, and those that it has in HTML, in lower case. */
export async function anchorsOf(text: string): Promise<ReadonlySet<string>> {
  // Few runs have an address with an anchor.
  const { default: GithubSlugger } = await import('github-slugger')
  const slugger = new GithubSlugger()
  const html = text.matchAll(/<[a-z][^>]*\s(?:id|name)=["']?([^\s"'>]+)/gi)
  const slugs = parseMarkdown(text).headings.map((heading) => slugger.slug(heading.trim()))
  return new Set([...slugs, ...Array.from(html, ([, id = '']) => id.toLowerCase())])
}

/** What became of the selected files. */
function statusOf({ named, shared, others }: Runbooks): AlertFacts['runbooks'] {
  return [
    ...named.map(({ path, alerts }) => ({ path, alerts, status: 'runbook' as const })),
    ...shared.flat().map(({ path, alerts }) => {
      return { path, alerts, status: 'refused', reason: 'other files have its name' } as const
    }),
    ...others.map(({ path, kind, reason }) => {
      return { path, alerts: [], status: kind === 'refused' ? 'refused' : 'skipped', reason } as const
    })
  ]
}

/** The files with alerts that the input selects at a commit. */
export async function* rulesAt(source: Source, head: string, patterns: readonly string[]): AsyncGenerator<RuleFile> {
  const { files, skipped } = await source.list(head, new Patterns(patterns, 'alerts').matches)
  for await (const { file, content } of source.contents(files, MAX_BYTES)) yield { path: file.path, content }
  for (const { path, reason } of skipped) yield { path, skipped: reason }
}
