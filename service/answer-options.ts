import { z } from 'zod'

/**
 * Answers to what the specification leaves open. The defaults are those of `README.md`; a test sets others to see
 * that a client works with each.
 */
export const AnswerOptions = z.strictObject({
  /**
   * What an upsert of a known name does: replace the entry, or add a copy. A name is known exactly, or without regard to
   * case, blanks or Unicode form.
   */
  match: z.enum(['name', 'case', 'blanks', 'unicode', 'copy']).default('name'),
  /** How names are stored: as they are, in NFC, cut to 255 characters, in upper case, or trimmed. */
  names: z.enum(['full', 'nfc', 'cut', 'upper', 'trim']).default('full'),
  /** What is done to texts before they are stored. */
  texts: z.array(z.enum(['trim', 'lf', 'nfc', 'trailing_blanks', 'blank_lines'])).default([]),
  /** Which of the accepted upserts are stored: all, those of new names, all but the text of new names, or none. */
  store: z.enum(['all', 'new', 'empty', 'none']).default('all'),
  /** The body after an upsert: the entry without its content, with it, `{"code":0,"message":"success"}`, or 204. */
  upsert: z.enum(['entry', 'echo', 'code', 'empty']).default('entry'),
  /** The `code` of every answer of 200 that is an object. */
  code: z.union([z.string(), z.int()]).optional(),
  /** The shape of a list: `{items,…}`, an array, or `{data:{items,total}}`. */
  list: z.enum(['items', 'array', 'data']).default('items'),
  /**
   * The content of a listed entry: as it is, absent, HTML-encoded, as HTML, a summary, its first 100 characters, with a
   * footer, without HTML tags and comments, without links, as Markdown with other signs, `[removed]`, or empty.
   */
  content: z
    .enum([
      ...(['full', 'none', 'encoded', 'html', 'summary', 'cut'] as const),
      ...(['footer', 'sanitised', 'unlinked', 'rewritten', 'removed', 'empty'] as const)
    ])
    .default('full'),
  /**
   * The listed entries that `content` changes: the first and each `every`th after it (by id), those of one name, or those
   * with more than so many characters. Every one by default.
   */
  only: z
    .union([
      z.strictObject({ every: z.int().min(1) }),
      z.strictObject({ name: z.string() }),
      z.strictObject({ above: z.int().min(0) })
    ])
    .optional(),
  /** The list shows each of two entries with the text of the other. */
  swap: z.tuple([z.string(), z.string()]).optional(),
  /** What becomes of a deleted entry: it is gone, or it stays in the list, where this field of every entry tells. */
  deleted: z.enum(['gone', 'deleted', 'is_deleted', 'archived', 'disabled', 'deleted_at']).default('gone'),
  /** The order of a list: by id, or another one for each page, as of a query without an order. */
  order: z.enum(['id', 'changing']).default('id'),
  /** The first so many list requests show no entries. */
  empty: z.int().min(0).default(0),
  /** Whether listed entries have an id. */
  ids: z.boolean().default(true),
  /** The `total` of a list: of all entries, of the rows of the page, of pages, 0, or absent. */
  total: z.enum(['entries', 'rows', 'pages', 'zero', 'none']).default('entries'),
  /** The number of the first page. */
  first_page: z.union([z.literal(0), z.literal(1)]).default(1),
  /** A larger `page_size` gets 422. The default is that of the service. */
  page_size_max: z.int().min(1).optional(),
  /** A page shows so many `rows` at most, from the `from`th page on. The next one begins after those, or after `page_size` rows. */
  cap: z
    .strictObject({
      rows: z.int().min(1),
      next: z.enum(['shown', 'asked']).default('shown'),
      from: z.int().min(1).default(1)
    })
    .optional(),
  /** The list shows a change after this many further list requests or milliseconds, or never. */
  lag: z
    .union([
      z.strictObject({ requests: z.int().min(1) }),
      z.strictObject({ ms: z.int().min(1) }),
      z.literal('never', 'lag takes {"requests": N}, {"ms": N} or "never".')
    ])
    .optional(),
  /** After so many list requests the list shows the entries of this name no more. */
  vanish: z.strictObject({ name: z.string(), requests: z.int().min(0) }).optional()
})
export type AnswerOptions = z.input<typeof AnswerOptions>
/** With their defaults. */
export type Options = z.output<typeof AnswerOptions>
