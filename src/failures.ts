/**
 * The failures a person can act on. Each says what happened, to what, and what to do now; `main.ts` catches them in one
 * place and shows `message` and `remedy`, never a stack trace. Anything else that is thrown is a defect of the Action.
 */

export type FailureKind =
  /** An input, or the combination of two, cannot be used. */
  | 'input'
  /** The event that started the job cannot be read, or must not write. */
  | 'event'
  /** The commits or files cannot be read. */
  | 'source'
  /** 401: the token is expired, revoked, or of another workspace. */
  | 'token-rejected'
  /** 403: the token is good but may not do this. */
  | 'forbidden'
  /** 404 and the like: there is no such API at `base-url`. */
  | 'wrong-address'
  /** Another 4xx: the service refuses this one entry. */
  | 'entry-refused'
  /** 429 to the last attempt. */
  | 'rate-limited'
  /** 5xx, or no complete answer, to the last attempt. */
  | 'service-failing'
  /** No connection: refused, unknown host, reset, TLS. */
  | 'unreachable'
  /** An answer that no such API gives: HTML, a redirect, not JSON where JSON is needed. */
  | 'not-the-api'
  /** An upsert made a second entry instead of updating the first. */
  | 'copies'
  /** The run's budget of time is spent. */
  | 'out-of-time'
  /** The job was cancelled. */
  | 'cancelled'
  /** Some runbooks were refused, failed or are pending. */
  | 'incomplete'

export class Failure extends Error {
  override readonly name = 'Failure'
  readonly kind: FailureKind
  /** What to do now, in the words of the person who reads it. */
  readonly remedy: string

  constructor(kind: FailureKind, message: string, remedy: string, options?: ErrorOptions) {
    super(message, options)
    this.kind = kind
    this.remedy = remedy
  }
}

/** A failure that names the input at fault: `problem` completes the sentence "Input `x` …". */
export function invalidInput(input: string, problem: string, remedy: string): Failure {
  return new Failure('input', `Input \`${input}\` ${problem}`, remedy)
}

/** The message of anything thrown, for use inside a `Failure`'s own; never its stack. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
