import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { cleanUpOnExit } from '../temporary-files.ts'
import type { Call, Commands, Reply } from './service-process.ts'

const PROGRAM = fileURLToPath(new URL('service-process.ts', import.meta.url))

/** The service with its entries in a file, in a process that can be killed and starts again at the same address. */
export class KillableService implements AsyncDisposable {
  readonly #db: string
  #child: ChildProcess | undefined
  #url = ''
  #pending = new Map<number, PromiseWithResolvers<unknown>>()
  #calls = 0
  /** Milliseconds by which the service's clock is ahead, also after a restart. */
  #ahead = 0

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

  async call<Name extends keyof Commands>(
    name: Name,
    ...args: Parameters<Commands[Name]>
  ): Promise<ReturnType<Commands[Name]>> {
    const id = ++this.#calls
    const reply = Promise.withResolvers<unknown>()
    this.#pending.set(id, reply)
    this.#child?.send({ id, name, args } satisfies Call)
    return (await reply.promise) as ReturnType<Commands[Name]>
  }

  async advance(milliseconds: number): Promise<void> {
    this.#ahead += milliseconds
    await this.call('advance', milliseconds)
  }

  /** SIGKILL, and a new process on the same file and port. Faults end with the old process. */
  async kill(): Promise<void> {
    await this.#stop()
    await this.#start()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#stop()
  }

  async #stop(): Promise<void> {
    // No call may wait for a reply that never comes.
    await Promise.allSettled([...this.#pending.values()].map(({ promise }) => promise))
    const child = this.#child
    child?.kill('SIGKILL')
    if (child !== undefined) await once(child, 'exit')
  }

  async #start(): Promise<void> {
    const port = this.#url === '' ? '0' : new URL(this.#url).port
    const ready = Promise.withResolvers<unknown>()
    this.#pending = new Map([[0, ready]])
    const child = fork(PROGRAM, [this.#db, port, String(this.#ahead)], { execArgv: [], serialization: 'json' })
    this.#child = child
    const registered = cleanUpOnExit(() => child.kill('SIGKILL'))
    child.once('exit', (code) => {
      registered[Symbol.dispose]()
      ready.reject(new Error(`The service ended with ${String(code)} before it was ready`))
    })
    child.on('message', ({ id, value, error }: Reply) => {
      const reply = this.#pending.get(id)
      this.#pending.delete(id)
      if (error === undefined) reply?.resolve(value)
      else reply?.reject(new Error(error))
    })
    this.#url = (await ready.promise) as string
  }
}
