// Says what is wrong after a run, by rules that share no code with the Action: from Git, the service's database and the report.
import type { StoredEntry } from '../../service/service.ts'
import { nameIn, type Files } from './files.ts'
import type { History } from './history.ts'
import type { Edit, KnowledgeBase } from './knowledge-base.ts'
import { fold, hasText } from './texts.ts'

/** The JSON report, as far as it is judged. */
export interface Report {
  readonly head: string
  readonly runbooks: readonly {
    readonly path: string
    readonly name: string | null
    readonly outcome: string
    readonly cause: string | null
    readonly reason: string
    readonly red: boolean
  }[]
}

/** An entry that a run replaced although a person had written it. */
export interface Replacement {
  readonly edit: Edit
  /** Whether a list that the run had read before showed it: a whole one, that does not lag. */
  readonly wasSeen: boolean
}

/** A run of the Action, when it has ended. */
export interface PlayedRun {
  readonly key: string
  readonly end: 'green' | 'red' | 'killed'
  readonly inputs: Readonly<Record<string, string>>
  /** Of a file, as far as its path. */
  readonly address: string
  readonly report: Report | undefined
  /** Texts that it saved. */
  readonly saved: readonly string[]
  readonly replaced: readonly Replacement[]
  /** The entries when it began. */
  readonly before: readonly StoredEntry[]
  readonly startedAt: number
  /** When it read the list before it sent anything, and for the last time; and when it last asked the service for anything. */
  readonly readAt: number
  readonly listedAt: number
  readonly lastAt: number
  /** When it began the last reading of a list that shows everything; 0 without one. */
  readonly wholeAt: number
  /** Paths whose entries it has replaced by a note. */
  readonly retired: readonly string[]
  /** Names whose same text it sent again: without a look, or after one although the service had it. */
  readonly repeated: readonly string[]
  /** Names of which the service made copies of what it sent: each may have entries of several triggers. */
  readonly copies: number
  /** Whether another run wrote while it ran, or one that was killed may have. */
  readonly isAlone: boolean
  /** Since when people may have changed what the list did not show yet: its start, or that of a lag. */
  readonly unseenSince: number
  /** Whether nothing disturbed it. */
  readonly isSteady: boolean
  /** Whether nothing disturbed it but a list that lags. */
  readonly isUndisturbed: boolean
  readonly defects: readonly string[]
}

/** Of more sends than three the first one goes alone. */
const MOST_COPIES = 3

interface Expected {
  readonly path: string
  readonly name: string
  readonly text: string
  /** No run can deliver it: it is unreadable, or shares its name. */
  readonly isRefused: boolean
}

/** What the knowledge base must hold for a commit. */
function expectedOf(files: Files, { inputs, address }: Pick<PlayedRun, 'inputs' | 'address'>): Expected[] {
  const [folder = '', exclusion = ''] = (inputs['files'] ?? '').split('\n').map((line) => line.replace(/\*.*/, ''))
  const selected = [...files].filter(([path, file]) => {
    const isExcluded = exclusion !== '' && path.startsWith(exclusion.slice(1))
    return path.startsWith(folder) && !isExcluded && !file.includes('\ndraft: true\n')
  })
  return selected.map(([path, file]) => {
    const name = nameIn(file)
    const markdown = inputs['front-matter'] === 'keep' ? file : file.replace(/^---\n[^]*?\n---\n\s*/, '')
    const text = markdown.replace('](other.md)', `](${address}${path.replace(/[^/]*$/, 'other.md')})`)
    // Nobody knows the name of a file that cannot be read.
    const isShared = selected.some(([other, of]) => {
      return other !== path && !of.includes('\0') && fold(nameIn(of)) === fold(name)
    })
    return { path, name, text, isRefused: isShared || file.includes('\0') }
  })
}

/** Counts what is no problem, such as a limit that the documents name. @returns nothing. */
type Note = (what: string) => never[]

export function problemsOf(run: PlayedRun, history: History, base: KnowledgeBase, note: Note): string[] {
  return [
    ...run.defects,
    ...run.repeated.map((name) => `it sent “${name}” again, which it had sent itself`),
    ...tooManyCopies(run, base, note),
    ...failures(run, base, note),
    ...lostEdits(run, history, note),
    ...wrongNotes(run, history),
    ...base.alteredByRuns(run.isAlone ? Math.min(run.unseenSince, run.wholeAt) : 0),
    ...(run.end === 'green' ? leftUnderOldNames(run, history, base) : []),
    ...(run.end === 'green' ? wrongEntries(run, history, base, note) : []),
    ...imagined(run, history, base, note)
  ]
}

