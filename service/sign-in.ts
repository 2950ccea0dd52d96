import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { IssuedToken } from './tokens.ts'

/** How long a browser stays signed in, in milliseconds. */
const SESSION_LENGTH = 12 * 60 * 60 * 1000
/** How long new values wait to be shown, in milliseconds: a page that has not come by then will not come. */
const ISSUED_LENGTH = 5 * 60 * 1000
/** The oldest session ends where there are more. */
const SESSION_LIMIT = 100

/** A browser that is signed in. */
export interface Session {
  /** The workspace looked at last. */
  workspaceId: number | undefined
  /** Leaves a sentence for the next page. */
  tell(notice: string): void
  /** What was left, once. */
  takeNotice(): string | undefined
  /** Keeps the values of new tokens for the page that follows. */
  keep(workspaceId: number, issued: readonly IssuedToken[]): void
  /** The values kept for this workspace: handed out once, then forgotten. */
  takeIssued(workspaceId: number): readonly IssuedToken[]
}

/**
 * Signing in: whoever can read the terminal in which the service runs may use the settings screen. A key works once;
 * then there is another one. Sessions live in memory and end with the process. They run on real time: a rehearsal that
 * moves the clock by a month must not sign out the person who watches it.
 */
export interface SignIn {
  /** The key that works now. */
  readonly key: string
  /** @returns the secret of a new session, for its cookie; `undefined` where the key is not the one. */
  redeem(key: string): string | undefined
  session(secret: string): Session | undefined
  signOut(secret: string): void
}

export function openSignIn(): SignIn {
  let key = newSecret()
  const sessions = new Map<string, { readonly session: Session; readonly endsAt: number }>()
  return {
    get key() {
      return key
    },
    redeem(presented) {
      if (!timingSafeEqual(digest(presented), digest(key))) return undefined
      key = newSecret()
      const secret = newSecret()
      sessions.set(digest(secret).toString('hex'), { session: newSession(), endsAt: Date.now() + SESSION_LENGTH })
      for (const oldest of [...sessions.keys()].slice(0, -SESSION_LIMIT)) sessions.delete(oldest)
      return secret
    },
    session(secret) {
      const found = sessions.get(digest(secret).toString('hex'))
      return found !== undefined && Date.now() < found.endsAt ? found.session : undefined
    },
    signOut(secret) {
      sessions.delete(digest(secret).toString('hex'))
    }
  }
}

function newSession(): Session {
  let notice: string | undefined
  let kept: { readonly workspaceId: number; readonly token: IssuedToken; readonly until: number }[] = []
  return {
    workspaceId: undefined,
    tell(text) {
      notice = text
    },
    takeNotice() {
      const text = notice
      notice = undefined
      return text
    },
    keep(workspaceId, issued) {
      const until = Date.now() + ISSUED_LENGTH
      // Beside what is still waiting: a form sent twice makes two tokens, and both values must be seen.
      kept.push(...issued.map((token) => ({ workspaceId, token, until })))
    },
    takeIssued(workspaceId) {
      const now = Date.now()
      const waiting = kept.filter(({ until }) => now < until)
      kept = waiting.filter((one) => one.workspaceId !== workspaceId)
      return waiting.filter((one) => one.workspaceId === workspaceId).map(({ token }) => token)
    }
  }
}

function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** Of one length, as `timingSafeEqual` demands, whatever was presented. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
