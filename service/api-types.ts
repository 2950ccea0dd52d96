import { z } from 'zod'

/**
 * The paths and bodies of the API. Requests are validated by these schemas, and the OpenAPI document is generated from
 * them. Fields without a remark are those of the public documentation of Castrel's Open Platform (2026). It says nothing
 * about the bounds, the answer to an upsert and errors: those are choices of this service.
 */
export const LIST_PATH = '/personal/v1/knowledge/list'
export const UPSERT_PATH = '/personal/v1/knowledge/upsert'

/** The `code` of an upsert that would change a read-only entry. */
export const READONLY = 40301

/** The longest name of an entry, in code points. */
const ENTRY_NAME_LENGTH = 1000

/**
 * Neither white space nor a control character, format character, variation selector or filler. Not by properties
 * (`\p{…}`): the expression is in the OpenAPI document, and Python's tools know no properties.
 */
const VISIBLE =
  // eslint-disable-next-line no-control-regex, no-misleading-character-class
  /[^\s\u0000-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8]/

/** The largest `page_size` of a list. */
const PAGE_SIZE_MAX = 100

const PAGING = ['page_num', 'page_size'] as const

export const ListRequest = z
  .object({
    page_num: z
      .int('page_num must be a whole number.')
      .min(1, 'page_num must be 1 or more.')
      .optional()
      .meta({ description: 'The page, from 1. A page past the end is empty.', examples: [1] }),
    page_size: z
      .int('page_size must be a whole number.')
      .min(1, 'page_size must be 1 or more.')
      .max(PAGE_SIZE_MAX, `page_size must be ${PAGE_SIZE_MAX} or less.`)
      .optional()
      .meta({ description: 'The number of items on a page. Its limit is a choice of this service.', examples: [20] })
  })
  .superRefine((given, context) => {
    const missing = PAGING.filter((field) => given[field] === undefined)
    if (missing.length === 1) {
      context.addIssue({ code: 'custom', path: missing, message: `Give both of ${PAGING.join(' and ')}, or none.` })
    }
  })
  .meta({
    description: 'Without paging parameters, one answer has all items.',
    dependentRequired: { page_num: ['page_size'], page_size: ['page_num'] }
  })

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
        'The title. That it replaces the entry of exactly this name in the workspace is a choice of this service, and so ' +
        'are its bounds.',
      minLength: 1,
      maxLength: ENTRY_NAME_LENGTH,
      examples: ['Restart the payment gateway']
    }),
  content: z
    .string('The content must be a string.')
    .refine((content) => content.isWellFormed(), 'The content must be valid Unicode: it has half of a surrogate pair.')
    .meta({ description: 'The body, Markdown.', examples: ['# Restart the payment gateway\n\n1. Drain it.\n'] })
})

/** Of what has not been set. */
const empty = z.null()
const milliseconds = z.int().meta({ description: 'Milliseconds since the epoch.' })

export const Item = z
  .object({
    id: z.int(),
    name: z.string(),
    type: z.literal('document').meta({ description: 'Markdown. The other type, `default`, is simple text.' }),
    trigger: z.literal('smart').meta({ description: 'When the assistant uses the item.' }),
    trigger_config: z.object({}),
    description: empty,
    data: z.object({
      content: z
        .string()
        .optional()
        .meta({ description: 'The name of this field is a choice of this service: the documentation has none.' })
    }),
    labels: empty,
    metadata: empty,
    workspace_id: z.int(),
    is_public: z.literal(false),
    is_readonly: z.boolean().meta({ description: 'It belongs to the vendor, and cannot be changed.' }),
    is_applied: z.literal(true),
    source: z.literal('custom'),
    forked_from: empty,
    created_at: milliseconds,
    updated_at: milliseconds
  })
  .meta({ description: 'A knowledge entry. That a list has the oldest first is a choice of this service.' })

const success = {
  code: z.literal(200).meta({ description: 'Success.' }),
  message: z.literal('common.success').meta({ description: 'The key of a translation.' })
}

export const ListAnswer = z.object({
  ...success,
  data: z.object({
    page: z
      .object({
        total: z.int().min(0).meta({ description: 'The number of items on all pages.' }),
        page_num: z.int().min(1),
        page_size: z.int().min(1)
      })
      .nullable()
      .meta({ description: '`null` if no paging parameters are sent.' }),
    items: z.array(Item)
  })
})

const refusal = {
  message: z.string().meta({ description: 'What is wrong with this request.' }),
  data: z.null()
}

export const ReadonlyAnswer = z
  .object({ code: z.literal(READONLY), ...refusal })
  .meta({ description: 'Nothing was stored, because the item of this name is read-only. A choice of this service.' })

export const UpsertAnswer = z
  .union([z.object({ ...success, data: Item }), ReadonlyAnswer])
  .meta({ description: 'A choice of this service: the documentation does not show this answer.' })

export const ErrorAnswer = z
  .object({
    code: z.int().meta({ description: 'The status.' }),
    ...refusal,
    errors: z
      .array(
        z.object({
          pointer: z.string().meta({ description: 'JSON Pointer (RFC 6901) to the invalid field.' }),
          detail: z.string()
        })
      )
      .optional()
  })
  .meta({ description: 'A choice of this service: the documentation has no errors.' })