function tooManyCopies({ copies, startedAt }: PlayedRun, base: KnowledgeBase, note: Note): string[] {
  if (copies <= MOST_COPIES) return []
  if (base.deletedAt <= startedAt) return [`it made copies of the entries of ${copies} runbooks`]
  return note('limit: the copy of an entry that was deleted meanwhile is not seen')
}

/** Entries that failed although nothing was wrong. */
function failures(
  { report, isUndisturbed, isAlone, copies, unseenSince }: PlayedRun,
  base: KnowledgeBase,
  note: Note
): string[] {
  if (!isUndisturbed || !isAlone || copies > 0) return []
  const failed = report?.runbooks.filter(({ outcome }) => outcome === 'failed') ?? []
  if (failed.length > 0 && base.deletedAt > unseenSince) return note('limit: the list showed an older state')
  return failed.map(({ path, reason }) => `${path} has failed, and nothing was wrong: ${reason}`)
}

/** Edits that are gone although the run had seen them: unsaved, or unasked. */
function lostEdits(run: PlayedRun, history: History, note: Note): string[] {
  const { replaced, saved, inputs, key, startedAt } = run
  const commits = history.headsFrom(startedAt)
  const expected = commits.flatMap((commit) => expectedOf(history.filesOf(commit), run))
  return replaced.flatMap(({ edit, wasSeen }) => {
    if (!wasSeen) return note('limit: an edit that the run had not seen')
    if (expected.some((one) => isIn(edit, one))) return note('edits that are in their files')
    const texts = expected.filter(({ name }) => fold(name) === fold(edit.name)).map(({ text }) => text)
    const what = `run ${key} replaced ${JSON.stringify(edit.content)} of “${edit.name}”, where files have ${JSON.stringify(texts)},`
    if (!saved.includes(edit.content)) return [`${what} and did not save it`]
    return inputs['on-conflict'] === 'replace' ? [] : [`${what} and nobody asked for it`]
  })
}

/** Notes that files are gone which are there. */
function wrongNotes({ retired, startedAt, key }: PlayedRun, history: History): string[] {
  const commits = history.headsFrom(startedAt).map((commit) => history.filesOf(commit))
  const wrong = retired.filter((path) => commits.every((files) => files.has(path)))
  return wrong.map((path) => `run ${key} retired the entry of ${path}, which is there`)
}

/** Whether a file has an edit of its entry. */
function isIn({ name, content, change }: Edit, { name: expected, text }: Expected): boolean {
  if (fold(name) !== fold(expected)) return false
  if (hasText(content, text) || change === undefined) return hasText(content, text)
  return change.notes.every((note) => text.includes(note)) && (change.gone === undefined || !text.includes(change.gone))
}

/** Entries of retitled runbooks that have not got the new name, although nobody has changed them. */
function leftUnderOldNames(run: PlayedRun, history: History, base: KnowledgeBase): string[] {
  if (!base.canRename || !run.isSteady || !run.isAlone || base.changedAt > run.startedAt) return []
  const files = history.filesOf(run.report?.head ?? '')
  const expected = expectedOf(files, run)
  const isOf = ({ content }: StoredEntry, path: string): boolean => content.includes(`[${path}](`)
  return expected.flatMap(({ path, name, isRefused }) => {
    const left = run.before.filter((row) => isOf(row, path))
    const [first] = left
    if (first === undefined || isRefused || run.before.some((row) => fold(row.name) === fold(name))) return []
    const group = run.before.filter((row) => fold(row.name) === fold(first.name))
    const isUntouched = (row: StoredEntry): boolean =>
      isOf(row, path) && row.content.includes('(version ') && base.editIn(row) === undefined
    // Another file with the same text may have been moved here.
    const revision = /Revision \d+\b/.exec(files.get(path) ?? '')?.[0] ?? ''
    const others = run.before.filter((row) => !group.includes(row) && new RegExp(`${revision}\\b`).test(row.content))
    if (!group.every(isUntouched) || left.length > group.length || others.length > 0) return []
    if (expected.some((one) => fold(one.name) === fold(first.name))) return []
    const now = base.rows.filter((row) => group.some(({ id }) => id === row.id))
    return now.every((row) => fold(row.name) === fold(name))
      ? []
      : [`the entry “${first.name}” of ${path} has not become “${name}”`]
  })
}

