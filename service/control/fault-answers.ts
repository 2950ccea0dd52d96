import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { Context } from 'hono'
import { gzipSync } from 'node:zlib'
import { problem } from '../problem.ts'
import type { Env } from '../services.ts'
import type { FaultRule, PrecomputedAnswer, TruncatedAnswer } from './faults.ts'

const PAGE = '<!doctype html>\n<html lang="en"><title>Sign in</title><h1>Sign in to continue</h1></html>\n'

export function precomputedAnswer(answer: PrecomputedAnswer): Response {
  const headers = { 'Content-Type': 'text/html; charset=utf-8' }
  if (answer === 'html') return new Response(PAGE, { headers })
  return new Response(gzipSync(PAGE), { headers: { ...headers, 'Content-Encoding': 'gzip' } })
}

/** The answer of a rule with a `status`. */
export function statusAnswer({ status = 200, headers = {}, body, retry_after }: FaultRule): Response {
  const all = new Headers({
    ...(status === 401 && { 'WWW-Authenticate': 'Bearer realm="knowledge", error="invalid_token"' }),
    ...(status === 429 && { 'Retry-After': '1' }),
    ...(isRedirect(status) && { Location: 'https://sign-in.example/' }),
    ...(retry_after !== undefined && { 'Retry-After': String(retry_after) })
  })
  for (const [name, value] of Object.entries(headers)) all.set(name, value)
  if (body !== undefined) {
    if (!all.has('Content-Type')) all.set('Content-Type', 'application/json')
    return new Response(body, { status, headers: all })
  }
  if ([204, 205, 304].includes(status)) return new Response(null, { status, headers: all })
  if (status < 400) return Response.json({}, { status, headers: all })
  return problem({
    status,
    message: 'A fault rule asked for this answer.',
    fields: [],
    headers: Object.fromEntries(all)
  })
}

function isRedirect(status: number): boolean {
  return [301, 302, 303, 307, 308].includes(status)
}

export async function truncatedAnswer(answer: TruncatedAnswer, c: Context<Env>): Promise<Response> {
  const body = Buffer.from(await c.res.arrayBuffer())
  const { status } = c.res
  const headers = new Headers(c.res.headers)
  headers.delete('Content-Length')
  const half = (bytes: Buffer): Buffer => bytes.subarray(0, Math.floor(bytes.length / 2))
  switch (answer) {
    case 'truncated':
      return new Response(half(body), { status, headers })
    case 'truncated_gzip':
      headers.set('Content-Encoding', 'gzip')
      return new Response(half(gzipSync(body)), { status, headers })
    case 'not_gzip':
      headers.set('Content-Encoding', 'gzip')
      return new Response(body, { status, headers })
    case 'interrupted':
    case 'endless': {
      const { outgoing } = c.env
      outgoing.writeHead(status, { ...Object.fromEntries(headers), 'Content-Length': body.length })
      outgoing.write(half(body), () => {
        if (answer === 'interrupted') outgoing.socket?.destroy()
      })
      return RESPONSE_ALREADY_SENT
    }
  }
}

/** Ends the connection with a TCP reset instead of an answer. */
export function resetConnection(c: Context<Env>): Response {
  c.env.incoming.socket.resetAndDestroy()
  return RESPONSE_ALREADY_SENT
}
