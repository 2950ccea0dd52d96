import { createHash } from 'node:crypto'
import { AnswerOptions, type Options } from './answer-options.ts'
import { listRequest } from './api-types.ts'
import type { Clock } from './clock.ts'
import { checkListSize, type Entries, type StoredEntry } from './entries.ts'
import { LaggingList } from './lagging-list.ts'
import { validate } from './read-json.ts'
import type { Workspaces } from './workspaces.ts'

export interface ListedEntry extends StoredEntry {
  /** Of an entry that was deleted and stays in the list, in milliseconds since the epoch. */
  readonly deletedAt?: number
}

export interface ListPage {
  readonly items: readonly ListedEntry[]
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
  /** Notes a change after its commit, for a list that lags. */
  changed(workspaceId: number, entry: StoredEntry): void
  /** Notes a deletion after its commit, for a list that lags, or shows deleted entries. */
  deleted(workspaceId: number, entry: StoredEntry): void
  /** @param page as the client counts, from `first_page`. @throws {HttpError} 422 if the page is too large. */
  page(workspaceId: number, page: number, size: number): ListPage
}

export function openAnswers(entries: Entries, workspaces: Workspaces, clock: Clock, pageSizeMax: number): Answers {
  let options = AnswerOptions.parse({})
  let ListRequest = listRequest(pageSizeMax)
  let lagging: LaggingList | undefined
  let requests = 0
  /** Entries that stay in the list. */
  let deleted: { readonly workspaceId: number; readonly entry: ListedEntry }[] = []

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
      if (options.deleted === 'gone') deleted = []
      restart()
    },
    restart,
    changed(workspaceId, entry) {
      lagging?.add(workspaceId, entry.id, entry)
    },
    deleted(workspaceId, entry) {
      lagging?.add(workspaceId, entry.id, undefined)
      if (options.deleted !== 'gone') deleted.push({ workspaceId, entry: { ...entry, deletedAt: clock.now() } })
    },
    page(workspaceId, number, size) {
      const { cap, first_page, vanish, order, empty, swap } = options
      const [offset, rows] = rowsOf(number - first_page + 1, size, cap)
      const request = requests++
      if (request < empty) return { items: [], total: 0 }
      const vanished = vanish !== undefined && request >= vanish.requests ? vanish.name : undefined
      const isPlain = order === 'id' && swap === undefined && deleted.length === 0
      if (lagging === undefined && vanished === undefined && isPlain) {
        return { items: entries.slice(workspaceId, offset, rows), total: entries.count(workspaceId) }
      }
      const gone = deleted.filter((one) => one.workspaceId === workspaceId).map(({ entry }) => entry)
      const shown = [...gone, ...(lagging?.entries(workspaceId) ?? entries.all(workspaceId))]
      // A list that lags has an entry for a while that was deleted.
      const byId = new Map<number, ListedEntry>(shown.map((entry) => [entry.id, entry]))
      const all = swapTexts([...byId.values()], swap).filter(({ name }) => name !== vanished)
      const rank = (id: number): number => (order === 'id' ? id : rankOf(id, request))
      all.sort((one, other) => rank(one.id) - rank(other.id))
      const items = all.slice(offset, offset + rows)
      checkListSize(items.reduce((bytes, { name, content }) => bytes + Buffer.byteLength(name + content), 0))
      return { items, total: all.length }
    }
  }
}

/** Of two names, if both are there. */
function swapTexts(entries: readonly ListedEntry[], names: Options['swap'] = ['', '']): ListedEntry[] {
  const [one, other] = names.map((name) =>
    entries.find((entry) => entry.name === name && entry.deletedAt === undefined)
  )
  if (one === undefined || other === undefined) return [...entries]
  const contents = new Map([
    [one.id, other.content],
    [other.id, one.content]
  ])
  return entries.map((entry) => ({ ...entry, content: contents.get(entry.id) ?? entry.content }))
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
