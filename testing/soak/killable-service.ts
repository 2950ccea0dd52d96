import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { undoOnExit } from '../leftovers.ts'
import { Queue } from './queue.ts'
import type { Answer, Counts, Directions, Question } from './service-process.ts'

const PROCESS = fileURLToPath(new URL('service-process.ts', import.meta.url))

/** The service with its entries in a file, in a process that can be killed and is then started again at the same address. */
export class KillableService implements AsyncDisposable {
  readonly #db: string
  #child: ChildProcess | undefined
  #url = ''
  #questions = new Map<number, PromiseWithResolvers<unknown>>()
  #asked = 0
  readonly #queue = new Queue()
  /** The service's clock is ahead of the machine's, also after it was killed. */
  #ahead = 0
  #earlier: Counts = { requests: 0, faults: 0 }

  private constructor(folder: string) {
    this.#db = join(folder, 'knowledge.db')
  }

  static async start(folder: string): Promise<KillableService> {
    const service = new KillableService(folder)
    await service.#start()
    return service
  }

  get url(): string {
    return this.#url
  }

  async ask<Name extends keyof Directions>(
    name: Name,
    ...args: Parameters<Directions[Name]>
  ): Promise<ReturnType<Directions[Name]>> {
    return this.#queue.run(() => this.#ask(name, ...args))
  }

  async #ask<Name extends keyof Directions>(
    name: Name,
    ...args: Parameters<Directions[Name]>
  ): Promise<ReturnType<Directions[Name]>> {
    const id = ++this.#asked
    const answer = Promise.withResolvers<unknown>()
    this.#questions.set(id, answer)
    this.#child?.send({ id, name, args } satisfies Question)
    return (await answer.promise) as ReturnType<Directions[Name]>
  }

  async advance(milliseconds: number): Promise<void> {
    this.#ahead += milliseconds
    await this.ask('advance', milliseconds)
  }

  /** SIGKILL, in the middle of whatever it does, and a new process on the same file and port. Faults are gone with the old one. */
  async kill(): Promise<void> {
    // Not while somebody waits for an answer, which would never come.
    await this.#queue.run(async () => {
      const { requests, faults } = await this.#ask('counts')
      this.#earlier = { requests: this.#earlier.requests + requests, faults: this.#earlier.faults + faults }
      const child = this.#child
      child?.kill('SIGKILL')
      if (child !== undefined) await once(child, 'exit')
      await this.#start()
    })
  }

  /** Since the beginning, but for the last moments before each kill. */
  async counts(): Promise<Counts> {
    const { requests, faults } = await this.ask('counts')
    return { requests: this.#earlier.requests + requests, faults: this.#earlier.faults + faults }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#child?.kill('SIGKILL')
    if (this.#child !== undefined) await once(this.#child, 'exit')
  }

  async #start(): Promise<void> {
    const port = this.#url === '' ? '0' : new URL(this.#url).port
    const ready = Promise.withResolvers<unknown>()
    this.#questions = new Map([[0, ready]])
    const child = fork(PROCESS, [this.#db, port, String(this.#ahead)], { execArgv: [], serialization: 'json' })
    this.#child = child
    const registered = undoOnExit(() => child.kill('SIGKILL'))
    child.once('exit', (code) => {
      registered[Symbol.dispose]()
      ready.reject(new Error(`The service ended with ${String(code)} before it was ready`))
    })
    child.on('message', ({ id, value, error }: Answer) => {
      const question = this.#questions.get(id)
      this.#questions.delete(id)
      if (error === undefined) question?.resolve(value)
      else question?.reject(new Error(error))
    })
    this.#url = (await ready.promise) as string
  }
}
