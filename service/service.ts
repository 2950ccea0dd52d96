import { createAdaptorServer } from '@hono/node-server'
import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { AnswerOptions } from './answer-options.ts'
import { openAnswers } from './answers.ts'
import { createApp } from './app.ts'
import { openClock } from './clock.ts'
import { openFaults, type FaultRule } from './control/faults.ts'
import { openRequestLog, type RecordedRequest } from './control/request-log.ts'
import { readSeed } from './control/seed.ts'
import { openEntries, type StoredEntry } from './entries.ts'
import { openRateLimit, type RateLimitOptions } from './rate-limit.ts'
import type { Control, WrittenEntry } from './services.ts'
import { openSignIn } from './sign-in.ts'
import { openStorage, type UnknownOutcome } from './storage.ts'
import { openTokens, type Expiration, type IssuedToken, type Token } from './tokens.ts'
import { FIRST_WORKSPACE, openWorkspaces, type Workspace } from './workspaces.ts'

export { LIST_PATH, UPSERT_PATH } from './api-types.ts'
export { HttpError } from './http-error.ts'
export { UnusableDatabase } from './storage.ts'
export type { AnswerOptions, Expiration, FaultRule, RateLimitOptions, RecordedRequest, StoredEntry, Token, Workspace }

export interface ServiceOptions {
  /** Port on 127.0.0.1; 0, the default, takes a free one. */
  readonly port?: number | undefined
  /** File of the database; in memory by default. */
  readonly db?: string | undefined
  /** Opens `/_control`, `faults`, `answers` and `requests()`. Off by default. */
  readonly control?: boolean | undefined
  /** The time in milliseconds since the epoch; `clock.advance` adds to it. `Date.now` by default. */
  readonly now?: (() => number) | undefined
  /** A token with more requests gets 429 with `Retry-After`; no limit by default. */
  readonly rateLimit?: RateLimitOptions | undefined
  /** Called with the next sign-in link after one was used. */
  readonly onSignIn?: ((nextUrl: string) => void) | undefined
  /** Called with each error that was answered with 5xx; ignored by default. */
  readonly onError?: ((error: unknown) => void) | undefined
  /**
   * Called if it is not certain that a failed write was undone. The service has then closed every connection without an
   * answer and serves nothing more.
   */
  readonly onUnknownOutcome?: ((error: UnknownOutcome) => void) | undefined
}

/** The name of a workspace; the first one if it is absent. */
type WorkspaceName = string | undefined

/** A running service. Its methods throw `HttpError` for what the screen or the API would refuse. */
export interface Service extends AsyncDisposable {
  /** `http://127.0.0.1:PORT`, without a trailing slash: the `base-url` of the Action. */
  readonly url: string
  /** Signs in one browser, once; then it is another link. */
  readonly signInUrl: string
  /** The database had no tables before. */
  readonly isNew: boolean
  readonly clock: {
    now(): number
    advance(milliseconds: number): void
  }
  readonly workspaces: {
    create(name: string): Workspace
    list(): readonly Workspace[]
  }
  /** The transitions of the settings screen. */
  readonly tokens: {
    create(token: { name: string; expiration: Expiration; workspace?: WorkspaceName }): TokenValue
    rotate(id: string, workspace?: WorkspaceName): TokenValue
    revoke(id: string, workspace?: WorkspaceName): void
    list(workspace?: WorkspaceName): readonly Token[]
  }
  readonly faults: {
    /** Replaces all fault rules; `[]` removes them. */
    set(rules: readonly FaultRule[]): void
  }
  readonly answers: {
    /** Replaces the answer options; `{}` restores the defaults. */
    set(options: AnswerOptions): void
  }
  /** The requests since the start or the last reset, the oldest first, without those to `/_control`. */
  requests(): RecordedRequest[]
  /** The entries of the workspace, the oldest first. */
  entries(workspace?: WorkspaceName): readonly StoredEntry[]
  /** A person replaces the text of the entry of this name, or creates the entry. */
  writeEntry(entry: WrittenEntry, workspace?: WorkspaceName): void
  /** Deletes the entries of the workspace, or those of one name. */
  removeEntries(which?: { workspace?: WorkspaceName; name?: string }): void
  /** Adds an entry for each Markdown file below `folder`, as if a person had written it. @returns their number. */
  seed(folder: string, workspace?: WorkspaceName): number
  /** Brings the service to the state of a new database: entries, tokens, workspaces, faults, answers, requests, clock. */
  reset(): void
  /** Answers the requests that have begun, takes no other, and closes the database. */
  close(): Promise<void>
}

export interface TokenValue {
  readonly id: string
  /** It cannot be seen again. */
  readonly value: string
}

/** How long `close` waits for requests that have begun, in milliseconds. */
const GRACE = 10_000

/**
 * Starts the service on 127.0.0.1 and waits until it listens.
 *
 * @throws {UnusableDatabase} if the file cannot be used; an `Error` with `code` if the port cannot be used.
 */
