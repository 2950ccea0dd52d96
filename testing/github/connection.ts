/** Where an item is in its list. A cursor tells it, so that a page stays right when items come and go before it. */
export type Position = readonly [first: number, second: number]

export interface ListItem {
  readonly position: Position
  readonly node: unknown
}

export interface PageArguments {
  readonly first?: number | null
  readonly after?: string | null
}

/** An error with a `type`, as GitHub puts it among the `errors` of an answer. */
export class QueryError extends Error {
  /** GraphQL's library copies them. */
  readonly extensions: Readonly<Record<string, unknown>>

  constructor(type: string, message: string, extensions: Readonly<Record<string, unknown>> = {}) {
    super(message)
    this.extensions = { type, ...extensions }
  }
}

const MAXIMUM = 100

/**
 * One page of a list, with GitHub's rules: a size is needed, and is 100 at most
 * (docs.github.com/graphql/overview/rate-limits-and-query-limits-for-the-graphql-api).
 *
 * @param name of the field, for messages.
 * @throws {QueryError} where GitHub refuses the arguments.
 */
export function connection(
  name: string,
  items: readonly ListItem[],
  compare: (one: Position, other: Position) => number,
  { first, after }: PageArguments
): Record<string, unknown> {
  if (typeof first !== 'number') {
    const message = `You must provide a \`first\` or \`last\` value to properly paginate the \`${name}\` connection.`
    throw new QueryError('MISSING_PAGINATION_BOUNDARIES', message)
  }
  if (first > MAXIMUM) {
    const limit = `the \`first\` limit of ${MAXIMUM} records`
    throw new QueryError('EXCESSIVE_PAGINATION', `Requesting ${first} records on \`${name}\` exceeds ${limit}.`)
  }
  const sorted = items.toSorted((one, other) => compare(one.position, other.position))
  const start = typeof after === 'string' ? positionOf(after) : undefined
  const within = sorted.filter(({ position }) => start === undefined || compare(position, start) > 0)
  const page = within.slice(0, first)
  const latest = page.at(-1)?.position
  return {
    nodes: page.map(({ node }) => node),
    pageInfo: {
      hasNextPage: within.length > page.length,
      endCursor: latest === undefined ? null : cursorOf(latest)
    }
  }
}

function cursorOf(position: Position): string {
  return Buffer.from(`cursor:v2:${position.join(':')}`).toString('base64')
}

function positionOf(cursor: string): Position {
  const match = /^cursor:v2:(\d+):(\d+)$/.exec(Buffer.from(cursor, 'base64').toString())
  if (match === null) {
    throw new QueryError('INVALID_CURSOR_ARGUMENTS', `\`${cursor}\` does not appear to be a valid cursor.`)
  }
  return [Number(match[1]), Number(match[2])]
}
