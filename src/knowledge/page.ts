import { contentHash } from './content-hash.ts'

/** An entry as a list shows it, without its content. */
export interface Row {
  readonly name: string
  /** What tells two entries of one name apart; undefined where the list shows nothing of the kind. */
  readonly identity: string | undefined
  /** `contentHash` of its content; undefined where the list shows none. */
  readonly hash: string | undefined
}

export type Page =
  | {
      readonly kind: 'rows'
      readonly rows: readonly Row[]
      /** Where in the answer the entries are; the same on every page. */
      readonly at: Place
      /** How many entries there are in all, where the answer says so. */
      readonly total: number | undefined
    }
  | { readonly kind: 'empty' }
  | { readonly kind: 'not understood' }

export type Place = readonly string[]

/** Deeper than any list is wrapped, and more than any has around its entries. */
const DEPTH = 4
const MOST_PLACES = 500
const IDENTITIES = ['id', '_id', 'uuid', 'entry_id', 'knowledge_id', 'key']
const TOTALS = ['total', 'total_count', 'totalCount']

type Fields = Readonly<Record<string, unknown>>

/**
 * The entries in an answer of unspecified shape: the one array of objects with a `name`, wherever it is; where several
 * are, the one whose objects have a `content`. What is ambiguous is not understood.
 *
 * @param at where they were on the first page, for the pages after it.
 */
export function readPage(answer: unknown, at?: Place): Page {
  if (at !== undefined) {
    const array = follow(answer, at)
    if (array === undefined || array === null || (Array.isArray(array) && array.length === 0)) return { kind: 'empty' }
    return isEntries(array) ? rowsOf(answer, array, at) : { kind: 'not understood' }
  }
  const arrays = arraysIn(answer)
  const candidates = arrays.filter(({ array }) => isEntries(array))
  const withContent = candidates.filter(({ array }) => array.some((row) => typeof row['content'] === 'string'))
  const chosen = withContent.length > 0 ? withContent : candidates
  const [only] = chosen
  if (only !== undefined && chosen.length === 1) return rowsOf(answer, only.array, only.at)
  return only === undefined && arrays.some(({ array }) => array.length === 0)
    ? { kind: 'empty' }
    : { kind: 'not understood' }
}

function rowsOf(answer: unknown, array: readonly Fields[], at: Place): Page {
  const rows = array.flatMap((fields): Row[] => {
    const { name, content } = fields
    if (typeof name !== 'string') return []
    return [
      { name, identity: identityOf(fields), hash: typeof content === 'string' ? contentHash(content) : undefined }
    ]
  })
  return { kind: 'rows', rows, at, total: totalIn(follow(answer, at.slice(0, -1))) ?? totalIn(answer) }
}

function identityOf(fields: Fields): string | undefined {
  return IDENTITIES.map((key) => fields[key])
    .filter((value) => typeof value === 'string' || typeof value === 'number')
    .map(String)[0]
}

function totalIn(value: unknown): number | undefined {
  return isObject(value) ? TOTALS.map((key) => value[key]).find((total) => typeof total === 'number') : undefined
}

/** Every array that is not itself inside one, nearest first. */
function arraysIn(answer: unknown): { readonly at: Place; readonly array: readonly Fields[] }[] {
  const places: { at: Place; value: unknown }[] = [{ at: [], value: answer }]
  const arrays: { at: Place; array: readonly Fields[] }[] = []
  for (let i = 0; i < places.length && i < MOST_PLACES; i++) {
    const { at, value } = places[i] as { at: Place; value: unknown }
    if (Array.isArray(value)) arrays.push({ at, array: value as readonly Fields[] })
    else if (isObject(value) && at.length < DEPTH) {
      for (const key of Object.keys(value).slice(0, MOST_PLACES)) places.push({ at: [...at, key], value: value[key] })
    }
  }
  return arrays
}

function isEntries(value: unknown): value is readonly Fields[] {
  return Array.isArray(value) && value.every(isObject) && value.some((row) => typeof row['name'] === 'string')
}

function follow(value: unknown, at: Place): unknown {
  return at.reduce<unknown>(
    (inner, key) => (isObject(inner) && Object.hasOwn(inner, key) ? inner[key] : undefined),
    value
  )
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
