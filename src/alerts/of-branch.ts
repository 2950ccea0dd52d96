import { Patterns } from '../branch/patterns.ts'
import type { Source } from '../branch/source.ts'
import type { Diagnostic } from '../errors.ts'
import { MAX_BYTES } from '../runbook/text.ts'
import type { Runbooks } from '../sync/runbooks.ts'
import type { AlertPlace } from './address.ts'
import { alertsTable, type AlertFacts, type LocatedAlerts } from './alerts.ts'
import { readRules, type RuleFile } from './rules.ts'

/**
 * Which alerts have a runbook at a commit.
 *
 * @param rules files that may have alerts.
 * @param origin names what selects them, for a message.
 */
export async function alertsOfCommit(
  place: AlertPlace,
  runbooks: Runbooks,
  rules: AsyncIterable<RuleFile>,
  origin: string
): Promise<{ readonly table: LocatedAlerts; readonly problems: readonly Diagnostic[] }> {
  const read = await readRules(rules)
  const { selects } = runbooks
  const hasFile = (path: string): boolean => runbooks.tree(path) === 'file'
  const table = alertsTable(read, { place, runbooks: statusOf(runbooks), hasFile, selects })
  const message = `No rule file was found, so no alert was looked at. Correct ${origin}.`
  const problems = table.files > 0 ? read.problems : [...read.problems, { level: 'warning', message } as const]
  return { table, problems }
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
