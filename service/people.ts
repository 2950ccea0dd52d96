import { bindingProblem, type Trigger, type TriggerConfig } from './contract.ts'
import type { Entries, EntryChanges, StoredEntry } from './entries.ts'
import { HttpError, unprocessable } from './http-error.ts'

/** The name of an entry, of several the oldest, or its id. */
export type Which = string | number

/** What is not given stays, or has its default. */
export type PersonWrites = EntryChanges & { readonly name: string; readonly isReadonly?: boolean | undefined }

/** What people do to the entries of one workspace, for tests. Each throws `HttpError` for what the screen would refuse. */
export class People {
  readonly #entries: Entries
  readonly #workspaceId: () => number

  constructor(entries: Entries, workspaceId: () => number) {
    this.#entries = entries
    this.#workspaceId = workspaceId
  }

  /** Changes the entry of this name, or creates one. */
  write({ isReadonly = false, ...given }: PersonWrites): StoredEntry {
    const changes = checked(given)
    const found = this.#entries.named(this.#workspaceId(), changes.name)
    return found === undefined
      ? this.#entries.add(this.#workspaceId(), changes, { isReadonly })
      : this.#entries.update(this.#workspaceId(), found.id, changes, { isReadonly })
  }

  edit = (which: Which, content: string) => this.change(which, { content })
  rename = (which: Which, name: string) => this.change(which, { name })
  label = (which: Which, labels: StoredEntry['labels']) => this.change(which, { labels })
  describe = (which: Which, description: string | null) => this.change(which, { description })
  /** Also unbinds it: `bind('Disk full', 'smart')`. */
  bind = (which: Which, trigger: Trigger, triggerConfig: TriggerConfig = {}) =>
    this.change(which, { trigger, triggerConfig })

  /** Makes another entry, which differs by these changes. Without changes it has the same identity, which the screen would refuse. */
  copy(which: Which, changes: EntryChanges = {}): StoredEntry {
    const { id, name, content, documentId, type, trigger, triggerConfig, ...rest } = this.#entry(which)
    const { description, labels, metadata } = rest
    const fields = { name, content, documentId, type, trigger, triggerConfig, description, labels, metadata }
    return this.#entries.add(this.#workspaceId(), { ...fields, ...checked(changes) }, { forkedFrom: id })
  }

  delete(which: Which): void {
    this.#entries.delete(this.#workspaceId(), [this.#entry(which).id])
  }

  /** @throws {HttpError} 404 */
  #entry(which: Which): StoredEntry {
    const workspaceId = this.#workspaceId()
    if (typeof which === 'number') return this.#entries.get(workspaceId, which)
    const entry = this.#entries.named(workspaceId, which)
    if (entry === undefined) throw new HttpError(404, `There is no entry “${which}”.`)
    return entry
  }

  change(which: Which, changes: EntryChanges): StoredEntry {
    return this.#entries.update(this.#workspaceId(), this.#entry(which).id, checked(changes))
  }
}

/** With the configuration that a trigger has without one. */
function checked<Changes extends EntryChanges>(changes: Changes): Changes {
  const { trigger, triggerConfig = {} } = changes
  if (trigger === undefined) return changes
  const problem = bindingProblem(trigger, triggerConfig)
  if (problem !== undefined) throw unprocessable(problem.path.join('/'), problem.message)
  return { ...changes, triggerConfig }
}
