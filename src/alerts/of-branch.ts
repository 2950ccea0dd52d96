import { adviseLines, Patterns } from '../branch/patterns.ts'
import type { Source } from '../branch/source.ts'
import { ActionError } from '../errors.ts'
import type { Inputs } from '../job/inputs.ts'
import { anchorsOf } from '../runbook/anchors.ts'
import { decode, MAX_BYTES } from '../runbook/text.ts'
import { joined, listed, quoted } from '../wording.ts'
import type { Branch, CommitFiles, Runbooks } from '../sync/read/runbooks.ts'
import { judgeAlerts, type AlertFacts, type AlertsTable } from './alerts.ts'
import { MAX_RULES, readRules, type RuleFile } from './rules.ts'

/** The alerts of a repository, and the runbooks that they have. The rules of a commit are read once. */
export class BranchAlerts {
  readonly #branch: Pick<Branch, 'source' | 'options'>
  /** The patterns for files with rules; undefined if no input has one. */
  readonly #patterns: Patterns | undefined
  #known: { readonly head: string; readonly table: AlertsTable } | undefined

  constructor(branch: Pick<Branch, 'source' | 'options'>, { alerts }: Pick<Inputs, 'alerts'>) {
    this.#branch = branch
    this.#patterns = alerts.length === 0 ? undefined : new Patterns(alerts, 'alerts')
  }

  /** The names of alerts whose rules lead to a runbook, by its path; undefined if there are no rules, or they cannot be fetched. */
  async namesByPath(files: CommitFiles): Promise<ReadonlyMap<string, readonly string[]> | undefined> {
    this.#known = undefined
    // What does not arrive is said when the alerts are reported.
    const table = await this.tableOf(files).catch(() => undefined)
    if (table === undefined || table.fileCount === 0) return undefined
    const having = table.alerts.filter(({ state }) => state === 'runbook')
    const byPath = Map.groupBy(having, ({ path }) => path)
    return new Map(Array.from(byPath, ([path, alerts]) => [path, alerts.map(({ alert }) => alert)]))
  }

  /** Which alerts have a runbook at a commit; undefined if the input `alerts` names no files. */
  async tableOf(files: CommitFiles | Runbooks): Promise<AlertsTable | undefined> {
    const { head } = files
    if (this.#known?.head === head) return this.#known.table
    if (this.#patterns === undefined) return undefined
    const table = await this.judge(files, rulesAt(this.#branch.source, head, this.#patterns))
    this.#known = { head, table }
    return table
  }

  /** Judges the alerts of other rules by these files. */
  async judge(files: CommitFiles | Runbooks, rules: AsyncIterable<RuleFile>): Promise<AlertsTable> {
    const { source, options } = this.#branch
    return judgeAlerts(await readRules(rules), { ...files, base: options, hasHeading: headingsIn(source, files) })
  }
}

/** Tells whether a runbook has a heading with an anchor. Reads each runbook once. */
function headingsIn(source: Source, { fileAt }: Pick<CommitFiles | Runbooks, 'fileAt'>): AlertFacts['hasHeading'] {
  const known = new Map<string, ReadonlySet<string>>()
  return async (path, anchor) => {
    if (!known.has(path)) {
      const file = fileAt.get(path)
      const text = file?.kind === 'runbook' ? decode(await source.read(file, MAX_BYTES)) : undefined
      known.set(path, await anchorsOf(typeof text === 'string' ? text : '', path))
    }
    return known.get(path)?.has(anchor.toLowerCase()) ?? false
  }
}

/** There is no rule file. @param patterns the lines of the input `alerts`; none if folders were named. */
export function noRulesError(patterns: readonly string[]): ActionError {
  const shown = listed(patterns.map((line) => quoted(line, 80)))
  const hint = `Correct \`alerts\`: no file of the commit matches ${shown}.`
  const advice = patterns.length === 0 ? 'Correct `--rules`.' : joined([hint, ...patterns.map(adviseLines)])
  return new ActionError('incomplete', 'No rule file was found, so no alert was looked at.', advice)
}

/** The files with alerts at a commit. What a symbolic link leads to is one of them itself, if it is selected. */
async function* rulesAt(source: Source, head: string, { matches }: Patterns): AsyncGenerator<RuleFile> {
  const { files } = await source.list(head, matches)
  for await (const { file, content } of source.contents(files, MAX_BYTES)) {
    // One at a time, because they are large.
    yield { path: file.path, content: content.kind === 'too-large' ? await source.read(file, MAX_RULES) : content }
  }
}
