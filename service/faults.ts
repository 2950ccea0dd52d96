import { z } from 'zod'

/**
 * A fault that a rehearsal asks for: one of `status`, `delay_ms` and `reset`, on every request to `path` (to any path where
 * none is given), or on every `every`th, on the first `times`, or with `probability` (repeatable by `seed`).
 */
export const FaultRule = z
  .strictObject({
    path: z.string().startsWith('/').optional(),
    /** Answered instead of carrying the request out. */
    status: z.int().min(200).max(599).optional(),
    /** `Retry-After` of that answer, as it stands in the header; 429 has `1` by itself. */
    retry_after: z.union([z.string(), z.int()]).optional(),
    /** Before the request goes on. */
    delay_ms: z.int().min(0).max(600_000).optional(),
    /** The connection is cut: before the request is carried out, or after it. */
    reset: z.union([z.literal(true), z.enum(['before', 'after'])]).optional(),
    every: z.int().min(1).optional(),
    times: z.int().min(0).optional(),
    probability: z.number().min(0).max(1).optional(),
    seed: z.int().optional()
  })
  .refine((rule) => exactlyOne(rule.status, rule.delay_ms, rule.reset), {
    error: 'A rule takes exactly one of status, delay_ms and reset.'
  })
  .refine((rule) => !moreThanOne(rule.every, rule.times, rule.probability), {
    error: 'A rule takes at most one of every, times and probability.'
  })

export type FaultRule = z.input<typeof FaultRule>

/** What is to happen to one request. */
export interface Fault {
  readonly delay: number
  readonly status?: number | undefined
  readonly retryAfter?: string | undefined
  readonly reset?: 'before' | 'after' | undefined
}

export interface Faults {
  /** Replaces all rules; `[]` ends them. */
  set(rules: readonly FaultRule[]): void
  /** Counts a request against the rules. Delays add up; the first rule that ends the request decides. */
  next(path: string): Fault
}

export function openFaults(): Faults {
  let rules: { readonly rule: FaultRule; readonly fires: () => boolean }[] = []
  return {
    set(next) {
      rules = next.map((rule) => ({ rule, fires: occasions(rule) }))
    },
    next(path) {
      const fired = rules
        .filter(({ rule }) => rule.path === undefined || rule.path === path)
        .filter(({ fires }) => fires())
        .map(({ rule }) => rule)
      const delay = fired.reduce((total, rule) => total + (rule.delay_ms ?? 0), 0)
      const last = fired.find((rule) => rule.delay_ms === undefined)
      return {
        delay,
        status: last?.status,
        retryAfter: last?.retry_after?.toString() ?? (last?.status === 429 ? '1' : undefined),
        reset: last?.reset === true ? 'before' : last?.reset
      }
    }
  }
}

function occasions({ every, times, probability, seed = 1 }: FaultRule): () => boolean {
  let seen = 0
  if (every !== undefined) return () => ++seen % every === 0
  if (times !== undefined) return () => ++seen <= times
  if (probability !== undefined) {
    const random = mulberry32(seed)
    return () => random() < probability
  }
  return () => true
}

/** A small generator that repeats itself by its seed; `Math.random` takes none. */
function mulberry32(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

function exactlyOne(...values: unknown[]): boolean {
  return values.filter((value) => value !== undefined).length === 1
}

function moreThanOne(...values: unknown[]): boolean {
  return values.filter((value) => value !== undefined).length > 1
}
