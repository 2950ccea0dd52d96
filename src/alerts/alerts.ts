import type { Tree } from '../branch/source.ts'
import { pagesAt, readAddress, type AlertPlace } from './address.ts'
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
export interface AlertFacts {
  readonly place: AlertPlace
  /** The files that `files` selects; `alerts` are those of the front matter, `reason` says why it is no runbook. */
  readonly runbooks: readonly {
    readonly path: string
    readonly alerts: readonly string[]
    readonly status: 'runbook' | 'refused' | 'skipped'
    readonly reason?: string
  }[]
  readonly tree: Tree
  readonly selects: (path: string) => boolean
  /** The anchors of the headings of runbooks, by path. Those of a runbook that is not here count as there. */
  readonly anchors: ReadonlyMap<string, ReadonlySet<string>>
}

/** Which alerts have a runbook. */
export function alertsTable(rules: Rules, facts: AlertFacts): AlertsTable {
  const alerts = judgeAlerts(rules.alerts, facts)
  const totals = { runbook: 0, dead: 0, elsewhere: 0, without: 0 }
  for (const { state } of alerts) totals[state]++
  const used = new Set(alerts.map(({ path }) => path))
  const unnamed = facts.runbooks.filter(({ path, status }) => status === 'runbook' && !used.has(path))
  return { files: rules.files, alerts, totals, unnamed: unnamed.map(({ path }) => path) }
}

/** An alert has a runbook if its address leads to one, or if the front matter of one names it. */
export function judgeAlerts(alerts: readonly Alert[], facts: AlertFacts): readonly JudgedAlert[] {
  const runbooks = facts.runbooks.filter(({ status }) => status === 'runbook')
  const files = new Map(facts.runbooks.map((file) => [file.path, file]))
  const named = new Map(runbooks.toReversed().flatMap(({ alerts, path }) => alerts.map((name) => [name, path])))
  return alerts.map((alert) => {
    const target = readAddress(alert, facts.place, facts.tree)
    const candidates = typeof target === 'string' ? [] : target.paths.flatMap(pagesAt)
    const anchor = typeof target === 'string' ? '' : target.heading
    const found = candidates.find((path) => files.get(path)?.status === 'runbook')
    const hasAnchor = anchor === '' || facts.anchors.get(found ?? '')?.has(anchor.toLowerCase()) !== false
    const runbook = (hasAnchor ? found : undefined) ?? named.get(alert.alert)
    if (runbook !== undefined) return { ...alert, state: 'runbook', path: runbook, reason: '', candidates }
    if (typeof target === 'string') return { ...alert, state: target, path: '', reason: '', candidates }
    const path = candidates.find((each) => facts.tree(each) === 'file') ?? target.paths[0] ?? ''
    const reason =
      found === undefined ? whyDead(path, files.get(path), facts) : `${found} has no heading \`#${anchor}\`.`
    return { ...alert, state: 'dead', path, reason, candidates }
  })
}

/** The dead ones that a change brought in: it changed the rule, or a file that the address may name. */
export function deadBecauseOf(changed: ReadonlySet<string>, { alerts }: AlertsTable): readonly JudgedAlert[] {
  const isChanged = (path: string): boolean => changed.has(path)
  return alerts.filter(({ state, file, candidates }) => state === 'dead' && [file, ...candidates].some(isChanged))
}

function whyDead(path: string, file: AlertFacts['runbooks'][number] | undefined, facts: AlertFacts): string {
  if (path === '') return 'The repository has no README.md.'
  if (file !== undefined) return `${path} is ${file.status}: ${(file.reason ?? '').replace(/\.$/, '')}.`
  const kind = facts.tree(path)
  if (kind !== 'file') return kind === 'folder' ? `The folder ${path} has no README.md.` : `There is no ${path}.`
  return facts.selects(path) ? `${path} is not a regular file.` : `No pattern of files selects ${path}.`
}
