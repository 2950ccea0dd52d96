import { Hono, type Context } from 'hono'
import { z } from 'zod'
import type { AnswerOptions, PageRequest } from './answers.ts'
import { authenticate } from './authenticate.ts'
import {
  bindingProblem,
  CreateRequest,
  dataProblem,
  ListRequest,
  PlainListRequest,
  PlainUpsertRequest,
  UpdateRequest,
  UpsertRequest,
  type EntryRequest,
  type Problem
} from './contract.ts'
import { SMART, type EntryChanges, type StoredEntry } from './entries.ts'
import { HttpError, unprocessable } from './http-error.ts'
import { changesOf, itemOf, passes, plainItemOf, type Item } from './items.ts'
import { readJson, validate } from './read-json.ts'
import type { Env, Services } from './services.ts'
import type { Token } from './tokens.ts'

const BASE = '/personal/v1/knowledge'
export const LIST_PATH = `${BASE}/list`
export const CREATE_PATH = `${BASE}/create`
export const UPDATE_PATH = `${BASE}/update`
export const UPSERT_PATH = `${BASE}/upsert`
/** Of `GET` of one entry, with the entry's id. */
export const ENTRY_PATH = `${BASE}/:id`
/** Every path of the API. */
export const API_PATHS = `${BASE}/*`

const LISTS = {
  lenient: ListRequest.extend(PlainListRequest.shape),
  strict: ListRequest,
  plain: PlainListRequest
} as const
type ListBody = Partial<z.output<typeof LISTS.lenient>>

/** The documented API, and the specification's own form of it. A token reads and writes the entries of its own workspace. */
export function knowledgeRoutes({ tokens, entries, answers }: Services): Hono<Env> {
  const routes = new Hono<Env>()

  function activeToken(c: Context<Env>): Token {
    const token = authenticate(c.env.incoming, tokens)
    c.set('tokenId', token.id)
    return token
  }

  /** A valid body. A schema refuses unknown fields if the options say so. */
  function valid<Shape extends z.ZodRawShape>(schema: z.ZodObject<Shape>, body: object): z.output<z.ZodObject<Shape>> {
    return validate(answers.options.forbid ? (schema.strict() as unknown as typeof schema) : schema, body)
  }

  /** @throws {HttpError} 404 if the service has only the specification's own form. */
  function requireDocumented(c: Context<Env>): void {
    if (answers.options.contract === 'plain') throw new HttpError(404, `There is nothing at ${c.req.path}.`)
  }

  function item(entry: StoredEntry, shows: readonly AnswerOptions['texts'][]): Item {
    const { contract, texts } = answers.options
    return contract === 'plain' ? plainItemOf(entry) : itemOf(entry, shows.includes(texts))
  }

  /** Carries out a write, and answers with the entry. */
  function written(c: Context<Env>, write: () => StoredEntry): Response {
    try {
      return c.json(success(item(write(), ['list', 'get'])))
    } catch (error) {
      if (!(error instanceof HttpError) || error.status !== 403) throw error
      return c.json({ code: 40301, message: 'knowledge.readonly', data: null })
    }
  }

  routes.use(API_PATHS, noStore)

  routes.post(LIST_PATH, async (c) => {
    const { workspaceId } = activeToken(c)
    const body: ListBody = valid<z.ZodRawShape>(LISTS[answers.options.contract], await bodyOf(c))
    const { filters, sort, context_visible_only: isContextOnly } = body
    const { rows, total, page } = answers.page(workspaceId, {
      page: pageOf(body),
      sort,
      isContextOnly: isContextOnly ?? true,
      passes: (entry) => filters === undefined || passes(itemOf(entry), filters)
    })
    return c.json(success({ page: page && { total, ...page }, items: rows.map((entry) => item(entry, ['list'])) }))
  })

  routes.post(CREATE_PATH, async (c) => {
    const { id: tokenId, workspaceId } = activeToken(c)
    requireDocumented(c)
    const { name, ...request } = valid(CreateRequest, await bodyOf(c))
    return written(c, () => entries.create(workspaceId, { content: '', ...changesOf(request), name }, { tokenId }))
  })

  routes.post(UPDATE_PATH, async (c) => {
    const { id: tokenId, workspaceId } = activeToken(c)
    requireDocumented(c)
    const { update, empties } = answers.options
    if (!update) throw new HttpError(404, `There is nothing at ${c.req.path}.`)
    const { id, ...request } = valid(UpdateRequest, await bodyOf(c))
    return written(c, () => {
      const changes = updateOf(entries.get(workspaceId, id), request)
      return entries.update(workspaceId, id, { ...(empties && { ...EMPTY, ...SMART }), ...changes }, { tokenId })
    })
  })

  routes.post(UPSERT_PATH, async (c) => {
    const { id: tokenId, workspaceId } = activeToken(c)
    const { contract, copies, empties } = answers.options
    const body = await bodyOf(c)
    const isPlain = contract === 'plain' || (contract === 'lenient' && !IS_DOCUMENTED.some((field) => field in body))
    const request = isPlain ? documented(valid(PlainUpsertRequest, body)) : valid(UpsertRequest, body)
    const { name, trigger, trigger_config: triggerConfig } = request
    const found = entries.find(workspaceId, { name, trigger, triggerConfig })
    const changes = { ...(empties && EMPTY), ...upsertOf(found, request) }
    return written(c, () =>
      found === undefined || (copies && found.isReadonly === 0)
        ? entries.add(workspaceId, { ...changes, name }, { tokenId })
        : entries.update(workspaceId, found.id, changes, { tokenId })
    )
  })

  for (const path of [LIST_PATH, CREATE_PATH, UPDATE_PATH, UPSERT_PATH]) {
    routes.all(path, (c) => {
      throw new HttpError(405, `${c.req.method} is not allowed here.`, { headers: { Allow: 'POST' } })
    })
  }

  routes.get(ENTRY_PATH, (c) => {
    const { workspaceId } = activeToken(c)
    requireDocumented(c)
    const id = c.req.param('id')
    if (!/^\d{1,15}$/.test(id)) throw unprocessable('id', 'id must be a whole number.')
    return c.json(success(item(entries.get(workspaceId, Number(id)), ['list', 'get'])))
  })
  return routes
}

