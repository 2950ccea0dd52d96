import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { Context } from 'hono'
import { errorAnswer } from '../error-answer.ts'
import type { Env } from '../services.ts'
import type { FaultRule } from './faults.ts'

const PAGE = '<!doctype html>\n<html lang="en"><title>Sign in</title><h1>Sign in to continue</h1></html>\n'

/** The answer of a rule with a `status`. */
export function statusAnswer({ status = 200, headers = {}, body, html, retry_after }: FaultRule): Response {
  const all = new Headers({
    ...(status === 401 && { 'WWW-Authenticate': 'Bearer realm="knowledge", error="invalid_token"' }),
    ...(status === 429 && { 'Retry-After': '1' }),
    ...(isRedirect(status) && { Location: 'https://sign-in.example/' }),
    ...(retry_after !== undefined && { 'Retry-After': String(retry_after) })
  })
  for (const [name, value] of Object.entries(headers)) all.set(name, value)
  if (html === true) return new Response(PAGE, { status, headers: { 'Content-Type': 'text/html; charset=utf-8' } })
  if (body !== undefined) {
    if (!all.has('Content-Type')) all.set('Content-Type', 'application/json')
    return new Response(body, { status, headers: all })
  }
  if ([204, 205, 304].includes(status)) return new Response(null, { status, headers: all })
  if (status < 400) return Response.json({}, { status, headers: all })
  return errorAnswer({
    status,
    message: 'A fault rule asked for this answer.',
    fields: [],
    headers: Object.fromEntries(all)
  })
}

function isRedirect(status: number): boolean {
  return [301, 302, 303, 307, 308].includes(status)
}

/** Ends the connection with a TCP reset instead of an answer. */
export function resetConnection(c: Context<Env>): Response {
  c.env.incoming.socket.resetAndDestroy()
  return RESPONSE_ALREADY_SENT
}
