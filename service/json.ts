import type { Context } from 'hono'
import { type z } from 'zod'
import { Refusal } from './refusal.ts'

/** The largest body of a request, in bytes; larger ones get 413. */
export const BODY_LIMIT = 8 * 1024 * 1024

/**
 * The JSON body of a request, validated.
 *
 * @throws {Refusal} 415, 400 or 422.
 */
export async function readJson<Schema extends z.ZodType>(c: Context, schema: Schema): Promise<z.output<Schema>> {
  checkMediaType(c)
  const result = schema.safeParse(parseJson(await c.req.arrayBuffer()))
  if (result.success) return result.data
  for (const issue of result.error.issues) {
    if (issue.path.length === 0 && issue.code === 'invalid_type') {
      throw new Refusal(400, `The body must be a JSON ${issue.expected}.`)
    }
  }
  // One error for each field: the first says enough.
  const details = new Map<string, string>()
  for (const { path, message } of result.error.issues) {
    const pointer = path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
    if (!details.has(pointer)) details.set(pointer, message)
  }
  const fields = [...details].map(([pointer, detail]) => ({ pointer, detail }))
  throw new Refusal(422, fields.map((field) => field.detail).join(' '), { fields })
}

function checkMediaType(c: Context): void {
  const [type = '', ...parameters] = (c.req.header('content-type') ?? '').toLowerCase().split(';')
  if (type.trim() !== 'application/json') {
    throw new Refusal(415, 'The body must be application/json.', { headers: { 'Accept-Post': 'application/json' } })
  }
  const charset = parameters.map((parameter) => parameter.trim()).find((parameter) => parameter.startsWith('charset='))
  if (charset !== undefined && !/^charset="?utf-?8"?$/.test(charset)) {
    throw new Refusal(415, 'The body must be UTF-8.')
  }
  const coding = c.req.header('content-encoding')
  if (coding !== undefined && coding.toLowerCase() !== 'identity') {
    throw new Refusal(415, 'The body must not be compressed.', { headers: { 'Accept-Encoding': 'identity' } })
  }
}

/** @throws {Refusal} 400 where the bytes are not JSON in UTF-8. */
function parseJson(bytes: ArrayBuffer): unknown {
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (cause) {
    throw new Refusal(400, 'The body is not UTF-8.', { cause })
  }
  try {
    return JSON.parse(text) as unknown
  } catch (cause) {
    throw new Refusal(400, 'The body is not JSON.', { cause })
  }
}
