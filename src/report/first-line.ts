import { locationOf, type ErrorKind } from '../errors.ts'
import { shortId } from '../job/event.ts'
import type { Pulled } from '../sync/pull.ts'
import { count, format, joined, listed } from '../wording.ts'
import type { Result } from './journal.ts'
import { sayBroughtIn } from './notices.ts'
import { isRed, needsPerson, OUTCOMES, type Outcome, type ReportRow } from './rows.ts'

/** Files that a sentence names. */
const MAX_NAMED = 3

/** What the sentences about a run are made of. */
export interface Run extends Result {
  readonly rows: readonly ReportRow[]
  readonly totals: Readonly<Record<Outcome, number>>
}

/** What ended a run, in a few words. */
const ENDINGS: Partial<Readonly<Record<ErrorKind, string>>> = {
  input: 'An input cannot be used',
  github: 'A question to GitHub failed',
  git: 'The checkout cannot be read',
  'branch-moved': 'The branch moved',
  'token-rejected': 'The token was rejected',
  forbidden: 'The token has no permission',
  'wrong-address': 'The address is wrong',
  'service-failing': 'The service fails',
  unreachable: 'The service cannot be reached',
  copies: 'The service made a copy',
  stopped: 'A person has to agree first',
  'out-of-time': 'The service took too long',
  cancelled: 'Cancelled'
}

/** In each mode: somebody has to do something, something was done, or nothing. */
const HEADINGS: Partial<Readonly<Record<string, readonly [missing: string, did: string, nothing: string]>>> = {
  sync: ['Not everything is delivered', 'Delivered', 'Up to date'],
  plan: ['A sync would not deliver everything', 'Ready to send', 'Nothing to send'],
  pull: ['Edits need a person', 'Edits are in the files', 'No edits']
}

/** What happened, in a few words without numbers. */
export function sayHeading({ ended, mode, rows, totals, pulled }: Run): string {
  if (ended !== undefined) return ENDINGS[ended.kind] ?? 'The run failed'
  const [missing, did, nothing] = HEADINGS[mode ?? ''] ?? ['Done', 'Done', 'Done']
  if (rows.some(needsPerson) || pulled.some(({ kind }) => kind !== 'changed')) return missing
  const done = totals.upserted + totals.retired + totals.planned + totals.ready + pulled.length
  return done > 0 ? did : nothing
}

/** What happened, and what is missing: `1 runbook delivered; 1 is not: docs/dns.md (somebody edited its entry).` */
export function sayFirst(run: Run): string {
  const { ended, mode, pulled, rows, alerts } = run
  if (ended !== undefined) {
    // Such an error says itself that nothing was sent.
    const isSaid = mode !== 'sync' || ended.kind === 'stopped'
    return joined([ended.message, !isSaid && sayDelivery(run)])
  }
  const dead = sayBroughtIn(alerts?.broughtIn ?? [])
  switch (mode) {
    case 'sync':
      return sayDelivery(run) || 'There is nothing to deliver.'
    case 'plan': {
      const said = sayPlan(run)
      // What makes the run red comes first.
      return joined(rows.some(isRed) ? [said, dead] : [dead, said])
    }
    case 'pull': {
      const [first] = pulled.filter(({ kind }) => kind !== 'changed')
      return joined([sentence([sayPulledFiles(pulled)]), first && joined([first.path, first.reason], ': ')])
    }
    case 'check':
      return 'The token is valid.'
    case 'alerts':
      return dead || 'No alert has a dead address.'
    case 'list':
    case undefined:
      // What they print says the rest.
      return 'Done.'
  }
}

function sentence(parts: Parameters<typeof joined>[0]): string {
  const said = joined(parts, '; ')
  return said && `${said}.`
}

function sayDelivery({ ended, totals, saved, rows }: Run): string {
  const pending = (brief: string): number =>
    rows.filter((row) => row.outcome === 'pending' && row.brief === brief).length
  const [sent, unsent] = [pending('sent, not confirmed'), pending('not sent')]
  const done = [
    totals.upserted > 0 && `${count(totals.upserted, 'runbook')} delivered`,
    saved.length > 0 && `${count(saved.length, 'text')} of the assistant saved and replaced`,
    totals.retired > 0 && `${count(totals.retired, 'entry', 'entries')} retired`
  ]
  const did = joined(done, ', ')
  const runbooks = (number: number): string => (totals.upserted > 0 ? format(number) : count(number, 'runbook'))
  const missing = rows.filter((row) => needsPerson(row) && row.outcome !== 'pending')
  const isNot =
    totals.upserted > 0
      ? count(missing.length, 'is not', 'are not')
      : count(missing.length, 'runbook is not delivered', 'runbooks are not delivered')
  const isQuiet = did === '' && missing.length === 0 && ended === undefined && totals.unchanged > 0
  return sentence([
    isQuiet && 'Everything is up to date',
    did,
    sent > 0 && `${runbooks(sent)} sent, not confirmed`,
    unsent > 0 && `${runbooks(unsent)} not sent`,
    missing.length > 0 && `${isNot}: ${sayFiles(missing)}`,
    sayOrphans(rows)
  ])
}

