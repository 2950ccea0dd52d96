import type { ChildProcessWithoutNullStreams } from 'node:child_process'
import { gitError, TIMEOUT } from './command.ts'

/** An object that is here. */
export interface ObjectInfo {
  readonly id: string
  readonly type: string
  /** In bytes. */
  readonly size: number
}

/** Asks for objects through one `git cat-file --batch-command`. */
export class ObjectReader {
  readonly #child: ChildProcessWithoutNullStreams
  readonly #chunks: AsyncIterator<Buffer, undefined>
  /** What has arrived and was not read. */
  #rest: Buffer = Buffer.alloc(0)
  /** Git answers in the order of the requests: each answer is read after the one before. */
  #last: Promise<unknown> = Promise.resolve()
  #problem = ''

  constructor(child: ChildProcessWithoutNullStreams) {
    this.#child = child
    this.#chunks = (child.stdout as AsyncIterable<Buffer, undefined>)[Symbol.asyncIterator]()
    child.stderr.on('data', (chunk: Buffer) => {
      this.#problem = (this.#problem + chunk.toString()).slice(-4096)
    })
    child.on('error', () => undefined)
  }

  /**
   * What is here of some objects, in their order; undefined for one that is not.
   *
   * @param names ids, or what Git takes for one, such as `<id>^{commit}`.
   */
  info(names: readonly string[]): Promise<(ObjectInfo | undefined)[]> {
    return this.#ask(names.map((name) => `info ${name}\n`).join(''), async () => {
      const found: (ObjectInfo | undefined)[] = []
      while (found.length < names.length) found.push(await this.#header())
      return found
    })
  }

  /** The contents of objects that are here, in their order. All of them are held in memory. */
  contents(ids: readonly string[]): Promise<Buffer[]> {
    return this.#ask(ids.map((id) => `contents ${id}\n`).join(''), async () => {
      const contents: Buffer[] = []
      for (const id of ids) {
        const object = await this.#header()
        if (object?.id !== id) throw gitError(['cat-file'], `it does not answer with ${id}`)
        contents.push((await this.#take(object.size + 1)).subarray(0, -1))
      }
      return contents
    })
  }

  #ask<T>(request: string, receive: () => Promise<T>): Promise<T> {
    this.#child.stdin.write(request)
    const answer = this.#last.then(receive)
    this.#last = answer.catch(() => undefined)
    return answer
  }

  /** `<id> <type> <size>`, or `<name> missing`. */
  async #header(): Promise<ObjectInfo | undefined> {
    let end: number
    while ((end = this.#rest.indexOf('\n')) === -1) this.#rest = Buffer.concat([this.#rest, await this.#next()])
    const line = (await this.#take(end + 1)).toString('latin1', 0, end)
    const [, id, type, size] = /^([0-9a-f]{40,64}) ([a-z]+) (\d+)$/.exec(line) ?? []
    if (id !== undefined && type !== undefined) return { id, type, size: Number(size) }
    if (line.endsWith(' missing')) return undefined
    throw gitError(['cat-file'], `it answers ${line}`)
  }

  async #take(length: number): Promise<Buffer> {
    const parts = [this.#rest]
    for (let has = this.#rest.length; has < length; has += parts.at(-1)?.length ?? 0) parts.push(await this.#next())
    const bytes = parts.length === 1 ? this.#rest : Buffer.concat(parts)
    this.#rest = bytes.subarray(length)
    return bytes.subarray(0, length)
  }

  /** Throws at the end of the stream, which also comes if Git was killed or cannot be started. */
  async #next(): Promise<Buffer> {
    const timer = setTimeout(() => {
      this.#problem = `no answer in ${TIMEOUT / 1000} s`
      this.#child.kill('SIGKILL')
    }, TIMEOUT)
    const { value } = await this.#chunks.next().catch(() => ({ value: undefined }))
    clearTimeout(timer)
    if (value === undefined) throw gitError(['cat-file'], this.#problem === '' ? 'it ended' : this.#problem)
    return value
  }
}
