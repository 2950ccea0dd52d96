import { EXCLUDED, inputsIn, nameIn, type Files } from './files.ts'
import type { History } from './history.ts'
import { fold, textOf, type KnowledgeBase } from './people.ts'
import type { Result, Run } from './run.ts'
import { whyNotCompared } from './seen.ts'

/** GitHub orders records by whole seconds. */
const SAME_TIME = 2000

/** What a run says of edits that it cannot see, or not tell from what the service does, and of what it cannot confirm. */
const NOT_SEEN = 'Edits in the assistant are not seen'
const NOT_TOLD_APART = 'nobody can tell whether a person'
const REPLACES_UNSEEN = 'does not show whether somebody edited'
const UNCERTAIN = /Nobody can tell whether everything was stored|nothing is confirmed/

interface Runbook {
  readonly path: string
  readonly name: string
  readonly text: string
  /** No run can deliver it: it is unreadable, or shares its name. */
  readonly isRefused: boolean
}

interface Row {
  readonly name: string
  readonly content?: string
}

/** What the knowledge base must hold for a commit, by rules that share no code with the Action. */
export function expectedOf(files: Files, inputs = inputsIn(files), convert = (text: string) => text): Runbook[] {
  const selected = [...files].filter(([path, file]) => {
    const isExcluded = path.startsWith(EXCLUDED) && inputs['files']?.includes('!') === true
    return path.startsWith('docs/runbooks/') && !isExcluded && !file.includes('\ndraft: true\n')
  })
  return selected.map(([path, file]) => {
    const name = nameIn(file)
    const text = inputs['front-matter'] === 'keep' ? file : file.replace(/^---\n[^]*?\n---\n\s*/, '')
    const isShared = selected.some(([other, of]) => other !== path && nameIn(of) === name)
    return { path, name, text: convert(`${text.trimEnd()}\n`), isRefused: isShared || text.includes('\0') }
  })
}

/**
 * Where the knowledge base differs from a commit; empty where it is equal.
 *
 * @param isAllowed whether a difference of an entry is none of what the run promises.
 * @param normal gives the same for names and texts that only the service makes different.
 */
export function differences(
  rows: readonly Row[],
  expected: readonly Runbook[],
  isAllowed: (runbook: Runbook, found: Row) => boolean = () => false,
  normal = (text: string) => text
): string[] {
  return expected.flatMap((runbook) => {
    const { path, name, text, isRefused } = runbook
    const found = rows.filter((row) => normal(row.name) === normal(name))
    const isRight = !isRefused && found.some(({ content = '' }) => normal(textOf(content)) === normal(text))
    if (isRight || isAllowed(runbook, found[0] ?? { name })) return []
    if (isRefused) return [`${path} cannot be delivered, and the run is green`]
    return [`“${name}” of ${path} has ${JSON.stringify(found)} instead of ${JSON.stringify(text)}`]
  })
}

/** Says what is wrong after a run. */
export class Judge {
  readonly #history: History
  readonly #base: KnowledgeBase
  readonly #count: (what: string) => void
  /** By path, the file that a run was about and did not certainly deliver, although its record succeeded. */
  readonly #excused = new Map<string, string | undefined>()

  constructor(history: History, base: KnowledgeBase, count: (what: string) => void) {
    this.#history = history
    this.#base = base
    this.#count = count
  }

