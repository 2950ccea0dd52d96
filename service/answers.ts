import { createHash } from 'node:crypto'
import { AnswerOptions, type Options } from './answer-options.ts'
import { listRequest } from './api-types.ts'
import type { Clock } from './clock.ts'
import { checkListSize, type Entries, type StoredEntry } from './entries.ts'
import { LaggingList } from './lagging-list.ts'
import { validate } from './read-json.ts'
import type { Workspaces } from './workspaces.ts'

export interface ListPage {
  readonly items: readonly StoredEntry[]
  /** Of all pages. */
  readonly total: number
}

/** How the API answers at present. */
export interface Answers {
  readonly options: Options
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
  let requests = 0

  function restart(): void {
    const { lag } = options
    requests = 0
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
    page(workspaceId, number, size) {
      const { cap, first_page, vanish, order, empty } = options
      const [offset, rows] = rowsOf(number - first_page + 1, size, cap)
      const request = requests++
      if (request < empty) return { items: [], total: 0 }
      const vanished = vanish !== undefined && request >= vanish.requests ? vanish.name : undefined
      if (lagging === undefined && vanished === undefined && order === 'id') {
        return { items: entries.slice(workspaceId, offset, rows), total: entries.count(workspaceId) }
      }
      const shown = lagging?.entries(workspaceId) ?? entries.all(workspaceId)
      const all = shown.filter(({ name }) => name !== vanished)
      if (order === 'changing') all.sort((one, other) => rankOf(one.id, request) - rankOf(other.id, request))
      const items = all.slice(offset, offset + rows)
      checkListSize(items.reduce((bytes, { name, content }) => bytes + Buffer.byteLength(name + content), 0))
      return { items, total: all.length }
    }
  }
}

/** Of an entry in the answer to a request: any order, the same in each run of a test. */
function rankOf(id: number, request: number): number {
  return createHash('md5').update(`${id} ${request}`).digest().readUInt32BE()
}

/** Which rows a page shows: from which on, and how many. @param page from 1. */
function rowsOf(page: number, size: number, cap: Options['cap']): [offset: number, rows: number] {
  if (cap === undefined || page < cap.from) return [(page - 1) * size, size]
  const rows = Math.min(cap.rows, size)
  const step = cap.next === 'shown' ? rows : size
  return [(cap.from - 1) * size + (page - cap.from) * step, rows]
}
