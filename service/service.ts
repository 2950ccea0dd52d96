import { createAdaptorServer } from '@hono/node-server'
import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createApp } from './app.ts'
import { movableClock } from './clock.ts'
import { openEntries, type StoredEntry } from './entries.ts'
import { openFaults, type FaultRule } from './faults.ts'
import { openRateLimit, type RateLimitOptions } from './rate-limit.ts'
import { openRequestLog, type RecordedRequest } from './request-log.ts'
import type { Rehearsal } from './rooms.ts'
import { openSignIn } from './sign-in.ts'
import { openStorage } from './storage.ts'
import { openTokens, type Expiration, type Token } from './tokens.ts'
import { FIRST_WORKSPACE, openWorkspaces, type Workspace } from './workspaces.ts'

export { UnusableDatabase } from './storage.ts'
export { Refusal } from './refusal.ts'
export type { Expiration, FaultRule, RateLimitOptions, RecordedRequest, StoredEntry, Token, Workspace }

export interface ServiceOptions {
  /** Port on 127.0.0.1; 0, the default, takes a free one. */
  readonly port?: number | undefined
  /** File of the database; in memory by default. */
  readonly db?: string | undefined
  /** Opens `/_control`, `faults` and `requests()`. Off by default. */
  readonly control?: boolean | undefined
  /** The time in milliseconds since the epoch; `clock.advance` counts on top of it. `Date.now` by default. */
  readonly now?: (() => number) | undefined
  /** The largest `page_size` of a list; 100 by default. */
  readonly pageSizeMax?: number | undefined
  /** 429 with `Retry-After` beyond it, for each token; none by default. */
  readonly rateLimit?: RateLimitOptions | undefined
  /** Told when the sign-in link was used: here is the next one. */
  readonly onSignIn?: ((nextUrl: string) => void) | undefined
  /** Told of errors that are faults of the service (they were answered with 5xx); ignored by default. */
  readonly onError?: ((error: unknown) => void) | undefined
}

/** What a workspace is named by wherever one may be given: its name. Without it the first is meant. */
type WorkspaceName = string | undefined

/** A running service, and the powers of a rehearsal over it. */
export interface Service extends AsyncDisposable {
  /** `http://127.0.0.1:PORT`, without a trailing slash: the `base-url` of the Action. */
  readonly url: string
  /** Signs one browser in, once. After it was used, the next one. */
  readonly signInUrl: string
  /** The database had no tables until now. */
  readonly isNew: boolean
  readonly clock: {
    now(): number
    advance(milliseconds: number): void
  }
  readonly workspaces: {
    create(name: string): Workspace
    list(): readonly Workspace[]
  }
  /** The transitions of the settings screen. All throw `Refusal`, and then nothing was changed. */
  readonly tokens: {
    create(token: { name: string; expiration: Expiration; workspace?: WorkspaceName }): TokenValue
    rotate(id: string, workspace?: WorkspaceName): TokenValue
    rotateAll(ids: readonly string[], workspace?: WorkspaceName): readonly TokenValue[]
    revoke(id: string, workspace?: WorkspaceName): void
    revokeAll(ids: readonly string[], workspace?: WorkspaceName): void
    list(workspace?: WorkspaceName): readonly Token[]
  }
  readonly faults: {
    /** Replaces all rules; `[]` ends them. */
    set(rules: readonly FaultRule[]): void
  }
  /** The requests so far, the oldest first, but those to `/_control`. */
  requests(): RecordedRequest[]
  /** What the workspace holds, the oldest first. */
  entries(workspace?: WorkspaceName): readonly StoredEntry[]
  /** As if the database were new: entries, tokens, workspaces, faults, recorded requests, time. */
  reset(): void
  /** Answers what is under way, takes nothing more, and closes the database. */
  close(): Promise<void>
}

export interface TokenValue {
  readonly id: string
  /** Seen here and never again. */
  readonly value: string
}

/** How long requests under way are waited for when the service stops, in milliseconds. */
const GRACE = 10_000

/**
 * Starts the service on 127.0.0.1 and waits until it listens.
 *
 * @throws {UnusableDatabase} when the file cannot be served; an `Error` with `code` when the port cannot be had.
 */
