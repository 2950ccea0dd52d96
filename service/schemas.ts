import { z } from 'zod'

/**
 * The bodies of the knowledge endpoints, once: requests are validated by these, and the OpenAPI document is generated
 * from them. The names of the fields are the specification's; the bounds, and all of the answers, are ours.
 */

/** The longest name of an entry, in code points. */
export const ENTRY_NAME_LENGTH = 1000

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
      .meta({ description: 'Entries on a page.', examples: [50] })
  })
}

export const UpsertRequest = z.object({
  name: z
    .string('name must be a string.')
    .refine((name) => name.trim() !== '', 'name must not be blank.')
    .refine((name) => Array.from(name).length <= ENTRY_NAME_LENGTH, {
      error: `name must have ${ENTRY_NAME_LENGTH} characters or fewer.`
    })
    .refine((name) => name.isWellFormed(), 'name must be valid Unicode: it has half of a surrogate pair.')
    .refine((name) => !name.includes('\0'), 'name must not contain NUL.')
    .meta({
      description:
        'The title. An entry of exactly this name in the workspace of the token is replaced; else one is made.',
      minLength: 1,
      maxLength: ENTRY_NAME_LENGTH,
      examples: ['Restart the payment gateway']
    }),
  content: z
    .string('content must be a string.')
    .refine((content) => content.isWellFormed(), 'content must be valid Unicode: it has half of a surrogate pair.')
    .meta({ description: 'The body, Markdown.', examples: ['# Restart the payment gateway\n\n1. Drain it.\n'] })
})

const identity = {
  id: z.string().meta({ description: 'Stays the same for the life of the entry.' }),
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
  total: z.int().min(0).meta({ description: 'Entries in the workspace.' })
})

export const UpsertAnswer = z.object({
  ...identity,
  created: z.boolean().meta({ description: '`false` where an entry was replaced.' })
})

export const Problem = z
  .object({
    type: z.literal('about:blank'),
    title: z.string().meta({ description: "The status's own phrase." }),
    status: z.int(),
    detail: z.string().meta({ description: 'What was wrong with this request.' }),
    errors: z
      .array(
        z.object({
          pointer: z.string().meta({ description: 'JSON Pointer (RFC 6901) to the field at fault.' }),
          detail: z.string()
        })
      )
      .optional()
  })
  .meta({ description: 'RFC 9457 problem details.' })
