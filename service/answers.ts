import { z } from 'zod'
import { listRequest } from './api-types.ts'
import type { Clock } from './clock.ts'
import { checkListSize, type Entries, type StoredEntry } from './entries.ts'
import { validate } from './read-json.ts'
import type { Workspaces } from './workspaces.ts'

/**
 * Answers to what the specification leaves open. The defaults are those of `docs/service.md`; a test sets others to see
 * that a client works with each.
 */
export const AnswerOptions = z.strictObject({
  /** What an upsert of a known name does: replace the entry, or add a copy. */
  match: z.enum(['name', 'copy']).default('name'),
  /** The body after an upsert: the entry without its content, with it, `{"code":0,"message":"success"}`, or 204. */
  upsert: z.enum(['entry', 'echo', 'code', 'empty']).default('entry'),
  /** The shape of a list: `{items,…}`, an array, or `{data:{items,total}}`. */
  list: z.enum(['items', 'array', 'data']).default('items'),
  /** The content of a listed entry: as it is, absent, HTML-encoded, or its first 100 characters. */
  content: z.enum(['full', 'none', 'encoded', 'cut']).default('full'),
  /** Whether listed entries have an id. */
  ids: z.boolean().default(true),
  /** The number of the first page. */
  first_page: z.union([z.literal(0), z.literal(1)]).default(1),
  /** A larger `page_size` gets 422. The default is that of the service. */
  page_size_max: z.int().min(1).optional(),
  /** The list shows a change after this many further list requests or milliseconds, or never. */
  lag: z
    .union([
      z.strictObject({ requests: z.int().min(1) }),
      z.strictObject({ ms: z.int().min(1) }),
      z.literal('never', 'lag takes {"requests": N}, {"ms": N} or "never".')
    ])
    .optional()
})
export type AnswerOptions = z.input<typeof AnswerOptions>

export interface ListPage {
  readonly items: readonly StoredEntry[]
  readonly total: number
}

/** How the API answers at present. */
export interface Answers {
  readonly options: z.output<typeof AnswerOptions>
  /** Validates the body of a list request. */
  readonly ListRequest: ReturnType<typeof listRequest>
  /** Replaces the options; `{}` restores the defaults. @throws {HttpError} 422 */
  set(options: AnswerOptions): void
  /** Starts a list that lags again, from the present entries. */
  restart(): void
  /** Notes a change after its commit, for a list that lags. @param entry `undefined` if it was deleted. */
  changed(workspaceId: number, id: number, entry: StoredEntry | undefined): void
  /** @param page as the client counts, from `first_page`. @throws {HttpError} 422 if the page is too large. */
  page(workspaceId: number, page: number, size: number): ListPage
}

export function openAnswers(entries: Entries, workspaces: Workspaces, clock: Clock, pageSizeMax: number): Answers {
  let options = AnswerOptions.parse({})
  let ListRequest = listRequest(pageSizeMax)
  let lagging: LaggingList | undefined

  function restart(): void {
    const { lag } = options
    lagging = lag === undefined ? undefined : new LaggingList(lag, entries, workspaces, clock)
  }

  return {
    get options() {
      return options
    },
    get ListRequest() {
      return ListRequest
    },
    set(input) {
      options = validate(AnswerOptions, input)
      ListRequest = listRequest(options.page_size_max ?? pageSizeMax, options.first_page)
      restart()
    },
    restart,
    changed(workspaceId, id, entry) {
      lagging?.add(workspaceId, id, entry)
    },
    page(workspaceId, pageNumber, size) {
      const page = pageNumber - options.first_page + 1
      if (lagging === undefined) {
        return { items: entries.page(workspaceId, page, size), total: entries.count(workspaceId) }
      }
      const all = lagging.entries(workspaceId)
      const items = all.slice((page - 1) * size, page * size)
      checkListSize(items.reduce((bytes, { name, content }) => bytes + Buffer.byteLength(name + content), 0))
      return { items, total: all.length }
    }
  }
}

type Lag = NonNullable<AnswerOptions['lag']>

interface Change {
  readonly workspaceId: number
  readonly id: number
  readonly entry: StoredEntry | undefined
  /** By the clock, and in list requests before it. */
  readonly at: number
  readonly requests: number
}

/** The entries as they were when the lag was set, and the changes since then that are old enough. */
class LaggingList {
  readonly #lag: Lag
  readonly #clock: Clock
  readonly #before: ReadonlyMap<number, readonly StoredEntry[]>
  readonly #changes: Change[] = []
  #requests = 0

  constructor(lag: Lag, entries: Entries, workspaces: Workspaces, clock: Clock) {
    this.#lag = lag
    this.#clock = clock
    this.#before = new Map(workspaces.list().map(({ id }) => [id, entries.all(id)]))
  }

  add(workspaceId: number, id: number, entry: StoredEntry | undefined): void {
    this.#changes.push({ workspaceId, id, entry, at: this.#clock.now(), requests: this.#requests })
  }

  /** Counts as one list request. */
  entries(workspaceId: number): readonly StoredEntry[] {
    const shown = new Map(this.#before.get(workspaceId)?.map((entry) => [entry.id, entry]))
    for (const change of this.#changes) {
      if (change.workspaceId !== workspaceId || !this.#isShown(change)) continue
      if (change.entry === undefined) shown.delete(change.id)
      else shown.set(change.id, change.entry)
    }
    this.#requests++
    return [...shown.values()]
  }

  #isShown({ at, requests }: Change): boolean {
    if (this.#lag === 'never') return false
    if ('ms' in this.#lag) return this.#clock.now() - at >= this.#lag.ms
    return this.#requests - requests >= this.#lag.requests
  }
}
