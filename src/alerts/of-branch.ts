import { adviseLines, Patterns } from '../branch/patterns.ts'
import type { Source } from '../branch/source.ts'
import type { Inputs } from '../job/inputs.ts'
import { anchorsOf } from '../runbook/anchors.ts'
import { decode, MAX_BYTES } from '../runbook/text.ts'
import { joined, listed, quoted } from '../wording.ts'
import type { Branch, Runbooks } from '../sync/read/runbooks.ts'
import { judgeAlerts, type AlertFacts, type AlertsTable, type BoundEntry } from './alerts.ts'
import { MAX_RULES, readRules, type RuleFile } from './rules.ts'

/** Which alerts have a runbook at a commit. @param bound undefined if the list shows no triggers, or was not read. */
export async function alertsOfCommit(
  { source, options }: Pick<Branch, 'source' | 'options'>,
  runbooks: Runbooks,
  rules: AsyncIterable<RuleFile>,
  bound: readonly BoundEntry[] | undefined
): Promise<AlertsTable> {
  const facts = { ...runbooks, base: options, hasHeading: headingsIn(source, runbooks), bound }
  return judgeAlerts(await readRules(rules), facts)
}

/** Tells whether a runbook has a heading with an anchor. Reads each runbook once. */
function headingsIn(source: Source, { at }: Runbooks): AlertFacts['hasHeading'] {
  const known = new Map<string, ReadonlySet<string>>()
  return async (path, anchor) => {
    if (!known.has(path)) {
      const file = at.get(path)
      const text = file?.kind === 'runbook' ? decode(await source.read(file, MAX_BYTES)) : undefined
      known.set(path, await anchorsOf(typeof text === 'string' ? text : '', path))
    }
    return known.get(path)?.has(anchor.toLowerCase()) ?? false
  }
}

/** Said if there is no rule file. @param patterns the lines of the input `alerts`; none if folders were named. */
export function noRules(patterns: readonly string[]): { readonly message: string; readonly hint: string } {
  const message = 'No rule file was found, so no alert was looked at.'
  if (patterns.length === 0) return { message, hint: 'Correct `--rules`.' }
  const shown = listed(patterns.map((line) => quoted(line, 80)))
  const hint = `Correct \`alerts\`: no file of the commit matches ${shown}.`
  return { message, hint: joined([hint, ...patterns.map(adviseLines)]) }
}

/** What the input `alerts` selects; undefined if it is empty. @throws {ActionError} of kind `input`. */
export function rulePatterns({ alerts }: Pick<Inputs, 'alerts'>): Patterns | undefined {
  return alerts.length === 0 ? undefined : new Patterns(alerts, 'alerts')
}

/** The files with alerts at a commit. What a symbolic link leads to is one of them itself, if it is selected. */
export async function* rulesAt(source: Source, head: string, { matches }: Patterns): AsyncGenerator<RuleFile> {
  const { files } = await source.list(head, matches)
  for await (const { file, content } of source.contents(files, MAX_BYTES)) {
    // One at a time, because they are large.
    yield { path: file.path, content: content.kind === 'too-large' ? await source.read(file, MAX_RULES) : content }
  }
}
