import { createHash } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import type { Clock } from './clock.ts'
import type { EntryType, Trigger, TriggerConfig } from './contract.ts'
import { transaction } from './database.ts'
import { HttpError } from './http-error.ts'

export interface EntryText {
  readonly name: string
  readonly content: string
}

/** What identifies an entry. */
export interface Identity {
  readonly name: string
  readonly trigger: Trigger
  readonly triggerConfig: TriggerConfig
}

/** What a program or a person writes. */
export interface EntryFields extends EntryText, Identity {
  readonly type: EntryType
  /** Of a document whose text is elsewhere. */
  readonly documentId: string | null
  readonly description: string | null
  readonly labels: Readonly<Record<string, string>> | null
  readonly metadata: Readonly<Record<string, unknown>> | null
}

export type EntryChanges = Partial<EntryFields>

/** One knowledge entry. Times are milliseconds since the epoch. */
export interface StoredEntry extends EntryFields {
  readonly id: number
  readonly workspaceId: number
  readonly createdAt: number
  readonly updatedAt: number
  /** It belongs to the vendor: neither a program nor a person changes it. */
  readonly isReadonly: 0 | 1
  /** The id of the entry of which it is a copy. */
  readonly forkedFrom: number | null
  /** The name of the token that made the last change; null for a person. */
  readonly byToken: string | null
}

/** Of what is not given: the configuration is given if the trigger is. */
export const SMART = { trigger: 'smart', triggerConfig: {} } as const
const NEW = {
  ...{ ...SMART, type: 'document', content: '', documentId: null, description: null, labels: null, metadata: null },
  ...{ isReadonly: 0, forkedFrom: null }
} as const

interface WriteOptions {
  /** Absent for a person. */
  readonly tokenId?: string | undefined
  readonly isReadonly?: boolean | undefined
  readonly forkedFrom?: number | undefined
}

const COLUMNS = `id, workspace_id AS workspaceId, name, content, type, document_id AS documentId, trigger,
  trigger_config AS triggerConfig, description, labels, metadata, forked_from AS forkedFrom, is_readonly AS isReadonly,
  created_at AS createdAt, updated_at AS updatedAt, (SELECT name FROM tokens WHERE tokens.id = by_token) AS byToken`
