import type { ChildProcessWithoutNullStreams } from 'node:child_process'
import { ActionError } from '../errors.ts'
import { gitError } from './command.ts'
import type { FileContent } from './source.ts'

const MAX_HEADER = 256

interface BlobRequest {
  readonly id: string
  readonly limit: number
  readonly resolve: (content: FileContent) => void
  readonly reject: (error: Error) => void
}

/** Reads objects by id through one `git cat-file --batch`. Objects over the limit are skipped while they arrive. */
export class BlobReader {
  readonly #child: ChildProcessWithoutNullStreams
  /** In the order in which Git was asked. */
  readonly #requests: BlobRequest[] = []
  #error: ActionError | undefined

  constructor(child: ChildProcessWithoutNullStreams) {
    this.#child = child
    let stderr = ''
    child.stderr.on('data', (chunk: Buffer) => {
      stderr = (stderr + chunk.toString()).slice(-4096)
    })
    child.once('error', () => {
      this.#fail(gitError(['cat-file'], 'it cannot be started'))
    })
    child.once('close', () => {
      this.#fail(gitError(['cat-file'], stderr === '' ? 'it ended' : stderr))
    })
    void this.#receive()
  }

  read(id: string, limit: number): Promise<FileContent> {
    return new Promise((resolve, reject) => {
      if (this.#error !== undefined) {
        reject(this.#error)
        return
      }
      this.#requests.push({ id, limit, resolve, reject })
      this.#child.stdin.write(`${id}\n`)
    })
  }

  /** Answers arrive in the order of the requests: `<id> <type> <size>`, the object, a line end; or `<id> missing`. */
  async #receive(): Promise<void> {
    try {
      const stream = new ByteStream(this.#child.stdout)
      for (let header = await stream.line(); header !== undefined; header = await stream.line()) {
        const [id, type, size] = header.split(' ')
        const request = this.#requests[0]
        if (request === undefined || request.id !== id) throw new Error('an answer that was not asked for')
        if (type === 'missing') {
          request.reject(missing(id))
        } else {
          const length = Number(size)
          const bytes = await stream.take(length, length <= request.limit)
          await stream.take(1, false)
          if (type !== 'blob') request.reject(gitError(['cat-file'], `${id} is no file`))
          else request.resolve(bytes === undefined ? { kind: 'too-large', size: length } : { kind: 'bytes', bytes })
        }
        this.#requests.shift()
      }
    } catch (error) {
      this.#fail(gitError(['cat-file'], error instanceof Error ? error.message : String(error)))
    }
  }

  #fail(error: ActionError): void {
    if (this.#error !== undefined) return
    this.#error = error
    for (const request of this.#requests.splice(0)) request.reject(error)
    this.#child.kill()
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
  readonly #chunks: AsyncIterator<Buffer>
  #rest: Buffer = Buffer.alloc(0)

  constructor(stream: AsyncIterable<Buffer>) {
    this.#chunks = stream[Symbol.asyncIterator]()
  }

  /** The next line without its end; undefined at the end of the stream. */
  async line(): Promise<string | undefined> {
    for (;;) {
      const end = this.#rest.indexOf(0x0a)
      if (end !== -1) {
        const line = this.#rest.toString('latin1', 0, end)
        this.#rest = this.#rest.subarray(end + 1)
        return line
      }
      if (this.#rest.length > MAX_HEADER) throw new Error('an answer of unknown form')
      const chunk = await this.#next()
      if (chunk === undefined) return undefined
      this.#rest = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk])
    }
  }

  /** The next `length` bytes, or undefined if they are not to be kept. */
  async take(length: number, keep: boolean): Promise<Buffer | undefined> {
    if (this.#rest.length >= length) {
      const bytes = this.#rest.subarray(0, length)
      this.#rest = this.#rest.subarray(length)
      return keep ? bytes : undefined
    }
    const chunks = [this.#rest]
    let missing = length - this.#rest.length
    while (missing > 0) {
      const chunk = await this.#next()
      if (chunk === undefined) throw new Error('it ended in the middle of an object')
      if (keep) chunks.push(chunk.subarray(0, missing))
      this.#rest = chunk.subarray(missing)
      missing -= chunk.length
    }
    return keep ? Buffer.concat(chunks, length) : undefined
  }

  async #next(): Promise<Buffer | undefined> {
    const next = await this.#chunks.next()
    return next.done === true ? undefined : next.value
  }
}
