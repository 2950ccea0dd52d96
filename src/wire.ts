/**
 * What the Action and the service say to each other, as the vendor specifies it and no further: both sides import this
 * file, and `__tests__/wire.test.ts` holds the same paths and bodies as literals, so that both cannot be wrong together.
 */

/** Paths below `{base_url}`; the version of the API is part of them. */
export const LIST_PATH = '/personal/v1/knowledge/list'
export const UPSERT_PATH = '/personal/v1/knowledge/upsert'

/** The specification's own example starts at page 1. */
export const FIRST_PAGE = 1

export interface ListRequest {
  readonly page_num: number
  readonly page_size: number
}

/** One knowledge entry: what a list is expected to hold, and the whole body of an upsert. */
export interface Entry {
  /** The entry's title; as far as anyone knows the service matches by it. */
  readonly name: string
  /** The body, Markdown. */
  readonly content: string
}
