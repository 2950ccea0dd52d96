import type { ChildProcessWithoutNullStreams } from 'node:child_process'
import { gitError, TIMEOUT } from './command.ts'
import type { FileContent } from './source.ts'

/** Asks for objects by id through one `git cat-file --batch-command`. */
export class ObjectReader {
  readonly #child: ChildProcessWithoutNullStreams
  readonly #chunks: AsyncIterator<Buffer, undefined>
  /** What has arrived and was not read. */
  #rest: Buffer = Buffer.alloc(0)
  /** Git answers in the order of the requests: each answer is read after the one before. */
  #last: Promise<unknown> = Promise.resolve()
  #stderr = ''

  constructor(child: ChildProcessWithoutNullStreams) {
    this.#child = child
    this.#chunks = (child.stdout as AsyncIterable<Buffer, undefined>)[Symbol.asyncIterator]()
    child.stderr.on('data', (chunk: Buffer) => {
      this.#stderr = (this.#stderr + chunk.toString()).slice(-4096)
    })
    child.on('error', () => undefined)
  }

  /** The ids whose objects are not here. */
  missing(ids: readonly string[]): Promise<string[]> {
    return this.#ask(ids.map((id) => `info ${id}\n`).join(''), async () => {
      const missing: string[] = []
      for (const id of ids) if ((await this.#header(id)).type === 'missing') missing.push(id)
      return missing
    })
  }

  /** A file that is here. Skips one over the limit while it arrives. */
  read(id: string, limit: number): Promise<FileContent> {
    return this.#ask(`contents ${id}\n`, async () => {
      const { type, size } = await this.#header(id)
      if (type === 'missing') throw gitError(['cat-file'], `${id} is missing`)
      const bytes = await this.#take(size, size <= limit)
      await this.#take(1, false)
      if (type !== 'blob') throw gitError(['cat-file'], `${id} is no file`)
      return bytes === undefined ? { kind: 'too-large', size } : { kind: 'bytes', bytes }
    })
  }

  #ask<T>(request: string, receive: () => Promise<T>): Promise<T> {
    const { stdin } = this.#child
    // Requests of one moment become one write.
    if (stdin.writableCorked === 0) {
      stdin.cork()
      process.nextTick(() => {
        stdin.uncork()
      })
    }
    stdin.write(request)
    const answer = this.#last.then(() => {
      // Git is killed where it gives no answer, so that a broken disk does not hang the job.
      const timer = setTimeout(() => this.#child.kill('SIGKILL'), TIMEOUT)
      return receive().finally(() => {
        clearTimeout(timer)
      })
    })
    this.#last = answer.catch(() => undefined)
    return answer
  }

  /** `<id> <type> <size>`, or `<id> missing`. */
  async #header(id: string): Promise<{ readonly type: string | undefined; readonly size: number }> {
    while (!this.#rest.includes('\n')) this.#rest = Buffer.concat([this.#rest, await this.#next()])
    const end = this.#rest.indexOf('\n')
    const [answered, type, size] = this.#rest.toString('latin1', 0, end).split(' ')
    this.#rest = this.#rest.subarray(end + 1)
    if (answered !== id) throw gitError(['cat-file'], 'it answers out of order')
    return { type, size: Number(size) }
  }

  /** The next `length` bytes, or undefined if they are not to be kept. */
  async #take(length: number, keep: boolean): Promise<Buffer | undefined> {
    const parts: Buffer[] = []
    for (let left = length; left > 0;) {
      if (this.#rest.length === 0) this.#rest = await this.#next()
      const part = this.#rest.subarray(0, left)
      this.#rest = this.#rest.subarray(part.length)
      left -= part.length
      if (keep) parts.push(part)
    }
    return keep ? Buffer.concat(parts) : undefined
  }

  /** Throws at the end of the stream, which also comes if Git was killed or cannot be started. */
  async #next(): Promise<Buffer> {
    const { value } = await this.#chunks.next().catch(() => ({ value: undefined }))
    if (value === undefined) throw gitError(['cat-file'], this.#stderr === '' ? 'it ended' : this.#stderr)
    return value
  }
}
