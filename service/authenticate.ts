import type { IncomingMessage } from 'node:http'
import { HttpError } from './http-error.ts'
import type { Token, Tokens } from './tokens.ts'

const REALM = 'Bearer realm="knowledge"'

/**
 * The active token of a request (RFC 6750, header only).
 *
 * @throws {HttpError} 401 with a challenge; it names the state of a token whose value is right.
 */
export function authenticate(request: IncomingMessage, tokens: Tokens): Token {
  const value = presentedToken(request)
  if (value === undefined) {
    throw new HttpError(401, 'Give one access token: `Authorization: Bearer <token>`.', {
      // RFC 6750, section 3.1: no error code if the request has no credentials of this scheme.
      headers: { 'WWW-Authenticate': REALM }
    })
  }
  const token = tokens.withValue(value)
  if (token?.state === 'active') return token
  const message = `The access token is ${token?.state ?? 'not valid'}`
  throw new HttpError(401, `${message}.`, {
    headers: { 'WWW-Authenticate': `${REALM}, error="invalid_token", error_description="${message}"` }
  })
}

/** The value of the only `Authorization` header. Node's `headers` would show the first of two and hide the second. */
export function presentedToken(request: IncomingMessage): string | undefined {
  const values = request.headersDistinct['authorization'] ?? []
  return values.length === 1 ? /^Bearer +([\w.~+/-]+=*) *$/i.exec(values[0] ?? '')?.[1] : undefined
}
