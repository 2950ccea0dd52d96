import { shorten } from './wording.ts'

/** The kind of an error; part of the JSON report, so that programs can tell errors apart. */
export type ErrorKind =
  | 'input'
  | 'event'
  | 'files' // A file of the machine cannot be read or written.
  | 'git' // The commits cannot be read.
  | 'github' // GitHub's API does not answer as needed.
  | 'branch-moved' // The branch is not where this run may deliver it.
  | 'token-rejected' // HTTP 401.
  | 'forbidden' // HTTP 403.
  | 'wrong-address' // HTTP 404, a redirect or HTML.
  | 'entry-rejected' // Another 4xx, or an answer that says that the entry was not stored.
  | 'rate-limited' // HTTP 429.
  | 'service-failing' // HTTP 5xx or an incomplete answer.
  | 'unreachable' // No connection, also through a proxy.
  | 'copies' // An upsert made a second entry.
  | 'stopped' // A person has to say yes first.
  | 'out-of-time' // No success for too long.
  | 'cancelled' // By a signal.
  | 'incomplete' // Some runbooks were refused, failed or are pending.
  | 'defect' // A bug of this Action.

/** An error that a person can act on: `message` says what happened and to what, `hint` what to do now. */
export class ActionError extends Error {
  override readonly name = 'ActionError'
  readonly kind: ErrorKind
  readonly hint: string

  constructor(kind: ErrorKind, message: string, hint: string, options?: ErrorOptions) {
    super(message, options)
    this.kind = kind
    this.hint = hint
  }
}

/** An input that cannot be used. The command line calls it otherwise. */
export class InputError extends ActionError {
  readonly input: string
  /** Completes the sentence "Input `x` …". */
  readonly problem: string

  constructor(input: string, problem: string, hint: string) {
    super('input', `Input \`${input}\` ${problem}`, hint)
    this.input = input
    this.problem = problem
  }
}

/** The error that ended a run. Anything but an `ActionError` is a defect of this program. */
export function asActionError(thrown: unknown): ActionError {
  if (thrown instanceof ActionError) return thrown
  return new ActionError(
    'defect',
    `An unexpected error: ${shorten(messageOf(thrown), 500)}.`,
    'This is a defect of Runbook Sync. Start a new run with debug logging (`--verbose` on the command line), and report what it prints.',
    { cause: thrown }
  )
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** The stack of an error and of its causes. */
export function stacksOf(error: unknown): string[] {
  const stacks: string[] = []
  for (let cause = error; cause instanceof Error; cause = cause.cause) stacks.push(cause.stack ?? cause.message)
  return stacks
}

/** Something that a person should know although it does not fail the job. */
export interface Diagnostic {
  readonly level: 'warning' | 'notice'
  readonly message: string
  /** Path from the repository's root, if the diagnostic is about one file. */
  readonly path?: string
  /** 1-based line in that file. */
  readonly line?: number | undefined
}
