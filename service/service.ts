import { createAdaptorServer } from '@hono/node-server'
import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Answers, type AnswerOptions } from './answers.ts'
import { createApp } from './app.ts'
import { Clock } from './clock.ts'
import { Control, type FaultRule, type RecordedRequest } from './control.ts'
import { openDatabase } from './database.ts'
import { Entries, type StoredEntry } from './entries.ts'
import type { HttpError } from './http-error.ts'
import { People, type PersonWrites, type Which } from './people.ts'
import type { OnRequest, Services } from './services.ts'
import { SignIn } from './sign-in.ts'
import { Tokens, type Expiration, type IssuedToken, type Token } from './tokens.ts'
import { FIRST_WORKSPACE, Workspaces } from './workspaces.ts'

export { CREATE_PATH, LIST_PATH, UPDATE_PATH, UPSERT_PATH } from './api.ts'
export type { AnswerOptions, FaultRule, OnRequest, RecordedRequest, StoredEntry, Which }

export interface ServiceOptions {
  /** Port on 127.0.0.1; 0, the default, takes a free one. */
  readonly port?: number | undefined
  /** File of the database; in memory by default. */
  readonly db?: string | undefined
  /** Opens `/_control`, `faults`, `answers` and `requests()`. Off by default. */
  readonly control?: boolean | undefined
  /** The time in milliseconds since the epoch; `clock.advance` adds to it. `Date.now` by default. */
  readonly now?: (() => number) | undefined
  /** Called with the next sign-in link after one was used. */
  readonly onSignIn?: ((nextUrl: string) => void) | undefined
  /** Goes around the answer to each request to the API, also after its client is gone. */
  readonly onRequest?: OnRequest | undefined
  /** Called with each error that was answered with 5xx; ignored by default. */
  readonly onError?: ((error: HttpError) => void) | undefined
}

/** A running service. Its methods throw `HttpError` for what the screen or the API would refuse. */
export interface Service extends AsyncDisposable {
  /** `http://127.0.0.1:PORT`, without a trailing slash: the `base-url` of the Action. */
  readonly url: string
  /** Signs in one browser, once; then it is another link. */
  readonly signInUrl: string
  /** The database had no tables before. */
  readonly isNew: boolean
  readonly clock: Clock
  readonly workspaces: Workspaces
  /** The transitions of the settings screen. */
  readonly tokens: {
    /** @param token of the first workspace by default. */
    create(token: { name: string; expiration: Expiration; workspace?: string | undefined }): IssuedToken
    rotate(id: string): IssuedToken
    revoke(id: string): void
    list(): readonly Token[]
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
  requests(): readonly RecordedRequest[]
  /** The entries of the first workspace, the oldest first. */
  entries(): readonly StoredEntry[]
  /** What a person does to an entry of the first workspace. */
  readonly people: People
  /** A person changes the entry of this name, or creates the entry. */
  writeEntry(entry: PersonWrites): void
  /** Deletes the entries of the first workspace, or those of one name. */
  removeEntries(which?: { readonly name?: string }): void
  /** Brings the service to the state of a new database: entries, tokens, workspaces, faults, answers, requests, clock. */
  reset(): void
  /** Answers the requests that have begun, takes no other, and closes the database. */
  close(): Promise<void>
}

/**
 * Starts the service on 127.0.0.1 and waits until it listens.
 *
 * @throws {UnusableDatabase} if the file cannot be used; an `Error` with `code` if the port cannot be used.
 */
export async function startService(options: ServiceOptions = {}): Promise<Service> {
  const { port = 0, onSignIn, onRequest, onError } = options
  const { db, isNew } = openDatabase(options.db)
  using cleanup = new DisposableStack()
  cleanup.defer(() => {
    db.close()
  })
  const clock = new Clock(options.now)
  const workspaces = new Workspaces(db)
  const tokens = new Tokens(db, clock)
  const entries = new Entries(db, clock)
  const first = (): number => workspaces.named().id
  const people = new People(entries, first)
  const answers = new Answers(entries, workspaces, clock)
  const signIn = new SignIn()
  const control = options.control === true ? new Control() : undefined
  // Not only in a new database: the process that created the tables may have been killed before this line.
  if (workspaces.list().length === 0) workspaces.create(FIRST_WORKSPACE)

  const services: Services = {
    clock,
    workspaces,
    tokens,
    entries,
    people,
    answers,
    signIn,
    onSignIn: () => onSignIn?.(signInUrl()),
    onRequest,
    onError: (error) => {
      if (error.status >= 500) onError?.(error)
    }
  }
  const app = createApp(services, control)
  const server = createAdaptorServer({ fetch: app.fetch }) as Server
  // Node keeps a kept-alive connection open while the server stops; its present answer must be its last.
  server.prependListener('request', (_, answer) => {
    answer.once('close', () => {
      if (!server.listening) server.closeIdleConnections()
    })
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  cleanup.move()
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  function signInUrl(): string {
    return `${url}/sign-in?key=${signIn.key}`
  }

  function requireControl(): Control {
    if (control === undefined) throw new Error('Start the service with `control: true` to direct it.')
    return control
  }

  let closed: Promise<void> | undefined
  function close(): Promise<void> {
    return (closed ??= stop(server).then(() => {
      db.close()
    }))
  }

  return {
    url,
    get signInUrl() {
      return signInUrl()
    },
    isNew,
    clock,
    workspaces,
    tokens: {
      create: ({ name, expiration, workspace }) => tokens.create(workspaces.named(workspace).id, name, expiration),
      rotate(id) {
        const [issued] = tokens.rotate(first(), [id])
        if (issued === undefined) throw new Error('A rotation of one token issues one.')
        return issued
      },
      revoke: (id) => {
        tokens.revoke(first(), [id])
      },
      list: () => tokens.list(first())
    },
    faults: {
      set: (rules) => {
        requireControl().setFaults(rules)
      }
    },
    answers: {
      set: (answerOptions) => {
        requireControl()
        answers.set(answerOptions)
      }
    },
    requests: () => [...requireControl().requests],
    entries: () => entries.all(first()),
    people,
    writeEntry(entry) {
      people.write(entry)
    },
    removeEntries({ name } = {}) {
      entries.removeAll(first(), name)
    },
    reset() {
      db.exec('DELETE FROM entries; DELETE FROM tokens; DELETE FROM workspaces; DELETE FROM sqlite_sequence')
      workspaces.create(FIRST_WORKSPACE)
      control?.setFaults([])
      if (control !== undefined) control.requests = []
      answers.set({})
      clock.reset()
    },
    close,
    [Symbol.asyncDispose]: close
  }
}

/** Stops listening, ends idle connections, waits ten seconds for requests that have begun, and closes what is still open. */
async function stop(server: Server): Promise<void> {
  const ended = once(server, 'close')
  server.close()
  server.closeIdleConnections()
  const timer = setTimeout(() => {
    server.closeAllConnections()
  }, 10_000)
  await ended
  clearTimeout(timer)
}
