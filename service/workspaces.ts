import { Refusal } from './refusal.ts'
import type { Storage } from './storage.ts'
import { checkedName } from './words.ts'

/** Where tokens and entries live; nothing is shared between two of them. */
export interface Workspace {
  readonly id: number
  readonly name: string
}

/** The one that a new database begins with. */
export const FIRST_WORKSPACE = 'Operations'

export interface Workspaces {
  /** @throws {Refusal} 422 where the name is not valid, 409 where there is one of that name. */
  create(name: string): Workspace
  /** The oldest first; there is always one. */
  list(): readonly Workspace[]
  /** By id. */
  get(id: number): Workspace | undefined
  /** By name; the first one where none is given. @throws {Refusal} 404 */
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
        if (changes === 0) throw new Refusal(409, `There is a workspace “${checked}” already.`)
        return { id: Number(lastInsertRowid), name: checked }
      })
    },
    list: () => all.all() as unknown as Workspace[],
    get: (id) => byId.get(id) as Workspace | undefined,
    named(name) {
      const found = name === undefined ? all.get() : byName.get(name)
      if (found === undefined) throw new Refusal(404, `There is no workspace “${name ?? ''}”.`)
      return found as unknown as Workspace
    }
  }
}