/** What `null` empties, and what some services empty if it is not given. */
const EMPTY = { description: null, labels: null, metadata: null }

/** A body in which `null` is the same as nothing, except where it empties something. @throws {HttpError} 415, 400. */
async function bodyOf(c: Context<Env>): Promise<Readonly<Record<string, unknown>>> {
  const withoutNulls = (value: object): Record<string, unknown> =>
    Object.fromEntries(Object.entries(value).filter(([key, one]) => one !== null || key in EMPTY))
  const body = await readJson(c, z.looseObject({}))
  const { data } = body
  return withoutNulls(typeof data === 'object' && data !== null ? { ...body, data: withoutNulls(data) } : body)
}

/** The fields of an upsert that the specification's own form does not have. */
const IS_DOCUMENTED = ['trigger', 'trigger_config', 'data']

/** A plain upsert in the documented form, for an entry of any type. */
function documented({ name, content }: z.output<typeof PlainUpsertRequest>): z.output<typeof UpsertRequest> {
  return { name, trigger: 'smart', trigger_config: {}, data: { content, document_content: content } }
}

/** @throws {HttpError} 422 */
function upsertOf(found: StoredEntry | undefined, request: z.output<typeof UpsertRequest>): EntryChanges {
  const { data } = request
  if (data === undefined && found === undefined) throw unprocessable('data', 'A new entry needs data.')
  const isDocument = (data?.document_content ?? data?.document_id) !== undefined
  const type = request.type ?? found?.type ?? (isDocument ? 'document' : 'default')
  refuse(data && dataProblem(type, data))
  return changesOf({ ...request, type })
}

/** @throws {HttpError} 422 */
function updateOf(entry: StoredEntry, request: EntryRequest): EntryChanges {
  const { trigger } = request
  if (trigger === undefined) return changesOf(request)
  const trigger_config = request.trigger_config ?? (trigger === entry.trigger ? entry.triggerConfig : {})
  refuse(bindingProblem(trigger, trigger_config))
  return changesOf({ ...request, trigger_config })
}

function refuse(problem: Problem | undefined): void {
  if (problem !== undefined) throw unprocessable(problem.path.join('/'), problem.message)
}

/** Nested paging decides, if both are there. */
function pageOf({ page, page_num, page_size }: ListBody): PageRequest | undefined {
  if (page) return { page_num: page.page_no, page_size: page.page_size }
  if (page_num === undefined && page_size === undefined) return undefined
  return { page_num: page_num ?? 1, page_size: page_size ?? 20 }
}

/** For every answer that has a secret or a state. */
export async function noStore(c: Context, next: () => Promise<void>): Promise<void> {
  await next()
  c.header('Cache-Control', 'no-store')
}

function success(data: object): object {
  return { code: 200, message: 'common.success', data }
}
