import type { LinkBase } from '../runbook/links.ts'
import type { OtherFile, Runbook, Runbooks } from '../sync/runbooks.ts'
import { readAddress } from './address.ts'
import type { Alert, Rules } from './rules.ts'

/** An alert, and whether the assistant has a runbook for it. */
export interface JudgedAlert extends Alert {
  readonly state: 'runbook' | 'dead' | 'elsewhere' | 'without'
  /** The runbook, or the file that a dead address names; empty if there is none. */
  readonly path: string
  /** Why the address is dead, as a sentence; empty in any other state. */
  readonly reason: string
  /** The files of which its address names one. */
  readonly candidates: readonly string[]
}

export interface AlertsTable {
  /** Number of files that were looked at. */
  readonly files: number
  readonly alerts: readonly JudgedAlert[]
  readonly totals: Readonly<Record<JudgedAlert['state'], number>>
  /** Paths of the runbooks that belong to no alert. */
  readonly unnamed: readonly string[]
}

/** What is known of a commit, to judge alerts by. */
export interface AlertFacts extends Pick<Runbooks, 'tree' | 'selects'> {
  readonly base: LinkBase
  readonly named: readonly Pick<Runbook, 'path' | 'alerts'>[]
  readonly at: ReadonlyMap<string, Pick<Runbook, 'kind'> | Pick<OtherFile, 'kind' | 'reason'>>
  /** Tells whether a runbook has a heading with an anchor. */
  readonly hasHeading: (path: string, anchor: string) => Promise<boolean>
}

/** Which alerts have a runbook: their address leads to one, or the front matter of one names them. */
export async function judgeAlerts(rules: Rules, facts: AlertFacts): Promise<AlertsTable> {
  const runbooks = new Set(facts.named.map(({ path }) => path))
  // Of several that name an alert, the first one counts.
  const named = new Map(facts.named.toReversed().flatMap(({ alerts, path }) => alerts.map((name) => [name, path])))
  const alerts: JudgedAlert[] = []
  const totals = { runbook: 0, dead: 0, elsewhere: 0, without: 0 }
  for (const alert of rules.alerts) {
    const judged = { ...alert, ...(await judge(alert)) }
    alerts.push(judged)
    totals[judged.state]++
  }
  const used = new Set(alerts.map(({ path }) => path))
  return { files: rules.files, alerts, totals, unnamed: [...runbooks].filter((path) => !used.has(path)) }

  async function judge(alert: Alert): Promise<Omit<JudgedAlert, keyof Alert>> {
    const target = readAddress(alert, facts.base, facts.tree)
    const { candidates, heading } = typeof target === 'string' ? { candidates: [], heading: '' } : target
    const linked = candidates.find((path) => runbooks.has(path))
    const leads = linked !== undefined && (heading === '' || (await facts.hasHeading(linked, heading)))
    const runbook = leads ? linked : named.get(alert.alert)
    if (runbook !== undefined) return { state: 'runbook', path: runbook, reason: '', candidates }
    if (typeof target === 'string') return { state: target, path: '', reason: '', candidates }
    const path = linked ?? candidates.find((each) => facts.tree(each) === 'file') ?? candidates[0] ?? ''
    const reason = linked === undefined ? whyDead(path, facts) : `${linked} has no heading \`#${heading}\`.`
    return { state: 'dead', path, reason, candidates }
  }
}

/** The dead ones that a change brought in: it changed the rule, or a file that the address may name. */
export function deadBecauseOf(changed: ReadonlySet<string>, { alerts }: AlertsTable): readonly JudgedAlert[] {
  const isChanged = (path: string): boolean => changed.has(path)
  return alerts.filter(({ state, file, candidates }) => state === 'dead' && [file, ...candidates].some(isChanged))
}

function whyDead(path: string, { at, tree, selects }: AlertFacts): string {
  const file = at.get(path)
  if (file?.kind === 'runbook') return `${path} is refused: other files have its name.`
  if (file !== undefined) return `${path} is ${file.kind}: ${file.reason.replace(/\.$/, '')}.`
  const kind = tree(path)
  if (kind !== 'file') return kind === 'folder' ? `The folder ${path} has no README.md.` : `There is no ${path}.`
  return selects(path) ? `${path} is not a regular file.` : `No pattern of files selects ${path}.`
}
