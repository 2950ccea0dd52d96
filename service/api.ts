import { Hono, type Context } from 'hono'
import { z } from 'zod'
import { authenticate } from './authenticate.ts'
import type { StoredEntry } from './entries.ts'
import { HttpError } from './http-error.ts'
import { readJson } from './read-json.ts'
import type { Env, Services } from './services.ts'
import type { Token } from './tokens.ts'

/** Bounds, the answer to an upsert and errors are choices of this service: the documentation says nothing about them. */
export const LIST_PATH = '/personal/v1/knowledge/list'
export const UPSERT_PATH = '/personal/v1/knowledge/upsert'

/** The longest name of an entry, in code points, and the largest `page_size` of a list. */
const [NAME_LENGTH, PAGE_SIZE] = [1000, 100]

const ListRequest = z
  .object({
    page_num: z.int('page_num must be a whole number.').min(1, 'page_num must be 1 or more.').optional(),
    page_size: z
      .int('page_size must be a whole number.')
      .min(1, 'page_size must be 1 or more.')
      .max(PAGE_SIZE, `page_size must be ${PAGE_SIZE} or less.`)
      .optional()
  })
  .superRefine((given, context) => {
    const missing = (['page_num', 'page_size'] as const).filter((field) => given[field] === undefined)
    const message = 'Give both of page_num and page_size, or none.'
    if (missing.length === 1) context.addIssue({ code: 'custom', path: missing, message })
  })

export const UpsertRequest = z.object({
  name: z
    .string('The name must be a string.')
    .refine((name) => Array.from(name).length <= NAME_LENGTH, `The name must have ${NAME_LENGTH} characters or fewer.`)
    .refine((name) => /^[^\p{Cs}\0]*$/u.test(name), 'The name must have neither NUL nor half of a surrogate pair.')
    .refine((name) => name.trim() !== '', 'The name must not be empty.'),
  content: z
    .string('The content must be a string.')
    .refine((content) => content.isWellFormed(), 'The content must not have half of a surrogate pair.')
})

/** The two endpoints that the vendor specifies. A token reads and writes the entries of its own workspace. */
export function knowledgeRoutes({ tokens, entries, answers }: Services): Hono<Env> {
  const routes = new Hono<Env>()

  function activeToken(c: Context<Env>): Token {
    const token = authenticate(c.env.incoming, tokens)
    c.set('tokenId', token.id)
    return token
  }

  routes.use(LIST_PATH, noStore)
  routes.use(UPSERT_PATH, noStore)

  routes.post(LIST_PATH, async (c) => {
    const { workspaceId } = activeToken(c)
    const { page_num, page_size } = await readJson(c, ListRequest)
    const asked = page_num === undefined || page_size === undefined ? undefined : { page_num, page_size }
    const { entries: shown, total, page } = answers.page(workspaceId, asked)
    const items = shown.map((entry) => itemOf(workspaceId, entry))
    return c.json(success({ page: page && { total, ...page }, items }))
  })

  routes.post(UPSERT_PATH, async (c) => {
    const { id: tokenId, workspaceId } = activeToken(c)
    const text = await readJson(c, UpsertRequest)
    try {
      const entry = entries.upsert(workspaceId, text, { tokenId, copies: answers.makesCopies })
      return c.json(success(itemOf(workspaceId, entry)))
    } catch (error) {
      if (!(error instanceof HttpError)) throw error
      return c.json({ code: 40301, message: 'knowledge.readonly', data: null })
    }
  })

  for (const path of [LIST_PATH, UPSERT_PATH]) {
    routes.all(path, (c) => {
      throw new HttpError(405, `${c.req.method} is not allowed here.`, { headers: { Allow: 'POST' } })
    })
  }
  return routes
}

/** For every answer that has a secret or a state. */
export async function noStore(c: Context, next: () => Promise<void>): Promise<void> {
  await next()
  c.header('Cache-Control', 'no-store')
}

function success(data: object): object {
  return { code: 200, message: 'common.success', data }
}

/** An entry as the documentation shows it. What this service does not have is empty, or has its default. */
function itemOf(workspaceId: number, entry: StoredEntry): object {
  return {
    id: entry.id,
    name: entry.name,
    type: 'document',
    trigger: 'smart',
    trigger_config: {},
    description: null,
    // The documentation does not name its fields.
    data: { content: entry.content },
    labels: null,
    metadata: null,
    workspace_id: workspaceId,
    is_public: false,
    is_readonly: entry.isReadonly === 1,
    is_applied: true,
    source: 'custom',
    forked_from: null,
    created_at: entry.createdAt,
    updated_at: entry.updatedAt
  }
}
