import { z } from 'zod'

/**
 * The paths and bodies of the API. Requests are validated by these schemas, and the OpenAPI document is generated from
 * them. The vendor specifies the paths, the fields of the requests, and 401 for an expired token. The bounds and the
 * answers are choices of this service.
 */
export const LIST_PATH = '/personal/v1/knowledge/list'
export const UPSERT_PATH = '/personal/v1/knowledge/upsert'

/** The longest name of an entry, in code points. */
export const ENTRY_NAME_LENGTH = 1000

/**
 * Neither white space nor a control character, format character, variation selector or filler. Not by properties
 * (`\p{…}`): the expression is in the OpenAPI document, and Python's tools know no properties.
 */
const VISIBLE =
  // eslint-disable-next-line no-control-regex, no-misleading-character-class
  /[^\s\u0000-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8]/

export function listRequest(pageSizeMax: number) {
  return z.object({
    page_num: z
      .int('page_num must be a whole number.')
      .min(1, 'page_num must be 1 or more.')
      .meta({ description: 'The page, from 1. A page past the end is empty.', examples: [1] }),
    page_size: z
      .int('page_size must be a whole number.')
      .min(1, 'page_size must be 1 or more.')
      .max(pageSizeMax, `page_size must be ${pageSizeMax} or less.`)
      .meta({ description: 'The number of entries on a page.', examples: [50] })
  })
}

export const UpsertRequest = z.object({
  name: z
    .string('The name must be a string.')
    .refine((name) => Array.from(name).length <= ENTRY_NAME_LENGTH, {
      error: `The name must have ${ENTRY_NAME_LENGTH} characters or fewer.`
    })
    .refine((name) => name.isWellFormed(), 'The name must be valid Unicode: it has half of a surrogate pair.')
    // eslint-disable-next-line no-control-regex
    .regex(/^[^\u0000]*$/, 'The name must not contain NUL.')
    .regex(VISIBLE, 'The name must have a visible character.')
    .meta({
      description:
        'The title. It replaces the entry of exactly this name in the workspace of the token, or creates one.',
      minLength: 1,
      maxLength: ENTRY_NAME_LENGTH,
      examples: ['Restart the payment gateway']
    }),
  content: z
    .string('The content must be a string.')
    .refine((content) => content.isWellFormed(), 'The content must be valid Unicode: it has half of a surrogate pair.')
    .meta({ description: 'The body, Markdown.', examples: ['# Restart the payment gateway\n\n1. Drain it.\n'] })
})

const identity = {
  id: z.string().meta({ description: 'Never changes.' }),
  name: z.string(),
  created_at: z.string().meta({ format: 'date-time' }),
  updated_at: z.string().meta({ format: 'date-time' })
}

export const Entry = z
  .object({ ...identity, content: z.string() })
  .meta({ description: 'A knowledge entry. A list has the oldest first.' })

export const ListAnswer = z.object({
  items: z.array(Entry),
  page_num: z.int().min(1),
  page_size: z.int().min(1),
  total: z.int().min(0).meta({ description: 'The number of entries in the workspace.' })
})

export const UpsertAnswer = z.object({
  ...identity,
  created: z.boolean().meta({ description: '`false` if an entry was replaced.' })
})

export const Problem = z
  .object({
    type: z.literal('about:blank'),
    title: z.string().meta({ description: 'The phrase of the status.' }),
    status: z.int(),
    detail: z.string().meta({ description: 'What is wrong with this request.' }),
    errors: z
      .array(
        z.object({
          pointer: z.string().meta({ description: 'JSON Pointer (RFC 6901) to the invalid field.' }),
          detail: z.string()
        })
      )
      .optional()
  })
  .meta({ description: 'RFC 9457 problem details.' })
