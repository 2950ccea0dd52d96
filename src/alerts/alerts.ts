import type { LinkBase } from '../runbook/links.ts'
import { stemOf } from '../runbook/name.ts'
import type { OtherFile, Runbook, Runbooks } from '../sync/read/runbooks.ts'
import { readAddress } from './address.ts'
import type { Alert, Rules } from './rules.ts'

export const ALERT_STATES = ['runbook', 'dead', 'elsewhere', 'templated', 'without'] as const

/** An alert, and whether the assistant has a runbook for it. */
export interface JudgedAlert extends Alert {
  /** Templated: a template says its name, or where its address leads. */
  readonly state: (typeof ALERT_STATES)[number]
  /** The runbook, or the file that a dead address names; empty if there is none. */
  readonly path: string
  /** Why the address is dead, as a sentence; empty in any other state. */
  readonly reason: string
  /** The files of which its address names one. */
  readonly candidates: readonly string[]
  /** True if only the title or the file of the runbook names it. */
  readonly byName: boolean
}

export interface AlertsTable extends Pick<Rules, 'fileCount' | 'unread' | 'others'> {
  readonly alerts: readonly JudgedAlert[]
  /** Paths of the runbooks that belong to no alert. */
  readonly unnamed: readonly string[]
  /** Names in front matter that no rule has: `Renamed (docs/disk.md)`. */
  readonly unknown: readonly string[]
}

/** The runbooks and paths of a commit, by which alerts are judged. */
export interface AlertFacts extends Pick<Runbooks, 'tree' | 'selects'> {
  readonly base: LinkBase
  readonly named: readonly Pick<Runbook, 'path' | 'name' | 'alerts'>[]
  readonly fileAt: ReadonlyMap<string, Pick<Runbook, 'kind'> | Pick<OtherFile, 'kind' | 'reason'>>
  /** Tells whether a runbook has a heading with an anchor. */
  readonly hasHeading: (path: string, anchor: string) => Promise<boolean>
}

/** Which alerts have a runbook: their address leads to one, its front matter names them, or its title or file has their name. */
export async function judgeAlerts(rules: Rules, facts: AlertFacts): Promise<AlertsTable> {
  const runbooks = new Set(facts.named.map(({ path }) => path))
  const { named, unknown } = namesIn(facts.named, [...new Set(rules.alerts.map(({ alert }) => alert))])
  // The first of several counts.
  const called = new Map(
    facts.named.toReversed().flatMap(({ name, path }) => [name, stemOf(path)].map((each) => [each.toLowerCase(), path]))
  )
  const onSite = new Map(Array.from(facts.fileAt.keys(), (path) => [path.toLowerCase(), path]))
  const alerts: JudgedAlert[] = []
  for (const alert of rules.alerts) alerts.push(await judge(alert))
  const used = new Set(alerts.map(({ path }) => path))
  const { fileCount, unread, others } = rules
  return { fileCount, unread, others, alerts, unknown, unnamed: [...runbooks].filter((path) => !used.has(path)) }

  async function judge(alert: Alert): Promise<JudgedAlert> {
    const target = readAddress(alert, facts.base, facts.tree)
    const { heading, isOfSite, ...found } =
      typeof target === 'string' ? { candidates: [], heading: '', isOfSite: false } : target
    const candidates = found.candidates.map((path) => (isOfSite ? onSite.get(path.toLowerCase()) : undefined) ?? path)
    const linked = candidates.find((path) => runbooks.has(path))
    const leads = linked !== undefined && (heading === '' || (await facts.hasHeading(linked, heading)))
    const runbook = leads ? linked : named.get(alert.alert)
    const judged = { ...alert, path: '', reason: '', candidates, byName: false }
    if (TEMPLATE.test(alert.alert)) return { ...judged, state: 'templated', path: runbook ?? '' }
    if (runbook !== undefined) return { ...judged, state: 'runbook', path: runbook }
    const namesake = target === 'without' ? called.get(alert.alert.toLowerCase()) : undefined
    if (namesake !== undefined) return { ...judged, state: 'runbook', path: namesake, byName: true }
    if (target === 'unfilled') return { ...judged, state: 'dead', reason: 'A part of the address is not filled in.' }
    if (typeof target === 'string') return { ...judged, state: target }
    const path = linked ?? candidates.find((each) => facts.tree(each) === 'file') ?? candidates[0] ?? ''
    const reason = linked === undefined ? whyDead(path, facts) : `${linked} has no heading \`#${heading}\`.`
    return { ...judged, state: 'dead', path, reason }
  }
}

/** The mark of a template in the name of an alert. */
const TEMPLATE = /\{[{%]/
/** Names with `*` or `?` that are compared, and the length of what is compared with them, so that the work has a bound. */
const MAX_PATTERNS = 1000
const MAX_NAME = 200

/** The runbooks that front matter gives to alerts; of several, an exact name counts, then the first one. */
function namesIn(runbooks: AlertFacts['named'], alerts: readonly string[]) {
  const all = runbooks.flatMap(({ alerts: names, path }) => names.map((name) => ({ name, path })))
  const patterns = all.filter(({ name }) => /[*?]/.test(name) && name.length <= MAX_NAME).slice(0, MAX_PATTERNS)
  const short = alerts.filter(({ length }) => length <= MAX_NAME)
  const matches = patterns.flatMap(({ name: pattern, path }) => {
    const form = patternOf(pattern)
    return short.filter((name) => form.test(name)).map((name) => ({ name, path, pattern }))
  })
  const known = new Set([...alerts, ...matches.map(({ pattern }) => pattern)])
  return {
    named: new Map([...all, ...matches].toReversed().map(({ name, path }) => [name, path])),
    unknown: all.flatMap(({ name, path }) => (known.has(name) ? [] : `\`${name}\` (${path})`))
  }
}

/** In the name of an alert, `*` stands for any characters, and `?` for one. Each `*` takes what it can first, and never tries again: that would take too long. */
function patternOf(name: string): RegExp {
  const [first = '', ...rest] = name.split(/\*+/).map((part) => part.replace(/[^\w?]/g, '\\$&').replaceAll('?', '.'))
  const last = rest.pop()
  const between = rest.map((part, at) => `(?=(.*?${part}))\\${at + 1}`).join('')
  return new RegExp(`^${first}${between}${last === undefined ? '' : `.*${last}`}$`, 's')
}

/** @param changed asks for those alone that a change of these paths brings in: of the rule, or of a file that its address may name. */
export function deadAlerts({ alerts }: AlertsTable, changed?: ReadonlySet<string>): readonly JudgedAlert[] {
  const isChanged = (path: string): boolean => changed?.has(path) ?? true
  return alerts.filter(({ state, file, candidates }) => state === 'dead' && [file, ...candidates].some(isChanged))
}

function whyDead(path: string, { fileAt, tree, selects }: AlertFacts): string {
  const file = fileAt.get(path)
  if (file?.kind === 'runbook') return `${path} is refused: other files have its name.`
  if (file !== undefined) return `${path} is ${file.kind}: ${file.reason.replace(/\.$/, '')}.`
  const kind = tree(path)
  if (kind !== 'file') return kind === 'folder' ? `The folder ${path} has no README.md.` : `There is no ${path}.`
  return selects(path) ? `${path} is not a regular file.` : `No pattern of files selects ${path}.`
}
