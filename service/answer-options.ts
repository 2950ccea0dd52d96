import { z } from 'zod'
import { Alteration } from './alterations.ts'

/**
 * Answers to what the specification leaves open. The defaults are those of `README.md`; a test sets others to see
 * that a client works with each. `kinds.ts` has services that set them.
 */
export const AnswerOptions = z.strictObject({
  /**
   * What an upsert of a known name does: replace the entry, or add a copy. A name is known exactly, or without regard to
   * case, blanks or Unicode form.
   */
  match: z.enum(['name', 'case', 'blanks', 'unicode', 'copy']).default('name'),
  /** What is done to names before they are stored; `cut` leaves 255 characters. */
  names: z.array(z.enum(['trim', 'nfc', 'lower', 'upper', 'cut'])).default([]),
  /** What is done to texts before they are stored. */
  stored: z.array(Alteration).default([]),
  /** What is done to the stored texts when a list shows them. */
  shown: z.array(Alteration).default([]),
  /**
   * The entries to which `stored`, `shown`, `omit` and `content` apply: that of one name, or those with more than so many
   * characters. All by default.
   */
  only: z.union([z.strictObject({ name: z.string() }), z.strictObject({ above: z.int().min(0) })]).optional(),
  /** Fields that a listed entry lacks. */
  omit: z.array(z.enum(['id', 'name', 'content'])).default([]),
  /** What the `content` of a listed entry is. */
  content: z.enum(['text', 'null', 'rich_text']).default('text'),
  /**
   * Which of the accepted upserts are stored: all, those of new names, those of new names without their text, none, or
   * those whose text has at most so many characters.
   */
  store: z.union([z.enum(['all', 'new', 'empty', 'none']), z.strictObject({ most: z.int().min(0) })]).default('all'),
  /** The answer to an upsert: see `UPSERTS` in `knowledge-bodies.ts`. */
  upsert: z.enum(['entry', 'echo', 'code', 'empty', 'accepted']).default('entry'),
  /** The `code` of every answer of 200 that is an object. */
  code: z.union([z.string(), z.int()]).optional(),
  /** The shape of a list: `{items,…}`, an array, or `{data:{items,total}}`. */
  list: z.enum(['items', 'array', 'data']).default('items'),
  /** What stands for the entries of a page without any: no entries, or `null`, in the shape `data` for all of `data`. */
  no_rows: z.enum(['array', 'null']).default('array'),
  /**
   * The `total` of a list: of all entries, also of deleted ones that it does not show, of the rows of the page, of pages, 0,
   * absent, or so many at most.
   */
  total: z
    .union([
      z.enum(['entries', 'with_deleted', 'rows', 'pages', 'zero', 'none']),
      z.strictObject({ most: z.int().min(0) })
    ])
    .default('entries'),
  /** A larger `page_size` gets 422. The default is that of the service. */
  page_size_max: z.int().min(1).optional(),
  /** Whether `page_num` says which page is shown, or every answer shows the first one. */
  page_num: z.enum(['used', 'ignored']).default('used'),
  /** What a page behind the last one gets: no rows, those of the first page, or this status. */
  beyond: z.union([z.enum(['empty', 'first']), z.literal([400, 404, 422, 500])]).default('empty'),
  /** A page shows so many `rows` at most, from the `from`th page on. The next one begins after those, or after `page_size` rows. */
  cap: z
    .strictObject({
      rows: z.int().min(1),
      next: z.enum(['shown', 'asked']).default('shown'),
      from: z.int().min(1).default(1)
    })
    .optional(),
  /** The order of a list: by id, the latest change first, or another one for each request, as of a query without an order. */
  order: z.enum(['id', 'latest', 'changing']).default('id'),
  /** The first so many requests for the list, or for one of its pages, show no entries. */
  empty: z.strictObject({ times: z.int().min(1), page: z.int().min(1).optional() }).optional(),
  /**
   * Entries that a list lacks: each with this probability in each reading (repeatable by `seed`), or that of one name after
   * so many requests.
   */
  missing: z
    .union([
      z.strictObject({ probability: z.number().min(0).max(1), seed: z.int().default(1) }),
      z.strictObject({ name: z.string(), after: z.int().min(0) })
    ])
    .optional(),
  /** The list shows a change after this many further requests for it or milliseconds, or never. */
  lag: z
    .union([
      z.strictObject({ requests: z.int().min(1) }),
      z.strictObject({ ms: z.int().min(1) }),
      z.literal('never', 'lag takes {"requests": N}, {"ms": N} or "never".')
    ])
    .optional(),
  /** What becomes of a deleted entry: it is gone, or it stays in the list and is marked: see `DELETED` in `knowledge-bodies.ts`. */
  deleted: z
    .enum([
      ...(['gone', 'deleted', 'is_deleted', 'archived', 'disabled'] as const),
      ...(['status', 'status_archived', 'deleted_at', 'deleted_at_zero', 'deleted_at_year_one'] as const)
    ])
    .default('gone')
})
export type AnswerOptions = z.input<typeof AnswerOptions>
/** With their defaults. */
export type Options = z.output<typeof AnswerOptions>

/** Whether an option that is for some entries only is for this one. */
export function isSelected({ name, content }: { name: string; content: string }, only: Options['only']): boolean {
  if (only === undefined) return true
  return 'name' in only ? name === only.name : content.length > only.above
}
