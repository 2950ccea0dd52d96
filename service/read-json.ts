import type { Context } from 'hono'
import type { z } from 'zod'
import { HttpError } from './http-error.ts'

/** The largest body of a request, in bytes; larger ones get 413. */
export const BODY_LIMIT = 8 * 1024 * 1024

/** The most fields that one answer names. */
const ERROR_LIMIT = 100

/**
 * The JSON body of a request, validated.
 *
 * @throws {HttpError} 415, 400 or 422.
 */
export async function readJson<Schema extends z.ZodType>(c: Context, schema: Schema): Promise<z.output<Schema>> {
  checkMediaType(c)
  return validate(schema, parseJson(await c.req.arrayBuffer()))
}

/** @throws {HttpError} 400 if the value is not even of the right type, 422 with the invalid fields. */
export function validate<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  for (const issue of result.error.issues) {
    if (issue.path.length === 0 && issue.code === 'invalid_type') {
      throw new HttpError(400, `The body must be a JSON ${issue.expected}.`)
    }
  }
  // One error for each field: the first is enough.
  const details = new Map<string, string>()
  for (const { path, message } of result.error.issues) {
    const pointer = path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
    if (!details.has(pointer)) details.set(pointer, message)
  }
  const fields = [...details].slice(0, ERROR_LIMIT).map(([pointer, detail]) => ({ pointer, detail }))
  throw new HttpError(422, fields.map((field) => field.detail).join(' '), { fields })
}

function checkMediaType(c: Context): void {
  const [type = '', ...parameters] = (c.req.header('content-type') ?? '').toLowerCase().split(';')
  if (type.trim() !== 'application/json') {
    throw new HttpError(415, 'The body must be application/json.', { headers: { 'Accept-Post': 'application/json' } })
  }
  const charset = parameters.map((parameter) => parameter.trim()).find((parameter) => parameter.startsWith('charset='))
  if (charset !== undefined && !/^charset="?utf-?8"?$/.test(charset)) {
    throw new HttpError(415, 'The body must be UTF-8.')
  }
  const coding = c.req.header('content-encoding')
  if (coding !== undefined && coding.toLowerCase() !== 'identity') {
    throw new HttpError(415, 'The body must not be compressed.', { headers: { 'Accept-Encoding': 'identity' } })
  }
}

/** @throws {HttpError} 400 if the bytes are not JSON in UTF-8. */
function parseJson(bytes: ArrayBuffer): unknown {
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (cause) {
    throw new HttpError(400, 'The body is not UTF-8.', { cause })
  }
  try {
    return JSON.parse(text) as unknown
  } catch (cause) {
    throw new HttpError(400, 'The body is not JSON.', { cause })
  }
}
