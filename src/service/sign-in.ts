import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Clock } from './clock.ts'

/** How long a browser stays signed in, in milliseconds. */
const SESSION_LENGTH = 12 * 60 * 60 * 1000
/** The oldest session ends where there are more. */
const SESSION_LIMIT = 100

/** A browser that is signed in. */
export interface Session {
  readonly endsAt: number
}

/**
 * Signing in: whoever can read the terminal in which the service runs may use the settings screen. A key works once;
 * then there is another one. Sessions live in memory and end with the process.
 */
export interface SignIn {
  /** The key that works now. */
  readonly key: string
  /** @returns the secret of a new session, for its cookie; `undefined` where the key is not the one. */
  redeem(key: string): string | undefined
  session(secret: string): Session | undefined
  signOut(secret: string): void
}

export function openSignIn(clock: Clock): SignIn {
  let key = newSecret()
  const sessions = new Map<string, Session>()
  return {
    get key() {
      return key
    },
    redeem(presented) {
      if (!equal(presented, key)) return undefined
      key = newSecret()
      const secret = newSecret()
      sessions.set(digest(secret).toString('hex'), { endsAt: clock.now() + SESSION_LENGTH })
      for (const oldest of [...sessions.keys()].slice(0, -SESSION_LIMIT)) sessions.delete(oldest)
      return secret
    },
    session(secret) {
      const session = sessions.get(digest(secret).toString('hex'))
      return session !== undefined && clock.now() < session.endsAt ? session : undefined
    },
    signOut(secret) {
      sessions.delete(digest(secret).toString('hex'))
    }
  }
}

function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** Digests have one length, which `timingSafeEqual` demands, and the comparison tells nothing of the secret. */
function equal(a: string, b: string): boolean {
  return timingSafeEqual(digest(a), digest(b))
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
