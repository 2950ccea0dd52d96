import type { DatabaseSync } from 'node:sqlite'
import { HttpError } from './http-error.ts'
import { checkedName } from './names.ts'

/** Tokens and entries belong to one workspace. */
export interface Workspace {
  readonly id: number
  readonly name: string
}

/** The workspace of a new database. */
export const FIRST_WORKSPACE = 'Operations'

export class Workspaces {
  readonly #db: DatabaseSync

  constructor(db: DatabaseSync) {
    this.#db = db
  }

  /** @throws {HttpError} 422 if the name is not valid, 409 if it is taken. */
  create(name: string): Workspace {
    const checked = checkedName(name)
    const insert = this.#db.prepare('INSERT INTO workspaces (name) VALUES (?) ON CONFLICT (name) DO NOTHING')
    const { changes, lastInsertRowid } = insert.run(checked)
    if (changes === 0) throw new HttpError(409, `A workspace “${checked}” exists already.`)
    return { id: Number(lastInsertRowid), name: checked }
  }

  /** The oldest first; there is always one. */
  list(): readonly Workspace[] {
    return this.#db.prepare('SELECT id, name FROM workspaces ORDER BY id').all() as unknown as Workspace[]
  }

  get(id: number): Workspace | undefined {
    return this.list().find((workspace) => workspace.id === id)
  }

  /** Without a name the first one. @throws {HttpError} 404 */
  named(name?: string): Workspace {
    const found = this.list().find((workspace) => name === undefined || workspace.name === name)
    if (found === undefined) throw new HttpError(404, `There is no workspace “${name ?? ''}”.`)
    return found
  }
}