  /** Whether a run that begins must be green. */
  mustBeGreen({ of, inputs, checkout, settings, isSteady }: Run, all: readonly Run[]): boolean {
    const [history, base] = [this.#history, this.#base]
    const { kind, others } = base.service
    const isEdited = kind === 'exact' ? base.edited().length > 0 : base.edits.length + others > 0
    if (!isSteady || isEdited || kind === 'wild') return false
    // A run that is repeated with old inputs is red.
    const last = Math.max(...all.map(({ seen }) => seen.recordedAt)) - SAME_TIME
    const isRival = (run: Run): boolean => run.settings !== settings && run.of.number > of.number
    if (all.some((run) => run.seen.recordedAt > last && isRival(run))) return false
    const { sha, payload } = of.event
    if (sha !== history.head) {
      // The head may be an old answer: of before a forced push.
      const before = String(payload['before'])
      const looksOld = payload['forced'] === true && (!history.has(before) || history.isAncestor(history.head, before))
      if (checkout === 'without Git' || looksOld || !history.isAncestor(sha, history.head)) return false
    }
    const expected = expectedOf(history.filesOf(history.head), inputs)
    const names = new Set(expected.map(({ name }) => name))
    // An entry of a file that `files` does not select any more is not replaced.
    const excluded = inputs['files']?.includes('!') === true ? EXCLUDED : '\0'
    const isElsewhere = base.rows().some(({ name, content }) => content.includes(excluded) && names.has(name))
    // Patterns that match no file fail a full sync.
    return names.size > 0 && !expected.some(({ isRefused }) => isRefused) && !isElsewhere
  }

  /** What is wrong with a run, green or red. */
  defects({ inputs, seen, isSteady, release }: Run, { end, report, saved, defects }: Result): string[] {
    const { edits, lags, service } = this.#base
    const [told, outcomes] = [toldIn(report), report?.runbooks ?? []]
    const replaces = inputs['on-conflict'] === 'replace'
    const showsTexts = service.answers.content === undefined
    // A run that was killed could not announce what the list does not show.
    const replaced = report === undefined && !showsTexts ? [] : [...seen.replaced]
    const isAnnounced = told.includes(NOT_SEEN) || (replaces && told.includes(REPLACES_UNSEEN))
    const lost = replaced.filter(({ content = '' }) => {
      const isSaved = showsTexts ? saved.includes(content) : saved.length > 0
      return !isSaved && !isAnnounced && !this.#history.hasText(textOf(content), release.convert)
    })
    const isCertain = showsTexts && !lags && service.kind !== 'wild' && !told.includes(NOT_TOLD_APART)
    const keeps = !replaces && isCertain && !told.includes(NOT_SEEN)
    const isSent = ({ outcome, reason }: (typeof outcomes)[number]): boolean =>
      outcome === 'upserted' && !/contains the edit|has the text/.test(reason)
    const sent = new Set(outcomes.filter(isSent).map(({ name }) => name))
    // A second round has another reason for a runbook that contains the edit.
    const isHome = (after: string | undefined): boolean =>
      after !== undefined && this.#history.hasText(after, release.convert)
    const discarded = replaced.filter(
      ({ name, content, after }) => keeps && content && sent.has(name) && !isHome(after)
    )
    const expected = expectedOf(this.#history.filesOf(report?.range.head ?? ''), inputs)
    const living = outcomes.filter(({ name, outcome }) => {
      return /orphaned|retired/.test(outcome) && expected.some((runbook) => fold(runbook.name) === fold(name))
    })
    const isUnedited = isSteady && service.kind !== 'wild' && edits.length + service.others === 0
    const missing = outcomes.filter(({ outcome }) => end === 'green' && /refused|failed|pending/.test(outcome))
    const imagined = outcomes.filter(({ outcome, reason }) => outcome === 'kept' || reason.startsWith('Somebody'))
    return [
      ...defects,
      ...missing.map(({ path, outcome }) => `it is green, and ${path} is ${outcome}`),
      ...lost.map(({ content }) => `it has replaced ${JSON.stringify(content)}, and not saved it`),
      ...discarded.map(({ content }) => `it has replaced ${JSON.stringify(content)}, and edits are to be kept`),
      ...living.map(({ name, outcome }) => `“${name}” has a runbook, and is ${outcome}`),
      ...imagined.flatMap(({ path }) => (isUnedited ? `nobody has edited the entry of ${path}` : []))
    ]
  }

  /** Where the knowledge base differs from what a green run promises. */
  differences(run: Run, all: readonly Run[]): string[] {
    const [history, base] = [this.#history, this.#base]
    const { workspace, seen } = run
    const others = all.filter((other) => other !== run && other.workspace === workspace)
    // A run that began to write after the last look of this one, and was green, may have had other inputs.
    const later = others.filter((other) => other.result?.end === 'green' && other.seen.wroteAt > seen.comparedFrom)
    const possible = [...later, run].flatMap((last) => {
      return Array.from(history.headsFrom(last.seen.comparedFrom), (commit) => ({ last, commit }))
    })
    const isGone = possible.some(({ commit }) => !history.has(commit)) && 'a commit that it may have delivered is gone'
    const why = base.service.showsVersions
      ? (whyNotCompared(run, others, history) ?? isGone)
      : 'a list without versions'
    this.#count(why === false ? 'compared' : `not compared: ${why}`)
    if (why !== false) return []
    const normal = base.service.kind === 'exact' ? (text: string) => text : fold
    const found = possible.map(({ last, commit }) => {
      const expected = expectedOf(history.filesOf(commit), last.inputs, last.release.convert)
      const isAllowed = (runbook: Runbook, row: Row): boolean => {
        const reason = this.#allowance(last, history.filesOf(commit), runbook, row, normal)
        if (reason !== undefined) this.#count(`allowed: ${reason}`)
        return reason !== undefined
      }
      return differences(base.rows(workspace), expected, isAllowed, normal)
    })
    return found.some(({ length }) => length === 0) ? [] : (found[0] ?? [])
  }

  /** What a green run does not promise: an edit that it names or has not seen, and on a push what it is not about. */
  #allowance(
    { seen, result }: Run,
    files: Files,
    { path, text }: Runbook,
    { name, content }: Row,
    normal: (text: string) => string
  ): string | undefined {
    const outcome = outcomesOf(result).get(path)
    const edit = this.#base.editOf(name, content)
    // The list may still show what a person has deleted.
    if (edit !== undefined && seen.shown.has(edit) === (content === undefined)) return 'an edit that it has not seen'
    if (edit !== undefined && edit.at > seen.startedAt) return 'an edit that was made during the run'
    const isOfThisText = edit?.before !== undefined && normal(edit.before) === normal(text)
    if (isOfThisText && outcome === 'kept') return 'an edit that it names'
    if (UNCERTAIN.test(toldIn(result?.report))) return 'what it cannot confirm, as it says'
    if (result?.report?.range.kind === 'full' || outcome !== undefined) return undefined
    if (isOfThisText) return 'an edit of what did not change'
    const excused = this.#excused.get(path)
    const isExcused = excused !== undefined && excused === files.get(path)
    return isExcused ? 'what an earlier run has refused, or could not confirm' : undefined
  }

  /** What a run refuses keeps no record open: later pushes are not about it. */
  remember(result: Result): void {
    const files = this.#history.filesOf(result.report?.range.head ?? '')
    const isUncertain = UNCERTAIN.test(toldIn(result.report))
    for (const [path, outcome] of outcomesOf(result)) {
      if (outcome === 'refused' || isUncertain) this.#excused.set(path, files.get(path))
      else if (/upserted|unchanged|kept|skipped/.test(outcome)) this.#excused.delete(path)
    }
  }
}

function toldIn(report: Result['report']): string {
  return report?.diagnostics.map(({ message }) => message).join('\n') ?? ''
}

/** What became of runbooks, by path. Entries without a runbook may name the path of another one. */
function outcomesOf(result: Result | undefined): Map<string, string> {
  const runbooks = result?.report?.runbooks.filter(({ outcome }) => !/orphaned|retired/.test(outcome)) ?? []
  return new Map(runbooks.toReversed().map(({ path, outcome }) => [path, outcome]))
}
