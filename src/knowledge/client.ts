import { setTimeout as delay } from 'node:timers/promises'
import { Failure } from '../failures.ts'
import type { ServiceAccess } from '../inputs.ts'
import type { Secret } from '../secret.ts'
import { LIST_PATH, UPSERT_PATH, type Entry, type ListRequest } from '../wire.ts'
import { Line, type Answer, type Request } from '../http/line.ts'
import { judgeList, judgeUpsert, type Judgement, type Problem } from './judge.ts'
import { DeliveryFailure, type Knowledge } from './knowledge.ts'
import { Pace } from './pace.ts'
import { backoff, Budget, retryAfter } from './retry.ts'
import { explainNoAnswer } from './unreachable.ts'

/** Of a good answer to an upsert nothing is needed but that it is one; a page of a list may hold large runbooks. */
const UPSERT_BYTES = 64 * 1024
const LIST_BYTES = 64 * 1024 * 1024

/** Milliseconds that a cancelled run gives the requests in flight; the runner kills it 10 s after the first signal. */
const GRACE = 2000

/** Milliseconds, see `Budget`. */
export const DEFAULT_BUDGET = 10 * 60_000

export interface ConnectOptions {
  readonly access: ServiceAccess
  /** Requests in flight at a time, and connections. */
  readonly concurrency: number
  /** Milliseconds for one attempt. */
  readonly timeout: number
  /** Further attempts for one request. */
  readonly retries: number
  /** Milliseconds that may go to what fails, see `Budget`; by default ten minutes. */
  readonly budget?: number
  /** Cancels: no request starts any more, and those in flight get two seconds. */
  readonly signal: AbortSignal
  /** Told of every request once it is over: what was asked, the status, the time; never of headers or bodies. */
  readonly trace?: ((line: string) => void) | undefined
}

/**
 * The service at `access.baseUrl`. No request is made yet; dispose of it to close its connections.
 *
 * @throws {Failure} of kind `input` when the environment names a proxy that cannot be used.
 */
export async function connect(options: ConnectOptions): Promise<Knowledge> {
  const { access, concurrency, timeout } = options
  const line = await Line.open({ ...access, connections: concurrency, timeout })
  return new Client(line, options)
}

interface Call<T> extends Omit<Request, 'method'> {
  readonly judge: (answer: Answer, token: Secret) => Judgement<T>
}

class Client implements Knowledge {
  readonly #line: Line
  readonly #options: ConnectOptions
  readonly #host: string
  readonly #pace: Pace
  readonly #budget: Budget
  /** Why nothing is sent any more. */
  #ended: Failure | undefined
  readonly #waits = new AbortController()
  #grace: NodeJS.Timeout | undefined

