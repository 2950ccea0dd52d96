import type { Context } from 'hono'
import type { z } from 'zod'
import { HttpError } from './http-error.ts'

/** The JSON body of a request, validated. @throws {HttpError} 415, 400 or 422. */
export async function readJson<Schema extends z.ZodType>(c: Context, schema: Schema): Promise<z.output<Schema>> {
  const [type = ''] = (c.req.header('content-type') ?? '').toLowerCase().split(';')
  if (type.trim() !== 'application/json') {
    throw new HttpError(415, 'The body must be application/json.', { headers: { 'Accept-Post': 'application/json' } })
  }
  let body: unknown
  try {
    body = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(await c.req.arrayBuffer()))
  } catch (cause) {
    throw new HttpError(400, 'The body is not JSON in UTF-8.', { cause })
  }
  return validate(schema, body)
}

/** @throws {HttpError} 400 if the value is not even of the right type, 422 with the invalid fields. */
export function validate<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const { data, error } = schema.safeParse(value)
  if (error === undefined) return data
  // One error for each field: the first is enough.
  const details = new Map<string, string>()
  for (const { path, message, ...issue } of error.issues) {
    if (path.length === 0 && issue.code === 'invalid_type') {
      throw new HttpError(400, `The body must be a JSON ${issue.expected}.`)
    }
    const unknown = issue.code === 'unrecognized_keys' ? issue.keys : [undefined]
    for (const key of unknown) {
      const pointer = [...path, ...(key === undefined ? [] : [key])].map((part) => `/${String(part)}`).join('')
      if (!details.has(pointer)) details.set(pointer, key === undefined ? message : `There is no field ${key}.`)
    }
  }
  const fields = Array.from(details, ([pointer, detail]) => ({ pointer, detail }))
  throw new HttpError(422, fields.map((field) => field.detail).join(' '), { fields })
}
