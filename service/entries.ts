import { createHash } from 'node:crypto'
import type { Options } from './answer-options.ts'
import type { Clock } from './clock.ts'
import { HttpError, unprocessable } from './http-error.ts'
import { fold } from './names.ts'
import { PROVENANCES, sourceOf, type Provenance, type Source } from './provenance.ts'
import type { Storage } from './storage.ts'

/** One knowledge entry. Times are milliseconds since the epoch. */
export interface StoredEntry {
  readonly id: number
  readonly name: string
  readonly content: string
  readonly createdAt: number
  readonly updatedAt: number
  /** It belongs to the vendor: neither a program nor a person changes it. */
  readonly isReadonly: 0 | 1
}

/** The last change. */
export interface LastChange {
  readonly updatedAt: number
  /** The name of the token; null for a person. */
  readonly byToken: string | null
}

export type ChangedEntry = StoredEntry & LastChange & Source

/** An entry without its content. */
export interface EntrySummary extends LastChange, Source {
  readonly id: number
  readonly name: string
  /** Of the content, in UTF-8. */
  readonly bytes: number
}

/** What a program or a person writes. */
export type EntryText = Pick<StoredEntry, 'name' | 'content'>

/** Entries whose name contains `search` (case is ignored), of one provenance or of all. */
export interface EntryFilter {
  readonly search: string
  readonly provenance: Provenance | undefined
}

export interface UpsertOptions {
  /** Absent for a person. */
  readonly tokenId?: string
  /** Whether an entry of the name is replaced, or a copy is added. */
  readonly match?: Options['match']
  readonly isReadonly?: boolean | undefined
}

/** The most that the names and contents of one list answer may have, in bytes of UTF-8. A larger entry is not accepted. */
export const LIST_LIMIT = 8 * 1024 * 1024

/** The knowledge entries of all workspaces. Pages are numbered from 1. */
export interface Entries {
  /** Call it in a transaction. @returns undefined if a token may not change the entry. */
  upsert(workspaceId: number, text: EntryText, options?: UpsertOptions): StoredEntry | undefined
  /** A person creates an entry. @throws {HttpError} 409 with the field if the name is taken. */
  create(workspaceId: number, text: EntryText): StoredEntry
  /**
   * A person changes an entry. The same text is no change.
   *
   * @param version of the entry that the person saw.
   * @throws {HttpError} 404 if it is gone, 409 if it changed meanwhile, 409 with the field if the new name is taken.
   */
  edit(workspaceId: number, id: number, version: string, text: EntryText): StoredEntry
  /** A person deletes an entry. @throws {HttpError} 404, 409 as for `edit`. */
  remove(workspaceId: number, id: number, version: string): void
  /**
   * At most `count` entries, the oldest first: an update does not move an entry to another page.
   *
   * @throws {HttpError} 422 if these entries are larger than `LIST_LIMIT` together.
   */
  slice(workspaceId: number, offset: number, count: number): readonly StoredEntry[]
  /** The latest update first. */
  latest(workspaceId: number, filter: EntryFilter, page: number, size: number): readonly EntrySummary[]
  /** How many of the entries whose name contains `search` have each provenance. */
  counts(workspaceId: number, search: string): Readonly<Record<Provenance, number>>
  count(workspaceId: number): number
  /** @throws {HttpError} 404 */
  get(workspaceId: number, id: number): ChangedEntry
  /** False if there is no such entry. */
  isReadonly(workspaceId: number, id: number): boolean
  all(workspaceId: number): readonly StoredEntry[]
  /** @param name of those to remove; every one by default. @returns what is removed. */
  removeAll(workspaceId: number, name?: string): readonly StoredEntry[]
}

