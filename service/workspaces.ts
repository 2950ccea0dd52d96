import { HttpError } from './http-error.ts'
import { checkedName } from './names.ts'
import type { Storage } from './storage.ts'

/** Tokens and entries belong to one workspace. */
export interface Workspace {
  readonly id: number
  readonly name: string
}

/** The workspace of a new database. */
export const FIRST_WORKSPACE = 'Operations'

export interface Workspaces {
  /** @throws {HttpError} 422 if the name is not valid, 409 if it is taken. */
  create(name: string): Workspace
  /** The oldest first; there is always one. */
  list(): readonly Workspace[]
  /** By id. */
  get(id: number): Workspace | undefined
  /** By name; without a name the first one. @throws {HttpError} 404 */
  named(name?: string): Workspace
}

export function openWorkspaces({ db, transaction }: Storage): Workspaces {
  const insert = db.prepare('INSERT INTO workspaces (name) VALUES (?) ON CONFLICT (name) DO NOTHING')
  const all = db.prepare('SELECT id, name FROM workspaces ORDER BY id')
  const byId = db.prepare('SELECT id, name FROM workspaces WHERE id = ?')
  const byName = db.prepare('SELECT id, name FROM workspaces WHERE name = ?')

  return {
    create(name) {
      const checked = checkedName(name)
      return transaction(() => {
        const { changes, lastInsertRowid } = insert.run(checked)
        if (changes === 0) throw new HttpError(409, `A workspace “${checked}” exists already.`)
        return { id: Number(lastInsertRowid), name: checked }
      })
    },
    list: () => all.all() as unknown as Workspace[],
    get: (id) => byId.get(id) as Workspace | undefined,
    named(name) {
      const found = name === undefined ? all.get() : byName.get(name)
      if (found === undefined) throw new HttpError(404, `There is no workspace “${name ?? ''}”.`)
      return found as unknown as Workspace
    }
  }
}
