/** What the vendor specifies of the API, and nothing more. */

/** Paths below `{base_url}`. */
export const LIST_PATH = '/personal/v1/knowledge/list'
export const UPSERT_PATH = '/personal/v1/knowledge/upsert'

/** The specification's example begins at page 1. */
export const FIRST_PAGE = 1

/** A knowledge entry, the body of an upsert: its title, and its text in Markdown. */
export interface Entry {
  readonly name: string
  readonly content: string
}
