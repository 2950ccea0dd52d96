// Says what is wrong after a run, by rules that share no code with the Action: from Git, the service's database and the report.
import { nameIn, type Files } from './files.ts'
import type { History } from './history.ts'
import { fold, hasText, type Edit, type KnowledgeBase } from './knowledge-base.ts'

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
  /** Whether the run had read the list after the edit, before it sent this. */
  readonly wasSeen: boolean
  /** Whether both readings of the run may have missed it, because pages changed their order. */
  readonly mayHaveBeenMissed: boolean
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
  readonly startedAt: number
  /** When it read the list before it sent anything, and for the last time; and when it last asked the service for anything. */
  readonly readAt: number
  readonly listedAt: number
  readonly lastAt: number
  /** Paths whose entries it has replaced by a note. */
  readonly retired: readonly string[]
  /** Names whose same text it sent again after it had asked for the head again, although the service had it. */
  readonly repeated: readonly string[]
  /** Copies of entries that the service made of what it sent. */
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
export function expectedOf(files: Files, { inputs, address }: Pick<PlayedRun, 'inputs' | 'address'>): Expected[] {
  const [folder = '', exclusion = ''] = (inputs['files'] ?? '').split('\n').map((line) => line.replace(/\*.*/, ''))
  const selected = [...files].filter(([path, file]) => {
    const isExcluded = exclusion !== '' && path.startsWith(exclusion.slice(1))
    return path.startsWith(folder) && !isExcluded && !file.includes('\ndraft: true\n')
  })
  return selected.map(([path, file]) => {
    const name = nameIn(file)
    const markdown = inputs['front-matter'] === 'keep' ? file : file.replace(/^---\n[^]*?\n---\n\s*/, '')
    const text = markdown.replace('](other.md)', `](${address}${path.replace(/[^/]*$/, 'other.md')})`)
    const isShared = selected.some(([other, of]) => other !== path && fold(nameIn(of)) === fold(name))
    return { path, name, text, isRefused: isShared || file.includes('\0') }
  })
}

/** What is wrong after a run; `note` counts what the documents name as limits. */
export function problemsOf(
  run: PlayedRun,
  history: History,
  base: KnowledgeBase,
  note: (what: string) => void
): string[] {
  return [
    ...run.defects,
    ...run.repeated.map((name) => `it sent “${name}” again, which it had sent itself`),
    ...tooManyCopies(run, base, note),
    ...failures(run),
    ...lostEdits(run, history, note),
    ...wrongNotes(run, history),
    ...(run.end === 'green' ? wrongEntries(run, history, base, note) : []),
    ...imagined(run, history, base, note)
  ]
}

function tooManyCopies({ copies, startedAt }: PlayedRun, base: KnowledgeBase, note: (what: string) => void): string[] {
  if (copies <= MOST_COPIES) return []
  if (!base.deletedSince(startedAt)) return [`it made ${copies} copies of entries`]
  note('limit: the copy of an entry that was deleted meanwhile is not seen')
  return []
}

/** Entries that failed although nothing was wrong. */
function failures({ report, isUndisturbed, isAlone, copies }: PlayedRun): string[] {
  if (!isUndisturbed || !isAlone || copies > 0) return []
  const failed = report?.runbooks.filter(({ outcome }) => outcome === 'failed') ?? []
  return failed.map(({ path, reason }) => `${path} has failed, and nothing was wrong: ${reason}`)
}

/** Edits that are gone although the run had seen them: unsaved, or unasked. */
function lostEdits(run: PlayedRun, history: History, note: (what: string) => void): string[] {
  const { replaced, saved, inputs, key, startedAt } = run
  const commits = history.headsFrom(startedAt)
  const expected = commits.flatMap((commit) => expectedOf(history.filesOf(commit), run))
  return replaced.flatMap(({ edit, wasSeen, mayHaveBeenMissed }) => {
    if (!wasSeen) {
      note('limit: an edit that the run had not seen')
      return []
    }
    if (mayHaveBeenMissed) {
      note('limit: an edit that both readings may have missed')
      return []
    }
    if (expected.some((one) => isIn(edit, one))) {
      note('edits that are in their files')
      return []
    }
    const what = `run ${key} replaced ${JSON.stringify(edit.content)} of “${edit.name}”`
    if (!saved.includes(edit.content)) return [`${what}, and did not save it`]
    return inputs['on-conflict'] === 'replace' ? [] : [`${what}, and nobody asked for it`]
  })
}

/** Notes that files are gone which are there. */
function wrongNotes({ retired, startedAt, key }: PlayedRun, history: History): string[] {
  const commits = history.headsFrom(startedAt).map((commit) => history.filesOf(commit))
  const wrong = retired.filter((path) => commits.every((files) => files.has(path)))
  return wrong.map((path) => `run ${key} retired the entry of ${path}, which is there`)
}

