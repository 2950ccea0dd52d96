import type { ChildProcessWithoutNullStreams } from 'node:child_process'
import { ActionError, messageOf } from '../errors.ts'
import { gitError } from './command.ts'
import type { FileContent } from './source.ts'

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
      this.#fail('it cannot be started')
    })
    child.once('close', () => {
      this.#fail(stderr === '' ? 'it ended' : stderr)
    })
    this.#receive().catch((error: unknown) => {
      this.#fail(messageOf(error))
    })
  }

  read(id: string, limit: number): Promise<FileContent> {
    if (this.#error !== undefined) return Promise.reject(this.#error)
    this.#child.stdin.write(`${id}\n`)
    return new Promise((resolve, reject) => {
      this.#requests.push({ id, limit, resolve, reject })
    })
  }

  /** Answers arrive in the order of the requests: `<id> <type> <size>`, the object, a line end; or `<id> missing`. */
  async #receive(): Promise<void> {
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
  }

  #fail(why: string): void {
    if (this.#error !== undefined) return
    this.#error = gitError(['cat-file'], why)
    for (const request of this.#requests.splice(0)) request.reject(this.#error)
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
      const { done, value } = await this.#chunks.next()
      if (done === true) return undefined
      this.#rest = Buffer.concat([this.#rest, value])
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
      if (left === 0) return keep ? Buffer.concat(parts, length) : undefined
      const { done, value } = await this.#chunks.next()
      if (done === true) throw new Error('it ended in the middle of an object')
      this.#rest = value
    }
  }
}
