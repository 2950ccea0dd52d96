import { AnswerOptions, type Options } from './answer-options.ts'
import type { Clock } from './clock.ts'
import { checkListSize, type Entries, type StoredEntry } from './entries.ts'
import { LaggingList } from './lagging-list.ts'
import { randomOf } from './random.ts'
import { validate } from './read-json.ts'
import type { Workspaces } from './workspaces.ts'

export interface PageRequest {
  readonly page_num: number
  readonly page_size: number
}

export interface ListPage {
  readonly entries: readonly StoredEntry[]
  /** Of all pages. */
  readonly total: number
  /** What is shown; undefined if the list has no pages. */
  readonly page: PageRequest | undefined
}

/** How the API answers at present. */
export interface Answers {
  readonly options: Options
  /** Replaces the options; `{}` restores the defaults. @throws {HttpError} 422 */
  set(options: AnswerOptions): void
  /** Starts a list that lags again, from the present entries. */
  restart(): void
  /** Notes a change after its commit, for a list that lags; a deletion without an entry. */
  changed(workspaceId: number, id: number, entry?: StoredEntry): void
  /** @param page all entries without it. @throws {HttpError} 422 if the page is too large. */
  page(workspaceId: number, page: PageRequest | undefined): ListPage
}

export function openAnswers(entries: Entries, workspaces: Workspaces, clock: Clock): Answers {
  let options = AnswerOptions.parse({})
  let lagging: LaggingList | undefined
  let requests = 0
  /** Each begins with its first page. */
  let readings = 0

  function restart(): void {
    const { lag } = options
    requests = 0
    readings = 0
    lagging = lag === undefined ? undefined : new LaggingList(lag, entries, workspaces, clock)
  }

  /** Undefined for the entries as the database has them, which also knows their pages. */
  function rowsOf(workspaceId: number): StoredEntry[] | undefined {
    const { order, missing } = options
    if (lagging === undefined && missing === undefined && order === 'id') return undefined
    const rank = ORDERS[order]
    const isMissing = ({ id }: StoredEntry): boolean =>
      missing !== undefined && randomOf(missing.seed, id, readings) < missing.probability
    return [...(lagging?.entries(workspaceId) ?? entries.all(workspaceId))]
      .filter((entry) => !isMissing(entry))
      .sort((one, other) => rank(one, requests) - rank(other, requests))
  }

  return {
    get options() {
      return options
    },
    set(input) {
      options = validate(AnswerOptions, input)
      restart()
    },
    restart,
    changed(workspaceId, id, entry) {
      lagging?.add(workspaceId, id, entry)
    },
    page(workspaceId, asked) {
      requests++
      if (asked === undefined || asked.page_num === 1) readings++
      const rows = rowsOf(workspaceId)
      const total = rows?.length ?? entries.count(workspaceId)
      const size = Math.min(asked?.page_size ?? total, options.cap ?? Infinity)
      const offset = ((asked?.page_num ?? 1) - 1) * size
      const shown = rows?.slice(offset, offset + size)
      if (shown !== undefined)
        checkListSize(Buffer.byteLength(shown.map(({ name, content }) => name + content).join('')))
      return {
        entries: shown ?? entries.slice(workspaceId, offset, size),
        total,
        page: asked && { ...asked, page_size: size }
      }
    }
  }
}

const ORDERS: Readonly<Record<Options['order'], (entry: StoredEntry, request: number) => number>> = {
  id: ({ id }) => id,
  latest: ({ updatedAt }) => -updatedAt,
  changing: ({ id }, request) => randomOf(id, request)
}
