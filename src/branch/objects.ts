import type { ChildProcessWithoutNullStreams } from 'node:child_process'
import { COMMIT } from '../job/event.ts'
import { gitError, TIMEOUT } from './command.ts'
import type { FileContent } from './source.ts'

/** An object that is here. */
interface ObjectInfo {
  readonly id: string
  readonly type: string
  /** In bytes. */
  readonly size: number
}

/** Bytes of a commit or folder that are read: a message may have any length. */
const MAX_OBJECT = 16 * 1024 * 1024

/** Asks for objects through one `git cat-file --batch-command`. */
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

  /** The ids whose objects are not here. */
  async missing(ids: readonly string[]): Promise<string[]> {
    const found = await this.info(ids)
    return ids.filter((_, at) => found[at] === undefined)
  }

  /** A file that is here. Skips one over the limit while it arrives. */
  async file(id: string, limit: number): Promise<FileContent> {
    return required(id, await this.#contents(id, 'blob', limit))
  }

  /** The header of a commit that is here, in lines. */
  async commit(id: string): Promise<readonly string[]> {
    const content = required(id, await this.#contents(id, 'commit', MAX_OBJECT))
    if (content.kind === 'too-large') throw gitError(['cat-file'], `the commit ${id} has ${content.size} bytes`)
    const [header = ''] = content.bytes.toString().split('\n\n', 1)
    return header.split('\n')
  }

  /** @returns undefined if it is not here, or is something else. */
  #contents(name: string, wanted: 'blob' | 'commit', limit: number): Promise<FileContent | undefined> {
    return this.#ask(`contents ${name}\n`, async () => {
      const object = await this.#header()
      if (object === undefined) return undefined
      const { type, size } = object
      const bytes = await this.#take(size, size <= limit && type === wanted)
      await this.#take(1, false)
      if (COMMIT.test(name) && object.id !== name) throw gitError(['cat-file'], 'it answers out of order')
      if (type !== wanted) return undefined
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
    const answer = this.#last.then(receive)
    this.#last = answer.catch(() => undefined)
    return answer
  }

  /** `<id> <type> <size>`, or `<name> missing`. */
  async #header(): Promise<ObjectInfo | undefined> {
    let end: number
    while ((end = this.#rest.indexOf('\n')) === -1) this.#rest = Buffer.concat([this.#rest, await this.#next()])
    const line = this.#rest.toString('latin1', 0, end)
    this.#rest = this.#rest.subarray(end + 1)
    const [, id, type, size] = /^([0-9a-f]{40,64}) ([a-z]+) (\d+)$/.exec(line) ?? []
    if (id !== undefined && type !== undefined) return { id, type, size: Number(size) }
    if (line.endsWith(' missing')) return undefined
    throw gitError(['cat-file'], `it answers ${line}`)
  }

  /** The next `length` bytes, or undefined if they are not to be kept. */
  async #take(length: number, keep: boolean): Promise<Buffer | undefined> {
    // Usually one chunk has all bytes. Then no copy is made, which would take most of the time.
    if (keep && this.#rest.length >= length) {
      const bytes = this.#rest.subarray(0, length)
      this.#rest = this.#rest.subarray(length)
      return bytes
    }
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
    // Git is killed if it gives no answer, so that a broken disk does not hang the job.
    const timer = setTimeout(() => this.#child.kill('SIGKILL'), TIMEOUT)
    const { value } = await this.#chunks.next().catch(() => ({ value: undefined }))
    clearTimeout(timer)
    if (value === undefined) throw gitError(['cat-file'], this.#stderr === '' ? 'it ended' : this.#stderr)
    return value
  }
}

function required(id: string, content: FileContent | undefined): FileContent {
  if (content === undefined) throw gitError(['cat-file'], `${id} is missing, or something else`)
  return content
}