/** Where the knowledge base differs from what a green run promises. */
function wrongEntries(run: PlayedRun, history: History, base: KnowledgeBase, note: Note): string[] {
  const head = run.report?.head ?? ''
  if (!history.headsFrom(run.lastAt).includes(head))
    return [`it ends with ${head}, which was not the head when it had sent and confirmed everything`]
  if (!run.isAlone) return note('limit: another run wrote meanwhile')
  return expectedOf(history.filesOf(head), run).flatMap(({ path, name, text, isRefused }) => {
    const said = runbooksIn(run.report).find((one) => one.path === path)
    if (said?.outcome === 'refused') return said.red ? [`it is green, and ${path} is refused`] : []
    const rows = base.rowsOf(name)
    if (!isRefused && isDelivered(name, text, base)) return []
    if (isRefused) return [`${path} cannot be delivered, and the run is green`]
    const edit = rows.map((row) => base.editIn(row)).find((one) => one !== undefined)
    if (edit !== undefined && (said?.outcome === 'kept' || edit.at > run.listedAt)) return []
    if (
      edit !== undefined &&
      edit.at > run.readAt &&
      run.inputs['on-conflict'] === 'replace' &&
      said?.outcome === 'upserted'
    )
      return note('limit: a run that replaces sends nothing twice, also if somebody edits what the list has shown')
    if (edit !== undefined && edit.at > Math.max(run.startedAt, run.wholeAt))
      return note('limit: the last reading lacked an entry, so that the one before it counts')
    const isBehind = run.unseenSince < run.startedAt
    if (rows.length === 0 && base.deletedAt > run.startedAt) return []
    if (base.restoredAt > run.readAt) return note('limit: a backup was restored meanwhile')
    if (isBehind && (base.deletedAt > run.unseenSince || (edit !== undefined && edit.at > run.unseenSince)))
      return note('limit: the list showed an older state')
    return [
      `“${name}” of ${path} has ${JSON.stringify(rows.map(({ content }) => content))} instead of ${JSON.stringify(text)}; it is said to be ${said?.outcome ?? 'nothing'}`
    ]
  })
}

/** Whether an entry has the text, and, under each trigger, one of those that come from files. */
function isDelivered(name: string, text: string, base: KnowledgeBase): boolean {
  const has = ({ content }: StoredEntry): boolean => hasText(content, text)
  // A copy under the same trigger is named, because nobody but people can remove it.
  const sent = Map.groupBy(base.sentOf(name), ({ trigger, triggerConfig }) => JSON.stringify([trigger, triggerConfig]))
  return base.rowsOf(name).some(has) && [...sent.values()].every((copies) => copies.some(has))
}

/** Without entries that have no runbook, which name where it was. */
function runbooksIn(report: Report | undefined): Report['runbooks'] {
  return report?.runbooks.filter(({ outcome }) => !/orphaned|retired/.test(outcome)) ?? []
}

/** Conflicts and edits that nobody made, or that are in their files. */
function imagined(run: PlayedRun, history: History, base: KnowledgeBase, note: Note): string[] {
  const { report, isSteady, isAlone } = run
  const expected = new Map(expectedOf(history.filesOf(report?.head ?? ''), run).map((one) => [one.path, one.text]))
  return (report?.runbooks ?? []).flatMap(({ path, name, outcome, cause }) => {
    if (outcome !== 'kept' && cause !== 'conflict') return []
    const rows = base.rowsOf(name ?? '')
    const text = expected.get(path) ?? ''
    if (isSteady && isAlone && rows.every(({ content }) => hasText(content, text)))
      return [`the entry of ${path}, which is ${outcome}, has just its text`]
    if (rows.some((row) => base.editIn(row) !== undefined || base.wasEdited(row.name))) return []
    if (!isSteady || !isAlone) return note('limit: the list showed an older state')
    return [`nobody has edited the entry of ${path}, which is ${outcome}`]
  })
}

/** What one undisturbed run must leave: nothing wrong but what it names. */
export function problemsOfRest(run: PlayedRun, history: History, base: KnowledgeBase): string[] {
  // It took too long on this machine.
  if (run.end === 'killed') return []
  if (run.report === undefined || run.report.head === '') return ['an undisturbed run has delivered nothing']
  const said = new Map(runbooksIn(run.report).map((one) => [one.path, one]))
  return expectedOf(history.filesOf(run.report.head), run).flatMap(({ path, name, text, isRefused }) => {
    const outcome = said.get(path)?.outcome ?? 'nothing'
    if (outcome === 'refused' || outcome === 'kept') return []
    const rows = base.rowsOf(name)
    if (!isRefused && isDelivered(name, text, base)) return []
    return [
      `after an undisturbed run “${name}” of ${path} has ${JSON.stringify(rows.map(({ content }) => content))} instead of ${JSON.stringify(text)}; it is said to be ${outcome}`
    ]
  })
}
