import { z } from 'zod'

// What the documentation says of the fields of a request.
// A length in characters counts code points.

/** What an entry is: a simple text, or Markdown. */
export const TYPES = ['document', 'default'] as const
export type EntryType = (typeof TYPES)[number]

/** When the assistant uses an entry, and the field that says for what; smart and always take none. */
export const TRIGGERS = {
  smart: undefined,
  always: undefined,
  application: 'application_id',
  service: 'service_id',
  infrastructure: 'infrastructure_id',
  connector: 'connector_id',
  bridge_node: 'bridge_node_client_id',
  proxy: 'proxy_id',
  alert: 'match_patterns'
} as const
export type Trigger = keyof typeof TRIGGERS
export const TRIGGER_NAMES = Object.keys(TRIGGERS) as readonly Trigger[]

const IDS = Object.values(TRIGGERS).filter((field) => field !== undefined && field !== 'match_patterns')

/** `match_patterns`, or the id of a thing. */
export type TriggerConfig = Readonly<Record<string, unknown>>

const NAME_LENGTH = 255
const PAGE_SIZE = 200

const text = (field: string) =>
  z
    .string(`The ${field} must be a text.`)
    .refine((value) => value.isWellFormed(), `The ${field} must not have half of a surrogate pair.`)

const positive = (field: string) =>
  z.int(`The ${field} must be a whole number.`).min(1, `The ${field} must be 1 or more.`)

const object = (field: string) => z.record(z.string(), z.unknown(), `The ${field} must be an object.`)

const name = text('name')
  .refine((value) => Array.from(value).length <= NAME_LENGTH, `The name must have ${NAME_LENGTH} characters or fewer.`)
  .refine((value) => !value.includes('\0'), 'The name must not have NUL.')
  .refine((value) => value.trim() !== '', 'The name must not be empty.')

/** All that a request may say of an entry. */
const Entry = z.object({
  name,
  type: z.enum(TYPES, `The type must be one of ${TYPES.join(', ')}.`),
  trigger: z.enum(TRIGGER_NAMES, `The trigger must be one of ${TRIGGER_NAMES.join(', ')}.`),
  /** Of `alert`, `match_patterns`; of `smart` and `always`, nothing or `application_id`; of the others, the id of that thing. */
  trigger_config: object('trigger_config'),
  /** Of a `default`, `content`; of a `document`, one of the others. */
  data: z
    .object(
      { content: text('content'), document_content: text('document_content'), document_id: text('document_id') },
      'The data must be an object.'
    )
    .partial(),
  description: text('description').nullish(),
  labels: z
    .record(z.string(), z.string('A label must be a text.'), 'The labels must be an object.')
    .refine((labels) => !('' in labels), 'A label needs a key.')
    .nullish(),
  metadata: object('metadata').nullish()
})

const Changes = Entry.partial()

export const CreateRequest = Entry.superRefine(reportProblem)

export const UpdateRequest = Changes.extend({ id: positive('id') })
  .superRefine(({ data, type, trigger, trigger_config }, context) => {
    const report = (field: string, beside: string): void => {
      context.addIssue({ code: 'custom', path: [field], message: `${beside} needs ${field} beside it.` })
    }
    if (data && !type) report('type', 'data')
    if (trigger_config && !trigger) report('trigger', 'trigger_config')
  })
  .superRefine(reportProblem)

export const UpsertRequest = Entry.partial({ type: true, data: true }).superRefine(reportProblem)

export const PlainUpsertRequest = z.object({ name, content: text('content') })

const pageSize = positive('page_size').max(PAGE_SIZE, `The page_size must be ${PAGE_SIZE} or less.`)

/** `eq` and `like` take `value`, the others `values`. */
const Filter = z.object({
  operator: z.enum(['eq', 'includeAny', 'excludeAny', 'like']),
  value: z.coerce.string().default(''),
  /** Of `labels` with a key. */
  values: z.array(z.union([z.string(), z.object({ key: z.string(), value: z.string().nullish() })])).default([])
})
export type Filter = z.output<typeof Filter>

const FILTERS = ['name', 'type', 'trigger', 'labels', ...IDS, 'workspace_id', 'is_public', 'is_readonly', 'source']
const SORT_FIELDS = ['id', 'name', 'type', 'trigger', 'created_at', 'updated_at'] as const

export const ListRequest = z.object({
  page: z.object({ page_no: positive('page_no').default(1), page_size: pageSize.default(20) }).optional(),
  filters: z.partialRecord(z.enum(FILTERS), Filter.nullish()).optional(),
  sort: z.object({ order_by: z.enum(SORT_FIELDS), order: z.enum(['asc', 'desc']) }).optional(),
  /** By default false; there is nothing public here. */
  include_public: z.boolean().optional(),
  /** By default true; hides nothing, unless the answer option `context` says so. */
  context_visible_only: z.boolean().optional()
})

export const PlainListRequest = z.object({
  page_num: positive('page_num').optional(),
  page_size: pageSize.optional()
})

export type EntryRequest = z.output<typeof Changes>

function reportProblem({ type, data, trigger, trigger_config }: EntryRequest, context: z.RefinementCtx): void {
  const problem =
    (trigger && trigger_config && bindingProblem(trigger, trigger_config)) ?? (type && data && dataProblem(type, data))
  if (problem) context.addIssue({ code: 'custom', path: [...problem.path], message: problem.message })
}

/** A field of a request, and what is wrong with it. */
export interface Problem {
  readonly path: readonly string[]
  readonly message: string
}

/** Why a trigger does not take its configuration. */
export function bindingProblem(trigger: Trigger, config: TriggerConfig): Problem | undefined {
  const field = TRIGGERS[trigger]
  if (field === undefined) {
    const other = Object.keys(config).find((key) => key !== 'application_id')
    return other === undefined
      ? undefined
      : { path: ['trigger_config', other], message: `The trigger ${trigger} takes no ${other}.` }
  }
  const values = field === 'match_patterns' ? config[field] : [config[field]]
  const isText = (value: unknown): boolean => typeof value === 'string' && value.trim() !== ''
  if (Array.isArray(values) && values.length > 0 && values.every(isText)) return undefined
  const kind = field === 'match_patterns' ? 'a list of texts, none of them empty' : 'a text that is not empty'
  return { path: ['trigger_config', field], message: `The trigger ${trigger} needs ${field}, ${kind}.` }
}

/** Why `data` is not that of an entry of this type. */
export function dataProblem(type: EntryType, data: NonNullable<EntryRequest['data']>): Problem | undefined {
  if (type === 'default') {
    const message = 'The data of a default entry needs content.'
    return data.content === undefined ? { path: ['data', 'content'], message } : undefined
  }
  const message = 'The data of a document needs document_content or document_id.'
  const isText = typeof (data.document_content ?? data.document_id) === 'string'
  return isText ? undefined : { path: ['data', 'document_content'], message }
}
