import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Html } from './screen/layout.ts'
import type { IssuedToken } from './tokens.ts'

/** How long a browser stays signed in, in milliseconds. */
const SESSION_LENGTH = 12 * 60 * 60 * 1000
/** How long the values of new tokens wait for their page, in milliseconds. */
const ISSUED_LENGTH = 5 * 60 * 1000
/** If there are more sessions, the oldest ends. */
const SESSION_LIMIT = 100

/** What happened, for the next page. */
export interface Notice {
  readonly text: Html | string
  /** In a list, the number of rows above it; without, it is above the page. */
  readonly row?: number | undefined
}

/** A browser that is signed in. */
export interface Session {
  /** The workspace of the last page. */
  workspaceId: number | undefined
  /** Leaves a notice for the next page. */
  notify(notice: Notice): void
  /** The notice, once. */
  takeNotice(): Notice | undefined
  /** Keeps the tokens that are selected in a dialog, so that the list has them selected after it. */
  select(ids: readonly string[]): void
  /** The selected tokens, once. */
  takeSelection(): readonly string[]
  /** Keeps the values of new tokens for the page that shows them. */
  keep(workspaceId: number, issued: readonly IssuedToken[]): void
  /** The kept values of a workspace, once. */
  takeIssued(workspaceId: number): readonly IssuedToken[]
}

/**
 * A person who can read the terminal of the service may use the settings screen: the terminal shows a link with a key
 * that works once, then another one. Sessions are in memory and run on real time, because a test that moves the clock by a month must not
 * sign out the person who watches it.
 */
export interface SignIn {
  /** The key that works now. */
  readonly key: string
  /** @returns the secret of a new session, for its cookie; `undefined` if the key does not work. */
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
  let notice: Notice | undefined
  let selection: readonly string[] = []
  let kept: { readonly workspaceId: number; readonly token: IssuedToken; readonly until: number }[] = []
  return {
    workspaceId: undefined,
    notify(left) {
      notice = left
    },
    takeNotice() {
      const taken = notice
      notice = undefined
      return taken
    },
    select(ids) {
      selection = ids
    },
    takeSelection() {
      const ids = selection
      selection = []
      return ids
    },
    keep(workspaceId, issued) {
      const until = Date.now() + ISSUED_LENGTH
      // In addition to those that wait: a form sent twice creates two tokens, and both values must be shown.
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

/** Always 32 bytes: `timingSafeEqual` compares texts of one length only. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