export function openEntries({ db, transaction }: Storage, clock: Clock): Entries {
  db.function('has_part', { deterministic: true }, (name, part) => Number(fold(String(name)).includes(String(part))))
  const columns = 'id, name, content, is_readonly AS isReadonly, created_at AS createdAt, updated_at AS updatedAt'
  const author = '(SELECT name FROM tokens WHERE tokens.id = by_token) AS byToken'
  const byName = db.prepare(`SELECT ${columns} FROM entries WHERE workspace_id = ? AND name = ? ORDER BY id LIMIT 1`)
  const insert = db.prepare(
    `INSERT INTO entries (name, content, provenance, path, url, updated_at, by_token, is_readonly, workspace_id, created_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`
  )
  const update = db.prepare(
    `UPDATE entries SET name = ?, content = ?, provenance = ?, path = ?, url = ?, updated_at = ?, by_token = ?, is_readonly = ?
     WHERE id = ?`
  )
  const paged = db.prepare(`SELECT ${columns} FROM entries WHERE workspace_id = ? ORDER BY id LIMIT ? OFFSET ?`)
  const pageBytes = db.prepare(
    `SELECT sum(bytes) AS bytes FROM
       (SELECT octet_length(name) + octet_length(content) AS bytes FROM entries
        WHERE workspace_id = ? ORDER BY id LIMIT ? OFFSET ?)`
  )
  const latest = db.prepare(
    `SELECT id, name, provenance, path, url, octet_length(content) AS bytes, updated_at AS updatedAt, ${author}
     FROM entries WHERE workspace_id = ? AND (? = '' OR has_part(name, ?)) AND (? = '' OR provenance = ?)
     ORDER BY updated_at DESC, id DESC LIMIT ? OFFSET ?`
  )
  const counted = PROVENANCES.map((one) => `count(*) FILTER (WHERE provenance = '${one}') AS ${one}`)
  const counts = db.prepare(
    `SELECT ${counted.join()} FROM entries WHERE workspace_id = ? AND (? = '' OR has_part(name, ?))`
  )
  const count = db.prepare('SELECT count(*) AS total FROM entries WHERE workspace_id = ?')
  const byId = db.prepare(
    `SELECT ${columns}, provenance, path, url, ${author} FROM entries WHERE workspace_id = ? AND id = ?`
  )
  const every = db.prepare(`SELECT ${columns} FROM entries WHERE workspace_id = ? ORDER BY id`)
  const removeOne = db.prepare('DELETE FROM entries WHERE id = ?')
  const remove = db.prepare(
    `DELETE FROM entries WHERE workspace_id = ? AND (? IS NULL OR name = ?) RETURNING ${columns}`
  )

  function find(workspaceId: number, name: string): StoredEntry | undefined {
    return byName.get(workspaceId, name) as StoredEntry | undefined
  }

  function add(workspaceId: number, { name, content }: EntryText, change: UpsertOptions = {}): StoredEntry {
    const now = clock.now()
    const columns = columnsOf({ name, content }, now, change)
    const { lastInsertRowid } = insert.run(...columns, workspaceId, now)
    const isReadonly = change.isReadonly === true ? 1 : 0
    return { id: Number(lastInsertRowid), name, content, createdAt: now, updatedAt: now, isReadonly }
  }

  function replace(entry: StoredEntry, { name, content }: EntryText, change: UpsertOptions = {}): StoredEntry {
    const now = clock.now()
    update.run(...columnsOf({ name, content }, now, change), entry.id)
    return { ...entry, name, content, updatedAt: now, isReadonly: change.isReadonly === true ? 1 : 0 }
  }

  function get(workspaceId: number, id: number): ChangedEntry {
    const entry = byId.get(workspaceId, id)
    if (entry === undefined) throw new HttpError(404, 'There is no such entry in this workspace.')
    return entry as unknown as ChangedEntry
  }

  function getVersion(workspaceId: number, id: number, version: string): ChangedEntry {
    const entry = get(workspaceId, id)
    if (versionOf(entry) !== version) throw new HttpError(409, 'The entry was changed meanwhile.')
    return entry
  }

  function checkIsFree(workspaceId: number, name: string): void {
    if (find(workspaceId, name) === undefined) return
    const detail = 'Another entry has this name. Change that one, or choose another name.'
    throw new HttpError(409, detail, { fields: [{ pointer: '/name', detail }] })
  }

  return {
    upsert(workspaceId, text, options = {}) {
      const found = find(workspaceId, text.name)
      if (found?.isReadonly === 1 && options.tokenId !== undefined) return undefined
      return found === undefined || options.match === 'copy'
        ? add(workspaceId, text, options)
        : replace(found, text, options)
    },
    create(workspaceId, text) {
      return transaction(() => {
        checkIsFree(workspaceId, text.name)
        return add(workspaceId, text)
      })
    },
    edit(workspaceId, id, version, text) {
      return transaction(() => {
        const entry = getVersion(workspaceId, id, version)
        if (versionOf(text) === version) return entry
        if (text.name !== entry.name) checkIsFree(workspaceId, text.name)
        return replace(entry, text)
      })
    },
    remove(workspaceId, id, version) {
      transaction(() => removeOne.run(getVersion(workspaceId, id, version).id))
    },
    slice(workspaceId, offset, count) {
      const place = [workspaceId, count, inRange(offset)]
      // Before the contents are read, so that they do not fill the memory.
      checkListSize(Number(pageBytes.get(...place)?.['bytes']))
      return paged.all(...place) as unknown as StoredEntry[]
    },
    latest(workspaceId, { search, provenance = '' }, page, size) {
      const part = fold(search)
      const offset = inRange((page - 1) * size)
      return latest.all(workspaceId, part, part, provenance, provenance, size, offset) as unknown as EntrySummary[]
    },
    counts: (workspaceId, search) =>
      counts.get(workspaceId, fold(search), fold(search)) as unknown as Record<Provenance, number>,
    count: (workspaceId) => Number(count.get(workspaceId)?.['total']),
    get,
    isReadonly: (workspaceId, id) => byId.get(workspaceId, id)?.['isReadonly'] === 1,
    all: (workspaceId) => every.all(workspaceId) as unknown as StoredEntry[],
    removeAll: (workspaceId, name) =>
      transaction(() => remove.all(workspaceId, name ?? null, name ?? null) as unknown as StoredEntry[])
  }
}

/** The columns from `name` to `is_readonly`. */
function columnsOf({ name, content }: EntryText, now: number, { tokenId, isReadonly = false }: UpsertOptions) {
  const { provenance, path, url } = sourceOf({ name, content })
  return [name, content, provenance, path, url, now, tokenId ?? null, Number(isReadonly)] as const
}

/** Differs if the name or the content does. Times would not do: two changes may have the same millisecond. */
export function versionOf({ name, content }: EntryText): string {
  // A name has no U+0000.
  return createHash('sha256').update(`${name}\0${content}`).digest('base64url')
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
function inRange(offset: number): number {
  return Math.min(offset, Number.MAX_SAFE_INTEGER)
}
