import { z } from 'zod'
import { LIST_PATH, UPSERT_PATH } from '../api-types.ts'
import { randomOf } from '../random.ts'
import { validate } from '../read-json.ts'

/** A header that Node accepts: https://www.rfc-editor.org/rfc/rfc9110#section-5.5 */
const Headers = z.record(z.string().regex(/^[\w!#$%&'*+.^`|~-]+$/), z.string().regex(/^[\t\x20-\x7e\x80-\xff]*$/))

/**
 * A fault: which requests to the API, on which occasions, and what happens to them.
 *
 * `path`, `name` (of an upsert) and `page` (of a list) select requests; all that are given must match. Of the selected requests, the
 * fault meets all, the first `times`, or some with `probability` (repeatable by `seed`).
 */
export const FaultRule = z
  .strictObject({
    path: z.enum([LIST_PATH, UPSERT_PATH]).optional(),
    name: z.string().optional(),
    page: z.int().optional(),

    times: z.int().min(0).optional(),
    probability: z.number().min(0).max(1).optional(),
    seed: z.int().optional(),

    /** This status instead of the effect. A redirect has a `Location` and 429 has `Retry-After: 1`, unless set here. */
    status: z.int().min(200).max(599).optional(),
    headers: Headers.optional(),
    body: z.string().optional(),
    /** The header `Retry-After`: seconds, a date, or anything else. */
    retry_after: z.union([z.string().regex(/^[\t\x20-\x7e]*$/), z.int()]).optional(),
    /** Whether the body is a sign-in page instead of JSON. */
    html: z.literal(true).optional(),
    /** Milliseconds before the request is carried out. */
    delay_ms: z.int().min(0).max(600_000).optional(),
    /** The connection is reset before or after the request is carried out. */
    reset: z.enum(['before', 'after']).optional()
  })
  .refine(({ status, delay_ms, reset }) => count(status, delay_ms, reset) === 1, {
    error: 'A rule takes exactly one of status, delay_ms and reset.'
  })
  .refine(({ times, probability }) => count(times, probability) <= 1, {
    error: 'A rule takes at most one of times and probability.'
  })
  .refine(
    ({ status, headers, body, html, retry_after }) =>
      status !== undefined || count(headers, body, html, retry_after) === 0,
    {
      error: 'headers, body, html and retry_after need a status.'
    }
  )
  .refine(({ status, body, html }) => count(body, html) === 0 || ![204, 205, 304].includes(status ?? 0), {
    error: 'An answer with this status has no body.'
  })

export type FaultRule = z.input<typeof FaultRule>
export const FaultRules = z.array(FaultRule)

/** A request as the rules see it. */
export interface Received {
  readonly path: string
  /** The `name` in the body. */
  readonly name?: string | undefined
  /** The `page_num` in the body. */
  readonly page?: number | undefined
}

/** What happens to a request: first the delay, then the rule that ends it, if there is one. */
export interface Fault {
  readonly delay: number
  readonly rule: FaultRule | undefined
}

export interface Faults {
  /** Replaces all rules; `[]` removes them. @throws {HttpError} 422 */
  set(rules: readonly FaultRule[]): void
  /** Counts a request. Delays add up; the first other rule that meets the request decides. */
  next(request: Received): Fault
}

export function openFaults(): Faults {
  let rules: { readonly rule: FaultRule; readonly isMet: () => boolean }[] = []
  return {
    set(next) {
      rules = validate(FaultRules, next).map((rule) => ({ rule, isMet: occasions(rule) }))
    },
    next(request) {
      const met = rules.filter(({ rule, isMet }) => selects(rule, request) && isMet()).map(({ rule }) => rule)
      return {
        delay: met.reduce((total, rule) => total + (rule.delay_ms ?? 0), 0),
        rule: met.find((rule) => rule.delay_ms === undefined)
      }
    }
  }
}

function selects(rule: FaultRule, request: Received): boolean {
  return (['path', 'name', 'page'] as const).every((key) => rule[key] === undefined || rule[key] === request[key])
}

function occasions({ times, probability, seed = 1 }: FaultRule): () => boolean {
  let seen = 0
  if (times !== undefined) return () => ++seen <= times
  if (probability !== undefined) return () => randomOf(seed, ++seen) < probability
  return () => true
}

function count(...values: unknown[]): number {
  return values.filter((value) => value !== undefined).length
}
