import { STATUS_CODES } from 'node:http'
import { Refusal } from './refusal.ts'
import { SQLITE, StorageFailure } from './storage.ts'

/** The refusal that an error amounts to; what is no refusal is a fault of the service, and says no more than that. */
export function refusalFrom(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  if (!(error instanceof StorageFailure)) return new Refusal(500, 'The service failed.')
  switch (error.code) {
    case SQLITE.FULL:
      return new Refusal(507, 'The disk is full. Nothing was stored.')
    case SQLITE.BUSY:
    case SQLITE.LOCKED:
      return new Refusal(503, 'The database is busy. Nothing was stored.', { headers: { 'Retry-After': '1' } })
    default:
      return new Refusal(500, 'The database failed. Nothing was stored.')
  }
}

/** A `Refusal`, or what a rehearsal makes look like one. */
type ProblemDetails = Pick<Refusal, 'message' | 'fields' | 'headers'> & { readonly status: number }

/** An answer as RFC 9457 has it. */
export function problem({ status, message, fields, headers }: ProblemDetails): Response {
  const body = {
    type: 'about:blank',
    title: STATUS_CODES[status] ?? 'Error',
    status,
    detail: message,
    ...(fields.length > 0 && { errors: fields })
  }
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'Content-Type': 'application/problem+json', 'Cache-Control': 'no-store', ...headers }
  })
}
