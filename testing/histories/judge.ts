// Says what is wrong after a run, by rules that share no code with the Action. `limits.ts` says what no run promises.
import { EXCLUDED, inputsIn, nameIn, type Files } from './files.ts'
import type { History } from './history.ts'
import { fold, textOf, type Edit, type KnowledgeBase } from './knowledge-base.ts'
import { whyNotCompared } from './limits.ts'
import type { Result, Run } from './run.ts'

/** GitHub orders records by whole seconds. */
const SAME_TIME = 2000

/**
 * What a run says of edits that it cannot see, or not tell from what the service does, of what earlier runs have refused, and
 * of what it cannot confirm.
 */
const NOT_SEEN = 'Edits in the assistant are not seen'
const NOT_TOLD_APART = 'nobody can tell whether a person'
const REPLACES_UNSEEN = 'does not show whether somebody edited'
const STILL_REFUSED = 'of earlier deliveries may still be refused'
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

/** What the knowledge base must hold for a commit. */
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

export class Judge {
  readonly #history: History
  readonly #base: KnowledgeBase
  /** All runs that have started. */
  readonly #runs: readonly Run[]
  readonly #note: (what: string) => void
  /** By path, the file that a run has sent and could not confirm, as it said. */
  readonly #unconfirmed = new Map<string, string | undefined>()

  constructor(history: History, base: KnowledgeBase, runs: readonly Run[], note: (what: string) => void) {
    this.#history = history
    this.#base = base
    this.#runs = runs
    this.#note = note
  }