/** Whether a file has an edit of its entry. */
function isIn({ name, content, note }: Edit, expected: Expected): boolean {
  if (fold(name) !== fold(expected.name)) return false
  return hasText(content, expected.text) || (note !== undefined && expected.text.includes(note))
}

/** Where the knowledge base differs from what a green run promises. */
function wrongEntries(run: PlayedRun, history: History, base: KnowledgeBase, note: (what: string) => void): string[] {
  const head = run.report?.head ?? ''
  if (!history.headsFrom(run.lastAt).includes(head))
    return [`it ends with ${head}, which was not the head when it had sent and confirmed everything`]
  if (!run.isAlone) {
    note('limit: another run wrote meanwhile')
    return []
  }
  return expectedOf(history.filesOf(head), run).flatMap(({ path, name, text, isRefused }) => {
    const said = runbooksIn(run.report).find((one) => one.path === path)
    if (said?.outcome === 'refused') return said.red ? [`it is green, and ${path} is refused`] : []
    const rows = base.rows.filter((row) => fold(row.name) === fold(name))
    if (!isRefused && rows.some(({ content }) => hasText(content, text))) return []
    if (isRefused) return [`${path} cannot be delivered, and the run is green`]
    const edit = rows.map((row) => base.editIn(row)).find((one) => one !== undefined)
    if (edit !== undefined && (said?.outcome === 'kept' || edit.at > run.listedAt)) return []
    if (
      edit !== undefined &&
      edit.at > run.readAt &&
      run.inputs['on-conflict'] === 'replace' &&
      said?.outcome === 'upserted'
    ) {
      note('limit: a run that replaces sends nothing twice, also if somebody edits what the list has shown')
      return []
    }
    const isBehind = run.unseenSince < run.startedAt
    if (rows.length === 0 && base.deletedSince(run.startedAt)) return []
    if (base.restoredSince(run.readAt)) {
      note('limit: a backup was restored meanwhile')
      return []
    }
    if (isBehind && (base.deletedSince(run.unseenSince) || (edit !== undefined && edit.at > run.unseenSince))) {
      note('limit: the list showed an older state')
      return []
    }
    return [
      `“${name}” of ${path} has ${JSON.stringify(rows.map(({ content }) => content))} instead of ${JSON.stringify(text)}; it is said to be ${said?.outcome ?? 'nothing'}`
    ]
  })
}

/** Without entries that have no runbook, which name where it was. */
function runbooksIn(report: Report | undefined): Report['runbooks'] {
  return report?.runbooks.filter(({ outcome }) => !/orphaned|retired/.test(outcome)) ?? []
}

/** Conflicts and edits that nobody made, or that are in their files. */
function imagined(run: PlayedRun, history: History, base: KnowledgeBase, note: (what: string) => void): string[] {
  const { report, isSteady, isAlone } = run
  const expected = new Map(expectedOf(history.filesOf(report?.head ?? ''), run).map((one) => [one.path, one.text]))
  return (report?.runbooks ?? []).flatMap(({ path, name, outcome, cause }) => {
    if (outcome !== 'kept' && cause !== 'conflict') return []
    const rows = base.rows.filter((row) => fold(row.name) === fold(name ?? ''))
    const text = expected.get(path) ?? ''
    if (isSteady && isAlone && rows.some(({ content }) => hasText(content, text)))
      return [`the entry of ${path}, which is ${outcome}, has just its text`]
    if (rows.some((row) => base.editIn(row) !== undefined || base.wasEdited(row.name))) return []
    if (!isSteady || !isAlone) {
      note('limit: the list showed an older state')
      return []
    }
    return [`nobody has edited the entry of ${path}, which is ${outcome}`]
  })
}

/** What one undisturbed run must leave: nothing wrong but what it names. */
export function problemsOfRest(run: PlayedRun, history: History, base: KnowledgeBase): string[] {
  if (run.end === 'killed' || run.report === undefined || run.report.head === '') return []
  const said = new Map(runbooksIn(run.report).map((one) => [one.path, one]))
  return expectedOf(history.filesOf(run.report.head), run).flatMap(({ path, name, text, isRefused }) => {
    const outcome = said.get(path)?.outcome ?? 'nothing'
    if (outcome === 'refused' || outcome === 'kept') return []
    const rows = base.rows.filter((row) => fold(row.name) === fold(name))
    if (!isRefused && rows.some(({ content }) => hasText(content, text))) return []
    return [
      `after an undisturbed run “${name}” of ${path} has ${JSON.stringify(rows.map(({ content }) => content))} instead of ${JSON.stringify(text)}; it is said to be ${outcome}`
    ]
  })
}