  constructor(line: Line, options: ConnectOptions) {
    const { access, concurrency, budget = DEFAULT_BUDGET, signal } = options
    this.#line = line
    this.#options = options
    this.#host = new URL(access.baseUrl).host
    this.#pace = new Pace(concurrency)
    this.#budget = new Budget(budget, concurrency)
    if (signal.aborted) this.#cancel()
    else signal.addEventListener('abort', this.#cancel, { once: true })
  }

  async upsert({ name, content }: Entry): Promise<{ readonly attempts: number }> {
    const body = Buffer.from(JSON.stringify({ name, content } satisfies Entry))
    const { attempts } = await this.#call({ path: UPSERT_PATH, body, limit: UPSERT_BYTES, judge: judgeUpsert })
    return { attempts }
  }

  async listPage(pageNum: number, pageSize: number): Promise<unknown> {
    const body = JSON.stringify({ page_num: pageNum, page_size: pageSize } satisfies ListRequest)
    const { value } = await this.#call({ path: LIST_PATH, body, limit: LIST_BYTES, judge: judgeList })
    return value
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#options.signal.removeEventListener('abort', this.#cancel)
    clearTimeout(this.#grace)
    this.#end(new Failure('cancelled', 'The connection to the service was closed.', 'Run the job again.'))
    await this.#line[Symbol.asyncDispose]()
  }

  async #call<T>(call: Call<T>): Promise<{ readonly value: T; readonly attempts: number }> {
    for (let attempt = 1; ; attempt++) {
      const result = await this.#attempt(call, attempt)
      if (result.kind === 'good') return { value: result.value, attempts: attempt }
      await delay(result.wait, undefined, { signal: this.#waits.signal }).catch(() => {
        // The run ended meanwhile, which the next attempt finds out.
      })
    }
  }

  /** One request in its turn: its answer's value, or the milliseconds to wait before the next. */
  async #attempt<T>(
    { judge, ...post }: Call<T>,
    attempt: number
  ): Promise<{ readonly kind: 'good'; readonly value: T } | { readonly kind: 'again'; readonly wait: number }> {
    const turn = await this.#pace.turn().catch((reason: unknown) => {
      throw this.#runEnded(reason as Failure, attempt - 1)
    })
    const started = performance.now()
    let status = 'no answer'
    const judgement = await this.#line.send({ method: 'POST', ...post }).then(
      (answer) => {
        status = String(answer.status)
        return judge(answer, this.#options.access.token)
      },
      (error: unknown) => ({ kind: 'bad' as const, problem: explainNoAnswer(error, this.#host) })
    )
    const milliseconds = Math.round(performance.now() - started)
    this.#options.trace?.(`POST ${post.path}: ${status} after ${milliseconds} ms, attempt ${attempt}`)
    // First what the answer means for all, then the next turn: none may start after a 401, nor before `Retry-After`.
    if (judgement.kind === 'good') {
      this.#budget.succeed()
      this.#pace.end(turn, 'none')
      return judgement
    }
    const { problem } = judgement
    if (problem.again) this.#budget.lose(performance.now() - started)
    const next = this.#next(problem, attempt)
    this.#pace.end(turn, problem.congestion ?? (problem.again ? 'lost' : 'none'))
    if (next instanceof DeliveryFailure) throw next
    return { kind: 'again', wait: next }
  }

  /** What follows from a failed attempt: the milliseconds to wait before the next, or the failure there is to report. */
  #next(problem: Problem, attempt: number): number | DeliveryFailure {
    if (problem.kind === 'token-rejected') {
      this.#end(new Failure(problem.kind, problem.message, problem.remedy))
      this.#line.abort(new Error('The token was rejected.'))
    } else if (!problem.again) {
      return entryFailed(problem, attempt)
    }
    if (this.#ended !== undefined) return this.#runEnded(this.#ended, attempt)
    const last = attempt > this.#options.retries
    const wait = last ? 0 : backoff(attempt, Math.random())
    const tooLong = this.#holdForAll(problem) ?? (this.#budget.left < wait ? this.#budgetSpent(problem) : undefined)
    if (tooLong !== undefined) this.#end(tooLong)
    if (last || tooLong !== undefined) return entryFailed(problem, attempt)
    this.#budget.lose(wait)
    return wait
  }

  /** Obeys `Retry-After`; the failure returned ends the run, because that would take longer than it may. */
  #holdForAll({ retryAfter: value, date }: Problem): Failure | undefined {
    const ms = retryAfter(value, date, Date.now())
    if (ms === undefined) return undefined
    const left = Math.max(0, this.#budget.left)
    if (ms <= left) {
      this.#budget.wait(this.#pace.hold(ms))
      return undefined
    }
    return new Failure(
      'out-of-time',
      `The service asks to wait ${span(ms)} before the next request (Retry-After); this run may wait ${seconds(left)} s more.`,
      'Run the job again after that time; it then delivers what is pending.'
    )
  }

  #budgetSpent(last: Problem): Failure {
    return new Failure(
      'out-of-time',
      `The time that a run may spend on failed attempts and on waiting is over. The last failure: ${last.message}`,
      'Run the job again when the service is well; it then delivers what is pending.'
    )
  }

  readonly #cancel = (): void => {
    this.#end(new Failure('cancelled', 'The job was cancelled.', 'Run it again; it then delivers what is pending.'))
    this.#grace = setTimeout(() => {
      this.#line.abort(new Error('The job was cancelled.'))
    }, GRACE)
  }

  /** Nothing starts any more; what is in flight goes on. */
  #end(failure: Failure): void {
    this.#ended ??= failure
    this.#pace.stop(this.#ended)
    this.#waits.abort()
  }

  #runEnded({ kind, message, remedy }: Failure, attempts: number): DeliveryFailure {
    return new DeliveryFailure({ kind, message, remedy, attempts, ends: 'run' })
  }
}

function entryFailed({ kind, message, remedy, cause }: Problem, attempts: number): DeliveryFailure {
  return new DeliveryFailure({ kind, message, remedy, attempts, ends: 'entry', cause })
}

function seconds(ms: number): number {
  return Math.round(ms / 100) / 10
}

/** Some services name a year, or a number that is none. */
function span(ms: number): string {
  const day = 24 * 60 * 60 * 1000
  return ms < day ? `${seconds(ms)} s` : ms < 1000 * day ? `${Math.round(ms / day)} days` : 'for years'
}
