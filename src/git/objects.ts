import type { ChildProcessWithoutNullStreams } from 'node:child_process'
import { ActionError } from '../errors.ts'
import { gitError, TIMEOUT } from './command.ts'
import type { FileContent } from './source.ts'

/** Asks for objects by id through one `git cat-file --batch-command`. */
export class ObjectReader {
  readonly #child: ChildProcessWithoutNullStreams
  readonly #output: ByteStream
  /** Git answers in the order of the requests: each answer is read after the one before. */
  #last: Promise<unknown> = Promise.resolve()
  #stderr = ''

  constructor(child: ChildProcessWithoutNullStreams) {
    this.#child = child
    this.#output = new ByteStream(child.stdout)
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

  /** A file. Skips one over the limit while it arrives. */
  read(id: string, limit: number): Promise<FileContent> {
    return this.#ask(`contents ${id}\n`, async () => {
      const { type, size } = await this.#header(id)
      if (type === 'missing') throw missing(id)
      const bytes = await this.#output.take(size, size <= limit)
      await this.#output.take(1, false)
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
    const answer = this.#last.then(() => this.#withDeadline(receive))
    this.#last = answer.catch(() => undefined)
    return answer
  }

  /** Kills Git where it gives no answer, so that a broken disk does not hang the job. */
  async #withDeadline<T>(receive: () => Promise<T>): Promise<T> {
    const timer = setTimeout(() => this.#child.kill('SIGKILL'), TIMEOUT)
    try {
      return await receive()
    } finally {
      clearTimeout(timer)
    }
  }

  /** `<id> <type> <size>`, or `<id> missing`. */
  async #header(id: string): Promise<{ readonly type: string | undefined; readonly size: number }> {
    const [answered, type, size] = (await this.#output.line())?.split(' ') ?? []
    if (answered !== id) throw gitError(['cat-file'], this.#stderr === '' ? 'it ended' : this.#stderr)
    return { type, size: Number(size) }
  }
}

function missing(id: string): ActionError {
  return new ActionError(
    'git',
    `The object ${id} is neither in the checkout nor could it be fetched.`,
    'Run the job again; if this stays, use actions/checkout without `filter`.'
  )
}

/** Lines and blocks of bytes of a stream. */
class ByteStream {
  readonly #chunks: AsyncIterator<Buffer, undefined>
  #rest: Buffer = Buffer.alloc(0)

  constructor(stream: AsyncIterable<Buffer, undefined>) {
    this.#chunks = stream[Symbol.asyncIterator]()
  }

  /** The next line without its end; undefined at the end of the stream. */
  async line(): Promise<string | undefined> {
    for (;;) {
      const end = this.#rest.indexOf('\n')
      if (end !== -1) {
        const line = this.#rest.toString('latin1', 0, end)
        this.#rest = this.#rest.subarray(end + 1)
        return line
      }
      const chunk = await this.#next()
      if (chunk === undefined) return undefined
      this.#rest = Buffer.concat([this.#rest, chunk])
    }
  }

  /** The next `length` bytes, or undefined if they are not to be kept. */
  async take(length: number, keep: boolean): Promise<Buffer | undefined> {
    const parts: Buffer[] = []
    let left = length
    for (;;) {
      const part = this.#rest.subarray(0, left)
      if (keep) parts.push(part)
      this.#rest = this.#rest.subarray(part.length)
      left -= part.length
      if (left === 0) return keep ? (parts.length === 1 ? parts[0] : Buffer.concat(parts, length)) : undefined
      const chunk = await this.#next()
      if (chunk === undefined) throw gitError(['cat-file'], 'it ended in the middle of an object')
      this.#rest = chunk
    }
  }

  /** Undefined at the end of the stream, also where Git was killed or cannot be started. */
  async #next(): Promise<Buffer | undefined> {
    const { value } = await this.#chunks.next().catch(() => ({ value: undefined }))
    return value
  }
}
