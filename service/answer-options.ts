import { z } from 'zod'

/** What is done to a text before it is stored. */
export const STORED = {
  as_sent: (text) => text,
  footer: (text) => `${text}\n\n---\n\nShared by the operations assistant.\n`,
  /** Without HTML tags, comments, and placeholders such as `<name>`. */
  no_tags: (text) => text.replaceAll(/<!--[^]*?(?:-->|$)|<\/?[a-z][a-z0-9-]*(?=[\s/>])[^<>]*>/gi, '')
} as const satisfies Record<string, (text: string) => string>

/** How the service answers otherwise than by default, to see that a client works with it. `README.md` describes each. */
export const AnswerOptions = z.strictObject({
  list: z.enum(['documented', 'array', 'data_list']).default('documented'),
  texts: z.enum(['shown', 'none']).default('shown'),
  stored: z.enum(Object.keys(STORED) as (keyof typeof STORED)[]).default('as_sent'),
  match: z.enum(['name', 'copy']).default('name'),
  cap: z.int().min(1).optional(),
  order: z.enum(['id', 'latest', 'changing']).default('id'),
  missing: z.strictObject({ probability: z.number().min(0).max(1), seed: z.int().default(1) }).optional(),
  lag: z
    .union([
      z.strictObject({ requests: z.int().min(1) }),
      z.strictObject({ ms: z.int().min(1) }),
      z.literal('never', 'lag takes {"requests": N}, {"ms": N} or "never".')
    ])
    .optional()
})
export type AnswerOptions = z.input<typeof AnswerOptions>
/** With their defaults. */
export type Options = z.output<typeof AnswerOptions>
