import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { Context, ErrorHandler } from 'hono'
import { HttpError } from './http-error.ts'
import type { Env, Services } from './services.ts'
import { SQLITE, sqliteCode } from './sqlite-codes.ts'
import { StorageError, UnknownOutcome } from './storage.ts'

/** The answer to an error. The text of an error that is not an `HttpError` stays in the service. */
function toHttpError(error: unknown): HttpError {
  if (error instanceof HttpError) return error
  switch (error instanceof StorageError ? error.code : sqliteCode(error)) {
    case undefined:
      return new HttpError(500, 'The service failed.')
    case SQLITE.FULL:
      return new HttpError(507, 'The disk is full. Nothing was stored.')
    case SQLITE.BUSY:
    case SQLITE.LOCKED:
      return new HttpError(503, 'The database is busy. Nothing was stored.', { headers: { 'Retry-After': '1' } })
    default:
      return new HttpError(500, 'The database failed. Nothing was stored.')
  }
}

/** Answers an error by `render`, reports a fault of the service, and answers nothing if the outcome is unknown. */
export function answerError<E extends Env>(
  { onError }: Services,
  render: (c: Context<E>, error: HttpError) => Response | Promise<Response>
): ErrorHandler<E> {
  return (error, c) => {
    if (error instanceof UnknownOutcome) {
      c.env.incoming.socket.destroy()
      return RESPONSE_ALREADY_SENT
    }
    const known = toHttpError(error)
    if (known.status >= 500) onError(error)
    return render(c, known)
  }
}

/** An `HttpError`, or what a fault rule makes look like one. */
type Refused = Pick<HttpError, 'message' | 'fields' | 'headers'> & { readonly status: number }

/** An answer in the form of the others: the status is its `code`. */
export function errorAnswer({ status, message, fields, headers }: Refused): Response {
  const body = { code: status, message, data: null, ...(fields.length > 0 && { errors: fields }) }
  return Response.json(body, { status, headers: { 'Cache-Control': 'no-store', ...headers } })
}
