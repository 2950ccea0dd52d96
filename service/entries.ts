import { unprocessable } from './http-error.ts'
import type { Clock } from './clock.ts'
import { fold } from './names.ts'
import type { Storage } from './storage.ts'

/** One knowledge entry. Times are milliseconds since the epoch. */
export interface StoredEntry {
  readonly id: number
  readonly name: string
  readonly content: string
  readonly createdAt: number
  readonly updatedAt: number
}

/** An entry without its content. */
export interface EntrySummary {
  readonly id: number
  readonly name: string
  /** Of the content, in UTF-8. */
  readonly bytes: number
  readonly updatedAt: number
}

/** What an upsert does if the name is known: it replaces the entry, or adds another one of that name. */
export type Match = 'name' | 'copy'

/** The most that the names and contents of one list answer may have, in bytes of UTF-8. A larger entry is not accepted. */
export const LIST_LIMIT = 8 * 1024 * 1024

/** The knowledge entries of all workspaces. Pages are numbered from 1. */
export interface Entries {
  /** Call it in a transaction. @returns what is stored after the commit, and whether the entry is new. */
  upsert(
    workspaceId: number,
    name: string,
    content: string,
    match?: Match
  ): { readonly entry: StoredEntry; readonly created: boolean }
  /**
   * At most `size` entries, the oldest first: an update does not move an entry to another page.
   *
   * @throws {HttpError} 422 if the entries of the page are larger than `LIST_LIMIT` together.
   */
  page(workspaceId: number, page: number, size: number): readonly StoredEntry[]
  /** Entries whose name contains `search` (case is ignored), the latest update first. */
  latest(workspaceId: number, search: string, page: number, size: number): readonly EntrySummary[]
  count(workspaceId: number, search?: string): number
  get(workspaceId: number, id: number): StoredEntry | undefined
  all(workspaceId: number): readonly StoredEntry[]
  removeAll(workspaceId: number): void
}

export function openEntries({ db, transaction }: Storage, clock: Clock): Entries {
  db.function('has_part', { deterministic: true }, (name, part) => Number(fold(String(name)).includes(String(part))))
  const columns = 'id, name, content, created_at AS createdAt, updated_at AS updatedAt'
  const byName = db.prepare(
    'SELECT id, created_at AS createdAt FROM entries WHERE workspace_id = ? AND name = ? ORDER BY id LIMIT 1'
  )
  const insert = db.prepare(
    'INSERT INTO entries (workspace_id, name, content, created_at, updated_at) VALUES (?, ?, ?, ?, ?)'
  )
  const update = db.prepare('UPDATE entries SET content = ?, updated_at = ? WHERE id = ?')
  const paged = db.prepare(`SELECT ${columns} FROM entries WHERE workspace_id = ? ORDER BY id LIMIT ? OFFSET ?`)
  const pageBytes = db.prepare(
    `SELECT sum(bytes) AS bytes FROM
       (SELECT octet_length(name) + octet_length(content) AS bytes FROM entries
        WHERE workspace_id = ? ORDER BY id LIMIT ? OFFSET ?)`
  )
  const latest = db.prepare(
    `SELECT id, name, octet_length(content) AS bytes, updated_at AS updatedAt FROM entries
     WHERE workspace_id = ? AND (? = '' OR has_part(name, ?)) ORDER BY updated_at DESC, id DESC LIMIT ? OFFSET ?`
  )
  const counted = db.prepare(
    `SELECT count(*) AS total FROM entries WHERE workspace_id = ? AND (? = '' OR has_part(name, ?))`
  )
  const byId = db.prepare(`SELECT ${columns} FROM entries WHERE workspace_id = ? AND id = ?`)
  const every = db.prepare(`SELECT ${columns} FROM entries WHERE workspace_id = ? ORDER BY id`)
  const remove = db.prepare('DELETE FROM entries WHERE workspace_id = ?')

  return {
    upsert(workspaceId, name, content, match = 'name') {
      const now = clock.now()
      const found =
        match === 'copy'
          ? undefined
          : (byName.get(workspaceId, name) as Pick<StoredEntry, 'id' | 'createdAt'> | undefined)
      if (found === undefined) {
        const { lastInsertRowid } = insert.run(workspaceId, name, content, now, now)
        return { entry: { id: Number(lastInsertRowid), name, content, createdAt: now, updatedAt: now }, created: true }
      }
      update.run(content, now, found.id)
      return { entry: { ...found, name, content, updatedAt: now }, created: false }
    },
    page(workspaceId, page, size) {
      const place = [workspaceId, size, offset(page, size)]
      // Before the contents are read, so that they do not fill the memory.
      checkListSize(Number(pageBytes.get(...place)?.['bytes']))
      return paged.all(...place) as unknown as StoredEntry[]
    },
    latest: (workspaceId, search, page, size) =>
      latest.all(workspaceId, fold(search), fold(search), size, offset(page, size)) as unknown as EntrySummary[],
    count: (workspaceId, search = '') => Number(counted.get(workspaceId, fold(search), fold(search))?.['total']),
    get: (workspaceId, id) => byId.get(workspaceId, id) as StoredEntry | undefined,
    all: (workspaceId) => every.all(workspaceId) as unknown as StoredEntry[],
    removeAll(workspaceId) {
      transaction(() => remove.run(workspaceId))
    }
  }
}

/** @throws {HttpError} 422 */
export function checkListSize(bytes: number): void {
  if (bytes <= LIST_LIMIT) return
  throw unprocessable(
    'page_size',
    `The entries of this page have ${bytes} bytes; at most ${LIST_LIMIT} are sent. Ask for a smaller page_size.`
  )
}

/** SQLite takes 64 bits and a number has 53. There is no entry beyond either. */
function offset(page: number, size: number): number {
  return Math.min((page - 1) * size, Number.MAX_SAFE_INTEGER)
}
