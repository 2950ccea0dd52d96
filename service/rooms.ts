import type { HttpBindings } from '@hono/node-server'
import type { Clock } from './clock.ts'
import type { Entries } from './entries.ts'
import type { Faults } from './faults.ts'
import type { RateLimit } from './rate-limit.ts'
import type { RequestLog } from './request-log.ts'
import type { SignIn } from './sign-in.ts'
import type { Storage } from './storage.ts'
import type { Tokens } from './tokens.ts'
import type { Workspaces } from './workspaces.ts'

/** What a request brings along: Node's own objects, and the token once it is known. */
export interface Env {
  Bindings: HttpBindings
  Variables: { tokenId?: string }
}

/** The rooms of the service, as the routes use them. */
export interface Rooms {
  readonly clock: Clock
  readonly workspaces: Workspaces
  readonly tokens: Tokens
  readonly entries: Entries
  /** Writes what several requests bring at once. */
  readonly together: Storage['together']
  readonly rateLimit: RateLimit
  readonly signIn: SignIn
  readonly pageSizeMax: number
  /** Where a rehearsal may direct the service; absent otherwise, and then nothing of it can be reached. */
  readonly rehearsal: Rehearsal | undefined
  /** Told when the sign-in link was used. */
  readonly onSignIn: () => void
  /** Told of every error that is no refusal. */
  readonly report: (error: unknown) => void
}

export interface Rehearsal {
  readonly faults: Faults
  readonly requests: RequestLog
  /** As if the database were new. */
  readonly reset: () => void
  /** Aborted when the service stops, so that no delay outlives it. */
  readonly stopping: AbortSignal
}
