import { createHash } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import type { Clock } from './clock.ts'
import { transaction } from './database.ts'
import { HttpError } from './http-error.ts'

/** What a program or a person writes. */
export interface EntryText {
  readonly name: string
  readonly content: string
}

/** One knowledge entry. Times are milliseconds since the epoch. */
export interface StoredEntry extends EntryText {
  readonly id: number
  readonly createdAt: number
  readonly updatedAt: number
  /** It belongs to the vendor: neither a program nor a person changes it. */
  readonly isReadonly: 0 | 1
  /** The name of the token that made the last change; null for a person. */
  readonly byToken: string | null
}

export interface UpsertOptions {
  /** Absent for a person. */
  readonly tokenId?: string | undefined
  /** Another entry is added if there is one of the name. */
  readonly copies?: boolean | undefined
  readonly isReadonly?: boolean | undefined
}

const COLUMNS = `id, name, content, is_readonly AS isReadonly, created_at AS createdAt, updated_at AS updatedAt,
  (SELECT name FROM tokens WHERE tokens.id = by_token) AS byToken`

/** The knowledge entries of all workspaces. */
export class Entries {
  /** Called after each change; without an entry if it was deleted. */
  onChange: (workspaceId: number, id: number, entry: StoredEntry | undefined) => void = () => undefined
  readonly #db: DatabaseSync
  readonly #clock: Clock

  constructor(db: DatabaseSync, clock: Clock) {
    this.#db = db
    this.#clock = clock
  }

  /** @throws {HttpError} 403 if a token may not change the entry. */
  upsert(workspaceId: number, text: EntryText, options: UpsertOptions = {}): StoredEntry {
    const found = this.#named(workspaceId, text.name)
    if (found?.isReadonly === 1 && options.tokenId !== undefined) throw readonlyError()
    return this.#write(workspaceId, options.copies === true ? undefined : found?.id, text, options)
  }

  /** A person creates an entry. @throws {HttpError} 409 with the field if the name is taken. */
  create(workspaceId: number, text: EntryText): StoredEntry {
    this.#checkIsFree(workspaceId, text.name)
    return this.#write(workspaceId, undefined, text)
  }

  /**
   * A person changes an entry. The same text is no change.
   *
   * @param version of the entry that the person saw.
   * @throws {HttpError} 404 if it is gone, 403 if it is read-only, 409 if it changed meanwhile, 409 with the field if the new name is taken.
   */
  edit(workspaceId: number, id: number, version: string, text: EntryText): StoredEntry {
    const entry = this.#seen(workspaceId, id, version)
    if (versionOf(text) === version) return entry
    if (text.name !== entry.name) this.#checkIsFree(workspaceId, text.name)
    return this.#write(workspaceId, id, text)
  }

  /** A person deletes an entry. @throws {HttpError} 404, 403 and 409 as for `edit`. */
  remove(workspaceId: number, id: number, version: string): void {
    this.#seen(workspaceId, id, version)
    this.#delete(workspaceId, [id])
  }

  /** Removes all, or those of one name. */
  removeAll(workspaceId: number, name?: string): void {
    const all = this.all(workspaceId).filter((entry) => name === undefined || entry.name === name)
    this.#delete(
      workspaceId,
      all.map(({ id }) => id)
    )
  }

  /** @throws {HttpError} 404 */
  get(workspaceId: number, id: number): StoredEntry {
    const [entry] = this.#select('workspace_id = ? AND id = ?', workspaceId, id)
    if (entry === undefined) throw new HttpError(404, 'There is no such entry in this workspace.')
    return entry
  }

  /** The oldest first: an update does not move an entry to another page. */
  all(workspaceId: number): readonly StoredEntry[] {
    return this.#select('workspace_id = ? ORDER BY id', workspaceId)
  }

  #named(workspaceId: number, name: string): StoredEntry | undefined {
    return this.#select('workspace_id = ? AND name = ? ORDER BY id LIMIT 1', workspaceId, name)[0]
  }

  #select(condition: string, ...values: readonly (string | number)[]): StoredEntry[] {
    const query = this.#db.prepare(`SELECT ${COLUMNS} FROM entries WHERE ${condition}`)
    return query.all(...values) as unknown as StoredEntry[]
  }

  #seen(workspaceId: number, id: number, version: string): StoredEntry {
    const entry = this.get(workspaceId, id)
    if (entry.isReadonly === 1) throw readonlyError()
    if (versionOf(entry) !== version) throw new HttpError(409, 'The entry was changed meanwhile.')
    return entry
  }

  #checkIsFree(workspaceId: number, name: string): void {
    if (this.#named(workspaceId, name) === undefined) return
    const detail = 'Another entry has this name. Change that one, or choose another name.'
    throw new HttpError(409, detail, { fields: [{ pointer: '/name', detail }] })
  }

  /** @param id of the entry that is replaced. */
  #write(
    workspaceId: number,
    id: number | undefined,
    { name, content }: EntryText,
    { tokenId, isReadonly = false }: UpsertOptions = {}
  ): StoredEntry {
    const now = this.#clock.now()
    const values = [name, content, Number(isReadonly), now, tokenId ?? null] as const
    const written = this.#db
      .prepare(
        id === undefined
          ? `INSERT INTO entries (name, content, is_readonly, updated_at, by_token, created_at, workspace_id)
             VALUES (?, ?, ?, ?, ?, ?, ?)`
          : 'UPDATE entries SET name = ?, content = ?, is_readonly = ?, updated_at = ?, by_token = ? WHERE id = ?'
      )
      .run(...values, ...(id === undefined ? [now, workspaceId] : [id]))
    const entry = this.get(workspaceId, id ?? Number(written.lastInsertRowid))
    this.onChange(workspaceId, entry.id, entry)
    return entry
  }

  #delete(workspaceId: number, ids: readonly number[]): void {
    transaction(this.#db, () => {
      for (const id of ids) this.#db.prepare('DELETE FROM entries WHERE id = ?').run(id)
    })
    for (const id of ids) this.onChange(workspaceId, id, undefined)
  }
}

function readonlyError(): HttpError {
  return new HttpError(403, 'This entry is read-only.')
}

/** Differs if the name or the content does. Times would not do: two changes may have the same millisecond. */
export function versionOf({ name, content }: EntryText): string {
  return createHash('sha256')
    .update(JSON.stringify([name, content]))
    .digest('base64url')
}
