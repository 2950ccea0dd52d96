import type { HttpBindings } from '@hono/node-server'
import type { Answers } from './answers.ts'
import type { Clock } from './clock.ts'
import type { Faults } from './control/faults.ts'
import type { RequestLog } from './control/request-log.ts'
import type { Entries, EntryText } from './entries.ts'
import type { RateLimit } from './rate-limit.ts'
import type { SignIn } from './sign-in.ts'
import type { Storage } from './storage.ts'
import type { Tokens } from './tokens.ts'
import type { Workspaces } from './workspaces.ts'

/** What a request has: Node's own objects, and the id of its token once it is known. */
export interface Env {
  Bindings: HttpBindings
  Variables: { tokenId?: string }
}

/** What the routes use. */
export interface Services {
  readonly clock: Clock
  readonly storage: Storage
  readonly workspaces: Workspaces
  readonly tokens: Tokens
  readonly entries: Entries
  readonly answers: Answers
  readonly rateLimit: RateLimit
  readonly signIn: SignIn
  /** Absent unless the service was started with `control`; then no request reaches any of it. */
  readonly control: Control | undefined
  /** Called after a sign-in, when the next link is valid. */
  readonly onSignIn: () => void
  /** Called with every error that is not an `HttpError`. */
  readonly onError: (error: unknown) => void
}

/** An entry as somebody writes it without the API. */
export interface WrittenEntry extends EntryText {
  /** It belongs to the vendor. */
  readonly isReadonly?: boolean | undefined
}

/** What a test directs. */
export interface Control {
  readonly faults: Faults
  readonly requests: RequestLog
  /** Brings the service to the state of a new database. */
  readonly reset: () => void
  /** Adds entries to a workspace. @returns their number. */
  readonly addEntries: (entries: readonly WrittenEntry[], workspace?: string) => number
  /** Deletes the entries of a workspace, or those of one name. */
  readonly removeEntries: (which?: { workspace?: string | undefined; name?: string | undefined }) => void
  /** Aborted when the service stops, so that no delay outlives it. */
  readonly stopping: AbortSignal
}
