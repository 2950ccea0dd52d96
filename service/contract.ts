import { z } from 'zod'

// What the documentation says of the fields of a request. The table in `README.md` has the same, and a test compares both.
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

const object = (field: string) => z.record(z.string(), z.unknown(), `The ${field} must be an object.`)

const FIELDS = {
  name: text('name')
    .refine((name) => Array.from(name).length <= NAME_LENGTH, `The name must have ${NAME_LENGTH} characters or fewer.`)
    .refine((name) => !name.includes('\0'), 'The name must not have NUL.')
    .refine((name) => name.trim() !== '', 'The name must not be empty.')
    .describe(`1 to ${NAME_LENGTH} characters, not only blanks`),
  type: z.enum(TYPES, `The type must be one of ${TYPES.join(', ')}.`).describe(or(TYPES)),
  trigger: z.enum(TRIGGER_NAMES, `The trigger must be one of ${TRIGGER_NAMES.join(', ')}.`).describe(or(TRIGGER_NAMES)),
  trigger_config: object('trigger_config').describe(
    `of \`alert\`, \`match_patterns\`, a list of texts; of \`smart\` and \`always\`, nothing or \`application_id\`; of the ` +
      `others, the id of that thing: ${or(IDS)}`
  ),
  data: z
    .object(
      {
        content: text('content').optional(),
        document_content: optional(text('document_content')),
        document_id: optional(text('document_id'))
      },
      'The data must be an object.'
    )
    .describe('of a `default`, `content`; of a `document`, `document_content` or `document_id`'),
  description: text('description').describe('text'),
  labels: z
    .record(z.string(), z.string('A label must be a text.'), 'The labels must be an object.')
    .refine((labels) => !('' in labels), 'A label needs a key.')
    .describe('an object of texts; no key is empty'),
  metadata: object('metadata').describe('an object'),
  content: text('content').describe('Markdown')
}

function or(words: readonly string[]): string {
  return words.map((word) => `\`${word}\``).join(', ')
}

/** What may be missing. `null` means the same. */
function optional<Schema extends z.ZodType>(schema: Schema) {
  return schema.nullish().transform((value) => value ?? undefined)
}

/** What may be missing or `null` wherever it stands. `null` empties them. */
const EXTRAS = {
  description: FIELDS.description.nullish(),
  labels: FIELDS.labels.nullish(),
  metadata: FIELDS.metadata.nullish()
}

const positive = (field: string) => z.int(`The ${field} must be a whole number.`).min(1, `${field} must be 1 or more.`)
const pageSize = positive('page_size').max(PAGE_SIZE, `page_size must be ${PAGE_SIZE} or less.`)

const FilterValue = z.object({
  operator: z.enum(['eq', 'includeAny', 'excludeAny', 'like']),
  value: z.coerce
    .string()
    .nullish()
    .transform((value) => value ?? ''),
  values: z
    .array(z.coerce.string())
    .nullish()
    .transform((values) => values ?? [])
})
export type FilterValue = z.output<typeof FilterValue>

const LabelFilter = FilterValue.extend({
  values: z.array(
    z.object({
      key: z.string(),
      value: z
        .string()
        .nullish()
        .transform((value) => value ?? '')
    })
  )
})
export type LabelFilter = z.output<typeof LabelFilter>

const FILTER_FIELDS = ['name', 'type', 'trigger', ...IDS, 'workspace_id', 'is_public', 'is_readonly', 'source']

export const ListRequest = z.object({
  page: z
    .object({ page_no: positive('page_no').default(1), page_size: pageSize.default(20) })
    .nullish()
    .describe(`\`page_no\` from 1, default 1; \`page_size\` from 1 to ${PAGE_SIZE}, default 20`),
  filters: z
    .object({ labels: LabelFilter.nullish() })
    .catchall(FilterValue.nullish())
    .refine(
      (filters) => Object.keys(filters).every((field) => field === 'labels' || FILTER_FIELDS.includes(field)),
      `A filter must be one of ${FILTER_FIELDS.join(', ')}, labels.`
    )
    .nullish()
    .describe(
      `by field: \`operator\` (\`eq\`, \`like\` with \`value\`; \`includeAny\`, \`excludeAny\` with \`values\`); of ` +
        '`labels`, `values` have `key`, and perhaps `value`'
    ),
  sort: z
    .object({
      order_by: z.enum(['id', 'name', 'type', 'trigger', 'created_at', 'updated_at']),
      order: z.enum(['asc', 'desc'])
    })
    .nullish()
    .describe('`order_by` (`id`, `name`, `type`, `trigger`, `created_at`, `updated_at`) and `order` (`asc`, `desc`)'),
  include_public: z.boolean().nullish().describe('default `false`; there is nothing public here'),
  context_visible_only: z.boolean().nullish().describe('default `true`; hides nothing, unless `context` says so')
})

export const PlainListRequest = z.object({
  page_num: positive('page_num').optional().describe('from 1, default 1'),
  page_size: pageSize.optional().describe(`from 1 to ${PAGE_SIZE}, default 20`)
})

export const CreateRequest = z
  .object({
    name: FIELDS.name,
    type: FIELDS.type,
    trigger: FIELDS.trigger,
    trigger_config: FIELDS.trigger_config,
    data: FIELDS.data,
    ...EXTRAS
  })
  .superRefine(reportProblem)

export const UpdateRequest = z
  .object({
    id: positive('id').describe('of the entry'),
    name: optional(FIELDS.name),
    type: optional(FIELDS.type),
    trigger: optional(FIELDS.trigger),
    trigger_config: optional(FIELDS.trigger_config),
    data: optional(FIELDS.data),
    ...EXTRAS
  })
  .superRefine(({ data, type, trigger, trigger_config }, context) => {
    const missing = [
      ...(data && !type ? [['type', 'data'] as const] : []),
      ...(trigger_config && !trigger ? [['trigger', 'trigger_config'] as const] : [])
    ]
    for (const [field, beside] of missing) {
      context.addIssue({ code: 'custom', path: [field], message: `${beside} needs ${field} beside it.` })
    }
  })
  .superRefine(reportProblem)

export const UpsertRequest = z
  .object({
    name: FIELDS.name,
    trigger: FIELDS.trigger,
    trigger_config: FIELDS.trigger_config,
    type: optional(FIELDS.type),
    data: optional(FIELDS.data),
    ...EXTRAS
  })
  .superRefine(reportProblem)

export const PlainUpsertRequest = z.object({ name: FIELDS.name, content: FIELDS.content })

/** What one request may say of an entry. */
export type EntryRequest = Partial<z.output<typeof UpdateRequest>>

function reportProblem(request: EntryRequest, context: z.RefinementCtx): void {
  const { type, data, trigger, trigger_config } = request
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