const WRITTEN = [
  ...['name', 'content', 'type', 'document_id', 'trigger', 'trigger_config', 'description', 'labels', 'metadata'],
  ...['forked_from', 'is_readonly', 'updated_at', 'by_token']
]

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

  /** The oldest entry of this name, trigger and configuration. */
  find(workspaceId: number, { name, trigger, triggerConfig }: Identity): StoredEntry | undefined {
    const condition = 'workspace_id = ? AND name = ? AND trigger = ? AND trigger_config = ? ORDER BY id LIMIT 1'
    return this.#select(condition, workspaceId, name, trigger, canonical(triggerConfig))[0]
  }

  /** The oldest entry of this name, however it is bound. */
  named(workspaceId: number, name: string): StoredEntry | undefined {
    return this.#select('workspace_id = ? AND name = ? ORDER BY id LIMIT 1', workspaceId, name)[0]
  }

  /** In any workspace. */
  nameOf(id: unknown): string | undefined {
    return Number.isInteger(id) ? this.#select('id = ?', Number(id))[0]?.name : undefined
  }

  /** @throws {HttpError} 409 with the field if there is an entry of this identity. */
  create(workspaceId: number, fields: EntryText & EntryChanges, options?: WriteOptions): StoredEntry {
    this.#checkIsFree(workspaceId, { ...SMART, ...fields })
    return this.add(workspaceId, fields, options)
  }

  /** The same, also if there is an entry of this identity. */
  add(workspaceId: number, fields: EntryChanges & { readonly name: string }, options?: WriteOptions): StoredEntry {
    return this.#write(workspaceId, undefined, fields, options)
  }

  /** @throws {HttpError} 404; 403 if a token may not change the entry; 409 with the field if there is an entry of the new identity. */
  update(workspaceId: number, id: number, changes: EntryChanges, options: WriteOptions = {}): StoredEntry {
    const entry = this.get(workspaceId, id)
    if (entry.isReadonly === 1 && options.tokenId !== undefined) throw readonlyError()
    const changed = { ...entry, ...changes }
    if (identityOf(changed) !== identityOf(entry)) this.#checkIsFree(workspaceId, changed)
    return this.#write(workspaceId, entry, changes, options)
  }

  /**
   * A person changes an entry. The same text is no change.
   *
   * @param version of the entry that the person saw.
   * @throws {HttpError} as `update`; also 403 if it is read-only, and 409 if it changed meanwhile.
   */
  edit(workspaceId: number, id: number, version: string, changes: EntryChanges): StoredEntry {
    const entry = this.#seen(workspaceId, id, version)
    return versionOf({ ...entry, ...changes }) === version ? entry : this.update(workspaceId, id, changes)
  }

  /** A person deletes an entry. @throws {HttpError} 404, 403 and 409 as for `edit`. */
  remove(workspaceId: number, id: number, version: string): void {
    this.#seen(workspaceId, id, version)
    this.delete(workspaceId, [id])
  }

  /** Removes all, or those of one name. */
  removeAll(workspaceId: number, name?: string): void {
    const all = this.all(workspaceId).filter((entry) => name === undefined || entry.name === name)
    this.delete(
      workspaceId,
      all.map(({ id }) => id)
    )
  }

  delete(workspaceId: number, ids: readonly number[]): void {
    transaction(this.#db, () => {
      for (const id of ids) this.#db.prepare('DELETE FROM entries WHERE id = ?').run(id)
    })
    for (const id of ids) this.onChange(workspaceId, id, undefined)
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

  #select(condition: string, ...values: readonly (string | number)[]): StoredEntry[] {
    const rows = this.#db.prepare(`SELECT ${COLUMNS} FROM entries WHERE ${condition}`).all(...values)
    const parsed = (json: unknown): unknown => (typeof json === 'string' ? JSON.parse(json) : null)
    return rows.map(({ triggerConfig, labels, metadata, ...row }) => ({
      ...row,
      triggerConfig: parsed(triggerConfig),
      labels: parsed(labels),
      metadata: parsed(metadata)
    })) as unknown as StoredEntry[]
  }

  #seen(workspaceId: number, id: number, version: string): StoredEntry {
    const entry = this.get(workspaceId, id)
    if (entry.isReadonly === 1) throw readonlyError()
    if (versionOf(entry) !== version) throw new HttpError(409, 'The entry was changed meanwhile.')
    return entry
  }

  #checkIsFree(workspaceId: number, identity: Identity): void {
    if (this.find(workspaceId, identity) === undefined) return
    const detail = 'Another entry has this name and this trigger. Change that one, or choose another name or trigger.'
    throw new HttpError(409, detail, { fields: [{ pointer: '/name', detail }] })
  }

  /** @param entry that is changed. */
  #write(
    workspaceId: number,
    entry: StoredEntry | undefined,
    changes: EntryChanges & Partial<Pick<StoredEntry, 'name'>>,
    { tokenId, isReadonly, forkedFrom }: WriteOptions = {}
  ): StoredEntry {
    const now = this.#clock.now()
    const all = { ...NEW, name: '', ...entry, ...(changes.content !== undefined && { documentId: null }), ...changes }
    const json = (value: object | null): string | null => value && JSON.stringify(value)
    const values = [
      ...[all.name, all.content, all.type, all.documentId, all.trigger, canonical(all.triggerConfig)],
      ...[all.description, json(all.labels), json(all.metadata), forkedFrom ?? all.forkedFrom],
      ...[Number(isReadonly ?? all.isReadonly), now, tokenId ?? null]
    ]
    const written = this.#db
      .prepare(
        entry === undefined
          ? `INSERT INTO entries (${WRITTEN.join(', ')}, created_at, workspace_id)
             VALUES (${WRITTEN.map(() => '?').join(', ')}, ?, ?)`
          : `UPDATE entries SET ${WRITTEN.map((column) => `${column} = ?`).join(', ')} WHERE id = ?`
      )
      .run(...values, ...(entry === undefined ? [now, workspaceId] : [entry.id]))
    const stored = this.get(workspaceId, entry?.id ?? Number(written.lastInsertRowid))
    this.onChange(workspaceId, stored.id, stored)
    return stored
  }
}

function readonlyError(): HttpError {
  return new HttpError(403, 'This entry is read-only.')
}

/** The same for configurations that differ in the order of their keys, or by keys that are `null`. */
function canonical(config: TriggerConfig): string {
  const entries = Object.entries(config).filter(([, value]) => value !== null)
  return JSON.stringify(Object.fromEntries(entries.sort(([one], [other]) => (one < other ? -1 : 1))))
}

function identityOf({ name, trigger, triggerConfig }: Identity): string {
  return JSON.stringify([name, trigger, canonical(triggerConfig)])
}

/** Differs if anything differs that a person can change. Times would not do: two changes may have the same millisecond. */
export function versionOf(given: EntryText & EntryChanges): string {
  const entry = { ...NEW, ...given }
  const { content, type, documentId, description, labels } = entry
  return createHash('sha256')
    .update(JSON.stringify([identityOf(entry), content, type, documentId, description, Object.entries(labels ?? {})]))
    .digest('base64url')
}
