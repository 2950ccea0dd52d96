import PQueue from 'p-queue'
import type { KnowledgeClient } from '../../knowledge/client.ts'
import { readList } from '../../knowledge/list.ts'
import { foldName } from '../../normal-form.ts'
import type { LinkBase } from '../../runbook/links.ts'
import { branchOf } from '../../runbook/source-line.ts'
import { isUnreadable, rowOf, Rows, type Row } from './rows.ts'
import { hasName, type Runbooks } from './runbooks.ts'
import { meaningOf } from './standing.ts'

/** Milliseconds before the second reading: readings at once would share one failure. */
const PAUSE = 500

interface EntryListOptions {
  readonly base: LinkBase
  /** True if texts that a run has sent are held, too. */
  readonly holdsOwnTexts: boolean
  /** True if the repository has no such branch or tag; false also if that is not known. */
  readonly isGone: (branch: string) => Promise<boolean>
}

/** Branches that a run asks for at most. */
const MAX_BRANCHES = 20
/** Texts that are asked for one after the other: if the service shows none of them, it shows none at all. */
const MAX_TRIES = 3

/** The list of the knowledge base, as one run reads it again and again. */
export class EntryList {
  readonly #client: KnowledgeClient
  readonly #options: EntryListOptions
  /** Branches that were asked for, and whether they are gone. */
  readonly #branches = new Map<string, boolean>()

  constructor(client: KnowledgeClient, options: EntryListOptions) {
    this.#client = client
    this.#options = options
  }

  /** Milliseconds, on the client's clock. */
  clock(): number {
    return this.#client.clock()
  }

  /**
   * Reads the list. A name that one reading lacks is missing only if a second reading lacks it, too: pages may change their order
   * while somebody writes, and an entry that only looks new would be sent over an edit. What the later reading shows counts.
   *
   * @throws {ActionError} if the list cannot be read to its end.
   */
  async read(runbooks: Runbooks): Promise<Rows> {
    const wanted = namesOf(runbooks.named)
    const lacksSome = (rows: readonly Row[]): boolean => !wanted.isSubsetOf(namesOf(rows))
    const first = await this.#readOnce(runbooks)
    if (!lacksSome(first.rows)) return this.#complete(first.rows, runbooks, false)
    await this.#client.pause(PAUSE)
    const second = await this.#readOnce(runbooks)
    const later = namesOf(second.rows)
    // Of an entry that has got another name meanwhile, only the present one counts.
    const ids = new Set(second.rows.map(({ details }) => details?.id))
    const isMissing = ({ name, details }: Row): boolean =>
      !later.has(foldName(name)) && (details?.id === undefined || !ids.has(details.id))
    const rows = [...second.rows, ...first.rows.filter(isMissing)]
    return this.#complete(rows, runbooks, lacksSome(rows) && second.listed > rows.length)
  }

  async #readOnce(runbooks: Runbooks): Promise<{ readonly rows: readonly Row[]; readonly listed: number }> {
    const list = await readList(this.#client, (entry) => this.#rowOf(entry, runbooks))
    const rows = list.rows.filter(({ name }) => name !== '')
    const nameless = list.rows.length - rows.length
    return { rows, listed: list.total - list.readOnly - nameless }
  }

  /** A row with the path of its file as the branch has it, and with its text only if a run may show, save or pull it. */
  #rowOf(entry: Parameters<typeof rowOf>[0], runbooks: Runbooks): Row {
    const { line, ...rest } = rowOf(entry, this.#options.base)
    const isHere = rest.origin === 'this branch'
    const row = { ...rest, line: line && isHere ? { ...line, path: runbooks.pathOf(line.path) } : line }
    return needsText(row, runbooks, this.#options.holdsOwnTexts) ? row : { ...row, content: undefined, json: undefined }
  }

  async #complete(listed: readonly Row[], runbooks: Runbooks, isIncomplete: boolean): Promise<Rows> {
    const isNamed = ({ name }: Row): boolean => hasName(runbooks, name)
    const textless = listed.filter((row) => row.by === 'unknown' && row.details?.id !== undefined)
    // A runbook that has no entry may have got another title: then its entry is one of the others.
    const isRunbookMissing = !namesOf(runbooks.named).isSubsetOf(namesOf(listed))
    const others = isRunbookMissing ? textless.filter((row) => !isNamed(row)) : []
    const texts = await this.#textsOf([...textless.filter(isNamed), ...others])
    const shown = listed.map((row) => {
      const content = texts.get(row)
      return content === undefined ? row : this.#rowOf({ ...row, content }, runbooks)
    })
    const readable = shown.filter((row) => row.by !== 'unknown' && !isUnreadable(row))
    // The list of the specification has no types.
    const typesWithTexts = new Set(readable.map(({ details }) => details?.type))
    const rows: Row[] = []
    for (const row of shown) {
      const isGone = row.origin === 'another branch' && !isNamed(row) && (await this.#isOfGoneBranch(row))
      // The list shows texts of this type, but not this one, so it counts as a person's.
      const isHidden = row.by === 'unknown' && typesWithTexts.has(row.details?.type)
      rows.push({ ...row, ...(isGone && { origin: 'gone branch' }), ...(isHidden && { by: 'person' }) })
    }
    const areWithoutTexts = rows.some(isNamed) && rows.every(({ by }) => by === 'unknown')
    return new Rows(rows, { areWithoutTexts, isIncomplete, haveTriggers: this.#client.dialect.hasTriggers })
  }

  /** Asks for texts that the documented list may leave out, and `GET` shows. @returns those that are shown. */
  async #textsOf(rows: readonly Row[]): Promise<ReadonlyMap<Row, string>> {
    const texts = new Map<Row, string>()
    const ask = async (row: Row): Promise<void> => {
      const id = row.details?.id
      const content = id === undefined ? '' : await this.#client.textOf(id)
      if (content !== '') texts.set(row, content)
    }
    for (const row of rows.slice(0, MAX_TRIES)) await ask(row)
    const queue = new PQueue({ concurrency: this.#client.concurrency })
    if (texts.size > 0) await queue.addAll(rows.slice(MAX_TRIES).map((row) => async () => ask(row)))
    return texts
  }

  async #isOfGoneBranch({ line }: Row): Promise<boolean> {
    const branch = line && branchOf(line, this.#options.base)
    if (branch === undefined) return false
    const known = this.#branches.get(branch)
    if (known !== undefined) return known
    if (this.#branches.size === MAX_BRANCHES) return false
    const isGone = await this.#options.isGone(branch)
    this.#branches.set(branch, isGone)
    return isGone
  }
}

function needsText(row: Row, runbooks: Runbooks, holdsOwnTexts: boolean): boolean {
  if (hasName(runbooks, row.name))
    return holdsOwnTexts || row.by === 'unknown' || meaningOf(row, runbooks).mustBeSaved === true
  // The title of its runbook may have changed.
  return row.by === 'person' && row.line !== undefined && runbooks.fileAt.has(row.line.path)
}

function namesOf(rows: readonly Pick<Row, 'name'>[]): Set<string> {
  return new Set(rows.map(({ name }) => foldName(name)))
}
