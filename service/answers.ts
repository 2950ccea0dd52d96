import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Clock } from './clock.ts'
import type { ListRequest } from './contract.ts'
import type { Entries, StoredEntry } from './entries.ts'
import { validate } from './read-json.ts'
import type { Workspaces } from './workspaces.ts'

/** What the service always does otherwise than by default, to see that a client works with it. */
export const AnswerOptions = z.strictObject({
  /** `strict` has the documented forms alone, `plain` those of the specification, with `name`, `content` and `updated_at`. */
  contract: z.enum(['lenient', 'strict', 'plain']).default('lenient'),
  /** Unknown fields get 422. */
  forbid: z.boolean().default(false),
  /** If false, `update` answers 404. */
  update: z.boolean().default(true),
  /** An upsert or update empties what it is not given: description, labels, metadata, and an update the trigger, too. */
  empties: z.boolean().default(false),
  /** Where texts of documents are: with `get` in its answer and in those to writes, while the list shows `document_id`. */
  texts: z.enum(['list', 'get', 'none']).default('list'),
  /** The list shows all, or bound entries or those of other workspaces only with `context_visible_only: false`. */
  context: z.enum(['all', 'unbound', 'workspace']).default('all'),
  /** A page has so many items at most, and `page_size` says so. */
  cap: z.int().min(1).optional(),
  /** Of a list: the latest change first, or another order for each request. */
  order: z.enum(['id', 'latest', 'changing']).default('id'),
  /** An upsert of a known entry adds a second one. */
  copies: z.boolean().default(false),
  /** The list shows a change after so many milliseconds. */
  lag: z.number().min(0).default(0)
})
export type AnswerOptions = z.input<typeof AnswerOptions>

export interface PageRequest {
  readonly page_num: number
  readonly page_size: number
}

/** What a request asks of the list. */
export interface ListQuery {
  /** All entries without it. */
  readonly page: PageRequest | undefined
  readonly sort: z.output<typeof ListRequest>['sort']
  readonly isContextOnly: boolean
  readonly passes: (entry: StoredEntry) => boolean
}

export interface ListPage {
  readonly rows: readonly StoredEntry[]
  /** Of all pages. */
  readonly total: number
  /** What is shown; null if the list has no pages. */
  readonly page: PageRequest | null
}

interface Change {
  readonly workspaceId: number
  readonly id: number
  readonly entry: StoredEntry | undefined
  readonly at: number
}

/** How the API answers at present. */
export class Answers {
  options = AnswerOptions.parse({})
  #requests = 0
  /** The entries when the options were set, and what has changed since then: a list that lags shows what is old enough. */
  #before = new Map<number, readonly StoredEntry[]>()
  #changes: Change[] = []
  readonly #entries: Entries
  readonly #workspaces: Workspaces
  readonly #clock: Clock

  constructor(entries: Entries, workspaces: Workspaces, clock: Clock) {
    this.#entries = entries
    this.#workspaces = workspaces
    this.#clock = clock
    entries.onChange = (workspaceId, id, entry) => {
      if (this.options.lag > 0) this.#changes.push({ workspaceId, id, entry, at: clock.now() })
    }
  }

  /** Replaces the options; `{}` restores the defaults. @throws {HttpError} 422 */
  set(options: AnswerOptions): void {
    this.options = validate(AnswerOptions, options)
    this.#requests = 0
    this.#changes = []
    this.#before = new Map(this.#workspaces.list().map(({ id }) => [id, this.#entries.all(id)]))
  }

  page(workspaceId: number, { page, sort, isContextOnly, passes }: ListQuery): ListPage {
    this.#requests++
    const { cap = Infinity, order, context } = this.options
    const isShown = (entry: StoredEntry): boolean =>
      !isContextOnly || context !== 'unbound' || ['smart', 'always'].includes(entry.trigger)
    const workspaces = !isContextOnly && context === 'workspace' ? this.#workspaces.list() : [{ id: workspaceId }]
    const rank = sort === undefined ? ORDERS[order] : SORTS[sort.order_by]
    const sign = sort?.order === 'desc' ? -1 : 1
    const rows = workspaces
      .flatMap(({ id }) => this.#rows(id))
      .filter((entry) => isShown(entry) && passes(entry))
      .map((entry) => ({ entry, rank: rank(entry, this.#requests) }))
      .sort((one, other) => sign * (one.rank < other.rank ? -1 : Number(one.rank > other.rank)))
    const size = Math.min(page?.page_size ?? rows.length, cap)
    const offset = ((page?.page_num ?? 1) - 1) * size
    return {
      rows: rows.slice(offset, offset + size).map(({ entry }) => entry),
      total: rows.length,
      page: page === undefined ? null : { ...page, page_size: size }
    }
  }

  #rows(workspaceId: number): readonly StoredEntry[] {
    const { lag } = this.options
    if (lag === 0) return this.#entries.all(workspaceId)
    const rows = new Map(this.#before.get(workspaceId)?.map((entry) => [entry.id, entry]))
    const until = this.#clock.now() - lag
    for (const change of this.#changes.filter(({ at, workspaceId: of }) => of === workspaceId && at <= until)) {
      if (change.entry === undefined) rows.delete(change.id)
      else rows.set(change.id, change.entry)
    }
    return [...rows.values()]
  }
}

const SORTS = {
  id: ({ id }: StoredEntry) => id,
  name: ({ name }: StoredEntry) => name,
  type: ({ type }: StoredEntry) => type,
  trigger: ({ trigger }: StoredEntry) => trigger,
  created_at: ({ createdAt }: StoredEntry) => createdAt,
  updated_at: ({ updatedAt }: StoredEntry) => updatedAt
} as const

const ORDERS = {
  id: ({ id }) => id,
  latest: ({ updatedAt }) => -updatedAt,
  /** Any order, but the same one in each run of a test. */
  changing: ({ id }, request) => createHash('md5').update(`${id} ${request}`).digest().readUInt32BE()
} as const satisfies Record<string, (entry: StoredEntry, request: number) => number>
