import PQueue from 'p-queue'
import type { EntryId } from '../knowledge/api-types.ts'
import type { KnowledgeClient } from '../knowledge/client.ts'
import { readList } from '../knowledge/reading.ts'
import { foldName } from '../normal-form.ts'
import type { LinkBase } from '../runbook/links.ts'
import { branchOf } from '../runbook/source-line.ts'
import { ownerOf, rowOf, Rows, type Row } from './rows.ts'
import { hasName, type Runbooks } from './runbooks.ts'

/** Milliseconds before the second reading: readings at once would share one failure. */
const PAUSE = 500

interface EntryListOptions {
  readonly base: LinkBase
  /** True if texts that a run has sent are kept, too. */
  readonly holdsOwnTexts: boolean
  /** True if the repository has no such branch or tag; false also if that is not known. */
  readonly isGone: (branch: string) => Promise<boolean>
}

/** Branches that a run asks for at most. */
const MAX_BRANCHES = 20

/** The list of the knowledge base, as one run reads it again and again. */
export class EntryList {
  readonly #client: KnowledgeClient
  readonly #options: EntryListOptions
  /** Texts that the list does not show, and `GET` does: until the list says that the entry was changed, or the run sends it. */
  readonly #asked = new Map<EntryId, Row>()
  readonly #branches = new Map<string, Promise<boolean>>()
  #hasShownTexts = false

  constructor(client: KnowledgeClient, options: EntryListOptions) {
    this.#client = client
    this.#options = options
  }

  /** An entry was sent. */
  forget({ details }: Row): void {
    if (details?.id !== undefined) this.#asked.delete(details.id)
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
    const rows = [...second.rows, ...first.rows.filter(({ name }) => !later.has(foldName(name)))]
    return this.#complete(rows, runbooks, lacksSome(rows) && second.listed > rows.length)
  }

  async #readOnce(runbooks: Runbooks): Promise<{ readonly rows: readonly Row[]; readonly listed: number }> {
    const list = await readList(this.#client, (entry) => this.#keep(rowOf(entry, this.#options.base), runbooks))
    return { rows: list.rows.filter(({ name }) => name !== ''), listed: list.total - list.readOnly }
  }

  /** The text stays if it is shown, saved or brought home. */
  #keep(row: Row, runbooks: Runbooks): Row {
    const owner = ownerOf(row, runbooks)
    const isSelected = row.line !== undefined && runbooks.at.has(row.line.path)
    const isHeld = hasName(runbooks, row.name)
      ? this.#options.holdsOwnTexts || owner !== 'run'
      : // The title of its runbook may have changed.
        owner === 'person' && isSelected
    return isHeld ? row : { ...row, content: undefined }
  }

  async #complete(listed: readonly Row[], runbooks: Runbooks, isIncomplete: boolean): Promise<Rows> {
    const rows = await this.#withGoneBranches(await this.#withAskedTexts(listed, runbooks), runbooks)
    const named = rows.filter(({ name }) => hasName(runbooks, name))
    this.#hasShownTexts ||= named.some(({ by }) => by !== 'nobody')
    const areWithoutTexts = named.length > 0 && !this.#hasShownTexts
    return new Rows(rows, { areWithoutTexts, isIncomplete, areDocumented: this.#client.hasTriggers })
  }

  async #withGoneBranches(rows: readonly Row[], runbooks: Runbooks): Promise<readonly Row[]> {
    const { base, isGone } = this.#options
    const goneOf = async ({ line }: Row): Promise<boolean> => {
      const branch = line && branchOf(line, base)
      if (branch === undefined) return false
      const known = this.#branches.get(branch)
      if (known === undefined && this.#branches.size === MAX_BRANCHES) return false
      const asked = known ?? isGone(branch)
      this.#branches.set(branch, asked)
      return asked
    }
    return Promise.all(
      rows.map(async (row) => {
        const isLeft = row.origin === 'another branch' && !hasName(runbooks, row.name)
        return isLeft && (await goneOf(row)) ? { ...row, origin: 'gone branch' as const } : row
      })
    )
  }

  /** A documented list may show no texts. One entry is asked for first, because the service may show none of them. */
  async #withAskedTexts(rows: readonly Row[], runbooks: Runbooks): Promise<readonly Row[]> {
    const completed = new Map<Row, Row>()
    const unknown: Row[] = []
    for (const row of rows) {
      if (row.by !== 'nobody' || row.details?.id === undefined || !hasName(runbooks, row.name)) continue
      const known = this.#asked.get(row.details.id)
      const { updatedAt } = row.details
      const isKnown = updatedAt !== null && known?.name === row.name && known.details?.updatedAt === updatedAt
      if (isKnown) completed.set(row, { ...known, details: row.details })
      else unknown.push(row)
    }
    const ask = async (row: Row): Promise<void> => {
      const id = row.details?.id ?? ''
      const content = await this.#client.textOf(id)
      if (content === '') return
      const asked = this.#keep(rowOf({ ...row, content }, this.#options.base), runbooks)
      this.#asked.set(id, asked)
      completed.set(row, asked)
    }
    const [first, ...others] = unknown
    if (first !== undefined) {
      await ask(first)
      const queue = new PQueue({ concurrency: this.#client.concurrency })
      if (this.#asked.size > 0) await queue.addAll(others.map((row) => async () => ask(row)))
    }
    return rows.map((row) => completed.get(row) ?? row)
  }
}

function namesOf(rows: readonly Pick<Row, 'name'>[]): Set<string> {
  return new Set(rows.map(({ name }) => foldName(name)))
}