function sayPlan({ totals, rows, inventory }: Run): string {
  const missing = rows.filter(needsPerson)
  const named = missing.length > 0 && `: ${sayFiles(missing)}`
  if (inventory === undefined) {
    return sentence([
      `${count(totals.ready, 'runbook')} can be sent; nothing is known of the assistant`,
      named && `${format(missing.length)} cannot${named}`
    ])
  }
  const planned = (about: ReportRow['about']): number =>
    rows.filter((row) => row.outcome === 'planned' && row.about === about).length
  const [sends, notes] = [planned('runbook'), planned('entry')]
  const replaced = rows.filter(({ outcome, replaces }) => outcome === 'planned' && replaces).length
  const texts = replaced > 0 ? ` and replace ${count(replaced, 'text')} of the assistant` : ''
  const does = [
    sends > 0 && `send ${count(sends, 'runbook')}${texts}`,
    notes > 0 && `retire ${count(notes, 'entry', 'entries')}`
  ]
  return sentence([
    `A sync would ${joined(does, ', and ') || 'send nothing'}`,
    named && `${format(missing.length)} would not be delivered${named}`,
    sayOrphans(rows)
  ])
}

function sayOrphans(rows: readonly ReportRow[]): string | undefined {
  const orphans = rows.filter(({ outcome }) => outcome === 'orphaned')
  if (orphans.length === 0) return undefined
  return `${count(orphans.length, 'entry has', 'entries have')} no runbook any more: ${pathsOf(orphans)}`
}

/** `docs/a.md, docs/b.md (same name), docs/c.md (somebody edited its entry) and 2 more` */
function sayFiles(rows: readonly ReportRow[]): string {
  const shown = rows.slice(0, MAX_NAMED)
  const groups = [...Map.groupBy(shown, ({ brief }) => brief)]
  const named = groups.map(([brief, of]) => {
    const places = of.map(({ path, line }) => locationOf({ path, line: line ?? undefined }))
    return `${places.join(', ')} (${brief})`
  })
  const more = rows.length - shown.length
  return joined([named.join(', '), more > 0 && `and ${format(more)} more`])
}

function pathsOf(rows: readonly ReportRow[]): string {
  const paths = rows.map(({ path }) => path)
  return listed(paths, MAX_NAMED)
}

/** `2 files changed, 1 edit beside its file` */
function sayPulledFiles(pulled: readonly Pulled[]): string {
  const total = (wanted: Pulled['kind']): number => pulled.filter(({ kind }) => kind === wanted).length
  const parts = [
    total('changed') > 0 && `${count(total('changed'), 'file')} changed`,
    total('beside') > 0 && count(total('beside'), 'edit beside its file', 'edits beside their files'),
    total('left out') > 0 && `${format(total('left out'))} left out`
  ]
  return joined(parts, ', ') || 'There are no edits to pull'
}

/** What a person has to do. */
export function sayNext({ ended, mode, pulled, rows, totals, alerts }: Run): string {
  if (ended !== undefined) return ended.hint
  const kinds = new Set(pulled.map(({ kind }) => kind))
  if (kinds.has('beside'))
    return 'Copy what is right from each `.edited` file into the file beside it, and delete the `.edited` file.'
  if (kinds.has('left out')) return 'Correct the entry in the assistant, then pull again.'
  const isFailing = rows.some(isRed)
  const missing = rows.filter(isFailing ? isRed : needsPerson)
  return joined([
    adviceFor(missing),
    mode === 'plan' && isFailing && 'Correct this first, or the next sync fails.',
    (alerts?.broughtIn ?? []).length > 0 && 'Correct the address, or add the runbook.',
    missing.length === 0 && totals.orphaned > 0 && 'Delete what you do not need in the assistant.'
  ])
}

/** The first advice; after the files that it is about, if there is another one. */
function adviceFor(rows: readonly ReportRow[]): string {
  const hint = rows[0]?.hint ?? ''
  const same = rows.filter((row) => row.hint === hint)
  const others = rows.length - same.length
  if (others === 0) return hint
  return `${pathsOf(same)}: ${hint} The report says what to do about ${count(others, 'more runbook')}.`
}

/** `1 refused, 3 delivered, 240 unchanged; 243 files selected at commit 3f2a1c9.` */
export function sayCounts({ look, totals }: Run): string {
  if (look === undefined) return ''
  const outcomes = OUTCOMES.map(
    (outcome) => totals[outcome] > 0 && `${format(totals[outcome])} ${outcome === 'upserted' ? 'delivered' : outcome}`
  )
  const { head, at } = look.runbooks
  const commit = head !== '' && `at commit ${shortId(head)}`
  const files = joined([`${count(at.size, 'file')} selected`, commit])
  return sentence([joined(outcomes, ', '), files])
}
