import { createHash, randomBytes } from 'node:crypto'
import type { Html } from './screen/layout.ts'
import type { IssuedToken } from './tokens.ts'

/** A browser that is signed in, and what its next page shows, once. */
export interface Session {
  /** The workspace of the last page. */
  workspaceId: number | undefined
  /** What has happened. */
  notice: Html | string | undefined
  /** The values of new tokens. A form that was sent twice creates two, and both must be shown. */
  issued: readonly (IssuedToken & { readonly workspaceId: number })[]
}

/**
 * A person who can read the terminal of the service may use the settings screen: the terminal shows a link with a key
 * that works once, then another one. Sessions are in memory, and do not expire: a test that moves the clock by a month
 * must not sign out the person who watches it.
 */
export class SignIn {
  /** The key that works now. */
  key = newSecret()
  readonly #sessions = new Map<string, Session>()

  /** @returns the secret of a new session, for its cookie; `undefined` if the key does not work. */
  redeem(presented: string): string | undefined {
    if (digest(presented) !== digest(this.key)) return undefined
    this.key = newSecret()
    const secret = newSecret()
    this.#sessions.set(digest(secret), { workspaceId: undefined, notice: undefined, issued: [] })
    return secret
  }

  session(secret: string): Session | undefined {
    return this.#sessions.get(digest(secret))
  }

  signOut(secret: string): void {
    this.#sessions.delete(digest(secret))
  }
}

function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** Of secrets only digests are compared: the time that it takes says nothing about a secret. */
function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