  /** Whether a run that begins must be green. */
  mustBeGreen({ of, inputs, checkout, settings, isSteady }: Run): boolean {
    const [history, base] = [this.#history, this.#base]
    const { kind, others } = base.service
    const isEdited = kind === 'exact' ? base.edited().length > 0 : base.edits.length + others > 0
    if (!isSteady || isEdited || kind === 'wild') return false
    // A run that is repeated with old inputs is red.
    const last = Math.max(...this.#runs.map(({ seen }) => seen.recordedAt)) - SAME_TIME
    const isRival = (run: Run): boolean => run.settings !== settings && run.of.number > of.number
    if (this.#runs.some((run) => run.seen.recordedAt > last && isRival(run))) return false
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

  /** What is wrong after a run, green or red. @param mustBeGreen what was said of it when it began. */
  problems(run: Run, result: Result, mustBeGreen: boolean): string[] {
    this.#remember(run, result)
    return [
      ...result.defects,
      ...(mustBeGreen && result.end === 'red' ? ['it should be green'] : []),
      ...this.#lost(),
      ...this.#untrue(run, result),
      ...(result.end === 'green' ? this.#differences(run) : [])
    ]
  }

  /** Edits that are gone although a run could know them, and that were not saved, or were to be kept. */
  #lost(): string[] {
    const rows = ['First', 'Second'].flatMap((workspace) => this.#base.rows(workspace))
    return this.#base.edits.flatMap((edit) => {
      const { name, content = '' } = edit
      const by = this.#runs.filter((run) => run.seen.atStake.has(edit) && !this.#hasText(run, content))
      const isGone = content.trim() !== '' && !rows.some((row) => row.content === content)
      if (!isGone || by.length === 0 || by.some(({ result }) => result === undefined)) return []
      const what = `${JSON.stringify(content)} of “${name}” is replaced`
      const isSaved = this.#runs.some(({ result }) => result?.saved.some((text) => this.#isOf(edit, text)) === true)
      if (!isSaved && !by.some((run) => this.#isExcused(run))) return [`${what}, and not saved`]
      return by.every((run) => this.#mayReplace(run, edit)) ? [] : [`${what}, and edits are to be kept`]
    })
  }

  /** Whether a file of a commit that the run may deliver has a text. */
  #hasText({ seen, release }: Run, content: string): boolean {
    const files = this.#history
      .headsFrom(seen.startedAt)
      .flatMap((commit) => [...this.#history.filesOf(commit).values()])
    const texts = files.flatMap((file) => [file, release.convert(file)])
    return texts.some((text) => fold(text).endsWith(fold(textOf(content))))
  }

  /** Whether a text that the list showed has all that a list shows of an edit. */
  #isOf({ content = '', note }: Edit, text: string): boolean {
    const { kind, answers } = this.#base.service
    if (kind === 'exact') return text === content
    // What such lists show has no word of it. An edit that took the source line away has none, either.
    const isHidden = ['summary', 'cut', 'removed'].includes(answers.content ?? '') || !content.includes(note)
    return isHidden || answers.swap !== undefined || text.includes(note)
  }

  /** Whether a run has said that it cannot see edits, or could not say so because it was killed. */
  #isExcused({ inputs, isUntroubled, result }: Run): boolean {
    const { answers } = this.#base.service
    if (result?.report === undefined) return !isUntroubled || answers.content === 'none' || answers.content === 'empty'
    const told = toldIn(result.report)
    const isUnseen = inputs['on-conflict'] === 'replace' && told.includes(REPLACES_UNSEEN)
    return isUnseen || told.includes(NOT_SEEN) || answers.content === 'empty'
  }

  /** Whether a run may replace an edit that it could know. */
  #mayReplace(run: Run, edit: Edit): boolean {
    const { kind, answers } = this.#base.service
    const [told, home] = [toldIn(run.result?.report), this.#base.homeOf(edit)]
    const isUnclear = kind === 'wild' || answers.content !== undefined || told.includes(NOT_TOLD_APART)
    if (run.inputs['on-conflict'] === 'replace' || isUnclear || told.includes(NOT_SEEN)) return true
    // A second round has another reason for a runbook that contains the edit.
    if (home !== undefined && this.#hasText(run, home)) return true
    const sent = run.result?.report?.runbooks.filter(({ name }) => fold(name) === fold(edit.name)) ?? []
    return sent.every(({ outcome, reason }) => outcome !== 'upserted' || reason.includes('contains the edit'))
  }

  /** What a run says that is not so. */
  #untrue(run: Run, result: Result): string[] {
    const [{ inputs, seen, isSteady }, { end, report }] = [run, result]
    const { edits, service } = this.#base
    const outcomes = report?.runbooks ?? []
    const missing = outcomes.filter(({ outcome }) => end === 'green' && /refused|failed|pending/.test(outcome))
    const expected = expectedOf(this.#history.filesOf(headOf(run, result)), inputs)
    const living = outcomes.filter(({ outcome, name }) => {
      return /orphaned|retired/.test(outcome) && expected.some((runbook) => fold(runbook.name) === fold(name))
    })
    const isUnedited = isSteady && service.kind !== 'wild' && edits.length + service.others === 0
    const imagined = outcomes.filter(({ outcome, reason }) => outcome === 'kept' || reason.startsWith('Somebody'))
    const named = outcomes.filter(({ outcome }) => /upserted|retired/.test(outcome)).map(({ name }) => name)
    const unnamed = seen.sent.symmetricDifference(new Set(named))
    return [
      ...missing.map(({ path, outcome }) => `it is green, and ${path} is ${outcome}`),
      ...living.map(({ name, outcome }) => `“${name}” has a runbook, and is ${outcome}`),
      ...(isUnedited ? imagined : []).map(({ path }) => `nobody has edited the entry of ${path}`),
      ...(isSteady && end === 'green' ? [...unnamed] : []).map((name) => `“${name}” was sent, or is said to be`)
    ]
  }

  /** Where the knowledge base differs from what a green run promises. */
  #differences(run: Run): string[] {
    const { workspace, seen } = run
    const others = this.#runs.filter((other) => other !== run && other.workspace === workspace)
    const why = this.#base.service.showsVersions
      ? whyNotCompared(run, others, this.#history)
      : 'a list without versions'
    this.#note(why === undefined ? 'compared' : `not compared: ${why}`)
    if (why !== undefined) return []
    // A green run that wrote after the last look of this one has delivered a later commit.
    const later = others.filter((other) => other.result?.end === 'green' && other.seen.wroteAt > seen.comparedFrom)
    const last = later.reduce((one, other) => (other.seen.comparedFrom > one.seen.comparedFrom ? other : one), run)
    const head = headOf(last, last.result)
    if (!this.#history.headsFrom(last.seen.comparedFrom).includes(head))
      return [`it ends with ${head}, which is not the head since it last asked or wrote`]
    const files = this.#history.filesOf(head)
    const isAllowed = (runbook: Runbook, row: Row): boolean => {
      const reason = this.#allowance(last, files, runbook, row)
      if (reason !== undefined) this.#note(`allowed: ${reason}`)
      return reason !== undefined
    }
    const expected = expectedOf(files, last.inputs, last.release.convert)
    return differences(this.#base.rows(workspace), expected, isAllowed, this.#normal)
  }

  readonly #normal = (text: string): string => (this.#base.service.kind === 'exact' ? text : fold(text))

  /** What a green run does not promise. */
  #allowance(
    { seen, result }: Run,
    files: Files,
    { path, text, isRefused }: Runbook,
    { name, content }: Row
  ): string | undefined {
    const outcome = outcomesOf(result).get(path)
    const edit = this.#base.editOf(name, content)
    if (edit !== undefined && edit.at > Math.min(seen.readAt, this.#base.lagsSince))
      return 'an edit that it cannot have seen'
    const isOfThisText = edit?.before !== undefined && this.#normal(edit.before) === this.#normal(text)
    if (isOfThisText && outcome === 'kept') return 'an edit that it names'
    if (outcome === 'upserted' && UNCERTAIN.test(toldIn(result?.report))) return 'what it cannot confirm, as it says'
    // A push promises something of what it is about.
    if (result?.report?.range.kind === 'full' || outcome !== undefined) return undefined
    if (isOfThisText) return 'an edit of what did not change'
    const isElsewhere = content?.includes(EXCLUDED) === true
    if ((edit !== undefined || isElsewhere || isRefused) && toldIn(result?.report).includes(STILL_REFUSED))
      return 'what was refused before, as it says'
    const unconfirmed = this.#unconfirmed.get(path)
    const isUnconfirmed = unconfirmed !== undefined && unconfirmed === files.get(path)
    return isUnconfirmed ? 'what an earlier run could not confirm' : undefined
  }

  #remember(run: Run, result: Result): void {
    const files = this.#history.filesOf(headOf(run, result))
    const isUncertain = UNCERTAIN.test(toldIn(result.report))
    for (const [path, outcome] of outcomesOf(result)) {
      if (outcome === 'upserted' && isUncertain) this.#unconfirmed.set(path, files.get(path))
      else if (/upserted|unchanged|kept/.test(outcome)) this.#unconfirmed.delete(path)
    }
  }
}

/** The commit that a run has delivered. A report about files from the disk does not name theirs. */
function headOf({ of }: Run, result: Result | undefined): string {
  return result?.report?.range.head === '' ? of.event.sha : (result?.report?.range.head ?? '')
}

function toldIn(report: Result['report']): string {
  return report?.diagnostics.map(({ message }) => message).join('\n') ?? ''
}

/** What became of runbooks, by path. Entries without a runbook may name the path of another one. */
function outcomesOf(result: Result | undefined): Map<string, string> {
  const runbooks = result?.report?.runbooks.filter(({ outcome }) => !/orphaned|retired/.test(outcome)) ?? []
  return new Map(runbooks.toReversed().map(({ path, outcome }) => [path, outcome]))
}
