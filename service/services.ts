import type { HttpBindings } from '@hono/node-server'
import type { Answers } from './answers.ts'
import type { Clock } from './clock.ts'
import type { Entries } from './entries.ts'
import type { HttpError } from './http-error.ts'
import type { People } from './people.ts'
import type { SignIn } from './sign-in.ts'
import type { Tokens } from './tokens.ts'
import type { Workspaces } from './workspaces.ts'

/** @param run what the header `x-run` says. @param body as it was sent. */
export type OnRequest = (
  request: { readonly path: string; readonly run: string; readonly body: string },
  answer: () => Promise<void>
) => Promise<void>

/** What the routes use. */
export interface Services {
  readonly clock: Clock
  readonly workspaces: Workspaces
  readonly tokens: Tokens
  readonly entries: Entries
  readonly people: People
  readonly answers: Answers
  readonly signIn: SignIn
  /** Called after a sign-in, when the next link is valid. */
  readonly onSignIn: () => void
  readonly onRequest: OnRequest | undefined
  /** Called with every error that is answered. */
  readonly onError: (error: HttpError) => void
}

/** What a request has: Node's own objects, and the id of its token once it is known. */
export interface Env {
  Bindings: HttpBindings
  Variables: { tokenId?: string }
}
