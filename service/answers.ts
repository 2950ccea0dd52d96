import { createHash } from 'node:crypto'
import { AnswerOptions, type Options } from './answer-options.ts'
import { listRequest } from './api-types.ts'
import type { Clock } from './clock.ts'
import { checkListSize, type Entries, type StoredEntry } from './entries.ts'
import { HttpError } from './http-error.ts'
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
  /** How many entries were deleted that no page shows. */
  readonly hidden: number
  /** Which reading of the list it belongs to: each begins with its first page. */
  readonly reading: number
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
  /** Notes a deletion after its commit, for a list that lags, or shows or counts deleted entries. */
  deleted(workspaceId: number, entry: StoredEntry): void
  /** @param page from 1. @throws {HttpError} 422 if the page is too large, or the status that is set for a page behind the last. */
  page(workspaceId: number, page: number, size: number): ListPage
}

export function openAnswers(entries: Entries, workspaces: Workspaces, clock: Clock, pageSizeMax: number): Answers {
  let options = AnswerOptions.parse({})
  let ListRequest = listRequest(pageSizeMax)
  let lagging: LaggingList | undefined
  let requests = 0
  let readings = 0
  let emptied = 0
  /** Since it matters. */
  let deleted: { readonly workspaceId: number; readonly entry: ListedEntry }[] = []

  const keepsDeleted = (): boolean => options.deleted !== 'gone' || options.total === 'with_deleted'

  function restart(): void {
    const { lag } = options
    requests = 0
    readings = 0
    lagging = lag === undefined ? undefined : new LaggingList(lag, entries, workspaces, clock)
  }

  /** The list has an order, is complete and up to date, so the database knows its pages. */
  function isPlain(): boolean {
    return lagging === undefined && options.missing === undefined && options.order === 'id' && deleted.length === 0
  }

  function rowsOf(workspaceId: number, request: number, gone: readonly ListedEntry[]): ListedEntry[] {
    const shown = [...gone, ...(lagging?.entries(workspaceId) ?? entries.all(workspaceId))]
    // A list that lags has an entry for a while that was deleted.
    const rows = [...new Map(shown.map((entry) => [entry.id, entry])).values()]
    const there = rows.filter((entry) => !isMissing(entry, options.missing, { request, reading: readings }))
    const rank = ORDERS[options.order]
    return there.sort((one, other) => rank(one, request) - rank(other, request))
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
      ListRequest = listRequest(options.page_size_max ?? pageSizeMax)
      if (!keepsDeleted()) deleted = []
      emptied = 0
      restart()
    },
    restart,
    changed(workspaceId, entry) {
      lagging?.add(workspaceId, entry.id, entry)
    },
    deleted(workspaceId, entry) {
      lagging?.add(workspaceId, entry.id, undefined)
      if (keepsDeleted()) deleted.push({ workspaceId, entry: { ...entry, deletedAt: clock.now() } })
    },
    page(workspaceId, asked, size) {
      const { cap, page_num, beyond, empty } = options
      const request = requests++
      if (asked === 1) readings++
      const gone = deleted.filter((one) => one.workspaceId === workspaceId).map(({ entry }) => entry)
      const isMarked = options.deleted !== 'gone'
      const common = { hidden: isMarked ? 0 : gone.length, reading: readings }
      if (empty !== undefined && (empty.page ?? asked) === asked && emptied < empty.times) {
        emptied++
        return { ...common, items: [], total: empty.page === undefined ? 0 : entries.count(workspaceId) }
      }
      const rows = isPlain() ? undefined : rowsOf(workspaceId, request, isMarked ? gone : [])
      const total = rows?.length ?? entries.count(workspaceId)
      const number = page_num === 'ignored' ? 1 : asked
      const place = placeOf(number, size, cap)
      if (place.offset >= total && number > 1 && beyond !== 'empty') {
        if (beyond !== 'first') throw new HttpError(beyond, 'There is no such page.')
        Object.assign(place, placeOf(1, size, cap))
      }
      if (rows === undefined) {
        return { ...common, items: entries.slice(workspaceId, place.offset, place.count), total }
      }
      const items = rows.slice(place.offset, place.offset + place.count)
      checkListSize(items.reduce((bytes, { name, content }) => bytes + Buffer.byteLength(name + content), 0))
      return { ...common, items, total }
    }
  }
}

const ORDERS: Readonly<Record<Options['order'], (entry: StoredEntry, request: number) => number>> = {
  id: ({ id }) => id,
  latest: ({ updatedAt }) => -updatedAt,
  changing: ({ id }, request) => randomOf(id, request)
}

function isMissing(
  { id, name }: StoredEntry,
  missing: Options['missing'],
  { request, reading }: { readonly request: number; readonly reading: number }
): boolean {
  if (missing === undefined) return false
  if ('name' in missing) return name === missing.name && request >= missing.after
  return randomOf(missing.seed, id, reading) < missing.probability
}

/** From 0 to 1: any number, but the same one in each run of a test. */
function randomOf(...seeds: readonly number[]): number {
  return createHash('md5').update(seeds.join(' ')).digest().readUInt32BE() / 2 ** 32
}

/** Which rows a page shows. @param page from 1. */
function placeOf(page: number, size: number, cap: Options['cap']): { offset: number; count: number } {
  if (cap === undefined || page < cap.from) return { offset: (page - 1) * size, count: size }
  const count = Math.min(cap.rows, size)
  const step = cap.next === 'shown' ? count : size
  return { offset: (cap.from - 1) * size + (page - cap.from) * step, count }
}