export async function startService(options: ServiceOptions = {}): Promise<Service> {
  const { onError = () => undefined } = options
  const stopping = new AbortController()
  const lost = new AbortController()
  const clock = openClock(options.now)
  const storage = openStorage(options.db, {
    onUnknownOutcome(error) {
      options.onUnknownOutcome?.(error)
      lost.abort()
    }
  })
  using cleanup = new DisposableStack()
  cleanup.defer(() => {
    storage.close()
  })
  const workspaces = openWorkspaces(storage)
  const tokens = openTokens(storage, clock)
  const entries = openEntries(storage, clock)
  // Not only in a new database: the process that created the tables may have been killed before this line.
  if (workspaces.list().length === 0) workspaces.create(FIRST_WORKSPACE)

  const answers = openAnswers(entries, workspaces, clock)
  const signIn = openSignIn()
  const control: Control = {
    faults: openFaults(),
    requests: openRequestLog(),
    stopping: stopping.signal,
    reset() {
      storage.transaction(() => {
        storage.db.exec('DELETE FROM entries; DELETE FROM tokens; DELETE FROM workspaces; DELETE FROM sqlite_sequence')
      })
      workspaces.create(FIRST_WORKSPACE)
      control.faults.set([])
      control.requests.clear()
      answers.set({})
      clock.reset()
    },
    addEntries(added, workspace) {
      storage.transaction(() => {
        for (const entry of added) write(entry, workspace)
      })
      answers.restart()
      return added.length
    },
    removeEntries({ workspace, name } = {}) {
      const { id } = workspaces.named(workspace)
      for (const entry of entries.removeAll(id, name)) answers.changed(id, entry.id)
      // One entry is deleted as a person does it, and a list that lags shows it for a while.
      if (name === undefined) answers.restart()
    }
  }

  function write({ isReadonly, ...text }: WrittenEntry, workspace: WorkspaceName): StoredEntry | undefined {
    return entries.upsert(workspaces.named(workspace).id, text, { isReadonly })
  }

  const app = createApp({
    clock,
    storage,
    workspaces,
    tokens,
    entries,
    answers,
    rateLimit: openRateLimit(options.rateLimit),
    signIn,
    control: options.control === true ? control : undefined,
    onSignIn: () => options.onSignIn?.(signInUrl()),
    onError
  })
  const server = await listen(createAdaptorServer({ fetch: app.fetch }) as Server, options.port ?? 0, stopping.signal)
  cleanup.move()
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  let closed: Promise<void> | undefined
  function close(): Promise<void> {
    stopping.abort()
    return (closed ??= stop(server).then(() => {
      storage.close()
    }))
  }

  lost.signal.addEventListener('abort', () => {
    close().catch(onError)
    server.closeAllConnections()
  })

  function signInUrl(): string {
    return `${url}/sign-in?key=${signIn.key}`
  }

  function requireControl(): Control {
    if (options.control !== true) throw new Error('Start the service with `control: true` to direct it.')
    return control
  }

  return {
    url,
    get signInUrl() {
      return signInUrl()
    },
    isNew: storage.isNew,
    clock,
    workspaces,
    tokens: {
      create: ({ name, expiration, workspace }) =>
        withoutName(tokens.create(workspaces.named(workspace).id, name, expiration)),
      rotate(id, workspace) {
        const [issued] = tokens.rotate(workspaces.named(workspace).id, [id])
        if (issued === undefined) throw new Error('A rotation of one token issues one.')
        return withoutName(issued)
      },
      revoke: (id, workspace) => {
        tokens.revoke(workspaces.named(workspace).id, [id])
      },
      list: (workspace) => tokens.list(workspaces.named(workspace).id)
    },
    faults: {
      set: (rules) => {
        requireControl().faults.set(rules)
      }
    },
    answers: {
      set: (answerOptions) => {
        requireControl()
        answers.set(answerOptions)
      }
    },
    requests: () => requireControl().requests.all(),
    entries: (workspace) => entries.all(workspaces.named(workspace).id),
    writeEntry(written, workspace) {
      const entry = storage.transaction(() => write(written, workspace))
      if (entry !== undefined) answers.changed(workspaces.named(workspace).id, entry.id, entry)
    },
    removeEntries: control.removeEntries,
    seed: (folder, workspace) => control.addEntries(readSeed(folder), workspace),
    reset: control.reset,
    close,
    [Symbol.asyncDispose]: close
  }
}

function withoutName({ id, value }: IssuedToken): TokenValue {
  return { id, value }
}

async function listen(server: Server, port: number, stopping: AbortSignal): Promise<Server> {
  // Node keeps a kept-alive connection open while the server stops; its present answer must be its last.
  server.prependListener('request', (_, answer) => {
    answer.once('close', () => {
      if (stopping.aborted) server.closeIdleConnections()
    })
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return server
}

/** Stops listening, ends idle connections, waits for requests that have begun, and then closes what is still open. */
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
