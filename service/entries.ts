import type { Clock } from './clock.ts'
import type { Storage } from './storage.ts'

/** One knowledge entry as the service keeps it. Times are milliseconds since the epoch. */
export interface StoredEntry {
  readonly id: number
  readonly name: string
  readonly content: string
  readonly createdAt: number
  readonly updatedAt: number
}

/** An entry without its content, for a list. */
export interface EntrySummary {
  readonly id: number
  readonly name: string
  /** Of the content, in UTF-8. */
  readonly bytes: number
  readonly updatedAt: number
}

/** The knowledge of the workspaces. An entry is matched by its exact name within one workspace. */
export interface Entries {
  /** Within a transaction of the caller. @returns what is stored once it is committed, and whether the entry is new. */
  upsert(workspaceId: number, name: string, content: string): { readonly entry: StoredEntry; readonly created: boolean }
  /** Page `page` (from 1) of at most `size` entries, oldest first: an update does not move an entry between pages. */
  page(workspaceId: number, page: number, size: number): readonly StoredEntry[]
  /** The same without contents, the latest update first. */
  latest(workspaceId: number, page: number, size: number): readonly EntrySummary[]
  count(workspaceId: number): number
  get(workspaceId: number, id: number): StoredEntry | undefined
  all(workspaceId: number): readonly StoredEntry[]
}

interface Row {
  readonly id: number
  readonly name: string
  readonly content: string
  readonly created_at: number
  readonly updated_at: number
}

const COLUMNS = 'id, name, content, created_at, updated_at'

export function openEntries({ db }: Storage, clock: Clock): Entries {
  const byName = db.prepare('SELECT id, created_at FROM entries WHERE workspace_id = ? AND name = ?')
  const insert = db.prepare(
    'INSERT INTO entries (workspace_id, name, content, created_at, updated_at) VALUES (?, ?, ?, ?, ?)'
  )
  const update = db.prepare('UPDATE entries SET content = ?, updated_at = ? WHERE id = ?')
  const paged = db.prepare(`SELECT ${COLUMNS} FROM entries WHERE workspace_id = ? ORDER BY id LIMIT ? OFFSET ?`)
  const latest = db.prepare(
    `SELECT id, name, octet_length(content) AS bytes, updated_at AS updatedAt FROM entries
     WHERE workspace_id = ? ORDER BY updated_at DESC, id DESC LIMIT ? OFFSET ?`
  )
  const counted = db.prepare('SELECT count(*) AS total FROM entries WHERE workspace_id = ?')
  const byId = db.prepare(`SELECT ${COLUMNS} FROM entries WHERE workspace_id = ? AND id = ?`)
  const every = db.prepare(`SELECT ${COLUMNS} FROM entries WHERE workspace_id = ? ORDER BY id`)

  return {
    upsert(workspaceId, name, content) {
      const now = clock.now()
      const found = byName.get(workspaceId, name) as Pick<Row, 'id' | 'created_at'> | undefined
      if (found === undefined) {
        const { lastInsertRowid } = insert.run(workspaceId, name, content, now, now)
        return { entry: { id: Number(lastInsertRowid), name, content, createdAt: now, updatedAt: now }, created: true }
      }
      update.run(content, now, found.id)
      return { entry: { id: found.id, name, content, createdAt: found.created_at, updatedAt: now }, created: false }
    },
    page: (workspaceId, page, size) =>
      (paged.all(workspaceId, size, offset(page, size)) as unknown as Row[]).map(fromRow),
    latest: (workspaceId, page, size) => latest.all(workspaceId, size, offset(page, size)) as unknown as EntrySummary[],
    count: (workspaceId) => Number(counted.get(workspaceId)?.['total']),
    get(workspaceId, id) {
      const row = byId.get(workspaceId, id) as Row | undefined
      return row === undefined ? undefined : fromRow(row)
    },
    all: (workspaceId) => (every.all(workspaceId) as unknown as Row[]).map(fromRow)
  }
}

/** SQLite takes 64 bits, a number keeps 53: past that no entry is either. */
function offset(page: number, size: number): number {
  return Math.min((page - 1) * size, Number.MAX_SAFE_INTEGER)
}

function fromRow({ id, name, content, created_at, updated_at }: Row): StoredEntry {
  return { id, name, content, createdAt: created_at, updatedAt: updated_at }
}