export async function startService(options: ServiceOptions = {}): Promise<Service> {
  const clock = movableClock(options.now)
  const storage = openStorage(options.db)
  const workspaces = openWorkspaces(storage)
  const tokens = openTokens(storage, clock)
  const entries = openEntries(storage, clock)
  // Also where a start before this one was killed between its tables and this.
  if (workspaces.list().length === 0) workspaces.create(FIRST_WORKSPACE)

  const stopping = new AbortController()
  const faults = openFaults()
  const requests = openRequestLog()
  const signIn = openSignIn()

  function reset(): void {
    storage.transaction(() => {
      storage.db.exec('DELETE FROM tokens; DELETE FROM entries; DELETE FROM workspaces')
    })
    workspaces.create(FIRST_WORKSPACE)
    faults.set([])
    requests.clear()
    clock.reset()
  }
  const rehearsal: Rehearsal | undefined =
    options.control === true ? { faults, requests, reset, stopping: stopping.signal } : undefined

  const app = createApp({
    clock,
    workspaces,
    tokens,
    entries,
    together: storage.together,
    rateLimit: openRateLimit(options.rateLimit),
    signIn,
    pageSizeMax: options.pageSizeMax ?? 100,
    rehearsal,
    onSignIn: () => options.onSignIn?.(signInUrl()),
    report: options.onError ?? (() => undefined)
  })
  const server = createAdaptorServer({ fetch: app.fetch, hostname: '127.0.0.1' }) as Server
  // Node lets a kept-alive connection go on while the server stops; its answer shall be the last.
  server.prependListener('request', (_, answer) => {
    answer.once('close', () => {
      if (stopping.signal.aborted) server.closeIdleConnections()
    })
  })
  try {
    server.listen(options.port ?? 0, '127.0.0.1')
    await once(server, 'listening')
  } catch (error) {
    storage.close()
    throw error
  }
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  let closed: Promise<void> | undefined
  function close(): Promise<void> {
    stopping.abort()
    return (closed ??= stop(server).then(() => {
      storage.close()
    }))
  }

  function signInUrl(): string {
    return `${url}/sign-in?key=${signIn.key}`
  }

  function directed(): Rehearsal {
    if (rehearsal === undefined) throw new Error('Start the service with `control: true` to direct it.')
    return rehearsal
  }

  return {
    url,
    get signInUrl() {
      return signInUrl()
    },
    isNew: storage.isNew,
    clock: {
      now: () => clock.now(),
      advance: (milliseconds) => {
        clock.advance(milliseconds)
      }
    },
    workspaces: { create: (name) => workspaces.create(name), list: () => workspaces.list() },
    tokens: {
      create: ({ name, expiration, workspace }) =>
        withoutName(tokens.create(workspaces.named(workspace).id, name, expiration)),
      rotate(id, workspace) {
        const [rotated] = tokens.rotate(workspaces.named(workspace).id, [id])
        if (rotated === undefined) throw new Error('A rotation of one token issues one.')
        return withoutName(rotated)
      },
      rotateAll: (ids, workspace) => tokens.rotate(workspaces.named(workspace).id, ids).map(withoutName),
      revoke: (id, workspace) => {
        tokens.revoke(workspaces.named(workspace).id, [id])
      },
      revokeAll: (ids, workspace) => {
        tokens.revoke(workspaces.named(workspace).id, ids)
      },
      list: (workspace) => tokens.list(workspaces.named(workspace).id)
    },
    faults: {
      set: (rules) => {
        directed().faults.set(rules)
      }
    },
    requests: () => directed().requests.all(),
    entries: (workspace) => entries.all(workspaces.named(workspace).id),
    reset,
    close,
    [Symbol.asyncDispose]: close
  }
}

function withoutName({ id, value }: TokenValue): TokenValue {
  return { id, value }
}

/** Stops listening, ends idle connections, waits for requests under way, and at last cuts what is still open. */
async function stop(server: Server): Promise<void> {
  const ended = once(server, 'close')
  server.close()
  server.closeIdleConnections()
  const timer = setTimeout(() => {
    server.closeAllConnections()
  }, GRACE)
  await ended
  clearTimeout(timer)
}
