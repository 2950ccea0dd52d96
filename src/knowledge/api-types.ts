// The API, as two public pages describe it; docs/api.md compares them.

/** Paths below `{base_url}`. */
const ROOT = '/personal/v1/knowledge'
export const LIST_PATH = `${ROOT}/list`
export const UPDATE_PATH = `${ROOT}/update`
export const UPSERT_PATH = `${ROOT}/upsert`

export function entryPath(id: EntryId): string {
  return `${ROOT}/${encodeURIComponent(id)}`
}

/** A number in the documentation. */
export type EntryId = number | string

/** The fields of the documented list beside name and text. They belong to people, and no run changes them. */
export interface EntryDetails {
  /** Undefined if the list shows none. */
  readonly id: EntryId | undefined
  /** `default` or `document`, which decides which field has the text; of any other type, such as a topology, the text cannot be read. */
  readonly type: string
  /** When the assistant uses the entry: `smart`, `alert` and so on. */
  readonly trigger: string
  /** To what the trigger binds the entry, without fields that are null. */
  readonly triggerConfig: Readonly<Record<string, unknown>>
  /** Null if it has none; undefined if the list does not show the field. */
  readonly description: string | null | undefined
  readonly labels: unknown
  readonly metadata: unknown
  /** Null if the list shows none. */
  readonly workspace: unknown
}

export function isReadable(type: string): boolean {
  return type === 'default' || type === 'document'
}

/** The field of `data` that has the text of an entry. */
export function textFieldOf(type: string): 'content' | 'document_content' {
  return type === 'default' ? 'content' : 'document_content'
}
